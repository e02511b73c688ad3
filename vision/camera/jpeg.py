"""A frame as a JPEG for people to look at."""

from __future__ import annotations

import cv2

from vision.camera.frame import Pixels


def encode(pixels: Pixels, longest: int = 1280, quality: int = 80) -> bytes:
    """JPEG bytes of BGR `pixels`, made smaller so that no side is longer than `longest` pixels."""
    height, width = pixels.shape[:2]
    scale = longest / max(height, width)
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    ok, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1])
    if not ok:
        raise ValueError(f"A picture of {width} x {height} cannot be written as JPEG.")
    return bytes(data)
