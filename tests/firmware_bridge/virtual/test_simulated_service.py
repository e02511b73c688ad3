"""The simulated machine besides its cycle: settings, self-test, single axes, telemetry, black box."""

from __future__ import annotations

import pytest

from firmware_bridge import message as m
from firmware_bridge.message import NONE, Answer, Outcome, Reason, Reply, Report, Verdict
from firmware_bridge.pins import STEPPERS, Analog, Axis, Input
from firmware_bridge.settings import SETTINGS, checksum
from firmware_bridge.virtual.simulated_service import BURST, RECORDS, Workshop

DONE = Reply(Answer.DONE)


class Bench:
    def __init__(self, test_s: float = 0.2) -> None:
        self.reports: list[Report] = []
        self.workshop = Workshop(self.reports.append, test_s)

    def do(self, command: m.Command, action: int = 1) -> Reply | None:
        return self.workshop.obey(command, action)


def test_settings_count_once_they_are_whole() -> None:
    bench = Bench()
    assert bench.workshop.config == checksum({})
    first = SETTINGS[0]
    assert bench.do(m.Configure(0, first.high)) == DONE
    assert (bench.workshop.half_configured, bench.workshop.config) == (True, checksum({}))
    assert bench.do(m.Configure(1, SETTINGS[1].low)) == DONE
    wanted = checksum({first.name: first.high, SETTINGS[1].name: SETTINGS[1].low})
    assert bench.do(m.CommitConfig(wanted)) == DONE
    assert (bench.workshop.half_configured, bench.workshop.config) == (False, wanted)
    assert bench.do(m.Configure(0, first.low)) == DONE
    assert bench.do(m.CommitConfig(wanted)) == Reply(Answer.REFUSED, Reason.CONFIG)
    assert (bench.workshop.half_configured, bench.workshop.config) == (False, wanted)


@pytest.mark.parametrize("key", [0, len(SETTINGS) - 1])
def test_a_setting_is_held_to_its_bounds(key: int) -> None:
    bench, setting = Bench(), SETTINGS[key]
    for value in (setting.low, setting.high):
        assert bench.do(m.Configure(key, value)) == DONE
    for wrong in (setting.low - 1, setting.high + 1):
        assert bench.do(m.Configure(key, wrong)) == Reply(Answer.REFUSED, Reason.ARGUMENT)
    assert bench.do(m.Configure(len(SETTINGS), 1)) == Reply(Answer.REFUSED, Reason.ARGUMENT)


def test_a_self_test_reports_a_part_after_the_other_and_its_end() -> None:
    bench = Bench()
    assert bench.do(m.SelfTest(), 7) == Reply(Answer.ACCEPTED, action=7)
    bench.workshop.step(0.1, 0)
    assert bench.reports == []
    bench.workshop.step(0.1, 0)
    assert bench.reports == [m.PartTested(Axis.DRUM, NONE, Verdict.PASS, 100)]
    for _ in range(len(Axis) + len(Input)):
        bench.workshop.step(0.2, 0)
    assert len(bench.reports) == len(Axis) + len(Input) + 1
    assert bench.reports[len(Axis)] == m.PartTested(NONE, Input(0), Verdict.PASS, 1)
    assert bench.reports[-1] == m.Done(7)
    bench.workshop.step(9.0, 0)
    assert len(bench.reports) == len(Axis) + len(Input) + 1


def test_one_axis_is_tested_alone() -> None:
    bench = Bench()
    bench.do(m.SelfTest(Axis.LIFT2), 3)
    for _ in range(4):
        bench.workshop.step(0.2, 0)
    assert bench.reports == [m.PartTested(Axis.LIFT2, NONE, Verdict.PASS, 100), m.Done(3)]


def test_the_black_box_sends_the_last_faults_in_bursts_that_are_fetched() -> None:
    bench = Bench()
    for number in range(RECORDS + 2):
        bench.workshop.record(m.Fault(0x20, at_ms=number))
    assert bench.do(m.ReadCounters()) == DONE
    assert bench.reports == [m.Counters(0, 1, 0, 0, RECORDS, 0, 0, 0, 0, 0)]
    bench.reports.clear()
    assert bench.do(m.ReadFaults(), 5) == Reply(Answer.ACCEPTED, action=5)
    bench.workshop.step(0.0, BURST)
    assert bench.reports == [], "nobody has fetched those before"
    bench.workshop.step(0.0, BURST - 3)
    assert len(bench.reports) == 3
    while m.Done(5) not in bench.reports:
        before = len(bench.reports)
        bench.workshop.step(0.0, 0)
        assert len(bench.reports) - before <= BURST
    faults = [each for each in bench.reports if isinstance(each, m.Fault)]
    assert [fault.at_ms for fault in faults] == list(range(2, RECORDS + 2))
    assert {fault.outcome for fault in faults} == {Outcome.RECORDED}


def test_who_watches_gets_telemetry_at_that_pace_until_it_is_called_off() -> None:
    bench = Bench()
    bench.workshop.supply = True
    assert bench.do(m.Watch(200)) == DONE
    for _ in range(10):
        bench.workshop.step(0.1, 0)
    assert len(bench.reports) == 5
    telemetry = bench.reports[-1]
    assert isinstance(telemetry, m.Telemetry)
    assert (telemetry.analogs[Analog.SUPPLY], telemetry.analogs[Analog.TEMPERATURE]) == (24000, 250)
    assert sum(telemetry.analogs) == 24250
    assert telemetry.positions == (0,) * len(STEPPERS)
    bench.do(m.Watch(0))
    bench.workshop.step(1.0, 0)
    assert len(bench.reports) == 5


def test_telemetry_says_what_changed_since_somebody_watches() -> None:
    bench = Bench()

    def asserted_released() -> tuple[int, int]:
        bench.workshop.step(0.1, 0)
        telemetry = bench.reports[-1]
        assert isinstance(telemetry, m.Telemetry)
        assert telemetry.analogs[Analog.SUPPLY] == (24000 if bench.workshop.supply else 0)
        return int.from_bytes(telemetry.asserted, "little"), int.from_bytes(telemetry.released, "little")

    bench.do(m.Watch(50))
    bench.workshop.touch([Input.ENTRY2, Input.ESTOP])
    asserted, released = asserted_released()
    assert asserted == 1 << Input.ENTRY2 | 1 << Input.ESTOP
    assert released & asserted == asserted
    bench.do(m.Watch(50))
    bench.workshop.supply = True
    assert asserted_released()[0] == 1 << Input.MOTOR_POWER
    bench.do(m.SelfTest(Axis.CENTRE), 4)
    assert asserted_released()[0] >> Input.HATCH_CLOSED & 1


def where(bench: Bench, axis: Axis) -> int:
    bench.do(m.Watch(1))
    bench.workshop.step(0.001, 0)
    telemetry = bench.reports[-1]
    assert isinstance(telemetry, m.Telemetry)
    return telemetry.positions[STEPPERS.index(axis)]


def test_an_axis_is_jogged_at_the_speed_of_homing_and_never_beyond_its_ends() -> None:
    bench = Bench()
    speed = next(s.default for s in SETTINGS if s.name == "HOME_SPEED")
    assert bench.do(m.Jog(Axis.LIFT1, True, 500)) == DONE
    assert where(bench, Axis.LIFT1) == speed // 2
    bench.do(m.Jog(Axis.LIFT1, True, 60_000))
    assert where(bench, Axis.LIFT1) == speed, "half a second is the most"
    bench.do(m.Jog(Axis.LIFT1, False, 250))
    assert where(bench, Axis.LIFT1) == speed * 3 // 4
    for _ in range(4):
        bench.do(m.Jog(Axis.LIFT1, False, 500))
    assert where(bench, Axis.LIFT1) == 0
    assert where(bench, Axis.LIFT2) == 0
    assert bench.do(m.Jog(len(Axis), True, 100)) == Reply(Answer.REFUSED, Reason.ARGUMENT)
    assert bench.do(m.Jog(Axis.DRUM, True, 100)) == DONE, "it has no position"


def test_a_move_ends_where_it_was_to() -> None:
    bench = Bench()
    for target in (1200, 300, 32767):
        assert bench.do(m.Move(Axis.CENTRE, target, 1000, 1000, NONE, 5000)) == DONE
        assert where(bench, Axis.CENTRE) == target


def test_commands_of_the_cycle_are_for_others() -> None:
    assert Bench().do(m.Home()) is None
