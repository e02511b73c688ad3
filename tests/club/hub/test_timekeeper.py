"""The clock of the hall over entries of the log, kills of the hub and jumps of the time of day."""

from __future__ import annotations

from pathlib import Path

import pytest

from club.clock import MINUTE_MS
from club.hub.timekeeper import Timekeeper
from club.log.events import (
    Frozen,
    Reverted,
    RoundClosed,
    RoundsCalledOff,
    RoundShortened,
    RoundStarted,
    TimeAdded,
    Unfrozen,
)
from club.log.state import State
from tests.club.log.build import created, drawn, registered, sheet, stage
from tests.club.log.states import after

MIN = MINUTE_MS
PEOPLE = range(1, 9)
ALL = {"tournament": 1, "round": 1}


class Room:
    """`now` is the clock that nobody sets, `wall` the time of day."""

    def __init__(self, path: Path) -> None:
        self.path = path / "clock.json"
        self.now, self.wall, self.run = 5_000_000, 1_800_000_000_000, "this run"
        self.state = after(created(), *registered(PEOPLE), stage(), drawn(1, PEOPLE))
        self.keeper = self.another()

    def another(self) -> Timekeeper:
        self.keeper = Timekeeper(self.path, lambda: self.wall, lambda: self.now, lambda: self.run)
        return self.keeper

    def happens(self, *events: object) -> None:
        self.state = after(*events, state=self.state)  # type: ignore[arg-type]
        self.keeper.follow(self.state)

    def passes(self, ms: int) -> None:
        self.now += ms
        self.wall += ms
        self.keeper.follow(self.state)

    @property
    def left(self) -> int:
        left = self.keeper.left_ms(1)
        assert left is not None
        return left


@pytest.fixture
def room(tmp_path: Path) -> Room:
    made = Room(tmp_path)
    made.keeper.follow(made.state)
    return made


def test_before_the_gong_the_wall_shows_the_whole_time(room: Room) -> None:
    (wall,) = room.keeper.follow(room.state)
    assert (wall.state, wall.left_ms, wall.round) == ("waiting", 75 * MIN, 1)


def test_it_runs_from_the_gong_with_the_time_that_is_granted(room: Room) -> None:
    room.happens(RoundStarted(**ALL))
    room.passes(10 * MIN)
    room.happens(TimeAdded(**ALL, table=2, seconds=120), TimeAdded(**ALL, seconds=60))
    assert room.left == 66 * MIN
    assert room.keeper.left_ms(1, 2) == 68 * MIN
    (wall,) = room.keeper.follow(room.state)
    assert wall.granted == {"2": 2 * MIN}
    assert wall is room.keeper.follow(room.state)[0], "nothing is told while it runs as foretold"


def test_time_that_is_reverted_is_taken_back(room: Room) -> None:
    room.happens(RoundStarted(**ALL))
    room.happens(TimeAdded(**ALL, seconds=60))
    room.happens(TimeAdded(**ALL, table=1, seconds=120))
    room.happens(Reverted(tournament=1, seqs=(room.state.seq - 1,)))
    assert (room.left, room.keeper.left_ms(1, 1)) == (75 * MIN, 77 * MIN)


def test_a_gong_that_is_taken_back_gives_all_time_back(room: Room) -> None:
    room.happens(RoundStarted(**ALL))
    room.passes(10 * MIN)
    room.happens(Reverted(tournament=1, seqs=(room.state.seq,)))
    (wall,) = room.keeper.follow(room.state)
    assert (wall.state, wall.left_ms) == ("waiting", 75 * MIN)
    room.passes(10 * MIN)
    room.happens(RoundStarted(**ALL))
    room.passes(MIN)
    assert room.left == 74 * MIN
    room.another().follow(room.state)
    assert room.left == 74 * MIN


def test_the_clock_of_another_log_is_not_taken_up(room: Room) -> None:
    """A database that was put in the place of another has rounds of the same numbers."""
    room.happens(RoundStarted(**ALL))
    room.passes(70 * MIN)
    other = after(created(), *registered(PEOPLE), stage(), drawn(1, PEOPLE), RoundStarted(**ALL), by="bob")
    room.another().follow(other)
    assert room.left == 75 * MIN


def test_the_time_of_day_may_jump(room: Room) -> None:
    room.happens(RoundStarted(**ALL))
    room.wall -= 3_600_000
    room.passes(MIN)
    room.wall += 86_400_000
    assert room.left == 74 * MIN


def test_a_hall_that_is_frozen_with_its_clock_stands(room: Room) -> None:
    room.happens(RoundStarted(**ALL))
    room.happens(Frozen(**ALL, clock=True))
    room.passes(10 * MIN)
    assert room.left == 75 * MIN
    room.happens(Unfrozen(**ALL))
    room.passes(MIN)
    assert room.left == 74 * MIN


def test_one_frozen_table_does_not_stop_the_hall(room: Room) -> None:
    room.happens(RoundStarted(**ALL))
    room.happens(Frozen(**ALL, table=1, clock=True))
    room.passes(10 * MIN)
    assert room.left == 65 * MIN


def test_after_a_kill_the_time_away_counts(room: Room) -> None:
    room.happens(RoundStarted(**ALL), TimeAdded(**ALL, table=1, seconds=60))
    room.passes(10 * MIN)
    room.now += 2 * MIN
    room.another().follow(room.state)
    assert room.left == 63 * MIN
    assert room.keeper.left_ms(1, 1) == 64 * MIN


def test_after_a_power_cut_it_goes_on_with_the_time_last_written(room: Room) -> None:
    room.happens(RoundStarted(**ALL))
    room.passes(10 * MIN)
    room.now, room.run = 77, "another run"
    room.another().follow(room.state)
    assert room.left == 65 * MIN


def test_each_event_has_its_own_clock_also_after_a_kill(room: Room) -> None:
    """Two in one hall: the second begins later, stands alone, and ends alone."""
    other = {"tournament": 2, "round": 1}
    seated = [drawn(1, [person + 8 for person in PEOPLE]).model_copy(update={"tournament": 2})]
    people = [each.model_copy(update={"tournament": 2}) for each in registered([p + 8 for p in PEOPLE])]
    plan = stage().model_copy(update={"tournament": 2})
    room.happens(RoundStarted(**ALL))
    room.passes(10 * MIN)
    room.happens(created(minutes=60).model_copy(update={"tournament": 2}), *people, plan, *seated)
    first, second = room.keeper.follow(room.state)
    assert [(w.tournament, w.state) for w in (first, second)] == [(1, "running"), (2, "waiting")]
    room.happens(RoundStarted(**other))
    room.passes(5 * MIN)
    room.happens(Frozen(**other, clock=True))
    room.passes(MIN)
    assert (room.left, room.keeper.left_ms(2)) == (59 * MIN, 55 * MIN)
    room.another().follow(room.state)
    assert (room.left, room.keeper.left_ms(2)) == (59 * MIN, 55 * MIN)
    room.happens(sheet(1), sheet(2), RoundClosed(**ALL))
    (alone,) = room.keeper.follow(room.state)
    assert (alone.tournament, alone.state) == (2, "paused")


def test_the_wall_is_told_the_moments_of_the_gong_and_of_the_end(room: Room) -> None:
    begun = room.wall
    room.happens(RoundStarted(**ALL))
    room.passes(MIN)
    room.happens(TimeAdded(**ALL, seconds=60))
    (wall,) = room.keeper.follow(room.state)
    assert (wall.begun_ms, wall.ends_ms, wall.total_ms) == (begun, begun + 76 * MIN, 76 * MIN)
    assert wall.after == "finish_current_plus_one"
    assert len(wall.gong) == 64
    room.passes(80 * MIN)
    (over,) = room.keeper.follow(room.state)
    assert (over.state, over.ends_ms) == ("over", begun + 76 * MIN), "how long ago"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"round": [1, 1]}', '{"round": [9, 9]}'])
def test_a_damaged_file_costs_the_mark_alone(room: Room, text: str) -> None:
    room.happens(RoundStarted(**ALL))
    room.path.write_text(text)
    room.another().follow(room.state)
    assert room.left == 75 * MIN


def test_without_a_round_there_is_no_clock(room: Room) -> None:
    assert room.another().follow(State()) == ()
    assert room.keeper.left_ms(1) is None


def test_a_round_that_was_shortened_before_its_gong_is_shorter_from_the_beginning(room: Room) -> None:
    short = RoundShortened(**ALL, seconds=30 * 60, reason="The last bus.")
    room.happens(short)
    (wall,) = room.keeper.follow(room.state)
    assert (wall.state, wall.left_ms, wall.main_ms) == ("waiting", 45 * MIN, 45 * MIN)
    room.happens(RoundStarted(**ALL))
    room.passes(10 * MIN)
    room.another().follow(room.state)
    assert room.left == 35 * MIN
    room.happens(Reverted(tournament=1, seqs=(room.state.seq - 1,)))
    assert room.left == 65 * MIN, "taken back while it is played, the round has its whole time"


def test_a_round_that_is_played_loses_time_and_is_over_where_it_ends(room: Room) -> None:
    room.happens(RoundStarted(**ALL))
    room.happens(TimeAdded(**ALL, table=2, seconds=300))
    room.passes(40 * MIN)
    room.happens(RoundShortened(**ALL, seconds=20 * 60, reason="x"))
    assert (room.left, room.keeper.left_ms(1, 2)) == (15 * MIN, 20 * MIN)
    room.happens(RoundShortened(**ALL, seconds=15 * 60, ends=True, reason="x"))
    assert (room.left, room.keeper.left_ms(1, 2)) == (0, 0)
    (wall,) = room.keeper.follow(room.state)
    assert wall.state == "over"
    room.passes(5 * MIN)
    room.happens(Reverted(tournament=1, seqs=(room.state.seq,)))
    assert (room.left, room.keeper.left_ms(1, 2)) == (10 * MIN, 15 * MIN)


def test_a_round_that_was_called_off_has_no_clock_and_has_it_again_when_that_is_taken_back(
    room: Room,
) -> None:
    room.happens(RoundStarted(**ALL))
    room.passes(10 * MIN)
    room.happens(RoundsCalledOff(tournament=1, rounds=(1,), reason="Fire alarm."))
    assert room.keeper.follow(room.state) == ()
    room.passes(5 * MIN)
    room.happens(Reverted(tournament=1, seqs=(room.state.seq,)))
    assert room.left == 60 * MIN
