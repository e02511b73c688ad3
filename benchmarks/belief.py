"""How far readings of resting tiles are to be believed: `python -m benchmarks.belief`.

Each table is read `LOOKS` times while nothing moves. For each power of the mean odds: what is the mean
surprise (negative log likelihood) of what lay there, how many tiles stay below certainty, and how many are
certain and wrong, by one reading and by all of them together. Tables of clubs by our own renderer, then
(`--tables`, as of `python -m benchmarks.povray`) those of another one. Last, with `--indicators`: how many
white dragons that are shown as dora indicators are read in walls.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Final

import numpy as np

from benchmarks.clubs import calibrated
from benchmarks.pairing import SHOWN
from benchmarks.povray import drawing, faces
from benchmarks.povray.__main__ import BLUR_PX, NOISE
from benchmarks.povray.drawing import sensed
from benchmarks.povray.shown import kept
from benchmarks.progress import Command, Options, each, tell
from controller.infer.reading import CERTAIN
from engine.tiles.tile import Face, Tile
from vision.calibration.by_markers import calibrate
from vision.calibration.mat import TILE_D, TILE_H
from vision.calibration.surface import CalibrationError, Surface
from vision.camera.frame import Pixels
from vision.eyes.track import FLOOR, SAME_MM
from vision.faces.makers import HELD
from vision.nets.blank import Colours
from vision.nets.detect import Detector
from vision.nets.detection import Detection
from vision.scene.demo import demo_scene
from vision.scene.render import Renderer, Truth
from vision.scene.scene import Rest, Scene
from vision.scene.untidiness import LEVELS
from vision.scene.venue import Venue

LOOKS: Final = 6
POWERS: Final = (0.7, 1.0, 1.3, 1.6, 2.0, 3.0, 6.0)
"""6 is what adding up six readings comes to."""
WHITE: Final = Tile.parse("5z")
TAKES_S: Final = 8.0
Read = tuple[Face | None, list[dict[Face | None, float]]]
"""What lies there, and the odds of each reading."""


def club(number: int) -> tuple[Renderer, Surface, Venue]:
    venue = Venue.of(number)
    light, lens = venue.room
    draw = Renderer(venue.view, venue.style, light, number, mat=venue.cloth, lens=lens)
    return draw, calibrated(draw, venue.view), venue


def nearest(found: Sequence[Detection], x: float, y: float) -> Detection | None:
    near = min(found, key=lambda d: math.hypot(d.x - x, d.y - y), default=None)
    return near if near is not None and math.hypot(near.x - x, near.y - y) < SAME_MM else None


def read(
    scene: Scene, truth: Sequence[Truth], pictures: Sequence[Pixels], surface: Surface
) -> Iterator[Read]:
    """Each tile that lies flat and is seen, where it is found."""
    detector = Detector(colours=Colours())
    looks = [detector.detect(picture, surface, stacks=surface.layout.stacks) for picture in pictures]
    for body, true in zip(scene.tiles, truth, strict=True):
        if not body.flat or body.bank or true.visible < SHOWN:
            continue
        seen = [near for look in looks if (near := nearest(look, body.x, body.y)) is not None]
        if seen:
            yield true.tile, [dict(one.odds) for one in seen]


def of_club(number: int) -> Iterator[Read]:
    draw, surface, venue = club(number)
    scene = demo_scene(number, mess=LEVELS[venue.mess or "tidy"])
    yield from read(scene, draw.truth(scene), [draw.render(scene, float(n)) for n in range(LOOKS)], surface)


def of_povray(seed: int, folder: Path | None) -> Iterator[Read]:
    found, rng = kept(seed, TILE_H, folder), np.random.default_rng([seed, 2])
    blur, noise = rng.uniform(*BLUR_PX), rng.uniform(*NOISE)
    pictures = [sensed(found.pixels, rng, blur, noise) for _ in range(LOOKS)]
    try:
        surface = calibrate(pictures[0], found.fov)
    except CalibrationError as error:
        tell(json.dumps(found.about | {"calibration": str(error)}))
        return
    yield from read(found.scene, found.truth, pictures, surface)


def believed(looks: Sequence[dict[Face | None, float]], power: float) -> dict[Face | None, float]:
    """The odds of a tile by the mean of its readings."""
    named = {face for look in looks for face in look}
    logs = {f: power * fmean(math.log(max(look.get(f, 0.0), FLOOR)) for look in looks) for f in named}
    best = max(logs.values())
    odds = {face: math.exp(value - best) for face, value in logs.items()}
    return {face: value / sum(odds.values()) for face, value in odds.items()}


def report(name: str, tiles: Sequence[Read]) -> None:
    for looks in (1, LOOKS):
        for power in POWERS:
            answers = [(true, believed(seen[:looks], power)) for true, seen in tiles]
            best = [(true, max(odds.items(), key=lambda item: item[1])) for true, odds in answers]
            row: dict[str, object] = {"tables": name, "tiles": len(tiles), "readings": looks, "power": power}
            row["surprise"] = round(fmean(-math.log(max(o.get(t, 0.0), FLOOR)) for t, o in answers), 4)
            row["not certain"] = sum(p < CERTAIN for _, (_, p) in best)
            row["certain and wrong"] = sum(p >= CERTAIN and face != t for t, (face, p) in best)
            tell(json.dumps(row))


def indicators(number: int) -> tuple[int, int]:
    """Of two tables of a club: how many white dragons are shown in a wall, and how many are read."""
    draw, surface, venue = club(number)
    detector, shown, right = Detector(colours=Colours()), 0, 0
    for k in range(2):
        scene = demo_scene(2 * number + k, mess=LEVELS[venue.mess or "tidy"])
        open_ = [
            b for b in scene.tiles if b.rest is Rest.FACE_UP and b.z == TILE_D and _walled(b.x, b.y, surface)
        ]
        ids = {body.id for body in open_}
        tiles = tuple(replace(b, face=WHITE) if b.id in ids else b for b in scene.tiles)
        found = detector.detect(
            draw.render(replace(scene, tiles=tiles), float(k)), surface, stacks=surface.layout.stacks
        )
        for body in open_:
            near = nearest(found, body.x, body.y)
            shown, right = shown + 1, right + (near is not None and near.tile == WHITE)
    return shown, right


def _walled(x: float, y: float, surface: Surface) -> bool:
    return any(rect.holds(x, y) for rect in surface.layout.stacks)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--clubs", type=int, default=16)
    parser.add_argument("--first", type=int, default=700, help="the first club, counted from those kept out")
    parser.add_argument("--tables", type=int, default=0, help="that POV-Ray draws, from seed 0")
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    parser.add_argument("--indicators", action="store_true")
    wanted = parser.begin()
    clubs = range(HELD + wanted.first, HELD + wanted.first + wanted.clubs)
    report("our own", [tile for number in each("clubs", clubs) for tile in of_club(number)])
    if wanted.tables:
        parser.need(drawing.absent() or faces.absent())
        seeds = each("tables", range(wanted.tables))
        report("POV-Ray", [tile for seed in seeds for tile in of_povray(seed, wanted.keep)])
    if wanted.indicators:
        found = [indicators(number) for number in each("indicators", clubs)]
        row = {"white dragons shown": sum(s for s, _ in found), "read": sum(r for _, r in found)}
        tell(json.dumps(row))


def takes(options: Options) -> float:
    return float(TAKES_S * (options.clubs * (1 + options.indicators) + options.tables))


if __name__ == "__main__":
    main()
