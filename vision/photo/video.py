"""Reading a film of tiles picture by picture, and drawing what was read over a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.camera.files import smaller
from vision.camera.frame import Pixels
from vision.camera.sources import CameraError, FileCamera
from vision.nets.detect import Detector
from vision.photo.levels import Level
from vision.photo.read import PhotoTile, Reading, read_photo
from vision.photo.rows import text
from vision.photo.still_mat import MatTile

SEARCH_EVERY: Final = 50
"""Pictures after which the scale is looked for anew, should the camera have come nearer."""
MOST_SIZES: Final = 3
"""Of the next picture no more sizes of tiles are looked for, so that a film is read in bearable time."""
LONGEST: Final = 1280
DOUBTFUL: Final = 0.9
GREEN: Final = (80, 220, 80)
AMBER: Final = (0, 190, 255)
CODEC: Final = {".avi": "MJPG"}
RATE: Final = 12.5


def readings(detector: Detector, film: Path) -> Iterator[tuple[Pixels, Reading]]:
    """Every picture of a film or folder, at most LONGEST wide, with its tiles. CameraError if unreadable."""
    camera = FileCamera(film)
    camera.open()
    levels: tuple[Level, ...] = ()
    count = 0
    try:
        while (frame := camera.read()) is not None:
            pixels, _ = smaller(frame.pixels, LONGEST)
            reading = read_photo(detector, pixels, levels if count % SEARCH_EVERY else ())
            levels, count = reading.levels[:MOST_SIZES], count + 1
            yield pixels, reading
    finally:
        camera.close()


def length(film: Path) -> tuple[int, float]:
    """How many pictures a film says it has (0: it does not say) and how many a second."""
    capture = cv2.VideoCapture(str(film))
    try:
        rate = capture.get(cv2.CAP_PROP_FPS)
        return max(0, int(capture.get(cv2.CAP_PROP_FRAME_COUNT))), rate if rate > 0.0 else RATE
    finally:
        capture.release()


class Film:
    """A film being written; its size is that of the first picture. CameraError if it cannot be."""

    def __init__(self, path: Path, rate: float) -> None:
        self._path = path
        self._rate = rate
        self._writer: cv2.VideoWriter | None = None

    def add(self, pixels: Pixels) -> None:
        if self._writer is None:
            codec = cv2.VideoWriter.fourcc(*CODEC.get(self._path.suffix.lower(), "mp4v"))
            height, width = pixels.shape[:2]
            self._writer = cv2.VideoWriter(str(self._path), codec, self._rate, (width, height))
            if not self._writer.isOpened():
                raise CameraError(f"The film {self._path} cannot be written: name an .mp4 or .avi file.")
        self._writer.write(pixels)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.release()


def drawn(pixels: Pixels, tiles: Sequence[PhotoTile | MatTile]) -> Pixels:
    """A copy with every tile outlined and named, doubtful ones in amber, and the whole text at the foot."""
    out = pixels.copy()
    for tile in tiles:
        _draw(out, tile)
    _write(out, text(tiles), (8, out.shape[0] - 10), GREEN)
    return out


def _draw(out: Pixels, tile: PhotoTile | MatTile) -> None:
    colour = GREEN if tile.score >= DOUBTFUL else AMBER
    corners = np.round(tile.quad).astype(np.int32)
    cv2.polylines(out, [corners], True, colour, 2, cv2.LINE_AA)
    _write(out, "back" if tile.tile is None else str(tile.tile), tuple(corners[0].tolist()), colour)


def _write(out: Pixels, words: str, at: tuple[int, ...], colour: tuple[int, int, int]) -> None:
    """On a dark strip: a contour of the letters would be wider than they are."""
    size = 0.6 * max(1.0, max(out.shape[:2]) / LONGEST)
    (width, height), below = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    if words:
        corners = (at[0] - 2, at[1] - height - 2), (at[0] + width + 2, at[1] + below)
        cv2.rectangle(out, *corners, (0, 0, 0), -1)
    cv2.putText(out, words, (at[0], at[1]), cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
