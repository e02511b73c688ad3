"""Sets that lie beside a hand, recognised by their faces and by the tile that lies across (E-MELD-01)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.tiles.meld import MeldType
from engine.tiles.tile import Tile

SIZES: Final = (3, 4)


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile of a row; `tile` None is a back. `across`: it lies on its side."""

    tile: Tile | None
    across: bool = False


def sets_of(row: Sequence[Laid], *, called: bool) -> list[tuple[MeldType, int]] | None:
    """The sets that a row is made of from its left, each with how many tiles it has; None where it is not.

    With `called` each shows that it was called or declared: one tile across, or two backs.
    """
    if not row:
        return []
    for size in SIZES:
        kind = set_of(row[:size], called=called) if len(row) >= size else None
        rest = None if kind is None else sets_of(row[size:], called=called)
        if kind is not None and rest is not None:
            return [(kind, size), *rest]
    return None


def set_of(tiles: Sequence[Laid], *, called: bool) -> MeldType | None:
    """What set these tiles are."""
    faces = [each.tile for each in tiles if each.tile is not None]
    backs = len(tiles) - len(faces)
    across = sum(each.across for each in tiles)
    if backs:
        hidden = len(tiles) == 4 and backs == 2 and faces[0].kind == faces[1].kind and not across
        return MeldType.ANKAN if hidden else None
    if called and across != 1:
        return None
    kinds = sorted(face.kind for face in faces)
    if kinds[0] == kinds[-1]:
        return MeldType.PON if len(tiles) == 3 else MeldType.DAIMINKAN
    run = len(tiles) == 3 and not faces[0].honour and len({face.suit for face in faces}) == 1
    return MeldType.CHI if run and kinds == list(range(kinds[0], kinds[0] + 3)) else None
