"""Photographs of things that are no tiles, drawn: each is lit, turned and a little unsharp."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator

from vision.camera.frame import Pixels

SIDE: Final = 640
INK: Final = (30, 25, 25)
WHITE: Final = (236, 240, 240)


def cloth(rng: Generator) -> Pixels:
    """A woven cloth with a fold and a seam."""
    out = _plain(rng, (60, 110, 40))
    out[::4] = (out[::4] * 0.85).astype(np.uint8)
    out[:, ::4] = (out[:, ::4] * 0.9).astype(np.uint8)
    cv2.line(out, (0, 200), (SIDE, 260), (40, 80, 30), 9, cv2.LINE_AA)
    return out


def keyboard(rng: Generator) -> Pixels:
    """White keys with letters."""
    out = _plain(rng, (150, 150, 155))
    for row in range(5):
        for column in range(12):
            x, y = 20 + 50 * column + 12 * (row % 3), 150 + 50 * row
            cv2.rectangle(out, (x, y), (x + 43, y + 43), WHITE, -1)
            letter = chr(int(rng.integers(65, 91)))
            cv2.putText(out, letter, (x + 10, y + 30), cv2.FONT_HERSHEY_SIMPLEX, 0.8, INK, 2, cv2.LINE_AA)
    return out


def page(rng: Generator) -> Pixels:
    """A printed page."""
    out = _plain(rng, (228, 234, 236))
    for y in range(40, 620, 24):
        words = "".join(chr(int(c)) for c in rng.choice([*range(97, 123), 32, 32, 32], 46))
        cv2.putText(out, words, (30, y), cv2.FONT_HERSHEY_COMPLEX, 0.6, INK, 1, cv2.LINE_AA)
    return out


def cards(rng: Generator) -> Pixels:
    """Playing cards, fanned out, with indices and suits."""
    out = _plain(rng, (30, 100, 30))
    for column in range(5):
        x, y = 30 + 120 * column, 200
        cv2.rectangle(out, (x, y), (x + 110, y + 160), WHITE, -1)
        ink = INK if rng.random() < 0.5 else (40, 40, 200)
        index = str(rng.choice(list("A23456789JQK")))
        cv2.putText(out, index, (x + 8, y + 30), cv2.FONT_HERSHEY_COMPLEX, 0.9, ink, 2, cv2.LINE_AA)
        for k in range(int(rng.integers(1, 4))):
            diamond = np.array([(55, 29), (67, 45), (55, 61), (43, 45)]) + np.array([x, y + 38 * k])
            cv2.fillPoly(out, [diamond], ink)
    return out


def letters(rng: Generator) -> Pixels:
    """Wooden letters of a word game with their values."""
    out = _plain(rng, (60, 100, 60))
    for column in range(8):
        x, y = 20 + 76 * column, 280
        cv2.rectangle(out, (x, y), (x + 68, y + 74), (160, 205, 232), -1)
        letter, value = chr(int(rng.integers(65, 91))), str(int(rng.integers(1, 10)))
        cv2.putText(out, letter, (x + 14, y + 54), cv2.FONT_HERSHEY_DUPLEX, 1.5, INK, 3, cv2.LINE_AA)
        cv2.putText(out, value, (x + 52, y + 68), cv2.FONT_HERSHEY_DUPLEX, 0.45, INK, 1, cv2.LINE_AA)
    return out


OTHER_THINGS: Final[tuple[Callable[[Generator], Pixels], ...]] = (
    cloth,
    keyboard,
    page,
    cards,
    letters,
)


def photographed(draw: Callable[[Generator], Pixels], number: int) -> Pixels:
    """What a phone sees of it."""
    rng = np.random.default_rng(number)
    flat = draw(rng)
    far = rng.uniform(-40, 40, (4, 2)).astype(np.float32)
    corners = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    bend = cv2.getPerspectiveTransform(corners, corners + far)
    seen = cv2.warpPerspective(flat, bend, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.4, 1.0))).astype(np.float32)
    first, last = (float(v) for v in rng.uniform(0.7, 1.1, 2))
    light = np.linspace(first, last, SIDE)[None, :, None]
    return np.asarray(np.clip(soft * light + rng.normal(0, 3, soft.shape), 0, 255), np.uint8)


def _plain(rng: Generator, colour: tuple[int, int, int]) -> Pixels:
    noise = rng.normal(0, 6, (SIDE // 4, SIDE // 4, 1)).astype(np.float32)
    wide = cv2.resize(noise, (SIDE, SIDE))[..., None]
    return np.asarray(np.clip(np.array(colour, np.float32) + wide, 0, 255), np.uint8)
