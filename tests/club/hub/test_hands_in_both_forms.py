"""A hand as a table sends it now, and as one of 0.1 did, which left wins and calls in the mjai lines: the log
keeps the same of both, so that points, rulings and statistics are the same."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from club.hub.messages import RECORD, read
from club.hub.recorder import _record
from club.log.events.base import Record
from club.referee.records import end
from contract.messages import AssignBody, RecordMessage
from controller.club_link.finished import Finished
from controller.history.hands import Course
from engine.notation.played import played
from engine.notation.read import play
from engine.state import events as ev
from tests.engine.random_play import EVERY, _dealer

RECORDS = sorted((Path(__file__).parents[3].parent / "shared" / "games").glob("*.mjson"))
PEOPLE = [{"id": n, "name": name} for n, name in enumerate(("Anna", "Bo", "Chie", "D"), 1)]
SITTING = AssignBody.model_validate(
    {"id": "1-1-1", "tournament": 1, "round": 1, "label": "1", "players": PEOPLE, "preset": "rrc"}
)


def sent(events: Sequence[ev.Event]) -> list[RecordMessage]:
    """Every finished hand as the table publishes it."""
    owed = Finished(Course("g", events, {}), SITTING, ()).everything()
    return [message for message in owed if isinstance(message, RecordMessage)]


def kept(message: RecordMessage, *, old: bool = False) -> Record:
    text = message.model_dump_json(exclude={"wins", "called"} if old else None)
    return _record(read(RECORD, text.encode(), len(text)))


def same_in_both(events: Sequence[ev.Event]) -> list[Record]:
    found = [(kept(message), kept(message, old=True)) for message in sent(events)]
    for now, before in found:
        if now.moves:
            assert now == before
        else:
            assert (now.wins or (), now.called) == (before.wins or (), before.called)
    return [now for now, _ in found]


@pytest.mark.parametrize("preset", EVERY)
def test_hands_of_random_games(preset: str) -> None:
    dealer = _dealer(preset, random.Random(f"both forms {preset}"))
    dealer.play_game(4)
    hands = same_in_both(dealer.events)
    assert hands
    callers = [
        {move.seat for move in hand.moves if isinstance(move, ev.Called)}
        for hand in played(dealer.events).hands
        if hand.ended is not None
    ]
    assert [set(hand.called) for hand in hands if hand.called is not None] == [
        seats for seats, hand in zip(callers, hands, strict=True) if hand.called is not None
    ]


@pytest.mark.skipif(not RECORDS, reason="the real games lie beside the repository and are not here")
@pytest.mark.parametrize("path", RECORDS[:8], ids=lambda path: path.stem)
def test_hands_of_real_games(path: Path) -> None:
    hands = same_in_both(play(path.read_text("utf-8").splitlines()).events)
    assert any(hand.called for hand in hands)
    for number, hand in enumerate(hands):
        assert [win.seat for win in hand.wins or ()] == list(hand.winners)
        assert isinstance(end(hand, number), ev.ResultEntered)
