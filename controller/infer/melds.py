"""A meld zone as declared sets: who called what from whom, by how the tiles lie (E-MELD)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, pairwise, product
from math import prod
from typing import Final

from controller.infer.reading import CERTAIN, TileSet, face_up, may_be_open
from engine.hand import Offer
from engine.meld import Meld, MeldType
from engine.tile import ALL, Tile, sort_key
from vision.mat import MELD_GAP, MELD_RIGHT, MELD_Y, TILE_H, TILE_W
from vision.observation import Quad, TileSeen

CLEAR: Final = 0.05
"""A set is read only if it is at least this likely against the faces as the pixels show them best:
a set that needs an unlikely face is a contradiction for a person, not a reading."""
HOLE: Final = 0.7 * TILE_W
"""A gap in mm in which a tile lies that the eyes do not see."""
UNSEEN: Final = 0
"""The track of a tile that must lie there and was never seen: tracks count from 1."""
NOWHERE: Final[Quad] = ((0.0, 0.0),) * 4
"""The mark of a tile of which nobody knows where it lies."""
CLOSED: Final = {4: ((0, 3), (1, 2)), 3: ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2))}
"""Places of the backs of a closed kan (E-MELD-07) by the number of its tiles that are seen."""
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
    set, if they alone were misread: the least sure first, each with the faces that they would have. Where
    a tile must lie that the eyes do not see, `amiss` is that one alone, of the track `UNSEEN`; where two
    or three do, it is the rightmost, and `melds` are those that it can be: nothing there tells which. No
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
    for place, (meld, group) in enumerate(zip(known, portions(known, zone)[0], strict=True)):
        if meld.type is MeldType.PON:
            for column in group:
                if column.added is not None:
                    return place, column.added
    return None


def portions(known: Sequence[Meld], zone: Sequence[Column]) -> tuple[list[list[Column]], list[Column]]:
    """What lies there of each set that is known already, and what lies to the left of them all."""
    groups: list[list[Column]] = []
    rest = list(zone)
    for meld in known:
        span = 1 if _alone(meld, rest, right_border(groups)) else _span(meld, rest)
        groups.append(rest[:span])
        rest = rest[span:]
    return groups, rest


def _span(meld: Meld, zone: Sequence[Column]) -> int:
    """How many columns belong to a known set: one fewer where the next one is clearly of another."""
    width = MELD_COLUMNS[meld.type]
    group, short = zone[:width], zone[: width - 1]
    if len(group) < width:
        return len(group)
    whole = all(_of(meld, column) for column in group)
    if meld.type is MeldType.ANKAN:
        whole = whole and bool(_form(group, [c.tile.tile for c in group]))
    elif not any(c.tile.sideways for c in short):
        whole = whole or all(_gap(*pair) < HOLE for pair in pairwise(short))
    return width if whole or not all(_of(meld, column) for column in short) else width - 1


def _alone(meld: Meld, zone: Sequence[Column], border: float) -> bool:
    """Whether only the sideways tile of a known set is seen: another set lies beyond its holes."""
    if len(zone) < 2 or not zone[0].tile.sideways or zone[1].tile.tile in meld.tiles:
        return False
    return sum(_holes(zone, border)) + 1 >= MELD_COLUMNS[meld.type]


def _of(meld: Meld, column: Column) -> bool:
    """Whether a column may belong to the set, however it reads unless that is clear."""
    tile = column.tile
    return tile.p < CERTAIN or tile.tile in (*meld.tiles, None)


def fresh(known: Sequence[Meld], zone: Sequence[Column]) -> list[Column]:
    """What lies to the left of the sets that are known already."""
    return portions(known, zone)[1]


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
        return _read_lone(found, rest[0].tile, _beside(rest[0], _holes(rest, border)[0]), said)
    return _read_part(rest, seat, tiles, fits, said, border) if whole is None else whole


def right_border(groups: Sequence[Sequence[Column]]) -> float:
    """Where the right edge of the next set belongs: left of the known ones, as `portions` gives them."""
    left = [min(c.tile.x - _half(c) for c in group) for group in groups if group]
    return min(left) - MELD_GAP if left else MELD_RIGHT


def read_taken(
    rest: Sequence[Column], seat: int, tiles: TileSet, fits: Fits, said: Tile | None, offer: Offer
) -> MeldSeen | None:
    """What the set can be that `seat` made of the tile on offer, though of it at most some upright tiles are
    seen, `rest`: a `MeldSeen` without tiles, as nobody knows where it lies. None where nothing can be it.
    """
    upright = Counter(c.tile.tile for c in rest if c.tile.p >= CERTAIN)
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
    return MeldSeen(seen, amiss=tuple(d for d in _amiss(group, seat, tiles, fits) if d[0] is unseen))


def _holes(rest: Sequence[Column], border: float) -> tuple[int, int]:
    """How many upright tiles have room to the right and, up to the next set, to the left of the first one."""
    left = _gap(rest[0], rest[1]) - MELD_GAP if len(rest) > 1 else 0.0
    right = border - rest[0].tile.x - _half(rest[0])
    return max(0, int((right + TILE_W - HOLE) / TILE_W)), max(0, int((left + TILE_W - HOLE) / TILE_W))


def _lone(
    rest: Sequence[Column], seat: int, tiles: TileSet, border: float, offer: Offer | None
) -> Iterator[tuple[Meld, tuple[Tile, ...]]]:
    """Sets of which the first tile, on offer, is all that is seen, each with what is not seen of it."""
    first, face, (right, left) = rest[0], rest[0].tile.tile, _holes(rest, border)
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
                if len(rest) == 1 or _alone(meld, rest, border):
                    yield meld, row


def _read_lone(
    found: Mapping[Meld, Sequence[Tile]], lone: TileSeen, unseen: TileSeen, said: Tile | None
) -> MeldSeen:
    """The only one of `found`, or that of which the rightmost unseen tile is `said`: in order (E-MELD-04)."""
    told = [meld for meld, row in found.items() if row[-1] == said]
    told = told or [meld for meld, row in found.items() if said in row]
    # Named, but two or three unseen? The kan is the rarer, and its new indicator would hold play.
    melds = tuple(meld for meld in told or found if not told or len(meld.tiles) == len(told[0].tiles))
    if len(melds) == 1:
        return MeldSeen((lone,), melds, certain=True)
    faces = tuple(dict.fromkeys(face for row in found.values() for face in row))
    alike = len({face.kind for face in faces}) == 1
    return MeldSeen((lone,), () if alike else melds, amiss=((unseen, faces),))


def _beside(lone: Column, right: int) -> TileSeen:
    """The rightmost unseen tile of a set of which only the sideways one is seen."""
    step = _half(lone) + (right - 0.5) * TILE_W if right else -_half(lone) - TILE_W / 2
    (ax, ay), _, _, (dx, dy) = lone.tile.quad
    turned = step / TILE_H if lone.tile.angle > 0 else -step / TILE_H
    a, b, c, d = ((x + turned * (dx - ax), y + turned * (dy - ay)) for x, y in lone.tile.quad)
    x = lone.tile.x + step
    return TileSeen(UNSEEN, ((None, 0.0),), x, lone.tile.y, 0.0, sideways=False, quad=(a, b, c, d))


def _unseen(right: Column, left: Column, border: float) -> TileSeen:
    """The third tile of a set: in a hole right of the two that are seen or between them, else to the left."""
    sideways = not (right.tile.sideways or left.tile.sideways)
    half = (TILE_H if sideways else TILE_W) / 2
    if border - right.tile.x - _half(right) >= HOLE:
        x = right.tile.x + _half(right) + half
    elif _gap(right, left) >= HOLE:
        x = (right.tile.x - _half(right) + left.tile.x + _half(left)) / 2
    else:
        x = left.tile.x - _half(left) - half
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
    return 3 if _gap(rest[2], rest[3]) > _gap(rest[3], rest[4]) else 4


def _gap(right: Column, left: Column) -> float:
    return right.tile.x - left.tile.x - _half(right) - _half(left)


def _half(column: Column) -> float:
    return (TILE_H if column.tile.sideways else TILE_W) / 2


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
        if faces and (may_be_open(tile) or tile.track == UNSEEN):
            out.append((tile, tuple(faces)))
    return tuple(sorted(out, key=lambda doubt: doubt[0].p))


def _faces(group: Sequence[Column], tiles: TileSet) -> Iterator[tuple[tuple[Tile | None, ...], float]]:
    """Every combination of faces of the columns with its odds; an added tile stands last."""
    upon = next((n for n, c in enumerate(group) if c.stacked), None)
    cells = [c.tile for c in group] + [c.added for c in group if c.added is not None and not c.stacked]
    if _sideways(group):
        cells = [face_up(cell) for cell in cells]
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
    """Places of the sideways tiles, or of the backs of a closed kan; empty when it is no form.

    Nothing but a closed kan holds a back, so it is one without its fourth tile, too (E-MELD-07).
    """
    sideways = _sideways(group)
    if len(sideways) == 1:
        return sideways
    backs = tuple(n for n, face in enumerate(faces[: len(group)]) if face is None)
    return backs if not sideways and backs in CLOSED.get(len(group), ()) else ()


def _sideways(group: Sequence[Column]) -> tuple[int, ...]:
    return tuple(n for n, c in enumerate(group) if c.tile.sideways)


def _melds(
    group: Sequence[Column], faces: tuple[Tile | None, ...], seat: int, tiles: TileSet
) -> Iterator[Meld]:
    form = _form(group, faces)
    shown = [face for face in faces if face is not None]
    if form and not _sideways(group):
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
