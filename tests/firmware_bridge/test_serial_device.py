from __future__ import annotations

import errno
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from contract.messages import LinkView
from firmware_bridge import serial_device
from firmware_bridge.device import Answered, DeviceLostError, Greeted, News, Trouble
from firmware_bridge.message import Answer, Home, MachineState, Press, Reason, Reply, Status
from firmware_bridge.serial_device import SerialDevice, SerialPort
from firmware_bridge.virtual.simulator import Faults, SimulatedMachine, Timing
from tests.firmware_bridge.ports import SerialLine
from tests.firmware_bridge.virtual.test_simulator import Mat


class Cable:
    """A pseudo terminal with the simulated machine behind it; its name is a link, as udev makes one."""

    def __init__(self, link: Path) -> None:
        self._link = link
        self._alive = threading.Event()
        self.plug_in()

    def plug_in(self, seed: int = 1) -> None:
        self._line = SerialLine()
        self._link.symlink_to(self._line.name)
        machine = SimulatedMachine(self._line, Mat(), seed, Timing().times(0.02), Faults(jam=0.0))
        self._alive.set()
        self._thread = threading.Thread(target=self._live, args=(machine,))
        self._thread.start()

    def unplug(self) -> None:
        self._alive.clear()
        self._thread.join()
        self._link.unlink()
        self._line.close()

    def _live(self, machine: SimulatedMachine) -> None:
        while self._alive.is_set():
            machine.step(time.monotonic())
            time.sleep(0.002)


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[tuple[Cable, Path]]:
    link = tmp_path / "mjtable"
    cable = Cable(link)
    yield cable, link
    cable.unplug()


def wait_for(device: SerialDevice, what: Callable[[News], bool], lost: list[str] | None = None) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            if any(what(news) for news in device.poll(0.0)):
                return
        except DeviceLostError as error:
            if lost is None:
                raise
            lost.append(str(error))
        time.sleep(0.01)
    raise AssertionError("it did not come")


def stands(state: MachineState) -> Callable[[News], bool]:
    return lambda news: isinstance(news, Status) and news.state is state


def test_the_same_machine_answers_over_a_serial_port(cable: tuple[Cable, Path]) -> None:
    device = SerialDevice(str(cable[1]))
    device.open()
    try:
        wait_for(device, stands(MachineState.UNHOMED))
        device.send(Press())
        device.send(Home())
        wait_for(device, stands(MachineState.READY))
        assert device.statistics.lives == 1
    finally:
        device.close()


def test_a_port_that_vanishes_is_reported_and_found_again(cable: tuple[Cable, Path]) -> None:
    device = SerialDevice(str(cable[1]))
    device.open()
    lost: list[str] = []
    try:
        wait_for(device, stands(MachineState.UNHOMED))
        cable[0].unplug()
        time.sleep(0.1)
        cable[0].plug_in(seed=2)
        wait_for(device, lambda news: isinstance(news, Greeted) and news.fresh, lost)
        wait_for(device, stands(MachineState.UNHOMED), lost)
        assert lost
        assert all(sentence.endswith((".", "again.")) for sentence in lost)
    finally:
        device.close()


def test_a_machine_that_is_switched_on_later_is_found_and_moves_by_no_old_command(tmp_path: Path) -> None:
    link = tmp_path / "mjtable"
    device = SerialDevice(str(link), waits=True)
    device.open()
    lost: list[str] = []
    try:
        with pytest.raises(DeviceLostError, match="cannot be opened") as failure:
            device.poll(0.0)
        assert failure.value.trouble is Trouble.PORT
        device.send(Home())
        cable = Cable(link)
        try:
            refused = Answered(Home(), Reply(Answer.REFUSED, Reason.LEASE))
            wait_for(device, lambda news: news == refused, lost)
            wait_for(device, stands(MachineState.UNHOMED), lost)
            end = time.monotonic() + 0.5
            while time.monotonic() < end:
                assert not any(stands(MachineState.HOMING)(news) for news in device.poll(0.0))
                time.sleep(0.01)
            device.send(Press())
            device.send(Home())
            wait_for(device, stands(MachineState.READY), lost)
        finally:
            cable.unplug()
    finally:
        device.close()


def test_a_missing_port_is_one_clear_sentence() -> None:
    with pytest.raises(DeviceLostError, match="cannot be opened"):
        SerialDevice("/dev/no-such-port").open()


class Port:
    """A port that was opened; `closed` counts."""

    def __init__(self, _: str = "") -> None:
        self.closed = 0

    def close(self) -> None:
        self.closed += 1


class Link:
    """The service's end, which notes whether it may renew the lease; `fails` is an error of the program."""

    def __init__(self) -> None:
        self.leases: list[bool] = []
        self.under_way: Home | None = Home()
        self.fails = False
        self.ports: list[Port] = []
        self.statistics = LinkView(sent=7)

    def poll(self, now: float, lease: bool) -> list[News]:
        del now
        if self.fails:
            raise RuntimeError("a fault of the program")
        self.leases.append(lease)
        return []

    def drop(self) -> None:
        self.under_way = None

    def reconnect(self, port: Port) -> None:
        self.ports.append(port)


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> SerialDevice:
    """A device whose thread does not run, over a port of the test."""
    monkeypatch.setattr(serial_device, "SerialPort", Port)
    monkeypatch.setattr(serial_device, "REOPEN_S", 0.0)
    device: Any = SerialDevice("somewhere")
    device._port, device._link = Port(), Link()
    return cast(SerialDevice, device)


def link_of(device: SerialDevice) -> Link:
    return cast(Link, device._link)


def test_the_lease_is_renewed_for_a_second_after_the_service_asked(
    bare: SerialDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(serial_device, "time", SimpleNamespace(monotonic=lambda: now))
    bare.poll(0.0)
    for after in (0.0, 0.99, 1.0, 1.5):
        now = 100.0 + after
        bare._turn()
    bare.poll(0.0)
    bare._turn()
    assert link_of(bare).leases == [True, True, False, False, True]
    assert bare.statistics == LinkView(sent=7)


def test_a_port_is_closed_before_it_is_opened_again_and_at_the_end(bare: SerialDevice) -> None:
    first = cast(Port, bare._port)
    bare._reopen()
    again = cast(Port, bare._port)
    assert first.closed == 1
    assert link_of(bare).ports == [again]
    bare._shut()
    assert (again.closed, bare._port) == (1, None)
    bare._shut()
    assert again.closed == 1


def test_a_command_on_which_the_link_fails_twice_is_given_up(bare: SerialDevice) -> None:
    link = link_of(bare)
    link.fails = True
    with pytest.raises(RuntimeError):
        bare._run()
    assert link.under_way == Home()
    with pytest.raises(RuntimeError):
        bare._run()
    assert link.under_way is None
    assert len(link.ports) == 1, "the port is opened anew"


def test_only_who_came_late_refuses_what_waited(bare: SerialDevice) -> None:
    bare.send(Home())
    bare._reopen()
    assert bare.poll(0.0) == []
    bare._absent = True
    bare._reopen()
    assert bare.poll(0.0) == [Answered(Home(), Reply(Answer.REFUSED, Reason.LEASE))]
    bare.send(Home())
    bare._reopen()
    assert bare.poll(0.0) == [], "it is there by now"


def test_a_board_is_reset_by_a_pulse_of_dtr() -> None:
    """DTR of pyserial's loop is its own DSR."""
    port = SerialPort("loop://")
    seen: list[bool] = []
    over = threading.Event()

    def watch() -> None:
        while not over.is_set():
            if (now := port._serial.dsr) not in seen[-1:]:
                seen.append(now)
            time.sleep(0.001)

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        until(lambda: seen == [True])
        port.pulse_reset()
        until(lambda: len(seen) == 3)
    finally:
        over.set()
        watching.join()
        port.close()
    assert seen == [True, False, True]


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        *(
            (PermissionError(number, "No"), "sudo usermod -aG dialout")
            for number in (errno.EACCES, errno.EPERM)
        ),
        *(
            (OSError(number, "No"), "sudo fuser -v /dev/x says which")
            for number in (errno.EAGAIN, errno.EBUSY)
        ),
        *(
            (OSError(number, "No"), "because nothing of this name is plugged in: ")
            for number in (errno.ENOENT, errno.ENODEV, errno.ENXIO)
        ),
        *(
            (OSError(number, "No"), "because it is no serial port: ")
            for number in (errno.EISDIR, errno.ENOTTY)
        ),
        (ValueError(f"Could not configure port: ({errno.ENOTTY}, 'Inappropriate')"), "it is no serial port"),
        (OSError(f"could not open: ({errno.EACCES}, 'No')"), "sudo usermod -aG dialout"),
        (OSError(errno.EIO, "Worn"), "cannot be opened ([Errno 5] Worn); check machine.port and the cable."),
        (ValueError("of no kind"), "cannot be opened (of no kind); check machine.port and the cable."),
    ],
)
def test_why_a_port_does_not_open_is_said_with_what_to_do(error: Exception, why: str) -> None:
    sentence = str(serial_device._closed("/dev/x", error))
    assert sentence.startswith("The machine's port /dev/x cannot be opened ")
    assert why in sentence
    assert sentence.endswith(".")
