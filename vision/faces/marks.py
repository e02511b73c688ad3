"""What is printed on a tile besides its picture: index, marks of red fives, and the back."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from engine.tiles.tile import Face, Flower
from vision.faces.shapes import Disc, Poly, Program, Stroke, upside_down
from vision.faces.style import Style


def back(style: Style) -> Program:
    """The back of every tile; its own colour is the ink `c`, a lighter one `l`."""
    plain = Poly(((-1, -1), (27, -1), (27, 35), (-1, 35)), "c")
    match style.pattern:
        case 0:
            return (plain,)
        case 2:
            frame = ((3, 3, 0.8), (23, 3, 0.8), (23, 31, 0.8), (3, 31, 0.8), (3, 3, 0.8))
            return (plain, *(Stroke(line, "l") for line in pairwise(frame)))
        case 3:
            return (plain, *(Stroke(((x, 35.0, 0.7), (x + 20.0, -1.0, 0.7)), "l") for x in range(-20, 27, 5)))
        case 4:
            return (plain, *(Stroke(((x, -1.0, 0.4), (x + 0.6, 17.0, 0.5), (x, 35.0, 0.4)), "l")
                             for x in (2.5, 6.0, 9.0, 13.5, 17.0, 21.0, 24.0)))  # fmt: skip
        case 5:
            rings = ((6.0, "l"), (5.2, "c"), (3.4, "l"))
            return (plain, *(Disc(13.0, 17.0, r, r, ink) for r, ink in rings))
    lattice = tuple(
        Stroke(((x, y, 0.5), (x + 3.2 * d, y + 4.0, 0.5)), "l")
        for d in (1, -1)
        for y in (5.0, 9.0, 13.0, 17.0, 21.0, 25.0)
        for x in ((3.4, 9.8, 16.2) if d > 0 else (9.8, 16.2, 22.6))
    )
    return (plain, *lattice)


SIGNS: Final = {
    "0": "0,0 2,0 2,4 0,4 0,0", "1": "1,0 1,4", "2": "0,0 2,0 2,2 0,2 0,4 2,4",
    "3": "0,0 2,0 2,2 .5,2 2,2 2,4 0,4", "4": "0,0 0,2 2,2 2,0 2,4", "5": "2,0 0,0 0,2 2,2 2,4 0,4",
    "6": "2,0 0,0 0,4 2,4 2,2 0,2", "7": "0,0 2,0 1,4", "8": "0,0 2,0 2,4 0,4 0,0 0,2 2,2",
    "9": "2,2 0,2 0,0 2,0 2,4 0,4", "E": "2,0 0,0 0,2 2,2 0,2 0,4 2,4", "S": "2,0 0,0 0,2 2,2 2,4 0,4",
    "W": "0,0 .5,4 1,2 1.5,4 2,0", "N": "0,4 0,0 2,4 2,0", "P": "0,4 0,0 2,0 2,2 0,2",
    "B": "0,2 1.6,2 2,1 1.6,0 0,0 0,4 1.6,4 2,3 1.6,2", "G": "2,0 0,0 0,4 2,4 2,2 1,2",
    "R": "0,4 0,0 2,0 2,2 0,2 2,4", "F": "2,0 0,0 0,2 2,2 0,2 0,4", "C": "2,0 0,0 0,4 2,4",
}  # fmt: skip
"""Lines of small signs in a box of 2 x 4."""

DRAGONS: Final = ("PFC", "BFC", "WGR")
"""Letters of white, green and red dragon: Chinese and English."""


def index(face: Face, style: Style) -> Program:
    """A small western numeral or letter in the corners that the set uses for it."""
    ink = "k"
    if isinstance(face, Flower):
        sign, ink = str(face.number), "r" if face.season else "b"
    else:
        sign = ("ESWN" + DRAGONS[style.letters])[face.number - 1] if face.honour else str(face.number)
        if face.suit == "m" or (face.honour and face.number == 7):
            ink = "r"
    size = style.index_size
    left = 1.6 if style.index != 2 else 24.4 - 1.8 * size
    spots = [tuple(float(v) for v in s.split(",")) for s in SIGNS[sign].split()]
    drawn = tuple(
        Stroke(
            (
                (left + a * 0.9 * size, 1.7 + b * 0.85 * size, 0.6 * size),
                (left + c * 0.9 * size, 1.7 + d * 0.85 * size, 0.6 * size),
            ),
            ink,
        )
        for (a, b), (c, d) in pairwise(spots)
    )
    return (*drawn, *upside_down(drawn)) if style.index == 3 else drawn


def red_dots() -> Program:
    """The marks by which some makers mark their red fives."""
    return Disc(3.2, 17.0, 1.3, 1.3, "r"), Disc(22.8, 17.0, 1.3, 1.3, "r")
