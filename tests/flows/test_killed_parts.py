"""Every part of a table is killed by an exception: told within a second, back within five, nothing lost."""

from __future__ import annotations

import gc
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.assembly.run import loop
from controller.bus.gate import Order
from controller.cli import main
from engine.state.events import Discarded, HandStarted
from runtime.logs import log
from runtime.parts import TABLE
from runtime.tasks import EXIT, BrokenError
from tests.flows.bench import AWAY, BACK_S, Bench, begin
from tests.flows.killed_alone import (
    ALONE,
)
from tests.killing import kill, left, named, until


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    running = begin(tmp_path_factory.mktemp("table"))
    assert until(
        lambda: any(isinstance(e, HandStarted) for e in running.service.table.events), 200, running.step
    )
    yield Bench(running)
    running.close()


def answers(bench: Bench) -> bool:
    try:
        with urllib.request.urlopen(f"{bench.running.url}config.json", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def kill_mqtt(bench: Bench) -> None:
    thread = named("paho-mqtt-client-table-")
    kill(thread)
    bench.alerted("mqtt", 0)
    part = bench.part("mqtt")
    assert until(lambda: part.restarts == 1, BACK_S, bench.running.step)
    assert thread.is_alive()


def kill_web(bench: Bench) -> None:
    kill(named("web"))
    answers(bench)
    bench.alerted("web", 0)
    assert until(lambda: answers(bench), BACK_S)


def kill_evidence(bench: Bench) -> None:
    kept = bench.running.service._parts.evidence
    assert kept is not None
    kept._turns.put("poison")  # type: ignore[arg-type]
    bench.alerted("evidence", 0)
    lines = len(bench.running.service.table.records)

    def later() -> bool:
        records = bench.running.service.table.records[lines:]
        return bool(kept.pictures(record.seq for record in records))

    assert until(later, 200, bench.running.step)
    assert bench.part("evidence").restarts == 0, "one picture is left out, and nothing else"


def kill_evidence_lent(bench: Bench) -> None:
    lender = bench.running.service._club_link._lender
    order = Order(id="q", by="club", name="pause", body={}, sender="club")
    assert lender.ask(order) is None
    bench.alerted("evidence-lent", 0)
    again = Order(id="r", by="club", name="evidence.list", body={"game": "none", "hand": 0}, sender="club")
    assert lender.ask(again) is None
    found: list[Any] = []
    assert until(lambda: found, BACK_S, lambda: found.extend(lender.ready()))
    assert "no such game" in str(found[0][1])


def kill_learning(bench: Bench) -> None:
    learning = bench.running.service._parts.learning
    assert learning is not None
    assert until(lambda: not learning.now().busy, BACK_S, bench.running.step)
    learning._work.put("poison")  # type: ignore[arg-type]
    bench.alerted("learning", 0)
    learning.order("forget")
    assert until(lambda: not learning.now().busy, BACK_S, bench.running.step)
    assert bench.part("learning").restarts == 0, "one hand is left out, and nothing else"


def kill_readings(bench: Bench) -> None:
    eyes = bench.running.service._parts.eyes
    assert eyes is not None
    readings = eyes._readings
    reader = readings._detector
    fails = [True]

    class Failing:
        def detect(self, *given: Any) -> Any:
            if fails and fails.pop():
                raise IndexError("a tile too many")
            return reader.detect(*given)

    readings._detector = Failing()
    seen = len(bench.running.service.table.events)
    bench.alerted("readings", 0)
    assert until(lambda: len(bench.running.service.table.events) > seen + 2, 200, bench.running.step)
    readings._detector = reader


def kill_voice(bench: Bench) -> None:
    voice = bench.running.service._parts.voice
    assert voice is not None
    voice._queue.put((0.0, "poison"))  # type: ignore[arg-type]
    bench.alerted("voice", 0)
    assert until(lambda: bench.part("voice").restarts == 1 and voice._queue.empty(), BACK_S)


def kill_other(bench: Bench) -> None:
    with log("error", bench.running.tasks):
        thread = threading.Thread(target=lambda: 1 // 0)
        thread.start()
        thread.join()
        bench.alerted("other", 0)


RUNNING: dict[str, Callable[[Bench], None]] = {
    "mqtt": kill_mqtt,
    "web": kill_web,
    "evidence": kill_evidence,
    "evidence-lent": kill_evidence_lent,
    "learning": kill_learning,
    "readings": kill_readings,
    "voice": kill_voice,
    "other": kill_other,
}
"""Those of a virtual table, killed while it plays."""


ITSELF = {"main"}
"""Has a test of its own: the process ends."""


def test_every_part_of_a_table_is_killed_here() -> None:
    assert {*RUNNING, *ALONE, *ITSELF} == set(TABLE)


@pytest.mark.parametrize("name", RUNNING)
def test_a_part_of_a_running_table_that_fails_is_reported_and_comes_back(bench: Bench, name: str) -> None:
    before = bench.lying()
    RUNNING[name](bench)
    assert bench.lying()[: len(before)] == before
    assert bench.running.tasks.doomed is None


@pytest.mark.parametrize("name", ALONE)
def test_a_part_beside_it_that_fails_is_reported_and_comes_back(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ALONE[name](monkeypatch if name == "firmware-build" else tmp_path)


def test_a_main_loop_that_fails_ends_the_process_and_the_next_one_goes_on_where_it_was(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = begin(tmp_path, speed=0.0)

    def watch(accepted: object) -> bool:
        del accepted
        if any(isinstance(e, Discarded) for e in running.service.table.events):
            running.after = lambda: 1 // 0  # type: ignore[assignment]
        return True

    with pytest.raises(BrokenError, match="the main loop"):
        loop(running, watch)
    assert running.tasks.doomed == "main"
    assert "ZeroDivisionError" in caplog.text
    confirmed = running.service.table.events
    bus, said = running.service._parts.bus, list[str]()
    close = bus.close

    def closing(reason: str) -> None:
        said.append(reason)
        close(reason)

    monkeypatch.setattr(bus, "close", closing)
    running.close()
    assert said == ["failed"]
    again = begin(tmp_path, speed=0.0)
    assert again.service.table.events == confirmed
    again.close()


def test_the_program_ends_with_its_exit_code_and_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.loop.service.Service.step", lambda *_: 1 // 0)
    monkeypatch.setattr("runtime.tasks.Tasks.end_hard", lambda _: None)
    options = ("--speed", "0", "--no-browser", "--broker", AWAY, "--data", str(tmp_path))
    ran = CliRunner().invoke(main, ["run", *options])
    assert ran.exit_code == EXIT
    assert "jantaku: The program cannot go on without one part, the main loop." in ran.output
    assert "ZeroDivisionError" in ran.output


def test_a_table_that_is_closed_leaves_no_thread_and_no_open_file(tmp_path: Path) -> None:
    before = threading.enumerate()
    running = begin(tmp_path)
    for _ in range(20):
        running.step()
    assert set(threading.enumerate()) - set(before)
    running.close()
    assert left(before) == []
    gc.collect()
