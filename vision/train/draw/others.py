"""Things on tables that are no tiles but look like some: faces for `vision.train.draw.bodies`."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Image = NDArray[np.uint8]
KINDS: Final = ("domino", "die", "card", "key", "button")
STRANGE: Final = ("coin", "letter", "telephone")
"""Kinds kept out of training, for `benchmarks.other_things`."""
DISCS: Final = ("button", "coin")
PX: Final = 4
"""Pixels a mm."""
PIPS: Final = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
Ink = tuple[float, float, float]


def draw(rng: Generator, kind: str) -> tuple[Image, float, float, float]:
    """A face (BGR), its width, height and thickness in mm."""
    wide, high, thick = _size(rng, kind)
    ground, ink = _inks(rng)
    face = np.full((round(high * PX), round(wide * PX), 3), ground, np.uint8)
    match kind:
        case "domino":
            _domino(rng, face, ink)
        case "die":
            _pips(rng, face, (face.shape[1] / 2, face.shape[0] / 2), face.shape[1], ink)
        case "card":
            _card(rng, face, ink)
        case "coin":
            _coin(rng, face, ink)
        case "letter":
            _text(rng, face, ink, float(rng.uniform(0.4, 0.7)))
        case "telephone":
            _telephone(rng, face)
        case "key":
            _text(rng, face, ink, float(rng.uniform(0.25, 0.7)))
        case _:
            _button(rng, face, ink)
    return face, wide, high, thick


def _size(rng: Generator, kind: str) -> tuple[float, float, float]:
    vary = float(rng.uniform(0.85, 1.15))
    return {
        "domino": (24 * vary, 48 * vary, 9.0),
        "die": (24 * vary, 24 * vary, 24 * vary),
        "card": (40 * vary, 58 * vary, 0.5),
        "key": (24 * vary, 24 * float(rng.uniform(0.8, 1.3)), 7.0),
        "button": (26 * vary, 26 * vary, 4.0),
        "coin": (24 * vary, 24 * vary, 2.0),
        "letter": (19 * vary, 20 * vary, 4.0),
        "telephone": (72 * vary, 148 * vary, 8.0),
    }[kind]


def _inks(rng: Generator) -> tuple[Ink, Ink]:
    """A light ground with dark ink, or the reverse."""
    light, dark = rng.uniform(190, 255, 3).tolist(), rng.uniform(0, 90, 3)
    if rng.random() < 0.3:
        dark[2] = rng.uniform(130, 220)
    inks = tuple(light), tuple(dark.tolist())
    return inks if rng.random() < 0.7 else inks[::-1]


def _pips(rng: Generator, face: Image, middle: tuple[float, float], side: float, ink: Ink) -> None:
    apart, radius = side * float(rng.uniform(0.24, 0.31)), side * float(rng.uniform(0.07, 0.12))
    order = 1 if rng.random() < 0.5 else -1
    for pip in PIPS[int(rng.integers(7))]:
        x, y = pip[::order]
        at = round(middle[0] + x * apart), round(middle[1] + y * apart)
        cv2.circle(face, at, max(1, round(radius)), ink, -1, cv2.LINE_AA)


def _domino(rng: Generator, face: Image, ink: Ink) -> None:
    high, wide = face.shape[:2]
    if rng.random() < 0.9:
        cv2.line(face, (wide // 10, high // 2), (wide - wide // 10, high // 2), ink, int(rng.integers(1, 6)))
    if rng.random() < 0.3:
        cv2.circle(face, (wide // 2, high // 2), int(rng.integers(3, 8)), (60, 170, 200), -1, cv2.LINE_AA)
    for y in (high / 4, 3 * high / 4):
        _pips(rng, face, (wide / 2, y), wide, ink)


def _card(rng: Generator, face: Image, ink: Ink) -> None:
    high, wide = face.shape[:2]
    text = str(rng.choice(list("A23456789JQK")))
    size = float(rng.uniform(0.6, 1.2))
    for turn in (0, 2):
        face[:] = np.rot90(face, turn)
        cv2.putText(face, text, (wide // 20, high // 5), cv2.FONT_HERSHEY_SIMPLEX, size, ink, 2, cv2.LINE_AA)
        face[:] = np.rot90(face, -turn)
    for _ in range(int(rng.integers(1, 11))):
        x, y = rng.uniform(0.28, 0.72) * wide, rng.uniform(0.15, 0.85) * high
        reach = wide * float(rng.uniform(0.05, 0.12))
        corners = np.array([[x, y - reach], [x + reach * 0.8, y], [x, y + reach], [x - reach * 0.8, y]])
        cv2.fillPoly(face, [np.round(corners).astype(np.int32)], ink, cv2.LINE_AA)


def _text(rng: Generator, face: Image, ink: Ink, share: float) -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-*/?"
    text = "".join(rng.choice(list(letters), int(rng.integers(1, 3))))
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX]))
    (wide, _), _ = cv2.getTextSize(text, font, 1.0, 2)
    scale = share * face.shape[1] / max(1, wide)
    high = 22 * scale
    at = round((face.shape[1] - wide * scale) / 2), round((face.shape[0] + high) / 2)
    cv2.putText(face, text, at, font, scale, ink, max(1, round(scale * 2)), cv2.LINE_AA)


def _button(rng: Generator, face: Image, ink: Ink) -> None:
    """A disc with holes on what lies under it."""
    high, wide = face.shape[:2]
    under = rng.uniform(20, 235, 3)
    disc = face[0, 0].tolist()
    face[:] = under
    cv2.circle(face, (wide // 2, high // 2), wide // 2 - 2, disc, -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.circle(
            face, (wide // 2, high // 2), round(wide * 0.36), ink, int(rng.integers(1, 4)), cv2.LINE_AA
        )
    for x, y in PIPS[int(rng.choice([2, 4]))]:
        at = round(wide / 2 + x * wide * 0.1), round(high / 2 + y * high * 0.1)
        cv2.circle(face, at, max(2, wide // 18), ink, -1, cv2.LINE_AA)


def _coin(rng: Generator, face: Image, ink: Ink) -> None:
    """A disc of metal with a rim and a number, now and then with a hole."""
    high, wide = face.shape[:2]
    middle, metal = (wide // 2, high // 2), np.array([[60.0, 120, 170], [150, 150, 150], [70, 160, 200]])
    tone = metal[int(rng.integers(3))] * float(rng.uniform(0.8, 1.3))
    face[:] = rng.uniform(20, 235, 3)
    cv2.circle(face, middle, wide // 2 - 1, tone.tolist(), -1, cv2.LINE_AA)
    cv2.circle(face, middle, round(wide * 0.43), (tone * 0.7).tolist(), 2, cv2.LINE_AA)
    inner = face[high // 4 : -high // 4, wide // 4 : -wide // 4]
    if rng.random() < 0.3:
        cv2.circle(face, middle, round(wide * 0.12), face[0, 0].tolist(), -1, cv2.LINE_AA)
    else:
        _text(rng, inner, (*(tone * 0.5).tolist(),), float(rng.uniform(0.5, 0.9)))


def _telephone(rng: Generator, face: Image) -> None:
    """A dark screen with rows of round or square signs."""
    high, wide = face.shape[:2]
    face[:] = rng.uniform(5, 60, 3)
    rim = wide // 16
    face[rim:-rim, rim:-rim] = rng.uniform(5, 200, 3)
    step = wide // 4
    for y in range(high // 8, high - step, round(step * 1.2)):
        for x in range(rim + step // 8, wide - step + 1, step):
            part = face[y : y + step * 3 // 4, x : x + step * 3 // 4]
            part[:] = rng.uniform(0, 255, 3)
            if rng.random() < 0.5:
                _text(rng, part, (255.0, 255.0, 255.0), float(rng.uniform(0.4, 0.8)))
            else:
                _pips(rng, part, (part.shape[1] / 2, part.shape[0] / 2), part.shape[1], (250.0, 250.0, 250.0))
