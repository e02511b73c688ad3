"""How many touches a photographed hand needs: `python -m benchmarks.hands --shared ../shared`.

All labelled photographs whose labels are a complete hand of 14 tiles are read as the page of a hand reads
them (`controller.hand`), after the nets have been loaded. A touch puts one tile right, takes one out, adds
one, or takes a set back into the hand. The labels say which tiles a photograph shows, and by eye all of these
hands are closed; they do not say which tile won, so a winning tile that is named is a touch, and one that is
asked is none. The flowers that lie in some of these rows have no label: they belong to no hand.

The nets have seen tiles cut out of photographs of these groups, so the figures are of sets that they know.
Time is the processor's and the wall's, from the file to the answer.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.photographs import PHOTOS
from benchmarks.progress import Command, Options, each, no_folder
from controller.hand.answers import HandReading
from controller.hand.reader import HandReader
from engine.tiles.shape import complete
from engine.tiles.tile import parse_tiles

HANDS: Final = 45
PROMISED: Final = ((0, 0.80), (2, 0.95))
"""Touches, and the share of the hands that needs no more."""


def labelled(photos: Path) -> list[tuple[Path, list[str]]]:
    """Photographs of complete hands, and their tiles."""
    notes: list[dict[str, Any]] = json.loads((photos / "photos" / "annotations.json").read_text("utf-8"))
    found = [(photos / note["file"], [tile["label"] for tile in note["tiles"]]) for note in notes]
    return sorted((path, tiles) for path, tiles in found if complete(parse_tiles("".join(tiles))))


def touches(found: HandReading, truth: list[str]) -> int:
    """How often somebody must touch what was read until it is the closed hand that it shows."""
    numbers = [*found.hand, *(() if found.win is None else (found.win,))]
    counted = Counter(str(found.seen[at].tile) for at in numbers)
    for one in found.sets:
        counted.update(one.tiles)
    wanted = Counter(truth)
    wrong = max((counted - wanted).total(), (wanted - counted).total())
    return wrong + len(found.sets) + (found.win is not None)


def measured(photos: Path, every: int) -> Iterator[tuple[str, int, float, float]]:
    """Name, touches, seconds of the processor and of the wall for each hand."""
    reader = HandReader()
    hands = labelled(photos)[::every]
    reader.read(hands[0][0].read_bytes())
    for path, truth in each("hands", hands):
        content = path.read_bytes()
        cpu, wall = time.process_time(), time.perf_counter()
        found = reader.read(content)
        yield path.stem, touches(found, truth), time.process_time() - cpu, time.perf_counter() - wall


def figures(rows: Sequence[tuple[str, int, float, float]]) -> dict[str, object]:
    """What is printed of the rows of `measured`."""
    counts = Counter(needed for _, needed, _, _ in rows)
    cpu, wall = sorted(row[2] for row in rows), sorted(row[3] for row in rows)
    return {
        "hands": len(rows),
        "touches": dict(sorted(counts.items())),
        "shares": {f"at most {n}": sum(row[1] <= n for row in rows) / len(rows) for n, _ in PROMISED},
        "promised": {f"at most {n}": share for n, share in PROMISED},
        "touched": {name: needed for name, needed, _, _ in rows if needed},
        "processor s": {"median": round(cpu[len(cpu) // 2], 2), "most": round(cpu[-1], 2)},
        "wall s": {"median": round(wall[len(wall) // 2], 2), "most": round(wall[-1], 2)},
    }


def takes(options: Options) -> float:
    return 1.5 * HANDS / float(options.every) + 2


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--every", type=int, default=1, help="read every n-th hand only")
    args = parser.begin()
    parser.need(no_folder(args.shared / "photos", PHOTOS))
    print(json.dumps(figures(list(measured(args.shared / "photos", args.every))), indent=1))


if __name__ == "__main__":
    main()
