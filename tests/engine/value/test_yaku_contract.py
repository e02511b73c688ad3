"""The yaku table against the list of yaku of the contract: which ones exclude each other (R-YAKU-01)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from engine.rules.ruleset import Ruleset
from engine.value.win import Win, readings
from engine.value.yaku import YAKU, ordinary
from tests.engine.hands import win, wins

CONTRACT = Path(__file__).parents[4] / "shared" / "rules" / "yaku.json"
RRC = Ruleset.preset("rrc")
# The combinations that the contract excludes, each once.
EXCLUDED = {
    frozenset(pair)
    for pair in (
        ("iipeikou", "ryanpeikou"),
        ("iipeikou", "chiitoitsu"),
        ("ryanpeikou", "chiitoitsu"),
        ("honitsu", "chinitsu"),
        ("chanta", "junchan"),
        ("chanta", "honroutou"),
        ("haitei", "rinshan"),
    )
}


def together(own: Win) -> list[set[str]]:
    """The yaku of every reading of a hand."""
    found = readings(own, RRC.flag("win.merged_tsumo_tile"))
    return [{name for name, _ in ordinary(own, reading, RRC.scoring)} for reading in found]


@given(wins())
def test_yaku_that_exclude_each_other_never_stand_together(own: Win) -> None:
    for names in together(own):
        assert not any(pair <= names for pair in EXCLUDED)


@pytest.mark.parametrize(
    ("own", "counted", "left_out"),
    [
        (win("112233m445566p7s", "7s"), "ryanpeikou", {"iipeikou", "chiitoitsu"}),
        (win("123456m11789m23m", "4m"), "chinitsu", {"honitsu"}),
        (win("123789m12399p78s", "9s"), "junchan", {"chanta"}),
        (win("111m999p11z999s22z", "1z"), "honroutou", {"chanta"}),
        (
            win("333m789s45s77p", "6s", "X22mX", tsumo=True, rinshan=True, haitei=True),
            "rinshan",
            {"haitei"},
        ),
    ],
)
def test_the_stronger_one_counts(own: Win, counted: str, left_out: set[str]) -> None:
    found = [names for names in together(own) if counted in names]
    assert found
    assert all(names.isdisjoint(left_out) for names in found)


@pytest.mark.skipif(not CONTRACT.exists(), reason="the rules contract ../shared/rules is not here")
def test_the_exclusions_are_those_of_the_contract() -> None:
    rows: list[dict[str, Any]] = json.loads(CONTRACT.read_text("utf-8"))["yaku"]
    assert {frozenset((row["id"], other)) for row in rows for other in row["excludes"]} == EXCLUDED
    named = {row["id"] for row in rows}
    assert {name for yaku in YAKU.values() for name in yaku.excludes} <= named
