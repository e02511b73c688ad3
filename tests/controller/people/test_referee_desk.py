"""The referee's desk: what a ruling would change, told before it is made."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from contract.stored.codec import decode, encode
from controller.people.referee_desk import Effect, desk, effect
from controller.web.referee import previewed
from engine.judge.penalties import PENALTIES
from engine.play.apply import apply, replay
from engine.state import events as ev
from engine.state.faults import Fault, sentence
from engine.state.hand import Game
from engine.tiles.tile import Tile
from tests.controller.given import hand
from tests.controller.history.test_hands import blind

NAMES = ("A", "B", "C", "D")


def after(count: int) -> Game:
    """The first hand up to its event `count`."""
    events = (blind(event) for event in hand().events[:count])
    game = replay((ev.GameStarted("rrc", names=NAMES), *events))
    assert game is not None
    return game


def played(discards: int) -> Game:
    places = [n for n, event in enumerate(hand().events) if isinstance(event, ev.Discarded)]
    return after(places[discards - 1] + 1)


def test_the_log_is_that_of_the_hand_with_the_numbers_of_the_game() -> None:
    game = played(3)
    log = desk(game, "g", "en").log
    assert [line.at for line in log] == list(range(2, len(game.log)))
    assert [line.type for line in log].count("discarded") == 3


def test_the_log_names_no_tile_that_a_player_holds() -> None:
    shown = [line.data for line in desk(played(3), "g", "en").log if line.type in ("dealt", "drawn")]
    assert shown
    assert all("hands" not in data and "tile" not in data for data in shown)


def test_the_penalty_table_speaks_the_language_asked_for() -> None:
    rows = {row.id: row for row in desk(played(1), "g", "sv").penalties}
    assert list(rows) == list(PENALTIES)
    assert (rows["P-18"].measure, rows["P-18"].minimum) == ("dead_hand", None)
    assert rows["P-01"].violation == "Misstag vid given"


def test_a_dead_hand_kills_one_hand_and_moves_no_points() -> None:
    found = effect(played(2), ev.Penalised(1, ev.Sanction.DEAD_HAND, "P-18"))
    assert found.after is not None
    assert (found.before.dead, found.after.dead) == ([False] * 4, [False, True, False, False])
    assert found.after.scores == found.before.scores
    assert found.after.result is None


def test_a_chombo_ends_the_hand_which_is_played_again() -> None:
    """RRC: chombo is taken after uma, nobody pays, the hand is replayed (R-CHOMBO-03, R-CHOMBO-05)."""
    found = effect(played(2), ev.Penalised(3, ev.Sanction.CHOMBO, "P-14"))
    assert found.after is not None
    assert found.after.result is not None
    assert (found.after.result.reason, found.after.result.deltas) == ("chombo", [0, 0, 0, 0])
    assert found.after.after_uma[3] < 0 == found.after.after_uma[0]
    assert found.after.following == found.before.round


def test_what_the_engine_refuses_is_reported_with_its_reasons() -> None:
    found = effect(played(2), ev.WinWithdrawn(0))
    assert (found.event, found.after) == (None, None)
    assert (found.code, found.reason) == ("not_now", "illegal")
    assert found.values == {"faults": ["WIN_NOT_DECLARED"]}
    assert found.message == sentence(Fault.WIN_NOT_DECLARED)


def test_a_preview_changes_nothing() -> None:
    game = played(2)
    effect(game, ev.Penalised(3, ev.Sanction.CHOMBO, "P-14"))
    assert game == played(2)


def test_what_was_previewed_can_be_sent_and_does_what_was_told() -> None:
    game = played(4)
    last = game.log[-1]
    assert isinstance(last, ev.Discarded)
    other = replace(last, tile=Tile.parse("5z") if last.tile != Tile.parse("5z") else Tile.parse("6z"))
    found = effect(game, ev.Correct(len(game.log) - 1, 1, (other,)))
    assert found.event is not None
    sent = apply(game, decode(found.event))
    assert sent.log[-1] == other


def preview(game: Game, **asked: object) -> Effect:
    return previewed(game, json.dumps({"penalty": asked}).encode())


def test_a_repeated_reminder_is_previewed_as_the_fine_that_it_costs() -> None:
    """2000 for the first repetition of the same reason (K-ESC-01)."""
    game = apply(played(2), ev.Penalised(1, ev.Sanction.REMINDER, "P-19"))
    found = preview(game, seat=1, row="P-19")
    assert found.event == encode(ev.Penalised(1, ev.Sanction.FINE, "P-19", 2000))
    assert found.after is not None
    assert (found.before.after_uma, found.after.after_uma) == ([0] * 4, [0, -2000, 0, 0])


def test_a_row_that_says_too_little_asks() -> None:
    found = preview(played(1), seat=0, row="P-27")
    assert (found.event, found.after) == (None, None)
    assert (found.reason, found.values) == ("choose_sanction", {"row": "P-27"})


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "no_preview"),
        (b"[]", "no_preview"),
        (b"\xff", "no_preview"),
        (b'{"penalty": {}}', "no_preview"),
        (b'{"penalty": {"seat": 4, "row": "P-18"}}', "no_preview"),
        (b"{}", "bad_event"),
        (b'{"event": {"type": "x"}}', "bad_event"),
        (b'{"event": {"type": "correct", "at": -1, "count": 0}}', "bad_event"),
        (b'{"event": {"type": "drawn", "seat": 0}}', "nothing_to_rule"),
        (b'{"penalty": {"seat": 0, "row": "P-27"}}', "choose_sanction"),
    ],
)
def test_whatever_is_no_ruling_is_refused_in_a_sentence(body: bytes, reason: str) -> None:
    found = previewed(played(1), body)
    assert (found.event, found.reason) == (None, reason)
    assert found.message.endswith(".")


def test_a_penalty_is_previewed_as_the_ruling_that_would_be_sent() -> None:
    body = json.dumps({"penalty": {"seat": 2, "row": "P-18"}}).encode()
    assert previewed(played(2), body).event == encode(ev.Penalised(2, ev.Sanction.DEAD_HAND, "P-18"))
