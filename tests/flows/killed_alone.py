"""Kills parts of a real table, and of one that serves other computers."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from contract.messages.seat_panel import Button
from contract.topics import Topics
from controller.broker.broker import EmbeddedBroker
from controller.broker.discovery import PAGE, Offer, announce
from controller.panel.panel_gpio import GpioPanel
from firmware_bridge.device import DeviceLostError, News, Trouble
from firmware_bridge.message import Flag, Home, MachineState, Press, Status
from firmware_bridge.serial_device import SerialDevice
from firmware_bridge.virtual.device import BuiltDevice
from firmware_bridge.virtual.saved_state import Left
from firmware_bridge.virtual.simulated_device import SimulatedDevice
from firmware_bridge.virtual.simulator import Faults, Timing
from runtime.tasks import State, Tasks
from tests.controller.broker.test_discovery import Registrar
from tests.controller.panel.test_panel_gpio import PINS
from tests.firmware_bridge.test_serial_device import Cable
from tests.firmware_bridge.virtual.test_simulator import Mat
from tests.flows.bench import BACK_S, TOLD_S
from tests.killing import kill, named, until
from tests.vision.camera.test_live import Ticks
from vision.camera.live import LiveCamera
from vision.camera.sources import CameraError


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


ALONE: dict[str, Callable[..., None]] = {
    "machine-link": kill_machine_link,
    "camera": kill_camera,
    "seat-panel": kill_seat_panel,
    "firmware-build": kill_firmware_build,
    "announce": kill_announce,
    "broker": kill_broker,
}
"""Those of a real table and of one that serves others."""
