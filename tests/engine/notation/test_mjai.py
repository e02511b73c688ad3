"""mjai lines: played games and real records, whole, masked, cut off and contradicting themselves."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.notation.mjai_writer import write
from engine.notation.read import RecordError, play, read
from engine.state import events as ev
from tests.engine.board import Board, Dealer

GAMES = sorted((Path(__file__).parents[4] / "shared" / "games").glob("*.mjson"))
Line = dict[str, Any]


def records() -> list[Path]:
    if not GAMES:
        pytest.skip("the recorded games are not on this machine")
    return GAMES


def played(seed: int, hands: int = 2) -> list[ev.Event]:
    dealer = Dealer("tenhou", seed, game__length="tonpuusen")
    dealer.play_game(hands)
    return dealer.events


def hand_lines(seed: int) -> list[Line]:
    return [json.loads(line) for line in write(played(seed, 1))] + [{"type": "end_game"}]


def reading(lines: list[Line]) -> list[ev.Event]:
    return read([json.dumps(line) for line in lines])


def masked(lines: list[str], keep: int) -> list[str]:
    """The record as one seat knows it."""
    out = []
    for text in lines:
        line = json.loads(text)
        if line["type"] == "start_kyoku":
            line["tehais"] = [h if i == keep else ["?"] * 13 for i, h in enumerate(line["tehais"])]
        elif line["type"] == "tsumo" and line["actor"] != keep:
            line["pai"] = "?"
        elif line["type"] == "ryukyoku":
            line["shown_hands"] = [h if i == keep else None for i, h in enumerate(line["shown_hands"])]
        out.append(json.dumps(line))
    return out


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**32))
def test_written_events_are_read_back(seed: int) -> None:
    events = [e for e in played(seed) if not isinstance(e, ev.GameEnded)]
    lines = write(events)
    playback = play([*lines, '{"type": "end_game"}'], "tenhou")
    assert playback.game is not None
    ends = [e for e in playback.events if isinstance(e, ev.HandEnded)]
    assert ends == [e for e in events if isinstance(e, ev.HandEnded)]
    assert [h.differences for h in playback.hands] == [()] * len(ends)


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 3))
def test_a_masked_record_gives_the_same_results(seed: int, keep: int) -> None:
    lines = [*write(played(seed, 1)), '{"type": "end_game"}']
    known, blind = play(lines), play(masked(lines, keep))
    assert [h.ended for h in known.hands] == [h.ended for h in blind.hands]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(16))
def test_a_real_game_is_settled_as_recorded(number: int) -> None:
    lines = records()[number].read_text("utf-8").splitlines()
    playback = play(lines)
    assert playback.game is not None
    assert playback.game.finished
    assert playback.hands
    for hand in playback.hands:
        assert hand.differences == ()
        assert hand.recorded == hand.ended.deltas
    assert playback.final == ()
    stated = [json.loads(line).get("final_scores") for line in lines if "final_scores" in line]
    assert list(playback.game.scores) == stated[-1]
    events = read(lines)
    assert read(write(events)) == events
    blind = play(masked(lines, number % 4))
    assert [h.ended for h in blind.hands] == [h.ended for h in playback.hands]


def test_what_a_real_record_pays_is_not_believed() -> None:
    lines = records()[15].read_text("utf-8").splitlines()
    changed = [line.replace('"deltas": [48300, -16100', '"deltas": [48400, -16200') for line in lines]
    assert changed != lines
    assert play(changed).hands[-1].differences


def drop_last(lines: list[Line]) -> list[Line]:
    return lines[:-3]


def other_tile(lines: list[Line]) -> list[Line]:
    first = next(line for line in lines if line["type"] == "dahai")
    held = {*lines[1]["tehais"][first["actor"]], lines[2]["pai"]}
    first["pai"] = next(f"{n}{s}" for s in "mps" for n in range(1, 10) if f"{n}{s}" not in held)
    return lines


def other_seat(lines: list[Line]) -> list[Line]:
    draws = [line for line in lines if line["type"] == "tsumo"]
    draws[1]["actor"] = (draws[1]["actor"] + 1) % 4
    return lines


def no_tile(lines: list[Line]) -> list[Line]:
    lines[2]["pai"] = "10m"
    return lines


def no_pai(lines: list[Line]) -> list[Line]:
    del lines[2]["pai"]
    return lines


def early_end(lines: list[Line]) -> list[Line]:
    return [*lines[:6], {"type": "ryukyoku", "reason": "exhaustive"}]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (drop_last, "cut off"),
        (other_tile, "does not hold this tile"),
        (other_seat, "another player's turn"),
        (no_tile, "'10m' is no mjai tile"),
        (no_pai, "tsumo lacks 'pai'"),
        (early_end, "Line 7: "),
    ],
)
def test_a_spoiled_record_is_refused_with_line_and_sentence(
    spoil: Callable[[list[Line]], list[Line]], said: str
) -> None:
    with pytest.raises(RecordError, match=said) as refused:
        reading(spoil(hand_lines(3)))
    assert str(refused.value).startswith("Line ")
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "the record is empty"),
        (["", "  "], "the record is empty"),
        (['{"type": "start_game"', "x"], r"^Line 1: this is no JSON"),
        (['{"type": "start_game"}', '{"type": '], r"^Line 2: this is no JSON"),
        (['{"type": "start_game"}', "[1]"], "object with a type"),
        (['{"type": "tsumo", "actor": 0, "pai": "1m"}'], "no hand has started"),
    ],
)
def test_what_is_no_record_is_refused(lines: list[str], said: str) -> None:
    with pytest.raises(RecordError, match=said):
        read(lines)


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


def test_a_dealt_hand_has_thirteen_tiles() -> None:
    lines = [json.loads(line) for line in SPOILED]
    at, start = next((n, line) for n, line in enumerate(lines, 1) if line["type"] == "start_kyoku")
    start["tehais"][2].pop()
    with pytest.raises(RecordError, match=f"^Line {at}: seat 2 is dealt 12 tiles, not 13.$"):
        read(list(map(json.dumps, lines)))


JUNK: st.SearchStrategy[object] = st.one_of(
    st.none(), st.integers(-2, 9), st.sampled_from(["?", "5mr", "E", "x", ""]), st.just([]), st.just({})
)
SPOILED = [json.dumps(line) for line in hand_lines(3)]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_spoiled_line_gives_a_record_error_or_a_reading(data: st.DataObject) -> None:
    lines = [json.loads(line) for line in SPOILED]
    at = data.draw(st.integers(0, len(lines) - 1))
    what = data.draw(st.sampled_from(["drop", "double", "swap", "junk", "lack"]))
    if what == "drop":
        del lines[at]
    elif what == "double":
        lines.insert(at, lines[at])
    elif what == "swap":
        lines[at - 1], lines[at] = lines[at], lines[at - 1]
    else:
        key = data.draw(st.sampled_from(sorted(lines[at])))
        if what == "junk":
            lines[at][key] = data.draw(JUNK)
        else:
            del lines[at][key]
    with suppress(RecordError):
        play([json.dumps(line) for line in lines])


def test_only_what_a_seat_could_see_is_written_for_it() -> None:
    lines = [json.loads(line) for line in write(played(3, 1), 2)]
    start = next(line for line in lines if line["type"] == "start_kyoku")
    assert ["?" in rack for rack in start["tehais"]] == [True, True, False, True]
    draws = [line for line in lines if line["type"] == "tsumo"]
    assert {line["pai"] == "?" for line in draws if line["actor"] != 2} == {True}
    assert {line["pai"] == "?" for line in draws if line["actor"] == 2} == {False}


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 3))
def test_what_a_seat_saw_gives_the_same_results(seed: int, seat: int) -> None:
    events = played(seed, 2)
    ends = [e for e in events if isinstance(e, ev.HandEnded)]
    own = [line for line in write(events, seat) if '"end_game"' not in line]
    # The protocol sends a player only who won from whom and what moved.
    bare = [{k: v for k, v in json.loads(line).items() if k not in WRITTEN} for line in own]
    for lines in (own, [json.dumps(line) for line in bare]):
        playback = play([*lines, '{"type": "end_game"}'])
        assert [h.ended.deltas for h in playback.hands] == [e.deltas for e in ends]


WRITTEN = (
    "hora_tehais",
    "ura_markers",
    "uradora_markers",
    "yaku",
    "yakus",
    "fu",
    "fan",
    "points",
    "hora_points",
)


def test_a_win_is_written_in_the_fields_of_both_dialects() -> None:
    lines = [json.loads(line) for line in write(played(11, 4))]
    hora = next(line for line in lines if line["type"] == "hora")
    assert hora["fan"] == sum(han for _, han in hora["yakus"])
    assert hora["hora_points"] == hora["points"]
    assert hora["scores"] == [s + d for s, d in zip(hora["scores_before"], hora["deltas"], strict=True)]
    accepted = next(line for line in lines if line["type"] == "reach_accepted")
    assert sorted(accepted["deltas"]) == [-1000, 0, 0, 0]


def test_names_stand_in_a_record_as_people_write_them() -> None:
    first, *_ = write([ev.GameStarted("tenhou", {}, ("Zoë", "東の人", "Ф", "b"))])
    assert '["Zoë", "東の人", "Ф", "b"]' in first


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


def test_an_indicator_named_before_the_discard_that_turns_it_is_turned_after_it() -> None:
    # The record has three added kans: the second follows the first at once, then two discards turn one each.
    events = play(records()[12].read_text("utf-8").splitlines()).events
    before = [type(events[at - 1]) for at, e in enumerate(events) if isinstance(e, ev.DoraRevealed)]
    assert before.count(ev.Discarded) == 2
    assert before.count(ev.Drawn) == 0


def test_a_game_of_three_players_is_refused() -> None:
    lines = hand_lines(3)
    lines[1]["tehais"][3] = []
    with pytest.raises(RecordError, match="Line 2: this is a game of three players"):
        reading(lines)


def test_a_record_without_red_fives_says_so() -> None:
    lines = hand_lines(3)
    lines[0]["aka_flag"] = False
    with pytest.raises(RecordError, match="more copies"):
        reading(lines)


def in_view(lines: list[str], seat: int) -> list[str]:
    """The record as that player sees the table: the own seat is 0, whoever deals."""
    out = []
    for text in masked(lines, seat):
        line = json.loads(text)
        for key in {"actor", "target", "oya", "pao"} & line.keys():
            line[key] = line[key] if line[key] is None else (line[key] - seat) % 4
        for key, value in line.items():
            if isinstance(value, list) and len(value) == 4 and key not in ("consumed", "hora_tehais"):
                line[key] = [value[(i + seat) % 4] for i in range(4)]
        out.append(json.dumps(line))
    return out


@pytest.mark.parametrize("seat", range(4))
@settings(max_examples=3, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_the_record_of_a_player_who_is_seat_0_is_turned(seat: int, seed: int) -> None:
    events = played(seed)
    lines = [*write(events), '{"type": "end_game"}']
    plain, turned = play(masked(lines, seat)), play(in_view(lines, seat))
    assert turned.turned == (-seat) % 4
    assert [hand.started for hand in turned.hands] == [hand.started for hand in plain.hands]
    assert [hand.ended for hand in turned.hands] == [hand.ended for hand in plain.hands]
    assert [hand.differences for hand in turned.hands] == [hand.differences for hand in plain.hands]
    assert turned.game is not None
    assert plain.game is not None
    assert turned.game.names == plain.game.names


def test_an_accepted_riichi_has_the_scores_less_the_sticks_laid_so_far() -> None:
    board = Board("rrc").deal().riichi(0, "1m").draw(1).riichi(1, "2m")
    accepted = [line for line in map(json.loads, write(board.game.log)) if line["type"] == "reach_accepted"]
    start = board.hand.started.scores
    assert [line["actor"] for line in accepted] == [0, 1]
    assert [line["deltas"] for line in accepted] == [[-1000, 0, 0, 0], [0, -1000, 0, 0]]
    assert accepted[0]["scores"] == [start[0] - 1000, *start[1:]]
    assert accepted[1]["scores"] == [start[0] - 1000, start[1] - 1000, *start[2:]]
