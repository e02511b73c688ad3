"""What lies under, behind and over the tiles of a drawn photograph: cloth, wood, rails, books, fingers."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]
_LETTERS: Final = list("ABCDEFGHIKLMNOPRSTUVWXZ0123456789")
_FONTS: Final = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)
_SKIN: Final = np.array([[95.0, 125, 185], [150, 180, 230], [60, 85, 130], [120, 150, 215]])


def ground(rng: Generator, wide: int, high: int) -> Floats:
    """A table (high x wide x 3) of cloth or wood, now and then with a rail and a room behind its edge."""
    canvas = wood(rng, wide, high) if rng.random() < 0.25 else cloth(rng, wide, high)
    if rng.random() < 0.3:
        _rail(rng, canvas)
    if rng.random() < 0.4:
        _room(rng, canvas[: round(high * float(rng.uniform(0.1, 0.45)))])
    _strewn(rng, canvas)
    return canvas


def cloth(rng: Generator, wide: int, high: int) -> Floats:
    """A cloth of `high` x `wide` px: one colour with threads, uneven light, at times stripes or checks."""
    dark = rng.random() < 0.25
    canvas = np.full((high, wide, 3), rng.uniform(4, 45, 3) if dark else rng.uniform(15, 235, 3), np.float32)
    canvas += _grain(rng, wide, high, 2) * float(rng.uniform(0, 9))
    canvas *= 1 + _grain(rng, wide, high, 40) * float(rng.uniform(0, 0.12))
    if rng.random() < 0.4:
        canvas *= 1 + float(rng.uniform(-0.25, 0.25)) * _pattern(rng, wide, high)[..., None]
    return canvas


def wood(rng: Generator, wide: int, high: int) -> Floats:
    """Boards with a grain that runs across or down."""
    turned = rng.random() < 0.5
    wide, high = (high, wide) if turned else (wide, high)
    tone = np.array([0.5, 0.75, 1.0]) * float(rng.uniform(35, 225)) + rng.normal(0, 8, 3)
    lines = rng.standard_normal((high, max(2, wide // 60), 1)).astype(np.float32)
    grain = cv2.resize(cv2.GaussianBlur(lines, (1, 5), 0), (wide, high), interpolation=cv2.INTER_CUBIC)
    canvas = np.full((high, wide, 3), tone, np.float32) * (1 + 0.12 * grain[..., None])
    for y in np.arange(float(rng.uniform(0, 80)), high, float(rng.uniform(40, 200))).astype(int):
        canvas[y : y + 2] *= 0.5
    return np.ascontiguousarray(canvas.transpose(1, 0, 2)) if turned else canvas


def fingers(rng: Generator, canvas: Floats, length: float) -> Mask:
    """Draw a hand's fingers, of a tile's `length` px, over the picture: 1 where they are."""
    high, wide = canvas.shape[:2]
    mask = np.zeros((high, wide), np.uint8)
    skin = _SKIN[int(rng.integers(len(_SKIN)))] * float(rng.uniform(0.6, 1.15))
    tip = rng.uniform(0.2, 0.8, 2) * (wide, high)
    way = float(rng.uniform(0, 2 * math.pi))
    along, aside = np.array([math.cos(way), math.sin(way)]), np.array([-math.sin(way), math.cos(way)])
    broad = max(4.0, length * float(rng.uniform(0.4, 0.65)))
    for k in range(int(rng.integers(1, 5))):
        start = tip + aside * broad * 1.1 * k + along * float(rng.normal(0, broad / 2))
        end = start + along * broad * float(rng.uniform(4, 9))
        first, last = ((round(float(x)), round(float(y))) for x, y in (start, end))
        tone = (skin * float(rng.uniform(0.9, 1.05))).tolist()
        cv2.line(canvas, first, last, (skin * 0.6).tolist(), round(broad) + 2, cv2.LINE_AA)
        cv2.line(canvas, first, last, tone, round(broad), cv2.LINE_AA)
        cv2.line(mask, first, last, [1], round(broad) + 2)
        nail = tuple(int(v) for v in np.round(start + along * broad * 0.1))
        size = (max(1, round(broad * 0.35)), max(1, round(broad * 0.27)))
        paler = (skin * 1.12 + 12).tolist()
        cv2.ellipse(canvas, nail, size, math.degrees(way), 0, 360, paler, -1, cv2.LINE_AA)
    return mask


def _grain(rng: Generator, wide: int, high: int, size: int) -> Floats:
    """High x wide x 1 of mean 0 and deviation about 1, in spots of `size` px."""
    small = rng.standard_normal((high // size + 2, wide // size + 2)).astype(np.float32)
    return np.asarray(cv2.resize(small, (wide, high), interpolation=cv2.INTER_CUBIC), np.float32)[..., None]


def _pattern(rng: Generator, wide: int, high: int) -> Floats:
    """Waves from -1 to 1: threads, stripes or checks at any angle."""
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    way, step = float(rng.uniform(0, math.pi)), float(np.exp(rng.uniform(math.log(3), math.log(70))))
    first = np.sin((x * math.cos(way) + y * math.sin(way)) * (2 * math.pi / step))
    if rng.random() < 0.5:
        first = first * np.sin((y * math.cos(way) - x * math.sin(way)) * (2 * math.pi / step))
    return np.asarray(np.sign(first) if rng.random() < 0.4 else first, np.float32)


def _rail(rng: Generator, canvas: Floats) -> None:
    """The edge of the table, a rack or a tray along one side, with the line of its shadow."""
    high, wide = canvas.shape[:2]
    other = wood(rng, wide, high) if rng.random() < 0.5 else cloth(rng, wide, high)
    if rng.random() < 0.3:
        other += 255 - other.max()
    way = float(rng.normal(0, 0.12)) + float(rng.choice([0.0, 0.5, 1.0, 1.5])) * math.pi
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    far = (
        (x - wide / 2) * math.sin(way) + (y - high / 2) * math.cos(way) - float(rng.uniform(0.1, 0.4)) * high
    )
    canvas[far > 0] = other[far > 0]
    shade = np.exp(-np.square(far) / (2 * float(rng.uniform(1, 6)) ** 2)) * float(rng.uniform(0, 0.6))
    canvas *= 1 - shade[..., None]


def _room(rng: Generator, canvas: Floats) -> None:
    """Books, boxes and shelves with their letters and pictures."""
    high, wide = canvas.shape[:2]
    x = 0
    while x < wide and high > 4:
        step = int(rng.integers(4, max(6, wide // 5)))
        ink = rng.uniform(5, 245, 3)
        part = canvas[: high - int(rng.integers(0, max(2, high // 6))), x : x + step]
        part[:] = ink
        if rng.random() < 0.7:
            _writing(rng, part, (rng.uniform(0, 255, 3) if rng.random() < 0.5 else 255 - ink).tolist())
        x += step


def _writing(rng: Generator, part: Floats, ink: list[float]) -> None:
    """Words that run down a spine, or across it."""
    down = rng.random() < 0.6
    page = np.ascontiguousarray(np.rot90(part) if down else part, np.uint8)
    high, wide = page.shape[:2]
    size = float(rng.uniform(0.25, 0.9)) * high / 22
    for k in range(max(1, int(high / (26 * size + 1))) if size > 0.15 else 0):
        word = "".join(rng.choice(_LETTERS, int(rng.integers(1, 14))))
        font = _FONTS[int(rng.integers(len(_FONTS)))]
        thick = max(1, round(size * float(rng.uniform(1, 3))))
        at = (int(rng.integers(-wide // 4, wide // 2 + 1)), round((k + 0.85) * 25 * size))
        cv2.putText(page, word, at, font, size, ink, thick, cv2.LINE_AA)
    part[:] = np.rot90(page, -1) if down else page


def _strewn(rng: Generator, canvas: Floats) -> None:
    """Strokes, papers and rings that lie about."""
    high, wide = canvas.shape[:2]
    for _ in range(int(rng.integers(0, 12))):
        ink = rng.uniform(0, 255, 3).tolist()
        x, y = int(rng.integers(wide)), int(rng.integers(high))
        to = (x + int(rng.normal(0, 25)), y + int(rng.normal(0, 25)))
        kind = rng.random()
        if kind < 0.45:
            cv2.line(canvas, (x, y), to, ink, int(rng.integers(1, 5)), cv2.LINE_AA)
        elif kind < 0.85:
            cv2.rectangle(canvas, (x, y), to, ink, -1 if rng.random() < 0.6 else 1)
        else:
            cv2.circle(
                canvas, (x, y), int(rng.integers(3, 30)), ink, int(rng.choice([-1, 1, 3])), cv2.LINE_AA
            )
