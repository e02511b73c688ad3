"""A mat in numbers: what lies where, told as the perfect eyes would tell it.

It knows the places of `vision.calibration.mat` and nothing of the game; tests move tiles on it by hand or by
the events of a known game, and take `Observation`s from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile
from engine.tiles.wall import WallPlace
from vision.calibration import mat
from vision.calibration.mat import Zone
from vision.eyes.observation import Observation, StickSeen, TileSeen

Odds = tuple[tuple[Tile | None, float], ...]
QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
Key = tuple[Zone, int]


@dataclass(frozen=True)
class Piece:
    """A tile of a row: what the eyes make of it, how it lies, whether before its neighbour."""

    track: int
    odds: Odds
    sideways: bool = False
    added: bool = False


def clear(tile: Tile | None) -> Odds:
    return ((tile, 1.0),)


@dataclass
class Spread:
    """One player's zones."""

    pond: list[Piece] = field(default_factory=list)
    melds: list[list[Piece]] = field(default_factory=list)
    hand: list[Piece] = field(default_factory=list)
    apart: bool = False
    sticks: list[int] = field(default_factory=list)
    wall: list[tuple[Piece, WallPlace, float]] = field(default_factory=list)


class TableReader:
    """Pieces are moved by the methods; each gives the zones it touched. `look` tells one of them."""

    def __init__(self) -> None:
        self.seats = [Spread() for _ in range(4)]
        self._tracks = 0
        self._ids = 0

    def piece(self, odds: Odds, *, sideways: bool = False, added: bool = False) -> Piece:
        self._tracks += 1
        return Piece(self._tracks, odds, sideways, added)

    # hands on tiles

    def deal(self, seat: int, count: int) -> list[Key]:
        self.seats[seat].hand = [self.piece(clear(None)) for _ in range(count)]
        return [(Zone.HAND, seat)]

    def draw(self, seat: int) -> list[Key]:
        self.seats[seat].hand.append(self.piece(clear(None)))
        return [(Zone.HAND, seat)]

    def _take(self, seat: int, count: int) -> None:
        del self.seats[seat].hand[len(self.seats[seat].hand) - count :]

    def discard(self, seat: int, odds: Odds, sideways: bool = False) -> list[Key]:
        self._take(seat, 1)
        self.seats[seat].pond.append(self.piece(odds, sideways=sideways))
        return [(Zone.POND, seat), (Zone.HAND, seat)]

    def ghost(self, seat: int, odds: Odds) -> list[Key]:
        """The eyes take something in a pond for a tile."""
        self.seats[seat].pond.append(self.piece(odds))
        return [(Zone.POND, seat)]

    def reread(self, seat: int, index: int, odds: Odds) -> list[Key]:
        """The eyes see the same pond tile better, or worse."""
        pond = self.seats[seat].pond
        pond[index] = replace(pond[index], odds=odds)
        return [(Zone.POND, seat)]

    def meld(self, seat: int, pieces: Sequence[Piece], own: int, source: int | None) -> list[Key]:
        """A new set, `own` tiles of it from the hand, one from the end of the pond of `source`."""
        self._take(seat, own)
        self.seats[seat].melds.append(list(pieces))
        touched: list[Key] = [(Zone.MELD, seat), (Zone.HAND, seat)]
        if source is not None:
            self.seats[source].pond.pop()
            touched.append((Zone.POND, source))
        return touched

    def add(self, seat: int, place: int, odds: Odds) -> list[Key]:
        self._take(seat, 1)
        self.seats[seat].melds[place].append(self.piece(odds, sideways=True, added=True))
        return [(Zone.MELD, seat), (Zone.HAND, seat)]

    def stick(self, seat: int, value: int = 1000) -> list[Key]:
        self.seats[seat].sticks.append(value)
        return [(Zone.STICK, seat)]

    def turn(self, place: WallPlace, odds: Odds, *, ura: bool = False) -> list[Key]:
        """A wall tile is turned; an ura tile lies before its stack."""
        entry = (self.piece(odds), place, mat.URA_Y if ura else mat.WALL_Y)
        self.seats[place.side].wall.append(entry)
        return [(Zone.WALL, place.side)]

    def open_hand(self, seat: int, tiles: Sequence[Odds], apart: Odds | None = None) -> list[Key]:
        self.seats[seat].hand = [self.piece(odds) for odds in (*tiles, *(() if apart is None else (apart,)))]
        self.seats[seat].apart = apart is not None
        return [(Zone.HAND, seat)]

    def lay(self, seat: int, meld: Meld) -> list[Key]:
        """A set as it is laid by the book (E-MELD)."""
        if meld.type is MeldType.SHOUMINKAN:
            assert meld.added is not None
            faces = [{p.odds[0][0] for p in row} for row in self.seats[seat].melds]
            kinds = [{face.kind for face in row if face is not None} for row in faces]
            place = next(n for n, row in enumerate(kinds) if row == {meld.kind} and None not in faces[n])
            return self.add(seat, place, clear(meld.added))
        if meld.type is MeldType.ANKAN:
            shown = [None, meld.tiles[0], meld.tiles[1], None]
            return self.meld(seat, [self.piece(clear(f)) for f in shown], 4, None)
        assert meld.called is not None
        assert meld.source is not None
        row = [self.piece(clear(tile)) for tile in meld.own]
        at = {3: 0, 2: 1, 1: len(row)}[(meld.source - seat) % 4]
        row.insert(at, self.piece(clear(meld.called), sideways=True))
        return self.meld(seat, row, len(meld.own), meld.source)

    # what the eyes tell

    def look(self, key: Key, t: float) -> Observation:
        zone, seat = key
        self._ids += 1
        tiles = tuple(self._tiles(zone, self.seats[seat]))
        lying = self.seats[seat].sticks if zone is Zone.STICK else []
        sticks = tuple(StickSeen(value, 1.0, 0.0, 0.0, 0.0) for value in lying)
        return Observation(self._ids, zone, seat, t, tiles, sticks)

    def all(self, t: float) -> list[Observation]:
        """Every zone that holds something, as after a start of the eyes."""
        every = [self.look((zone, seat), t) for zone in Zone if zone is not Zone.CENTRE for seat in range(4)]
        return [o for o in every if o.tiles or o.sticks]

    def _tiles(self, zone: Zone, spread: Spread) -> Iterator[TileSeen]:
        if zone is Zone.POND:
            yield from _pond(spread.pond)
        elif zone is Zone.MELD:
            yield from sorted(_melds(spread.melds), key=lambda t: t.x)
        elif zone is Zone.HAND:
            yield from _hand(spread.hand, spread.apart)
        elif zone is Zone.WALL:
            for piece, place, y in spread.wall:
                yield _seen(piece, mat.WALL_LEFT + (16.5 - place.stack) * mat.TILE_W, y)


def _seen(piece: Piece, x: float, y: float) -> TileSeen:
    angle = 90.0 if piece.sideways else 0.0
    return TileSeen(piece.track, piece.odds, x, y, angle, piece.sideways, QUAD)


def _width(piece: Piece) -> float:
    return mat.TILE_H if piece.sideways else mat.TILE_W


def _pond(pond: Sequence[Piece]) -> Iterator[TileSeen]:
    for row, y in enumerate(mat.POND_ROW_Y):
        left = mat.POND_LEFT
        for piece in pond[6 * row : 6 * row + 6] if row < 2 else pond[12:]:
            yield _seen(piece, left + _width(piece) / 2, y)
            left += _width(piece)


def _melds(melds: Sequence[Sequence[Piece]]) -> Iterator[TileSeen]:
    right, floor = mat.MELD_RIGHT, mat.MELD_Y - mat.TILE_H / 2
    for row in melds:
        turned = right
        for piece in reversed([p for p in row if not p.added]):
            middle = right - _width(piece) / 2
            turned = middle if piece.sideways else turned
            height = mat.TILE_W if piece.sideways else mat.TILE_H
            yield _seen(piece, middle, floor + height / 2)
            right -= _width(piece)
        for piece in row:
            if piece.added:
                yield _seen(piece, turned, floor + 1.5 * mat.TILE_W)
        right -= mat.MELD_GAP


def _hand(hand: Sequence[Piece], apart: bool) -> Iterator[TileSeen]:
    for n, piece in enumerate(hand):
        gap = mat.WIN_GAP if apart and n == len(hand) - 1 else 0.0
        yield _seen(piece, mat.HAND_LEFT + (n + 0.5) * mat.TILE_W + gap, mat.HAND_Y)
