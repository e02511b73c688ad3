"""Photographs as people take them, made of rendered tables: cut out, scaled, turned, stretched."""

from __future__ import annotations

import cv2
import numpy as np

from engine.tile import parse_tiles
from vision.frame import Pixels
from vision.mat import TILE_H, TILE_W
from vision.render import Renderer
from vision.scene import Rest, Scene, TileBody


def bodies(*rows: str, angle: float = 0.0) -> tuple[TileBody, ...]:
    """Rows of touching tiles around the middle of the mat."""
    out: list[TileBody] = []
    for r, row in enumerate(rows):
        faces = parse_tiles(row)
        for k, face in enumerate(faces):
            x = (k - (len(faces) - 1) / 2) * (TILE_W + 0.4)
            y = ((len(rows) - 1) / 2 - r) * (TILE_H + 3.0)
            out.append(TileBody(len(out), face, x, y, angle, Rest.FACE_UP))
    return tuple(out)


def photograph(
    *rows: str, turn: float = 0.0, size: int = 800, stretch: float = 1.0, angle: float = 0.0
) -> Pixels:
    """What a phone sees of the rows: `size` pixels wide, turned clockwise, `stretch` times as high."""
    whole = Renderer().render(Scene(bodies(*rows, angle=angle)), 0.0)
    height, width = whole.shape[:2]
    half = 260
    part = whole[height // 2 - half : height // 2 + half, width // 2 - half : width // 2 + half]
    scale = size / (2 * half)
    matrix = cv2.getRotationMatrix2D((half, half), -turn, scale)
    matrix[:, 2] += size / 2 - half
    turned = cv2.warpAffine(part, matrix, (size, size), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(turned, (size, round(size * stretch))), np.uint8)
