from __future__ import annotations

import pytest

from firmware_bridge.device import DeviceLostError
from firmware_bridge.frame import FrameType, LinkFrame, encode
from firmware_bridge.link import HostLink, MachineLink
from firmware_bridge.message import Collect, Command, DiceFell, Home, Raise, Report, Shuffle, ThrowDice
from tests.firmware_bridge.ports import BAD, Mangle, Wire

COMMANDS: list[Command] = [Home(), Collect(), Shuffle(), Raise(), ThrowDice()] * 4
REPORTS: list[Report] = [DiceFell((1 + n % 6, 1 + n // 6 % 6)) for n in range(30)]


@pytest.mark.parametrize("mangle", BAD.values(), ids=BAD.keys())
@pytest.mark.parametrize("seed", range(5))
def test_every_command_and_report_arrives_once_and_in_order(mangle: Mangle, seed: int) -> None:
    wire = Wire(mangle, seed)
    host, machine = HostLink(wire.host, session=seed), MachineLink(wire.machine)
    for command in COMMANDS:
        host.send(command)
    for report in REPORTS:
        machine.report(report)
    done: list[Command] = []
    heard: list[Report] = []
    now = 0.0
    while now < 120 and (done != COMMANDS or heard != REPORTS):
        now += 0.005
        done += machine.poll(now)
        try:
            heard += host.poll(now)
        except DeviceLostError:
            continue
    assert done == COMMANDS
    assert heard == REPORTS


def test_a_silent_machine_is_reported_lost_and_greeted_again() -> None:
    wire = Wire(BAD["perfect"], 0)
    host, machine = HostLink(wire.host), MachineLink(wire.machine)
    machine.report(DiceFell((1, 2)))
    for tick in range(20):
        machine.poll(tick / 100)
        host.poll(tick / 100)
    assert host.boots == 1
    wire.machine.unplugged = True
    host.poll(0.5)
    with pytest.raises(DeviceLostError, match="does not answer"):
        host.poll(4.0)
    wire.machine.unplugged = False
    machine.report(DiceFell((3, 4)))
    heard: list[Report] = []
    for tick in range(100):
        machine.poll(5 + tick / 100)
        heard += host.poll(5 + tick / 100)
    assert heard == [DiceFell((3, 4))]


def test_a_restarted_service_is_not_taken_for_the_old_one() -> None:
    wire = Wire(BAD["perfect"], 0)
    machine = MachineLink(wire.machine)
    done: list[Command] = []
    for session in (1, 2):
        host = HostLink(wire.host, session)
        host.send(Home())
        for tick in range(100):
            done += machine.poll(session * 10 + tick / 100)
            host.poll(session * 10 + tick / 100)
    assert done == [Home(), Home()]


def test_a_machine_of_another_schema_is_refused_in_words() -> None:
    wire = Wire(BAD["perfect"], 0)
    host = HostLink(wire.host)
    wire.machine.write(encode(LinkFrame(FrameType.HELLO, 0, payload=b"\x12\x34\x01\x00")))
    with pytest.raises(DeviceLostError, match="another version"):
        host.poll(0.0)


def test_the_lease_runs_out_when_the_service_withholds_it() -> None:
    wire = Wire(BAD["perfect"], 0)
    host, machine = HostLink(wire.host), MachineLink(wire.machine)
    for tick in range(50):
        machine.poll(tick / 100)
        host.poll(tick / 100)
    until = machine.lease_until
    assert until > 0.5
    for tick in range(50, 100):
        machine.poll(tick / 100)
        host.poll(tick / 100, lease=False)
    assert machine.lease_until <= until + 0.01
