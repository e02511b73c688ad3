"""The eight flowers and seasons of Chinese Classical, drawn large enough to be distinguished."""

from __future__ import annotations

import math
from typing import Final

from engine.tiles.tile import Flower
from vision.faces.kanji import strokes
from vision.faces.shapes import Disc, Poly, Program, Shape, Stroke, inked
from vision.faces.style import Style

SEASONS: Final = "春夏秋冬"
SWAPPED: Final = {"r": "b", "b": "r"}


def flower(face: Flower, style: Style) -> Program:
    """A picture of the plant; a season has its character above, a flower its number as dots."""
    picture = (_plum, _orchid, _chrysanthemum, _bamboo, _blossom, _lotus, _maple, _pine)[
        list(Flower).index(face)
    ]()
    label = _character(face.number, style) if face.season else _number(face.number)
    return inked((*picture, *label), SWAPPED if style.flowers_swapped else {})


def _character(number: int, style: Style) -> Program:
    pen = style.weight * 0.085
    return tuple(
        Stroke(tuple((8.0 + x * 0.1, 2.4 + y * 0.1, w * pen) for x, y, w in line), "r")
        for line in strokes(SEASONS[number - 1], style.hand)
    )


def _number(number: int) -> Program:
    return tuple(Disc(13.0 + 3.4 * (k - (number - 1) / 2), 4.4, 1.2, 1.2, "b") for k in range(number))


def _petals(x: float, y: float, at: float, rx: float, ry: float, count: int, ink: str) -> Program:
    turns = (2 * math.pi * k / count - math.pi / 2 for k in range(count))
    return tuple(
        Disc(x + at * math.cos(a), y + at * math.sin(a), rx, ry, ink, math.degrees(a)) for a in turns
    )


def _bloom(x: float, y: float, r: float, ink: str) -> Program:
    """Five round petals around a light heart."""
    heart = Disc(x, y, r * 0.32, r * 0.32, "w"), Disc(x, y, r * 0.18, r * 0.18, "k")
    return (*_petals(x, y, r * 0.6, r * 0.45, r * 0.42, 5, ink), *heart)


def _plum() -> Program:
    bough = (
        Stroke(((4.0, 31.6, 2.2), (9.4, 24.4, 1.8), (16.0, 20.0, 1.4), (22.4, 10.4, 0.8)), "k"),
        Stroke(((10.6, 23.4, 1.3), (9.0, 16.0, 1.0), (5.6, 11.0, 0.5)), "k"),
    )
    spots = ((5.6, 12.4, 3.2), (16.6, 18.8, 4.0), (21.4, 11.0, 3.0), (10.0, 25.6, 3.4))
    return (*bough, *(s for x, y, r in spots for s in _bloom(x, y, r, "r")))


def _orchid() -> Program:
    leaves = tuple(
        Stroke(((13.0, 32.0, 1.0), (13.0 + dx * 0.5, 21.0, 1.7), (13.0 + dx, y, 0.3)), "g")
        for dx, y in ((-10.4, 19.0), (-6.4, 11.0), (-1.6, 9.0), (6.8, 12.4), (10.6, 21.0))
    )
    return (*leaves, *_petals(15.0, 16.6, 2.6, 2.9, 1.1, 5, "b"), Disc(15.0, 16.6, 1.2, 1.2, "r"))


def _chrysanthemum() -> Program:
    stem = Stroke(((13.0, 18.0, 1.4), (12.0, 26.0, 1.3), (13.0, 32.4, 1.2)), "g")
    leaves = Disc(8.4, 27.4, 3.4, 1.6, "g", 30), Disc(17.4, 29.0, 3.4, 1.6, "g", -30)
    outer = _petals(13.0, 15.4, 5.2, 2.9, 0.85, 16, "r")
    inner = _petals(13.0, 15.4, 2.6, 1.7, 0.7, 10, "w")
    return (stem, *leaves, *outer, *inner, Disc(13.0, 15.4, 1.5, 1.5, "k"))


def _bamboo() -> Program:
    stalk: list[Shape] = []
    for x, low, high in ((9.4, 32.4, 8.6), (16.0, 32.4, 12.0)):
        joints = 4
        step = (low - high) / joints
        for k in range(joints):
            top = low - step * k
            stalk.append(Stroke(((x, top - 0.5, 2.3), (x, top - step + 0.7, 2.3)), "g"))
    leaves = ((9.4, 14.0, -6.0, 4.0), (9.4, 20.0, -6.4, 4.6), (16.0, 17.6, 6.6, 4.0), (16.0, 23.6, 6.4, 5.0),
              (16.0, 12.0, 6.0, -2.4))  # fmt: skip
    tips = (
        Stroke(((x, y, 0.6), (x + dx / 2, y + dy / 2, 2.0), (x + dx, y + dy, 0.3)), "g")
        for x, y, dx, dy in leaves
    )
    return (*stalk, *tips)


def _blossom() -> Program:
    """Spring: one great blossom with its leaves."""
    leaves = Disc(5.6, 28.6, 4.0, 1.9, "g", -28), Disc(20.4, 28.6, 4.0, 1.9, "g", 28)
    return (*leaves, *_bloom(13.0, 23.4, 7.4, "r"))


def _lotus() -> Program:
    """Summer: a lotus above its leaf."""
    petals = tuple(
        Disc(13.0 + dx, 21.4 + abs(dx) * 0.22, 1.9, 4.6, ink, dx * 7)
        for dx, ink in ((-5.6, "r"), (5.6, "r"), (-2.9, "b"), (2.9, "b"), (0.0, "r"))
    )
    return (
        Disc(13.0, 30.2, 9.6, 2.2, "g"),
        *petals,
        Stroke(((4.0, 30.2, 0.5), (22.0, 30.2, 0.5)), "w"),
    )


def _maple() -> Program:
    """Autumn: a maple leaf."""
    rays = ((-90, 9.0), (-145, 8.0), (-35, 8.0), (165, 6.4), (15, 6.4))
    leaf = tuple(
        Stroke(
            (
                (13.0, 25.0, 4.4),
                (13.0 + 0.6 * r * math.cos(math.radians(a)), 25.0 + 0.6 * r * math.sin(math.radians(a)), 3.6),
                (13.0 + r * math.cos(math.radians(a)), 25.0 + r * math.sin(math.radians(a)), 0.3),
            ),
            "r",
        )
        for a, r in rays
    )
    return (*leaf, Stroke(((13.0, 25.0, 1.2), (12.4, 32.6, 0.8)), "k"))


def _pine() -> Program:
    """Winter: a fir in the snow."""
    tiers = tuple(
        Poly(((13.0, y), (13.0 + w, y + 7.0), (13.0 - w, y + 7.0)), "b")
        for y, w in ((13.2, 4.6), (17.6, 6.4), (22.2, 8.2))
    )
    snow = tuple(
        Disc(x, y, 0.8, 0.8, "w") for x, y in ((11.8, 18.6), (14.6, 22.4), (10.2, 26.4), (15.8, 27.2))
    )
    return (Stroke(((13.0, 28.0, 2.0), (13.0, 32.6, 2.0)), "k"), *tiers, *snow)
