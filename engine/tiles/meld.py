"""Declared sets: chi, pon and the three kinds of kan, with their source (R-CALL, R-KAN, E-MELD)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.tiles.tile import Tile


class MeldType(StrEnum):
    CHI = "chi"
    PON = "pon"
    DAIMINKAN = "daiminkan"
    SHOUMINKAN = "shouminkan"
    ANKAN = "ankan"

    __hash__ = str.__hash__

    @property
    def kan(self) -> bool:
        return self in (MeldType.DAIMINKAN, MeldType.SHOUMINKAN, MeldType.ANKAN)


@dataclass(frozen=True, slots=True)
class Meld:
    """A declared set; ValueError when the tiles do not make it.

    `tiles` holds all three or four tiles in the order of kind (reds where they fall);
    `called` is the tile taken from `source` (for a shouminkan the one of the original pon);
    `added` the fourth tile of a shouminkan. An ankan has neither `called` nor `source`.
    """

    type: MeldType
    tiles: tuple[Tile, ...]
    called: Tile | None = None
    source: int | None = None
    added: Tile | None = None

    def __post_init__(self) -> None:
        kinds = sorted(t.kind for t in self.tiles)
        if self.type is MeldType.CHI:
            fits = (
                len(kinds) == 3
                and kinds[2] < 27
                and kinds[0] // 9 == kinds[2] // 9
                and [k - kinds[0] for k in kinds] == [0, 1, 2]
            )
        else:
            fits = len(kinds) == (4 if self.type.kan else 3) and len(set(kinds)) == 1
        if not fits:
            raise ValueError(f"{' '.join(map(str, self.tiles))} is no {self.type.value}.")
        concealed = self.type is MeldType.ANKAN
        if concealed != (self.called is None) or concealed != (self.source is None):
            raise ValueError("A meld names the called tile and its source, an ankan neither.")
        for tile in (self.called, self.added):
            if tile is not None and tile not in self.tiles:
                raise ValueError(f"{tile} is not part of the {self.type.value}.")
        if (self.added is not None) != (self.type is MeldType.SHOUMINKAN):
            raise ValueError("A shouminkan, and only it, names the added tile.")

    @property
    def open(self) -> bool:
        return self.type is not MeldType.ANKAN

    @property
    def kind(self) -> int:
        """The lowest kind of a chi, the kind of the others."""
        return min([t.kind for t in self.tiles])

    @property
    def own(self) -> tuple[Tile, ...]:
        """The tiles that came from the owner's concealed part when the set was first declared.

        For a shouminkan the two tiles of the pon and the added one.
        """
        rest = list(self.tiles)
        if self.called is not None:
            rest.remove(self.called)
        return tuple(rest)
