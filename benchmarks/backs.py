"""Backs of two sets in four whole walls: `python -m benchmarks.backs`.

Walls of each club as people build them, of its own set and with tiles of another club's among them, in the
club's own light, with sunlight on a part of the mat, with sunlight through a blind, and with a lamp that is
mirrored.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.clubs import calibrated
from benchmarks.progress import Command, Options, each, tell
from controller.virtual.place import Copy, body, built_row
from controller.virtual.placement_noise import Slop
from engine.tiles.tile import full_set
from vision.calibration.mat import TILE_D, Zone
from vision.calibration.surface import Surface
from vision.calibration.zones import Region, owner_of
from vision.camera.frame import Pixels
from vision.eyes.backs import row_of, two_sets
from vision.eyes.familiarity import Familiarity
from vision.eyes.observe import seen
from vision.eyes.track import Tracks
from vision.faces.makers import HELD, maker
from vision.faces.shapes import Rgb
from vision.nets.blank import Colours
from vision.nets.detect import Detector
from vision.nets.detection import Detection
from vision.scene.bodies import Body, DrawnBody, draw
from vision.scene.lamp_light import Gain
from vision.scene.render import Renderer, Style
from vision.scene.scene import Rest, Scene
from vision.scene.tiles import Studio
from vision.scene.venue import Venue

OTHERS: Final = 1000
"""Tiles with a number from this on are of the other set."""
SHARES: Final = {"one set": 0.0, "few": 0.1, "half": 0.5}
"""Of the tiles that are of the other set."""
CASES: Final = (
    *(("one set", light) for light in ("own", "own", "sun", "blind", "mirrored")),
    *((share, light) for share in ("few", "half") for light in ("own", "sun")),
)
ALIKE: Final = 40.0
"""Backs that differ by less (CIELAB) are of nearly one colour."""
WORDS: Final = {True: "two sets", False: "one set", None: "nothing"}
TAKES_S: Final = 22.0
SUN: Final = (2.6, 2.9, 3.2)
"""How much brighter (B, G, R, linear) the sun makes what it falls on."""
GAMMA: Final = 2.2
Mask = NDArray[np.float32]


class TwoSets(Renderer):
    """Draws tiles of two sets."""

    def __init__(self, venue: Venue, other: Style, seed: int) -> None:
        light, lens = venue.room
        super().__init__(venue.view, venue.style, light, seed, mat=venue.cloth, lens=lens)
        self._other = Studio(self.view, other, light, Gain(light, self.view))
        self._drawn_others: dict[Body, DrawnBody] = {}

    def _entry(self, body: Body) -> DrawnBody:
        if body.id < OTHERS:
            return super()._entry(body)
        key = replace(body, id=0)
        if key not in self._drawn_others:
            self._drawn_others[key] = draw(body, self._other)
        return self._drawn_others[key]


def walls(seed: str, tidiness: float, share: float) -> Scene:
    """Four whole walls in which a `share` of the tiles is of another set."""
    rng, slop = random.Random(seed), Slop(seed, tidiness)
    places = [(seat, stack) for seat in range(4) for stack in built_row(slop)]
    tiles = list(full_set())
    rng.shuffle(tiles)
    of_others = {*rng.sample(range(len(tiles)), round(share * len(tiles)))}
    out = []
    for n, face in enumerate(tiles):
        seat, at = places[n // 2]
        copy = Copy(n + OTHERS * (n in of_others), face)
        out.append(body(seat, copy, at, Rest.FACE_DOWN, TILE_D * (n % 2)))
    return Scene(tuple(out))


def sunlit(pixels: Pixels, mask: Mask) -> Pixels:
    """The picture with the sun where `mask` (0..1) has it."""
    linear = (pixels / 255.0) ** GAMMA * (1 + (np.array(SUN) - 1) * mask[..., None])
    return np.asarray(255 * np.clip(linear / linear.max() ** 0.5, 0, 1) ** (1 / GAMMA), np.uint8)


def _bands(pixels: Pixels, surface: Surface, bands: list[tuple[float, float]], angle: float) -> Mask:
    """A mask of bands (from, to; mm of the table) across the mat, turned by `angle`, with soft edges."""
    mask = np.zeros(pixels.shape[:2], np.float32)
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    for left, right in bands:
        corners = np.array([(left, -700), (right, -700), (right, 700), (left, 700)]) @ turned.T
        points = surface.image_points(np.column_stack([corners, np.full(4, TILE_D)]))
        cv2.fillPoly(mask, [np.rint(points).astype(np.int32)], 1.0)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 5.0), np.float32)


def half_sun(pixels: Pixels, surface: Surface, rng: np.random.Generator) -> Pixels:
    edge = float(rng.uniform(-150, 150))
    return sunlit(pixels, _bands(pixels, surface, [(edge, 900)], float(rng.uniform(0, 2 * np.pi))))


def blind(pixels: Pixels, surface: Surface, rng: np.random.Generator) -> Pixels:
    step = float(rng.uniform(40, 120))
    bands = [(at, at + step / 2) for at in np.arange(-600, 600, step)]
    return sunlit(pixels, _bands(pixels, surface, bands, float(rng.uniform(0, np.pi))))


def mirrored(pixels: Pixels, surface: Surface, rng: np.random.Generator) -> Pixels:
    """Single tiles of one neighbourhood tilt so that they mirror a lamp, each as much as it likes."""
    out = pixels.astype(np.float32)
    middle = rng.uniform(-300, 300, 2)
    for at in middle + rng.normal(0, 120, (25, 2)):
        corners = at + np.array([(-12, -16), (12, -16), (12, 16), (-12, 16)])
        points = surface.image_points(np.column_stack([corners, np.full(4, 2 * TILE_D)]))
        mask = np.zeros(pixels.shape[:2], np.float32)
        cv2.fillPoly(mask, [np.rint(points).astype(np.int32)], float(rng.uniform(0.1, 0.8)))
        out += (255 - out) * mask[..., None]
    return np.asarray(out, np.uint8)


LIGHTS: Final[dict[str, Callable[[Pixels, Surface, np.random.Generator], Pixels]]] = {
    "own": lambda pixels, surface, rng: pixels,
    "sun": half_sun,
    "blind": blind,
    "mirrored": mirrored,
}


def is_back(found: list[Detection], pixels: Pixels, surface: Surface) -> bool | None:
    """What is said of the walls in which these tiles were read."""
    rows = []
    for seat in range(4):
        region = Region(Zone.WALL, seat)
        own = [each for each in found if owner_of(each.x, each.y, region, surface.layout)]
        tracks = Tracks(count(1), Familiarity())
        tracks.update(own, lambda quad: 1.0)
        rows.append(row_of(pixels, [seen(track, seat) for track in tracks]))
    return two_sets(rows)


def club_rows(club: int) -> Iterator[tuple[str, bool | None]]:
    """What its walls are, and what was said of them."""
    venue, kept = Venue.of(club), Colours()
    other = maker(club + OTHERS)
    draw = TwoSets(venue, other, club)
    surface, reader = calibrated(draw, venue.view), Detector(threads=1, colours=kept)
    for n, (share, light) in enumerate(CASES):
        rng = np.random.default_rng([club, n])
        scene = walls(f"{club} {n}", venue.tidiness, SHARES[share])
        pixels = LIGHTS[light](draw.render(scene, float(n)), surface, rng)
        found = reader.detect(pixels, surface, None, surface.layout.stacks)
        alike = share != "one set" and _apart(venue.style.back, other.back) < ALIKE
        yield f"{share}{', alike' * alike}, {light}", is_back(found, pixels, surface)


def _apart(one: Rgb, other: Rgb) -> float:
    """How unlike two colours are to the eye: the distance in CIELAB."""
    both = np.array([[one, other]], np.float32) / 255
    first, second = cv2.cvtColor(both, cv2.COLOR_RGB2Lab)[0]
    return float(np.linalg.norm(first - second))


def takes(options: Options) -> float:
    return float(TAKES_S * options.clubs)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--clubs", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--known", action="store_true", help="clubs of which training may have seen some")
    args = parser.begin()
    first = args.first + (0 if args.known else HELD)
    answers: dict[str, Counter[str]] = {}
    for club in each("clubs", range(first, first + args.clubs)):
        for case, answer in club_rows(club):
            answers.setdefault(case, Counter())[WORDS[answer]] += 1
            if (answer is True) == case.startswith("one set"):
                tell(json.dumps({"club": club, "walls": case, "said": WORDS[answer]}))
    for case, said in sorted(answers.items()):
        tell(json.dumps({"walls": case} | said))


if __name__ == "__main__":
    main()
