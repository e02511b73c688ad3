"""The options of Chinese Classical against their contract."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.classical.options import OPTIONS
from engine.classical.rules import classical_rules

CONTRACT = Path(__file__).parents[4] / "shared" / "rules" / "classical.json"


def test_what_the_source_is_silent_on_is_filled_by_recommendation() -> None:
    rules = classical_rules({"classical.short_game": True})
    assert rules.number("classical.limit_points") == 500
    assert rules.choice("classical.several_mahjong") == "farthest"
    assert "classical.limit_points" not in rules.filled
    assert "classical.draw" in rules.filled
    assert rules.overrides == {"classical.short_game"}
    assert "classical.short_game" not in rules.filled


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("classical.limit_points", 505),
        ("classical.limit_points", 0),
        ("classical.limit_points", True),
        ("classical.draw", "never"),
        ("classical.flowers", 1),
    ],
)
def test_a_value_the_option_cannot_have_is_named(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=name.replace(".", r"\.") + r".* allowed is"):
        classical_rules({name: value})


def test_an_option_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no rule option 'riichi\.ippatsu'"):
        classical_rules({"riichi.ippatsu": True})


@pytest.mark.skipif(not CONTRACT.exists(), reason="the contract ../shared/rules is not here")
def test_the_options_are_those_of_the_contract() -> None:
    contract = json.loads(CONTRACT.read_text("utf-8"))["options"]
    assert [row["id"] for row in contract] == list(OPTIONS)
    for row in contract:
        option = OPTIONS[row["id"]]
        assert (option.said, option.recommended, option.clause) == (
            row["value"],
            row["recommended"],
            row["clause"],
        )
        allowed = {"boolean": (True, False), "integer": None}.get(row["type"], tuple(row.get("allowed", ())))
        assert option.allowed == allowed
