"""Finished hands and games, which wait at the table until the club has them."""

from __future__ import annotations

from pathlib import Path

from controller.seam.outbox import RESEND_S, WINDOW
from engine import events as ev
from engine.correct import cancelled
from tests.controller.desk import Desk
from tests.controller.given import hand, plan
from tests.controller.seam.sitting import assign, play, records


def test_a_finished_hand_is_told_with_all_that_was_laid_open(seated: Desk) -> None:
    play(seated, *hand().events)
    ((name, told),) = records(seated).items()
    ended = hand().events[-1]
    assert isinstance(ended, ev.HandEnded)
    assert name == f"record/{seated.service.table.name}/0"
    assert (told.rev, told.assignment, told.players) == (0, "1-2-7", [11, 12, 13, 14])
    assert (told.deltas, told.winners, told.reason) == (list(ended.deltas), list(ended.winners), ended.reason)
    assert told.scores == list(seated.game.scores)
    assert told.sticks == seated.game.kyotaku
    assert '"start_kyoku"' in told.mjai[0]
    assert "Anna" not in "".join(told.mjai)


def test_no_concealed_tile_is_in_it(seated: Desk) -> None:
    play(seated, *hand().events)
    (told,) = records(seated).values()
    assert '"tehais": [["?", "?"' in told.mjai[0]
    assert all('"pai": "?"' in line for line in told.mjai if '"tsumo"' in line)


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
    (told,) = records(seated).values()
    assert (told.rev, told.players) == (1, [12, 11, 13, 14])
    seated.says("record.ack", game=name, hand=0, rev=0)
    assert records(seated)
    seated.says("record.ack", game=name, hand=0, rev=1)
    assert not records(seated)


def test_a_hand_that_a_referee_takes_out_is_withdrawn_and_comes_again(seated: Desk) -> None:
    play(seated, *hand().events)
    seated.says("record.ack", game=seated.service.table.name, hand=0, rev=0)
    play(seated, cancelled(seated.game, 0))
    (told,) = records(seated).values()
    assert (told.rev, told.withdrawn, told.deltas) == (1, True, [])
    play(seated, *hand().events)
    (told,) = records(seated).values()
    assert (told.rev, told.withdrawn) == (2, False)


def test_where_the_log_has_something_else_the_hand_comes_under_the_next_revision(seated: Desk) -> None:
    play(seated, *hand().events)
    seated.says("record.ack", game=seated.service.table.name, hand=0, rev=4)
    (told,) = records(seated).values()
    assert told.rev == 5


def test_a_hand_that_nobody_told_cannot_be_acknowledged(seated: Desk) -> None:
    assert (
        seated.says("record.ack", game="other", hand=0, rev=0).message == "This table has told no such hand."
    )


def test_the_result_of_the_game_is_told(desk: Desk) -> None:
    assign(desk, clock="none")
    number = 0
    while (found := plan().hand(number)) is not None:
        play(desk, *found.events)
        number += 1
    told = desk.bus.kept[f"result/{desk.service.table.name}"]
    assert (told.scores, told.hands, told.by_time) == (list(desk.game.scores), number, False)
    assert sum(told.scores) + 1000 * told.sticks_left == 4 * 30_000
    assert [row.place for row in told.standings] == [s.place for s in desk.shown.standings]
    assert desk.says("record.ack", game=told.game, rev=told.rev).ok
    assert desk.bus.kept[f"result/{told.game}"] is None


def test_what_was_played_before_the_last_start_is_told_too(tmp_path: Path) -> None:
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


def test_no_more_than_a_window_is_on_the_broker_and_the_rest_follows(seated: Desk) -> None:
    outbox = seated.service._seam.outbox
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
    outbox = seated.service._seam.outbox
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
    assert "cannot be remembered" in desk.alerts["outbox"]
    assert records(desk)
