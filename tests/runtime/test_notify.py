"""The service manager is informed that the service is ready, how it fares, and that its main loop turns."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.notify import LONGEST, STATUS_S, Manager, without
from tests.systemd import Ear


@pytest.fixture(params=["path", "abstract"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return (
        f"@jantaku-test-{os.getpid()}-{tmp_path.name}" if request.param == "abstract" else str(tmp_path / "s")
    )


@pytest.fixture
def ear(address: str) -> Iterator[Ear]:
    made = Ear(address)
    yield made
    made.socket.close()


class Time:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def manager(address: str, clock: Time, **environment: str) -> Manager:
    return Manager({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "60000000"} | environment, clock)


def test_the_first_turn_is_ready_and_every_later_one_a_sign_of_life(address: str, ear: Ear) -> None:
    clock = Time()
    notify = manager(address, clock)
    notify.turns(lambda: "All is well.")
    assert ear.received() == ["READY=1", "STATUS=All is well.", "WATCHDOG=1"]
    notify.turns(lambda: "All is well.")
    assert ear.received() == [], "so often is not needed"
    clock.now += STATUS_S
    notify.turns(lambda: "Not well: broker.")
    assert ear.received() == ["STATUS=Not well: broker.", "WATCHDOG=1"]
    clock.now += STATUS_S
    notify.turns(lambda: "Not well: broker.")
    assert ear.received() == ["WATCHDOG=1"]


def test_a_short_watchdog_is_fed_often_enough(address: str, ear: Ear) -> None:
    clock = Time()
    notify = manager(address, clock, WATCHDOG_USEC="2000000")
    notify.turns(lambda: "")
    ear.received()
    clock.now += 0.5
    notify.turns(lambda: "")
    assert ear.received() == ["WATCHDOG=1"]


def test_a_beginning_may_last_and_the_first_turn_takes_that_back(address: str, ear: Ear) -> None:
    notify = manager(address, Time())
    notify.begins("Begins.", 300.0)
    assert ear.received() == ["STATUS=Begins.", "WATCHDOG_USEC=300000000", "WATCHDOG=1"]
    notify.stands("The disk is full.", 300.0)
    assert ear.received() == ["READY=1", "STATUS=The disk is full.", "WATCHDOG=1"]
    notify.begins("Begins.", 10.0)
    assert ear.received() == ["STATUS=Begins.", "WATCHDOG_USEC=60000000", "WATCHDOG=1"], (
        "never less than the unit's"
    )
    notify.begins("Begins.", 300.0)
    ear.received()
    notify.turns(lambda: "All is well.")
    assert ear.received() == ["STATUS=All is well.", "WATCHDOG_USEC=60000000", "WATCHDOG=1"]


def test_a_status_is_one_short_line(address: str, ear: Ear) -> None:
    manager(address, Time()).turns(lambda: "one\nREADY=0 " + "x" * 1000)
    ready, status, life = ear.received()
    assert (ready, life) == ("READY=1", "WATCHDOG=1")
    assert status.startswith("STATUS=one READY=0 x")
    assert len(status) == len("STATUS=") + LONGEST


@pytest.mark.parametrize(
    "environment", [{"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "soon"}, {"WATCHDOG_PID": "1"}]
)
def test_without_a_watchdog_of_its_own_a_service_gives_no_sign_of_life(
    environment: dict[str, str], address: str, ear: Ear
) -> None:
    notify = manager(address, Time(), **environment)
    notify.begins("Begins.", 300.0)
    notify.turns(lambda: "All is well.")
    assert ear.received() == ["STATUS=Begins.", "READY=1", "STATUS=All is well."]


@pytest.mark.parametrize("address", ["", "/nowhere/s", "vsock:2:1"])
def test_nobody_who_listens_is_no_trouble(address: str) -> None:
    notify = manager(address, Time())
    notify.begins("Begins.", 1.0)
    notify.turns(lambda: "All is well.")


def test_a_child_does_not_speak_for_its_parent() -> None:
    assert without({"NOTIFY_SOCKET": "/run/s", "PATH": "/bin"}) == {"PATH": "/bin"}
