"""The eyes on tables that POV-Ray draws, with faces that nobody here drew: `python -m benchmarks.povray`.

Every table has a set, a room, a cloth, a camera and habits of its own, by its seed. Counted is what the
detector says of one picture, then what the eyes say when they have looked at the resting table for
`LOOKED_S`. `--keep` names a folder for the pictures, which are drawn once. Needs `sudo apt install povray
povray-includes librsvg2-bin kdegames-mahjongg-data-kf5`.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.pairing import SHOWN, Score, check
from benchmarks.povray import drawing, faces
from benchmarks.povray.drawing import sensed
from benchmarks.povray.shown import Shown, kept
from benchmarks.progress import Command, Options, each, tell
from vision.calibration.by_markers import calibrate
from vision.calibration.mat import Zone, to_table
from vision.calibration.surface import CalibrationError, Surface
from vision.camera.frame import Frame
from vision.eyes.eyes import Eyes
from vision.nets.blank import Colours
from vision.nets.detect import Detector

LOOKED_S: Final = 2.5
EVERY_S: Final = 0.25
SURE: Final = 0.95
NEAR_MM: Final = 9.0
TAKES_S: Final = 60.0
BLUR_PX: Final = (0.5, 1.0)
NOISE: Final = (1.5, 4.0)


@dataclass
class Looked:
    """What the eyes say of tiles after a while."""

    tiles: int = 0
    right: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    sure_and_wrong: Counter[str] = field(default_factory=Counter)
    invented: Counter[str] = field(default_factory=Counter)

    def report(self) -> dict[str, object]:
        return {
            "tiles": self.tiles,
            "right": self.right,
            "missed": dict(self.missed),
            "wrong": dict(self.wrong),
            "sure and wrong": dict(self.sure_and_wrong),
            "invented": dict(self.invented),
        }


def looked(found: Shown, surface: Surface, seed: int) -> Looked:
    """The faces in ponds, sets and open hands, and whatever face the eyes see in walls."""
    rng, out = np.random.default_rng([seed, 3]), Looked()
    blur, noise = rng.uniform(*BLUR_PX), rng.uniform(*NOISE)
    eyes = Eyes(Detector(colours=Colours()), surface)
    try:
        for n in range(round(LOOKED_S / EVERY_S) + 1):
            eyes.feed(Frame("povray", n * EVERY_S, sensed(found.pixels, rng, blur, noise)))
        seen = [
            (tile, *to_table(seat, tile.x, tile.y))
            for zone in (Zone.HAND, Zone.MELD, Zone.WALL, Zone.POND)
            for seat in range(4)
            for tile in eyes.content(zone, seat)
            if tile.tile is not None
        ]
    finally:
        eyes.close()
    for body, true in zip(found.scene.tiles, found.truth, strict=True):
        near = min(seen, key=lambda s: math.hypot(s[1] - body.x, s[2] - body.y), default=None)
        hit = near is not None and math.hypot(near[1] - body.x, near[2] - body.y) < NEAR_MM
        if true.tile is None or true.visible < SHOWN or body.bank:
            continue
        out.tiles += 1
        if near is None or not hit:
            out.missed[str(true.tile)] += 1
            continue
        seen.remove(near)
        out.right += near[0].tile == true.tile
        if near[0].tile != true.tile:
            out.wrong[what := f"{true.tile}>{near[0].tile} {near[0].p:.2f}"] += 1
            out.sure_and_wrong[what] += near[0].p >= SURE
    for tile, x, y in seen:
        under = min(found.scene.tiles, key=lambda b: math.hypot(x - b.x, y - b.y))
        if math.hypot(x - under.x, y - under.y) > NEAR_MM or str(under.face) != str(tile.tile):
            out.invented[f"{tile.tile} on {under.rest} {tile.p:.2f}"] += 1
    out.sure_and_wrong = +out.sure_and_wrong
    return out


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--first", type=int, default=0, help="seed of the first")
    parser.add_argument("--length", type=float, default=34.0, metavar="MM")
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    wanted = parser.begin()
    parser.need(drawing.absent() or faces.absent())
    total, eyes = Score(), list[Looked]()
    for seed in each("tables", range(wanted.first, wanted.first + wanted.tables)):
        found, own = kept(seed, wanted.length, wanted.keep), Score()
        rng = np.random.default_rng([seed, 2])
        pixels = sensed(found.pixels, rng, rng.uniform(*BLUR_PX), rng.uniform(*NOISE))
        try:
            surface = calibrate(pixels, found.fov).with_tiles(wanted.length)
        except CalibrationError as error:
            tell(json.dumps(found.about | {"calibration": str(error)}, ensure_ascii=False))
            continue
        read = Detector(colours=Colours()).detect(pixels, surface, stacks=surface.layout.stacks)
        for score in (own, total):
            check(score, read, found.scene, found.truth)
        eyes.append(looked(found, surface, seed))
        row = {"wrong": dict(own.wrong), "ghosts": dict(own.ghosts), "of": own.tiles}
        tell(json.dumps(found.about | row | {"eyes": eyes[-1].report()}, ensure_ascii=False))
    summed = {"tables": len(eyes), "faces": sum(e.tiles for e in eyes), "right": sum(e.right for e in eyes)}
    summed |= {
        name: sum(getattr(e, name).total() for e in eyes)
        for name in ("missed", "wrong", "sure_and_wrong", "invented")
    }
    tell(json.dumps({"detector": total.report(), "eyes": summed}, ensure_ascii=False))


def takes(options: Options) -> float:
    return float(TAKES_S * options.tables)


if __name__ == "__main__":
    main()
