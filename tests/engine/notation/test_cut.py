"""Records that are cut off: one sentence, and every hand that had been finished before."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.notation import mjai_writer, tenhou_writer
from engine.notation.read import RecordError, play
from engine.notation.record import HandReport
from tests.engine.board import Dealer
from tests.engine.notation.tenhou_log import Style, written

SEED = 20
HANDS = 4


@cache
def texts() -> dict[str, str]:
    """The same game in each notation."""
    dealer = Dealer("tenhou", SEED)
    dealer.play_game(HANDS)
    lines = [*mjai_writer.write(dealer.events), '{"type": "end_game"}']
    return {
        "XML": written(dealer.events, Style(lost=0.05, between="\n")),
        "mjai": "\n".join(lines),
        "JSON": tenhou_writer.text(tenhou_writer.write(dealer.events)),
        "JSON in many lines": json.dumps(tenhou_writer.write(dealer.events), indent=1, ensure_ascii=False),
    }


@cache
def whole(name: str) -> list[HandReport]:
    return play(texts()[name].split("\n")).hands


def test_the_game_has_a_win_by_ron_and_another_end() -> None:
    kinds = {bool(hand.wins and hand.wins[0].seat != hand.wins[0].source) for hand in whole("XML")}
    assert kinds == {True, False}
    assert len(whole("XML")) == HANDS


def in_xml(text: str) -> int:
    """Hands that are over for certain: as long as nothing follows a ron, another may win on the same tile."""
    tags = re.findall(r"<\w[^>]*>", text)
    ends = [n for n, tag in enumerate(tags) if tag.startswith(("<AGARI", "<RYUUKYOKU"))]
    last = tags[-1] if tags else ""
    who, source = (re.search(rf' {name}="(\d)"', last) for name in ("who", "fromWho"))
    open_ = last.startswith("<AGARI") and "owari" not in last and who and source and who[1] != source[1]
    return len(ends) - bool(open_)


def in_mjai(text: str) -> int:
    over, won = 0, None
    for line in text.split("\n"):
        try:
            entry = json.loads(line)
        except ValueError:
            break
        if entry["type"] == "hora":
            won = entry["actor"] == entry["target"]
        elif entry["type"] == "ryukyoku" or won is not None:
            over, won = over + 1, None
    return over + bool(won)


def in_json(text: str) -> int:
    """Whole entries of the log, by counting brackets; no name of the game has any."""
    depth, over = 0, 0
    for mark in text[text.find('"log"') :] if '"log"' in text else "":
        depth += (mark == "[") - (mark == "]")
        over += mark == "]" and depth == 1
        if mark == "]" and not depth:
            break
    return over


COUNTS = {"XML": in_xml, "mjai": in_mjai, "JSON": in_json, "JSON in many lines": in_json}


def results(hands: list[HandReport]) -> list[object]:
    return [(hand.started, hand.ended, hand.recorded) for hand in hands]


def check(name: str, at: int) -> None:
    cut = texts()[name][:at]
    with pytest.raises(RecordError) as caught:
        play(cut.split("\n"))
    said = str(caught.value)
    assert said.endswith(".")
    assert "\n" not in said
    assert caught.value.playback is not None
    hands = caught.value.playback.hands
    assert results(hands) == results(whole(name)[: COUNTS[name](cut)])


@pytest.mark.parametrize("name", COUNTS)
@settings(max_examples=15, deadline=None)
@given(part=st.floats(0, 1, exclude_max=True))
def test_what_was_finished_before_a_cut_is_reported(name: str, part: float) -> None:
    last = len(texts()[name].rstrip()) - (len('\n{"type": "end_game"}') if name == "mjai" else 1)
    check(name, int(part * last))


@pytest.mark.parametrize("name", COUNTS)
def test_a_cut_beside_the_end_of_each_hand(name: str) -> None:
    text = texts()[name]
    ends = {"XML": r"<(AGARI|RYUUKYOKU)[^>]*>", "mjai": r'\{"type": "(hora|ryukyoku|end_kyoku)".*'}
    places = [found.end() for found in re.finditer(ends.get(name, r'"(和了|流局)"'), text)]
    for place in places[:-1]:
        for at in (place - 1, place, place + 1):
            check(name, at)


def test_an_older_error_is_reported_before_the_cut() -> None:
    text = texts()["XML"].replace("<AGARI", "<AGARI sc='1'", 1)
    with pytest.raises(RecordError) as caught:
        play([text])
    assert caught.value.playback is not None
    assert caught.value.playback.hands == []
