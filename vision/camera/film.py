"""A film of JPEG pictures as one small file: MPEG-4 in AVI, which the usual players show at its true speed.

Of a mat most of what follows is what was there before, so it takes a quarter of the bytes of the pictures
(docs/measurements.md): a card that every evening is written to lasts the longer.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.camera.frame import Pixels

CODEC: Final = cv2.VideoWriter.fourcc(*"XVID")
"""MPEG-4 part 2 by the name that players know best."""
MEMORY: Final = Path("/dev/shm")
"""OpenCV writes films to files only; here they are files that no disk sees."""


class FilmError(Exception):
    """The film cannot be made; one sentence."""


def film(pictures: Sequence[bytes], rate: float) -> bytes:
    """JPEGs of one size at `rate` pictures a second; an odd size loses its last row or column.

    ValueError without a picture or for what is no JPEG, FilmError where this computer cannot encode.
    """
    if not pictures:
        raise ValueError("A film needs a picture.")
    frames = [_decoded(jpeg) for jpeg in pictures]
    height, width = frames[0].shape[:2]
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        path = Path(folder) / "film.avi"
        writer = cv2.VideoWriter(str(path), CODEC, rate, (width, height))
        if not writer.isOpened():
            raise FilmError("This OpenCV has no MPEG-4: install opencv-python-headless of PyPI.")
        for frame in frames:
            writer.write(frame)
        writer.release()
        return path.read_bytes()


def _decoded(jpeg: bytes) -> Pixels:
    pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        raise ValueError("That is no JPEG.")
    return np.asarray(pixels, np.uint8)
