"""What is cut, killed or away during play: no hand is lost, none is recorded twice."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

from club.log.events import RoundStarted
from tests.club.hub.evening import Evening, truth
from tests.controller.broker.client import needs_mosquitto

pytestmark = needs_mosquitto
Begin = Callable[..., Evening]


def finished(night: Evening) -> bool:
    games = [table.table.game for table in night.tables]
    return all(game is not None and game.finished for game in games)


def all_there(night: Evening) -> bool:
    """Everything that was played is in the log, once, and acknowledged."""
    assert night.until(lambda: not any(len(table.club_link.outbox) for table in night.tables))
    assert sorted(night.hands) == sorted((game, hand, 1) for game, hand in truth(night.tables))
    assert len(night.results) == len(night.tables)
    return True


def test_a_table_without_network_for_its_whole_game(evening: Begin) -> None:
    """K-FAIL-03: it plays on, and hands everything over later."""
    night = evening(2)
    night.draw()
    assert night.until(lambda: all(night.view(f"table-{n}").pending is None for n in (1, 2)))
    night.enter(RoundStarted(tournament=1, round=1))
    assert night.until(lambda: night.clock_runs, play=False)
    night.relays[0].cut()
    assert night.until(lambda: finished(night))
    assert night.game(1).result is None
    night.relays[0].mend()
    assert night.until(lambda: len(night.results) == 2)
    assert all_there(night)


def test_a_hub_that_is_killed_between_the_log_and_its_word(evening: Begin, monkeypatch: Any) -> None:
    """The hand is in the log and the table does not know: it says it again to the next hub."""
    night = evening()
    monkeypatch.setattr(night.hub.log_queue, "_acknowledge", lambda *_: None)
    night.draw()
    night.enter(RoundStarted(tournament=1, round=1))
    assert night.until(lambda: len(night.hands) >= 3)
    night.hub.close()
    night.another_hub()
    assert night.until(lambda: finished(night) and len(night.results) == 1)
    assert all_there(night)


def test_hubs_that_come_and_go(evening: Begin) -> None:
    night = evening(2)
    night.draw()
    night.enter(RoundStarted(tournament=1, round=1))
    for least in (1, 5, 9):
        assert night.until(lambda least=least: len(night.hands) >= least)  # type: ignore[misc]
        night.hub.close()
        night.another_hub()
    assert night.until(lambda: len(night.results) == 2)
    assert all_there(night)


def test_a_broker_that_is_killed(evening: Begin) -> None:
    night = evening()
    night.draw()
    night.enter(RoundStarted(tournament=1, round=1))
    assert night.until(lambda: len(night.hands) >= 2)
    pid = night.club.mosquitto.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert night.until(lambda: len(night.results) == 1)
    assert all_there(night)


def test_a_table_that_is_killed_tells_what_it_had_not_told(evening: Begin) -> None:
    night = evening()
    night.draw()
    assert night.until(lambda: night.view().pending is None)
    night.enter(RoundStarted(tournament=1, round=1))
    assert night.until(lambda: night.clock_runs, play=False)
    night.relays[0].cut()
    assert night.until(lambda: len(truth(night.tables)) >= 3)
    killed = night.tables.pop()
    killed.bus._client.loop_stop()
    killed.drop()
    again = night.add_table("table-1")
    assert again.table.name == killed.table.name
    assert night.until(lambda: len(night.results) == 1)
    assert all_there(night)


def test_a_gong_that_a_table_did_not_hear_comes_later_with_the_time_that_is_left(evening: Begin) -> None:
    night = evening()
    night.draw()
    assert night.until(lambda: night.view().pending is None)
    night.relays[0].cut()
    night.enter(RoundStarted(tournament=1, round=1))
    assert night.until(lambda: 0 < (night.hub.timekeeper.left_ms(1) or 0) < 75 * 60_000 - 1500)
    night.relays[0].mend()
    assert night.until(lambda: bool(truth(night.tables)) and night.clock_runs)
    clock = night.view().clock
    assert clock is not None
    assert clock.left_ms < 75 * 60_000 - 1000


def test_a_bridge_that_is_cut_for_a_while(evening: Begin) -> None:
    """A table with a broker of its own: what it tells passes the bridge, and waits there meanwhile."""
    night = evening(1, bridged=True)
    night.draw()
    assert night.until(lambda: night.view().pending is None and night.view().sitting)
    night.enter(RoundStarted(tournament=1, round=1))
    assert night.until(lambda: len(night.hands) >= 2)
    night.relays[0].cut()
    before = len(truth(night.tables))
    assert night.until(lambda: len(truth(night.tables)) >= before + 3 or finished(night))
    night.relays[0].mend()
    assert night.until(lambda: len(night.results) == 1)
    assert all_there(night)
