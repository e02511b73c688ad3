"""`python -m hardware.generate` writes everything that follows from the tables; `--check` only compares.

Exit 1 when a file differs from what the tables say, 2 when a table is wrong.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hardware.generate.outputs import outputs
from hardware.generate.table import PinError

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m hardware.generate", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 when a file is not up to date"
    )
    check = parser.parse_args(arguments).check
    try:
        files = outputs(ROOT)
    except PinError as error:
        print(error, file=sys.stderr)
        return 2
    stale = [path for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text]
    for path in stale:
        if check:
            print(
                f"{path.relative_to(ROOT)} is not up to date: run python -m hardware.generate.",
                file=sys.stderr,
            )
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path], encoding="utf-8")
            print(path.relative_to(ROOT))
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
