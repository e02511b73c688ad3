"""What the firmware answers to each command, in turn and out of turn."""

from __future__ import annotations

import pytest

from firmware_bridge.frame import Decoder, LinkFrame, encode
from firmware_bridge.message import (
    MAGIC,
    MAJOR,
    MINOR,
    NONE,
    Answer,
    ClearFault,
    Close,
    Collect,
    Command,
    CommitConfig,
    Configure,
    Counters,
    Fault,
    FrameType,
    Home,
    HostHello,
    Jog,
    Lower,
    MachineState,
    Move,
    Outcome,
    PartTested,
    Raise,
    ReadCounters,
    Reason,
    SelfTest,
    Service,
    Shuffle,
    Telemetry,
    ThrowDice,
    Verdict,
    Watch,
)
from firmware_bridge.packing import SCHEMA, pack
from firmware_bridge.pins import PIN_HASH, Axis, Input
from firmware_bridge.settings import SETTINGS, checksum
from hardware.sim.rig import OUTPUTS, Broken, Rig
from tests.hardware.conftest import Make

KEY = {s.name: n for n, s in enumerate(SETTINGS)}


def ready(machine: Make) -> Rig:
    rig = machine(step_ms=2)
    assert rig.ready()
    return rig


def service(machine: Make) -> Rig:
    rig = machine(step_ms=2)
    rig.greet()
    rig.person_at_service(True)
    assert rig.do(Service(True))
    assert rig.until(lambda: rig.status.state is MachineState.SERVICE, 0.5)
    rig.run(0.3)
    return rig


@pytest.mark.parametrize("command", [Collect(0), Close(), Shuffle(), Raise(), Lower(), ThrowDice()])
def test_nothing_moves_unhomed(machine: Make, command: Command) -> None:
    rig = machine(step_ms=2)
    rig.greet()
    assert rig.ask(command).answer is Answer.REFUSED
    rig.run(0.5)
    assert sum(rig.pulses(slide) for slide in range(9)) == 0


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (Home(), Reason.STATE),
        (Close(), Reason.STATE),
        (Raise(), Reason.STATE),
        (Lower(), Reason.STATE),
        (Shuffle(), Reason.INTERLOCK),
        (Collect(2), Reason.ARGUMENT),
        (ClearFault(), Reason.STATE),
        (Jog(Axis.CENTRE, True, 100), Reason.STATE),
        (SelfTest(), Reason.STATE),
    ],
)
def test_out_of_turn_is_refused_with_a_reason(machine: Make, command: Command, reason: Reason) -> None:
    assert ready(machine).ask(command).reason is reason


def test_one_action_at_a_time(machine: Make) -> None:
    rig = ready(machine)
    assert rig.ask(Collect(0)).answer is Answer.ACCEPTED
    assert rig.ask(Shuffle()).reason is Reason.BUSY


def test_the_drum_never_holds_two_sets(machine: Make) -> None:
    rig = machine(step_ms=10)
    rig.ready()
    rig.load(0)
    assert rig.ask(Collect(1)).reason is Reason.INTERLOCK


def test_without_a_heartbeat_nothing_starts(machine: Make) -> None:
    rig = machine(step_ms=2)
    rig.greet()
    rig.lease = False
    rig.run(0.5)
    assert rig.ask(Home()).reason is Reason.LEASE


def test_a_setting_beyond_its_bounds_is_refused(machine: Make) -> None:
    rig = ready(machine)
    assert rig.ask(Configure(KEY["LIFT_SPEED"], 8001)).reason is Reason.ARGUMENT
    assert rig.ask(Configure(200, 1)).reason is Reason.ARGUMENT


def test_settings_are_in_force_after_the_right_checksum_only(machine: Make) -> None:
    rig = ready(machine)
    assert rig.do(Configure(KEY["TILES_PER_LANE"], 10))
    assert rig.ask(Collect(0)).reason is Reason.CONFIG
    assert rig.do(CommitConfig(checksum({"TILES_PER_LANE": 10})))
    assert rig.ask(Collect(0)).answer is Answer.ACCEPTED


def test_a_service_with_other_settings_locks_the_machine_until_a_person_clears_it(machine: Make) -> None:
    rig = ready(machine)
    assert rig.do(Configure(KEY["TILES_PER_LANE"], 10))
    assert rig.ask(CommitConfig(1)).reason is Reason.CONFIG
    assert rig.until(lambda: rig.latched is not None, 1)
    assert rig.latched is not None
    assert rig.latched.code == 0x06
    assert not rig.get_output(OUTPUTS["MOTOR_ENABLE"])
    assert rig.do(ClearFault())
    assert rig.until(lambda: rig.status.state is MachineState.UNHOMED, 1)
    assert rig.do(Home())


def test_a_service_with_another_pin_map_locks_the_machine_and_cannot_clear_it(machine: Make) -> None:
    rig = ready(machine)
    stranger = HostHello(MAGIC, MAJOR, MINOR, SCHEMA, PIN_HASH ^ 1, 1)
    right = HostHello(MAGIC, MAJOR, MINOR, SCHEMA, PIN_HASH, 1)
    rig.write(encode(LinkFrame(FrameType.HELLO, 0, 0, *pack(stranger))))
    assert rig.until(lambda: rig.latched is not None, 1)
    assert rig.latched is not None
    assert rig.latched.code == 0x06
    assert rig.ask(Collect(0)).reason is Reason.PINS
    assert rig.ask(ClearFault()).reason is Reason.INTERLOCK
    rig.write(encode(LinkFrame(FrameType.HELLO, 0, 0, *pack(right))))
    rig.run(0.1)
    assert rig.do(ClearFault())
    assert rig.do(Home())


def test_settings_change_what_they_name(machine: Make) -> None:
    rig = ready(machine)
    rig.do(Configure(KEY["TILES_PER_LANE"], 8))
    assert rig.do(CommitConfig(checksum({"TILES_PER_LANE": 8})))
    rig.small(8)
    assert rig.load(0)
    assert rig.sort()
    assert rig.status.stacks == (4, 4, 4, 4)


@pytest.mark.parametrize("axis", list(Axis))
def test_jog_moves_one_axis_only_while_the_key_is_held(machine: Make, axis: Axis) -> None:
    rig = service(machine)
    before = [rig.position(s) for s in range(9)]
    assert rig.ask(Jog(axis, True, 300)).answer is Answer.DONE
    rig.run(0.2)
    outputs = [rig.get_output(o) for o in range(31, 46)]
    moved = [rig.position(s) != before[s] for s in range(9)]
    assert sum(outputs) + sum(moved) == 1
    rig.run(0.4)
    still = [rig.position(s) for s in range(9)]
    rig.run(0.3)
    assert [rig.position(s) for s in range(9)] == still
    assert not any(rig.get_output(o) for o in range(31, 46))
    assert rig.unsafe() == {}


def test_the_consent_of_a_key_ends_with_it(machine: Make) -> None:
    rig = service(machine)
    assert rig.ask(Jog(Axis.LIFT0, True, 100)).answer is Answer.DONE
    rig.run(0.5)
    stood = rig.pulses_of_all()
    move = Move(Axis.CENTRE, 500, 800, 10000, NONE, 5000)
    rig.link.send(move)
    rig.run(1.0)
    assert rig.replies[-1].reply.reason is Reason.PRESS
    assert rig.pulses_of_all() == stood
    assert rig.do(move)


def test_another_key_while_one_is_held_moves_the_other_axis(machine: Make) -> None:
    rig = service(machine)
    rig.ask(Jog(Axis.LIFT0, True, 400))
    rig.run(0.1)
    before = rig.position(5)
    rig.link.send(Jog(Axis.LIFT1, True, 400))
    rig.run(0.6)
    assert rig.position(5) - before > 100


def test_a_move_ends_at_its_target(machine: Make) -> None:
    rig = service(machine)
    start = rig.position(8)
    assert rig.do(Move(Axis.CENTRE, 500, 800, 10000, NONE, 5000))
    assert rig.position(8) - start == 500
    assert rig.ask(Move(Axis.PICK0, 500, 800, 10000, NONE, 5000)).reason is Reason.ARGUMENT


def test_the_self_test_tries_every_axis_and_its_sensors(machine: Make) -> None:
    rig = service(machine)
    assert rig.do(SelfTest(), 120)
    tests = [r for r in rig.reports if isinstance(r, PartTested)]
    assert {t.axis for t in tests} == set(Axis)
    assert all(t.verdict is Verdict.PASS for t in tests)
    travel = [t.measured for t in tests if t.input == Input.LIFT2_UP]
    assert abs(travel[0] - 4000) <= 40
    assert rig.unsafe() == {}


@pytest.mark.parametrize("drum", [0xFF, 0])
def test_the_drum_passes_its_self_test_from_ready_full_or_empty(machine: Make, drum: int) -> None:
    rig = machine(step_ms=10)
    rig.left(drum)
    assert rig.ready()
    assert rig.do(Service(True))
    assert rig.do(SelfTest(Axis.DRUM), 10)
    tests = {t.input: t for t in rig.reports if isinstance(t, PartTested)}
    assert {t.verdict for t in tests.values()} == {Verdict.PASS}
    # Half speed of 57 turns per minute, in tenths.
    assert 150 <= tests[Input.DRUM_TACH].measured <= 300


def test_the_self_test_finds_a_dead_motor(machine: Make) -> None:
    rig = service(machine)
    rig.plant_break(Axis.CONV1, Broken.DEAD)
    assert rig.do(SelfTest(Axis.CONV1), 20)
    (test,) = [r for r in rig.reports if isinstance(r, PartTested)]
    assert test.verdict is Verdict.FAIL


def test_leaving_service_means_homing(machine: Make) -> None:
    rig = service(machine)
    assert rig.do(Service(False))
    assert rig.until(lambda: rig.status.state is MachineState.UNHOMED, 0.5)
    rig.person_at_service(False)
    rig.link.send(Home())
    rig.run(1.0)
    assert rig.replies[-1].reply.reason is Reason.PRESS, "whoever was at the axes presses when all is clear"
    assert rig.do(Home())


def test_telemetry_is_sent_while_somebody_watches(machine: Make) -> None:
    rig = ready(machine)
    rig.do(Watch(50))
    rig.run(1.0)
    seen = [r for r in rig.reports if isinstance(r, Telemetry)]
    assert 18 <= len(seen) <= 21
    rig.do(Watch(0))
    rig.reports.clear()
    rig.run(0.5)
    assert not rig.reports


def test_telemetry_says_what_changed_since_somebody_watches_however_shortly(machine: Make) -> None:
    rig = ready(machine)
    rig.run(3.0)  # the drum runs out
    every = 2**40 - 1

    def seen() -> tuple[int, int]:
        rig.reports.clear()
        rig.run(0.3)
        telemetry = [r for r in rig.reports if isinstance(r, Telemetry)][-1]
        return int.from_bytes(telemetry.asserted, "little"), int.from_bytes(telemetry.released, "little")

    rig.do(Watch(200))
    on, off = seen()
    assert on & off == 0, "nothing changed"
    assert on | off == every
    rig.touch(Input.ROW_FULL2, 1)
    rig.run(0.006)
    rig.touch(Input.ROW_FULL2, 0)
    on, off = seen()
    assert on & off == 1 << Input.ROW_FULL2
    rig.do(Watch(200))
    on, off = seen()
    assert on & off == 0, "it is forgotten"


def test_counters_outlive_the_supply(machine: Make) -> None:
    rig = ready(machine)
    rig.run(0.5)
    rig.reset(0)
    rig.run(1.0)
    rig.do(ReadCounters())
    rig.run(0.2)
    (counters,) = [r for r in rig.reports if isinstance(r, Counters)]
    assert counters.boots == 2


def test_an_event_too_many_is_a_fault_in_the_place_of_the_newest(machine: Make) -> None:
    rig = ready(machine)
    decoder = Decoder()

    def without_acknowledgements(data: bytes, to_machine: bool) -> bytes:
        if not to_machine:
            return data
        return b"".join(encode(f) for f in decoder.feed(data) if f.type is not FrameType.ACK)

    rig.wire = without_acknowledgements
    for _ in range(40):
        rig.link.send(ReadCounters())
    rig.run(2.0)
    rig.wire = lambda data, to_machine: data
    rig.reports.clear()
    rig.run(5.0)
    reports = [r for r in rig.reports if isinstance(r, Counters | Fault)]
    assert len(reports) == 31
    assert isinstance(reports[-1], Fault)
    assert (reports[-1].code, reports[-1].outcome) == (0x07, Outcome.WARNING)
