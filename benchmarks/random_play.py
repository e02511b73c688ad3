"""Random play under every preset: `python -m benchmarks.random_play --hands 2000`.

One row a preset with how its hands ended. Stops with exit 1 at the first exception of the engine, which
`--seed` and `--presets` bring back.
"""

from __future__ import annotations

import sys
import time
import traceback

from benchmarks.progress import Command, Options, each, tell
from tests.engine.random_play import EVERY, play


def takes(options: Options) -> float:
    return float(0.1 * options.hands * len(options.presets))


def main() -> int:
    options = Command(__doc__, takes)
    options.add_argument("--hands", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--presets", nargs="+", choices=EVERY, default=EVERY)
    given = options.begin()
    for preset in each("presets", given.presets):
        begun = time.monotonic()
        try:
            endings = play(preset, given.seed, given.hands)
        except Exception:
            traceback.print_exc()
            print(f"random_play: {preset} failed", file=sys.stderr)
            return 1
        counts = ", ".join(f"{name} {n}" for name, n in endings.most_common())
        seconds = time.monotonic() - begun
        tell(f"{preset:<14}{endings.total():>6} hands {seconds:>6.0f} s   {counts}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
