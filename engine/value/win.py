"""A winning hand as it was won, and every way to read it (R-WIN, R-FU-12)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from engine.tiles.meld import Meld
from engine.tiles.shape import INNER, ODD, ORPHANS, complete_orphans, complete_pairs
from engine.tiles.suit import (
    PON_SPOTS_AT,
    STRAIGHT,
    STRAIGHTS_AT,
    SUIT,
    SUIT_BITS,
    TWINS_AT,
    Block,
    spot_of,
    tally_of,
    ways,
)
from engine.tiles.tile import ALL, KIND_DIGITS, Tile, one_packed, packed


@dataclass(frozen=True, slots=True)
class Win:
    """A win as it happened; `tiles` are the concealed ones without `win_tile`.

    Winds are 0..3 for E S W N. `indicators` are all turned dora indicators, the first of the hand
    first, `ura` the tiles under them. `merged` says that the drawn tile was mixed into the hand
    (R-WIN-08). `honba` matters only where a minimum of two han applies (R-YAKU-05).
    """

    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    win_tile: Tile
    tsumo: bool
    seat_wind: int
    round_wind: int
    riichi: bool = False
    double_riichi: bool = False
    ippatsu: bool = False
    haitei: bool = False
    houtei: bool = False
    rinshan: bool = False
    chankan: bool = False
    tenhou: bool = False
    chihou: bool = False
    renhou: bool = False
    indicators: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    merged: bool = False
    honba: int = 0

    @property
    def dealer(self) -> bool:
        return self.seat_wind == 0

    @property
    def closed(self) -> bool:
        """No open meld; a closed kan leaves the hand closed (R-YAKU-09)."""
        return not self.melds or not any(meld.open for meld in self.melds)

    @property
    def concealed(self) -> tuple[Tile, ...]:
        """The concealed tiles and the winning tile."""
        return (*self.tiles, self.win_tile)

    @property
    def all_tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand: 14, and one more for each kan."""
        return (*self.concealed, *(tile for meld in self.melds for tile in meld.tiles))


class Form(StrEnum):
    STANDARD = "standard"
    SEVEN_PAIRS = "seven_pairs"
    ORPHANS = "thirteen_orphans"


class Wait(StrEnum):
    """What the winning tile completed (R-FU-05)."""

    RYANMEN = "ryanmen"
    KANCHAN = "kanchan"
    PENCHAN = "penchan"
    SHANPON = "shanpon"
    TANKI = "tanki"
    ORPHANS_13 = "thirteen_sided"

    __hash__ = str.__hash__


_STANDARD: Final = Form.STANDARD
_SHANPON: Final = Wait.SHANPON
_KIND: Final = tuple(tile.kind for tile in ALL)
_HONOURS: Final = 27
_RON: Final = 16


class Part(NamedTuple):
    """A suit of the hand in one reading; `wait` if the winning tile is of the suit.

    The kinds of characters, circles and bamboo are 0 to 8 alike, so that what is found for one of them holds
    for the others. `pair` is -1 where there is none; for `spots` and `tally` see `engine.tiles.suit`.
    """

    sets: tuple[Block, ...]
    pair: int
    wait: Wait | None
    spots: int
    tally: int


class Reading(NamedTuple):
    """One way to read the hand: its sets, its pair and the wait; sets and pair only if standard.

    `wait` is None where the tile that completed the hand is no longer known (R-WIN-08). `cross` are the
    spots that all three suits have, `honours` has a bit for the pon of each from East on, `tally` is that of
    all sets and the pair.
    """

    form: Form
    wait: Wait | None = None
    parts: tuple[Part, ...] = ()
    declared: tuple[Block, ...] = ()
    cross: int = 0
    honours: int = 0
    tally: int = 0

    @property
    def sets(self) -> tuple[Block, ...]:
        """The sets by suit, the declared ones last."""
        own = [
            block._replace(kind=block.kind + 9 * n) if n < 3 else block
            for n, part in enumerate(self.parts)
            for block in part.sets
        ]
        return (*own, *self.declared)

    @property
    def pair(self) -> int:
        """The kind of the pair, -1 where there is none."""
        pairs = [
            part.pair + 9 * n if n < 3 else part.pair for n, part in enumerate(self.parts) if part.pair >= 0
        ]
        return pairs[0] if pairs else -1

    @property
    def honour_pair(self) -> int:
        """The kind of the pair if it is of honours, else -1."""
        return self.parts[3].pair if self.parts else -1


class Rack(NamedTuple):
    """The tiles of a win, concealed and all, packed; its declared sets, their spots by suit and tally."""

    own: int
    all: int
    declared: tuple[Block, ...] = ()
    spots: tuple[int, ...] = (0, 0, 0, 0)
    tally: int = 0
    closed: bool = True


def rack_of(win: Win) -> Rack:
    """The tiles of a win as they are asked for many times."""
    own = tiles = packed(win.tiles, one_packed(win.win_tile))
    if not win.melds:
        return Rack(own, own)
    declared: tuple[Block, ...] = ()
    spots = [0, 0, 0, 0]
    tally, closed = 0, True
    for meld in win.melds:
        block, more, spot, counts = _declared(meld.tiles, meld.called is not None)
        tiles += more
        declared += (block,)
        spots[block.kind // 9] |= spot
        tally += counts
        closed = closed and not block.open
    return Rack(own, tiles, declared, tuple(spots), tally, closed)


@lru_cache(maxsize=1 << 14)
def _declared(tiles: tuple[Tile, ...], opened: bool) -> tuple[Block, int, int, int]:
    """A declared set as it stands in every reading, its tiles, packed, its spot and its tally."""
    kinds = {tile.kind for tile in tiles}
    block = Block(min(kinds), len(kinds) > 1, len(tiles) == 4, opened)
    return block, packed(tiles), spot_of(block), tally_of(block)


def readings(win: Win, merged_loses_wait: bool = True) -> tuple[Reading, ...]:
    """Every reading of the hand with every place of the winning tile; empty if it is not complete.

    With `merged_loses_wait` a merged tsumo tile leaves no wait (`win.merged_tsumo_tile`).
    """
    return readings_of(win, rack_of(win), merged_loses_wait)


def readings_of(win: Win, rack: Rack, merged_loses_wait: bool) -> tuple[Reading, ...]:
    """The readings of a win whose tiles are packed already."""
    if len(win.tiles) != 13 - 3 * len(win.melds):
        return ()
    own, kind = rack.own & KIND_DIGITS, _KIND[win.win_tile]
    blind = win.merged and merged_loses_wait
    found = []
    if not win.melds and (not own & ODD or not own & INNER):
        found = _without_sets(own, kind, blind)
    keys = [own & SUIT, own >> SUIT_BITS & SUIT, own >> 2 * SUIT_BITS & SUIT, own >> 3 * SUIT_BITS]
    if not blind:
        suit, number = divmod(kind, 9)
        keys[suit] += (number + 1 if win.tsumo else number + 1 + _RON) << SUIT_BITS
    first, second, third, honours = _parts(keys[0]), _parts(keys[1]), _parts(keys[2]), _honour_parts(keys[3])
    # So many tiles leave one pair or four.
    if first and second and third and honours and (first[0].pair < 0 or second[0].pair < 0):
        found += [_standard(parts, rack) for parts in product(first, second, third, honours)]
    return tuple(found)


def _standard(parts: tuple[Part, ...], rack: Rack) -> Reading:
    """The reading of four suits and the declared sets."""
    a, b, c, d = parts
    wait = a.wait or b.wait or c.wait or d.wait
    tally = a.tally + b.tally + c.tally + d.tally
    if not rack.declared:
        return Reading(
            _STANDARD, wait, parts, (), a.spots & b.spots & c.spots, d.spots >> PON_SPOTS_AT, tally
        )
    first, second, third, honours = rack.spots
    first, second, third = first | a.spots, second | b.spots, third | c.spots
    if STRAIGHT in (first & STRAIGHT, second & STRAIGHT, third & STRAIGHT):
        tally |= 1 << STRAIGHTS_AT
    cross = first & second & third
    honours = (honours | d.spots) >> PON_SPOTS_AT
    return Reading(_STANDARD, wait, parts, rack.declared, cross, honours, tally + rack.tally)


@lru_cache(maxsize=1 << 16)
def _parts(key: int) -> tuple[Part, ...]:
    """The readings of a suit, each once for every wait that the winning kind may have completed in it.

    `key` has the digits of the suit and above them the number of the winning tile, 16 more if by ron; 0 if
    that tile is of another suit or is no longer known.
    """
    return _read(key & SUIT, key >> SUIT_BITS, 0)


@lru_cache(maxsize=1 << 14)
def _honour_parts(key: int) -> tuple[Part, ...]:
    """The same of the honours."""
    return _read(key & SUIT, key >> SUIT_BITS, _HONOURS)


def _read(suit: int, won: int, low: int) -> tuple[Part, ...]:
    unwon = _unwon(suit, low)
    if not won:
        return unwon
    found, kind = [], low + won % _RON - 1
    for part in unwon:
        sets, pair, _, spots, tally = part
        for wait, place in _places(sets, pair, kind).items():
            if wait is _SHANPON and won > _RON:
                by_ron = sets[place]._replace(open=True, by_ron=True)
                read = (*sets[:place], by_ron, *sets[place + 1 :])
                found.append(Part(read, pair, wait, spots, tally + tally_of(by_ron) - tally_of(sets[place])))
            else:
                found.append(Part(sets, pair, wait, spots, tally))
    return tuple(found)


@lru_cache(maxsize=1 << 15)
def _unwon(suit: int, low: int) -> tuple[Part, ...]:
    """The readings of a suit without the winning tile."""
    found = []
    for sets, pair in ways(suit, low):
        spots = single = twins = 0
        for block in sets:
            spot = spot_of(block)
            twins += single & spot > 0
            single ^= spot
            spots |= spot
        tally = sum(map(tally_of, sets)) + (pair in ORPHANS)
        tally += (twins << TWINS_AT) + ((spots & STRAIGHT == STRAIGHT) << STRAIGHTS_AT)
        found.append(Part(sets, pair, None, spots, tally))
    return tuple(found)


def _places(sets: tuple[Block, ...], pair: int, kind: int) -> dict[Wait | None, int]:
    """The waits that the winning tile may have completed, each with the index of one set (-1 the pair).

    Two runs of one wait make the same reading, and a kind is in no more than one pon.
    """
    found: dict[Wait | None, int] = {Wait.TANKI: -1} if kind == pair else {}
    for i, block in enumerate(sets):
        if kind in block.kinds:
            found[_wait(block, kind)] = i
    return found


def _wait(block: Block, kind: int) -> Wait:
    if not block.run:
        return Wait.SHANPON
    place, low = kind - block.kind, block.kind % 9
    if place == 1:
        return Wait.KANCHAN
    edge = (place == 2 and low == 0) or (place == 0 and low == 6)
    return Wait.PENCHAN if edge else Wait.RYANMEN


def _without_sets(own: int, kind: int, blind: bool) -> list[Reading]:
    """The readings as seven pairs or thirteen orphans."""
    found = []
    if complete_pairs(own):
        found.append(Reading(Form.SEVEN_PAIRS, wait=None if blind else Wait.TANKI))
    if complete_orphans(own):
        thirteen = own >> 4 * kind & 15 == 2
        found.append(Reading(Form.ORPHANS, wait=Wait.ORPHANS_13 if thirteen and not blind else None))
    return found
