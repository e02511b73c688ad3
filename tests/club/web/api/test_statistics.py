"""Statistics know from the moves in the log who called and who dealt in."""

from __future__ import annotations

from typing import Any

import pytest

from club.log.events import HandCorrected, HandRecorded, RoundStarted
from club.log.events.base import Record
from engine.state.events import EndReason
from tests.club.web.stand import EVENT, Stand

START: dict[str, Any] = {"type": "start_kyoku"}


@pytest.fixture
def playing(stand: Stand) -> Stand:
    stand.tournament()
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    return stand


def record(winner: int, *moves: dict[str, Any]) -> Record:
    """A tsumo of 1000 all."""
    gain = [-1000] * 4
    gain[winner] = 3000
    a, b, c, d = gain
    return Record(
        dealer=0,
        wind=0,
        number=1,
        reason=EndReason.WIN,
        winners=(winner,),
        deltas=(a, b, c, d),
        scores=(30000 + a, 30000 + b, 30000 + c, 30000 + d),
        moves=moves,
    )


def recorded(stand: Stand, hand: int, made: Record) -> None:
    stand.enter(HandRecorded(tournament=EVENT, round=1, table=1, game="g", hand=hand, record=made))


def calls(stand: Stand) -> list[tuple[int, int]]:
    """Hands with a call, and hands of which it is known, of the four at table 1."""
    lines = stand.browser().get(f"/api/tournaments/{EVENT}/statistics").data
    people = stand.desk.state.tournaments[EVENT].rounds[1].games[1].sitting.players
    return [(lines[str(p)]["called"]["count"], lines[str(p)]["called"]["of"]) for p in people]


def test_who_called_is_known_from_the_moves(playing: Stand) -> None:
    pon = {"type": "pon", "actor": 1, "target": 0}
    recorded(playing, 0, record(0, START, pon, {"type": "hora", "actor": 0, "target": 0}))
    recorded(playing, 1, record(0, START, {"type": "hora", "actor": 0, "target": 0}))
    assert calls(playing) == [(0, 2), (1, 2), (0, 2), (0, 2)]


def test_a_hand_without_moves_tells_nothing_of_calls(playing: Stand) -> None:
    recorded(playing, 0, record(0))
    assert calls(playing) == [(0, 0)] * 4


def test_after_a_correction_of_the_win_the_calls_are_still_those_of_the_table(playing: Stand) -> None:
    pon = {"type": "pon", "actor": 1, "target": 0}
    recorded(playing, 0, record(0, START, pon, {"type": "hora", "actor": 0, "target": 0}))
    fixed = HandCorrected(tournament=EVENT, round=1, table=1, hand=0, record=record(2), reason="wrong seat")
    playing.enter(fixed)
    assert calls(playing) == [(0, 1), (1, 1), (0, 1), (0, 1)]


def test_a_correction_of_0_1_that_tells_only_the_win_leaves_the_calls_of_the_table(playing: Stand) -> None:
    """Beside a result that a referee entered stood one line, that of the win."""
    pon = {"type": "pon", "actor": 1, "target": 0}
    recorded(playing, 0, record(0, START, pon, {"type": "hora", "actor": 0, "target": 0}))
    entered = record(2, {"type": "hora", "actor": 2, "target": 2, "fan": 1, "fu": 30})
    playing.enter(
        HandCorrected(tournament=EVENT, round=1, table=1, hand=0, record=entered, reason="wrong seat")
    )
    assert calls(playing) == [(0, 1), (1, 1), (0, 1), (0, 1)]
