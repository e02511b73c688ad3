"""Photographs as people take them, made of rendered tables: cut out, scaled, turned, stretched."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from engine.tiles.tile import parse_tiles
from vision.calibration.mat import TILE_H, TILE_W
from vision.camera.frame import Pixels
from vision.scene.render import Renderer
from vision.scene.scene import Rest, Scene, TileBody

GAP: Final = 0.4
"""Between the tiles of a row, mm."""


def bodies(*rows: str) -> tuple[TileBody, ...]:
    """Rows of touching tiles around the middle of the mat."""
    out: list[TileBody] = []
    for r, row in enumerate(rows):
        faces = parse_tiles(row)
        for k, face in enumerate(faces):
            x = (k - (len(faces) - 1) / 2) * (TILE_W + GAP)
            y = ((len(rows) - 1) / 2 - r) * (TILE_H + 3.0)
            out.append(TileBody(len(out), face, x, y, 0.0, Rest.FACE_UP))
    return tuple(out)


def photograph(
    *rows: str, turn: float = 0.0, size: int = 800, stretch: float = 1.0, back: bool = False
) -> Pixels:
    """What a phone sees of the rows: `size` pixels wide, turned clockwise, `stretch` times as high.

    With `back` a tile with its back up ends the last row.
    """
    tiles = bodies(*rows)
    if back:
        last = tiles[-1]
        tiles += (replace(last, id=len(tiles), x=last.x + TILE_W + GAP, rest=Rest.FACE_DOWN),)
    whole = Renderer().render(Scene(tiles), 0.0)
    height, width = whole.shape[:2]
    half = 260
    part = whole[height // 2 - half : height // 2 + half, width // 2 - half : width // 2 + half]
    scale = size / (2 * half)
    matrix = cv2.getRotationMatrix2D((half, half), -turn, scale)
    matrix[:, 2] = matrix[:, 2] + size / 2 - half
    turned = cv2.warpAffine(part, matrix, (size, size), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(turned, (size, round(size * stretch))), np.uint8)
