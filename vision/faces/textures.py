"""The faces of the tiles from one drawing: as textures for the renderer and as SVG for screens.

`python -m vision.faces.textures --out screens/shared/tiles` writes `0m.svg` to `7z.svg` and `back.svg`.
"""

from __future__ import annotations

import argparse
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from engine.tiles.tile import ALL, Face
from vision.calibration.mat import TILE_H, TILE_W
from vision.camera.frame import Pixels
from vision.faces.pictures import program
from vision.faces.shapes import paint, to_svg
from vision.faces.style import Style

__all__ = ["Style", "svg", "svg_files", "texture"]

DEFAULT = Style.default()
SUPERSAMPLING = 4


@lru_cache(maxsize=1024)
def texture(tile: Face | None, width_px: int, style: Style = DEFAULT) -> Pixels:
    """The whole face, `width_px` wide and 34/26 as high, BGR; None is the back. Do not write to it."""
    big = width_px * SUPERSAMPLING
    height = round(width_px * TILE_H / TILE_W)
    canvas = np.empty((height * SUPERSAMPLING, big, 3), np.uint8)
    canvas[:] = style.paper[::-1]
    paint(canvas, program(tile, style), style.inks, big / TILE_W)
    small = np.asarray(cv2.resize(canvas, (width_px, height), interpolation=cv2.INTER_AREA), np.uint8)
    small.setflags(write=False)
    return small


def svg(tile: Face | None, style: Style = DEFAULT) -> str:
    """The tile as an SVG document of 26 x 34 units with its rounded body."""
    body = "c" if tile is None else "w"
    fill, edge = ("#{:02x}{:02x}{:02x}".format(*c) for c in (style.inks[body], (201, 190, 160)))
    card = (
        f'<rect x=".25" y=".25" width="25.5" height="33.5" rx="2.4" fill="{fill}" '
        f'stroke="{edge}" stroke-width=".5"/>'
    )
    shapes = program(tile, style)
    art = to_svg(shapes[1:] if tile is None else shapes, style.inks)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 34">{card}{art}</svg>\n'


def svg_files(style: Style = DEFAULT) -> dict[str, str]:
    """File name to content of all 38 drawings."""
    return {f"{tile}.svg": svg(tile, style) for tile in ALL} | {"back.svg": svg(None, style)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the tile drawings as SVG files.")
    parser.add_argument("--out", type=Path, required=True)
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    for name, text in svg_files().items():
        (out / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
