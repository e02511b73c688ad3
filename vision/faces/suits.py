"""The circles and the bamboo of the suits, in several makers' designs."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from vision.faces.shapes import Disc, Program, Ring, Shape, Stroke, inked
from vision.faces.style import Style

Spots = tuple[tuple[float, float, str], ...]
MID: Final = 13.0
OTHER: Final = {"r": "g", "g": "r", "b": "r", "k": "r"}
"""The ink of a circle's heart where it has another than its rim."""


def _ball(x: float, y: float, r: float, ink: str, style: Style) -> Program:
    """One circle of the pin suit."""
    if style.dot == 1:
        return Disc(x, y, r, r, ink), Disc(x, y, r * 0.66, r * 0.66, "w"), Disc(x, y, r * 0.4, r * 0.4, ink)
    if style.dot == 2:
        hub = Disc(x, y, r * 0.3, r * 0.3, "w"), Disc(x, y, r * 0.16, r * 0.16, ink)
        return Disc(x, y, r, r, ink), *_petals(x, y, r * 0.66, r * 0.13, 8, "w"), *hub
    if style.dot >= 3:
        return _foreign_ball(x, y, r, ink, style.dot)
    body = Disc(x, y, r, r, ink), Ring(x, y, r * 0.76, r * 0.11, "w"), Disc(x, y, r * 0.46, r * 0.46, "w")
    cross = tuple(
        Disc(x + r * 0.2 * math.cos(a), y + r * 0.2 * math.sin(a), r * 0.17, r * 0.17, ink)
        for a in (math.pi / 4 + k * math.pi / 2 for k in range(4))
    )
    return (*body, *cross)


def _foreign_ball(x: float, y: float, r: float, ink: str, dot: int) -> Program:
    """Circles as other makers draw them: two inks, many rings, a blossom, a ball."""

    def rings(*sizes: float) -> Program:
        return tuple(Disc(x, y, r * s, r * s, "w" if i % 2 else ink) for i, s in enumerate(sizes))

    match dot:
        case 3:
            return (*rings(1.0, 0.74), Disc(x, y, r * 0.5, r * 0.5, OTHER[ink]))
        case 4:
            return rings(1.0, 0.82, 0.64, 0.46, 0.28)
        case 5:
            heart = Disc(x, y, r * 0.34, r * 0.34, "w"), Disc(x, y, r * 0.22, r * 0.22, OTHER[ink])
            return (*_petals(x, y, r * 0.6, r * 0.38, 6, ink), Disc(x, y, r * 0.55, r * 0.55, ink), *heart)
        case _:
            return Disc(x, y, r, r, ink), Disc(x - r * 0.3, y - r * 0.32, r * 0.26, r * 0.2, "w", -40)


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
    if style.dot >= 3:
        return _foreign_medallion(style)
    if style.dot == 2:
        rim = (Disc(x, y, 9.4, 9.4, "b"), Ring(x, y, 8.2, 0.6, "w"))
    return (*rim, Disc(x, y, 7.6, 7.6, "g"), *petal, *heart)


def _foreign_medallion(style: Style) -> Program:
    """The 1p that goes with `_foreign_ball`."""
    x, y = MID, 17.0
    if style.dot == 5:
        outer = _petals(x, y, 7.4, 3.0, 10, "b"), _petals(x, y, 4.6, 1.9, 8, "r")
        return (
            *outer[0],
            Disc(x, y, 7.2, 7.2, "b"),
            Disc(x, y, 6.4, 6.4, "w"),
            *outer[1],
            Disc(x, y, 2.0, 2.0, "g"),
        )
    if style.dot == 6:
        turns = [math.pi * k / 4 for k in range(8)]
        rays = tuple(
            Stroke(((x, y, 3.6), (x + 8.6 * math.cos(a), y + 8.6 * math.sin(a), 1.2)), "g") for a in turns
        )
        return (Disc(x, y, 9.8, 9.8, "b"), Disc(x, y, 9.0, 9.0, "w"), *rays, Disc(x, y, 4.2, 4.2, "r"))
    sizes = (9.8, 8.4, 7.2, 5.8, 4.6, 3.2, 2.0)
    inks = "gwrwgwr" if style.dot == 3 else "bwbwrwr"
    return tuple(Disc(x, y, s, s, i) for s, i in zip(sizes, inks, strict=True))


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


def pin(number: int, style: Style) -> Program:
    """The circles 1p to 9p."""
    if number == 1:
        return inked(_medallion(style), style.pin_inks)
    radius, spots = PIN[number]
    shapes = (s for x, y, ink in spots for s in _ball(x, y, radius * style.motif, ink, style))
    return inked(shapes, style.pin_inks)


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
    if style.bamboo >= 3:
        return _foreign_cane(bar, at, w, ink, style.bamboo, end)
    knots = tuple(
        Disc(*at(t), w * 0.72, w * 0.5, ink, math.degrees(math.atan2(lean, length))) for t in (-end, 0.0, end)
    )
    stem = bar(-end, end, w * 0.95, ink)
    if style.bamboo == 2:
        return (*knots, stem)
    shine = bar(-end * 0.72, -0.26, w * 0.24, "w"), bar(0.26, end * 0.72, w * 0.24, "w")
    return (*knots, stem, *shine)


def _foreign_cane(
    bar: Callable[[float, float, float, str], Stroke],
    at: Callable[[float], tuple[float, float]],
    w: float,
    ink: str,
    bamboo: int,
    end: float,
) -> Program:
    """Sticks as other makers draw them: three joints, a thin stem with beads, hollow."""
    match bamboo:
        case 3:
            return tuple(bar(a * end, b * end, w * 1.05, ink) for a, b in ((-1, -0.5), (-0.2, 0.2), (0.5, 1)))
        case 4:
            beads = tuple(Disc(*at(t), w * 0.62, w * 0.62, ink) for t in (-end, 0.0, end))
            eyes = tuple(Disc(*at(t), w * 0.2, w * 0.2, "w") for t in (-end, 0.0, end))
            return (bar(-end, end, w * 0.4, ink), *beads, *eyes)
        case _:
            hollow = bar(-end, -0.1, w * 0.5, "w"), bar(0.1, end, w * 0.5, "w")
            return (bar(-end, end, w * 1.1, ink), *hollow, bar(-0.04, 0.04, w * 1.3, ink))


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


def sou(number: int, style: Style) -> Program:
    """The bamboo 2s to 9s."""
    if number == 8:
        return inked(_eight(style), style.sou_inks)
    length, spots = SOU[number]
    shapes = (s for x, y, ink in spots for s in _cane(x, y, length, ink, style))
    return inked(shapes, style.sou_inks)


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
