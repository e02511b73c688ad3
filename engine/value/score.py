"""The value of a winning hand: the reading with the most points, with everything it is made of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

from engine.rules.ruleset import Ruleset
from engine.rules.value_options import Scoring
from engine.tiles.shape import waits
from engine.tiles.tile import ALL, KINDS, Tile
from engine.value.fu import Parts, fu_of
from engine.value.points import MANGAN, YAKUMAN, base_of, total
from engine.value.win import Rack, Reading, Win, rack_of, readings, readings_of
from engine.value.yaku import (
    YAKUMAN_HAN,
    Row,
    facts_in,
    how_of,
    look_of,
    ordinary,
    value_sets,
    yaku_by_how,
    yaku_by_shape,
)

_PAO: Final = {
    "daisangen": "pao.daisangen",
    "daisuushii": "pao.daisuushii",
    "suukantsu": "pao.suukantsu",
}
_RENHOU_HAN: Final = 5


class HandValue(NamedTuple):
    """What a win is worth, without honba and sticks.

    `yaku` are ids with han, 13 for each yakuman; `value_sets` names the yakuhai one by one. `han`
    includes `dora` (indicator and kan dora), `red` and `ura`, which are 0 in a yakuman. `yakuman`
    counts yakuman values, 0 for a counted one. `limit` is mangan, haneman, baiman, sanbaiman,
    yakuman or None. `points` is the sum of what the losers pay.
    """

    han: int
    fu: int
    fu_parts: Parts
    yaku: tuple[tuple[str, int], ...]
    dora: int
    red: int
    ura: int
    yakuman: int
    limit: str | None
    base: int
    points: int
    value_sets: tuple[str, ...] = ()
    reading: Reading | None = None


class NoWin(StrEnum):
    """Why a hand has no value."""

    NOT_COMPLETE = "NOT_COMPLETE"
    NO_YAKU = "NO_YAKU"
    TOO_FEW_HAN = "TOO_FEW_HAN"


class Dora(NamedTuple):
    """Han from indicators and kan dora, from red fives and from ura dora."""

    dora: int
    red: int
    ura: int

    @property
    def han(self) -> int:
        return self.dora + self.red + self.ura


Counted = tuple[int, int, int]
"""The fields of `Dora`."""


def value(win: Win, rules: Ruleset) -> HandValue | None:
    """The value of a win; None if it is not complete or has no yaku, `why_not` says which."""
    if rules.scoring.atozuke or _every_wait_has_yaku(win, rules):
        return _best(win, rules)
    return None


def _every_wait_has_yaku(win: Win, rules: Ruleset) -> bool:
    """Without atozuke no wait of the hand may be without yaku (R-WIN-14)."""
    kinds = waits(win.tiles, win.melds)
    return all(_best(replace(win, win_tile=ALL[kind]), rules) is not None for kind in kinds)


def _best(win: Win, rules: Ruleset) -> HandValue | None:
    rack = rack_of(win)
    read = readings_of(win, rack, rules.scoring.merged_loses_wait)
    values = _values(win, rack, read, rules)
    best = max(values, key=_order(rules)) if len(values) > 1 else next(iter(values), None)
    if read and win.renhou and not win.tsumo and rules.scoring.renhou == "mangan":
        return best if best is not None and best.base >= MANGAN else _mangan("renhou", win)
    return best


def all_values(win: Win, rules: Ruleset) -> tuple[HandValue, ...]:
    """The value of every reading that has one, the best first."""
    rack = rack_of(win)
    values = _values(win, rack, readings_of(win, rack, rules.scoring.merged_loses_wait), rules)
    return tuple(sorted(values, key=_order(rules), reverse=True))


def why_not(win: Win, rules: Ruleset) -> NoWin | None:
    """Why `value` gives None; None where it gives a value."""
    if value(win, rules) is not None:
        return None
    found = readings(win, rules.scoring.merged_loses_wait)
    if not found:
        return NoWin.NOT_COMPLETE
    few = _best(win, rules) is None and any(ordinary(win, reading, rules.scoring) for reading in found)
    return NoWin.TOO_FEW_HAN if few else NoWin.NO_YAKU


_MOST_POINTS: Final = attrgetter("base", "yakuman", "han", "fu")
_MOST_HAN: Final = attrgetter("yakuman", "han", "fu")


def _order(rules: Ruleset) -> Callable[[HandValue], tuple[int, ...]]:
    """What to maximise (R-FU-12); a yakuman drops dora and han, so none outdoes it (R-YAKU-02)."""
    return _MOST_HAN if rules.scoring.max_han else _MOST_POINTS


def _values(win: Win, rack: Rack, read: Sequence[Reading], rules: Ruleset) -> list[HandValue]:
    """The values of the readings that have a yaku."""
    options, closed = rules.scoring, rack.closed
    look, dora = look_of(rack), _dora(win, rack.all, options)
    yaku, yakuman, han, _ = yaku_by_how(how_of(win), closed, options)
    if win.renhou and not win.tsumo and options.renhou_adds:
        yaku, han = (*yaku, ("renhou", _RENHOU_HAN)), han + _RENHOU_HAN
    least = _least(win, options, dora)
    values = []
    for reading in read:
        by_shape = yaku_by_shape(facts_in(win, reading, look), options)
        if yakuman or by_shape.yakuman:
            values.append(_yakuman(win, reading, yakuman + by_shape.yakuman, closed, options))
        elif han + by_shape.han >= least:
            found = yaku + by_shape.yaku
            fu = fu_of(win, reading, options, closed, by_shape.pinfu)
            values.append(_ordinary(win, reading, found, han + by_shape.han, fu, dora, options))
    return values


def _least(win: Win, options: Scoring, dora: Counted) -> int:
    """Han that yaku must give: two from so many honba on where the rules say so (R-YAKU-05)."""
    if not options.two_han_from or win.honba < options.two_han_from:
        return 1
    return 1 if options.two_han_by_dora and any(dora) else 2


def _ordinary(
    win: Win, reading: Reading, yaku: Row, han: int, fu: tuple[Parts, int], dora: Counted, options: Scoring
) -> HandValue:
    parts, rounded = fu
    turned, red, ura = dora
    han += turned + red + ura
    base, limit, points = _paid(han, rounded, win.seat_wind == 0, win.tsumo, options)
    values = value_sets(reading.honours, win.seat_wind, win.round_wind) if reading.honours else ()
    return HandValue(han, rounded, parts, yaku, turned, red, ura, 0, limit, base, points, values, reading)


@lru_cache(maxsize=1 << 12)
def _paid(han: int, fu: int, dealer: bool, tsumo: bool, options: Scoring) -> tuple[int, str | None, int]:
    """The base, its limit and what the losers pay for it."""
    base, limit = base_of(han, fu, options)
    return base, limit, total(base, dealer, tsumo)


def _yakuman(win: Win, reading: Reading, found: Row, closed: bool, options: Scoring) -> HandValue:
    parts, fu = fu_of(win, reading, options, closed, pinfu=False)
    times = (sum if options.yakuman_stack else max)([n for _, n in found])
    yaku = tuple([(name, n * YAKUMAN_HAN) for name, n in found])
    base, han = times * YAKUMAN, times * YAKUMAN_HAN
    points = total(base, win.dealer, win.tsumo)
    return HandValue(han, fu, parts, yaku, 0, 0, 0, times, "yakuman", base, points, (), reading)


def _mangan(name: str, win: Win) -> HandValue:
    points = total(MANGAN, win.dealer, win.tsumo)
    return HandValue(_RENHOU_HAN, 0, (), ((name, _RENHOU_HAN),), 0, 0, 0, 0, "mangan", MANGAN, points)


def dora_kind(indicator: Tile) -> int:
    """The kind an indicator points at (R-DORA-01)."""
    kind = indicator.kind
    if kind < 27:
        return kind - kind % 9 + (kind + 1) % 9
    if kind < 31:
        return 27 + (kind - 26) % 4
    return 31 + (kind - 30) % 3


_POINTED_AT: Final = tuple(4 * dora_kind(indicator) for indicator in ALL)
"""The digit that an indicator points at in packed tiles, by its face."""


def dora_of(win: Win, rules: Ruleset) -> Dora:
    """Dora, red and ura han of a win under the rules (R-DORA)."""
    return Dora(*_dora(win, rack_of(win).all, rules.scoring))


def _dora(win: Win, own: int, options: Scoring) -> Counted:
    """Han of the packed tiles from indicators and kan dora, from red fives, from ura dora (R-DORA)."""
    turned = win.indicators
    if not (options.dora and options.kan_dora):
        turned = _counted(turned, options.dora, options.kan_dora)
    dora = red = ura = 0
    for indicator in turned:
        dora += own >> _POINTED_AT[indicator] & 15
    if win.ura and (win.riichi or win.double_riichi):
        for indicator in _counted(win.ura, options.ura, options.kan_ura):
            ura += own >> _POINTED_AT[indicator] & 15
    reds = own >> 4 * KINDS
    if reds:
        if not options.aka_stacks:
            pointed = {dora_kind(indicator) for indicator in turned}
            reds &= sum(15 << 4 * suit for suit in range(3) if 9 * suit + 4 not in pointed)
        red = (reds & 15) + (reds >> 4 & 15) + (reds >> 8)
    return dora, red, ura


def _counted(indicators: tuple[Tile, ...], first: bool, others: bool) -> tuple[Tile, ...]:
    return (indicators[:1] if first else ()) + (indicators[1:] if others else ())


def pao_base(
    worth: HandValue, rules: Ruleset, rinshan: bool = False, answers: Collection[str] = tuple(_PAO)
) -> int:
    """The part of the base that a responsible player answers for; 0 if the yakuman is not there.

    `answers` are the yakuman of which that player let the last set be called, where that is known.
    `rinshan` says that the seat is responsible for an open kan that gave the winning tile
    (`pao.rinshan`).
    """
    if rinshan and rules.flag("pao.rinshan"):
        return worth.base
    covered = [han for name, han in worth.yaku if name in answers and rules.flag(_PAO[name])]
    if not covered or rules.choice("pao.scope") == "whole_hand":
        return worth.base if covered else 0
    return min(worth.base, sum(covered) // YAKUMAN_HAN * YAKUMAN)
