"""Odd sets that POV-Ray draws, untaught, taught and after an evening: `python -m benchmarks.povray.taught`.

Each club of a seed has a set of other people's drawings (its family by turns), a mat and a camera. Its tiles
are taught as the set-up page teaches them, by two looks in two lights; then its ponds are read in up to three
lights. Counted are faces in ponds as the detector reads one picture; *sure* is 0.95. With `--hands` the set
is not taught by looks: it learns from tables, whose faces confirmed hands would give, as a table does after a
game, and every third table is held back and counted. `--keep` names a folder for the pictures, which are
drawn once. Needs what `benchmarks.povray` needs.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.pairing import SHOWN
from benchmarks.povray import drawing, faces
from benchmarks.povray.__main__ import BLUR_PX, NOISE, SURE
from benchmarks.povray.club import LOOKS, Club
from benchmarks.povray.drawing import sensed
from benchmarks.povray.shown import Shown
from benchmarks.progress import Command, Options, each, tell
from engine.tiles.tile import ALL
from vision.calibration.by_markers import calibrate
from vision.calibration.mat import TILE_H
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.nets.blank import Colours
from vision.nets.detect import Detector
from vision.nets.detection import Detection
from vision.nets.enrol import EnrolError, TileSet
from vision.photo.enrol import Shown as Crop
from vision.photo.enrol import taught
from vision.photo.laid import laid
from vision.photo.learn import is_held, lacking, learnt
from vision.photo.read import tile_crop

NEAR_MM: Final = 9.0
TAKES_S: Final = 300.0


@dataclass
class Count:
    """Faces of ponds: how they were read, and the crops of those that were found."""

    faces: int = 0
    right: int = 0
    missed: int = 0
    sure_and_wrong: int = 0
    crops: list[Crop] = field(default_factory=list)

    def report(self) -> str:
        return f"{self.right} of {self.faces}, missed {self.missed}, sure and wrong {self.sure_and_wrong}"

    def add(self, other: Count) -> None:
        self.faces, self.right = self.faces + other.faces, self.right + other.right
        self.missed += other.missed
        self.sure_and_wrong += other.sure_and_wrong


@dataclass(frozen=True)
class Picture:
    """What a camera took, and where the mat lies in it."""

    shown: Shown
    pixels: Pixels
    surface: Surface

    @classmethod
    def taken(cls, shown: Shown, *seed: int) -> Picture:
        rng = np.random.default_rng(seed)
        pixels = sensed(shown.pixels, rng, rng.uniform(*BLUR_PX), rng.uniform(*NOISE))
        return cls(shown, pixels, calibrate(pixels, shown.fov).with_tiles(TILE_H))

    def read(self, known: TileSet | None) -> Count:
        """The faces that lie flat and are seen whole."""
        found = Detector(tile_set=known, colours=Colours()).detect(self.pixels, self.surface)
        out = Count()
        for body, true in zip(self.shown.scene.tiles, self.shown.truth, strict=True):
            if true.tile is None or true.visible < SHOWN or body.bank:
                continue
            out.faces += 1
            seen = _nearest(found, body.x, body.y)
            if seen is None:
                out.missed += 1
                continue
            out.crops.append((true.tile, tile_crop(self.pixels, seen.quad)))
            out.right += seen.tile == true.tile
            out.sure_and_wrong += seen.tile != true.tile and seen.odds[0][1] >= SURE
        return out


def _nearest(found: list[Detection], x: float, y: float) -> Detection | None:
    near = [d for d in found if math.hypot(d.x - x, d.y - y) < NEAR_MM]
    return min(near, key=lambda d: math.hypot(d.x - x, d.y - y), default=None)


def by_two_looks(club: Club, folder: Path | None) -> tuple[TileSet | None, str]:
    """The set as the set-up page teaches it, and what is said of that."""
    looks: list[list[Crop]] = []
    for number in range(LOOKS):
        picture = Picture.taken(club.look(number, folder), club.seed, 2, 90 + number)
        tiles, error = laid(Detector(), picture.pixels, picture.surface)
        if error is not None:
            return None, str(error)
        looks.append([(face, tile_crop(picture.pixels, tile.quad)) for face, tile in tiles])
    try:
        found, now, then = taught(looks)
    except EnrolError as error:
        return None, str(error)
    return found, f"{now.right}, then {then.right} of {then.count} tiles of the looks"


def by_hands(untaught: list[Count]) -> tuple[TileSet | None, str]:
    """What the tables teach that are not held back, as a table learns when a game is over."""
    hands = {number: count.crops for number, count in enumerate(untaught)}
    seen = {number: tuple(face for face, _ in hand) for number, hand in hands.items()}
    found, few = learnt(hands), len(lacking(seen, ALL))
    said = f"{found.before.right}, then {found.then.right} of {found.then.count} tiles held back"
    return (found.known if found.better else None), f"{said}; {few} faces seen too seldom"


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--clubs", type=int, default=6)
    parser.add_argument("--first", type=int, default=5000, help="seed of the first")
    parser.add_argument("--tables", type=int, default=1, help="of each club")
    parser.add_argument(
        "--hands", action="store_true", help="learn from two tables of three; twelve are about an evening"
    )
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    wanted = parser.begin()
    parser.need(drawing.absent() or faces.absent())
    before, after = Count(), Count()
    for seed in each("clubs", range(wanted.first, wanted.first + wanted.clubs)):
        club = Club.of(seed)
        tables = [club.table(number, wanted.keep) for number in range(wanted.tables)]
        pictures = [Picture.taken(shown, seed, 2, number) for number, shown in enumerate(tables)]
        untaught = [picture.read(None) for picture in pictures]
        known, said = by_hands(untaught) if wanted.hands else by_two_looks(club, wanted.keep)
        row, then = Count(), Count()
        for number, picture in enumerate(pictures):
            if not wanted.hands or is_held(number):
                row.add(untaught[number])
                then.add(picture.read(known))
        before.add(row)
        after.add(then)
        about = {"club": seed, "faces": club.tiles.drawings.name, "looks": said}
        tell(json.dumps(about | {"before": row.report(), "after": then.report()}, ensure_ascii=False))
    tell(json.dumps({"before": before.report(), "after": after.report()}))


def takes(options: Options) -> float:
    return float(TAKES_S * options.clubs * (options.tables + LOOKS))


if __name__ == "__main__":
    main()
