"""Finished hands and games, which wait at the table until the club has them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.club_link.outbox import RESEND_S, WINDOW
from engine.play.correct import cancelled
from engine.state import events as ev
from tests.controller.club_link.sitting import assign, play, records
from tests.controller.desk import Desk
from tests.controller.given import hand, plan


def test_a_finished_hand_is_sent_with_all_that_was_laid_open(seated: Desk) -> None:
    play(seated, *hand().events)
    ((name, record),) = records(seated).items()
    ended = hand().events[-1]
    assert isinstance(ended, ev.HandEnded)
    assert name == f"record/{seated.service.table.name}/0"
    assert (record.rev, record.assignment, record.players) == (0, "1-2-7", [11, 12, 13, 14])
    assert (record.deltas, record.winners, record.reason) == (
        list(ended.deltas),
        list(ended.winners),
        ended.reason,
    )
    assert record.scores == list(seated.game.scores)
    assert record.sticks == seated.game.kyotaku
    assert '"start_kyoku"' in record.mjai[0]
    assert "Anna" not in "".join(record.mjai)


def test_no_concealed_tile_is_in_it(seated: Desk) -> None:
    play(seated, *hand().events)
    (record,) = records(seated).values()
    assert '"tehais": [["?", "?"' in record.mjai[0]
    assert all('"pai": "?"' in line for line in record.mjai if '"tsumo"' in line)


def test_a_game_that_nobody_assigned_is_nobodys_business(desk: Desk) -> None:
    play(desk, *hand().events)
    assert records(desk) == {}


def test_acknowledged_it_is_taken_back_and_stays_so_over_a_restart(seated: Desk) -> None:
    play(seated, *hand().events)
    name = seated.service.table.name
    assert seated.says("record.ack", game=name, hand=0, rev=0).ok
    assert seated.bus.kept[f"record/{name}/0"] is None
    seated.restart()
    seated.turn()
    assert records(seated) == {}


def test_a_kill_loses_nothing_that_was_not_acknowledged(seated: Desk) -> None:
    play(seated, *hand().events)
    (before,) = records(seated).values()
    seated.restart()
    seated.turn()
    (again,) = records(seated).values()
    assert again == before


def test_an_old_revision_acknowledges_nothing(seated: Desk) -> None:
    play(seated, *hand().events)
    name = seated.service.table.name
    play(seated, ev.Reseated(("Bo", "Anna", "Chie", "D")))
    (record,) = records(seated).values()
    assert (record.rev, record.players) == (1, [12, 11, 13, 14])
    seated.says("record.ack", game=name, hand=0, rev=0)
    assert records(seated)
    seated.says("record.ack", game=name, hand=0, rev=1)
    assert not records(seated)


def test_a_hand_that_a_referee_takes_out_is_withdrawn_and_comes_again(seated: Desk) -> None:
    play(seated, *hand().events)
    seated.says("record.ack", game=seated.service.table.name, hand=0, rev=0)
    play(seated, cancelled(seated.game, 0))
    (record,) = records(seated).values()
    assert (record.rev, record.withdrawn, record.deltas) == (1, True, [])
    play(seated, *hand().events)
    (record,) = records(seated).values()
    assert (record.rev, record.withdrawn) == (2, False)


def test_where_the_log_has_something_else_the_hand_comes_under_the_next_revision(seated: Desk) -> None:
    play(seated, *hand().events)
    seated.says("record.ack", game=seated.service.table.name, hand=0, rev=4)
    (record,) = records(seated).values()
    assert record.rev == 5


def test_a_hand_that_nobody_told_cannot_be_acknowledged(seated: Desk) -> None:
    assert (
        seated.says("record.ack", game="other", hand=0, rev=0).message == "This table has sent no such hand."
    )


def test_the_result_of_the_game_is_sent(desk: Desk) -> None:
    assign(desk, clock="none")
    number = 0
    while (found := plan().hand(number)) is not None:
        play(desk, *found.events)
        number += 1
    result = desk.bus.kept[f"result/{desk.service.table.name}"]
    assert (result.scores, result.hands, result.by_time) == (list(desk.game.scores), number, False)
    assert sum(result.scores) + 1000 * result.sticks_left == 4 * 30_000
    assert [row.place for row in result.standings] == [s.place for s in desk.shown.standings]
    assert desk.says("record.ack", game=result.game, rev=result.rev).ok
    assert desk.bus.kept[f"result/{result.game}"] is None


def test_what_was_played_before_the_last_start_is_reported_too(tmp_path: Path) -> None:
    """The game of this run is not the one that waits: the folder of journals is searched."""
    desk = Desk(tmp_path / "games")
    assign(desk)
    play(desk, *hand().events)
    name = desk.service.table.name
    desk.service.close()
    for file in (tmp_path / "games").glob("outbox.sqlite*"):
        file.unlink()
    later = Later(tmp_path)
    later.turn()
    assert [m.hand for m in records(later).values() if m.game == name] == [0]


class Later(Desk):
    """Another run in the data directory of an earlier one."""

    @property
    def path(self) -> Path:
        return self.folder / "later.jsonl"


LOG = "3c1fe9a2b0d4"


@pytest.fixture
def later(tmp_path: Path) -> Iterator[Later]:
    """A run in the data directory of another, whose hand the club's log of that name has acknowledged."""
    desk = Desk(tmp_path / "games")
    assign(desk, id=f"{LOG}-1-2-7-aa")
    play(desk, *hand().events)
    assert desk.says("record.ack", game=desk.service.table.name, hand=0, rev=0, log="41-af").ok
    desk.service.close()
    for file in (tmp_path / "games").glob("outbox.sqlite*"):
        file.rename(tmp_path / file.name)
    made = Later(tmp_path)
    made.turn()
    yield made
    made.service.close()


def test_the_newest_entry_of_the_clubs_log_is_remembered_and_said(seated: Desk) -> None:
    play(seated, *hand().events)
    assert seated.bus.kept["assigned"].log is None
    assert seated.says("record.ack", game=seated.service.table.name, hand=0, rev=0, log="41-af").ok
    assert seated.bus.kept["assigned"].log == "41-af"
    seated.restart()
    seated.turn()
    assert seated.bus.kept["assigned"].log == "41-af"


def test_a_log_restored_from_a_backup_is_sent_all_again(later: Later) -> None:
    outbox = later.service._club_link.outbox
    assert (outbox.log, records(later)) == ("41-af", {})
    assert later.says("record.again", log=LOG).ok
    later.turn()
    (record,) = records(later).values()
    assert (record.hand, record.rev, record.assignment) == (0, 0, f"{LOG}-1-2-7-aa")
    assert outbox.log is None, "nothing of that log is known to be kept"
    later.restart()
    later.turn()
    assert list(records(later).values()) == [record], "a kill loses nothing of it"
    assert later.says("record.ack", game=record.game, hand=0, rev=0, log="22-be").ok
    assert later.service._club_link.outbox.log == "22-be"


@pytest.mark.parametrize("asked", [{"log": "000000000000"}, {"log": LOG, "closed": [1]}])
def test_what_another_log_has_or_one_that_is_over_is_not_told_again(
    later: Later, asked: dict[str, Any]
) -> None:
    assert later.says("record.again", **asked).ok
    later.turn()
    assert records(later) == {}


def test_no_more_than_a_window_is_on_the_broker_and_the_rest_follows(seated: Desk) -> None:
    outbox = seated.service._club_link.outbox
    play(seated, *hand().events)
    (one,) = records(seated).values()
    for number in range(1, WINDOW + 4):
        outbox._owe(one.model_copy(update={"hand": number}))
    seated.turn()
    assert len(records(seated)) == WINDOW
    for number in range(4):
        seated.says("record.ack", game=one.game, hand=number, rev=0)
    seated.turn()
    assert set(records(seated)) == {f"record/{one.game}/{n}" for n in range(4, WINDOW + 4)}


def test_what_the_club_refuses_keeps_nothing_else_from_it(seated: Desk) -> None:
    """More than a window of an older log's hands are never acknowledged; a new hand comes all the same."""
    outbox = seated.service._club_link.outbox
    play(seated, *hand().events)
    (one,) = records(seated).values()
    for number in range(1, 3 * WINDOW):
        outbox._owe(one.model_copy(update={"game": "older", "hand": number}))
    seated.turn()
    seated.bus.kept.clear()
    outbox._owe(one.model_copy(update={"hand": 1}))
    seated.wait(RESEND_S + 1)
    assert f"record/{one.game}/1" not in records(seated), "what waited before comes first"
    seated.wait(2 * RESEND_S + 1)
    assert f"record/{one.game}/1" in records(seated)


def test_what_nobody_acknowledges_is_said_again(seated: Desk) -> None:
    play(seated, *hand().events)
    seated.bus.kept.clear()
    seated.wait(RESEND_S - 5)
    assert not records(seated)
    seated.wait(10)
    assert records(seated)


def test_a_damaged_memory_is_said_and_costs_no_hand(tmp_path: Path) -> None:
    (tmp_path / "outbox.sqlite").write_text("no database" * 100)
    desk = Desk(tmp_path)
    assign(desk)
    play(desk, *hand().events)
    assert "is no outbox of a table" in desk.alerts["outbox"]
    assert records(desk)
