"""What ends before its time reaches the tables: no hand follows, and they are let go."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from club.log.effects import Asked, drafted
from club.log.events import Reverted, RoundClosed, RoundStarted
from tests.club.hub.evening import Evening
from tests.club.hub.test_orders import seated, started
from tests.club.log.build import drawn
from tests.controller.broker.client import needs_mosquitto

pytestmark = needs_mosquitto
Begin = Callable[..., Evening]
WAIT_S = 90.0


def end(night: Evening, what: str, number: int = 0, seconds: int = 0, **more: bool) -> None:
    asked = Asked(what, number, reason="Fire alarm.", **more)  # type: ignore[arg-type]
    night.enter(*drafted(night.desk.state, 1, asked, seconds).events)


def history(night: Evening, table: int = 0) -> int:
    game = night.tables[table].table.game
    assert game is not None
    return len(game.history)


def free(night: Evening, name: str = "table-1") -> bool:
    return night.view(name).sitting is None


def test_an_evening_that_ends_before_the_gong_lets_its_tables_go(evening: Begin) -> None:
    night = seated(evening, 2)
    end(night, "event")
    assert night.until(lambda: free(night) and free(night, "table-2"), WAIT_S)
    assert not night.hub.pending.waits("table-1", "assign")


def stands_in_a_hand(night: Evening) -> int:
    """A round is played, and its table stands still in the middle of a hand; how many are finished."""
    night.enter(RoundStarted(tournament=1, round=1))
    table = night.tables[0]

    def in_play() -> bool:
        game = table.table.game
        return game is not None and bool(game.history) and game.in_play is not None

    assert night.until(in_play, WAIT_S)
    table.turn = table.still  # type: ignore[method-assign]
    return history(night)


def over(night: Evening) -> bool:
    clock = night.view().clock
    return clock is not None and clock.over


@pytest.mark.parametrize("restarted", [False, True])
def test_a_round_called_off_in_the_middle_of_a_game(evening: Begin, restarted: bool) -> None:
    """The hand in play is the last one; then the table is free, and the next round finds it."""
    night = evening(1)
    night.draw(rounds=2)
    played = stands_in_a_hand(night)
    if restarted:
        night.hub.close()
    end(night, "round", 1)
    if restarted:
        night.another_hub()
    assert night.until(lambda: over(night), WAIT_S)
    del night.tables[0].turn  # its people finish their hand
    assert night.until(lambda: free(night), WAIT_S)
    assert history(night) == played + 1
    assert night.until(lambda: all(len(table.club_link.outbox) == 0 for table in night.tables), WAIT_S)
    ended = night.desk.state.tournament(1)
    assert (ended.playing, ended.over(1), len(night.game().hands)) == (None, True, played + 1)
    night.enter(drawn(2, night.persons), RoundStarted(tournament=1, round=2))
    assert night.until(lambda: night.game(round_=2).result is not None, WAIT_S)
    night.enter(RoundClosed(tournament=1, round=2))


def test_a_round_that_is_over_now_ends_with_the_hand_in_play(evening: Begin) -> None:
    night = evening(1)
    night.draw()
    played = stands_in_a_hand(night)
    left = night.hub.timekeeper.left_ms(1)
    assert left is not None
    end(night, "time", 1, seconds=left // 1000, ends=True)
    assert night.until(lambda: over(night), WAIT_S)
    del night.tables[0].turn
    assert night.until(lambda: night.game().result is not None, WAIT_S)
    assert (history(night), len(night.game().hands)) == (played + 1, played + 1)
    night.enter(RoundClosed(tournament=1, round=1))


@pytest.mark.parametrize("gone", [False, True])
def test_a_round_that_was_called_off_by_mistake_is_played_on(evening: Begin, gone: bool) -> None:
    """Also where the table has been let go meanwhile."""
    night = seated(evening)
    started(night)
    end(night, "round", 1)
    assert not gone or night.until(lambda: free(night), WAIT_S)
    night.enter(Reverted(tournament=1, seqs=(night.desk.state.seq,), reason="It was next door."))
    del night.tables[0].turn  # the people sit down again
    assert night.until(lambda: night.game().result is not None, WAIT_S)
    night.enter(RoundClosed(tournament=1, round=1))


def test_a_round_that_is_shortened_before_its_gong_is_assigned_so(evening: Begin) -> None:
    night = seated(evening)
    end_minutes = Asked("time", 1, minutes=45, reason="The last bus.")
    night.enter(*drafted(night.desk.state, 1, end_minutes).events)
    wanted = 45 * 60_000

    def left() -> int | None:
        clock = night.view().clock
        return None if clock is None else clock.left_ms

    assert night.until(lambda: left() == wanted, WAIT_S)
    started(night)
    assert left() is not None
    assert left() <= wanted  # type: ignore[operator]


def test_time_that_is_taken_from_a_round_which_is_played_comes_back_when_that_is_reverted(
    evening: Begin,
) -> None:
    night = seated(evening)
    started(night)
    asked = Asked("time", 1, minutes=10, reason="The last bus.")
    night.enter(*drafted(night.desk.state, 1, asked, seconds=30 * 60).events)

    def left_min() -> int:
        clock = night.view().clock
        return 0 if clock is None else round(clock.left_ms / 60_000)

    assert night.until(lambda: left_min() == 45, WAIT_S)
    assert round(night.hub.timekeeper.left_ms(1) / 60_000) == 45  # type: ignore[operator]
    night.enter(Reverted(tournament=1, seqs=(night.desk.state.seq,), reason="No bus."))
    assert night.until(lambda: left_min() == 75, WAIT_S)
