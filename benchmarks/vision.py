"""Everything that the eyes must reach, asked and found: `python -m benchmarks.vision`.

Every part runs in a process of its own and can be run alone (`--only crops mats`). `--models DIR` takes,
for the photographs of a group, nets that never saw it from DIR/leo, DIR/hand and DIR/green_mat (see
`vision.train.leave_one_out`). Photographs need `--shared`; without that folder their parts are left out, and
it is said. Exit 1 when anything falls short.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from benchmarks.progress import Options
from benchmarks.rows import Parts, Row, asked, output, parser
from vision.nets.load import MODELS

GROUPS: Final = {"leo": "leo", "hand": "hand", "green_mat": "green_mat", "camerash_even": "."}
"""Groups of crops, and where in `--models` the nets are that never saw them."""
SURE: Final = "wrong and sure (p >= 0.9)"
RED: Final = "red fives, recall and precision"


def crops(o: Options) -> Iterator[Row]:
    for group, folder in GROUPS.items():
        models = o.models / folder if (o.models / folder).is_dir() else o.models
        options = ("--shared", o.shared, "--models", models, "--only-crops", group)
        found = json.loads(output("nets", *options))[group]
        ways = found["spoilt"]
        yield Row(f"crops {group}: right", 0.995, found["right"])
        yield Row(f"crops {group}: sure and wrong", 0.002, found[SURE], most=True)
        right, sure = (_mean(ways[name]) for name in ("right", SURE))
        yield Row(f"crops {group}, spoilt at 34 x 44 px: right", 0.98, right)
        yield Row(f"crops {group}, spoilt at 34 x 44 px: sure and wrong", 0.002, sure, most=True)


def designs(o: Options) -> Iterator[Row]:
    """Held-back drawn sets."""
    for kind, found in json.loads(output("nets", "--shared", o.shared, "--only-designs")).items():
        yield Row(f"crops of {kind}: sure and wrong", 0.002, found[SURE], most=True)
        for name, share in zip(("recall", "precision"), found[RED], strict=True):
            yield Row(f"red fives of {kind}: {name}", 0.99, round(share, 4))


def photographs(o: Options) -> Iterator[Row]:
    text = output("photographs", "--shared", o.shared, "--models", o.models, "--every", o.every, "--whole")
    for group, found in json.loads(text).items():
        yield Row(f"photographs {group}: tiles located", 0.99, found["located"])
        yield Row(f"photographs {group}: tiles read", 0.98, found["read"])
        yield Row(f"photographs {group}: exactly right", 0.85, found["photographs exactly right"])


def mats(o: Options) -> Iterator[Row]:
    found = json.loads(output("looks", "--pictures", o.pictures, "--kind", "1080p"))
    for levels, wanted in ((("tidy", "loose"), 0.99), (("messy",), 0.97)):
        seen = [found[f"1080p, other sets, table: {level}"] for level in levels]
        share = sum(s["pictures without any fault"] for s in seen) / sum(s["pictures"] for s in seen)
        yield Row(f"rendered mats, 1080p, {' and '.join(levels)}: exactly right", wanted, round(share, 4))


def things(o: Options) -> Iterator[Row]:
    for kind, found in json.loads(output("dice_sticks", "--pictures", o.pictures)).items():
        for thing in ("dice", "sticks"):
            yield Row(f"{thing}, {kind}", 0.99, found[thing]["share"])


def games(o: Options) -> Iterator[Row]:
    seeds = range(5000, 5000 + o.games)
    text = output("follow", "--venues", 500, "--hands", o.hands, "--json", "--seeds", *seeds)
    found = json.loads(text.splitlines()[-1])
    yield Row("games in unseen clubs: F1 of events, unasked", 99.5, found["f1_unasked"])
    yield Row("games in unseen clubs: F1 with two questions a hand", 99.95, found["f1"])
    yield Row("games in unseen clubs: perfect games, percent", 95, found["perfect_games"])
    yield Row("games in unseen clubs: revealed hands exact, percent", 99.5, found["revealed_exact"])


def cost(o: Options) -> Iterator[Row]:
    found = json.loads(output("eyes_cost"))
    idle = found["nothing moves"]
    table = found["still table, two threads"]["median ms"]
    yield Row("full table to its state, two threads, ms", 60, table, most=True)
    yield Row("motion gate, ms", 3, idle["gate, p95 ms"], most=True)
    yield Row("hand withdrawn to observation, ms", 600, found["hand withdrawn to observation, ms"], most=True)
    yield Row("camera loop while nothing moves, percent of a core", 60, idle["percent of a core"], most=True)
    yield Row("memory, MB", 300, found["memory, MB"], most=True)


def calibration(o: Options) -> Iterator[Row]:
    for line in output("calibration", "--cameras", 16).splitlines():
        if not line.startswith("{"):
            continue
        row = json.loads(line)
        worst = max(row["worst mm at 0, 20, 40"])
        yield Row(f"calibration, {row['lens known by']}: worst error, mm", 1, worst, most=True)


def sight(o: Options) -> Iterator[Row]:
    for line in output("sight", "--trials", 3).splitlines():
        row = json.loads(line)
        what = f"{row['fault']} at {row['pictures a second']:g} pictures/s: named after s"
        yield Row(what, 2, row["slowest s"] if row["named"] == row["trials"] else float("inf"), most=True)


PARTS: Final[Parts] = {
    "crops": crops,
    "designs": designs,
    "photographs": photographs,
    "mats": mats,
    "things": things,
    "games": games,
    "cost": cost,
    "calibration": calibration,
    "sight": sight,
}
OF_PHOTOGRAPHS: Final = ("crops", "photographs")


def _mean(shares: dict[str, Any]) -> float:
    return round(float(sum(shares.values())) / len(shares), 4)


def seconds(part: str, o: Options) -> float:
    """How long a part takes."""
    found: dict[str, float] = {
        "crops": 240.0,
        "designs": 120.0,
        "photographs": 900 / o.every,
        "mats": 4.0 * 3 * o.pictures,
        "things": 1.5 * o.pictures,
        "games": 15.0 * o.games * o.hands,
        "cost": 60.0,
        "calibration": 160.0,
        "sight": 180.0,
    }
    return found[part]


def main() -> int:
    given = parser(__doc__, PARTS, seconds)
    given.add_argument("--shared", type=Path, default=Path("../shared"))
    given.add_argument("--models", type=Path, default=MODELS)
    given.add_argument("--every", type=int, default=1, help="read every n-th photograph only")
    given.add_argument("--pictures", type=int, default=40, help="mats of each kind, and of dice and sticks")
    given.add_argument("--games", type=int, default=20)
    given.add_argument("--hands", type=int, default=4, help="of each game")
    options = given.begin()
    if not (options.shared / "photos").is_dir():
        for name in (name for name in OF_PHOTOGRAPHS if name in options.only):
            print(f"--  {name}: left out, there are no photographs in {options.shared}", flush=True)
            options.only.remove(name)
    return asked(PARTS, options)


if __name__ == "__main__":
    sys.exit(main())
