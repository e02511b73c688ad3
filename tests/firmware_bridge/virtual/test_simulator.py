from __future__ import annotations

from itertools import pairwise

import pytest

from firmware_bridge.device import Answered, News
from firmware_bridge.message import (
    NONE,
    Answer,
    ClearFault,
    Close,
    Collect,
    Command,
    CommitConfig,
    Configure,
    Counters,
    DiceFell,
    Done,
    Fault,
    Home,
    Jog,
    Lower,
    MachineState,
    Outcome,
    PartTested,
    Press,
    Raise,
    ReadCounters,
    ReadFaults,
    Reason,
    Reply,
    SelfTest,
    Service,
    Shuffle,
    Sorter,
    Status,
    Stop,
    Telemetry,
    ThrowDice,
    Verdict,
    WallsPresented,
    Watch,
)
from firmware_bridge.pins import Axis, Input
from firmware_bridge.settings import SETTINGS, checksum
from firmware_bridge.virtual.saved_state import Left
from firmware_bridge.virtual.simulated_device import SimulatedDevice
from firmware_bridge.virtual.simulator import Faults

NO_FAULTS = Faults(jam=0.0)
S = MachineState


class Mat:
    def __init__(self) -> None:
        self.log: list[str] = []

    def collected(self) -> None:
        self.log.append("collected")

    def raised(self) -> None:
        self.log.append("raised")

    def dice(self) -> tuple[int, int]:
        self.log.append("dice")
        return 2, 5


class Bench:
    """A device on a bench: sends a command and waits for a state, in simulated time."""

    def __init__(self, faults: Faults = NO_FAULTS, left: Left | None = None) -> None:
        self.mat = Mat()
        self.device = SimulatedDevice(self.mat, 3, faults=faults, left=left)
        self.now = 0.0
        self.news: list[News] = []
        self.status = Status(S.BOOT)

    def run(self, until: MachineState, command: Command | None = None, limit: float = 120.0) -> None:
        if command is not None:
            self.press(command)
        end = self.now + limit
        while self.now < end:
            self.wait(0.1)
            if self.status.state is until:
                return
        raise AssertionError(f"{until.name} was not reached, the machine stands in {self.status.state.name}")

    def press(self, command: Command) -> None:
        """A person presses START: the service sends the press, then the command."""
        if self.status.state is S.BOOT:
            self.wait(0.5)
        self.device.send(Press())
        self.device.send(command)

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end - 1e-9:
            self.now += 0.1
            for news in self.device.poll(self.now):
                self.news.append(news)
                if isinstance(news, Status):
                    self.status = news

    def of(self, *kinds: type) -> list[News]:
        return [n for n in self.news if isinstance(n, kinds)]

    def refused(self, command: Command) -> Reason:
        """Why the machine does not do it; it stays where it is."""
        before = self.status.state
        self.press(command)
        self.wait(3.0)
        answer = self.of(Answered)[-1]
        assert isinstance(answer, Answered)
        assert (answer.command, answer.reply.answer) == (command, Answer.REFUSED)
        assert self.status.state is before
        return answer.reply.reason


def load(bench: Bench) -> None:
    bench.run(S.READY, Home())
    bench.run(S.INTAKE, Collect(0))
    bench.run(S.READY, Close())


def cycle(bench: Bench) -> None:
    load(bench)
    bench.run(S.STAGED, Shuffle())
    bench.run(S.PRESENTED, Raise())
    bench.press(ThrowDice())
    bench.wait(3)


def test_a_whole_cycle_ends_with_walls_and_dice() -> None:
    bench = Bench()
    cycle(bench)
    assert bench.mat.log == ["collected", "raised", "dice"]
    assert bench.of(WallsPresented) == [WallsPresented((17, 17, 17, 17), 0)]
    assert bench.of(DiceFell) == [DiceFell((2, 5))]
    assert bench.status.standing_set == 0


def test_every_action_that_was_accepted_is_reported_done_by_its_number() -> None:
    bench = Bench()
    cycle(bench)
    accepted = [n.reply.action for n in bench.of(Answered) if isinstance(n, Answered) and n.reply.action]
    assert len(accepted) == len(set(accepted)) == 6
    assert [n.action for n in bench.of(Done) if isinstance(n, Done)] == accepted


def test_one_set_is_sorted_while_the_other_stands() -> None:
    bench = Bench(left=Left(rows=1))
    bench.run(S.STAGED, Home())
    assert (bench.status.row_set, bench.status.drum_set) == (1, NONE)
    bench.run(S.INTAKE, Collect(0))
    pressed = bench.now
    bench.run(S.STAGED, Close())
    assert bench.status.drum_set == 0
    bench.run(S.PRESENTED, Raise())
    assert bench.now - pressed <= 8.0
    assert (bench.status.standing_set, bench.status.drum_set) == (1, 0)
    bench.press(Shuffle())
    bench.wait(30)
    assert bench.status.state is S.PRESENTED
    assert bench.status.sorter is Sorter.STAGED
    assert (bench.status.row_set, bench.status.drum_set, bench.status.standing_set) == (0, NONE, 1)
    bench.run(S.INTAKE, Collect(1))
    bench.run(S.LOWERING, Close())
    bench.run(S.STAGED)
    assert (bench.status.drum_set, bench.status.standing_set) == (1, NONE)


def test_the_hatch_does_not_open_while_the_drum_turns_or_is_full() -> None:
    bench = Bench(left=Left(rows=1))
    bench.run(S.STAGED, Home())
    bench.run(S.INTAKE, Collect(0))
    bench.run(S.STAGED, Close())
    assert bench.refused(Collect(1)) is Reason.INTERLOCK
    bench.run(S.PRESENTED, Raise())
    bench.press(Shuffle())
    bench.wait(2)
    assert bench.refused(Collect(1)) is Reason.BUSY


def test_a_jam_is_reported_and_clears_itself() -> None:
    bench = Bench(Faults(jam=1.0, stays_jammed=0.0))
    cycle(bench)
    first, last = (f for f in bench.of(Fault) if isinstance(f, Fault))
    assert (first.outcome, last.outcome) == (Outcome.RECOVERING, Outcome.CLEARED)
    assert first.code - 0x20 == first.axis - Axis.CONV0
    assert any(isinstance(n, Status) and n.state is S.RECOVERING for n in bench.news)
    assert bench.status.state is S.PRESENTED


def test_the_lanes_count_up_while_it_sorts_and_a_jam_takes_nothing_back() -> None:
    bench = Bench(Faults(jam=1.0, stays_jammed=0.0))
    cycle(bench)
    counted = [n.stacks for n in bench.news if isinstance(n, Status)]
    sorting = counted[: counted.index((17, 17, 17, 17)) + 1]
    assert len(set(sorting)) > 10
    assert all(a <= b for one, two in pairwise(sorting) for a, b in zip(one, two, strict=True))
    assert counted[-1] == (0, 0, 0, 0)


def test_the_hatch_is_open_only_while_tiles_are_taken_in() -> None:
    bench = Bench()
    bench.run(S.READY, Home())
    bench.run(S.INTAKE, Collect())
    bench.wait(60)
    assert bench.status.state is S.INTAKE, "it is people who say when it closes"
    assert bench.status.hatch_open
    bench.run(S.READY, Close())
    assert not bench.status.hatch_open


def test_a_jam_that_stays_waits_for_an_operator() -> None:
    bench = Bench(Faults(jam=1.0, stays_jammed=1.0))
    load(bench)
    bench.run(S.FAULT, Shuffle())
    bench.wait(30)
    assert bench.status.state is S.FAULT
    bench.run(S.STAGED, ClearFault())


@pytest.mark.parametrize(
    "command", [Raise(), Shuffle(), Collect(), Close(), Lower(), ThrowDice(), SelfTest()]
)
def test_an_order_out_of_turn_moves_nothing(command: Command) -> None:
    bench = Bench()
    bench.run(S.UNHOMED)
    assert bench.refused(command) in (Reason.UNHOMED, Reason.STATE)


def test_nothing_moves_while_its_settings_are_half_sent() -> None:
    bench = Bench()
    bench.run(S.UNHOMED)
    bench.device.send(Configure(0, SETTINGS[0].high))
    bench.wait(1.0)
    assert bench.refused(Home()) is Reason.CONFIG
    bench.device.send(CommitConfig(checksum({SETTINGS[0].name: SETTINGS[0].high})))
    bench.run(S.READY, Home())


def test_nothing_moves_without_the_lease() -> None:
    bench = Bench()
    bench.run(S.UNHOMED)
    machine = bench.device.machine
    machine.step(bench.now + 5.0)
    assert machine._obey(Home()) == Reply(Answer.REFUSED, Reason.LEASE)
    assert machine._obey(Stop()).answer is Answer.DONE


def test_stop_is_obeyed_in_any_state_and_needs_homing_again() -> None:
    bench = Bench()
    bench.run(S.READY, Home())
    bench.run(S.OPENING, Collect())
    bench.run(S.UNHOMED, Stop())
    bench.run(S.READY, Home())


def test_a_half_sorted_set_lies_in_the_drum_after_a_stop() -> None:
    bench = Bench()
    load(bench)
    bench.run(S.SORTING, Shuffle())
    bench.wait(5)
    bench.run(S.UNHOMED, Stop())
    bench.run(S.READY, Home())
    assert (bench.status.drum_set, bench.status.row_set) == (0, NONE)
    bench.run(S.STAGED, Shuffle())


def silence(bench: Bench, seconds: float) -> None:
    for _ in range(round(seconds / 0.1)):
        bench.now += 0.1
        bench.device.machine.step(bench.now)


def test_motion_holds_while_the_service_is_silent_and_goes_on_when_somebody_presses() -> None:
    bench = Bench()
    load(bench)
    bench.run(S.SORTING, Shuffle())
    for _ in range(3):
        bench.wait(5)
        silence(bench, 1.0)
        assert bench.device.machine.state is S.HOLD
        bench.wait(5)
        assert bench.status.state is S.HOLD
        bench.run(S.SORTING, Press())
    bench.run(S.STAGED)


def test_after_two_seconds_of_silence_the_power_is_off_and_position_lost() -> None:
    bench = Bench()
    load(bench)
    bench.run(S.SORTING, Shuffle())
    silence(bench, 2.5)
    assert bench.device.machine.state is S.UNHOMED
    bench.wait(1.0)
    assert [f.code for f in bench.of(Fault) if isinstance(f, Fault)] == [0x01]
    assert bench.status.state is S.UNHOMED


def test_the_emergency_stop_is_left_by_release_clearing_and_homing() -> None:
    bench = Bench()
    bench.run(S.READY, Home())
    bench.run(S.OPENING, Collect())
    bench.device.machine.press_stop(True)
    bench.run(S.ESTOP)
    assert bench.of(Fault) == [Fault(0x04, outcome=Outcome.LATCHED)]
    assert bench.refused(ClearFault()) is Reason.INTERLOCK
    bench.device.machine.press_stop(False)
    bench.wait(5)
    assert bench.status.state is S.ESTOP
    bench.run(S.UNHOMED, ClearFault())
    bench.run(S.READY, Home())


def test_single_axes_move_only_in_service() -> None:
    bench = Bench()
    bench.run(S.READY, Home())
    assert bench.refused(Jog(Axis.LIFT2, True, 500)) is Reason.STATE
    bench.run(S.SERVICE, Service(True))
    bench.device.send(Watch(200))
    bench.device.send(Jog(Axis.LIFT2, True, 500))
    bench.wait(1)
    telemetry = bench.of(Telemetry)[-1]
    assert isinstance(telemetry, Telemetry)
    assert [p != 0 for p in telemetry.positions] == [axis == Axis.LIFT2 for axis in range(9, 18)]
    assert bench.refused(Jog(99, True, 500)) is Reason.ARGUMENT
    bench.run(S.UNHOMED, Service(False))


def test_the_self_test_says_something_of_every_axis_and_input() -> None:
    bench = Bench()
    bench.run(S.READY, Home())
    bench.run(S.SERVICE, Service(True))
    bench.press(SelfTest())
    bench.wait(30)
    tested = [t for t in bench.of(PartTested) if isinstance(t, PartTested)]
    assert {t.axis for t in tested if t.input == NONE} == set(Axis)
    assert {t.input for t in tested if t.axis == NONE} == set(Input)
    assert {t.verdict for t in tested} == {Verdict.PASS}
    assert isinstance(bench.of(Done)[-1], Done)


def test_the_black_box_sends_its_faults_once_more() -> None:
    bench = Bench(Faults(jam=1.0, stays_jammed=0.0))
    cycle(bench)
    happened = len(bench.of(Fault))
    bench.device.send(ReadFaults())
    bench.device.send(ReadCounters())
    bench.wait(2)
    again = [f for f in bench.of(Fault)[happened:] if isinstance(f, Fault)]
    assert [(f.code, f.outcome) for f in again] == [(again[0].code, Outcome.RECORDED)] * happened
    assert len(bench.of(Counters)) == 1
