"""What the public knows of a broadcast table: its game as it was before the delay, its seats as they are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from club.access.roles import Role
from club.log.desk import LogDesk
from club.log.events import (
    Event,
    GameRecorded,
    HandRecorded,
    Penalised,
    Reverted,
    RoundClosed,
    RoundDrawn,
    RoundStarted,
    TableBound,
)
from club.log.events.base import Sitting
from club.log.tournament.finals import final_standings
from club.log.tournament.tournament import Tournament
from club.web.live.public_delay import PublicDelay
from engine.state.events import Sanction
from tests.club.log.build import record
from tests.club.web.stand import EVENT, Stand

SCORES = (46500, 25300, 34100, 14100)
OTHER = (30000, 30000, 31000, 29000)


class Hall:
    """Two tables, of which the first is broadcast."""

    def __init__(self, folder: Path, streams: Sequence[str] = ("table-1",)) -> None:
        self.club = Stand(folder)
        self.ids = self.club.tournament()
        self.now_s = 0.0
        self.club.enter(RoundStarted(tournament=EVENT, round=1))
        self.public_delay = PublicDelay(self.desk, streams, 300, lambda: self.now_s)

    @property
    def desk(self) -> LogDesk:
        return self.club.desk

    def enter(self, *events: Event) -> int:
        """The number of the last entry; the server looks often."""
        seq = self.club.enter(*events).entries[-1].seq
        assert self.public_delay.look() == {}
        return seq

    def hand(self, number: int = 0, table: int = 1, won: int = 3900, rev: int = 1) -> int:
        played = record((30000 + won, 30000 - won, 30000, 30000))
        event = HandRecorded(
            tournament=EVENT, round=1, table=table, game=f"g{table}", hand=number, rev=rev, record=played
        )
        return self.enter(event)

    def result(self, table: int, scores: tuple[int, int, int, int]) -> int:
        event = GameRecorded(tournament=EVENT, round=1, table=table, source="sheet", scores=scores)
        return self.enter(event)

    @property
    def public(self) -> Tournament:
        return self.public_delay.public(self.desk.state.tournament(EVENT))

    def scores(self, table: int = 1) -> tuple[int, ...]:
        """As the public knows them."""
        return self.public.rounds[1].games[table].scores

    def wait(self, seconds: float) -> dict[int, int]:
        self.now_s += seconds
        return self.public_delay.look()


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def test_a_hand_of_a_broadcast_table_is_public_after_the_delay_in_its_order(hall: Hall) -> None:
    first = hall.hand(0)
    assert hall.scores() == (30000,) * 4
    assert hall.wait(200) == {}
    second = hall.hand(1, won=1000)
    assert hall.wait(99.9) == {}
    assert hall.wait(0.1) == {EVENT: first}
    assert hall.scores() == (33900, 26100, 30000, 30000)
    assert (hall.wait(200), hall.scores()[0]) == ({EVENT: second}, 34900)
    assert hall.public == hall.desk.state.tournament(EVENT)


def test_other_tables_and_clubs_without_a_broadcast_wait_for_nothing(hall: Hall, tmp_path: Path) -> None:
    hall.hand(0)
    hall.hand(0, table=2)
    assert (hall.scores(1)[0], hall.scores(2)[0]) == (30000, 33900)
    (tmp_path / "quiet").mkdir()
    quiet = Hall(tmp_path / "quiet", streams=())
    quiet.hand(0)
    assert quiet.scores()[0] == 33900
    assert quiet.public is quiet.desk.state.tournament(EVENT)


def test_the_device_that_stands_there_is_what_is_broadcast(hall: Hall) -> None:
    hall.enter(
        TableBound(tournament=EVENT, table=1, device="spare"),
        TableBound(tournament=EVENT, table=2, device="table-1"),
    )
    hall.hand(0)
    hall.hand(0, table=2)
    assert (hall.scores(1)[0], hall.scores(2)[0]) == (33900, 30000)


def test_the_clock_of_the_log_decides_nothing(hall: Hall) -> None:
    hall.club.now_s -= 100_000
    hall.hand(0)
    hall.club.now_s += 200_000
    assert hall.wait(299) == {}
    assert hall.scores()[0] == 30000


def test_after_a_restart_the_round_waits_once_more(hall: Hall) -> None:
    hall.hand(0)
    hall.wait(300)
    assert hall.scores()[0] == 33900
    hall.public_delay = PublicDelay(hall.desk, ["table-1"], 300, lambda: hall.now_s)
    assert hall.scores()[0] == 30000
    hall.wait(300)
    assert hall.scores()[0] == 33900


def test_a_correction_and_what_is_taken_back_come_late_too(hall: Hall) -> None:
    first = hall.hand(0)
    hall.wait(300)
    hall.hand(0, won=8000, rev=2)
    assert hall.scores()[0] == 33900
    hall.wait(300)
    assert hall.scores()[0] == 38000
    newest = hall.desk.state.tournament(EVENT).log[-1].seq
    hall.enter(Reverted(tournament=EVENT, seqs=(first, newest), reason="another table's"))
    assert hall.desk.state.tournament(EVENT).rounds[1].games[1].hands == {}
    assert hall.scores()[0] == 38000
    hall.wait(300)
    assert hall.scores()[0] == 30000


def test_results_and_penalties_reach_the_standings_late_and_the_next_round_is_seated_at_once(
    hall: Hall,
) -> None:
    hall.result(2, OTHER)
    before = final_standings(hall.public).rows
    hall.result(1, SCORES)
    person = hall.ids[0]
    fine = Penalised(
        tournament=EVENT,
        round=1,
        table=1,
        person=person,
        reason="P-14",
        sanction=Sanction.CHOMBO,
        points=-20000,
    )
    hall.enter(fine)
    assert final_standings(hall.public).rows == before
    a, b, c, d, *others = hall.ids
    drawn = (
        Sitting(table=1, players=(a, b, others[0], others[1])),
        Sitting(table=2, players=(c, d, others[2], others[3])),
    )
    hall.enter(RoundClosed(tournament=EVENT, round=1))
    hall.enter(RoundDrawn(tournament=EVENT, round=2, sittings=drawn, method="manual"))
    assert hall.public.rounds[1].closed is not None
    assert hall.public.rounds[2].games[1].sitting.players == (a, b, others[0], others[1])
    assert final_standings(hall.public).rows == before
    hall.wait(300)
    assert final_standings(hall.public).rows == final_standings(hall.desk.state.tournament(EVENT)).rows


def test_only_who_works_on_the_results_of_all_events_sees_all_at_once(hall: Hall) -> None:
    def admitted(role: Role, tournament: int | None = None) -> tuple[bool, bool]:
        account = hall.club.access.accounts.identity(hall.club.account(role, None, tournament))
        return hall.public_delay.admits(account), hall.public_delay.admits(account, EVENT)

    for role in (Role.REFEREE, Role.HEAD_REFEREE, Role.DIRECTOR, Role.SCOREKEEPER):
        assert admitted(role) == (True, True)
        assert admitted(role, EVENT) == (True, True)
        assert admitted(role, 77) == (False, False)
    for role in (Role.PLAYER, Role.BROADCASTER, Role.TECHNICIAN):
        assert admitted(role) == (False, False)
    assert not hall.public_delay.admits(None)
