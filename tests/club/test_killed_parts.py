"""Every part of a hub is killed by an exception: told within a second, back within five, no hand lost."""

from __future__ import annotations

import gc
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from club.cli import hub
from club.hub.broker import Broker
from club.hub.config import load
from club.log.events import RoundStarted
from club.process import Running, start
from controller.cli import main
from runtime.logs import log
from runtime.parts import HUB
from runtime.tasks import BUDGET, EXIT, Part, Tasks
from tests.club.hub.conftest import club, evening
from tests.club.hub.evening import Evening, truth
from tests.controller.broker.client import needs_mosquitto
from tests.killing import kill, left, named, until

__all__ = ["club", "evening"]
TOLD_S, BACK_S = 1.0, 5.0


def begin(folder: Path) -> Running:
    return start(load(None, {"data": folder, "broker": {"url": "mqtt://127.0.0.1:1"}, "web": {"port": 0}}))


class Bench:
    def __init__(self, running: Running) -> None:
        self.running = running

    def part(self, name: str) -> Part:
        return next(part for part in self.running.tasks.parts if part.name == name)

    def answers(self, path: str = "api/live") -> bool:
        try:
            with urllib.request.urlopen(f"{self.running.server.url}{path}", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def alerted(self, name: str) -> None:
        """It fails, and all three feeds of the pages say so in time."""
        assert until(lambda: self.part(name).failures > 0, BACK_S), name
        feeds = self.running.server._feeds
        code = f"part_failed_{name}"
        assert until(lambda: all(code in feed.since(None).get("hub", ()) for feed in feeds), TOLD_S)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    running = begin(tmp_path_factory.mktemp("hub"))
    yield Bench(running)
    running.close.close()


def kill_log(bench: Bench) -> None:
    done = threading.Event()
    log_queue = bench.running.hub.log_queue
    kill(named("club-log"))
    log_queue._put("wakes", lambda: None)
    bench.alerted("club-log")
    log_queue._put("works again", done.set)
    assert done.wait(BACK_S)


def kill_hub(bench: Bench) -> None:
    kill(named("club-hub"))
    bench.alerted("club-hub")
    beats = bench.part("club-hub").beats
    assert until(lambda: bench.part("club-hub").beats > beats + 2, BACK_S)


def kill_mqtt(bench: Bench) -> None:
    thread = named("paho-mqtt-client-hub-")
    kill(thread)
    bench.alerted("club-mqtt")
    assert until(lambda: bench.part("club-mqtt").restarts == 1, BACK_S)
    assert thread.is_alive()


def kill_web(bench: Bench) -> None:
    kill(named("club-web"))
    bench.answers("index.html")
    assert until(lambda: bench.part("club-web").failures > 0, BACK_S)
    assert until(lambda: bench.answers("index.html"), BACK_S)
    bench.alerted("club-web")


def kill_feed(bench: Bench) -> None:
    broadcast = bench.running.server.broadcast
    look, fails = broadcast.look, [True]

    def failing() -> None:
        if fails and fails.pop():
            raise IndexError
        look()

    broadcast.look = failing  # type: ignore[method-assign]
    bench.alerted("club-feed")
    assert until(lambda: bench.part("club-feed").restarts == 1, BACK_S)
    broadcast.look = look  # type: ignore[method-assign]


def kill_other(bench: Bench) -> None:
    with log("error", bench.running.tasks):
        thread = threading.Thread(target=lambda: 1 // 0)
        thread.start()
        thread.join()
    bench.alerted("other")


def kill_sweep(bench: Bench) -> None:
    kill(named("club-sweep"))
    bench.running.server._services.people._forgotten()
    bench.alerted("club-sweep")
    assert until(lambda: bench.part("club-sweep").restarts == 1, BACK_S)


RUNNING: dict[str, Callable[[Bench], None]] = {
    "club-log": kill_log,
    "club-hub": kill_hub,
    "club-mqtt": kill_mqtt,
    "club-feed": kill_feed,
    "other": kill_other,
    "club-web": kill_web,
    "club-sweep": kill_sweep,
}
ITSELF = {"main", "club-broker"}
"""Have tests of their own: the one only waits for a signal, and this hub needs no broker of its own."""


def test_every_part_of_a_hub_is_killed_here() -> None:
    assert {*RUNNING, *ITSELF} == set(HUB)


@pytest.mark.parametrize("name", RUNNING)
def test_a_part_of_a_hub_that_fails_is_reported_on_its_pages_and_comes_back(bench: Bench, name: str) -> None:
    RUNNING[name](bench)
    assert bench.running.tasks.doomed is None


@needs_mosquitto
def test_the_keeper_of_a_hubs_own_broker_that_fails_comes_back_with_another_broker(tmp_path: Path) -> None:
    tasks = Tasks()
    broker = Broker(tmp_path, "home", part=tasks.part("club-broker"))
    broker.start()
    try:
        before = broker.pid
        kill(named("club-broker"))
        assert until(lambda: [part.name for part in tasks.troubled] == ["club-broker"], TOLD_S)
        assert until(lambda: broker.pid not in {None, before}, BACK_S)
        assert tasks.doomed is None
    finally:
        broker.stop()


def test_a_hub_whose_needed_part_cannot_go_on_ends_with_its_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "_announce", lambda running, **_: doom(running))

    def doom(running: Running) -> None:
        for _ in range(BUDGET + 1):
            next(part for part in running.tasks.parts if part.name == "club-log").failed(IndexError())

    monkeypatch.setattr("runtime.tasks.Tasks.end_hard", lambda _: None)
    options = ("--data", str(tmp_path), "--broker", "mqtt://127.0.0.1:1", "--port", "0")
    ran = CliRunner().invoke(main, ["club", "hub", *options])
    assert ran.exit_code == EXIT


def test_a_hub_that_is_closed_leaves_no_thread_and_no_open_file(tmp_path: Path) -> None:
    before = threading.enumerate()
    running = begin(tmp_path)
    bench = Bench(running)
    assert until(lambda: bench.answers("index.html"))
    running.close.close()
    assert left(before) == []
    gc.collect()


@needs_mosquitto
def test_no_hand_is_lost_or_doubled_while_parts_are_killed(evening: Callable[..., Evening]) -> None:
    night = evening()
    night.draw()
    night.enter(RoundStarted(tournament=1, round=1))
    threads = {part.name: part._thread for part in night.hub._parts.tasks.parts}
    threads["club-mqtt"] = night.hub.wire._client._thread
    for least, name in ((1, "club-log"), (3, "club-mqtt"), (5, "club-hub"), (6, "club-log")):
        assert night.until(lambda least=least: len(night.hands) >= least)  # type: ignore[misc]
        thread = threads[name]
        assert thread is not None
        kill(thread)
    assert night.until(lambda: len(night.results) == 1)
    assert night.until(lambda: not len(night.tables[0].club_link.outbox))
    assert sorted(night.hands) == sorted((game, hand, 1) for game, hand in truth(night.tables))
    assert sum(part.restarts for part in night.hub._parts.tasks.parts) >= 3
