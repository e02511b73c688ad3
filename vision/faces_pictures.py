"""The 37 faces and the back as programs of shapes on a face of 26 x 34 mm.

Inks: `k` black, `r` red, `g` green, `b` blue, `w` the paper of the tile, `c` the coloured back.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Final

from engine.tile import Tile
from vision.faces_kanji import strokes
from vision.faces_shapes import Disc, Poly, Ring, Shape, Stroke
from vision.faces_style import Style

Program = tuple[Shape, ...]
Spots = tuple[tuple[float, float, str], ...]

NUMERALS: Final = "一二三四五六七八九"
HONOURS: Final = "東南西北 發中"
MID: Final = 13.0


def program(tile: Tile | None, style: Style) -> Program:
    """What is printed on a face; None is the back."""
    if tile is None:
        return _back(style)
    match tile.suit:
        case "m":
            shapes = _man(tile.number, style)
        case "p":
            shapes = _pin(tile.number, style)
        case "s":
            shapes = _bird(style) if tile.number == 1 else _sou(tile.number, style)
        case _:
            shapes = _honour(tile.number, style)
    if style.index:
        shapes = (*shapes, *_index(tile, style))
    return tuple(_reddened(s) for s in shapes) if tile.red else shapes


def _reddened(shape: Shape) -> Shape:
    if shape.ink == "w":
        return shape
    match shape:
        case Disc(x, y, rx, ry, _, angle):
            return Disc(x, y, rx, ry, "r", angle)
        case Ring(x, y, r, width, _):
            return Ring(x, y, r, width, "r")
        case Poly(points, _, corner):
            return Poly(points, "r", corner)
        case Stroke(points, _):
            return Stroke(points, "r")


def _kanji(char: str, box: tuple[float, float, float, float], ink: str, style: Style) -> Program:
    """A character in the box (left, top, width, height)."""
    left, top, width, height = box
    pen = style.weight * (width + height) / 200

    def place(x: float, y: float, w: float) -> tuple[float, float, float]:
        return left + (x + style.slant * (50 - y)) * width / 100, top + y * height / 100, w * pen

    return tuple(Stroke(tuple(place(*p) for p in line), ink) for line in strokes(char))


def _man(number: int, style: Style) -> Program:
    size = style.numeral
    width, height = 16.4 * size, 12.0 * size
    numeral = _kanji(NUMERALS[number - 1], (MID - width / 2, 9.0 - height / 2, width, height), "k", style)
    man = "万" if style.short_man else "萬"
    return (*numeral, *_kanji(man, (5.2, 16.4, 15.6, 15.2), "r", style))


def _honour(number: int, style: Style) -> Program:
    if number == 5:
        return _white(style)
    ink = {6: "g", 7: "r"}.get(number, "k")
    size = style.numeral
    width, height = 18.6 * size, 22.5 * size
    box = (MID - width / 2, 17 - height / 2, width, height)
    return _kanji(HONOURS[number - 1], box, ink, style)


def _frame(inset: float, width: float, ink: str) -> Program:
    """A rectangular frame with cut corners."""

    def ring(i: float, cut: float) -> tuple[tuple[float, float], ...]:
        r, b = 26 - i, 34 - i
        return ((i + cut, i), (r - cut, i), (r, i + cut), (r, b - cut), (r - cut, b), (i + cut, b),
                (i, b - cut), (i, i + cut))  # fmt: skip

    return Poly(ring(inset, 2.2), ink), Poly(ring(inset + width, 2.2 - width * 0.5), "w")


def _white(style: Style) -> Program:
    if style.white == 1:
        return ()
    if style.white == 2:
        return (*_frame(3.2, 0.9, "b"), *_frame(5.0, 0.5, "b"))
    return (*_frame(3.3, 1.5, "b"), *_frame(5.9, 0.5, "b"))


def _ball(x: float, y: float, r: float, ink: str, style: Style) -> Program:
    """One circle of the pin suit."""
    if style.dot == 1:
        return Disc(x, y, r, r, ink), Disc(x, y, r * 0.66, r * 0.66, "w"), Disc(x, y, r * 0.4, r * 0.4, ink)
    if style.dot == 2:
        hub = Disc(x, y, r * 0.3, r * 0.3, "w"), Disc(x, y, r * 0.16, r * 0.16, ink)
        return Disc(x, y, r, r, ink), *_petals(x, y, r * 0.66, r * 0.13, 8, "w"), *hub
    body = Disc(x, y, r, r, ink), Ring(x, y, r * 0.76, r * 0.11, "w"), Disc(x, y, r * 0.46, r * 0.46, "w")
    cross = tuple(
        Disc(x + r * 0.2 * math.cos(a), y + r * 0.2 * math.sin(a), r * 0.17, r * 0.17, ink)
        for a in (math.pi / 4 + k * math.pi / 2 for k in range(4))
    )
    return (*body, *cross)


def _petals(x: float, y: float, at: float, r: float, count: int, ink: str) -> Program:
    turns = (2 * math.pi * k / count for k in range(count))
    return tuple(Disc(x + at * math.cos(a), y + at * math.sin(a), r, r, ink) for a in turns)


def _medallion(style: Style) -> Program:
    """The great circle of 1p."""
    x, y = MID, 17.0
    petal = tuple(
        Disc(x + 5.4 * math.cos(a), y + 5.4 * math.sin(a), 1.75, 1.0, "w", math.degrees(a))
        for a in (2 * math.pi * k / 12 for k in range(12))
    )
    heart = (
        Disc(x, y, 3.9, 3.9, "w"), Disc(x, y, 3.4, 3.4, "r"), Disc(x, y, 2.3, 2.3, "w"),
        *_petals(x, y, 1.25, 0.62, 6, "r"), Disc(x, y, 0.55, 0.55, "r"),
    )  # fmt: skip
    if style.dot == 1:
        heart = (Disc(x, y, 4.4, 4.4, "w"), Disc(x, y, 3.6, 3.6, "r"))
    rim = (Disc(x, y, 9.6, 9.6, "g"), Ring(x, y, 8.6, 0.5, "w"), *_petals(x, y, 8.6, 0.75, 16, "w"))
    if style.dot == 2:
        rim = (Disc(x, y, 9.4, 9.4, "b"), Ring(x, y, 8.2, 0.6, "w"))
    return (*rim, Disc(x, y, 7.6, 7.6, "g"), *petal, *heart)


_L, _R = 7.6, 18.4
PIN: Final[dict[int, tuple[float, Spots]]] = {
    2: (6.0, ((MID, 9.4, "g"), (MID, 24.6, "b"))),
    3: (4.7, ((6.6, 6.9, "b"), (MID, 17, "r"), (19.4, 27.1, "g"))),
    4: (4.9, ((_L, 9.4, "b"), (_R, 9.4, "g"), (_L, 24.6, "g"), (_R, 24.6, "b"))),
    5: (4.3, ((6.9, 7.6, "b"), (19.1, 7.6, "g"), (MID, 17, "r"), (6.9, 26.4, "g"), (19.1, 26.4, "b"))),
    6: (4.35, tuple((x, y, "g" if y < 10 else "r") for y in (6.4, 18.0, 27.3) for x in (8.2, 17.8))),
    7: (3.55, (
        (5.6, 4.9, "g"), (MID, 8.4, "g"), (20.4, 11.9, "g"),
        *((x, y, "r") for y in (20.6, 28.6) for x in (8.4, 17.6)),
    )),
    8: (3.65, tuple((x, y, "b") for y in (5.3, 13.1, 20.9, 28.7) for x in (8.4, 17.6))),
    9: (3.6, tuple((x, y, i) for y, i in ((6.6, "g"), (17.0, "r"), (27.4, "b")) for x in (5.3, MID, 20.7))),
}  # fmt: skip
"""Radius in mm and places of the circles of a number, with their inks."""


def _pin(number: int, style: Style) -> Program:
    if number == 1:
        return _medallion(style)
    radius, spots = PIN[number]
    return tuple(s for x, y, ink in spots for s in _ball(x, y, radius * style.motif, ink, style))


def _cane(x: float, y: float, length: float, ink: str, style: Style, lean: float = 0.0) -> Program:
    """A bamboo stick around (x, y), `lean` mm between its ends."""
    half, w = length / 2, 3.0 * style.motif
    ux, uy = lean / 2, -half

    def at(t: float) -> tuple[float, float]:
        return x + ux * t, y + uy * t

    def bar(a: float, b: float, width: float, colour: str) -> Stroke:
        return Stroke(((*at(a), width), (*at(b), width)), colour)

    end = 1 - w * 0.6 / half
    if style.bamboo == 1:
        return (
            bar(-end, end, w * 1.15, ink),
            bar(-end * 0.75, -0.2, w * 0.3, "w"),
            bar(0.2, end * 0.75, w * 0.3, "w"),
        )
    knots = tuple(
        Disc(*at(t), w * 0.72, w * 0.5, ink, math.degrees(math.atan2(lean, length))) for t in (-end, 0.0, end)
    )
    stem = bar(-end, end, w * 0.95, ink)
    if style.bamboo == 2:
        return (*knots, stem)
    shine = bar(-end * 0.72, -0.26, w * 0.24, "w"), bar(0.26, end * 0.72, w * 0.24, "w")
    return (*knots, stem, *shine)


_COLS = (5.6, MID, 20.4)
SOU: Final[dict[int, tuple[float, Spots]]] = {
    2: (13.6, ((MID, 9.6, "g"), (MID, 24.4, "b"))),
    3: (13.6, ((MID, 9.6, "g"), (8.0, 24.4, "b"), (18.0, 24.4, "b"))),
    4: (13.6, ((8.0, 9.6, "b"), (18.0, 9.6, "g"), (8.0, 24.4, "g"), (18.0, 24.4, "b"))),
    5: (13.6, ((6.2, 9.6, "g"), (19.8, 9.6, "b"), (MID, 17.0, "r"), (6.2, 24.4, "b"), (19.8, 24.4, "g"))),
    6: (13.6, tuple((x, y, "g" if y < 17 else "b") for y in (9.6, 24.4) for x in _COLS)),
    7: (9.6, ((MID, 6.3, "r"), *((x, y, "b" if x == MID else "g") for y in (16.9, 27.6) for x in _COLS))),
    9: (9.6, tuple((x, y, i) for y in (6.4, 17.0, 27.6) for x, i in zip(_COLS, "grb", strict=True))),
}
"""Length in mm and places of the sticks of a number, with their inks."""


def _sou(number: int, style: Style) -> Program:
    if number == 8:
        return _eight(style)
    length, spots = SOU[number]
    return tuple(s for x, y, ink in spots for s in _cane(x, y, length, ink, style))


def _eight(style: Style) -> Program:
    """The M above the W, of thinner sticks that do not run together."""
    style = replace(style, motif=0.85 * style.motif)
    out: list[Shape] = []
    for y, sign, ink in ((9.6, 1, "g"), (24.4, -1, "b")):
        for x in (4.2, 21.8):
            out.extend(_cane(x, y, 13.6, ink, style))
        out.extend(_cane(9.9, y, 13.0, ink, style, lean=-4.8 * sign))
        out.extend(_cane(16.1, y, 13.0, ink, style, lean=4.8 * sign))
    return tuple(out)


def _bird(style: Style) -> Program:
    return (_peacock, _crane, _sparrow)[style.bird](style)


def _peacock(_: Style) -> Program:
    """A peacock seen from the side, its train hanging to the lower right."""
    train: list[Shape] = []
    for k, (x, y) in enumerate(((8.2, 28.8), (12.4, 30.4), (16.6, 29.6), (20.2, 27.0), (22.4, 23.2))):
        train.append(Stroke(((11.6, 17.0, 1.6), ((11.6 + x) / 2 + 1.2, (17 + y) / 2, 1.5), (x, y, 0.9)), "g"))
        ink = "r" if k % 2 else "b"
        train += [Disc(x, y, 1.9, 1.9, "g"), Disc(x, y, 1.25, 1.25, "w"), Disc(x, y, 0.9, 0.9, ink)]
    body = (
        Disc(12.4, 15.2, 5.6, 3.9, "g", 38),
        Stroke(((8.4, 12.6, 4.2), (7.4, 9.4, 3.2), (9.0, 6.2, 2.6)), "b"),
        Disc(9.4, 5.9, 2.3, 2.0, "b"),
        Poly(((7.6, 5.0), (3.6, 6.6), (7.7, 7.0)), "r"),
        Disc(8.9, 5.5, 0.62, 0.62, "w"),
        Stroke(((10.4, 12.6, 1.1), (13.6, 12.8, 1.0), (16.6, 15.4, 0.4)), "w"),
        Stroke(((10.6, 15.0, 1.1), (13.0, 15.4, 1.0), (15.4, 17.6, 0.4)), "w"),
        Stroke(((10.4, 4.2, 0.7), (12.2, 2.6, 0.6)), "r"),
        Stroke(((10.9, 5.0, 0.7), (13.6, 4.0, 0.6)), "r"),
        Disc(12.6, 2.5, 0.8, 0.8, "r"),
        Disc(13.7, 3.9, 0.8, 0.8, "r"),
    )
    legs = tuple(
        Stroke(((x, 18.4, 1.0), (x - 1.0, 24.2, 0.9), (x - 2.8, 24.6, 0.8)), "r") for x in (8.6, 11.0)
    )
    return (*train, *legs, *body)


def _crane(_: Style) -> Program:
    """A crane with raised wings on one leg."""
    wings = tuple(
        Stroke(
            ((13.0, 15.5, 2.6), (13 + dx * 0.6, 10.5 - k, 2.4), (13 + dx, 5.0 + k * 2.4, 0.6)),
            "b" if k % 2 else "g",
        )
        for k, dx in enumerate((3.4, 6.0, 8.0, 9.6))
    )
    return (
        *wings,
        Disc(12.0, 18.0, 5.8, 3.5, "g", 24),
        Stroke(((16.0, 20.5, 2.2), (19.4, 23.6, 1.8), (22.0, 24.6, 0.5)), "r"),
        Stroke(((15.4, 21.0, 2.0), (17.8, 25.0, 1.6), (19.4, 26.8, 0.5)), "r"),
        Stroke(((7.6, 16.6, 3.0), (5.4, 12.4, 2.2), (7.6, 8.2, 2.0)), "b"),
        Disc(8.0, 7.2, 1.9, 1.7, "r"),
        Poly(((6.8, 6.4), (2.6, 8.0), (6.9, 8.3)), "k"),
        Disc(7.7, 6.9, 0.5, 0.5, "w"),
        Stroke(((11.6, 21.0, 1.1), (11.2, 26.0, 0.9), (11.4, 31.0, 0.9)), "k"),
        Stroke(((8.2, 31.2, 0.9), (14.4, 31.2, 0.9)), "k"),
        Stroke(((8.8, 17.2, 1.0), (12.4, 17.0, 0.9), (15.8, 19.4, 0.4)), "w"),
    )


def _sparrow(_: Style) -> Program:
    """A round sparrow on a bamboo twig."""
    return (
        Stroke(((3.6, 29.4, 1.7), (13.0, 28.2, 1.6), (22.4, 28.8, 1.7)), "g"),
        Stroke(((16.6, 24.0, 3.2), (19.6, 27.4, 3.0), (21.4, 31.4, 1.6)), "b"),
        Disc(12.4, 19.4, 6.9, 7.6, "g", -30),
        Disc(9.2, 10.0, 5.0, 4.7, "r"),
        Poly(((5.0, 8.6), (1.6, 10.8), (5.0, 12.0)), "k"),
        Disc(7.8, 9.4, 1.3, 1.3, "w"),
        Disc(7.7, 9.4, 0.75, 0.75, "k"),
        Disc(9.6, 19.6, 3.2, 4.6, "w", -20),
        Stroke(((12.8, 15.6, 2.2), (17.0, 19.0, 2.6), (18.4, 24.6, 0.9)), "b"),
        Stroke(((10.0, 26.2, 1.1), (9.6, 28.8, 1.0)), "r"),
        Stroke(((13.0, 26.4, 1.1), (13.6, 28.8, 1.0)), "r"),
    )


def _back(style: Style) -> Program:
    if not style.pattern:
        return (Poly(((-1, -1), (27, -1), (27, 35), (-1, 35)), "c"),)
    lattice = tuple(
        Stroke(((x, y, 0.5), (x + 3.2 * d, y + 4.0, 0.5)), "l")
        for d in (1, -1)
        for y in (5.0, 9.0, 13.0, 17.0, 21.0, 25.0)
        for x in ((3.4, 9.8, 16.2) if d > 0 else (9.8, 16.2, 22.6))
    )
    return (Poly(((-1, -1), (27, -1), (27, 35), (-1, 35)), "c"), *lattice)


_DIGITS: Final = {
    "0": "0,0 2,0 2,4 0,4 0,0", "1": "1,0 1,4", "2": "0,0 2,0 2,2 0,2 0,4 2,4",
    "3": "0,0 2,0 2,2 .5,2 2,2 2,4 0,4", "4": "0,0 0,2 2,2 2,0 2,4", "5": "2,0 0,0 0,2 2,2 2,4 0,4",
    "6": "2,0 0,0 0,4 2,4 2,2 0,2", "7": "0,0 2,0 1,4", "8": "0,0 2,0 2,4 0,4 0,0 0,2 2,2",
    "9": "2,2 0,2 0,0 2,0 2,4 0,4", "E": "2,0 0,0 0,2 2,2 0,2 0,4 2,4", "S": "2,0 0,0 0,2 2,2 2,4 0,4",
    "W": "0,0 .5,4 1,2 1.5,4 2,0", "N": "0,4 0,0 2,4 2,0", "P": "0,4 0,0 2,0 2,2 0,2",
    "F": "2,0 0,0 0,2 2,2 0,2 0,4", "C": "2,0 0,0 0,4 2,4",
}  # fmt: skip
"""Lines of small signs in a box of 2 x 4."""


def _index(tile: Tile, _: Style) -> Program:
    """A small western numeral or letter in the upper left corner."""
    sign = "ESWNPFC"[tile.number - 1] if tile.honour else str(tile.number)
    spots = [tuple(float(v) for v in s.split(",")) for s in _DIGITS[sign].split()]
    ink = "r" if tile.suit == "m" or (tile.honour and tile.number == 7) else "k"
    return tuple(
        Stroke(((1.6 + a * 0.9, 1.7 + b * 0.85, 0.6), (1.6 + c * 0.9, 1.7 + d * 0.85, 0.6)), ink)
        for (a, b), (c, d) in pairwise(spots)
    )
