"""What is printed on each face: programs of shapes on a face of 26 x 34 mm.

Inks: `k` black, `r` red, `g` green, `b` blue, `w` the paper of the tile, `c` the coloured back.
"""

from __future__ import annotations

from typing import Final

from engine.tiles.tile import Face, Flower, Tile
from vision.faces.birds import bird
from vision.faces.flowers import flower
from vision.faces.kanji import strokes
from vision.faces.marks import back, index, red_dots
from vision.faces.shapes import Poly, Program, Stroke, inked
from vision.faces.style import RedFive, Style
from vision.faces.suits import MID, pin, sou

NUMERALS: Final = "一二三四五六七八九"
HONOURS: Final = "東南西北白發中"
ALL_RED: Final = {"k": "r", "g": "r", "b": "r"}


def program(face: Face | None, style: Style) -> Program:
    """What is printed on a face; None is the back."""
    if face is None:
        return back(style)
    shapes = flower(face, style) if isinstance(face, Flower) else _tile(face, style)
    if style.index:
        shapes = (*shapes, *index(face, style))
    if isinstance(face, Flower) or not face.red:
        return shapes
    if style.red_five is not RedFive.DOTTED:
        shapes = inked(shapes, ALL_RED)
    return shapes if style.red_five is RedFive.RED else (*shapes, *red_dots())


def _tile(tile: Tile, style: Style) -> Program:
    match tile.suit:
        case "m":
            return _man(tile.number, style)
        case "p":
            return pin(tile.number, style)
        case "s":
            return bird(style) if tile.number == 1 else sou(tile.number, style)
        case _:
            return _honour(tile.number, style)


def character(char: str, box: tuple[float, float, float, float], ink: str, style: Style) -> Program:
    """A character in the box (left, top, width, height)."""
    left, top, width, height = box
    pen = style.weight * (width + height) / 200

    def place(x: float, y: float, w: float) -> tuple[float, float, float]:
        return left + (x + style.slant * (50 - y)) * width / 100, top + y * height / 100, w * pen

    return tuple(Stroke(tuple(place(*p) for p in line), ink) for line in strokes(char, style.hand))


def _man(number: int, style: Style) -> Program:
    size = style.numeral
    width, height = 16.4 * size, 12.0 * size
    numeral = character(
        "伍" if number == 5 and style.formal_five else NUMERALS[number - 1],
        (MID - width / 2, 9.0 - height / 2, width, height),
        style.ink,
        style,
    )
    man = "万" if style.short_man else "萬"
    return (*numeral, *character(man, (5.2, 16.4, 15.6, 15.2), "r", style))


def _honour(number: int, style: Style) -> Program:
    if number == 5 and style.white != 6:
        return _white(style)
    ink = {6: "g", 7: "r"}.get(number, style.ink)
    size = style.numeral
    width, height = 18.6 * size, 22.5 * size
    box = (MID - width / 2, 17 - height / 2, width, height)
    return character(HONOURS[number - 1], box, ink, style)


def _frame(inset: float, width: float, ink: str) -> Program:
    """A rectangular frame with cut corners."""

    def ring(i: float, cut: float) -> tuple[tuple[float, float], ...]:
        r, b = 26 - i, 34 - i
        return ((i + cut, i), (r - cut, i), (r, i + cut), (r, b - cut), (r - cut, b), (i + cut, b),
                (i, b - cut), (i, i + cut))  # fmt: skip

    return Poly(ring(inset, 2.2), ink), Poly(ring(inset + width, 2.2 - width * 0.5), "w")


def _white(style: Style) -> Program:
    """The white dragon but for the character: a frame of some kind, or nothing."""
    match style.white:
        case 1:
            return ()
        case 2:
            return (*_frame(3.2, 0.9, "b"), *_frame(5.0, 0.5, "b"))
        case 3:
            return (*_frame(3.6, 1.2, "g"), *_frame(6.0, 0.6, "g"))
        case 4:
            return _frame(2.8, 0.8, "b")
        case 5:
            return _fretted()
        case _:
            return (*_frame(3.3, 1.5, "b"), *_frame(5.9, 0.5, "b"))


def _fretted() -> Program:
    """A broad frame broken into pieces, as on many Chinese sets."""
    gaps = [Poly(((x, 1.0), (x + 0.8, 1.0), (x + 0.8, 33.0), (x, 33.0)), "w") for x in (8.0, 12.6, 17.2)]
    gaps += [Poly(((1.0, y), (25.0, y), (25.0, y + 0.8), (1.0, y + 0.8)), "w") for y in (9.0, 16.6, 24.2)]
    return (*_frame(2.6, 2.6, "b"), *gaps, *_frame(6.2, 0.5, "b"))
