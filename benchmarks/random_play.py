"""Random play under every preset: `python -m benchmarks.random_play --hands 2000`.

One row a preset with how its hands ended. Stops with exit 1 at the first exception of the engine, which
`--seed` and `--presets` bring back.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback

from tests.engine.random_play import EVERY, play


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--hands", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--presets", nargs="+", choices=EVERY, default=EVERY)
    given = options.parse_args()
    for preset in given.presets:
        begun = time.monotonic()
        try:
            endings = play(preset, given.seed, given.hands)
        except Exception:
            traceback.print_exc()
            print(f"random_play: {preset} failed", file=sys.stderr)
            return 1
        counts = ", ".join(f"{name} {n}" for name, n in endings.most_common())
        seconds = time.monotonic() - begun
        print(f"{preset:<14}{endings.total():>6} hands {seconds:>6.0f} s   {counts}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
