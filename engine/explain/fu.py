"""The fu of a hand part by part, each with the reason for it (R-FU)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.explain.explanation import ExplanationLine, Part, Topic, said, sentence
from engine.explain.words import Words
from engine.rules.ruleset import Ruleset
from engine.value.fu import pon_fu
from engine.value.score import HandValue
from engine.value.win import Form, Reading, Win

_SETS: Final = ("_simple", "_yaochuu")


def fu_lines(win: Win, worth: HandValue, rules: Ruleset, words: Words) -> Iterator[ExplanationLine]:
    """The line of the fu and the remarks about them."""
    reading = worth.reading
    assert reading is not None
    if reading.form is Form.SEVEN_PAIRS:
        text = words.say("fu_seven_pairs", fu=worth.fu)
        yield sentence(words, Topic.FU, text, (Part("chiitoitsu", worth.fu, text),))
        return
    parts = tuple(_parts(win, reading, worth, words))
    raw = sum(part.amount for part in parts)
    shown = words.listed((words.say("fu_part", name=p.text, n=p.amount) for p in parts), "sum")
    key = "fu" if raw == worth.fu else "fu_rounded"
    yield sentence(words, Topic.FU, words.say(key, parts=shown, raw=raw, fu=worth.fu), parts)
    names = {name for name, _ in worth.fu_parts}
    if "open_pinfu" in names:
        yield said(words, Topic.NOTE, "open_pinfu", fu=worth.fu)
    if win.tsumo and "tsumo" not in names:
        pinfu = any(name == "pinfu" for name, _ in worth.yaku)
        if pinfu or win.rinshan:
            yield said(words, Topic.NOTE, "pinfu_tsumo" if pinfu else "rinshan_tsumo")
    if win.merged and rules.flag("win.merged_tsumo_tile"):
        yield said(words, Topic.NOTE, "merged")


def _parts(win: Win, reading: Reading, worth: HandValue, words: Words) -> Iterator[Part]:
    pons = [block for block in reading.sets if not block.run]
    for name, amount in worth.fu_parts:
        if name.endswith(_SETS):
            how = name.rpartition("_")[0]
            pon = next(block for block in pons if pon_fu(block)[0] == name)
            pons.remove(pon)
            text = words.say(f"fu.{how}", tile=words.copies(pon.kind))
        elif name == "pair":
            text = words.say("fu.pair", tile=words.copies(reading.pair), why=_why(win, reading.pair, words))
        else:
            text = words.name("fu", name)
        yield Part(name, amount, text)


def _why(win: Win, kind: int, words: Words) -> str:
    """What makes the pair worth fu (R-FU-04)."""
    if kind >= 31:
        return words.inside("yaku", "yakuhai")
    seat, field = kind == 27 + win.seat_wind, kind == 27 + win.round_wind
    if seat and field:
        return words.say("both_winds")
    return words.name("value_set", "seat_wind" if seat else "round_wind")
