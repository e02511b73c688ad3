"""The value of a winning hand: the reading with the most points, with everything it is made of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from engine.fu import Parts, fu_parts, rounded
from engine.points import MANGAN, YAKUMAN, base_points, total
from engine.rules import Ruleset
from engine.shape import waits
from engine.tile import ALL, Tile
from engine.win import Reading, Win, readings
from engine.yaku import YAKUMAN_HAN, Hand, ordinary, value_sets, yakuman

_PAO: Final = {"daisangen": "pao.daisangen", "daisuushii": "pao.daisuushii", "suukantsu": "pao.suukantsu"}
_RENHOU_HAN: Final = 5


@dataclass(frozen=True, slots=True)
class HandValue:
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
    reading: Reading | None = field(default=None, compare=False)


class NoWin(StrEnum):
    """Why a hand has no value."""

    NOT_COMPLETE = "NOT_COMPLETE"
    NO_YAKU = "NO_YAKU"
    TOO_FEW_HAN = "TOO_FEW_HAN"


@dataclass(frozen=True, slots=True)
class Dora:
    """Han from indicators and kan dora, from red fives and from ura dora."""

    dora: int
    red: int
    ura: int

    @property
    def han(self) -> int:
        return self.dora + self.red + self.ura


def value(win: Win, rules: Ruleset) -> HandValue | None:
    """The value of a win; None if it is not complete or has no yaku, `why_not` tells which."""
    if rules.flag("call.atozuke") or _every_wait_has_yaku(win, rules):
        return _best(win, rules)
    return None


def _every_wait_has_yaku(win: Win, rules: Ruleset) -> bool:
    """Without atozuke no wait of the hand may be without yaku (R-WIN-14)."""
    kinds = waits(win.tiles, win.melds)
    return all(_best(replace(win, win_tile=ALL[kind]), rules) is not None for kind in kinds)


def _best(win: Win, rules: Ruleset) -> HandValue | None:
    values = [found for reading in _readings(win, rules) if (found := _value(win, reading, rules))]
    best = max(values, key=_order(rules), default=None)
    if not win.renhou or win.tsumo or not _readings(win, rules):
        return best
    if rules.choice("score.renhou") == "mangan" and (best is None or best.base < MANGAN):
        return _mangan("renhou", win)
    return best


def all_values(win: Win, rules: Ruleset) -> tuple[HandValue, ...]:
    """The value of every reading that has one, the best first."""
    found = [worth for reading in _readings(win, rules) if (worth := _value(win, reading, rules))]
    return tuple(sorted(found, key=_order(rules), reverse=True))


def why_not(win: Win, rules: Ruleset) -> NoWin | None:
    """Why `value` gives None; None where it gives a value."""
    if value(win, rules) is not None:
        return None
    found = _readings(win, rules)
    if not found:
        return NoWin.NOT_COMPLETE
    few = _best(win, rules) is None and any(ordinary(Hand(win, reading, rules)) for reading in found)
    if few:
        return NoWin.TOO_FEW_HAN
    return NoWin.NO_YAKU


def _readings(win: Win, rules: Ruleset) -> tuple[Reading, ...]:
    return readings(win, rules.flag("win.merged_tsumo_tile"))


def _order(rules: Ruleset) -> Callable[[HandValue], tuple[int, ...]]:
    """What to maximise (R-FU-12); a yakuman drops dora and han, so none outdoes it (R-YAKU-02)."""
    if rules.choice("score.interpretation") == "max_han":
        return lambda worth: (worth.yakuman, worth.han, worth.fu)
    return lambda worth: (worth.base, worth.yakuman, worth.han, worth.fu)


def _value(win: Win, reading: Reading, rules: Ruleset) -> HandValue | None:
    hand = Hand(win, reading, rules)
    found = yakuman(hand)
    if found:
        return _yakuman(hand, found)
    yaku = ordinary(hand)
    if win.renhou and not win.tsumo and _renhou_adds(rules):
        yaku = (*yaku, ("renhou", _RENHOU_HAN))
    own = sum(han for _, han in yaku)
    if not yaku:
        return None
    dora = dora_of(win, rules)
    if own < _least(win, rules, dora.han):
        return None
    parts = fu_parts(win, reading, rules, pinfu=any(name == "pinfu" for name, _ in yaku))
    fu = rounded(sum(amount for _, amount in parts))
    han = own + dora.han
    base, limit = base_points(han, fu, rules)
    points = total(base, win.dealer, win.tsumo)
    return HandValue(
        han, fu, parts, yaku, dora.dora, dora.red, dora.ura, 0, limit, base, points, value_sets(hand), reading
    )


def _renhou_adds(rules: Ruleset) -> bool:
    return rules.choice("score.renhou") == "mangan" and rules.choice("score.renhou_combine") == "adds"


def _least(win: Win, rules: Ruleset, dora: int) -> int:
    """Han that yaku must give: two from so many honba on where the rules say so (R-YAKU-05)."""
    start = rules.number("score.ryanhan_shibari_from")
    if not start or win.honba < start:
        return 1
    return 1 if dora and rules.flag("score.ryanhan_counts_dora") else 2


def _yakuman(hand: Hand, found: tuple[tuple[str, int], ...]) -> HandValue:
    stack = hand.rules.flag("score.yakuman_stack")
    times = sum(n for _, n in found) if stack else max(n for _, n in found)
    parts = fu_parts(hand.win, hand.reading, hand.rules, pinfu=False)
    fu = rounded(sum(amount for _, amount in parts))
    yaku = tuple((name, n * YAKUMAN_HAN) for name, n in found)
    base = times * YAKUMAN
    points = total(base, hand.win.dealer, hand.win.tsumo)
    han = times * YAKUMAN_HAN
    return HandValue(han, fu, parts, yaku, 0, 0, 0, times, "yakuman", base, points, (), hand.reading)


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


def dora_of(win: Win, rules: Ruleset) -> Dora:
    """Dora, red and ura han of a win under the rules (R-DORA)."""
    turned = _counted(win.indicators, rules.flag("dora.dora"), rules.flag("dora.kan_dora"))
    under = _counted(win.ura, rules.flag("dora.ura"), rules.flag("dora.kan_ura"))
    tiles = win.all_tiles
    dora = count_dora(tiles, turned)
    ura = count_dora(tiles, under) if win.riichi or win.double_riichi else 0
    pointed = {dora_kind(indicator) for indicator in turned}
    stacks = rules.flag("dora.aka_stacks")
    red = sum(tile.red and (stacks or tile.kind not in pointed) for tile in tiles)
    return Dora(dora, red, ura)


def count_dora(tiles: Iterable[Tile], indicators: Iterable[Tile]) -> int:
    """Every copy of a kind counts once for each indicator that points at it (R-DORA-02)."""
    pointed = [dora_kind(indicator) for indicator in indicators]
    return sum(pointed.count(tile.kind) for tile in tiles)


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
