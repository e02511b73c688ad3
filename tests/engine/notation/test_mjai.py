"""mjai lines: played games and real records, whole, masked and as a seat saw them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.notation.mjai_writer import write
from engine.notation.read import RecordError, play, read
from engine.state import events as ev
from tests.engine.board import Board
from tests.engine.notation.mjai_lines import WRITTEN, hand_lines, played, reading, records


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


def test_names_stand_in_a_record_as_people_write_them() -> None:
    first, *_ = write([ev.GameStarted("tenhou", {}, ("Zoë", "東の人", "Ф", "b"))])
    assert '["Zoë", "東の人", "Ф", "b"]' in first


def test_an_indicator_named_before_the_discard_that_turns_it_is_turned_after_it() -> None:
    # The record has three added kans: the second follows the first at once, then two discards turn one each.
    events = play(records()[12].read_text("utf-8").splitlines()).events
    before = [type(events[at - 1]) for at, e in enumerate(events) if isinstance(e, ev.DoraRevealed)]
    assert before.count(ev.Discarded) == 2
    assert before.count(ev.Drawn) == 0


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
