"""What a photograph shows of a winning hand: its concealed tiles, the sets beside it, the winning tile.

Pure. Tiles are named by their numbers in the photograph. What is not certain is not guessed here: the winning
tile is known where it lies apart, and sets where one tile lies across, two are backs, or they lie away from
the hand and the hand has room for just so many. Tiles too many, such as flowers that nobody has taken away,
are left out where the others are a complete hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final

from controller.hand.sets import Laid, sets_of
from engine.tiles.meld import MeldType
from engine.tiles.shape import complete
from engine.tiles.tile import Flower, Tile
from vision.photo.pieces import Bunch, Piece, Spot, bunches
from vision.photo.read import PhotoTile

WHOLE: Final = (13, 14)
"""Tiles of a hand without its last one and with it, each set counting three."""
MOST: Final = 18
"""Four kans and a pair; or a hand with four flowers."""
FLOWER_WITHIN: Final = 3
SURE: Final = 0.9
"""Score from which on a tile is shown as read: of the faces read so surely 1 in 1,781 was wrong."""
ABOVE: Final = 1.3
"""Heights of a tile that lies on another one's upper edge, at most, from middle to middle."""


@dataclass(frozen=True, slots=True)
class FoundSet:
    """Tiles of a set from its left, by their numbers."""

    type: MeldType
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """By number: the concealed tiles in their order, without the winning one where that is known."""

    hand: tuple[int, ...] = ()
    win: int | None = None
    sets: tuple[FoundSet, ...] = ()
    flowers: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """Tiles of the hand, each set counting three."""
        return len(self.hand) + (self.win is not None) + 3 * len(self.sets)


@dataclass(slots=True)
class _Look:
    """A photograph while it is understood."""

    tiles: Sequence[PhotoTile]
    hand: list[Spot] = field(default_factory=list)
    ends: list[Spot] = field(default_factory=list)
    """Single tiles apart from the hand at the ends of its row, the right one first."""
    alone: list[Spot] = field(default_factory=list)
    """Single tiles elsewhere, the nearest first."""
    sets: list[FoundSet] = field(default_factory=list)

    @property
    def count(self) -> int:
        return len(self.hand) + 3 * len(self.sets)

    def faces(self, spots: Sequence[Spot]) -> list[Spot]:
        """The faces of the tiles that are no backs."""
        return [spot for spot in spots if self.tiles[spot.at].tile is not None]

    def laid(self, piece: Piece) -> list[Laid]:
        return [Laid(_face(self.tiles[spot.at]), spot.across) for spot in piece]

    def sets_in(self, piece: Piece, *, called: bool) -> list[FoundSet] | None:
        """The sets that a piece is made of."""
        kinds = sets_of(self.laid(piece), called=called)
        if kinds is None:
            return None
        numbers = iter([spot.at for spot in piece])
        return [FoundSet(kind, tuple(next(numbers) for _ in range(size))) for kind, size in kinds]


def proposal(tiles: Sequence[PhotoTile]) -> Proposal:
    """What the tiles of a photograph are in a hand."""
    flowers = tuple(at for at, tile in enumerate(tiles) if isinstance(tile.tile, Flower))
    numbers = [at for at in range(len(tiles)) if at not in flowers]
    found = bunches([tiles[at] for at in numbers])
    lying = [
        tuple(tuple(replace(spot, at=numbers[spot.at]) for spot in piece) for piece in bunch)
        for bunch in found
    ]
    if not lying:
        return Proposal(flowers=flowers)
    main = max(lying, key=lambda bunch: (_faces(tiles, bunch), -bunch[0][0].y))
    look = _Look(tiles)
    _take_main(look, main)
    _take_others(look, main, [bunch for bunch in lying if bunch is not main])
    _take_all(look, lying)
    _leave_out(look)
    return replace(_shown(look), flowers=flowers)


def _take_main(look: _Look, main: Bunch) -> None:
    """The row of the hand: sets and a tile alone at its ends, and the concealed tiles."""
    pieces = list(main)
    for end in (-1, 0):
        while len(pieces) > 1:
            sets = look.sets_in(pieces[end], called=True)
            if not sets and len(pieces[end]) > 1:
                break
            look.sets += sets or []
            look.ends += [] if sets else look.faces(pieces[end])
            pieces.pop(end)
    spots = [spot for piece in pieces for spot in piece]
    left, right = _inner(look, spots)
    look.hand = look.faces(spots[left:right])


def _inner(look: _Look, spots: list[Spot]) -> tuple[int, int]:
    """Where the concealed tiles of a row begin and end whose sets touch them: these join the others."""
    left, right = 0, len(spots)
    for start in range(len(spots) - 1):
        sets = look.sets_in(tuple(spots[start:]), called=True)
        if sets and not any(spot.across for spot in spots[:start]):
            look.sets += sets
            return left, start
    for end in range(len(spots) - 1, 0, -1):
        sets = look.sets_in(tuple(spots[:end]), called=True)
        if sets and not any(spot.across for spot in spots[end:]):
            look.sets += sets
            return end, right
    return left, right


def _take_others(look: _Look, main: Bunch, others: Sequence[Bunch]) -> None:
    """What lies elsewhere: sets that show that they were called, and plain ones where there is room."""
    near = sorted((piece for bunch in others for piece in bunch), key=lambda piece: _away(main, piece))
    left = []
    for piece in near:
        sets = look.sets_in(piece, called=True)
        if sets:
            look.sets += sets
        else:
            left.append(piece)
    for piece in left:
        sets = look.sets_in(piece, called=False)
        if sets and look.count < WHOLE[0] and look.count + 3 * len(sets) <= WHOLE[1]:
            look.sets += sets
        elif len(piece) == 1 and look.tiles[piece[0].at].tile is not None:
            look.alone.append(piece[0])
    spots = [*_spots(main), *_spots(near)]
    look.sets = [_with_added(look, one, spots) for one in look.sets]
    while len(look.ends) > 1 and look.count < WHOLE[0]:
        look.hand = sorted([*look.hand, look.ends.pop()], key=lambda spot: spot.x)


def _with_added(look: _Look, one: FoundSet, spots: Sequence[Spot]) -> FoundSet:
    """A pon with the fourth tile laid upon the one across is a kan."""
    if one.type is not MeldType.PON:
        return one
    kind = _kind(look.tiles[one.tiles[0]])
    base = [spot for spot in spots if spot.at in one.tiles and spot.across]
    for spot in look.alone:
        upon = any(abs(spot.x - b.x) < b.wide / 2 and 0 < spot.y - b.y < ABOVE * b.high for b in base)
        if upon and spot.across and _kind(look.tiles[spot.at]) == kind:
            look.alone = [each for each in look.alone if each.at != spot.at]
            return FoundSet(MeldType.SHOUMINKAN, (*one.tiles, spot.at))
    return one


def _take_all(look: _Look, lying: Sequence[Bunch]) -> None:
    """A hand that is laid out in more rows than one: the faces wherever they lie, if they are a hand."""
    faces = look.faces([spot for bunch in lying for spot in _spots(bunch)])
    if look.count + len(look.ends[:1]) >= WHOLE[0] or not WHOLE[0] <= len(faces) <= MOST:
        return
    fewer = faces if len(faces) in WHOLE else _complete(look.tiles, faces, 0)
    if fewer is not None:
        look.hand, look.sets, look.ends, look.alone = fewer, [], [], []


def _leave_out(look: _Look) -> None:
    """Tiles too many are left out where a hand is complete without them."""
    if WHOLE[1] < look.count <= MOST:
        fewer = _complete(look.tiles, look.hand, len(look.sets))
        look.hand = look.hand if fewer is None else fewer


def _complete(tiles: Sequence[PhotoTile], spots: Sequence[Spot], sets: int) -> list[Spot] | None:
    """As many of the tiles as a hand with so many sets has, if these can be a complete one; those that are
    least likely tiles of a hand go."""
    known = [(face, spot) for spot in spots if (face := _face(tiles[spot.at])) is not None]
    keep = WHOLE[1] - 3 * sets
    ways = (
        (sum(_belongs(tiles[spot.at]) for _, spot in kept), [spot for _, spot in kept])
        for kept in combinations(known, keep)
        if complete([face for face, _ in kept], sets)
    )
    return max(ways, key=lambda way: way[0], default=(0.0, None))[1]


def _belongs(seen: PhotoTile) -> float:
    """How likely it is a tile of a hand: unknown flowers are read as other faces, unsurely."""
    flower = any(isinstance(other, Flower) for other in seen.others[:FLOWER_WITHIN])
    return seen.score - (flower and seen.score < SURE)


def _shown(look: _Look) -> Proposal:
    apart = [*look.ends, *(look.alone if look.count == WHOLE[0] else [])]
    win = apart[0].at if apart and look.count <= WHOLE[0] else None
    return Proposal(tuple(spot.at for spot in look.hand), win, tuple(look.sets))


def _faces(tiles: Sequence[PhotoTile], bunch: Bunch) -> int:
    return sum(tiles[spot.at].tile is not None for piece in bunch for spot in piece)


def _face(seen: PhotoTile) -> Tile | None:
    return seen.tile if isinstance(seen.tile, Tile) else None


def _kind(seen: PhotoTile) -> int | None:
    face = _face(seen)
    return None if face is None else face.kind


def _spots(pieces: Sequence[Piece]) -> Iterator[Spot]:
    for piece in pieces:
        yield from piece


def _away(main: Bunch, piece: Piece) -> float:
    """How far a piece lies from the hand, in pixels."""
    row = list(_spots(main))
    return min(abs(a.x - b.x) + abs(a.y - b.y) for a in row for b in piece)
