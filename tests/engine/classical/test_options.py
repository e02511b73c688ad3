"""The options of Chinese Classical against their contract."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.play.legal import legal
from engine.rules.presets import CLASSICAL
from engine.rules.ruleset import Origin, Ruleset
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.tiles.tile import Tile
from tests.engine.board import Board
from tests.engine.classical.racks import won

CONTRACT = Path(__file__).parents[4] / "shared" / "rules" / "classical.json"


def test_what_the_source_is_silent_on_is_filled_by_recommendation() -> None:
    rules = Ruleset.preset("classical", {"classical.short_game": True})
    assert rules.game == "classical"
    assert rules.number("classical.limit_points") == 500
    assert rules.choice("classical.several_mahjong") == "farthest"
    assert rules.origin("classical.limit_points") is Origin.PRESET
    assert rules.origin("classical.draw") is Origin.RECOMMENDED
    assert rules.origin("classical.short_game") is Origin.CHOSEN


def test_the_state_machine_finds_every_option_of_riichi() -> None:
    """2000 points each in sticks, nothing of dora, furiten payments or uma (C-SET-03, C-GAME-03)."""
    rules = Ruleset.preset("classical")
    assert set(Ruleset.preset("rrc").options) <= set(rules.options)
    assert rules.number("game.start_points") == 2000
    assert sum(int(stick) * n for stick, n in rules.counts("sticks.start_set").items()) == 2000
    assert rules.numbers("game.uma") == (0, 0, 0, 0)


def test_a_set_may_hold_red_fives_which_count_as_fives() -> None:
    five, reds = Tile.parse("0p"), {"m": 1, "p": 1, "s": 1}
    without, with_them = (Board("classical", **chosen) for chosen in ({}, {"tiles__red_fives": reds}))
    for board, fault in ((without, Fault.FIVE_COPIES), (with_them, LEGAL)):
        board.do(
            ev.HandStarted(0, 1, 0, 0, 0, (2000,) * 4),
            ev.DiceThrown((1, 2)),
            ev.DiceThrown((3, 4)),
            ev.Dealt(),
        )
        assert legal(board.game, ev.Drawn(0, five)) == fault
    grapes = won("234m567m33z34p", "0p", "X22sX", wall=True, loose=True)
    assert grapes.limit == "grapes_on_the_roof"


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
        Ruleset.preset("classical", {name: value})


def test_an_option_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no rule option 'riichi\.ippatsu'"):
        Ruleset.preset("classical", {"riichi.ippatsu": True})


@pytest.mark.skipif(not CONTRACT.exists(), reason="the contract ../shared/rules is not here")
def test_the_options_are_those_of_the_contract() -> None:
    contract = {row["id"]: row for row in json.loads(CONTRACT.read_text("utf-8"))["options"]}
    ours = {key: option for key, option in CLASSICAL.options.items() if option.area == "classical"}
    assert list(ours) == list(contract)
    for key, row in contract.items():
        assert ours[key].values.get("classical") == row["value"]
        assert ours[key].recommended == row["recommended"]
        assert ours[key].clauses == (row["clause"],)
        assert ours[key].type == row["type"]
        assert row["type"] == "integer" or ours[key].allowed == tuple(row.get("allowed", (True, False)))
