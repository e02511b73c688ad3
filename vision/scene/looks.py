"""How sticks and dice differ from set to set: a number is a design.

Number 0 is the design of this table; the first few dice have names of their own in DICE. Larger
numbers are designs of other makers, drawn at random; those from `vision.faces.makers.HELD` on are
kept out of all training.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from vision.calibration.mat import STICK_L, STICK_W

Ink = tuple[int, int, int]
"""BGR."""
Dot = tuple[float, float, float, Ink]
"""Place along and across in mm, radius in mm, colour."""
WHITE: Final = (236, 240, 242)
BLACK: Final = (40, 34, 30)
RED: Final = (30, 24, 190)
BLUE: Final = (120, 70, 20)
GREEN: Final = (40, 120, 30)
OWED: Final = (40, 38, 36)
"""Body of a negative stick (R-SET-05)."""


@dataclass(frozen=True, slots=True)
class DieLook:
    """Colours of body and pips, those of the one and of the four apart; `pip` and `one` are the radii
    and `pitch` the distance of pips from the middle, as shares of the die's side, `corner` its rounding."""

    body: Ink = WHITE
    pips: Ink = BLACK
    one_ink: Ink = RED
    four_ink: Ink = BLACK
    pip: float = 0.104
    one: float = 0.2
    pitch: float = 0.258
    corner: float = 0.167


DICE: Final = (
    DieLook(),
    DieLook((214, 232, 238), one_ink=BLACK),
    DieLook((40, 38, 36), WHITE, WHITE, WHITE, one=0.133),
    DieLook((48, 36, 186), WHITE, WHITE, WHITE, one=0.133),
    DieLook((96, 130, 40), WHITE, WHITE, WHITE, one=0.133),
)
"""Two eastern dice and three western ones."""


@lru_cache(maxsize=256)
def die_look(number: int) -> DieLook:
    """The dice of design `number`."""
    if number < len(DICE):
        return DICE[number]
    rng = np.random.default_rng([number, 37])
    light = rng.uniform() < 0.55
    body = _near(rng, (228, 236, 240), 14) if light else _vivid(rng, 30, 190)
    pips = _near(rng, (44, 40, 38), 14) if light else _near(rng, (232, 238, 240), 10)
    if light and rng.uniform() < 0.25:
        pips = _near(rng, (120, 60, 20) if rng.uniform() < 0.5 else RED, 16)
    red = _near(rng, RED, 16)
    eastern = light and rng.uniform() < 0.7
    pip = float(rng.uniform(0.085, 0.115))
    return DieLook(
        body,
        pips,
        red if eastern else pips,
        red if eastern and rng.uniform() < 0.5 else pips,
        pip,
        float(rng.uniform(0.16, 0.24) if eastern or rng.uniform() < 0.2 else pip * rng.uniform(1, 1.3)),
        float(rng.uniform(0.225, 0.275)),
        float(rng.uniform(0.06, 0.22)),
    )


@dataclass(frozen=True, slots=True)
class StickLook:
    """Sizes in mm, the bodies' colour, and the dots of every value."""

    length: float
    width: float
    body: Ink
    dots: Mapping[int, tuple[Dot, ...]]
    colours: Mapping[int, Ink]
    """Bodies where the set shows values by colour; 0 is a player's own stick (E-RIICHI-05)."""


STICK_DOTS: Final[dict[int, tuple[Dot, ...]]] = {
    1000: ((0, 0, 2.3, RED),),
    5000: tuple((x, 0, 1.7 if x else 2.1, RED) for x in (-9.0, -4.5, 0.0, 4.5, 9.0)),
    10000: tuple(
        (x, y, 1.1, RED if (i + j) % 2 else BLUE)
        for i, x in enumerate((-8.0, -4.0, 0.0, 4.0, 8.0))
        for j, y in enumerate((-1.5, 1.5))
    ),
    100: tuple((x, y, 0.9, BLACK) for x in (-4.5, -1.5, 1.5, 4.5) for y in (-1.5, 1.5)),
    500: tuple((x, 0, 1.2, GREEN) for x in (-6.0, -3.0, 0.0, 3.0, 6.0)),
}
STICK_COLOURS: Final[dict[int, Ink]] = {
    0: (150, 190, 210),
    100: (214, 224, 222),
    500: (110, 170, 90),
    1000: (176, 120, 60),
    5000: (70, 190, 232),
    10000: (62, 52, 196),
}
_OTHER_DOTS: Final[dict[int, tuple[Dot, ...]]] = {
    500: tuple((x, y, 0.9, GREEN) for x, y, _, _ in STICK_DOTS[100]),
    5000: ((0.0, 0.0, 1.3, RED), *((x, y, 1.3, RED) for x in (-3.0, 3.0) for y in (-1.4, 1.4))),
    10000: (
        (0.0, 0.0, 2.0, RED),
        *((x, y, 1.0, BLUE) for x in (-9.0, -6.0, 6.0, 9.0) for y in (-1.5, 1.5)),
    ),
}
"""As other makers draw them; the 500 stick is a green 100 stick (R-SET-04)."""
_OWN: Final = StickLook(STICK_L, STICK_W, WHITE, STICK_DOTS, STICK_COLOURS)


@lru_cache(maxsize=256)
def stick_look(number: int) -> StickLook:
    """The sticks of design `number`."""
    if number == 0:
        return _OWN
    rng = np.random.default_rng([number, 41])
    inks = {ink: _near(rng, ink, 14) for ink in (RED, BLACK, BLUE, GREEN)}
    size, spread = float(rng.uniform(0.9, 1.2)), float(rng.uniform(0.95, 1.25))
    width = float(rng.uniform(6.0, 8.0))
    dots = dict(STICK_DOTS)
    for value, other in _OTHER_DOTS.items():
        if rng.uniform() < 0.5:
            dots[value] = other
    room = width / STICK_W
    drawn = {
        value: tuple((x * spread, y * room, r * size * room, inks[ink]) for x, y, r, ink in row)
        for value, row in dots.items()
    }
    return StickLook(
        float(rng.uniform(74, 98)),
        width,
        _near(rng, WHITE if rng.uniform() < 0.6 else (206, 226, 236), 6),
        drawn,
        {value: _near(rng, colour, 12) for value, colour in STICK_COLOURS.items()} | {0: _any(rng)},
    )


def _near(rng: np.random.Generator, ink: Ink, spread: float) -> Ink:
    b, g, r = (int(np.clip(c + rng.normal(0, spread), 0, 255)) for c in ink)
    return b, g, r


def _any(rng: np.random.Generator) -> Ink:
    b, g, r = (int(c) for c in rng.integers(60, 250, 3))
    return b, g, r


def _vivid(rng: np.random.Generator, low: int, high: int) -> Ink:
    """Any colour dark enough for white pips."""
    b, g, r = (int(c) for c in rng.integers(low, high, 3))
    return (b // 2, g // 2, r) if rng.uniform() < 0.4 else (b, g // 2, r // 2)


_SIDES: Final = {1: (2, 5, 3, 4), 2: (1, 6, 4, 3), 3: (1, 6, 2, 5)}


def sides_of(top: int) -> tuple[int, int, int, int]:
    """What a die shows near, far, left and right when `top` is up; opposite sides make seven."""
    near, far, left, right = _SIDES[min(top, 7 - top)]
    return (near, far, left, right) if top in _SIDES else (near, far, right, left)
