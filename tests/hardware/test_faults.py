"""What goes wrong at the table, and what the firmware makes of it."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest

from firmware_bridge.faults import fault_of
from firmware_bridge.message import (
    Answer,
    ClearFault,
    Close,
    Collect,
    Home,
    MachineState,
    Outcome,
    Reason,
    Shuffle,
    Sorter,
)
from firmware_bridge.pins import Axis, Input
from hardware.sim.rig import NOBODY, OUTPUTS, Broken, Ill, Place, Rig
from hardware.sim.scenario import (
    SETTINGS,
    TILES,
    Trouble,
    evening,
    expected,
    mishap_evening,
    right,
    rough_evening,
    single_faults,
    small_rig,
    tiles_kept,
)
from tests.hardware.conftest import Make, loaded, need


def latched(rig: Rig) -> tuple[str, int]:
    """Name and axis of the fault that waits for a person."""
    assert rig.latched is not None
    return fault_of(rig.latched.code).name, rig.latched.axis


def test_the_list_of_single_faults_follows_from_the_pin_table() -> None:
    assert len(single_faults()) == 4 * len(Input) + 3 * len(Axis) == 217
    assert all(expected(trouble) for trouble in single_faults())


SOME = [t for t in single_faults() if not any(c in "023" for c in t.what.name)]


@pytest.mark.parametrize("trouble", SOME, ids=str)
def test_a_single_fault_ends_in_a_known_state_with_the_right_name(trouble: Trouble) -> None:
    """Lane 1 and what belongs to no lane; the other lanes in `python -m benchmarks.machine`."""
    need("native")
    with small_rig() as rig:
        ending = evening(rig, trouble)
        assert right(trouble, ending), (ending.state, ending.latched)
        assert ending.unsafe == {}
        assert tiles_kept(rig)


@pytest.mark.parametrize("lane", range(4))
@pytest.mark.parametrize("millimetres", [15.0, 100.0, 190.0])
def test_a_jam_is_shaken_loose(machine: Make, lane: int, millimetres: float) -> None:
    rig = loaded(machine)
    rig.jam(lane, millimetres, 2)
    assert rig.sort()
    outcomes = [(f.code, f.outcome) for f in rig.faults]
    assert (0x20 + lane, Outcome.RECOVERING) in outcomes
    assert (0x20 + lane, Outcome.CLEARED) in outcomes
    assert rig.count(0, Place.ROW) == 4 * TILES


def test_a_jam_that_stays_asks_for_a_person_after_three_attempts_and_goes_on_after_clearing(
    machine: Make,
) -> None:
    rig = loaded(machine)
    rig.jam(2, 100.0, -1)
    assert not rig.sort()
    assert latched(rig) == ("LANE_JAM", Axis.CONV2)
    assert [f.attempt for f in rig.faults if f.outcome is Outcome.RECOVERING] == [1, 2, 3]
    rig.jam(2, -1.0, 0)
    assert rig.ask(ClearFault()).answer.name == "DONE"
    assert rig.until(lambda: rig.staged, 120)
    assert rig.status.state is MachineState.STAGED
    assert rig.count(0, Place.ROW) == 4 * TILES


def test_missing_tiles_are_counted(machine: Make) -> None:
    rig = loaded(machine)
    rig.remove(0, 3)
    assert not rig.sort()
    name, _ = latched(rig)
    assert name == "COUNT_SHORT"
    assert rig.latched is not None
    assert rig.latched.detail == 3


def test_the_hatch_opens_for_tiles_that_are_missing_and_the_sorting_goes_on(machine: Make) -> None:
    rig = loaded(machine)
    rig.remove(0, 3)
    assert not rig.sort()
    sorted_before = rig.count(0, Place.ROW)
    rig.remove(0, -3)
    assert rig.ask(ClearFault()).answer is Answer.DONE
    rig.run(0.2)
    assert (rig.status.state, rig.status.sorter, rig.status.drum_set) == (MachineState.READY, Sorter.EMPTY, 0)
    assert sorted_before > 2 * TILES, "and the rows keep what they hold"
    assert rig.ask(Collect(1)).reason is Reason.INTERLOCK
    assert rig.do(Collect(0))
    rig.push(0)
    assert rig.until(lambda: rig.count(0, Place.MAT) == 0, 10)
    rig.push(NOBODY)
    assert rig.do(Close())
    assert rig.sort()
    assert rig.count(0, Place.ROW) == 4 * TILES


@pytest.mark.parametrize("seconds", [4.0, 8.0, 30.0])
def test_a_tile_missing_after_a_reset_is_no_weak_wheel(machine: Make, seconds: float) -> None:
    """Rows that nobody counted look as if all of theirs were missing."""
    rig = machine(seed=4, step_ms=20)
    rig.left(drum=0)
    assert rig.ready()
    rig.remove(0, 1)
    rig.ask(Shuffle())
    rig.run(seconds)
    rig.reset(0)
    assert rig.until(lambda: rig.status.state is MachineState.UNHOMED, 2)
    assert rig.do(Home())
    assert not rig.sort(300)
    assert latched(rig)[0] == "COUNT_SHORT"
    assert rig.latched is not None
    assert rig.latched.detail == 0, "not known"
    rig.remove(0, -1)
    assert rig.ask(ClearFault()).answer is Answer.DONE
    assert rig.load(0), "the hatch opens for it"
    assert rig.sort(300)
    assert rig.count(0, Place.ROW) == 136


@pytest.mark.parametrize("how", [Ill.STUCK0, Ill.STUCK1])
@pytest.mark.parametrize("wire", [Input.ENTRY3, Input.AT_STACK3, Input.ROW_FULL3])
def test_a_sensor_of_a_lane_that_was_repaired_leaves_no_fault(machine: Make, wire: Input, how: Ill) -> None:
    rig = loaded(machine)
    rig.ask(Shuffle())
    rig.run(3.0)
    rig.ill(wire, how)
    assert rig.until(lambda: rig.latched is not None or rig.staged, 120)
    rig.ill(wire, 0)
    before = len(rig.faults)
    if not rig.staged:
        assert rig.ask(ClearFault()).answer is Answer.DONE
        rig.run(0.3)
        assert rig.until(lambda: rig.staged or rig.latched is not None, 120)
    assert rig.staged, rig.faults[before:]
    assert rig.count(0, Place.ROW) == 4 * TILES


@pytest.mark.parametrize(("seed", "when"), [(1, 4.0), (2, 2.1), (2, 4.5), (2, 6.2)])
def test_a_tile_that_coasts_past_the_sensor_when_all_stops_is_not_missed(
    machine: Make, seed: int, when: float
) -> None:
    """It lies uncounted on a belt, and that lane is full by its own count."""
    rig = loaded(machine, seed)
    rig.at(when, lambda: rig.driver_fault(True))
    assert not rig.sort()
    rig.driver_fault(False)
    rig.run(0.1)
    rig.ask(ClearFault())
    assert rig.until(lambda: rig.staged or rig.status.state is MachineState.FAULT, 150)
    assert rig.staged
    assert rig.count(0, Place.ROW) == 4 * TILES


@pytest.mark.parametrize(
    ("mv", "tenths", "driver", "name"),
    [
        (24000.0, 800.0, False, "OVERTEMP"),
        (18000.0, 350.0, False, "MOTOR_SUPPLY"),
        (24000.0, 350.0, True, "DRIVER_FAULT"),
    ],
)
def test_what_lasts_stops_the_machine_again_however_often_it_is_cleared(
    machine: Make, mv: float, tenths: float, driver: bool, name: str
) -> None:
    rig = loaded(machine)
    rig.at(2.0, lambda: rig.supply(mv, tenths))
    rig.at(2.0, lambda: rig.driver_fault(driver))
    assert not rig.sort()
    for _ in range(3):
        before = len(rig.faults)
        rig.run(5.0)
        assert len(rig.faults) == before, "reported once"
        rig.ask(ClearFault())
        if rig.until(lambda: rig.status.state is MachineState.UNHOMED, 0.2):
            rig.ask(Home())
        assert rig.until(lambda: rig.status.state is MachineState.FAULT, 2.0)
        assert latched(rig)[0] == name
    rig.supply(24000.0, 350.0)
    rig.driver_fault(False)
    rig.run(0.2)
    assert rig.do(ClearFault())
    if rig.status.state is MachineState.UNHOMED:
        assert rig.do(Home())
        assert rig.sort()
    assert rig.until(lambda: rig.staged, 200)


def test_a_tile_too_many_is_found_more_often_than_not(machine: Make) -> None:
    found = 0
    for seed in range(6):
        rig = machine(seed=seed, settings=SETTINGS, step_ms=10)
        rig.small(TILES)
        rig.ready()
        rig.remove(0, -1)
        rig.load(0)
        found += not rig.sort() and latched(rig)[0] == "COUNT_OVER"
    assert found >= 4


def test_tiles_without_a_magnet_stay_in_the_drum_and_are_missed(machine: Make) -> None:
    rig = loaded(machine)
    rig.alter(0, 2, 1)
    assert not rig.sort()
    assert latched(rig)[0] == "COUNT_SHORT"
    assert rig.count(0, Place.DRUM) == 2


def test_the_last_tile_with_a_weak_magnet_comes_when_the_drum_turns_back(machine: Make) -> None:
    rig = loaded(machine)
    rig.alter(0, 1, 0)
    assert rig.sort()


@pytest.mark.parametrize(
    ("mv", "tenths", "name"), [(18000.0, 350.0, "MOTOR_SUPPLY"), (24000.0, 800.0, "OVERTEMP")]
)
def test_supply_and_temperature(machine: Make, mv: float, tenths: float, name: str) -> None:
    rig = loaded(machine)
    rig.supply(mv, tenths)
    assert not rig.sort()
    assert latched(rig)[0] == name


def test_a_welded_relay_is_reported(machine: Make) -> None:
    rig = machine(step_ms=10)
    rig.greet()
    rig.weld(True)
    assert rig.until(lambda: rig.latched is not None, 5)
    assert latched(rig)[0] == "MOTOR_SUPPLY"


def test_a_driver_that_reports_a_fault(machine: Make) -> None:
    rig = loaded(machine)
    rig.driver_fault(True)
    assert rig.until(lambda: rig.latched is not None, 0.1)
    assert latched(rig)[0] == "DRIVER_FAULT"


def test_a_lift_that_loses_steps_is_lowered_and_tried_again(machine: Make) -> None:
    rig = loaded(machine)
    assert rig.sort()
    rig.slip(5, 0.2)
    rig.at(2.5, lambda: rig.slip(5, 0.0))
    assert rig.raise_walls()
    assert (0x41, Outcome.RECOVERING) in [(f.code, f.outcome) for f in rig.faults]


def test_a_lift_that_slips_a_little_is_not_level(machine: Make) -> None:
    rig = loaded(machine)
    assert rig.sort()
    rig.slip(6, 0.03)
    assert not rig.raise_walls()
    assert latched(rig)[0] in ("LIFT_NOT_LEVEL", "LIFT_TIMEOUT")


def test_a_wheel_that_stalls_is_not_taken_for_a_jam(machine: Make) -> None:
    rig = loaded(machine)
    rig.plant_break(Axis.PICK3, Broken.STALL)
    assert not rig.sort()
    assert latched(rig) == ("PICK_STARVED", Axis.PICK3)


def warnings(rig: Rig) -> list[str]:
    return [fault_of(f.code).name for f in rig.faults if f.outcome is Outcome.WARNING]


def test_wheels_that_feed_slowly_want_service(machine: Make) -> None:
    slow = {"DRUM_DUTY": 15, "DRUM_SLOW_DUTY": 12, "PICK_DUTY": 60}
    rig = machine(seed=2, settings=slow, step_ms=20)
    rig.untidy(0.0, 0.0)
    assert rig.ready()
    assert rig.load(0)
    rig.sort(100)
    assert warnings(rig) == ["SLOW_SORT"]


def test_what_jams_take_is_no_slow_feeding(machine: Make) -> None:
    """Each jam has its own fault; the warning is about wheels and tiles alone."""
    rig = machine(seed=38, step_ms=20)
    assert rig.ready()
    assert rig.load(0)
    begun = rig.now
    for n in range(60):
        rig.at(3.0 + 2.0 * n, partial(rig.jam, n % 4, 100.0, 2))
    assert rig.sort(300)
    assert rig.now - begun > 90
    assert warnings(rig) == []


def lit(rig: Rig) -> list[int]:
    return [lane for lane in range(4) if rig.get_output(OUTPUTS["LAMP0"] + lane)]


def test_lamp_and_buzzer_say_where_a_person_is_needed(machine: Make) -> None:
    rig = loaded(machine)
    assert lit(rig) == []
    assert rig.get_output(OUTPUTS["LAMP_STATUS"])
    rig.jam(2, 100.0, -1)
    assert not rig.sort()
    sounds = []
    for _ in range(150):
        rig.run(0.01)
        sounds.append(bool(rig.get_output(OUTPUTS["BUZZER"])))
        assert lit(rig) in ([2], []) if len(sounds) < 15 else lit(rig) == [2]
    assert sum(on and not before for before, on in pairwise([False, *sounds])) == 3
    rig.jam(2, -1.0, 0)
    rig.ask(ClearFault())
    rig.run(0.2)
    assert lit(rig) == []


@pytest.mark.parametrize(("slide", "wire"), [(6, Input.LIFT2_DOWN), (8, Input.CENTRE_DOWN)])
def test_without_its_low_switch_a_slide_limps_home_by_counted_steps(
    machine: Make, slide: int, wire: Input
) -> None:
    rig = machine(step_ms=10)
    rig.left(rows=0)
    rig.greet()
    rig.ill(wire, Ill.STUCK0)
    rig.ask(Home())
    assert rig.until(lambda: rig.latched is not None, 60)
    assert (latched(rig)[0], rig.latched and rig.latched.detail) == ("SENSOR_STUCK", wire)
    assert 0 < rig.position(slide) < 0.05 * (4000 if slide == 6 else 3000)
    assert rig.unsafe() == {}


def test_a_fault_names_the_wire(machine: Make) -> None:
    rig = loaded(machine)
    rig.ill(Input.AT_STACK2, Ill.STUCK1)
    assert not rig.sort()
    assert rig.latched is not None
    assert (latched(rig)[0], rig.latched.detail) == ("SENSOR_STUCK", Input.AT_STACK2)


def test_mishaps_pass_without_a_person() -> None:
    """Nineteen of twenty; many more in `python -m benchmarks.machine`."""
    need("native")
    asked, misnamed = [], []
    for seed in range(20):
        mishap, _, ending, named = mishap_evening(seed)
        assert ending.unsafe == {}
        if not ending.done:
            asked.append(mishap.name)
        if not named:
            misnamed.append((mishap.name, ending.faults))
    assert len(asked) <= 1
    assert len(misnamed) <= 1, misnamed


@pytest.mark.parametrize("seed", range(12))
def test_nothing_unsafe_on_a_rough_evening(seed: int) -> None:
    need("native")
    assert rough_evening(seed).unsafe == {}
