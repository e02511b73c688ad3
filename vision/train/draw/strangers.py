"""What is no tile but might be taken for one: places in drawn photographs of other things, print and tables.

Crops for the net of close-ups, all of them "no tile"; drawn anew while it is trained.
"""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image as Picture
from PIL import ImageDraw

from vision.calibration.mat import TILE_H, TILE_W
from vision.nets.detect import CROP_H, CROP_W
from vision.photo.close import cut, part
from vision.photo.levels import halves
from vision.train.draw import others, surroundings
from vision.train.draw.aslant import lit
from vision.train.draw.bodies import Box, Camera, things
from vision.train.draw.compose import Image, spoil
from vision.train.draw.designs import BACK, TileSet
from vision.train.draw.layout import Points
from vision.train.draw.paint import Painter, paste
from vision.train.fonts import CHAR_FONTS, font_of

SIZE: Final = (640, 480)
"""Pixels across and down."""
PRINTED: Final = 0.3
BARE: Final = 0.08
"""Shares of the photographs that show print, and nothing; the others show things of
`vision.train.draw.others`."""
PLACES: Final = 16
"""Crops of a photograph, at most."""
WRONG: Final = 0.3
"""Share of them that show a half of a thing, two, or a thing and its side."""
LEAST_INK: Final = 9.0
"""Standard deviation of the middle of a crop: what shows less may be a white dragon."""
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789&?!+%"
KANJI: Final = (0x4E00, 0x9FA5)
NO_SET: Final = TileSet("none", (np.full((4, 4, 3), 230, np.uint8),) * (BACK + 1), (230,) * 3, (230,) * 3)
Place = tuple[Points, Points]


class Strangers:
    """Crops of the last photographs, some of which are drawn anew now and then."""

    def __init__(self, rng: Generator, pictures: int) -> None:
        self._shown = [strangers(rng) for _ in range(pictures)]

    def look_again(self, rng: Generator) -> None:
        """Replaces one of the photographs, chosen at random, by a new one."""
        self._shown[int(rng.integers(len(self._shown)))] = strangers(rng)

    def crop(self, rng: Generator) -> Image:
        shown: list[Image] = []
        while not shown:
            shown = self._shown[int(rng.integers(len(self._shown)))]
        ways = rng.choice([1, -1], 2)
        return np.ascontiguousarray(shown[int(rng.integers(len(shown)))][:: ways[0], :: ways[1]])


def strangers(rng: Generator) -> list[Image]:
    """Crops (64 x 48 x 3) of one photograph."""
    kind = rng.random()
    if kind < PRINTED:
        pixels, quads = _print(rng)
    elif kind < PRINTED + BARE:
        pixels, quads = spoil(lit(rng, surroundings.ground(rng, *SIZE)), rng), _anywhere(rng, 20, 150)
    else:
        pixels, quads = _things(rng)
    seen = halves(pixels)
    some = [quads[k] for k in rng.permutation(len(quads))[:PLACES].tolist()]
    crops = [cut(seen, quad) for quad in some]
    inner = slice(CROP_H // 6, -CROP_H // 6), slice(CROP_W // 6, -CROP_W // 6)
    return [crop for crop in crops if crop[inner].std(axis=(0, 1)).mean() > LEAST_INK]


def view(rng: Generator) -> Camera:
    """A telephone over a table."""
    lift, roll = math.radians(float(rng.uniform(35, 85))), float(rng.normal(0, 0.05))
    return Camera(float(rng.uniform(450, 800)), lift, roll)


def shot(
    rng: Generator, camera: Camera, boxes: list[Box], look: TileSet, size: tuple[int, int]
) -> tuple[Image, Place]:
    """The photograph of these bodies on a table, and where the picture plane lies in it as Painter says."""
    boxes = sorted(boxes, key=lambda b: -float(np.linalg.norm(b.middle - camera.place)))
    scale = camera.away * size[0] / float(rng.uniform(320, 460))
    place = np.full(2, scale), np.array(size) / 2
    canvas = surroundings.ground(rng, *size)
    Painter(canvas, camera, place, look).paint(rng, boxes)
    return spoil(lit(rng, canvas), rng), place


def _things(rng: Generator) -> tuple[Image, list[Points]]:
    kind, camera = str(rng.choice(others.KINDS)), view(rng)
    boxes = things(rng, kind, int(rng.integers(1, 13)), rng.uniform(-120, -20, 2))
    pixels, (scale, offset) = shot(rng, camera, boxes, NO_SET, SIZE)
    quads = [camera.seen(box.front) * scale + offset for box in boxes]
    inside = [q for q in quads if (q.min(axis=0) > 0).all() and (q.max(axis=0) < SIZE).all()]
    return pixels, [part(np.roll(q, rng.integers(4), axis=0), _edges(rng)) for q in inside * 3]


def _edges(rng: Generator) -> tuple[float, float, float, float]:
    """Parts of a thing that may be taken for a tile: all of it or nearly so, or more or less of it."""
    low, high = rng.normal(0, 0.08, 2), 1 + rng.normal(0, 0.08, 2)
    if rng.random() < WRONG:
        high[int(rng.integers(2))] *= float(rng.choice([0.5, 1.5, 2.0])) * float(np.exp(rng.normal(0, 0.15)))
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _print(rng: Generator) -> tuple[Image, list[Points]]:
    """A page on a table, and places about as high as its signs."""
    canvas, height = surroundings.ground(rng, *SIZE), int(rng.integers(11, 60))
    middle, turn = np.array(SIZE) / 2, cv2.getRotationMatrix2D((0, 0), float(rng.normal(0, 20)), 1.0)
    size = float(rng.uniform(0.6, 1.5))
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * middle * size
    corners = corners @ turn[:, :2].T + middle + rng.normal(0, 25, (4, 2))
    paste(canvas, _page(rng, height, boxed=bool(rng.random() < 0.6)), corners)
    quads = [q @ turn[:, :2].T for q in _anywhere(rng, 0.9 * size * height, 3.2 * size * height)]
    shift = middle - middle @ turn[:, :2].T
    return spoil(lit(rng, canvas), rng), [q + shift for q in quads]


def _anywhere(rng: Generator, least: float, most: float) -> list[Points]:
    """Places of the shape of a tile, so many px high."""
    plain = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * (TILE_W / TILE_H, 1)
    out = []
    for _ in range(PLACES):
        size = np.exp(rng.uniform(math.log(least), math.log(most)) + rng.normal(0, 0.15, 2))
        out.append(plain * size + rng.uniform(0.15, 0.85, 2) * SIZE)
    return out


def _page(rng: Generator, height: int, boxed: bool) -> NDArray[np.uint8]:
    """Lines of words, or boxes with a sign or two each as on calendars and keyboards, `height` px high."""
    light, dark = rng.integers(175, 256, 3), rng.integers(0, 110, 3)
    paper, ink = (light, dark) if rng.random() < 0.75 else (dark, light)
    sheet = Picture.new("RGB", SIZE, tuple(paper.tolist()))
    draw, font = ImageDraw.Draw(sheet), font_of(str(rng.choice(CHAR_FONTS)), height)
    drawn, foreign = tuple(ink.tolist()), bool(rng.random() < 0.4)
    across, down = (height * rng.uniform(1.3, 3.5, 2)).tolist() if boxed else (SIZE[0], height * 1.5)
    gap = float(rng.uniform(0, 0.25)) * down
    fill = tuple(rng.integers(0, 256, 3).tolist()) if rng.random() < 0.4 else None
    for y in np.arange(0, SIZE[1], down + gap).tolist():
        for x in np.arange(0, SIZE[0], across + gap).tolist():
            word = _signs(rng, int(rng.integers(1, 3)) if boxed else 40, foreign)
            if boxed:
                draw.rectangle((x, y, x + across, y + down), fill=fill, outline=drawn, width=height // 12)
                draw.text((x + across / 2, y + down / 2), word, font=font, fill=drawn, anchor="mm")
            else:
                draw.text((x, y), word, font=font, fill=drawn)
    return np.asarray(sheet, np.uint8)[..., ::-1].copy()


def _signs(rng: Generator, count: int, foreign: bool) -> str:
    """Letters, with blanks between words, or characters that may mean anything."""
    if foreign:
        return "".join(chr(c) for c in rng.integers(*KANJI, count))
    return "".join(rng.choice(list(LETTERS + " " * (8 if count > 2 else 0)), count))
