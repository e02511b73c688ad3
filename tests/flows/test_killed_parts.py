"""Every part of a table is killed by an exception: told within a second, back within five, nothing lost."""

from __future__ import annotations

import gc
import json
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from contract.messages.seat_panel import Button
from contract.topics import Topics
from controller.assembly.resuming import Wishes
from controller.assembly.run import Running, loop, start
from controller.broker.broker import EmbeddedBroker
from controller.broker.discovery import PAGE, Offer, announce
from controller.bus.gate import Order
from controller.cli import main
from controller.config import parse
from controller.panel.panel_gpio import GpioPanel
from engine.state.events import Discarded, HandStarted
from firmware_bridge.device import DeviceLostError, News, Trouble
from firmware_bridge.message import Flag, Home, MachineState, Press, Status
from firmware_bridge.serial_device import SerialDevice
from firmware_bridge.virtual.device import BuiltDevice
from firmware_bridge.virtual.saved_state import Left
from firmware_bridge.virtual.simulated_device import SimulatedDevice
from firmware_bridge.virtual.simulator import Faults, Timing
from runtime.logs import log
from runtime.parts import TABLE
from runtime.tasks import EXIT, BrokenError, Part, State, Tasks
from tests.controller.broker.test_discovery import Registrar
from tests.controller.panel.test_panel_gpio import PINS
from tests.firmware_bridge.test_serial_device import Cable
from tests.firmware_bridge.virtual.test_simulator import Mat
from tests.killing import kill, left, named, until
from tests.vision.camera.test_live import Ticks
from vision.camera.live import LiveCamera
from vision.camera.sources import CameraError

TOLD_S, BACK_S = 1.0, 5.0
AWAY = "mqtt://127.0.0.1:1"


def begin(folder: Path, **wishes: Any) -> Running:
    sections = {"broker": {"url": AWAY}, "voice": {"enabled": True}, "data": folder}
    config = parse({**sections, "machine": {"simulator": "python"}}, "the test")
    return start(config, Wishes(**{"speed": 20.0, "seed": 3, **wishes}))


class Bench:
    """A virtual table that runs."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.state_topic = running.service._parts.bus._topics.state

    def part(self, name: str) -> Part:
        return next(part for part in self.running.tasks.parts if part.name == name)

    @property
    def alerts(self) -> list[str]:
        """As the screens are told."""
        kept, _ = self.running.service._parts.bus._retained[self.state_topic]
        return [alert["code"] for alert in json.loads(kept)["alerts"]]

    def told(self, name: str, failures: int) -> None:
        """The part fails once more, and the screens hear of it in time."""
        part = self.part(name)
        assert until(lambda: part.failures > failures, BACK_S, self.running.step), name
        assert until(lambda: f"part_failed_{name}" in self.alerts, TOLD_S, self.running.step), self.alerts

    def lying(self) -> list[bytes]:
        """The lines of the journal as they lie on the disk."""
        folder = self.running.service._parts.data / "games"
        return (folder / f"{self.running.service.table.name}.jsonl").read_bytes().splitlines()


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
    bench.told("mqtt", 0)
    part = bench.part("mqtt")
    assert until(lambda: part.restarts == 1, BACK_S, bench.running.step)
    assert thread.is_alive()


def kill_web(bench: Bench) -> None:
    kill(named("web"))
    answers(bench)
    bench.told("web", 0)
    assert until(lambda: answers(bench), BACK_S)


def kill_evidence(bench: Bench) -> None:
    kept = bench.running.service._parts.evidence
    assert kept is not None
    kept._turns.put("poison")  # type: ignore[arg-type]
    bench.told("evidence", 0)
    lines = len(bench.running.service.table.records)

    def later() -> bool:
        records = bench.running.service.table.records[lines:]
        return bool(kept.pictures(record.seq for record in records))

    assert until(later, 200, bench.running.step)
    assert bench.part("evidence").restarts == 0, "one picture is left out, and nothing else"


def kill_evidence_lent(bench: Bench) -> None:
    lender = bench.running.service._seam._lender
    order = Order(id="q", by="club", name="pause", body={}, sender="club")
    assert lender.ask(order) is None
    bench.told("evidence-lent", 0)
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
    bench.told("learning", 0)
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
    bench.told("readings", 0)
    assert until(lambda: len(bench.running.service.table.events) > seen + 2, 200, bench.running.step)
    readings._detector = reader


def kill_voice(bench: Bench) -> None:
    voice = bench.running.service._parts.voice
    assert voice is not None
    voice._queue.put((0.0, "poison"))  # type: ignore[arg-type]
    bench.told("voice", 0)
    assert until(lambda: bench.part("voice").restarts == 1 and voice._queue.empty(), BACK_S)


def kill_other(bench: Bench) -> None:
    with log("error", bench.running.tasks):
        thread = threading.Thread(target=lambda: 1 // 0)
        thread.start()
        thread.join()
        bench.told("other", 0)


def kill_machine_link(tmp_path: Path) -> None:
    """A real port: the machine is found again as it stood, and nothing moves by itself."""
    cable, tasks = Cable(tmp_path / "mjtable"), Tasks()
    device = SerialDevice(str(tmp_path / "mjtable"), tasks=tasks)
    seen: list[News] = []
    lost: list[Trouble] = []

    def look() -> None:
        try:
            seen.extend(device.poll(0.0))
        except DeviceLostError as error:
            lost.append(error.trouble)

    def stands(state: MachineState) -> bool:
        return any(isinstance(news, Status) and news.state is state for news in seen)

    device.open()
    try:
        assert until(lambda: stands(MachineState.UNHOMED), 20, look)
        kill(named("machine-link"))
        assert until(lambda: [part.name for part in tasks.troubled] == ["machine-link"], TOLD_S, look)
        seen.clear()
        assert until(lambda: any(isinstance(news, Status) for news in seen), BACK_S, look)
        assert {news.state for news in seen if isinstance(news, Status)} == {MachineState.UNHOMED}
        assert device.statistics.lives == 1
        assert Trouble.CABLE not in lost
        assert until(lambda: any(isinstance(n, Status) and Flag.LEASE in n.flags for n in seen), BACK_S, look)
        device.send(Press())
        device.send(Home())
        assert until(lambda: stands(MachineState.READY), 20, look)
    finally:
        device.close()
        cable.unplug()


def kill_broker(tmp_path: Path) -> None:
    tasks = Tasks()
    broker = EmbeddedBroker(tmp_path, Topics("home", "table-1"), part=tasks.part("broker"))
    broker.start()
    try:
        before = broker.pid
        kill(named("broker"))
        assert until(lambda: [part.name for part in tasks.troubled] == ["broker"], TOLD_S)
        assert until(lambda: broker.pid not in {None, before}, BACK_S), "a new one, and the old one has ended"
        assert tasks.doomed is None
    finally:
        broker.stop()


def kill_camera(tmp_path: Path) -> None:
    del tmp_path
    part = Tasks().part("camera")

    class Broken(Ticks):
        def retrieve(self) -> Any:
            if self.number > 3:
                raise ZeroDivisionError
            return super().retrieve()

    sources: list[Ticks] = [Broken(), Ticks()]
    camera = LiveCamera("t", lambda: sources.pop(0), time.monotonic, part)
    camera.open()
    assert until(lambda: part.failures == 1, BACK_S, lambda: camera._taker and camera._taker.next(0.1))
    with pytest.raises(CameraError, match="failed by an error"):
        camera.read()
    assert part.state is State.RECOVERING
    camera.open()
    assert camera.read() is not None
    camera.close()


def kill_seat_panel(tmp_path: Path) -> None:
    del tmp_path
    mock = pytest.importorskip("gpiozero.pins.mock", reason="needs gpiozero (extra pi)")
    factory, part = mock.MockFactory(), Tasks().part("seat-panel")
    panel = GpioPanel(PINS, factory, part)
    panel.start(time.monotonic)
    kill(named("seat-panel"))
    assert until(lambda: part.state is State.RECOVERING, TOLD_S)
    assert until(lambda: part.restarts == 1, BACK_S)
    factory.pin(PINS.win[2]).drive_low()
    assert until(lambda: any(s.button is Button.RON for s in panel.poll(time.monotonic())), BACK_S)
    panel.close()
    assert not part.alive


def kill_firmware_build(monkeypatch: pytest.MonkeyPatch) -> None:
    part = Tasks().part("firmware-build")

    def failing(_name: str) -> None:
        raise IndexError

    monkeypatch.setattr("firmware_bridge.virtual.native_library.load", failing)
    model = SimulatedDevice(Mat(), 1, Timing(), Faults(), Left())
    device = BuiltDevice(lambda: model, lambda: model, Left(), wait=True, part=part)
    device.open()
    assert part.state is State.RECOVERING
    assert device.trouble is not None
    assert "its model in Python stands in" in device.trouble
    device.poll(0.0)
    assert device._device is model


def kill_announce(tmp_path: Path) -> None:
    del tmp_path
    part = Tasks().part("announce")
    registrar = Registrar()
    registered, fails = registrar.register_service, [True]

    def failing(info: Any, *, allow_name_change: bool) -> None:
        if fails and fails.pop():
            raise IndexError
        registered(info, allow_name_change=allow_name_change)

    registrar.register_service = failing  # type: ignore[method-assign]
    announced = announce([Offer(PAGE, "x", 1)], "192.0.2.7", lambda _: registrar, part, registrar.look)
    assert until(lambda: part.state is State.RECOVERING, TOLD_S)
    assert until(lambda: len(registrar.there) == 1, BACK_S)
    announced.end()
    assert registrar.there == []


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
ALONE: dict[str, Callable[..., None]] = {
    "machine-link": kill_machine_link,
    "camera": kill_camera,
    "seat-panel": kill_seat_panel,
    "firmware-build": kill_firmware_build,
    "announce": kill_announce,
    "broker": kill_broker,
}
"""Those of a real table and of one that serves others."""
ITSELF = {"main"}
"""Has a test of its own: the process ends."""


def test_every_part_of_a_table_is_killed_here() -> None:
    assert {*RUNNING, *ALONE, *ITSELF} == set(TABLE)


@pytest.mark.parametrize("name", RUNNING)
def test_a_part_of_a_running_table_that_fails_is_told_and_comes_back(bench: Bench, name: str) -> None:
    before = bench.lying()
    RUNNING[name](bench)
    assert bench.lying()[: len(before)] == before
    assert bench.running.tasks.doomed is None


@pytest.mark.parametrize("name", ALONE)
def test_a_part_beside_it_that_fails_is_told_and_comes_back(
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
