"""A meld zone as declared sets: who called what from whom, by how the tiles lie (E-MELD)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product
from math import prod
from typing import Final

from controller.infer.columns import (
    HOLE,
    UNSEEN,
    Column,
    alone,
    covered,
    form_of,
    gap,
    half,
    holes,
    turned,
)
from controller.infer.reading import CERTAIN, TileSet, face_up, may_be_open
from engine.state.hand import Offer
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import ALL, Tile, sort_key
from vision.calibration.mat import MELD_RIGHT, MELD_Y, TILE_H, TILE_W
from vision.eyes.observation import TileSeen
from vision.nets.detection import Quad

CLEAR: Final = 0.05
"""A set is read only if it is at least this likely against the faces as the pixels show them best:
a set that needs an unlikely face is a contradiction for a person, not a reading."""
NOWHERE: Final[Quad] = ((0.0, 0.0),) * 4
"""The mark of a tile of which nobody knows where it lies."""
Fits = Callable[[Meld], bool]


@dataclass(frozen=True, slots=True)
class MeldSeen:
    """A set as it was read from one zone. `melds` best first; only one when it is `certain`.

    No melds: tiles lie there that make no set, either not finished or misread (`clash` when the
    pixels are clear). `tiles` are those it lies of; `amiss` are those without which it is a form of a
    set, if they alone were misread: the least sure first, each with the faces that they would have. Where
    a tile must lie that the eyes do not see, `amiss` is that one alone, of the track `UNSEEN`; where two
    or three do, it is the rightmost, and `melds` are those that it can be: nothing there says which. No
    `tiles`: nothing at all is seen of a set that was called (`read_taken`).
    """

    tiles: tuple[TileSeen, ...]
    melds: tuple[Meld, ...] = ()
    certain: bool = False
    clash: bool = False
    amiss: tuple[tuple[TileSeen, tuple[Tile, ...]], ...] = ()

    @property
    def lacks(self) -> bool:
        """Whether a tile must lie there that the eyes do not see."""
        return any(tile.track == UNSEEN for tile, _ in self.amiss)

    def points_at(self, seat: int) -> int | None:
        """From whom the set of `seat` has its sideways tile; None unless three or four tiles lie in a row, or
        where one is not seen, and one of them sideways."""
        unseen = (tile for tile, _ in self.amiss if tile.track == UNSEEN)
        row = sorted((*self.tiles, *unseen), key=lambda tile: tile.x)
        sideways = [n for n, tile in enumerate(row) if tile.sideways]
        return _source(sideways[0], len(row), seat) if len(row) in (3, 4) and len(sideways) == 1 else None


def read_meld(
    rest: Sequence[Column],
    seat: int,
    tiles: TileSet,
    fits: Fits = lambda _: True,
    *,
    said: Tile | None = None,
    border: float = MELD_RIGHT,
    offer: Offer | None = None,
) -> MeldSeen | None:
    """The next set of `seat` among tiles that belong to no known one; None when nothing lies there.

    `rest` from right to left, as `fresh` gives it, `fits` says whether the state allows a set; `border` is
    where its right edge belongs, mm, `said` what people say of an unseen tile, `offer` what can be called.
    """
    if not rest:
        return None
    width = _width(rest)
    whole = _read_group(list(reversed(rest[:width])), seat, tiles, fits) if len(rest) >= width else None
    if whole is not None and whole.melds:
        return whole
    found = {meld: row for meld, row in _lone(rest, seat, tiles, border, offer) if fits(meld)}
    if found:
        return _read_lone(found, rest[0].tile, _beside(rest[0], holes(rest, border)[0]), said)
    if whole is None or _lacks_one(rest, seat, tiles, border):
        return _read_part(rest[:2], seat, tiles, fits, said, border)
    return whole


def _lacks_one(rest: Sequence[Column], seat: int, tiles: TileSet, border: float) -> bool:
    """Whether the first two are of a set whose third tile is not seen: it has room beside them, and what lies
    to their left is a set of its own."""
    if len(rest) < 5:
        return False
    room = max(border - rest[0].tile.x - half(rest[0]), gap(rest[0], rest[1]), gap(rest[1], rest[2]))
    widths = [width for width in (3, 4) if len(rest) >= 2 + width]
    sets = (_read_group(list(reversed(rest[2 : 2 + width])), seat, tiles, lambda _: True) for width in widths)
    return room >= HOLE and any(found.certain for found in sets)


def read_taken(
    rest: Sequence[Column], seat: int, tiles: TileSet, fits: Fits, said: Tile | None, offer: Offer
) -> MeldSeen | None:
    """What the set can be that `seat` made of the tile on offer, though of it at most some upright tiles are
    seen, `rest`: a `MeldSeen` without tiles, as nobody knows where it lies. None where nothing can be it.
    """
    upright = Counter(c.tile.tile for c in rest if c.tile.p >= CERTAIN and not c.tile.sideways)
    found: dict[Meld, tuple[Tile, ...]] = {}
    for right in range(4):
        for meld, row in _lone([Column(_called(offer, right))], seat, tiles, MELD_RIGHT, offer):
            hidden = any(face.red for face in row[:-1])  # nobody would be asked about it
            if fits(meld) and not upright - Counter(row) and not hidden:
                found.setdefault(meld, row)
    called = _called(offer, 0)
    seen = _read_lone(found, called, replace(called, odds=((None, 0.0),)), said) if found else None
    if seen is None or seen.certain:
        return seen and replace(seen, tiles=())
    faces = tuple(dict.fromkeys(row[-1] for row in found.values()))
    return replace(seen, tiles=(), amiss=((seen.amiss[0][0], faces),))


def _called(offer: Offer, right: int) -> TileSeen:
    """The tile on offer as it would lie in a set, left of so many upright tiles."""
    x = MELD_RIGHT - right * TILE_W - TILE_H / 2
    return TileSeen(UNSEEN, ((offer.tile, 1.0),), x, MELD_Y, 90.0, sideways=True, quad=NOWHERE)


def _read_part(
    rest: Sequence[Column], seat: int, tiles: TileSet, fits: Fits, said: Tile | None, border: float
) -> MeldSeen:
    """Two tiles: a closed kan of which no back is seen, or a set of which one tile is not."""
    seen = tuple(c.tile for c in rest)
    if len(rest) < 2:
        return MeldSeen(seen)
    inner = tiles.all_of(seen[0].tile.kind) if seen[0].tile is not None else ()
    if all(t.tile in inner and t.p >= CERTAIN and not t.sideways for t in seen):
        kan = Meld(MeldType.ANKAN, inner)
        if fits(kan):
            return MeldSeen(seen, (kan,), certain=True)
    unseen = _unseen(rest[0], rest[1], border)
    if said is not None:
        unseen = replace(unseen, odds=((said, 1.0),))
    group = sorted((*rest, Column(unseen)), key=lambda c: c.tile.x)
    if said is not None:
        return _read_group(group, seat, tiles, fits)
    readings = (_amiss(row, seat, tiles, fits) for row in _as_read(group))
    faces = dict.fromkeys(
        face for row in readings for tile, fitting in row if tile is unseen for face in fitting
    )
    return MeldSeen(seen, amiss=((unseen, tuple(faces)),) if faces else ())


def _as_read(group: Sequence[Column]) -> Iterator[list[Column]]:
    """The columns with each of the faces that their tiles may show."""
    for odds in product(*(c.tile.odds for c in group)):
        faces = zip(group, odds, strict=True)
        yield [c if c.tile.odds[0] == own else Column(replace(c.tile, odds=(own,))) for c, own in faces]


def _lone(
    rest: Sequence[Column], seat: int, tiles: TileSet, border: float, offer: Offer | None
) -> Iterator[tuple[Meld, tuple[Tile, ...]]]:
    """Sets of which the first tile, on offer, is all that is seen, each with what is not seen of it."""
    first, face, (right, left) = rest[0], rest[0].tile.tile, holes(rest, border)
    sure = first.tile.sideways and first.tile.p >= CERTAIN
    if not sure or offer is None or face is None or face != offer.tile:
        return
    beside = Column(_beside(first, right))
    near = sorted((tile for tile in ALL if abs(tile.kind - face.kind) <= 2), key=sort_key)
    for place in (2 - right, 3 - right):
        measured = place in (0, left) or len(rest) == 1
        if place < 0 or not measured or _source(place, place + 1 + right, seat) != offer.seat:
            continue
        group = (*[beside] * place, first, *[beside] * right)
        for row in combinations_with_replacement(near, place + right):
            for meld in _melds(group, (*row[:place], face, *row[place:]), seat, tiles):
                if len(rest) == 1 or alone(meld, rest, border):
                    yield meld, row


def _read_lone(
    found: Mapping[Meld, Sequence[Tile]], lone: TileSeen, unseen: TileSeen, said: Tile | None
) -> MeldSeen:
    """The only one of `found`, or that of which the rightmost unseen tile is `said`: in order (E-MELD-04)."""
    fitting = [meld for meld, row in found.items() if row[-1] == said]
    fitting = fitting or [meld for meld, row in found.items() if said in row]
    # Named, but two or three unseen? The kan is the rarer, and its new indicator would hold play.
    melds = tuple(
        meld for meld in fitting or found if not fitting or len(meld.tiles) == len(fitting[0].tiles)
    )
    if len(melds) == 1:
        return MeldSeen((lone,), melds, certain=True)
    faces = tuple(dict.fromkeys(face for row in found.values() for face in row))
    alike = len({face.kind for face in faces}) == 1
    return MeldSeen((lone,), () if alike else melds, amiss=((unseen, faces),))


def _beside(lone: Column, right: int) -> TileSeen:
    """The rightmost unseen tile of a set of which only the sideways one is seen."""
    step = half(lone) + (right - 0.5) * TILE_W if right else -half(lone) - TILE_W / 2
    (ax, ay), _, _, (dx, dy) = lone.tile.quad
    share = step / TILE_H if lone.tile.angle > 0 else -step / TILE_H
    a, b, c, d = ((x + share * (dx - ax), y + share * (dy - ay)) for x, y in lone.tile.quad)
    x = lone.tile.x + step
    return TileSeen(UNSEEN, ((None, 0.0),), x, lone.tile.y, 0.0, sideways=False, quad=(a, b, c, d))


def _unseen(right: Column, left: Column, border: float) -> TileSeen:
    """The third tile of a set: in a hole right of the two that are seen or between them, else to the left."""
    sideways = not (right.tile.sideways or left.tile.sideways)
    own = (TILE_H if sideways else TILE_W) / 2
    if border - right.tile.x - half(right) >= HOLE:
        x = right.tile.x + half(right) + own
    elif gap(right, left) >= HOLE:
        x = (right.tile.x - half(right) + left.tile.x + half(left)) / 2
    else:
        x = left.tile.x - half(left) - own
    share = (x - right.tile.x) / (right.tile.x - left.tile.x)
    a, b, c, d = (
        (px + share * (px - qx), py + share * (py - qy))
        for (px, py), (qx, qy) in zip(right.tile.quad, left.tile.quad, strict=True)
    )
    quad: Quad = (a, b, c, d)
    return TileSeen(UNSEEN, ((None, 0.0),), x, right.tile.y, 90.0 * sideways, sideways, quad)


def _width(rest: Sequence[Column]) -> int:
    """Three or four columns: all that lies there, or up to the wider gap when more sets follow."""
    if len(rest) <= 4:
        return max(3, len(rest))
    return 3 if gap(rest[2], rest[3]) > gap(rest[3], rest[4]) else 4


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
        formed = bool(form_of(group, [c.tile.tile for c in group]))
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
        if faces and (may_be_open(tile) or tile.track == UNSEEN):
            out.append((tile, tuple(faces)))
    return tuple(sorted(out, key=lambda doubt: doubt[0].p))


def _faces(group: Sequence[Column], tiles: TileSet) -> Iterator[tuple[tuple[Tile | None, ...], float]]:
    """Every combination of faces of the columns with its odds; an added tile stands last."""
    upon = next((n for n, c in enumerate(group) if c.stacked), None)
    cells = [c.tile for c in group] + [c.added for c in group if c.added is not None and not c.stacked]
    if turned(group):
        cells = [face_up(cell, bare=True) for cell in cells]
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


def _melds(
    group: Sequence[Column], faces: tuple[Tile | None, ...], seat: int, tiles: TileSet
) -> Iterator[Meld]:
    form = form_of(group, faces)
    if not turned(group):
        faces = covered(faces)
    shown = [face for face in faces if face is not None]
    if form and not turned(group):
        kinds = {face.kind for face in shown}
        if len(kinds) == 1:
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
