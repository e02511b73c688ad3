"""Fu with every part named (R-FU)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.rules.ruleset import Ruleset
from engine.rules.value_options import Scoring
from engine.tiles.suit import PON_CLASSES, PONS_AT, Block
from engine.value.win import Form, Reading, Wait, Win
from engine.value.yaku import value_pair

Parts = tuple[tuple[str, int], ...]
_NARROW: Final = (Wait.KANCHAN, Wait.PENCHAN, Wait.TANKI)
_SEVEN_PAIRS: Final = Form.SEVEN_PAIRS


def fu_parts(win: Win, reading: Reading, rules: Ruleset, pinfu: bool) -> Parts:
    """The parts of the fu of a reading, by name; their sum is not rounded yet.

    Pons stand in the order of `PON_CLASSES`, those of one class in that of the sets.
    """
    return fu_of(win, reading, rules.scoring, win.closed, pinfu)[0]


def fu_of(win: Win, reading: Reading, options: Scoring, closed: bool, pinfu: bool) -> tuple[Parts, int]:
    """The parts of the fu and their sum, rounded up."""
    if reading.form is _SEVEN_PAIRS:
        return (("chiitoitsu", options.seven_pairs_fu),), rounded(options.seven_pairs_fu)
    pair = value_pair(win, reading.honour_pair, options.double_wind_pair_fu)
    return _fu(reading.tally >> PONS_AT, pair, reading.wait, win.tsumo, win.rinshan, closed, pinfu, options)


@lru_cache(maxsize=1 << 14)
def _fu(
    pons: int,
    pair: int,
    wait: Wait | None,
    tsumo: bool,
    rinshan: bool,
    closed: bool,
    pinfu: bool,
    options: Scoring,
) -> tuple[Parts, int]:
    """The same from how many pons there are of each class and from the fu of the pair."""
    parts = [pon for n, pon in enumerate(_PON_FU) for _ in range(pons >> 3 * n & 7)] if pons else []
    if pair:
        parts.append(("pair", pair))
    if wait in _NARROW:
        parts.append((wait.value, 2))
    if tsumo:
        drawn = options.rinshan_fu if rinshan else options.tsumo_fu
        parts.append(("tsumo", options.pinfu_tsumo_fu if pinfu else drawn))
    elif closed:
        parts.append(("closed_ron", options.closed_ron_fu))
    elif not parts:
        parts.append(("open_pinfu", 2 if options.open_pinfu_fu == 30 else 0))
    found = (("base", options.base_fu), *[part for part in parts if part[1]])
    return found, rounded(sum(amount for _, amount in found))


def rounded(raw: int) -> int:
    """The sum rounded up to the next ten, but the 25 of seven pairs stay (R-FU-10)."""
    return 25 if raw == 25 else -(-raw // 10) * 10


def pon_fu(block: Block) -> tuple[str, int]:
    fu = 2 * (2 if block.yaochuu else 1) * (1 if block.open else 2) * (4 if block.kan else 1)
    name = f"{'open' if block.open else 'closed'}_{'kan' if block.kan else 'pon'}"
    if block.by_ron:
        name = "pon_by_ron"
    return f"{name}_{'yaochuu' if block.yaochuu else 'simple'}", fu


_PON_FU: Final = tuple(map(pon_fu, PON_CLASSES))
