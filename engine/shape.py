"""The shape of a hand: shanten, waits, readings, acceptance. Knows tiles and melds, no yaku.

Shanten counts the tiles still to be drawn: over all targets of sets and a pair, the least number
of missing tiles, minus one. A suit's part of that is a vector of ten costs, index
`2 * sets + pair`; suits are joined by adding costs at the cheapest split of sets. The vectors
are remembered, so that a hand costs a few lookups. No target uses more copies of a kind than
the four of the set, those in the own melds included (R-DRAW-06).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import Final

from engine.meld import Meld
from engine.tile import ALL, KINDS, Tile

Counts = tuple[int, ...]
_Costs = tuple[int, ...]

_KIND: Final = tuple(tile.kind for tile in ALL)
_NEVER: Final = 99
_EMPTY: Final[_Costs] = (0,) + (_NEVER,) * 9
# Every way to fill (sets, pair) from two parts, as index triples: target, first, second.
_SPLITS: Final = tuple(
    tuple((2 * a + p, 2 * (sets - a) + pair - p) for a in range(sets + 1) for p in range(pair + 1))
    for sets in range(5)
    for pair in range(2)
)
ORPHANS: Final = tuple(tile.kind for tile in ALL[:KINDS] if tile.yaochuu)


def counts(tiles: Iterable[Tile]) -> list[int]:
    """Copies by kind, 34 numbers; a red five counts as a five."""
    out = [0] * KINDS
    for tile in tiles:
        out[_KIND[tile]] += 1
    return out


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
    return _best(counts(tiles), melds)


def shanten_forms(tiles: Iterable[Tile], melds: Sequence[Meld] = ()) -> Shanten:
    """Shanten of each form of hand."""
    own = counts(tiles)
    standard = _standard(own, melds)
    if melds:
        return Shanten(standard, None, None)
    return Shanten(standard, _seven_pairs(own), _thirteen_orphans(own))


def _best(own: list[int], melds: Sequence[Meld]) -> int:
    if melds:
        return _standard(own, melds)
    return min(_standard(own, ()), _seven_pairs(own), _thirteen_orphans(own))


def _seven_pairs(own: Sequence[int]) -> int:
    kinds = sum(1 for n in own if n)
    pairs = sum(1 for n in own if n > 1)
    return 6 - pairs + max(0, 7 - kinds)


def _thirteen_orphans(own: Sequence[int]) -> int:
    held = [own[kind] for kind in ORPHANS if own[kind]]
    return 13 - len(held) - (max(held, default=0) > 1)


def _coded(own: Sequence[int], melds: Sequence[Meld]) -> Sequence[int]:
    """Copies in hand plus five times the copies bound in own melds, by kind."""
    if not melds:
        return own
    coded = list(own)
    for meld in melds:
        for tile in meld.tiles:
            coded[_KIND[tile]] += 5
    return coded


def _standard(own: Sequence[int], melds: Sequence[Meld]) -> int:
    coded = _coded(own, melds)
    left = _joined(_suit(tuple(coded[:9])), _suit(tuple(coded[9:18])))
    right = _joined(_suit(tuple(coded[18:27])), _honours(tuple(sorted(coded[27:]))))
    return min(left[i] + right[j] for i, j in _SPLITS[2 * (4 - len(melds)) + 1]) - 1


@lru_cache(maxsize=1 << 16)
def _joined(first: _Costs, second: _Costs) -> _Costs:
    return tuple([min([first[i] + second[j] for i, j in splits]) for splits in _SPLITS])


@lru_cache(maxsize=1 << 17)
def _suit(coded: Counts) -> _Costs:
    """Costs of a suit, met in the middle: `a` runs start at the 4 and `b` at the 5."""
    left, right = coded[4::-1], coded[5:]
    best = list(_EMPTY)
    for a, b in product(range(3), range(3)):
        part = _joined(_half(left, b, a), _half(right, a, b))
        for i in range(10 - 2 * (a + b)):
            best[i + 2 * (a + b)] = min(best[i + 2 * (a + b)], part[i])
    return tuple(best)


@cache
def _half(coded: Counts, a: int, b: int) -> _Costs:
    """Costs of a row of neighbours where `a` runs still need the first and `b` the first two.

    The entering runs are counted as sets by the caller. Three equal runs are three pons, so no
    more than two start at one place.
    """
    if not coded:
        return (_NEVER,) * 10 if a or b else _EMPTY
    room, held = 4 - coded[0] // 5, coded[0] % 5
    best = [_NEVER] * 10
    for runs, pon, pair in product(range(3), range(2), range(2)):
        need = a + b + runs + 3 * pon + 2 * pair
        if need > room:
            continue
        cost = max(0, need - held)
        shift = 2 * (runs + pon) + pair
        for i, rest in enumerate(_half(coded[1:], b, runs)):
            if i + shift < 10 and not (pair and i % 2) and cost + rest < best[i + shift]:
                best[i + shift] = cost + rest
    return tuple(best)


@cache
def _honours(coded: Counts) -> _Costs:
    best: _Costs = _EMPTY
    for code in coded:
        room, held = 4 - code // 5, code % 5
        own = list(_EMPTY)
        if room >= 3:
            own[2] = max(0, 3 - held)
        if room >= 2:
            own[1] = max(0, 2 - held)
        best = _joined(best, tuple(own))
    return best


@dataclass(frozen=True, slots=True)
class Part:
    """A set of a reading: the run from `kind` on, or the pon of `kind`."""

    kind: int
    run: bool

    @property
    def kinds(self) -> tuple[int, int, int]:
        return (self.kind, self.kind + 1, self.kind + 2) if self.run else (self.kind,) * 3


@dataclass(frozen=True, slots=True)
class Decomposition:
    """One way to read the concealed part of a complete hand as sets and a pair."""

    sets: tuple[Part, ...]
    pair: int


def decompositions(tiles: Iterable[Tile], melds: int = 0) -> tuple[Decomposition, ...]:
    """Every reading of 14 tiles (three fewer per meld) as sets and a pair; empty if there is none.

    Four equal concealed tiles are never a kan here: a kan is declared (R-KAN-01).
    """
    own = counts(tiles)
    if sum(own) != 14 - 3 * melds:
        return ()
    return _readings(tuple(own))


@lru_cache(maxsize=1 << 14)
def _readings(own: Counts) -> tuple[Decomposition, ...]:
    found = []
    for pair in range(KINDS):
        if own[pair] >= 2:
            rest = list(own)
            rest[pair] -= 2
            found += [Decomposition(sets, pair) for sets in _sets(rest, Part(0, run=False))]
    return tuple(found)


def _sets(own: list[int], after: Part) -> Iterator[tuple[Part, ...]]:
    """Every way to use up the tiles in sets in order, a pon before the runs of its kind.

    `after` is the last set taken; `own` is left as it was.
    """
    kind = next((k for k in range(after.kind, KINDS) if own[k]), None)
    if kind is None:
        yield ()
        return
    for part in (Part(kind, run=False), Part(kind, run=True)):
        passed = after.run and after.kind == kind and not part.run
        if passed or not _fits(own, part):
            continue
        for k in part.kinds:
            own[k] -= 1
        for rest in _sets(own, part):
            yield (part, *rest)
        for k in part.kinds:
            own[k] += 1


def _fits(own: Sequence[int], part: Part) -> bool:
    if not part.run:
        return own[part.kind] >= 3
    return part.kind < 27 and part.kind % 9 < 7 and all(own[k] for k in part.kinds)


def complete(tiles: Iterable[Tile], melds: int = 0) -> bool:
    """Whether 14 tiles (three fewer per meld) are a winning shape of any form (R-WIN-01)."""
    return _complete(counts(tiles), melds)


def _complete(own: list[int], melds: int) -> bool:
    if sum(own) != 14 - 3 * melds:
        return False
    if not melds and (_seven_pairs(own) == -1 or _thirteen_orphans(own) == -1):
        return True
    return bool(_readings(tuple(own)))


def shape_waits(tiles: Iterable[Tile], melds: Sequence[Meld] = ()) -> tuple[int, ...]:
    """Kinds that complete 13 tiles, also those of which the own hand and melds hold all four."""
    own = counts(tiles)
    found = []
    for kind in range(KINDS):
        own[kind] += 1
        if _near(own, kind) and _complete(own, len(melds)):
            found.append(kind)
        own[kind] -= 1
    return tuple(found)


def _near(own: Sequence[int], kind: int) -> bool:
    """Whether the kind just added can be part of a set: a cheap way to leave most kinds out."""
    if own[kind] > 1 or kind in ORPHANS:
        return True
    low, high = kind - kind % 9, kind - kind % 9 + 8
    return any(own[k] for k in range(max(low, kind - 2), min(high, kind + 2) + 1) if k != kind)


def waits(tiles: Iterable[Tile], melds: Sequence[Meld] = ()) -> tuple[int, ...]:
    """Kinds that complete 13 tiles (three fewer per meld) and are not all held by the hand itself."""
    own = tuple(tiles)
    held = counts(own)
    for meld in melds:
        for tile in meld.tiles:
            held[_KIND[tile]] += 1
    return tuple(kind for kind in shape_waits(own, melds) if held[kind] < 4)


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
    pon = Part(kan, run=False)
    shape = shape_waits(before, melds)
    own = counts(rest)
    after = []
    for kind in range(KINDS):
        own[kind] += 1
        if _complete(own, len(melds) + 1):
            after.append(kind)
        own[kind] -= 1
    if tuple(after) != shape:
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
    own = counts(tiles)
    held = _coded(own, melds)
    now = _best(own, melds)
    kinds = {}
    for kind in range(KINDS):
        left = 4 - held[kind] // 5 - own[kind] - (seen[kind] if seen else 0)
        if left <= 0:
            continue
        own[kind] += 1
        if (now > 0 or _near(own, kind)) and _best(own, melds) < now:
            kinds[kind] = left
        own[kind] -= 1
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
