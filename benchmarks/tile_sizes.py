"""Tiles of every size on a mat of 750 mm: `python -m benchmarks.tile_sizes`.

The camera gives pictures of 1920 x 1080, with `--house` of 2028 x 1520. For each length the tables of some
clubs (set, room, cloth, camera and habits of each) are drawn with such tiles, read, and set against their
truth; then the length is measured from the first of them.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

from benchmarks.clubs import calibrated
from benchmarks.pairing import Score, check
from benchmarks.progress import Command, Options, each, tell
from vision.calibration.mat import TILE_H
from vision.calibration.surface import CalibrationError
from vision.eyes.tile_size import measured
from vision.nets.blank import Colours
from vision.nets.detect import Detector
from vision.scene.demo import demo_scene
from vision.scene.render import Renderer, View
from vision.scene.spread import spread
from vision.scene.untidiness import LEVELS
from vision.scene.venue import Venue

LENGTHS: Final = (26.0, 28.0, 30.0, 33.0, 34.0, 42.0)
PICTURES: Final = 2
"""Of each club."""
TAKES_S: Final = 6.0


def tables(club: int, length: float, house: bool, score: Score, off: list[float]) -> float:
    """Adds the club's tables to `score` and how far off the length is measured to `off`; pixels of a mm."""
    venue, unit = Venue.of(club), length / TILE_H
    light, lens = venue.room
    seen = venue.view if house else full_hd(venue.view)
    view = seen.in_units(unit)
    draw = Renderer(view, venue.style, light, club, mat=venue.cloth, lens=lens, unit=unit)
    bare, reader = calibrated(draw, seen), Detector(colours=Colours())
    surface = bare.with_tiles(length)
    for n in range(PICTURES):
        scene = demo_scene(club * PICTURES + n, mess=LEVELS[venue.mess or "tidy"])
        scene = spread(scene, surface.layout)
        pixels = draw.render(scene, float(n))
        check(score, reader.detect(pixels, surface, stacks=surface.layout.stacks), scene, draw.truth(scene))
        if not n:
            try:
                off.append(measured(reader, pixels, bare) / length - 1)
            except CalibrationError:
                off.append(float("inf"))
    return bare.scale()


def full_hd(view: View) -> View:
    """The same camera, its picture of 1080 rows."""
    return replace(view, width=1920, height=1080, focal=view.focal * 1080 / view.height)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--lengths", type=float, nargs="+", default=LENGTHS, metavar="MM")
    parser.add_argument("--first", type=int, default=880_000, help="number of the first club")
    parser.add_argument("--clubs", type=int, default=8)
    parser.add_argument("--house", action="store_true", help="pictures of 2028 x 1520")
    wishes = parser.begin()
    for length in each("lengths", wishes.lengths):
        score, off = Score(), list[float]()
        for club in range(wishes.first, wishes.first + wishes.clubs):
            px_mm = tables(club, length, wishes.house, score, off)
        off = sorted(off, key=abs)
        backs = sum(count for what, count in score.wrong.items() if what.startswith("back"))
        row = {"mm": length, "pixels long": round(length * px_mm, 1)} | score.report()
        row["faces and backs missed or misread"] = [score.wrong.total() - backs, backs]
        row["measured, off by % (median, worst)"] = [
            round(100 * abs(v), 2) for v in (off[len(off) // 2], off[-1])
        ]
        tell(json.dumps(row))


def takes(options: Options) -> float:
    return float(TAKES_S * len(options.lengths) * options.clubs)


if __name__ == "__main__":
    main()
