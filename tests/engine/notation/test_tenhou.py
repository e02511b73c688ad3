"""tenhou.net/6 JSON in: columns without a time line, records of one seat, rules, damage."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.notation import tenhou_writer
from engine.notation.read import RecordError, play, read
from engine.notation.record import Playback
from engine.state import events as ev
from engine.tiles.tile import parse_tiles
from tests.engine.board import Dealer

UNSEEN = [0] * 13
Row = list[Any]


def playback(row: Row, **record: object) -> Playback:
    return play([json.dumps({"log": [row], **record})])


def hand(*columns: tuple[list[object], list[object]], end: list[Any], racks: Row | None = None) -> Row:
    """The first hand of a game, draws and discards of each seat; concealed tiles unseen by default."""
    row: Row = [[0, 0, 0], [25000] * 4, [29], []]
    for seat, (takes, drops) in enumerate(columns):
        row += [UNSEEN if racks is None else racks[seat], takes, drops]
    return [*row, end]


def ron(seat: int, source: int, points: int, text: str) -> list[Any]:
    deltas = [0, 0, 0, 0]
    deltas[seat], deltas[source] = points, -points
    return ["和了", deltas, [seat, source, seat, text]]


# Seat 1 discards 5z, calls a pon of 2p, and discards 5z again: only then seat 0 calls it.
TWICE = hand(
    ([0, "4545p45"], [11, 12]),
    ([0, "2222p22"], [45, 45]),
    ([0], [22]),
    ([], []),
    end=ron(3, 0, 1000, "30符1飜1000点"),
)


def test_a_discard_that_could_be_called_is_called_only_where_the_rest_fits() -> None:
    events = playback(TWICE).events
    calls = [event for event in events if isinstance(event, ev.Called)]
    assert [(call.seat, str(call.meld.called)) for call in calls] == [(1, "2p"), (0, "5z")]


def test_a_win_of_an_unseen_hand_pays_what_the_record_says() -> None:
    (report,) = playback(TWICE).hands
    assert report.ended.deltas == (-1000, 0, 0, 1000)
    assert report.differences == ()


def test_nine_kinds_are_shown_where_the_record_knows_them() -> None:
    rack = [11, 19, 21, 29, 31, 39, 41, 42, 43, 44, 14, 15, 16]
    quiet: tuple[list[object], list[object]] = ([], [])
    row = hand(([47], []), quiet, quiet, quiet, end=["九種九牌"], racks=[rack, UNSEEN, UNSEEN, UNSEEN])
    *_, shown, ended = playback(row).events
    assert isinstance(ended, ev.HandEnded)
    assert shown == ev.HandShown(0, parse_tiles("14569m19p19s12347z"))
    row[4] = UNSEEN
    assert playback(row).events[-2] == ev.AbortDeclared(0)


def test_a_win_of_an_unseen_hand_is_refused_when_strict() -> None:
    with pytest.raises(RecordError, match="does not show the winning hand"):
        read([json.dumps({"log": [TWICE]})])


def test_a_payment_that_no_hand_is_worth_is_refused() -> None:
    row = copy.deepcopy(TWICE)
    row[-1] = ron(3, 0, 1100, "")
    with pytest.raises(RecordError, match="no hand is worth"):
        playback(row)


@pytest.mark.parametrize(
    ("place", "columns"),
    [(8, [0]), (9, [45]), (5, [0]), (12, [22, 23]), (8, [0, "2222p22", 0, 0])],
)
def test_columns_that_do_not_fit_together_are_refused(place: int, columns: list[object]) -> None:
    row = copy.deepcopy(TWICE)
    row[place] = columns
    with pytest.raises(RecordError, match=r"^Hand 1, event \d+: "):
        playback(row)


def test_a_wrong_payment_is_reported_and_refused_when_strict() -> None:
    dealer = Dealer("tenhou", 5)
    dealer.play_game(2)
    record = tenhou_writer.write(dealer.events)
    record["log"][1][1][0] += 100
    lines = [json.dumps(record)]
    assert any("next scores" in said for said in play(lines).hands[0].differences)
    with pytest.raises(RecordError, match="does not follow"):
        read(lines)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("30符1飜1000点", "立直(1飜)"),
        ("40符1飜1300点", "断幺九(1飜)"),
        ("30符2飜2000点", "断幺九(1飜)"),
    ],
)
def test_fu_han_and_yaku_that_differ_are_named(text: str, wrong: str) -> None:
    # 234m 567m 678p 22s 45s, won on 6s: tanyao and no pinfu, because a chi is open. 30 fu, 1 han, 1000.
    racks = [UNSEEN, [12, 13, 15, 16, 17, 26, 27, 28, 32, 32, 34, 35, 41], UNSEEN, UNSEEN]
    end = ron(1, 2, 1000, text)
    end[2].append(wrong)
    row = hand(([0], [14]), (["c141213"], [41]), ([0], [36]), ([], []), racks=racks, end=end)
    (report,) = playback(row).hands
    assert report.ended.deltas == (0, 1000, -1000, 0)
    assert report.differences
    row[-1][2][3:] = ["30符1飜1000点", "断幺九(1飜)"]
    assert playback(row).hands[0].differences == ()


@pytest.mark.parametrize(
    ("rule", "option", "value"),
    [
        ({"disp": "般東喰赤", "aka": 1}, "game.length", "tonpuusen"),
        ({"disp": "鳳南喰赤", "aka": 1}, "game.length", "hanchan"),
        ({"disp": "般南", "aka": 0}, "call.open_tanyao", False),
        ({"disp": "般南", "aka": 0}, "tiles.red_fives", {"m": 0, "p": 0, "s": 0}),
        ({"disp": "", "aka51": 1, "aka52": 0, "aka53": 1}, "tiles.red_fives", {"m": 1, "p": 0, "s": 1}),
        ({"disp": "Gold Room South", "aka": 1}, "call.open_tanyao", True),
    ],
)
def test_the_record_says_by_what_rules_it_was_played(rule: object, option: str, value: object) -> None:
    game = playback(TWICE, rule=rule).game
    assert game is not None
    assert game.rules.options[option] == value


def test_a_file_of_tensoul_is_by_the_rules_of_its_site() -> None:
    game = playback(TWICE, ref="250118-02cb218e-4a14-41f0-bb4c-c6b3cf0e25bb").game
    assert game is not None
    assert game.rules.name == "mahjong_soul"
    other = playback(TWICE, ref="2015010313gm-0009-0000-21763319").game
    assert other is not None
    assert other.rules.name == "tenhou"


def test_chips_stand_behind_the_points() -> None:
    scores = [24000, -16, 25000, -5, 25000, -5, 26000, 26, -1, 0, 0, 0, 0, 0, 1, 0]
    assert playback(TWICE, sc=scores).chips == (-1, 0, 0, 1)
    assert playback(TWICE, sc=scores[:8]).chips is None


def test_a_game_of_three_players_is_refused() -> None:
    row = copy.deepcopy(TWICE)
    row[13] = []
    with pytest.raises(RecordError, match="three players"):
        playback(row)
    with pytest.raises(RecordError, match="three players"):
        playback([[0, 0, 0], [35000] * 3, *row[2:]])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"name": []}', "no log"),
        ('{"log": [[[0, 0, 0]]]}', "cut off or malformed"),
        (
            json.dumps({"log": [[[0, 0, 0], [25000] * 4, [99], *[[]] * 13, ["流局"]]]}),
            "99 is no tile",
        ),
        ("[1, 2]", "one JSON object"),
        ('{"log":\n[[[0, 0', "^Line 2: from character 8 on this is no JSON"),
        (
            json.dumps({"log": [[[0, 0, 0], [25000] * 4, [41], [], *[[11] * 4, [], []] * 4, ["流局"]]]}),
            "seat 0 is dealt 4 tiles, not 13",
        ),
        ('{"log":' + "[" * 5000, "no JSON"),
    ],
)
def test_a_damaged_record_is_refused_with_one_sentence(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        read([text])


def _whole_hand() -> Row:
    dealer = Dealer("tenhou", 3)
    dealer.play_game(1)
    row: Row = tenhou_writer.write(dealer.events)["log"][0]
    return row


WHOLE = _whole_hand()
JUNK: st.SearchStrategy[object] = st.one_of(
    st.none(),
    st.integers(-2, 61),
    st.sampled_from(["", "r60", "m11111111", "k", "c1", "p4141x41"]),
    st.just([]),
)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_spoiled_hand_gives_a_record_error_or_a_reading(data: st.DataObject) -> None:
    row = copy.deepcopy(WHOLE)
    place = data.draw(st.integers(0, len(row) - 1))
    column = row[place]
    at = data.draw(st.integers(0, max(0, len(column) - 1)))
    what = data.draw(st.sampled_from(["drop", "double", "swap", "junk", "column"]))
    if what == "column":
        row[place] = data.draw(JUNK)
    elif column and what == "drop":
        del column[at]
    elif column and what == "double":
        column.insert(at, column[at])
    elif column and what == "swap":
        column[at - 1], column[at] = column[at], column[at - 1]
    elif column:
        column[at] = data.draw(JUNK)
    with suppress(RecordError):
        playback(row)
