"""Pictures that are kept small, and texts by their checksums, to see whether they are still the same."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from platform import machine
from typing import Any, Final
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

KEPT: Final = Path(__file__).resolve().parents[1] / "data" / "drawn"
CELLS: Final = (8, 6)
"""Down and across: of each the mean colour is kept."""
STEPS: Final = 128
"""Of a kept number, to a grey level."""
ALIKE: Final = 0.75 if machine() != "aarch64" else 5.0
"""Grey levels by which a cell may differ: another OpenCV smooths edges a little otherwise. That of ARM cuts
off where others round when it multiplies bytes (`cv2.multiply`, 5.0.0); JPEG makes steps of that."""

Picture = NDArray[Any]
Small = NDArray[np.float32]


def small(picture: Picture) -> Small:
    """The mean colours of the picture's cells."""
    seen = picture if picture.ndim == 3 else np.dstack([picture] * 3)
    return np.asarray(cv2.resize(seen.astype(np.float32), CELLS[::-1], interpolation=cv2.INTER_AREA))


def keep(name: str, pictures: Iterable[Picture]) -> None:
    rows = np.vstack([small(picture) for picture in pictures])
    cv2.imwrite(str(KEPT / f"{name}.png"), np.clip(np.round(rows * STEPS), 0, 65535).astype(np.uint16))


def otherwise(name: str, pictures: Iterable[Picture]) -> list[tuple[int, float]]:
    """Numbers of the pictures that are not as they were kept, with the grey levels that they are off."""
    kept = np.asarray(cv2.imread(str(KEPT / f"{name}.png"), cv2.IMREAD_UNCHANGED), np.float32) / STEPS
    seen = np.array([small(picture) for picture in pictures])
    off = np.abs(seen - kept.reshape(seen.shape)).max(axis=(1, 2, 3))
    return [(number, float(off[number])) for number in np.flatnonzero(off > ALIKE).tolist()]


def in_short(values: Iterable[object]) -> list[str]:
    """Values with their numbers to six digits, a line each, before it the line's checksum."""
    lines = (re.sub(r"-?\d+\.\d+(e-?\d+)?", lambda m: f"{float(m[0]):.6g}", repr(v)) for v in values)
    bare = (re.sub(r"\s+|np\.\w+(?=\()", "", line) for line in lines)
    return [f"{crc32(line.encode()):08x} {line}" for line in bare]
