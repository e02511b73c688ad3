"""Riichi sticks before a pond: long thin things on the cloth, whatever is printed on them (E-RIICHI-05)."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.mat import STICK_L, STICK_W
from vision.surface import Surface
from vision.zones import STICK_REACH, outline

PX_PER_MM: Final = 2.0
STICK_Z: Final = 3.0
CONTRAST: Final = 22.0
"""Grey levels that a stick is lighter than the cloth, at least, and half of what is asked for in noise;
shadows are darker, never lighter. Two sticks cover half of the place, so the cloth is not its median.
"""
LENGTH: Final = (0.75 * STICK_L, 1.25 * STICK_L)
THIN: Final = 4.5
"""A single stick is at least this many times longer than wide; a tile is 1.3 times."""


def count_sticks(pixels: Pixels, surface: Surface, seat: int) -> int:
    """How many sticks lie before the pond of `seat`. Lying side by side they count by their width."""
    view = cv2.GaussianBlur(rectify(pixels, surface, seat), (5, 5), 0)
    light = view.max(axis=2).astype(np.float32)
    dark, cloth = (float(v) for v in np.percentile(light, (10, 35)))
    limit = float(np.clip(4 * (cloth - dark), CONTRAST, 2 * CONTRAST))
    bright = np.where(light - cloth > limit, 255, 0).astype(np.uint8)
    joined = cv2.morphologyEx(bright, cv2.MORPH_CLOSE, np.ones((1, 15), np.uint8))
    outlines, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return sum(_sticks_in(np.asarray(blob)) for blob in outlines)


def rectify(pixels: Pixels, surface: Surface, seat: int) -> Pixels:
    """The place of the sticks of `seat` from straight above, the owner's left on the left."""
    width = int((STICK_REACH.right - STICK_REACH.left) * PX_PER_MM)
    height = int((STICK_REACH.far - STICK_REACH.near) * PX_PER_MM)
    px = outline(surface, STICK_REACH, seat, STICK_Z).astype(np.float32)
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    turn = cv2.getPerspectiveTransform(px, flat.astype(np.float32))
    return np.asarray(cv2.warpPerspective(pixels, turn, (width, height)), np.uint8)


def _sticks_in(blob: NDArray[np.int32]) -> int:
    _, sides, _ = cv2.minAreaRect(blob)
    width, length = sorted(side / PX_PER_MM for side in sides)
    if not LENGTH[0] <= length <= LENGTH[1] or width < STICK_W / 3:
        return 0
    filled = float(cv2.contourArea(blob)) / (PX_PER_MM**2 * width * length)
    count = max(1, round(width / (STICK_W + 1.0)))
    return count if filled > 0.55 and length / (width / count) >= THIN else 0
