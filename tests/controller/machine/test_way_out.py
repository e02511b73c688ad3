"""What people can do about the machine, as a law: an offer is accepted, and no standstill offers nothing."""

from __future__ import annotations

import random
import shutil
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.messages import BY_PEOPLE, ActCode, ActView
from controller.machine.transitions import CycleStep
from controller.machine.way_out import MOST, Stands, acts, asks
from firmware_bridge.message import NONE, Flag, MachineState, Sorter, Status
from firmware_bridge.pins import STEPPERS, Axis, Input
from hardware.sim.rig import Rig, Unsafe
from hardware.sim.scenario import SETTINGS
from tests.controller.machine.by_acts import STEP_MS, Table, troubles

S, A = MachineState, ActCode
HOMED = sum(1 << axis for axis in STEPPERS)
WELL = Flag.SUPPLY | Flag.LEASE | Flag.PINS_AGREE
SEEDS = range(12)
SETTLE_S = 0.7
"""From a touch to the next trouble, and from trouble to a touch: in between a machine may refuse."""
pytestmark = pytest.mark.filterwarnings("error")


def inputs(*asserted: Input) -> bytes:
    return sum(1 << wire for wire in asserted).to_bytes(5, "little")


SHUT = inputs(Input.HATCH_CLOSED)
FULL = inputs(Input.HATCH_CLOSED, Input.ROW_FULL0, Input.ROW_FULL1, Input.ROW_FULL2, Input.ROW_FULL3)


def at(
    state: MachineState, *, fault: int = 0, flags: Flag = WELL, wires: bytes = SHUT, **more: int
) -> Status:
    return Status(state, fault=fault, flags=flags, homed=HOMED, inputs=wires, **more)  # type: ignore[arg-type]


def offered(status: Status | None, step: CycleStep = CycleStep.WAIT, **more: object) -> list[ActCode]:
    return [one.act for one in acts(Stands(status, step, **more))]  # type: ignore[arg-type]


STAGED = at(S.STAGED, wires=FULL, row_set=1)
SHORT = at(S.FAULT, fault=0x60, drum_set=1)
sets = st.sampled_from((0, 1, NONE))
statuses = st.builds(
    Status,
    state=st.sampled_from(MachineState),
    sorter=st.sampled_from(Sorter),
    drum_set=sets,
    row_set=sets,
    standing_set=sets,
    action=st.sampled_from((0, 7)),
    fault=st.sampled_from((0, 0x04, 0x05, 0x06, 0x21, 0x2A, 0x60, 0x62, 0x63, 0x70, 0x73)),
    axis=st.sampled_from((NONE, Axis.STACK2, Axis.CONV1)),
    flags=st.integers(0, 127).map(Flag),
    homed=st.sampled_from((0, HOMED)),
    inputs=st.sampled_from((SHUT, FULL, inputs())),
)
stands = st.builds(
    Stands,
    status=st.none() | statuses,
    step=st.sampled_from(CycleStep),
    lost=st.booleans(),
    begun=st.booleans(),
    short=st.booleans(),
    sets=st.sampled_from((1, 2)),
    people=st.booleans(),
    barred=st.booleans(),
    testing=st.booleans(),
    acted=st.booleans(),
    unsure=st.booleans(),
    settled=st.booleans(),
    may_begin=st.booleans(),
)


@given(stands)
def test_few_are_offered_and_each_once(how: Stands) -> None:
    found = acts(how)
    assert len(found) <= MOST
    assert len({one.model_dump_json() for one in found}) == len(found)


@given(stands)
def test_nothing_is_offered_that_the_firmware_refuses(how: Stands) -> None:
    """Its conditions one by one, as hardware/firmware/core/host/command.c asks for them."""
    status = how.status
    for one in (one for one in acts(how) if one.act not in BY_PEOPLE and not how.people):
        if one.act is A.BY_HAND or (one.act is A.GO_ON and status and status.state is S.SERVICE):
            continue
        assert status is not None
        assert not how.lost
        assert not how.barred, "no press counts"
        assert Flag.LEASE in status.flags
        assert not status.flags & (Flag.ESTOP | Flag.LID_OPEN) or status.state not in (S.FAULT, S.ESTOP)
        if one.act in (A.CLOSE, A.HATCH, A.RAISE, A.LOWER):
            cleared = one.act is A.RAISE and status.fault in (0x60, 0x62) and status.sorter is Sorter.SORTING
            assert cleared or status.state not in (S.FAULT, S.ESTOP, S.HOLD, S.UNHOMED)
            assert Flag.SUPPLY | Flag.PINS_AGREE in status.flags or cleared
            assert status.homed == HOMED
            assert cleared or status.action == 0
        if one.act is A.HATCH:
            assert status.drum_set in (NONE, one.set)


@given(stands)
def test_no_standstill_offers_nothing(how: Stands) -> None:
    """But for a moment, for a hand that may not begin, and in a hand for settings of another release."""
    quiet = how.acted or how.unsure or how.barred or not how.may_begin or how.testing
    other = how.status is not None and how.status.fault == 0x06
    helpless = how.status is not None and Flag.LEASE | Flag.PINS_AGREE not in how.status.flags
    if asks(how) and not quiet and not (not how.prepares and (other or helpless)):
        assert acts(how)


@given(stands)
def test_before_a_hand_walls_by_hand_are_there_whenever_the_machine_waits_for_somebody(how: Stands) -> None:
    if asks(how) and how.prepares and how.may_begin and not how.people and not how.acted:
        assert A.BY_HAND in [one.act for one in acts(how)]


@pytest.mark.parametrize(
    ("status", "step", "more", "expected"),
    [
        (STAGED, CycleStep.WAIT, {"sets": 2}, [A.START, A.HATCH, A.RAISE, A.BY_HAND]),
        (at(S.PRESENTED, standing_set=0), CycleStep.WAIT, {}, [A.START, A.HATCH, A.LOWER, A.BY_HAND]),
        (at(S.READY, drum_set=0, row_set=1), CycleStep.WAIT, {}, [A.START, A.RAISE, A.BY_HAND]),
        (at(S.READY, drum_set=0), CycleStep.WAIT, {"begun": True}, [A.START, A.HATCH, A.RAISE, A.BY_HAND]),
        (at(S.INTAKE, wires=inputs()), CycleStep.INTAKE, {}, [A.CLOSE, A.BY_HAND]),
        (SHORT, CycleStep.SHUFFLE, {"sets": 2}, [A.GO_ON, A.TILE_BACK, A.GIVE_UP, A.BY_HAND]),
        (at(S.FAULT, fault=0x60, drum_set=0), CycleStep.PLAY, {}, [A.GO_ON, A.TILE_BACK]),
        (at(S.FAULT, fault=0x70, axis=Axis.STACK2), CycleStep.RAISE, {}, [A.GO_ON, A.ROW_EMPTY, A.BY_HAND]),
        (at(S.FAULT, fault=0x73), CycleStep.THROW, {}, [A.GO_ON, A.THROW]),
        (at(S.ESTOP, fault=0x04, flags=WELL | Flag.ESTOP), CycleStep.PLAY, {}, [A.RELEASE]),
        (at(S.ESTOP, fault=0x05, flags=WELL | Flag.LID_OPEN), CycleStep.WAIT, {}, [A.LID, A.BY_HAND]),
        (at(S.UNHOMED), CycleStep.HOMING, {}, [A.GO_ON, A.BY_HAND]),
        (at(S.SORTING, action=3), CycleStep.SHUFFLE, {}, []),
        (at(S.PRESENTED), CycleStep.PLAY, {}, []),
        (at(S.READY), CycleStep.SHUFFLE, {"lost": True}, [A.PLUG, A.BY_HAND]),
        (at(S.FAULT, fault=0x73), CycleStep.WAIT, {"people": True}, [A.START, A.BY_MACHINE]),
        (at(S.FAULT, fault=0x73), CycleStep.PLAY, {"people": True}, []),
    ],
)  # fmt: skip
def test_what_is_offered_where(
    status: Status, step: CycleStep, more: dict[str, object], expected: list[ActCode]
) -> None:
    assert offered(status, step, **more) == expected


def test_the_row_is_named_by_its_fault_or_by_its_stacker() -> None:
    status = at(S.FAULT, fault=0x2A)
    (found,) = (one for one in acts(Stands(status, CycleStep.SHUFFLE)) if one.act is A.ROW_EMPTY)
    assert found.lane == 2
    other = replace(status, fault=0x70, axis=Axis.STACK1)
    assert ActView(act=A.ROW_EMPTY, lane=1) in acts(Stands(other, CycleStep.SHUFFLE))


compiled = pytest.mark.skipif(
    not all(shutil.which(tool) for tool in ("make", "cc")),
    reason="needs make and a C compiler: sudo apt install make gcc",
)


@compiled
@pytest.mark.parametrize("seed", SEEDS)
def test_the_firmware_accepts_whatever_is_offered(seed: int) -> None:
    """Two or three things go wrong, and people choose anything that the screen offers, at any time."""
    chance = random.Random(seed)
    with Rig("native", seed, settings=SETTINGS, step_ms=STEP_MS) as rig:
        table = Table(rig, chance.choice((1, 2)), seed)
        plans = [(chance.uniform(0.0, 60.0), *trouble) for trouble in troubles(chance)]
        due = [(when, happens) for when, _, happens, _ in plans]
        due += [(when + chance.uniform(5.0, 40.0), mends) for when, _, _, mends in plans]
        touch, idle = SETTLE_S, 0.0
        while rig.now < 150.0:
            late = [plan for plan in due if plan[0] <= rig.now]
            if late and rig.now - table.touched > SETTLE_S:
                late[0][1](rig)
                due.remove(late[0])
                touch = max(touch, rig.now + SETTLE_S)
            table.turn()
            idle = idle + STEP_MS / 1000 if table.table.view.asks and not table.offered else 0.0
            assert idle < 1.5, f"{table.stands} offers nothing"
            assert table.wired.refused == [], table.chosen
            if table.offered and rig.now >= touch and not table.pushing:
                touch = rig.now + chance.uniform(SETTLE_S, 4.0)
                shares = [0.15 if one.act in (A.BY_HAND, A.THROW) else 1.0 for one in table.offered]
                table.do(chance.choices(table.offered, shares)[0])
        unasked = {kind: n for kind, n in rig.unsafe().items() if kind in (Unsafe.UNASKED, Unsafe.UNWARNED)}
        assert not unasked, "motion without a press"
