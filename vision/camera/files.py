"""Pictures from anywhere: files of any kind as upright BGR pixels of a bounded size."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.frame import Pixels

LONGEST: Final = 2400
"""Longer pictures are made smaller: at 40 px a tile is read as well as at 400."""
MOST_PIXELS: Final = 250_000_000
"""More would take more than a gigabyte to unpack."""
ASK: Final = "give a photograph such as a .jpg or .png."
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_PICTURES: Final = (b"\xff\xd8\xff", _PNG, b"GIF8", b"BM", b"II*\0", b"MM\0*")
_HEIC: Final = (b"heic", b"heix", b"hevc", b"mif1", b"msf1")
_FILMS: Final = (b"isom", b"iso2", b"mp41", b"mp42", b"avc1", b"qt  ", b"M4V ")
_REDUCED: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""A JPEG that would be made smaller anyway is unpacked smaller at once."""
_START_OF_FRAME: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


class PhotoError(Exception):
    """A file is no picture that can be read; the message is one sentence that says what to do."""


def open_photo(path: Path) -> tuple[Pixels, float]:
    """The picture of `path`, turned as its EXIF note says, and what one of its pixels was in the file.

    Alpha is laid on white, 16 bits become 8, of an animation the first picture is taken. The second
    value is at least 1: the factor by which a picture longer than LONGEST was made smaller. PhotoError
    if there is no picture.
    """
    try:
        data = np.fromfile(path, np.uint8)
    except OSError as error:
        raise PhotoError(f"{path} cannot be read ({error.strerror}): {ASK}") from error
    return _photo(data, str(path))


def photo_of(content: bytes) -> Pixels:
    """The picture of a file's content, as `open_photo` gives it."""
    return _photo(np.frombuffer(content, np.uint8), "This file")[0]


def _photo(data: NDArray[np.uint8], name: str) -> tuple[Pixels, float]:
    size = claimed_size(data[:1_000_000].tobytes())
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise PhotoError(f"{name} is too large ({size[0]} x {size[1]} pixels): give a smaller copy.")
    found = _decoded(data, size or (1, 1))
    if found is None:
        raise PhotoError(f"{name} {_why(data)}")
    return found


@contextmanager
def quiet() -> Iterator[None]:
    """OpenCV's own complaints are kept off the terminal: ours is the one sentence."""
    level = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        cv2.utils.logging.setLogLevel(level)


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
    if data[:8] == _PNG and len(data) >= 24:
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


def _why(data: NDArray[np.uint8]) -> str:
    """What is wrong with a file that could not be read, and what to do."""
    head = data[:12].tobytes()
    brand = head[8:] if head[4:8] == b"ftyp" else b""
    if brand in _HEIC:
        return "is a HEIC picture, which cannot be read: save it as .jpg or .png."
    if brand in _FILMS or (head[:4], head[8:]) == (b"RIFF", b"AVI "):
        return "is a film: read it with --watch."
    if head.startswith(_PICTURES) or (head[:4], head[8:]) == (b"RIFF", b"WEBP"):
        return "is a broken picture, perhaps cut short: copy it again."
    return f"is no picture: {ASK}"


def _decoded(data: NDArray[np.uint8], size: tuple[int, int]) -> tuple[Pixels, float] | None:
    cut_png = data[:8].tobytes() == _PNG and b"IEND" not in data[-100_000:].tobytes()
    if not data.size or cut_png:
        return None
    try:
        with quiet():
            return _unpacked(data, size)
    except (cv2.error, MemoryError):
        return None


def _unpacked(data: NDArray[np.uint8], size: tuple[int, int]) -> tuple[Pixels, float] | None:
    if _has_alpha(data):
        whole = cv2.imdecode(data, cv2.IMREAD_UNCHANGED)
        if whole is not None and whole.ndim == 3 and whole.shape[2] == 4:
            part, ratio = smaller(np.asarray(whole // 257 if whole.dtype == np.uint16 else whole, np.uint8))
            return _on_white(part), ratio
    factor = max(f for f in _REDUCED if f == 1 or (max(size) >= f * LONGEST and min(size) >= f))
    found = cv2.imdecode(data, _REDUCED[factor])
    if found is None:
        return None
    pixels, ratio = smaller(np.asarray(found, np.uint8))
    return pixels, factor * ratio


def _has_alpha(data: NDArray[np.uint8]) -> bool:
    """Whether a PNG has an alpha channel of its own (colour types 4 and 6)."""
    return data[:8].tobytes() == _PNG and data.size > 25 and int(data[25]) in (4, 6)


def _on_white(whole: Pixels) -> Pixels:
    parts = np.asarray(whole, np.float32) / 255
    alpha = parts[:, :, 3:]
    return np.asarray(np.rint(255 * (parts[:, :, :3] * alpha + 1 - alpha)), np.uint8)
