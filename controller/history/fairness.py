"""How even dice and shuffle of a table are, counted over the journals of its games.

Three questions, each a chi-square test: are the faces of the dice, and the 36 throws, equally frequent; is
every kind of tile the first dora indicator as often; do tiles that lay before a seat come back to the same
seat in the next hand played with their set? The last one knows only tiles that were seen, and shares a tile
among the seats where its copies lay, so that it rather overlooks a bad shuffle than invents one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.state.events import (
    Called,
    Dealt,
    DiceThrown,
    Discarded,
    DoraRevealed,
    Event,
    HandShown,
    HandStarted,
    Identified,
    KanDeclared,
)
from engine.tiles.meld import MeldType
from engine.tiles.tile import KINDS

LEAST_EXPECTED: Final = 5.0
"""Below this many expected in a cell the chi-square distribution does not hold (Cochran 1954)."""
SUSPICIOUS: Final = 0.001
"""An even table is suspected once in so many times."""
Kinds = Counter[int]


@dataclass(frozen=True, slots=True)
class Evenness:
    """A chi-square test; `p` is None with too few observations."""

    name: str
    observed: int
    chi_square: float
    freedom: int
    p: float | None

    @property
    def suspicious(self) -> bool:
        return self.p is not None and self.p < SUSPICIOUS


@dataclass(slots=True)
class Seen:
    """What a hand shows: throws, its first indicator, kinds that lay before each seat, and dealt ones."""

    throws: list[tuple[int, int]] = field(default_factory=list)
    indicator: int | None = None
    lay: tuple[Kinds, ...] = field(default_factory=lambda: tuple(Counter() for _ in range(4)))
    dealt: tuple[Kinds, ...] = field(default_factory=lambda: tuple(Counter() for _ in range(4)))
    history: list[list[int | None]] = field(default_factory=lambda: [[] for _ in range(4)])

    @property
    def begun(self) -> tuple[Kinds, ...]:
        """Kinds by seat as they were dealt, or where a deal was not seen as they were played."""
        return tuple(dealt or lay for dealt, lay in zip(self.dealt, self.lay, strict=True))


def hands(events: Iterable[Event]) -> list[Seen]:
    """What the hands of one game showed."""
    out: list[Seen] = []
    for event in events:
        if isinstance(event, HandStarted):
            out.append(Seen())
        elif out:
            _note(out[-1], event)
    return out


def _note(seen: Seen, event: Event) -> None:
    match event:
        case DiceThrown(dice):
            seen.throws.append(dice)
        case DoraRevealed(tile) if seen.indicator is None:
            seen.indicator = tile.kind
        case Dealt(dealt):
            for seat, tiles in enumerate(dealt):
                seen.dealt[seat].update(t.kind for t in tiles or ())
        case Discarded(seat, tile):
            seen.history[seat].append(None if tile is None else tile.kind)
            seen.lay[seat].update([] if tile is None else [tile.kind])
        case Identified(seat, index, tile) if index < len(seen.history[seat]):
            seen.lay[seat][tile.kind] += seen.history[seat][index] is None
            seen.history[seat][index] = tile.kind
        case Called(seat, meld) if meld.called is not None and meld.source is not None:
            seen.lay[seat].update(t.kind for t in meld.tiles)
            seen.lay[meld.source][meld.called.kind] -= 1
        case KanDeclared(seat, meld) if meld.type is MeldType.ANKAN:
            seen.lay[seat].update(t.kind for t in meld.tiles)
        case KanDeclared(seat, meld) if meld.added is not None:
            seen.lay[seat][meld.added.kind] += 1
        case HandShown(seat, tiles, win_tile):
            seen.lay[seat].update(t.kind for t in tiles)
            seen.lay[seat].update([] if win_tile is None else [win_tile.kind])


def evenness(games: Iterable[Sequence[Event]], sets: int) -> list[Evenness]:
    """The tests over all games; `sets` of tiles are played in turn."""
    hands_of = [hands(events) for events in games]
    throws = [throw for game in hands_of for hand in game for throw in hand.throws]
    faces = Counter(face for throw in throws for face in throw)
    indicators = Counter(hand.indicator for game in hands_of for hand in game if hand.indicator is not None)
    return [
        _uniform("dice faces", [faces[face] for face in range(1, 7)]),
        _uniform("dice throws", [Counter(throws)[a, b] for a in range(1, 7) for b in range(1, 7)]),
        _uniform("dora indicator", [indicators[kind] for kind in range(KINDS)]),
        _returning([pair for game in hands_of for pair in zip(game, game[sets:], strict=False)]),
    ]


def _uniform(name: str, counts: Sequence[int]) -> Evenness:
    total = sum(counts)
    expected = total / len(counts)
    statistic = sum((n - expected) ** 2 for n in counts) / expected if total else 0.0
    freedom = len(counts) - 1
    enough = expected >= LEAST_EXPECTED
    return Evenness(name, total, statistic, freedom, upper_tail(statistic, freedom) if enough else None)


def _returning(pairs: Sequence[tuple[Seen, Seen]]) -> Evenness:
    """Seat where a tile lay against seat to which it came: independent after a good shuffle."""
    table: list[list[float]] = [[0.0] * 4 for _ in range(4)]
    for before, after in pairs:
        for seat, kinds in enumerate(after.begun):
            for kind, count in kinds.items():
                copies = [max(0, lay[kind]) for lay in before.lay]
                for origin, n in enumerate(copies):
                    table[origin][seat] += count * n / (sum(copies) or 1)
    rows, columns = [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)]
    total = sum(rows)
    statistic, least = 0.0, math.inf
    for origin, row in enumerate(table):
        for seat, mass in enumerate(row):
            expected = rows[origin] * columns[seat] / total if total else 0.0
            least = min(least, expected)
            statistic += (mass - expected) ** 2 / expected if expected else 0.0
    p = upper_tail(statistic, 9) if least >= LEAST_EXPECTED else None
    return Evenness("places against the hand before", round(total), statistic, 9, p)


def upper_tail(statistic: float, freedom: int) -> float:
    """Chance of a larger chi-square of so many degrees of freedom (Abramowitz and Stegun 26.4.4, 26.4.5)."""
    half = statistic / 2
    if half == 0:
        return 1.0
    odd = freedom % 2
    total = math.erfc(math.sqrt(half)) if odd else 0.0
    for k in range(odd, (freedom + 1) // 2):
        power = k - odd / 2
        total += math.exp(-half + power * math.log(half) - math.lgamma(power + 1))
    return min(1.0, total)
