"""tenhou.net/6 JSON: played games written in it are read as the same course."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events as ev
from engine.notation.read import RecordError, play, read
from tests.engine.board import Dealer
from tests.engine.notation.tenhou_json import written

# What the format does not hold: dice, order of the showing, when an indicator was turned.
UNTOLD = (ev.DiceThrown, ev.HandShown, ev.NotenDeclared, ev.DoraRevealed, ev.WinDeclared, ev.RiichiPaid)


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**32))
def test_a_played_game_is_read_back(seed: int) -> None:
    dealer = Dealer("tenhou", seed)
    game = dealer.play_game(2)
    playback = play([json.dumps(written(dealer.events))])
    assert playback.game is not None
    assert playback.game.history == game.history
    assert [hand.differences for hand in playback.hands] == [()] * len(game.history)

    def told(events: list[ev.Event]) -> list[ev.Event]:
        return [e for e in events if not isinstance(e, (*UNTOLD, ev.GameEnded, ev.Dealt))]

    assert told(playback.events) == told(dealer.events)


def test_a_wrong_payment_is_reported_and_refused_when_strict() -> None:
    dealer = Dealer("tenhou", 5)
    dealer.play_game(2)
    record = written(dealer.events)
    record["log"][1][1][0] += 100
    lines = [json.dumps(record)]
    assert any("next scores" in said for said in play(lines).hands[0].differences)
    with pytest.raises(RecordError, match="does not follow"):
        read(lines)


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
        ("{", "no JSON"),
    ],
)
def test_a_damaged_record_is_refused_with_one_sentence(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        read([text])
