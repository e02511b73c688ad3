"""Wins in mjai lines: what is written of them, and what is compared when they are read."""

from __future__ import annotations

import json
import re

import pytest

from engine.notation.mjai_writer import write
from engine.notation.read import RecordError, play
from tests.engine.notation.mjai_lines import Line, played

SOUTH = ["2m", "3m", "4m", "5m", "6m", "7m", "2p", "3p", "4p", "6s", "7s", "8s", "8s"]


RON: list[Line] = [
    {"type": "start_game"},
    {
        "type": "start_kyoku",
        "bakaze": "E",
        "kyoku": 1,
        "honba": 0,
        "kyotaku": 0,
        "oya": 0,
        "scores": [25000] * 4,
        "dora_marker": "9s",
        "tehais": [["?"] * 13, SOUTH, ["?"] * 13, ["?"] * 13],
    },
    {"type": "tsumo", "actor": 0, "pai": "?"},
    {"type": "dahai", "actor": 0, "pai": "8s", "tsumogiri": False},
    {"type": "hora", "actor": 1, "target": 0, "deltas": [-2000, 2000, 0, 0]},
    {"type": "end_game"},
]
"""South wins on 8s with 67s and a pair of 8s: tanyao and pinfu, 2 han 30 fu."""


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"pai": "5s"}, "seat 1 wins on 8s, recorded 5s"),
        ({"dora_markers": ["1m"]}, "the dora indicators are 9s, recorded 1m"),
        ({"dora_markers": []}, "the dora indicators are 9s, recorded none"),
        ({"honba": 3}, "seat 1 wins with 0 honba, recorded 3"),
        ({"pao": 2}, "nobody is responsible for the win of seat 1, recorded seat 2"),
    ],
)
def test_what_a_win_says_of_itself_is_compared(given: Line, said: str) -> None:
    def differences(**more: object) -> tuple[str, ...]:
        *before, hora, end = RON
        return play([json.dumps(line) for line in (*before, hora | more, end)]).hands[0].differences

    true = {"pai": "8s", "dora_markers": ["9s"], "honba": 0, "pao": None}
    assert differences(**true) == ()
    assert differences(**true | given) == (said,)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"deltas": [1, 2, 3]}, "not a number for each of the four seats"),
        ({"scores_before": "25000"}, "not a number for each of the four seats"),
        ({"fu": "thirty"}, "'thirty' is no number"),
        ({"yaku": "tanyao"}, "'tanyao' is no list of yaku"),
    ],
)
def test_a_win_whose_fields_are_no_numbers_is_refused(given: Line, said: str) -> None:
    with pytest.raises(RecordError, match=f"^Line 5: hora is malformed: .*{said}"):
        play([json.dumps(line | given if line["type"] == "hora" else line) for line in RON])


@pytest.mark.parametrize(
    ("scores", "options", "said"),
    [
        (25_050, {}, "Rule option game.start_points cannot be 25050: allowed is "),
        (-100, {}, "Rule option game.start_points cannot be -100: allowed is "),
        (
            30_000,
            {"sticks.start_set": {"10000": 1, "5000": 2, "1000": 4, "100": 10}},
            "sticks.start_set adds up to 25000 and game.start_points is 30000: make them equal.",
        ),
        (25_000, {"game.oka": "much"}, "Rule option game.oka cannot be "),
    ],
)
def test_points_that_no_game_starts_with_are_named(scores: int, options: Line, said: str) -> None:
    """The sentence is that of the rules, not that the game cannot start."""
    start, kyoku, *rest = RON
    lines = [start | {"options": options}, kyoku | {"scores": [scores] * 4}, *rest]
    with pytest.raises(RecordError, match=f"^Line 2: {re.escape(said)}"):
        play(list(map(json.dumps, lines)))


def test_a_win_is_written_in_the_fields_of_both_dialects() -> None:
    lines = [json.loads(line) for line in write(played(11, 4))]
    hora = next(line for line in lines if line["type"] == "hora")
    assert hora["fan"] == sum(han for _, han in hora["yakus"])
    assert hora["hora_points"] == hora["points"]
    assert hora["scores"] == [s + d for s, d in zip(hora["scores_before"], hora["deltas"], strict=True)]
    accepted = next(line for line in lines if line["type"] == "reach_accepted")
    assert sorted(accepted["deltas"]) == [-1000, 0, 0, 0]


@pytest.mark.parametrize(("key", "change"), [("fu", 10), ("fan", 1), ("hora_points", 100)])
def test_a_value_that_differs_is_named(key: str, change: int) -> None:
    lines = [json.loads(line) for line in write(played(11, 4))]
    for line in lines:
        line.pop("points", None)
    horas = [line for line in lines if line["type"] == "hora" and not line["yakuman"]]
    horas[0][key] += change
    playback = play([json.dumps(line) for line in [*lines, {"type": "end_game"}]])
    wrong = [said for hand in playback.hands for said in hand.differences]
    assert len(wrong) == 1
    assert f"recorded {horas[0][key]}" in wrong[0]


def test_yaku_that_differ_are_named_and_unknown_names_are_not() -> None:
    lines = [json.loads(line) for line in write(played(11, 4))]
    hora = next(line for line in lines if line["type"] == "hora")
    for name, wrong in (("chinitsu", 1), ("a yaku of the house", 0)):
        hora["yaku"] = hora["yakus"] = [[name, 1]]
        playback = play([json.dumps(line) for line in [*lines, {"type": "end_game"}]])
        assert sum(len(hand.differences) for hand in playback.hands) == wrong
