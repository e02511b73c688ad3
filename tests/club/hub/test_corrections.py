"""What referees correct at the desk reaches the table that plays on, and ends in the log once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from club.log.events import Event, HandCorrected, HandRecorded, Reverted, RoundStarted
from club.referee import acting
from club.referee.ruling import Who
from engine.state.hand import Game
from tests.club.hub.evening import NAMES, Evening
from tests.controller.broker.client import needs_mosquitto

pytestmark = needs_mosquitto
Begin = Callable[..., Evening]
REFEREE = Who("account-1")
RON = {"reason": "win", "wins": [{"seat": 0, "source": 1, "han": 3, "fu": 30}]}
"""3900, of the dealer 5800 (R-SCORE)."""


def begun(evening: Begin, hands: int, *, next_one: bool = False) -> Evening:
    """So many hands are in the log; the people at the table wait, `next_one`: in the middle of the next."""
    night = evening()
    night.draw()
    night.enter(RoundStarted(tournament=1, round=1))
    assert night.until(lambda: _stands(at_table(night), hands, next_one))
    night.tables[0].turn = night.tables[0].still  # type: ignore[method-assign]
    assert night.until(lambda: len(night.game().hands) == hands)
    return night


def _stands(game: Game, hands: int, next_one: bool) -> bool:
    return len(game.history) == hands and (game.in_play is not None) is next_one


def act(night: Evening, name: str, **body: Any) -> list[Event]:
    tournament = night.desk.state.tournament(1)
    desk = acting.RefereeActions(tournament, REFEREE, night.desk.entry)
    events = list(acting.events(desk, name, {"round": 1, "table": 1, "reason": "heard all four", **body}))
    night.enter(*events)
    return events


def at_table(night: Evening) -> Game:
    game = night.tables[0].table.game
    assert game is not None
    return game


def agreed(night: Evening) -> bool:
    """The table has what the log has, and the log has nothing more to hear."""
    before = len(night.tables[0].club_link.outbox)
    taken_up = all(
        hand.corrected is None
        or (hand.recorded is not None and hand.recorded.deltas == hand.corrected.deltas)
        for hand in night.game().hands.values()
    )
    return not before and taken_up and at_table(night).scores == night.game().scores


def test_a_corrected_hand_is_paid_at_the_table_too_and_told_once(evening: Begin) -> None:
    night = begun(evening, 3)
    before = night.game().scores
    act(night, "correct_hand", hand=1, result=RON)
    right = night.game().scores
    assert right != before
    assert night.until(lambda: agreed(night))
    assert at_table(night).scores == night.game().scores == right
    assert night.until(lambda: night.view().scores == right), "so say the displays"
    revisions = sorted(hand for _, hand, rev in night.hands if rev == 2)
    assert revisions == [1, 2], "the hand, and the later one whose points before it are others"
    entries = night.desk.state.seq
    night.wait(1.0)
    assert night.desk.state.seq == entries, "nothing follows from what the table tells again"
    assert not night.view().troubles


def test_a_hand_in_play_goes_on_with_the_corrected_points(evening: Begin) -> None:
    night = begun(evening, 2, next_one=True)
    act(night, "correct_hand", hand=0, result=None)
    assert night.until(lambda: agreed(night))
    del night.tables[0].turn
    night.tables[0]._resume()  # its people go on from where the game stands now
    assert night.until(lambda: len(night.results) == 1)
    assert night.until(lambda: agreed(night))
    assert not night.game().differs


def test_a_correction_that_is_taken_back_leaves_the_hand_as_it_was(evening: Begin) -> None:
    night = begun(evening, 2)
    before = night.game().scores
    act(night, "correct_hand", hand=0, result=RON)
    assert night.until(lambda: agreed(night))
    seqs = [e.seq for e in night.store.read() if isinstance(e.event, HandCorrected)]
    night.enter(Reverted(tournament=1, seqs=tuple(seqs), reason="another hand was meant"))
    assert night.until(lambda: night.game().scores == before and agreed(night))


def test_hands_entered_again_for_the_right_seats(evening: Begin) -> None:
    """K-FAIL-01: after up to three hands the people change places and keep what they have won."""
    night = begun(evening, 2)
    before = night.game().scores
    act(night, "reseat", order=[1, 0, 2, 3])
    assert night.game().scores != before
    assert night.until(lambda: agreed(night))
    assert at_table(night).names == NAMES[:4]


def test_after_more_hands_the_names_change_at_the_table(evening: Begin) -> None:
    night = begun(evening, 4)
    scores = night.game().scores
    act(night, "reseat", order=[1, 0, 2, 3])
    assert night.until(lambda: at_table(night).names == (NAMES[1], NAMES[0], *NAMES[2:4]))
    assert night.until(lambda: agreed(night))
    assert night.game().scores == scores
    assert night.game().sitting.players[:2] == (night.persons[1], night.persons[0])


def test_what_the_table_cannot_take_is_said_at_the_desk(evening: Begin) -> None:
    night = begun(evening, 2)
    full = night.desk.entry(night.game().hands[1].seq or 0).event
    assert isinstance(full, HandRecorded)
    unknown = HandCorrected(tournament=1, round=1, table=1, hand=2, record=full.record, reason="sheet")
    night.enter(unknown)
    assert night.until(lambda: night.view().troubles)
    (trouble,) = night.view().troubles
    assert (trouble.reason, trouble.values["finished"]) == ("no_such_hands", 2)
    act(night, "correct_hand", hand=0, result=RON)
    assert night.until(lambda: not night.view().troubles), "the next one is taken"
