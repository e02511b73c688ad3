"""Tiles as they lie on a table, without a picture."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.tiles.tile import Face, Flower, Tile
from vision.photo.read import PhotoTile

WIDE, HIGH = 30.0, 40.0


@dataclass
class Table:
    """Tiles laid from the left, in pixels; y grows downwards, as in a picture."""

    x: float = 100.0
    y: float = 500.0

    def __post_init__(self) -> None:
        self.tiles: list[PhotoTile] = []

    def lay(self, text: str, *, gap: float = 0.0, score: float = 1.0) -> Table:
        """Tiles such as `1m 2m _3m b`, with the gap (widths) before them; `_` lies across, `b` is a back."""
        self.x += gap * WIDE
        for word in text.split():
            across = word.startswith("_")
            wide, high = (HIGH, WIDE) if across else (WIDE, HIGH)
            self.put(word.removeprefix("_"), self.x + wide / 2, self.y - high / 2, across, score)
            self.x += wide
        return self

    def put(self, face: str, x: float, y: float, across: bool = False, score: float = 1.0) -> Table:
        """One tile with its middle there."""
        turned = [(-WIDE, -HIGH), (WIDE, -HIGH), (WIDE, HIGH), (-WIDE, HIGH)]
        if across:
            turned = [(-b, a) for a, b in turned]
        a, b, c, d = ((x + dx / 2, y + dy / 2) for dx, dy in turned)
        self.tiles.append(PhotoTile(_face(face), (a, b, c, d), score))
        return self


def _face(text: str) -> Face | None:
    if text == "b":
        return None
    return Flower(text) if text[1] in "fg" else Tile.parse(text)


def seen(tiles: Iterable[PhotoTile], degrees: float, scale: float) -> list[PhotoTile]:
    """The same tiles in a picture that is turned and larger."""
    turn = math.radians(degrees)
    out = []
    for tile in tiles:
        a, b, c, d = (
            (
                scale * (x * math.cos(turn) - y * math.sin(turn)) + 3000,
                scale * (x * math.sin(turn) + y * math.cos(turn)) + 3000,
            )
            for x, y in tile.quad
        )
        out.append(replace(tile, quad=(a, b, c, d)))
    return out
