"""Tiles that lie apart on a plain cloth, found by their outlines: for photographs of sets that no net knows.

Whatever is not of the cloth's colour and as large as the rest is a tile, whatever it shows. Which way up it
lies is not seen: the rows that were asked for show that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.tiles.tile import Face
from vision.camera.frame import Pixels
from vision.nets.detect import Floats
from vision.nets.detection import Quad
from vision.photo.read import as_quad

WIDE: Final = 1200
"""Pixels of the longer side at which outlines are looked for: a tile of a whole set has some 60 then."""
MENDED: Final = (0, 2, 4)
"""Radius in pixels there of the strokes that are mended."""
THINNER: Final = (0, 2, 4, 6)
"""Pixels there that are taken off each side, so that tiles that nearly touch come apart."""
SMALLEST: Final = 16.0
"""Pixels there of the shorter side of a tile."""
FULL: Final = 0.85
"""Share of the rectangle around it that a tile fills."""
NEARER: Final = 0.8
"""Widths of a tile between the middles of two, at least: seen aslant they are a little nearer."""
AS_LARGE: Final = 1.5
"""No tile is so many times longer or wider than the median of them, or shorter."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A tile of which nothing is read; the side of `quad` that is up is one of its two short ones."""

    quad: Quad
    tile: Face | None = None


def outlines(pixels: Pixels) -> list[Outline]:
    """The tiles, their heads all the same way: `turned` has them the other way round."""
    shrunk = min(1.0, WIDE / max(pixels.shape[:2]))
    small = np.asarray(cv2.resize(pixels, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA), np.uint8)
    boxes = _boxes(_other(small))
    if not boxes:
        return []
    across = np.array([complex(*(box[1] - box[0])) for box in boxes])
    # Of a direction and its opposite the angle is the same when it is doubled.
    most = np.sqrt(np.sum((across / np.abs(across)) ** 2))
    over = (across * np.conj(most)).real < 0
    heads = [np.roll(box, 2, axis=0) if turn else box for box, turn in zip(boxes, over, strict=True)]
    return [Outline(as_quad(box / shrunk)) for box in heads]


def turned(tiles: Sequence[Outline]) -> list[Outline]:
    """The same with their heads where their feet were."""
    return [replace(tile, quad=as_quad(np.roll(tile.quad, 2, axis=0))) for tile in tiles]


def _other(pixels: Pixels) -> NDArray[np.uint8]:
    """1 where a picture is not of the colour that most of it has."""
    colours = cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.float32)
    apart = np.linalg.norm(colours - np.median(colours, axis=0), axis=1).reshape(pixels.shape[:2])
    grey = np.asarray(np.clip(apart, 0, 255), np.uint8)
    _, other = cv2.threshold(grey, 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    return np.asarray(other, np.uint8)


def _boxes(other: NDArray[np.uint8]) -> list[Floats]:
    """Rectangles of one size, 4 x 2 px, whose first side is a short one. Tiles that nearly touch come apart
    where something is taken off each side, and strokes of the cloth's colour that divide one are mended."""
    out: list[Floats] = []
    for mend, thin in product(MENDED, THINNER):
        solid = _solid(cv2.morphologyEx(other, cv2.MORPH_CLOSE, _disc(mend)))
        found, _ = cv2.findContours(cv2.erode(solid, _disc(thin)), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        boxes = [box for contour in found if (box := _box(contour, solid.shape, thin)) is not None]
        for box in _alike(boxes, out or boxes):
            if all(_apart(box, known) for known in out):
                out.append(box)
    return out


def _disc(radius: int) -> NDArray[np.uint8]:
    wide = 2 * radius + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)), np.uint8)


def _solid(other: ArrayLike) -> NDArray[np.uint8]:
    """The same with what lies within outlines: strokes of the cloth's colour are no holes."""
    mask = np.asarray(other, np.uint8)
    found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(cv2.drawContours(np.zeros_like(mask), found, -1, 1, cv2.FILLED), np.uint8)


def _apart(one: Floats, other: Floats) -> bool:
    """Whether they are two tiles: no tile is nearer to another one than it is wide."""
    away = np.hypot(*(one.mean(axis=0) - other.mean(axis=0)))
    return bool(away > NEARER * _sides([one, other])[:, 0].min())


def _box(contour: ArrayLike, size: tuple[int, ...], thin: int) -> Floats | None:
    """The rectangle around it; None where it is none, or cut off by the edge of the picture."""
    line = np.asarray(contour, np.int32)
    (x, y), (wide, high), angle = cv2.minAreaRect(line)
    if min(wide, high) < SMALLEST or cv2.contourArea(cv2.convexHull(line)) < FULL * wide * high:
        return None
    left, top, across, down = cv2.boundingRect(line)
    if min(left, top) <= thin or left + across >= size[1] - thin or top + down >= size[0] - thin:
        return None
    box = cv2.boxPoints(((x, y), (wide + 2 * thin, high + 2 * thin), angle)).astype(np.float64)
    long = np.hypot(*(box[1] - box[0])) > np.hypot(*(box[2] - box[1]))
    return np.roll(box, 1, axis=0) if long else box


def _alike(boxes: Sequence[Floats], known: Sequence[Floats]) -> list[Floats]:
    """The outlines as long and wide as most of the `known` ones."""
    if not boxes:
        return []
    off = _sides(boxes) / np.median(_sides(known), axis=0)
    return [box for box, by in zip(boxes, off, strict=True) if ((by < AS_LARGE) & (by > 1 / AS_LARGE)).all()]


def _sides(boxes: Sequence[Floats]) -> Floats:
    return np.array([[np.hypot(*(box[1] - box[0])), np.hypot(*(box[2] - box[1]))] for box in boxes])
