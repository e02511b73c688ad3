"""mjai records that are spoiled or none are refused, with the line and a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.notation.read import RecordError, play, read
from tests.engine.notation.mjai_lines import Line, hand_lines, reading


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


def test_a_game_of_three_players_is_refused() -> None:
    lines = hand_lines(3)
    lines[1]["tehais"][3] = []
    with pytest.raises(RecordError, match="Line 2: this is a game of three players"):
        reading(lines)
