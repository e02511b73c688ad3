"""How real photographs of tiles are read, by group: `python -m benchmarks.photographs --shared ../shared`.

Weights that never saw a group can be given in a folder: `--models DIR` takes for the photographs of a
group the models in DIR/leo, DIR/hand and DIR/green_mat, where there are such folders, else those in DIR.

A tile counts as located where an outline covers its labelled box (intersection over union at least
one half), or lies within it and covers a third: boxes of standing tiles hold their tops and sides, outlines
only the face. How many the first of the two alone would count is reported besides. A tile counts as read
where the face is right too. Loose tiles, flowers and tiles at the edges are not all labelled, so tiles
reported beside the labelled ones are counted, and a photograph is exactly right if every labelled tile is
read and none is reported twice or across another: no other tile has its middle within a label.

Some labels are wrong at their source. All figures are of the labels as they are; what they would be with
those mended that name another face than the picture shows, lie where no such tile is (FAULTY) or are there
twice is reported besides.
"""

from __future__ import annotations

import csv
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from benchmarks.progress import Command, Options, each, no_folder
from engine.tiles.tile import Tile
from vision.camera.files import open_photo
from vision.camera.frame import Pixels
from vision.nets.closeup import as_crop
from vision.nets.detect import Detector
from vision.nets.detection import Quad
from vision.nets.load import MODELS
from vision.photo.enrol import enrolled
from vision.photo.read import PhotoTile, read_crop, read_photo

Box = tuple[float, float, float, float]
PHOTOS: Final = "photographs with their labels, which are no part of this repository; --shared names it"
LOCATED = 0.5
WITHIN, LEAST_FACE = 0.85, 1 / 3
CROPS_OF = {"leo": "leo", "hand": "hand", "grn": "green_mat"}
"""The group of crops that shows the tiles of a group of photographs."""
FAULTY: Final[dict[tuple[str, int], Tile | None]] = {
    ("grn_8258bac6", 8): None,
    ("grn_cf76ac26", 11): Tile.parse("4p"),
    ("grn_14e4ac3b", 13): Tile.parse("1z"),
    ("grn_2ba980e4", 14): Tile.parse("2p"),
    ("grn_d4f8c56b", 13): Tile.parse("9m"),
}
"""What the picture shows, seen by eye, where a label (by its place in the file) says something else."""
TWICE: Final = 0.6
"""Intersection over union of two labels of one tile; those of neighbours share a third at most."""


def readers(folder: Path) -> dict[str, Detector]:
    """For each group of photographs the models that never saw it, if `folder` holds such."""
    plain = Detector(folder, flowers=True)
    return {
        group: Detector(folder / crops, flowers=True) if (folder / crops).is_dir() else plain
        for group, crops in CROPS_OF.items()
    }


def whole(photos: Path, models: Path = MODELS, every: int = 1) -> dict[str, object]:
    """Located, read and exactly right by group; `every` n-th photograph."""
    counts: dict[str, tuple[Counter[str], Counter[str]]] = {}
    read = readers(models)
    for name, group, pixels, truth in labelled(photos, slice(None, None, every)):
        count, better = counts.setdefault(group, (Counter(), Counter()))
        start = time.process_time()
        found = [t for t in read_photo(read[group], pixels).tiles if t.tile is not None]
        count["ms"] += round(1000 * (time.process_time() - start))
        compare(count, found, truth)
        compare(better, found, mended(name, truth))
    return {
        group: _report(count) | {"with faulty labels mended": _shares(better)}
        for group, (count, better) in counts.items()
    }


def labelled(photos: Path, which: slice) -> Iterator[tuple[str, str, Pixels, list[tuple[Tile, Box]]]]:
    """The name, the group, the picture and the tiles of these photographs."""
    rows = json.loads((photos / "photos" / "annotations.json").read_text(encoding="utf-8"))
    for row in each("photographs", rows[which]):
        pixels, _ = open_photo(photos / row["file"])
        yield (
            Path(row["file"]).stem,
            row["group"],
            pixels,
            [(Tile.parse(t["label"]), (*t["box"],)) for t in row["tiles"]],
        )


def mended(name: str, truth: list[tuple[Tile, Box]]) -> list[tuple[Tile, Box]]:
    """The labels of this photograph without those that are wrong."""
    out: list[tuple[Tile, Box]] = []
    for number, (label, box) in enumerate(truth):
        face = FAULTY.get((name, number), label)
        if face is not None and all(face != other or share(box, place) < TWICE for other, place in out):
            out.append((face, box))
    return out


def compare(count: Counter[str], found: Iterable[PhotoTile], truth: Iterable[tuple[Tile, Box]]) -> None:
    """Count one photograph."""
    free = [(t, box_of(t.quad)) for t in found]
    known = list(truth)
    faults = 0
    for face, box in known:
        count["tiles"] += 1
        best = max(free, key=lambda pair: share(pair[1], box), default=None)
        if best is None or not fits(best[1], box):
            faults += 1
            continue
        count["covered"] += share(best[1], box) >= LOCATED
        free.remove(best)
        count["located"] += 1
        count["read"] += best[0].tile == face
        faults += best[0].tile != face
    across = sum(any(_holds(other, box) for _, other in known) for _, box in free)
    count["pictures"] += 1
    count["across"] += across
    count["exact"] += not faults and not across
    count["reported beside"] += len(free)


def box_of(quad: Quad) -> Box:
    xs, ys = zip(*quad, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _holds(box: Box, other: Box) -> bool:
    """Whether the middle of the other lies within the box."""
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] < x < box[2] and box[1] < y < box[3]


def share(a: Box, b: Box) -> float:
    """Intersection over union."""
    both = _common(a, b)
    return both / (_area(a) + _area(b) - both)


def fits(outline: Box, box: Box) -> bool:
    """Whether the outline is that of the tile, or of the face of the tile, in the box."""
    both = _common(outline, box)
    within, covered = both / _area(outline), both / _area(box)
    return share(outline, box) >= LOCATED or (within >= WITHIN and covered >= LEAST_FACE)


def _common(a: Box, b: Box) -> float:
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return max(0.0, wide) * max(0.0, high)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _report(count: Counter[str]) -> dict[str, object]:
    return {
        "photographs": count["pictures"],
        "located, half of the box covered": round(count["covered"] / count["tiles"], 4),
        **_shares(count),
        "reported beside the labelled": count["reported beside"],
        "milliseconds of the processor each": round(count["ms"] / count["pictures"]),
    }


def _shares(count: Counter[str]) -> dict[str, object]:
    return {
        "tiles": count["tiles"],
        "located": round(count["located"] / count["tiles"], 4),
        "read": round(count["read"] / count["tiles"], 4),
        "photographs exactly right": round(count["exact"] / count["pictures"], 4),
    }


def crops(reader: Detector, photos: Path) -> dict[str, object]:
    """Share of single tiles read right, as `jantaku read --crop` reads them."""
    seen: dict[str, list[tuple[bool, float]]] = {}
    with (photos / "crops" / "labels.csv").open(encoding="utf-8") as file:
        for row in each("crops", list(csv.DictReader(file))):
            found = read_crop(reader, open_photo(photos / row["file"])[0])
            seen.setdefault(row["group"], []).append((found.tile == Tile.parse(row["label"]), found.score))
    return {
        group: {
            "crops": len(rows),
            "right": round(float(np.mean([right for right, _ in rows])), 4),
            "wrong and sure (p >= 0.9)": round(float(np.mean([not r and p >= 0.9 for r, p in rows])), 4),
        }
        for group, rows in seen.items()
    }


def enrolment(plain: Detector, photos: Path, rounds: int = 3) -> dict[str, object]:
    """Share of upright crops read right before and after two of each face were enrolled."""
    out: dict[str, object] = {}
    for group in each("groups enrolled", ("hand", "leo", "green_mat")):
        rows = [
            (Tile.parse(row["label"]), as_crop(open_photo(photos / row["file"])[0]))
            for row in csv.DictReader((photos / "crops" / "labels.csv").open(encoding="utf-8"))
            if row["group"] == group and row["landscape"] == "0"
        ]
        shares = [_enrol_two(plain, rows, np.random.default_rng(k)) for k in range(rounds)]
        out[group] = {
            name: round(float(value), 4)
            for name, value in zip(("before", "after"), np.mean(shares, axis=0), strict=True)
        }
    return out


def _enrol_two(
    plain: Detector, rows: list[tuple[Tile, Pixels]], rng: np.random.Generator
) -> tuple[float, float]:
    taken: Counter[Tile] = Counter()
    shown: list[tuple[Tile | None, Pixels]] = []
    rest: list[tuple[Tile, Pixels]] = []
    for k in rng.permutation(len(rows)):
        face, crop = rows[k]
        if taken[face] < 2:
            shown.append((face, crop))
        else:
            rest.append((face, crop))
        taken[face] += 1
    truth = np.array([int(face) for face, _ in rest])
    images = np.stack([crop for _, crop in rest])
    known = Detector(tile_set=enrolled(plain, shown))
    before, after = (
        float((reader.classify(images)[:, :-1].argmax(axis=1) == truth).mean()) for reader in (plain, known)
    )
    return before, after


def takes(options: Options) -> float:
    return float(900 / options.every + (0 if options.whole else 600))


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--models", type=Path, default=MODELS, help="folder of the models")
    parser.add_argument("--every", type=int, default=1, help="read every n-th photograph only")
    parser.add_argument("--whole", action="store_true", help="whole photographs alone")
    args = parser.begin()
    parser.need(no_folder(args.models, "models"), no_folder(args.shared / "photos", PHOTOS))
    cv2.setNumThreads(1)
    photos = args.shared / "photos"
    if args.whole:
        print(json.dumps(whole(photos, args.models, args.every), indent=1))
        return
    reader = Detector(args.models)
    figures = {
        "whole": whole(photos, args.models, args.every),
        "crops": crops(reader, photos),
        "enrolment": enrolment(reader, photos),
    }
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
