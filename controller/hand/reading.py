"""A read photograph as the page of a hand receives it."""

from __future__ import annotations

from collections.abc import Sequence

from controller.hand.answers import HandReading, ReadSet, ReadTile
from controller.hand.proposal import SURE, Proposal
from engine.tiles.tile import Flower
from vision.photo.read import PhotoTile


def reading(tiles: Sequence[PhotoTile], found: Proposal, size: tuple[int, int], ms: float) -> HandReading:
    """`size` is the width and height of the picture that was read."""
    return HandReading(
        seen=[_seen(tile, size) for tile in tiles],
        hand=list(found.hand),
        win=found.win,
        sets=[ReadSet(type=one.type, tiles=_faces(tiles, one.tiles)) for one in found.sets],
        set_tiles=[list(one.tiles) for one in found.sets],
        flowers=len(found.flowers),
        ms=round(ms, 1),
    )


def _faces(tiles: Sequence[PhotoTile], numbers: Sequence[int]) -> list[str]:
    """Of a closed kan two are backs: what they are is what the others are, a red five once at most."""
    shown = [tile for at in numbers if (tile := tiles[at].tile) is not None]
    plain = next((str(tile) for tile in shown if not str(tile).startswith("0")), str(shown[0]))
    hidden = [plain] * (len(numbers) - len(shown))
    return [*map(str, shown), *hidden]


def _seen(tile: PhotoTile, size: tuple[int, int]) -> ReadTile:
    return ReadTile(
        tile=None if tile.tile is None else str(tile.tile),
        quad=[[round(x / size[0], 5), round(y / size[1], 5)] for x, y in tile.quad],
        sure=tile.score >= SURE,
        others=[str(other) for other in tile.others if not isinstance(other, Flower)],
    )
