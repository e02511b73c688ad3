"""The shape of a hand: shanten, waits, readings, acceptance. Knows tiles and melds, no yaku.

Shanten counts the tiles still to be drawn: over all targets of sets and a pair, the least number
of missing tiles, minus one. A suit's part of that is a row of ten costs (`engine.tiles.costs`); suits are
joined by adding costs at the cheapest split of sets. No target uses more copies of a kind than
the four of the set, those in the own melds included (R-DRAW-06).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.tiles.cost_table import ONE_OF, closed_shanten, costs, without_sets
from engine.tiles.costs import SPLITS, Costs, joined
from engine.tiles.meld import Meld
from engine.tiles.suit import SUIT, SUIT_BITS, Block, Decomposition, ways
from engine.tiles.tile import ALL, KIND_DIGITS, KINDS, Tile, packed

ORPHANS: Final = tuple(tile.kind for tile in ALL[:KINDS] if tile.yaochuu)
_KIND: Final = tuple(tile.kind for tile in ALL)
ODD: Final = sum(1 << 4 * kind for kind in range(KINDS))
"""A bit for each kind of packed tiles, set where it is there once or three times."""
_ORPHANS: Final = sum(15 << 4 * kind for kind in ORPHANS)
INNER: Final = 15 * ODD - _ORPHANS
"""The digits of the kinds that are no orphans, in packed tiles."""
_one_of: Final = ONE_OF.__getitem__


def counts(tiles: Iterable[Tile]) -> list[int]:
    """Copies by kind, 34 numbers; a red five counts as a five."""
    out = [0] * KINDS
    for tile in tiles:
        out[_KIND[tile]] += 1
    return out


def _kinds(tiles: Iterable[Tile]) -> int:
    """Packed copies by kind; a red five is a five."""
    return packed(tiles) & KIND_DIGITS


@dataclass(frozen=True, slots=True)
class Shanten:
    """Tiles short of tenpai per form; -1 is complete, None a form that melds rule out."""

    standard: int
    seven_pairs: int | None
    thirteen_orphans: int | None

    @property
    def best(self) -> int:
        """The least of the three forms."""
        forms = (self.standard, self.seven_pairs, self.thirteen_orphans)
        return min(form for form in forms if form is not None)


def shanten(tiles: Iterable[Tile], melds: Sequence[Meld] = ()) -> int:
    """Shanten of 13 or 14 tiles, each meld counting three; -1 is a complete hand."""
    own = tuple(tiles)
    if not melds:
        found = closed_shanten(sum(map(_one_of, own)), len(own))
        if found is not None:
            return found
    return _exact(_kinds(own), melds, _bound(melds))


def shanten_forms(tiles: Iterable[Tile], melds: Sequence[Meld] = ()) -> Shanten:
    """Shanten of each form of hand."""
    own = _kinds(tiles)
    standard = _standard(own, _bound(melds), 4 - len(melds))
    if melds:
        return Shanten(standard, None, None)
    return Shanten(standard, *_without_sets(own))


def _exact(own: int, melds: Sequence[Meld], bound: int) -> int:
    """Shanten of any packed tiles."""
    if melds:
        return _standard(own, bound, 4 - len(melds))
    return min(_standard(own, 0, 4), *_without_sets(own))


def _without_sets(own: int) -> tuple[int, int]:
    """Shanten of the seven pairs and of the thirteen orphans."""
    twice = own >> 1 | own >> 2 | own >> 3
    once = (own | twice) & ODD
    twice &= ODD
    return without_sets(
        once.bit_count(), twice.bit_count(), (once & _ORPHANS).bit_count(), (twice & _ORPHANS).bit_count()
    )


def _bound(melds: Sequence[Meld]) -> int:
    """Copies that lie in own melds, packed."""
    return sum(_kinds(meld.tiles) for meld in melds)


def _standard(own: int, bound: int, sets: int) -> int:
    first, second, third, honours = [
        costs(own >> place & SUIT, bound >> place & SUIT, place == 3 * SUIT_BITS)
        for place in range(0, 4 * SUIT_BITS, SUIT_BITS)
    ]
    return _least(joined(first, second), joined(third, honours), sets) - 1


@lru_cache(maxsize=1 << 16)
def _least(first: Costs, second: Costs, sets: int) -> int:
    """The cheapest way to share so many sets and a pair between two parts of a hand."""
    return min([first[i] + second[j] for i, j in SPLITS[2 * sets + 1]])


def decompositions(tiles: Iterable[Tile], melds: int = 0) -> tuple[Decomposition, ...]:
    """Every reading of 14 tiles (three fewer per meld) as sets and a pair; empty if there is none.

    Four equal concealed tiles are never a kan here: a kan is declared (R-KAN-01).
    """
    own = tuple(tiles)
    return decomposed(_kinds(own)) if len(own) == 14 - 3 * melds else ()


def decomposed(own: int) -> tuple[Decomposition, ...]:
    """The same of packed tiles that are as many as some sets and a pair."""
    first, second = ways(own & SUIT, 0), ways(own >> 36 & SUIT, 9)
    third, honours = ways(own >> 72 & SUIT, 18), ways(own >> 108, 27)
    if not (first and second and third and honours):
        return ()
    if (first[0].pair, second[0].pair, third[0].pair, honours[0].pair).count(-1) != 3:
        return ()
    return tuple(
        [
            Decomposition(a.sets + b.sets + c.sets + d.sets, max(a.pair, b.pair, c.pair, d.pair))
            for a in first
            for b in second
            for c in third
            for d in honours
        ]
    )


def complete(tiles: Iterable[Tile], melds: int = 0) -> bool:
    """Whether 14 tiles (three fewer per meld) are a winning shape of any form (R-WIN-01)."""
    own = tuple(tiles)
    return len(own) == 14 - 3 * melds and _complete(_kinds(own), melds)


def _complete(own: int, melds: int) -> bool:
    return bool(decomposed(own)) or (not melds and (complete_pairs(own) or complete_orphans(own)))


def complete_pairs(own: int) -> bool:
    """Whether 14 packed tiles are seven different pairs."""
    return not own & ODD and _without_sets(own)[0] == -1


def complete_orphans(own: int) -> bool:
    """Whether 14 packed tiles are the thirteen orphans."""
    return not own & INNER and _without_sets(own)[1] == -1


def shape_waits(tiles: Iterable[Tile], melds: Sequence[Meld] = ()) -> tuple[int, ...]:
    """Kinds that complete 13 tiles, also those of which the own hand and melds hold all four."""
    own = tuple(tiles)
    return _waits(_kinds(own), len(melds)) if len(own) == 13 - 3 * len(melds) else ()


def _waits(own: int, melds: int) -> tuple[int, ...]:
    kinds = range(KINDS)
    if melds or 0 not in _without_sets(own):
        # A tile mends no more than one suit: the others must be sets and pairs as they are.
        broken = [n for n, low in enumerate(range(0, KINDS, 9)) if not ways(own >> 4 * low & SUIT, low)]
        if len(broken) > 1:
            return ()
        kinds = range(9 * broken[0], min(9 * broken[0] + 9, KINDS)) if broken else kinds
    return tuple(kind for kind in kinds if own & _NEAR[kind] and _complete(own + (1 << 4 * kind), melds))


def _neighbours(kind: int) -> int:
    """The digits of the kinds of which one must be held for `kind` to join a set, a pair or the orphans."""
    if kind in ORPHANS:
        return -1
    low = kind - kind % 9
    return sum(15 << 4 * k for k in range(max(low, kind - 2), min(low + 8, kind + 2) + 1))


_NEAR: Final = tuple(map(_neighbours, range(KINDS)))


def waits(tiles: Iterable[Tile], melds: Sequence[Meld] = ()) -> tuple[int, ...]:
    """Kinds that complete 13 tiles (three fewer per meld) and are not all held by the hand itself."""
    own = tuple(tiles)
    held = _kinds(own) + _bound(melds)
    return tuple(kind for kind in shape_waits(own, melds) if held >> 4 * kind & 15 < 4)


def tenpai(tiles: Iterable[Tile], melds: Sequence[Meld], rule: str) -> bool:
    """Whether the hand is tenpai at a draw under a value of `draw.no_live_wait_rule` (R-DRAW-06)."""
    own = tuple(tiles)
    shape = shape_waits(own, melds)
    if rule == "ignored":
        return bool(shape)
    if rule == "concealed_part_holds_all_waits":
        held = counts(own)
        return any(held[kind] < 4 for kind in shape)
    if rule == "holds_four_of_only_wait" and len(shape) > 1:
        return True
    return bool(waits(own, melds))


def riichi_kan_allowed(
    tiles: Iterable[Tile], drawn: Tile, melds: Sequence[Meld], rule: str, quad: int | None = None
) -> bool:
    """Whether a closed kan, by default of the tile just drawn, leaves a riichi hand as it was (R-RIICHI-11).

    `tiles` are the 13 tiles (three fewer per meld) of the declaration, `rule` a value of
    `riichi.ankan`, `quad` the kind of the kan.
    """
    kan = drawn.kind if quad is None else quad
    before = tuple(tiles)
    rest = tuple(tile for tile in (*before, drawn) if tile.kind != kan)
    if rule == "forbidden" or len(before) + 1 - len(rest) != 4:
        return False
    pon = Block(kan, run=False)
    shape = shape_waits(before, melds)
    if _waits(_kinds(rest), len(melds) + 1) != shape:
        return False
    if rule == "waits_unchanged":
        return True
    return all(
        pon in reading.sets for kind in shape for reading in decompositions((*before, ALL[kind]), len(melds))
    )


@dataclass(frozen=True, slots=True)
class Acceptance:
    """What a discard leaves: shanten, and the copies by kind that would lower it."""

    shanten: int
    kinds: dict[int, int]

    @property
    def tiles(self) -> int:
        return sum(self.kinds.values())


def acceptance(
    tiles: Iterable[Tile], melds: Sequence[Meld] = (), seen: Sequence[int] | None = None
) -> Acceptance:
    """Ukeire of 13 tiles: the kinds that lower shanten and how many copies are left of each.

    `seen` are copies by kind in ponds, foreign melds and indicators, which cannot be drawn.
    """
    own = tuple(tiles)
    held, now = _kinds(own), shanten(own, melds)
    away = held + _bound(melds)
    kinds = {}
    for kind in range(KINDS):
        left = 4 - (away >> 4 * kind & 15) - (seen[kind] if seen else 0)
        if left <= 0 or (now <= 0 and not held & _NEAR[kind]):
            continue
        if shanten((*own, ALL[kind]), melds) < now:
            kinds[kind] = left
    return Acceptance(now, kinds)


def discards(
    tiles: Iterable[Tile], melds: Sequence[Meld] = (), seen: Sequence[int] | None = None
) -> dict[Tile, Acceptance]:
    """For every face of 14 tiles the acceptance after discarding it."""
    own = tuple(tiles)
    by_kind: dict[int, Acceptance] = {}
    out: dict[Tile, Acceptance] = {}
    for tile in dict.fromkeys(own):
        if tile.kind not in by_kind:
            rest = list(own)
            rest.remove(tile)
            by_kind[tile.kind] = acceptance(rest, melds, seen)
        out[tile] = by_kind[tile.kind]
    return out
