"""A winning hand as it was won, and every way to read it (R-WIN, R-FU-12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.meld import Meld, MeldType
from engine.shape import ORPHANS, Part, counts, decompositions
from engine.tile import Tile


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
        return not any(meld.open for meld in self.melds)

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


@dataclass(frozen=True, slots=True)
class Block:
    """A set of the winning hand; `open` as its fu count: a pon completed by ron is open (R-FU-03)."""

    kind: int
    run: bool
    kan: bool = False
    open: bool = False
    by_ron: bool = False

    @property
    def yaochuu(self) -> bool:
        """Holds a terminal or honour."""
        if self.kind >= 27:
            return True
        return self.kind % 9 in ((0, 6) if self.run else (0, 8))


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the hand: its sets, its pair and the wait; sets and pair only if standard.

    `wait` is None where the tile that completed the hand can no longer be told (R-WIN-08).
    """

    form: Form
    sets: tuple[Block, ...] = ()
    pair: int = -1
    wait: Wait | None = None


def readings(win: Win, merged_loses_wait: bool = True) -> tuple[Reading, ...]:
    """Every reading of the hand with every place of the winning tile; empty if it is not complete.

    With `merged_loses_wait` a merged tsumo tile leaves no wait (`win.merged_tsumo_tile`).
    """
    blind = win.merged and merged_loses_wait
    found = dict.fromkeys(_readings(win, blind))
    return tuple(found)


def _readings(win: Win, blind: bool) -> Iterator[Reading]:
    own = counts(win.concealed)
    if not win.melds and sum(own) == 14:
        if sum(1 for n in own if n == 2) == 7:
            yield Reading(Form.SEVEN_PAIRS, wait=None if blind else Wait.TANKI)
        if all(own[kind] for kind in ORPHANS) and sum(own[kind] for kind in ORPHANS) == 14:
            thirteen = own[win.win_tile.kind] == 2
            yield Reading(Form.ORPHANS, wait=Wait.ORPHANS_13 if thirteen and not blind else None)
    declared = tuple(map(_declared, win.melds))
    for found in decompositions(win.concealed, len(win.melds)):
        for place, wait in _places(found.sets, found.pair, win.win_tile.kind):
            ron = -1 if win.tsumo else place
            sets = tuple(_concealed(part, i == ron) for i, part in enumerate(found.sets))
            yield Reading(Form.STANDARD, (*sets, *declared), found.pair, None if blind else wait)


def _places(sets: tuple[Part, ...], pair: int, kind: int) -> Iterator[tuple[int, Wait]]:
    """Index of the set the winning tile completed (-1 the pair) and the wait it was."""
    if kind == pair:
        yield -1, Wait.TANKI
    for i, part in enumerate(sets):
        if kind in part.kinds:
            yield i, _wait(part, kind)


def _wait(part: Part, kind: int) -> Wait:
    if not part.run:
        return Wait.SHANPON
    place, low = kind - part.kind, part.kind % 9
    if place == 1:
        return Wait.KANCHAN
    edge = (place == 2 and low == 0) or (place == 0 and low == 6)
    return Wait.PENCHAN if edge else Wait.RYANMEN


def _concealed(part: Part, by_ron: bool) -> Block:
    return Block(part.kind, part.run, open=by_ron and not part.run, by_ron=by_ron)


def _declared(meld: Meld) -> Block:
    return Block(meld.kind, meld.type is MeldType.CHI, meld.type.kan, meld.open)
