"""What follows from what a self-test saw."""

from __future__ import annotations

import pytest

from controller.machine.selftest.findings import RAIL_MV, Findings, Found, Seen, Trial
from firmware_bridge.message import NONE, Fault, PartTested, Verdict
from firmware_bridge.pins import ENDS, Axis, Input

LOW, HIGH = ENDS[Axis.LIFT1]
STUCK, STALLED, DEAD, NO_TACH, OVER = 0x70, 0x41, 0x73, 0x11, 0x12


def seen(asserted: tuple[Input, ...] = (), released: tuple[Input, ...] = ()) -> Seen:
    return Seen(sum(1 << one for one in asserted), sum(1 << one for one in released))


def by_hand(findings: Findings, *works: Input) -> None:
    for one in (LOW, HIGH):
        findings.acted([one], seen((one,), (one,) if one in works else ()), done=True)


def lift(code: int | None, detail: int = 0, moved: Seen | None = None) -> Findings:
    findings = Findings()
    fault = None if code is None else Fault(code, Axis.LIFT1, detail=detail)
    findings.tried(Trial(Axis.LIFT1, moved or seen((LOW,), (HIGH,)), fault=fault))
    return findings


def test_an_axis_whose_switches_work_by_hand_is_dead_whatever_the_machine_suspects() -> None:
    findings = lift(STUCK, HIGH)
    by_hand(findings, LOW, HIGH)
    assert (findings.axis(Axis.LIFT1), findings.of(HIGH)) == (Found.DEAD, Found.WORKS)


def test_an_axis_beside_a_stuck_switch_that_moved_nothing_is_not_blamed() -> None:
    findings = lift(STALLED)
    by_hand(findings, LOW)
    assert (findings.axis(Axis.LIFT1), findings.of(HIGH)) == (Found.NOT_TRIED, Found.STUCK_ON)


def test_an_axis_that_moved_works_where_a_switch_is_stuck_and_is_blocked_where_both_work() -> None:
    moved = seen((LOW,), (LOW, HIGH))
    findings = lift(STUCK, HIGH, moved)
    by_hand(findings, LOW)
    assert findings.axis(Axis.LIFT1) is Found.WORKS
    findings = lift(STALLED, 0, moved)
    by_hand(findings, LOW, HIGH)
    assert findings.axis(Axis.LIFT1) is Found.BLOCKED


def test_without_anybody_the_machines_own_name_counts() -> None:
    findings = lift(STUCK, HIGH, seen((LOW,), (LOW, HIGH)))
    findings.left_out(Axis.LIFT1)
    assert (findings.of(HIGH), findings.of(LOW)) == (Found.STUCK_OFF, Found.WORKS)
    findings = lift(STALLED)
    findings.left_out(Axis.LIFT1)
    assert (findings.axis(Axis.LIFT1), findings.of(HIGH), findings.of(LOW)) == (
        Found.DEAD,
        Found.NOT_TRIED,
        Found.NOT_TRIED,
    )


@pytest.mark.parametrize(
    ("parts", "code", "found"),
    [
        (((NONE, Verdict.PASS, 300), (Input.DRUM_TACH, Verdict.PASS, 200)), None, Found.WORKS),
        (((NONE, Verdict.FAIL, 3), (Input.DRUM_TACH, Verdict.FAIL, 0)), None, Found.DEAD),
        (((NONE, Verdict.FAIL, 3900),), None, Found.BLOCKED),
        (((NONE, Verdict.SKIPPED, 0),), None, Found.NOT_TRIED),
        ((), DEAD, Found.DEAD),
        ((), NO_TACH, Found.WORKS),
        ((), OVER, Found.BLOCKED),
        ((), None, Found.NOT_TRIED),
    ],
)
def test_a_motor_is_judged_by_its_current(
    parts: tuple[tuple[int, Verdict, int], ...], code: int | None, found: Found
) -> None:
    findings = Findings()
    tested = [PartTested(Axis.DRUM, one, verdict, measured) for one, verdict, measured in parts]
    findings.tried(Trial(Axis.DRUM, parts=tested, fault=None if code is None else Fault(code, Axis.DRUM)))
    assert findings.axis(Axis.DRUM) is found


@pytest.mark.parametrize(
    ("asserted", "rail", "found"),
    [
        ((False, True), (0, 24_000), Found.WORKS),
        ((True, True), (0, 24_000), Found.STUCK_ON),
        ((True, True), (24_000, 24_000), Found.NOT_TRIED),
        ((False, False), (0, 24_000), Found.STUCK_OFF),
        ((False, False), (0, 0), Found.NOT_TRIED),
    ],
    ids=["well", "stuck on", "rail never off", "stuck off", "no supply"],
)
def test_the_input_of_the_rail_is_judged_by_its_voltage(
    asserted: tuple[bool, bool], rail: tuple[int, int], found: Found
) -> None:
    findings = Findings()
    assert RAIL_MV < 24_000 / 4
    bit = (1 << Input.MOTOR_POWER).to_bytes(5, "little")
    for on, voltage in zip(asserted, rail, strict=True):
        findings.supplied(bit if on else bytes(5), bytes(5) if on else bit, voltage)
    assert findings.of(Input.MOTOR_POWER) is found


def test_the_list_has_every_input_and_every_axis_with_its_verdict() -> None:
    findings = lift(None, 0, seen((LOW, HIGH), (LOW, HIGH)))
    parts = {part.part: part for part in findings.parts}
    assert list(parts) == [*Input.__members__, *Axis.__members__]
    assert (parts["LIFT1"].verdict, parts["LIFT1"].how) == ("pass", "works")
    assert (parts["ENTRY0"].verdict, parts["ENTRY0"].how) == ("skipped", "not_tried")
    by_hand(findings)
    assert findings.of(LOW) is Found.WORKS, "what was seen to work stays so"
