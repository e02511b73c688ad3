"""What the four at a table settle, and what referees rule there, is in the log once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from club.hub.recorder import Recorder, Written
from club.hub.writer import LaterError, Writer
from club.log.desk import LogDesk, Refused
from club.log.events import HandCorrected, Penalised, PenaltyLifted, Reverted, Settled
from club.log.faults import LogRefusal
from club.log.tournament.finals import final_standings
from engine.state.events import EndReason, Sanction
from tests.club.hub.test_recorder import Room, over, played

CHOMBO = {"seat": 1, "sanction": "chombo", "penalty": "P-14", "hand": 0, "confirmed": [0, 1, 2, 3]}
DEAD = {"seat": 2, "sanction": "dead_hand", "penalty": "P-02", "hand": 0, "confirmed": [0, 1, 2, 3]}
FINE = {"seat": 2, "sanction": "fine", "penalty": "P-43", "points": 8000, "hand": 0}
REMINDER = {"seat": 1, "sanction": "reminder", "penalty": "P-20", "points": 0, "hand": 0}
EVEN = (30000, 30000, 30000, 30000)


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def tells(room: Room, *rulings: dict[str, Any], **changes: Any) -> Written:
    return room.recorder.hand("table-1", played(rulings=rulings, **changes))


def ends(room: Room, *rulings: dict[str, Any], **changes: Any) -> Written:
    return room.recorder.result("table-1", over(rulings=rulings, **changes))


def settled(room: Room) -> list[tuple[int, str, Sanction]]:
    found = [entry.event for entry in room.desk.state.tournament(1).settled.values()]
    return [(e.person, e.reason, e.sanction) for e in found if isinstance(e, Settled)]


def entered(room: Room, kind: type[Any]) -> list[Any]:
    return [entry.event for entry in room.store.read() if isinstance(entry.event, kind)]


def standing(room: Room) -> list[tuple[int, str, int]]:
    every = room.desk.state.tournament(1).penalties.values()
    return [(p.event.person, p.event.reason, p.event.points) for p in every if p.lifted is None]


class TestSettled:
    def test_it_comes_with_its_hand_and_once(self, room: Room) -> None:
        for _ in range(2):
            assert tells(room, CHOMBO, DEAD).refused == ()
        assert settled(room) == [(2, "P-14", Sanction.CHOMBO), (3, "P-02", Sanction.DEAD_HAND)]
        assert [e.confirmed for e in entered(room, Settled)] == [(0, 1, 2, 3)] * 2

    def test_what_a_referee_ruled_is_not_settled(self, room: Room) -> None:
        tells(room, {**DEAD, "confirmed": []})
        assert settled(room) == []

    def test_a_kill_between_the_hand_and_what_was_settled_loses_nothing(
        self, room: Room, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The hand is acknowledged when all is written, and said again before."""
        submit = room.desk.submit

        def full(events: Any, *more: Any) -> Any:
            later = Refused(LogRefusal("disk_full"))
            return later if isinstance(events, Settled) and events.reason == "P-02" else submit(events, *more)

        monkeypatch.setattr(room.desk, "submit", full)
        with pytest.raises(LaterError):
            tells(room, CHOMBO, DEAD)
        assert [reason for _, reason, _ in settled(room)] == ["P-14"]
        again = Recorder(Writer(LogDesk(room.store), "hub-club", lambda: 5000))
        assert again.hand("table-1", played(rulings=[CHOMBO, DEAD])).refused == ()
        room.desk.refresh()
        assert [reason for _, reason, _ in settled(room)] == ["P-14", "P-02"]

    def test_a_correction_at_the_table_takes_it_back_and_settles_another(self, room: Room) -> None:
        tells(room, DEAD)
        tells(room, {**DEAD, "seat": 0}, rev=1)
        assert settled(room) == [(1, "P-02", Sanction.DEAD_HAND)]
        tells(room, DEAD)
        assert settled(room) == [(1, "P-02", Sanction.DEAD_HAND)], "an old message that comes late"
        tells(room, DEAD, rev=2)
        assert settled(room) == [(3, "P-02", Sanction.DEAD_HAND)]

    def test_it_goes_with_a_hand_that_is_withdrawn(self, room: Room) -> None:
        tells(room, DEAD)
        tells(room, rev=1, withdrawn=True)
        assert settled(room) == []
        assert room.game.hands == {}
        tells(room, DEAD, rev=2)
        assert settled(room) == [(3, "P-02", Sanction.DEAD_HAND)]

    def test_what_the_desk_has_taken_back_stays_so(self, room: Room) -> None:
        tells(room, DEAD)
        (seq,) = room.desk.state.tournament(1).settled
        room.enter(Reverted(tournament=1, seqs=(seq,), reason="not what happened"))
        tells(room, DEAD, rev=1, honba=1)
        assert settled(room) == []

    def test_what_the_desk_has_entered_is_the_same(self, room: Room) -> None:
        tells(room)
        given = {"tournament": 1, "round": 1, "table": 1, "hand": 0, "person": 3, "reason": "P-02"}
        room.enter(Settled.model_validate({**given, "sanction": "dead_hand", "confirmed": (0, 1, 2, 3)}))
        assert tells(room, DEAD, rev=1).refused == ()
        assert len(settled(room)) == 1

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"penalty": "P-42"}, "judge_needed"),
            ({"penalty": "P-99"}, "no_reason"),
            ({"sanction": "fine", "penalty": "P-43"}, "judge_needed"),
            ({"confirmed": [0, 1, 2]}, "judge_needed"),
            ({"confirmed": [0, 1, 2, 2]}, "not_confirmed"),
        ],
    )
    def test_what_the_regulation_leaves_to_a_judge_is_refused_and_the_hand_taken(
        self, room: Room, changes: dict[str, Any], code: str
    ) -> None:
        written = tells(room, {**DEAD, **changes})
        assert [fault.code for fault in written.refused] == [code]
        assert written.acknowledge["rev"] == 0
        assert settled(room) == []
        assert 0 in room.game.hands

    def test_a_referees_word_about_the_hand_ends_the_chombo(self, room: Room) -> None:
        """The table does not take the correction up; the referee's word counts all the same."""
        void = {"reason": "chombo", "winners": [], "offenders": [1], "deltas": [0] * 4, "scores": EVEN}
        tells(room, CHOMBO, **void)
        ends(room, scores=EVEN)
        assert total(room, 2) == -20_000
        won = room.game.hands[0].current.model_copy(update={"reason": EndReason.EXHAUSTIVE, "offenders": ()})
        room.enter(
            HandCorrected(tournament=1, round=1, table=1, hand=0, record=won, reason="the yaku was overseen")
        )
        assert total(room, 2) == 0


def total(room: Room, person: int) -> int:
    rows = final_standings(room.desk.state.tournament(1)).rows
    (row,) = (row for row in rows if row.player == person)
    return int(row.total)


class TestRuled:
    def test_fines_and_reminders_of_the_table_are_in_the_journal_once(self, room: Room) -> None:
        """K-JUDGE-07: reminders are entered as well, and the ladder counts them."""
        tells(room)
        for _ in range(2):
            assert ends(room, FINE, REMINDER).refused == ()
        assert standing(room) == [(3, "P-43", -8000), (2, "P-20", 0)]

    def test_a_chombo_is_in_the_record_and_what_is_settled_told_with_its_hand(self, room: Room) -> None:
        tells(room)
        ends(room, {**CHOMBO, "confirmed": []}, DEAD)
        assert standing(room) == []

    @pytest.mark.parametrize("hand", [0, None])
    def test_what_the_desk_has_fined_is_one_and_the_same(self, room: Room, hand: int | None) -> None:
        tells(room)
        room.enter(fined(hand))
        assert ends(room, FINE).refused == ()
        assert standing(room) == [(3, "P-43", -8000)]

    @pytest.mark.parametrize("hand", [0, None])
    def test_the_desk_is_told_what_the_table_has_fined(self, room: Room, hand: int | None) -> None:
        tells(room)
        ends(room, FINE)
        outcome = room.enter(fined(hand))
        assert isinstance(outcome, Refused)
        assert outcome.fault.code == "penalised"

    def test_another_hand_is_another_fine(self, room: Room) -> None:
        tells(room)
        room.enter(fined(3))
        ends(room, FINE)
        assert len(standing(room)) == 2

    def test_what_the_desk_has_lifted_stays_so(self, room: Room) -> None:
        tells(room)
        ends(room, FINE)
        (seq,) = room.desk.state.tournament(1).penalties
        room.enter(PenaltyLifted(tournament=1, penalty=seq, reason="a mistake"))
        ends(room, FINE, rev=1, hands=2)
        assert standing(room) == []

    def test_a_correction_at_the_table_lifts_it_and_gives_another(self, room: Room) -> None:
        """Which also shifts the places of those after it."""
        tells(room)
        ends(room, FINE, REMINDER)
        ends(room, REMINDER, rev=1)
        assert standing(room) == [(2, "P-20", 0)]
        ends(room, {**FINE, "points": 4000}, REMINDER, rev=2)
        assert standing(room) == [(2, "P-20", 0), (3, "P-43", -4000)]
        assert len(entered(room, PenaltyLifted)) == 1

    def test_a_full_disk_keeps_the_result_at_the_table(
        self, room: Room, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tells(room)
        submit = room.desk.submit

        def full(events: Any, *more: Any) -> Any:
            later = Refused(LogRefusal("disk_full"))
            return later if isinstance(events, Penalised) else submit(events, *more)

        monkeypatch.setattr(room.desk, "submit", full)
        with pytest.raises(LaterError):
            ends(room, FINE)
        monkeypatch.undo()
        assert not ends(room, FINE).new
        assert standing(room) == [(3, "P-43", -8000)]


def fined(hand: int | None) -> Penalised:
    return Penalised(
        tournament=1,
        round=1,
        table=1,
        hand=hand,
        person=3,
        reason="P-43",
        sanction=Sanction.FINE,
        points=-8000,
    )
