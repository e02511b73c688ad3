"""Circles and bamboos of more shapes and in more arrangements than `vision.train.draw.suits` has."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from vision.train.draw.drawings import H, Ink, Look, W
from vision.train.draw.suits import PIPS, RODS, STICKS, Rod, dot, pin_ink, sou_ink

Spots = tuple[tuple[float, float], ...]

_COLUMNS: Final = tuple((x, y) for y in (0.16, 0.5, 0.84) for x in (0.27, 0.73))
OTHER_PIPS: Final[dict[int, tuple[Spots, ...]]] = {
    3: (((0.8, 0.18), (0.5, 0.5), (0.2, 0.82)), ((0.5, 0.16), (0.5, 0.5), (0.5, 0.84))),
    6: (_COLUMNS, tuple((x, y) for y in (0.3, 0.7) for x in (0.2, 0.5, 0.8))),
    7: (
        ((0.2, 0.2), (0.5, 0.16), (0.8, 0.12), (0.27, 0.6), (0.73, 0.6), (0.27, 0.86), (0.73, 0.86)),
        ((0.8, 0.12), (0.5, 0.23), (0.2, 0.34), (0.27, 0.62), (0.73, 0.62), (0.27, 0.87), (0.73, 0.87)),
        ((0.28, 0.16), (0.72, 0.16), (0.18, 0.5), (0.5, 0.5), (0.82, 0.5), (0.28, 0.84), (0.72, 0.84)),
    ),
    8: (
        tuple((x, y) for y in (0.28, 0.72) for x in (0.14, 0.38, 0.62, 0.86)),
        (
            *((x, 0.16) for x in (0.2, 0.5, 0.8)),
            (0.3, 0.5),
            (0.7, 0.5),
            *((x, 0.84) for x in (0.2, 0.5, 0.8)),
        ),
    ),
    9: (tuple((x, y) for y in (0.3, 0.57, 0.84) for x in (0.18, 0.5, 0.82)),),
}
"""Where other makers put the circles; the ink of each goes by its number, as in PIPS."""
OTHER_RODS: Final[dict[int, tuple[Spots, ...]]] = {
    3: (((0.2, 0.5), (0.5, 0.5), (0.8, 0.5)), ((0.5, 0.75), (0.25, 0.25), (0.75, 0.25))),
    6: (tuple((x, y) for y in (0.18, 0.5, 0.82) for x in (0.3, 0.7)),),
    7: (
        ((0.5, 0.5), (0.2, 0.17), (0.5, 0.17), (0.8, 0.17), (0.2, 0.83), (0.5, 0.83), (0.8, 0.83)),
        ((0.5, 0.15), *((x, y) for x in (0.2, 0.5, 0.8) for y in (0.5, 0.83))),
    ),
}
IN_ROWS: Final = 0.15
"""Share of the arrangements that are any: other makers have others than those above."""
RINGS: Final[tuple[tuple[tuple[float, str], ...], ...]] = (
    tuple((1 - 0.14 * k, "own" if k % 2 == 0 else "ground") for k in range(7)),
    tuple((1 - 0.2 * k, "own" if k % 2 == 0 else "ground") for k in range(5)),
    ((1.0, "own"),),
    ((1.0, "own"), (0.8, "ground")),
    ((1.0, "own"), (0.84, "ground"), (0.3, "own")),
    ((1.0, "ink"), (0.92, "own"), (0.5, "red"), (0.25, "ground")),
    ((1.0, "ink"), (0.93, "own"), (0.55, "ground"), (0.3, "red")),
    ((1.0, "ink"), (0.9, "pale"), (0.5, "own"), (0.2, "ground")),
    ((1.0, "own"), (0.6, "pale"), (0.3, "own")),
)
"""As those of `suits`; "pale" is the own ink mixed with the body's."""


def mixed(one: Ink, other: Ink, share: float) -> Ink:
    r, g, b = (round(a + share * (c - a)) for a, c in zip(one, other, strict=True))
    return r, g, b


@dataclass(frozen=True, slots=True)
class Motifs:
    """How one set draws its circles and bamboos: shape, size, how far apart, in which arrangements."""

    ring: int
    """Of RINGS; those of `suits` from its length on."""
    spokes: int
    stick: int
    """Of SHAPES."""
    circle: float
    width: float
    length: float
    near: tuple[float, float]
    """How far the middles lie apart, each way, as a share of what is usual."""
    pips: dict[int, Spots]
    rods: dict[int, Spots]
    eight: int
    """How the eight bamboos lie."""

    @classmethod
    def random(cls, rng: Generator) -> Motifs:
        u = rng.uniform
        return cls(
            ring=int(rng.integers(len(RINGS) + 4)),
            spokes=int(rng.choice([0, 0, 0, 4, 6, 8])),
            stick=int(rng.integers(len(SHAPES))),
            circle=float(u(0.7, 1.3)),
            width=float(u(0.55, 1.5)),
            length=float(u(0.75, 1.1)),
            near=(float(u(0.72, 1.06)), float(u(0.72, 1.04))),
            pips={n: _one(rng, n, PIPS[n], OTHER_PIPS, 0.3, 5) for n in PIPS},
            rods={n: _one(rng, n, RODS[n], OTHER_RODS, 0.25, 3) for n in RODS},
            eight=int(rng.choice([0, 0, 0, 1, 2])),
        )

    def place(self, at: tuple[float, float], m: float) -> tuple[float, float]:
        """The pixel of a spot of an arrangement on a face with margin `m`."""
        x, y = (0.5 + (v - 0.5) * (1 - 2 * m) * near for v, near in zip(at, self.near, strict=True))
        return W * x, H * y


def _one(
    rng: Generator, n: int, usual: Spots, others: Mapping[int, tuple[Spots, ...]], share: float, rows: int
) -> Spots:
    """The usual arrangement of `n`, one of the others, or any in so many rows at most."""
    how = rng.random()
    if how < IN_ROWS:
        return in_rows(rng, n, rows)
    if n not in others or how >= IN_ROWS + share:
        return usual
    return others[n][int(rng.integers(len(others[n])))]


def in_rows(rng: Generator, n: int, most: int) -> Spots:
    """`n` spots in two rows or more, one to three in each: what counts is their number."""
    rows: list[int] = []
    while sum(rows) != n:
        least = max(2, math.ceil(n / 3))
        rows = rng.integers(1, 4, size=int(rng.integers(least, max(most, least) + 1))).tolist()
    near, tall = float(rng.uniform(0.18, 0.27)), float(rng.uniform(0.3, 0.36))
    across = {1: (0.5,), 2: (0.5 - near, 0.5 + near), 3: (0.2, 0.5, 0.8)}
    down = np.linspace(0.5 - tall, 0.5 + tall, len(rows)).tolist()
    return tuple((x, y) for count, y in zip(rows, down, strict=True) for x in across[count])


def pin(motifs: Motifs, s: Look, n: int, red: bool) -> Image.Image:
    """Two to nine circles."""
    face = Image.new("RGB", (W, H), s.ground)
    draw = ImageDraw.Draw(face)
    spots = [motifs.place(at, 0.6 * s.margin) for at in motifs.pips[n]]
    size = {2: 0.22, 3: 0.18, 4: 0.19, 5: 0.165, 6: 0.16, 7: 0.14, 8: 0.14, 9: 0.15}[n]
    apart = min(math.dist(a, b) for k, a in enumerate(spots) for b in spots[:k])
    r = min(W * size * motifs.circle, 0.52 * apart)
    for k, (x, y) in enumerate(spots):
        _circle(draw, (x, y), r, s.red if red else pin_ink(s, n, k), motifs, s)
    return face


def _circle(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], r: float, ink: Ink, motifs: Motifs, s: Look
) -> None:
    if motifs.ring >= len(RINGS):
        dot(draw, *at, r, ink, s)
        return
    inks = {"own": ink, "ground": s.ground, "ink": s.ink, "red": s.red, "pale": mixed(ink, s.ground, 0.55)}
    x, y = at
    for share, name in RINGS[motifs.ring]:
        part = r * share
        draw.ellipse((x - part, y - part, x + part, y + part), fill=inks[name])
    for k in range(motifs.spokes):
        turn = 2 * math.pi * k / motifs.spokes
        near, far = 0.3 * r, 0.8 * r
        way = math.cos(turn), math.sin(turn)
        ends = [(x + reach * way[0], y + reach * way[1]) for reach in (near, far)]
        draw.line(ends, fill=s.ground, width=2)


def sou(rng: Generator, motifs: Motifs, s: Look, n: int, red: bool) -> Image.Image:
    """Two to nine bamboos."""
    face = Image.new("RGB", (W, H), s.ground)
    s = replace(s, ink=s.red) if red else s
    m = 0.7 * s.margin
    long = {2: 0.4, 3: 0.4, 4: 0.4, 5: 0.36, 6: 0.4, 7: 0.27, 8: 0.4, 9: 0.27}[n]
    half = W * 0.075 * motifs.width, H * (1 - 2 * m) * long * motifs.length / 2
    if n == 8:
        _eight(motifs, face, half, s)
        return face
    spots = [motifs.place(at, m) for at in motifs.rods[n]]
    half = _apart(spots, half)
    for k, at in enumerate(spots):
        ink = s.red if red else sou_ink(s, n, k)
        _stick(face, motifs, at, half, ink, s)
    return face


def _apart(spots: list[tuple[float, float]], half: tuple[float, float]) -> tuple[float, float]:
    """The half sides of bamboos that do not touch each other: else six were two."""
    pairs = [(a, b) for k, a in enumerate(spots) for b in spots[:k]]
    down = min((abs(a[1] - b[1]) for a, b in pairs if abs(a[0] - b[0]) < 1), default=H)
    high = min(half[1], 0.46 * down)
    beside = [abs(a[0] - b[0]) for a, b in pairs if abs(a[1] - b[1]) < 2.1 * high]
    return min(half[0], 0.46 * min((gap for gap in beside if gap >= 1), default=W)), high


def _eight(motifs: Motifs, face: Image.Image, half: tuple[float, float], s: Look) -> None:
    """An M over a W of sticks, two rows of four, or three, two and three."""
    one, other = (s.palette[s.groups[k]] if s.scheme == 3 else s.green for k in (7, 8))
    if s.scheme == 2:
        other = s.blue
    if motifs.eight == 0:
        for low, ink in ((0, one), (1, other)):
            for k, lean in enumerate((0, 32, -32, 0)):
                x = (0.14, 0.36, 0.64, 0.86)[k]
                at = motifs.place((x, 0.73 if low else 0.27), 0.7 * s.margin)
                _stick(face, motifs, at, (0.8 * half[0], 0.92 * half[1]), ink, s, -lean if low else lean)
        return
    spots = OTHER_PIPS[8][motifs.eight - 1]
    high = 0.8 * half[1] if motifs.eight == 1 else 0.6 * half[1]
    for k, at in enumerate(spots):
        ink = one if k < len(spots) / 2 else other
        size = min(half[0], W * 0.1 * motifs.near[0]), high
        _stick(face, motifs, motifs.place(at, 0.7 * s.margin), size, ink, s)


def _stick(
    face: Image.Image,
    motifs: Motifs,
    at: tuple[float, float],
    half: tuple[float, float],
    ink: Ink,
    s: Look,
    lean: float = 0.0,
) -> None:
    """One bamboo, turned clockwise by `lean` degrees."""
    if not lean:
        SHAPES[motifs.stick](Rod(ImageDraw.Draw(face), *at, *half, ink, s))
        return
    patch = Image.new("RGB", (W, H), s.ground)
    SHAPES[motifs.stick](Rod(ImageDraw.Draw(patch), W / 2, H / 2, *half, ink, s))
    mask = Image.new("L", (W, H), 0)
    box = W / 2 - half[0], H / 2 - half[1], W / 2 + half[0], H / 2 + half[1]
    ImageDraw.Draw(mask).rounded_rectangle(box, radius=half[0], fill=255)
    offset = round(at[0] - W / 2), round(at[1] - H / 2)
    turned = [part.rotate(-lean, Image.Resampling.BICUBIC) for part in (patch, mask)]
    face.paste(turned[0], offset, turned[1])


def _profile(r: Rod, wide: Callable[[float], float], ink: Ink, grow: float = 1.0) -> None:
    """A body of revolution: `wide` says its half width, as a share, along -1 to 1."""
    along = np.linspace(-1, 1, 25)
    right = [(r.x + grow * r.w * wide(t), r.y + r.h * t) for t in along.tolist()]
    r.draw.polygon([*right, *((2 * r.x - x, y) for x, y in reversed(right))], fill=ink)


def _barrel(r: Rod) -> None:
    _profile(r, lambda t: 0.8 + 0.2 * math.cos(math.pi * t), r.ink)
    shade = mixed(r.ink, (0, 0, 0) if not r.s.dark else r.s.ground, 0.5)
    for at in (-0.92, 0.0, 0.92):
        r.across(at, shade)


def _bulging(r: Rod) -> None:
    _profile(r, lambda t: 0.72 + 0.28 * abs(math.sin(math.pi * t)), r.ink)
    r.across(0.0, mixed(r.ink, r.s.ground, 0.6))


def _spool(r: Rod) -> None:
    _profile(r, lambda t: 1.0 if abs(t) > 0.84 or abs(t) < 0.1 else 0.6, r.ink)
    r.down(-0.7, -0.2, r.s.ground)
    r.down(0.2, 0.7, r.s.ground)


def _waisted(r: Rod) -> None:
    _profile(r, lambda t: 0.5 + 0.5 * t * t, r.ink)
    r.oval(0.0, 0.8 * r.w, max(2.0, 0.08 * r.h), r.ink)


def _bar(r: Rod) -> None:
    r.draw.rectangle((r.x - 0.8 * r.w, r.y - r.h, r.x + 0.8 * r.w, r.y + r.h), fill=r.ink)


def _jointed(r: Rod) -> None:
    """Two hollow joints."""
    for at in (-0.5, 0.5):
        box = r.x - 0.85 * r.w, r.y + r.h * (at - 0.5), r.x + 0.85 * r.w, r.y + r.h * (at + 0.5)
        r.draw.rounded_rectangle(box, radius=max(1.0, 0.4 * r.w), outline=r.ink, width=2 if r.w < 9 else 3)


def _hollow(r: Rod) -> None:
    """An outline with a knot in its middle."""
    box = r.x - r.w, r.y - r.h, r.x + r.w, r.y + r.h
    r.draw.rounded_rectangle(box, radius=0.6 * r.w, outline=r.ink, width=2 if r.w < 9 else 3)
    r.oval(0.0, r.w, max(2.0, 0.1 * r.h), r.ink)


def _edged(r: Rod) -> None:
    """A dark edge around a coloured body."""
    r.round(1.0, -1.0, 1.0, r.s.ink)
    box = r.x - r.w + 2, r.y - r.h + 2, r.x + r.w - 2, r.y + r.h - 2
    r.draw.rounded_rectangle(box, radius=max(1.0, r.w - 2), fill=r.ink)
    for at in (-0.33, 0.33):
        r.across(at, r.s.ink, 1)


def _notched(r: Rod) -> None:
    r.draw.rectangle((r.x - r.w, r.y - r.h, r.x + r.w, r.y + r.h), fill=r.ink)
    for side in (-1, 1):
        tip = r.x + side * 0.35 * r.w, r.y
        edge = r.x + side * (r.w + 1)
        r.draw.polygon([(edge, r.y - 0.22 * r.h), tip, (edge, r.y + 0.22 * r.h)], fill=r.s.ground)


SHAPES: Final = (
    *STICKS,
    *(_barrel, _bulging, _spool, _waisted, _bar, _jointed, _jointed, _hollow, _edged, _notched),
)
