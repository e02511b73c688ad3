"""Tile sets laid out on the mat as they are to be taught; and one that is read wrongly until it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from engine.tiles.tile import Face, Tile
from vision.calibration.mat import TILE_W
from vision.camera.frame import Pixels
from vision.faces.textures import texture
from vision.nets.enrol import layout
from vision.photo.places import BELOW, BESIDE
from vision.scene.render import Renderer
from vision.scene.scene import Rest, Scene, TileBody
from vision.scene.venue import Venue

BACKED = Tile.parse("1m")
"""A tile that lies on its face shows none."""


def scene(
    dx: float = 0.0, dy: float = 0.0, seed: int = 0, without: tuple[str, ...] = (), turn: float = 0.0
) -> Scene:
    """The layout as people lay it, a few mm and degrees beside its places; `turn` 180 from the other side."""
    rng = np.random.default_rng(seed)
    out: list[TileBody] = []
    named = layout()
    for r, row in enumerate(named):
        kept = [face for face in row if face is None or str(face) not in without]
        for c, face in enumerate(kept):
            x, y = (c - 4) * BESIDE + dx, ((len(named) - 1) / 2 - r) * BELOW + dy
            at = complex(x, y) * np.exp(1j * np.radians(turn)) + complex(*rng.normal(0, 1.5, 2))
            angle = turn + float(rng.normal(0, 2))
            rest = Rest.FACE_DOWN if face is None else Rest.FACE_UP
            out.append(TileBody(len(out), BACKED if face is None else face, at.real, at.imag, angle, rest))
    return Scene(tuple(out))


def row(faces: tuple[Face, ...], y: float) -> Scene:
    """Tiles side by side, face up, before seat 0."""
    places = ((k - (len(faces) - 1) / 2) * (TILE_W + 0.5) for k in range(len(faces)))
    return Scene(tuple(TileBody(k, faces[k], x, y, 0.0, Rest.FACE_UP) for k, x in enumerate(places)))


@contextmanager
def shifted() -> Iterator[None]:
    """Meanwhile tiles are drawn as those of a set whose faces look like the next ones of their suits: it is
    read wrongly until it is taught."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.scene.tiles.texture", _next)
        yield


def _next(face: Face | None, *given: Any) -> Pixels:
    if not isinstance(face, Tile) or str(face)[0] == "0":
        return texture(face, *given)
    first, count = int(face) // 9 * 9, 9 if int(face) < 27 else 7
    return texture(Tile(first + (int(face) - first + 1) % count), *given)


def renderer(light: str | None = None, style: int | None = None) -> Renderer:
    return Venue.chosen(light=light, style=style).rig().at(0.0)
