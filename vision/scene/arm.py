"""A player's arm over the mat: sleeve, hand and fingers, with their shadow."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.mat import to_player, to_table
from vision.camera.frame import Pixels
from vision.scene.lamp_light import Gain, Light
from vision.scene.pinhole import Points, View
from vision.scene.scene import ArmBody
from vision.scene.sprites import Sprite, covered

SHIFT: Final = 4
SKINS: Final = (
    (128, 160, 206), (104, 138, 190), (140, 172, 214), (64, 92, 140),
    (168, 196, 232), (84, 116, 168), (44, 62, 98), (30, 40, 62),
)  # fmt: skip
"""BGR; the first four are the people of the house."""
SLEEVES: Final = (
    (70, 46, 40),
    (52, 52, 150),
    (110, 96, 84),
    (48, 84, 56),
    (232, 234, 236),
    (24, 24, 26),
    (60, 170, 210),
    (170, 120, 190),
    (66, 92, 26),
    (198, 214, 224),
    (200, 150, 90),
    None,
)
"""BGR; one is the colour of the house's cloth, one that of a tile, and None a bare arm."""
FINGERS: Final = ((-17.0, 6.0, 15.0), (-6.0, 0.0, 16.0), (6.0, 2.0, 16.0), (17.0, 10.0, 14.0))
"""Of each finger: mm across the hand, mm short of the tip, width."""
CIRCLE: Final = np.column_stack([f(np.linspace(0, 2 * np.pi, 20, endpoint=False)) for f in (np.cos, np.sin)])
Ink = tuple[int, int, int]
Part = tuple[NDArray[np.float64], Ink]


def arm(body: ArmBody, view: View, light: Light, gain: Gain, look: int) -> tuple[Sprite, ...]:
    """Shadow and arm, to be laid in this order; empty where nothing reaches into the picture."""
    parts = _parts(body, look)
    lifted = [(view.project(p), colour) for p, colour in parts]
    ux, uy = light.towards
    drop = body.z + 10.0
    away = np.array([-ux * light.lean * drop, -uy * light.lean * drop, 0.0])
    floored = [(view.project(p * (1, 1, 0) + away), (255, 255, 255)) for p, _ in parts]
    made = (_shade(floored, view, light), _body(lifted, view, gain))
    return tuple(s for s in made if s is not None)


@lru_cache(maxsize=64)
def worn(look: int, seat: int) -> tuple[Ink, Ink]:
    """Skin and sleeve of a player, BGR; a bare arm has the skin's colour. `look` is the table's seed."""
    if not look:
        return SKINS[seat], SLEEVES[seat] or SKINS[seat]
    rng = np.random.default_rng([look, seat, 3])
    skin = SKINS[int(rng.integers(len(SKINS)))]
    return skin, SLEEVES[int(rng.integers(len(SLEEVES)))] or skin


def shoulder(x: float) -> NDArray[np.float64]:
    """Where an arm comes from (2, mm of the player frame); its finger tips are `x` mm to the right."""
    return np.array([0.55 * x + 90.0, -560.0])


def _parts(body: ArmBody, look: int) -> list[Part]:
    """Convex outlines in the table frame, from the shoulder to the finger tips."""
    tip = np.array(to_player(body.seat, body.x, body.y))
    along = shoulder(tip[0]) - tip
    along /= np.hypot(*along)
    across = np.array([-along[1], along[0]])

    def bar(
        start: tuple[float, float], end: tuple[float, float], first: float, last: float, z: float
    ) -> NDArray[np.float64]:
        """Points whose hull is a rounded bar between two places (mm back from the tips, to the side)."""
        discs = [np.array(spot) + width / 2 * CIRCLE for spot, width in ((start, first), (end, last))]
        spots = tip + np.vstack(discs) @ np.array([along, across])
        flat = np.column_stack(to_table(body.seat, spots[:, 0], spots[:, 1]))
        return np.column_stack([flat, np.full(len(flat), body.z + z)])

    skin, sleeve = worn(look, body.seat)
    dark = _darker(sleeve, 0.75)
    out: list[Part] = [
        (bar((120.0, 0.0), (195.0, 0.0), 58.0, 56.0, 22.0), skin),
        (bar((82.0, 0.0), (112.0, 0.0), 62.0, 66.0, 18.0), skin),
        (bar((220.0, 0.0), (236.0, 0.0), 84.0, 88.0, 30.0), dark),
        (bar((240.0, 0.0), (700.0, 20.0), 90.0, 150.0, 45.0), sleeve),
        (bar((50.0, -45.0), (112.0, -20.0), 15.0, 26.0, 8.0), skin),
    ]
    darker = _darker(skin, 0.93)
    for i, (side, short, width) in enumerate(FINGERS):
        out.append(
            (
                bar((short, side * 0.72), (84.0, side * 1.15), width, width + 3, 6.0),
                darker if i % 2 else skin,
            )
        )
    return out


def _frame(
    parts: list[tuple[Points, tuple[int, int, int]]], view: View, margin: int
) -> tuple[int, int, int, int] | None:
    spots = np.vstack([p for p, _ in parts])
    low = np.maximum(np.floor(spots.min(axis=0)).astype(int) - margin, -margin)
    high = np.minimum(
        np.ceil(spots.max(axis=0)).astype(int) + margin, (view.width + margin, view.height + margin)
    )
    if (high <= low).any():
        return None
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _fill(
    canvas: NDArray[np.uint8], spots: Points, low: tuple[int, int], colour: tuple[int, int, int], part: float
) -> None:
    ring = cv2.convexHull(((spots - low) * part).astype(np.float32)).reshape(-1, 2)
    cv2.fillConvexPoly(canvas, np.round(ring * (1 << SHIFT)).astype(np.int32), colour, cv2.LINE_AA, SHIFT)


def _shade(parts: list[tuple[Points, tuple[int, int, int]]], view: View, light: Light) -> Sprite | None:
    """The shadow, blurred at a quarter of the size."""
    box = _frame(parts, view, 40)
    if box is None:
        return None
    x0, y0, x1, y1 = box
    small = np.zeros(((y1 - y0) // 4 + 1, (x1 - x0) // 4 + 1), np.uint8)
    for spots, colour in parts:
        _fill(small, spots, (x0, y0), colour, 0.25)
    soft = cv2.GaussianBlur(small, (0, 0), 9.0 * view.scale / 4)
    mask = cv2.resize(soft, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
    keep = cv2.bitwise_not(cv2.convertScaleAbs(mask, alpha=light.shadow * 0.8))
    return Sprite(x0, y0, np.asarray(keep), None)


def _body(parts: list[tuple[Points, tuple[int, int, int]]], view: View, gain: Gain) -> Sprite | None:
    box = _frame(parts, view, 8)
    if box is None:
        return None
    x0, y0, x1, y1 = box
    colour: Pixels = np.empty((y1 - y0, x1 - x0, 3), np.uint8)
    colour[:] = parts[0][1]
    cover = np.zeros((y1 - y0, x1 - x0), np.uint8)
    for i, (spots, tone) in enumerate(parts):
        _fill(colour, spots, (x0, y0), tone, 1.0)
        _fill(cover, spots, (x0, y0), (255, 255, 255), 1.0)
        _edge(colour, spots, (x0, y0), tone, 2)
        if i > 4:
            _edge(colour, spots, (x0, y0), _darker(tone, 0.72), 1)
    small = cv2.resize(cover, (max(1, (x1 - x0) // 4), max(1, (y1 - y0) // 4)), interpolation=cv2.INTER_AREA)
    round_ = cv2.resize(cv2.GaussianBlur(small, (0, 0), 4.0), (x1 - x0, y1 - y0))
    relief = cv2.convertScaleAbs(round_, alpha=0.5, beta=127)
    lit = cv2.multiply(colour, cv2.merge([relief, relief, relief]), scale=1 / 255)
    middle = gain.near((x0 + x1) // 2, (y0 + y1) // 2)
    lit = cv2.multiply(lit, np.array((*middle, 0.0), np.float64))
    return Sprite(x0, y0, np.asarray(cv2.bitwise_not(cover)), covered(np.asarray(lit), cover))


def _edge(
    colour: Pixels, spots: Points, low: tuple[int, int], tone: tuple[int, int, int], width: int
) -> None:
    ring = cv2.convexHull((spots - low).astype(np.float32)).reshape(-1, 2)
    cv2.polylines(
        colour, [np.round(ring * (1 << SHIFT)).astype(np.int32)], True, tone, width, cv2.LINE_AA, SHIFT
    )


def _darker(tone: tuple[int, int, int], by: float) -> tuple[int, int, int]:
    b, g, r = tone
    return int(b * by), int(g * by), int(r * by)
