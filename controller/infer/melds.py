"""A meld zone as declared sets: who called what from whom, by how the tiles lie (E-MELD)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

from controller.infer.reading import CERTAIN, TileSet, may_be_open
from engine.meld import Meld, MeldType
from engine.tile import ALL, Tile
from vision.mat import TILE_H, TILE_W
from vision.observation import TileSeen

CLEAR: Final = 0.05
"""A set is read only if it is at least this likely against the faces as the pixels show them best:
a set that needs an unlikely face is a contradiction for a person, not a reading."""
Fits = Callable[[Meld], bool]
MELD_COLUMNS: Final = {
    MeldType.CHI: 3,
    MeldType.PON: 3,
    MeldType.SHOUMINKAN: 3,
    MeldType.DAIMINKAN: 4,
    MeldType.ANKAN: 4,
}


@dataclass(frozen=True, slots=True)
class Column:
    """A tile of a set; `added` lies beyond a sideways one, on the side of the centre, or upon it and hides
    it: then both are the same tile (E-MELD-06)."""

    tile: TileSeen
    added: TileSeen | None = None

    @property
    def stacked(self) -> bool:
        return self.added is self.tile


@dataclass(frozen=True, slots=True)
class MeldSeen:
    """A set as it was read from one zone. `melds` best first; only one when it is `certain`.

    No melds: tiles lie there that make no set, either not finished or misread (`clash` when the
    pixels are clear). `tiles` are those it lies of; `amiss` are those without which it is a form of a
    set, if they alone were misread: the least sure first, each with the faces that they would have.
    """

    tiles: tuple[TileSeen, ...]
    melds: tuple[Meld, ...] = ()
    certain: bool = False
    clash: bool = False
    amiss: tuple[tuple[TileSeen, tuple[Tile, ...]], ...] = ()


def columns(tiles: Sequence[TileSeen]) -> list[Column]:
    """The tiles from the owner's right to left, added ones with the tile they belong to."""
    out: list[Column] = []
    for tile in sorted(tiles, key=lambda t: (t.sideways and _stacked(t, tiles), -t.x)):
        base = next((n for n, c in enumerate(out) if tile.sideways and _over(tile, c.tile)), None)
        if base is None:
            out.append(Column(tile, tile if tile.raised and tile.sideways else None))
        else:
            out[base] = Column(out[base].tile, tile)
    return out


def _over(upper: TileSeen, lower: TileSeen) -> bool:
    return (
        lower.sideways
        and upper is not lower
        and abs(upper.x - lower.x) < TILE_W / 2
        and upper.y - lower.y > TILE_W / 2
    )


def _stacked(tile: TileSeen, tiles: Sequence[TileSeen]) -> bool:
    return any(_over(tile, other) for other in tiles)


def added_to(known: Sequence[Meld], zone: Sequence[Column]) -> tuple[int, TileSeen] | None:
    """The place of a known pon beside which a fourth tile lies, and that tile."""
    at = 0
    for place, meld in enumerate(known):
        width = MELD_COLUMNS[meld.type]
        if meld.type is MeldType.PON:
            for column in zone[at : at + width]:
                if column.added is not None:
                    return place, column.added
        at += width
    return None


def fresh(known: Sequence[Meld], zone: Sequence[Column]) -> list[Column]:
    """What lies to the left of the sets that are known already."""
    return list(zone[sum(MELD_COLUMNS[m.type] for m in known) :])


def read_meld(
    rest: Sequence[Column], seat: int, tiles: TileSet, fits: Fits = lambda _: True
) -> MeldSeen | None:
    """The next set of `seat` among tiles that belong to no known one; None when nothing lies there.

    `rest` from right to left, as `fresh` gives it; `fits` says whether the state allows a set.
    """
    if not rest:
        return None
    width = _width(rest)
    if len(rest) < width:
        return MeldSeen(tuple(c.tile for c in rest))
    return _read_group(list(reversed(rest[:width])), seat, tiles, fits)


def _width(rest: Sequence[Column]) -> int:
    """Three or four columns: all that lies there, or up to the wider gap when more sets follow."""
    if len(rest) <= 4:
        return max(3, len(rest))
    return 3 if _gap(rest[2], rest[3]) > _gap(rest[3], rest[4]) else 4


def _gap(right: Column, left: Column) -> float:
    halves = sum((TILE_H if c.tile.sideways else TILE_W) / 2 for c in (right, left))
    return right.tile.x - left.tile.x - halves


def _read_group(group: Sequence[Column], seat: int, tiles: TileSet, fits: Fits) -> MeldSeen:
    seen = tuple(c.tile for c in group)
    seen += tuple(c.added for c in group if c.added is not None and not c.stacked)
    weights: dict[Meld, float] = {}
    for faces, weight in _faces(group, tiles):
        for meld in _melds(group, faces, seat, tiles):
            if fits(meld):
                weights[meld] = weights.get(meld, 0.0) + weight
    ranked = sorted(weights, key=lambda m: -weights[m])
    clear = prod(t.p for t in seen)
    if not ranked or weights[ranked[0]] < CLEAR * clear:
        formed = bool(_form(group, [c.tile.tile for c in group]))
        clash = formed and min(t.p for t in seen) >= CERTAIN
        return MeldSeen(seen, clash=clash, amiss=_amiss(group, seat, tiles, fits) if formed else ())
    total = sum(weights.values())
    certain = weights[ranked[0]] >= CERTAIN * total
    return MeldSeen(seen, tuple(ranked[:1] if certain else ranked[:5]), certain)


def _amiss(
    group: Sequence[Column], seat: int, tiles: TileSet, fits: Fits
) -> tuple[tuple[TileSeen, tuple[Tile, ...]], ...]:
    """As in `MeldSeen`: which tiles of clear ones could be read otherwise, and how."""
    clear = [c.tile for c in group] + [c.added for c in group if c.added is not None]
    out: list[tuple[TileSeen, tuple[Tile, ...]]] = []
    for n, tile in enumerate(clear):
        row = [seen.tile for seen in clear]
        faces = [
            face
            for face in ALL
            if any(fits(m) for m in _melds(group, (*row[:n], face, *row[n + 1 :]), seat, tiles))
        ]
        if faces and may_be_open(tile):
            out.append((tile, tuple(faces)))
    return tuple(sorted(out, key=lambda doubt: doubt[0].p))


def _faces(group: Sequence[Column], tiles: TileSet) -> Iterator[tuple[tuple[Tile | None, ...], float]]:
    """Every combination of faces of the columns with its odds; an added tile stands last."""
    upon = next((n for n, c in enumerate(group) if c.stacked), None)
    cells = [c.tile for c in group] + [c.added for c in group if c.added is not None and not c.stacked]
    for combination in product(*(cell.odds for cell in cells)):
        faces = tuple(face for face, _ in combination)
        if upon is not None:
            faces = (*faces[:upon], _hidden(faces, tiles), *faces[upon + 1 :], faces[upon])
        yield faces, prod(p for _, p in combination)


def _hidden(shown: Sequence[Tile | None], tiles: TileSet) -> Tile | None:
    """The tile under an added one: the copy of the kind that is not shown; None if there is not just one."""
    kinds = {face.kind for face in shown if face is not None}
    if len(kinds) != 1:
        return None
    rest = Counter(tiles.all_of(kinds.pop())) - Counter(face for face in shown if face is not None)
    return next(iter(rest)) if rest.total() == 1 else None


def _form(group: Sequence[Column], faces: Sequence[Tile | None]) -> tuple[int, ...]:
    """Places of the sideways tiles, or of the backs of a closed kan; empty when it is no form."""
    sideways = tuple(n for n, c in enumerate(group) if c.tile.sideways)
    if len(sideways) == 1:
        return sideways
    backs = tuple(n for n, face in enumerate(faces[: len(group)]) if face is None)
    return backs if not sideways and backs in ((0, 3), (1, 2)) else ()


def _melds(
    group: Sequence[Column], faces: tuple[Tile | None, ...], seat: int, tiles: TileSet
) -> Iterator[Meld]:
    form = _form(group, faces)
    shown = [face for face in faces if face is not None]
    if len(form) == 2 and len(group) == 4:
        kinds = {face.kind for face in shown}
        if len(shown) == 2 and len(kinds) == 1:
            yield Meld(MeldType.ANKAN, tiles.all_of(kinds.pop()))
        return
    if len(form) != 1 or len(shown) != len(faces):
        return
    called = shown[form[0]]
    source = _source(form[0], len(group), seat)
    added = shown[-1] if len(faces) > len(group) else None
    for kind in _types(len(group), form[0], added is not None):
        ordered = tuple(sorted(shown, key=lambda t: (t.kind, t.red)))
        if any(shown.count(face) > tiles.copies(face) for face in shown):
            continue
        try:
            yield Meld(kind, ordered, called, source, added)
        except ValueError:
            continue


def _types(width: int, place: int, added: bool) -> tuple[MeldType, ...]:
    if width == 4:
        return () if added else (MeldType.DAIMINKAN,)
    if added:
        return (MeldType.SHOUMINKAN,)
    return (MeldType.CHI, MeldType.PON) if place == 0 else (MeldType.PON,)


def _source(place: int, width: int, seat: int) -> int:
    """The sideways tile points at the neighbour it came from (E-MELD-03, E-MELD-05)."""
    if place == 0:
        return (seat + 3) % 4
    return (seat + 1) % 4 if place == width - 1 else (seat + 2) % 4
