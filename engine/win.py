"""A winning hand as it was won, and every way to read it (R-WIN, R-FU-12)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from engine.meld import Meld
from engine.shape import complete_orphans, complete_pairs
from engine.suit import SUIT, Block, facts_of, ways
from engine.tile import KIND_DIGITS, KINDS, Tile, packed


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
_ELSEWHERE: Final = -1
"""The winning tile is of another suit, or can no longer be told."""


class Reading(NamedTuple):
    """One way to read the hand: its sets, its pair and the wait; sets and pair only if standard.

    `wait` is None where the tile that completed the hand can no longer be told (R-WIN-08). `facts` is the
    sum of `facts_of` over the sets.
    """

    form: Form
    sets: tuple[Block, ...] = ()
    pair: int = -1
    wait: Wait | None = None
    facts: int = 0


class _Part(NamedTuple):
    """A suit of the hand in one reading; `wait` if the winning tile is of the suit."""

    sets: tuple[Block, ...]
    pair: int
    wait: Wait | None
    facts: int


class Rack(NamedTuple):
    """The tiles of a win: the concealed ones and all, packed, and the declared sets with their facts."""

    own: int
    all: int
    declared: tuple[Block, ...] = ()
    facts: int = 0
    closed: bool = True


def rack_of(win: Win) -> Rack:
    """The tiles of a win as they are asked for many times."""
    own = tiles = packed((*win.tiles, win.win_tile))
    if not win.melds:
        return Rack(own, own)
    declared: tuple[Block, ...] = ()
    facts, closed = 0, True
    for meld in win.melds:
        block, more, found = _declared(meld.tiles, meld.called is not None)
        tiles += more
        declared += (block,)
        facts += found
        closed = closed and not block.open
    return Rack(own, tiles, declared, facts, closed)


@lru_cache(maxsize=1 << 14)
def _declared(tiles: tuple[Tile, ...], opened: bool) -> tuple[Block, int, int]:
    """A declared set as it stands in every reading, its tiles, packed, and its facts."""
    kinds = {tile.kind for tile in tiles}
    block = Block(min(kinds), len(kinds) > 1, len(tiles) == 4, opened)
    return block, packed(tiles), facts_of(block)


def readings(win: Win, merged_loses_wait: bool = True) -> tuple[Reading, ...]:
    """Every reading of the hand with every place of the winning tile; empty if it is not complete.

    With `merged_loses_wait` a merged tsumo tile leaves no wait (`win.merged_tsumo_tile`).
    """
    return readings_of(win, rack_of(win), merged_loses_wait)


def readings_of(win: Win, rack: Rack, merged_loses_wait: bool) -> tuple[Reading, ...]:
    """The readings of a win whose tiles are packed already."""
    if len(win.tiles) != 13 - 3 * len(win.melds):
        return ()
    own, kind = rack.own & KIND_DIGITS, win.win_tile.kind
    blind = win.merged and merged_loses_wait
    found = [] if win.melds else _without_sets(own, kind, blind)
    won = [_ELSEWHERE] * 4
    if not blind:
        won[kind // 9] = kind if win.tsumo else kind + KINDS
    first, second = _parts(own & SUIT, 0, won[0]), _parts(own >> 36 & SUIT, 9, won[1])
    third, honours = _parts(own >> 72 & SUIT, 18, won[2]), _parts(own >> 108, 27, won[3])
    if first and second and third and honours:
        pairs = (first[0].pair, second[0].pair, third[0].pair, honours[0].pair)
        if pairs.count(-1) == 3:
            found += [
                Reading(
                    _STANDARD,
                    a.sets + b.sets + c.sets + d.sets + rack.declared,
                    max(a.pair, b.pair, c.pair, d.pair),
                    a.wait or b.wait or c.wait or d.wait,
                    a.facts + b.facts + c.facts + d.facts + rack.facts,
                )
                for a in first
                for b in second
                for c in third
                for d in honours
            ]
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def _parts(suit: int, low: int, won: int) -> tuple[_Part, ...]:
    """The readings of a suit, each once for every wait that the winning kind may have completed in it.

    `won` is the kind, 34 more if by ron, or `_ELSEWHERE`.
    """
    found = []
    ron, kind = divmod(won, KINDS)
    for sets, pair in ways(suit, low):
        places = {None: -1} if won == _ELSEWHERE else _places(sets, pair, kind)
        for wait, place in places.items():
            read = sets
            if ron and wait is Wait.SHANPON:
                by_ron = Block(kind, run=False, open=True, by_ron=True)
                read = (*sets[:place], by_ron, *sets[place + 1 :])
            found.append(_Part(read, pair, wait, sum(map(facts_of, read))))
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
