"""Fu with every part named (R-FU)."""

from __future__ import annotations

from typing import Final

from engine.rules import Ruleset
from engine.win import Block, Form, Reading, Wait, Win
from engine.yaku import value_pair

Parts = tuple[tuple[str, int], ...]
_WAITS: Final = {Wait.KANCHAN: 2, Wait.PENCHAN: 2, Wait.TANKI: 2}


def fu_parts(win: Win, reading: Reading, rules: Ruleset, pinfu: bool) -> Parts:
    """The parts of the fu of a reading, by name; their sum is not rounded yet."""
    if reading.form is Form.SEVEN_PAIRS:
        variant = rules.choice("score.chiitoitsu_variant")
        return (("chiitoitsu", 25 if variant == "2han_25fu" else 50),)
    parts = [("base", rules.number("fu.base"))]
    parts += [_block(block) for block in reading.sets if not block.run]
    if reading.form is Form.STANDARD:
        parts.append(("pair", value_pair(win, reading.pair, rules.number("fu.double_wind_pair"))))
        if reading.wait in _WAITS:
            parts.append((reading.wait.value, _WAITS[reading.wait]))
    if win.tsumo:
        parts.append(("tsumo", _tsumo(win, rules, pinfu)))
    elif win.closed:
        parts.append(("closed_ron", rules.number("fu.closed_ron")))
    elif len([part for part in parts if part[1]]) == 1:
        parts.append(("open_pinfu", 2 if rules.number("fu.open_pinfu_ron") == 30 else 0))
    return tuple(part for part in parts if part[1])


def rounded(raw: int) -> int:
    """The sum rounded up to the next ten, but the 25 of seven pairs stay (R-FU-10)."""
    return 25 if raw == 25 else -(-raw // 10) * 10


def _tsumo(win: Win, rules: Ruleset, pinfu: bool) -> int:
    if pinfu:
        return rules.number("fu.tsumo_with_pinfu")
    return rules.number("fu.tsumo_with_rinshan" if win.rinshan else "fu.tsumo")


def _block(block: Block) -> tuple[str, int]:
    fu = 2 * (2 if block.yaochuu else 1) * (1 if block.open else 2) * (4 if block.kan else 1)
    name = f"{'open' if block.open else 'closed'}_{'kan' if block.kan else 'pon'}"
    if block.by_ron:
        name = "pon_by_ron"
    return f"{name}_{'yaochuu' if block.yaochuu else 'simple'}", fu
