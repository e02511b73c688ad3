"""Pictures from anywhere: files of any kind as upright BGR pixels of a bounded size."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels

LONGEST: Final = 2400
"""Longer pictures are made smaller: at 40 px a tile is read as well as at 400."""
MOST_PIXELS: Final = 250_000_000
"""More would take more than a gigabyte to unpack."""
ASK: Final = "give a photograph such as a .jpg or .png."
_START_OF_FRAME: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


class PhotoError(Exception):
    """A file is no picture that can be read; the message is one sentence that says what to do."""


def open_photo(path: Path) -> tuple[Pixels, float]:
    """The picture of `path`, turned as its EXIF note says, and what one of its pixels was in the file.

    Alpha is laid on white, 16 bits become 8. The second value is at least 1: the factor by which a
    picture longer than LONGEST was made smaller. PhotoError if there is no picture.
    """
    try:
        data = np.fromfile(path, np.uint8)
    except OSError as error:
        raise PhotoError(f"{path} cannot be read ({error.strerror}): {ASK}") from error
    size = claimed_size(data[:1_000_000].tobytes())
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise PhotoError(f"{path} is too large ({size[0]} x {size[1]} pixels): give a smaller copy.")
    pixels = _decoded(data)
    if pixels is None:
        raise PhotoError(f"{path} is no picture: {ASK}")
    return smaller(pixels)


def smaller(pixels: Pixels, longest: int = LONGEST) -> tuple[Pixels, float]:
    """The picture with no side longer than `longest`, and how many old pixels a new one is long."""
    height, width = pixels.shape[:2]
    ratio = max(1.0, max(height, width) / longest)
    if ratio > 1:
        size = (max(1, round(width / ratio)), max(1, round(height / ratio)))
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    return pixels, ratio


def claimed_size(data: bytes) -> tuple[int, int] | None:
    """Width and height that the head of a PNG or JPEG claims, before anything is unpacked."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        if data[at + 1] in _START_OF_FRAME:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
    return None


def _decoded(data: NDArray[np.uint8]) -> Pixels | None:
    if not data.size:
        return None
    try:
        found = cv2.imdecode(data, cv2.IMREAD_COLOR)
        whole = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if _has_alpha(data) else None
    except (cv2.error, MemoryError):
        return None
    if found is None:
        return None
    if whole is not None and whole.ndim == 3 and whole.shape[2] == 4:
        return _on_white(whole)
    return np.asarray(found, np.uint8)


def _has_alpha(data: NDArray[np.uint8]) -> bool:
    """Whether a PNG has an alpha channel of its own (colour types 4 and 6)."""
    return data[:8].tobytes() == b"\x89PNG\r\n\x1a\n" and data.size > 25 and int(data[25]) in (4, 6)


def _on_white(whole: NDArray[np.generic]) -> Pixels:
    top = np.iinfo(whole.dtype).max if np.issubdtype(whole.dtype, np.integer) else 1.0  # type: ignore[type-var]
    parts = np.asarray(whole, np.float32) / float(top)
    alpha = parts[:, :, 3:]
    return np.asarray(np.rint(255 * (parts[:, :, :3] * alpha + 1 - alpha)), np.uint8)
