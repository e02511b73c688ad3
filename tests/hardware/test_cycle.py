"""The ordinary evening: home, collect, sort, raise, play, collect again."""

from __future__ import annotations

import pytest

from firmware_bridge.faults import fault_of
from firmware_bridge.link import PRESS_S
from firmware_bridge.message import (
    NONE,
    Answer,
    ClearFault,
    Close,
    Collect,
    DiceFell,
    Home,
    Lower,
    MachineState,
    Raise,
    Reason,
    Shuffle,
    Sorter,
    Stop,
    ThrowDice,
    WallsPresented,
)
from firmware_bridge.pins import Axis, Input
from hardware.sim.rig import NOBODY, Broken, Ill, Place, Rig
from hardware.sim.scenario import SETTINGS, TILES
from tests.hardware.conftest import Make

SET = 136


def test_a_set_becomes_four_walls_of_seventeen_pairs(machine: Make) -> None:
    rig = machine(seed=2, step_ms=10)
    rig.untidy(0.0, 0.0)
    assert rig.ready()
    assert rig.load(0)
    assert rig.count(0, Place.DRUM) == SET
    assert rig.sort()
    assert rig.status.state.name == "STAGED"
    assert rig.status.stacks == (17, 17, 17, 17)
    assert rig.count(0, Place.ROW) == SET
    assert rig.raise_walls()
    assert rig.status.state.name == "PRESENTED"
    assert rig.count(0, Place.LIFT) == SET
    walls = [r for r in rig.reports if isinstance(r, WallsPresented)]
    assert [w.stacks for w in walls] == [(17, 17, 17, 17)]
    assert rig.unsafe() == {}
    assert rig.faults == []


def test_the_second_set_is_sorted_while_the_first_is_played(machine: Make) -> None:
    rig = machine(seed=3, step_ms=10)
    assert rig.ready()
    assert rig.load(0)
    assert rig.sort()
    assert rig.load(1)
    assert (rig.status.drum_set, rig.status.row_set) == (1, 0)
    assert rig.raise_walls()
    assert (rig.status.row_set, rig.status.standing_set) == (0xFF, 0)
    rig.until(lambda: rig.count(0, Place.MAT) == SET, 3)
    rig.link.send(Shuffle())
    rig.until(lambda: rig.status.sorter is Sorter.SORTING, 1)
    assert rig.status.state.name == "PRESENTED"
    assert rig.until(lambda: rig.staged, 200)
    assert rig.status.state.name == "PRESENTED"
    assert (rig.count(0, Place.MAT), rig.count(1, Place.ROW)) == (SET, SET)
    assert rig.load(0)
    assert rig.status.state.name == "STAGED"
    assert rig.raise_walls()
    assert rig.status.standing_set == 1
    assert rig.unsafe() == {}


def test_states_pass_in_their_order(machine: Make) -> None:
    rig = machine(step_ms=5)
    assert rig.ready()
    rig.load(0)
    rig.sort()
    rig.raise_walls()
    rig.run(2)  # the players pull the walls onto the mat
    rig.lower()
    seen = [s.name for s in rig.states]
    assert seen[:3] == ["UNHOMED", "HOMING", "READY"]
    assert seen[3:7] == ["OPENING", "INTAKE", "CLOSING", "LOWERING"]
    assert [s for s in seen[7:] if s != "RECOVERING"] == [
        "READY",
        "SORTING",
        "STAGED",
        "RAISING",
        "PRESENTED",
        "LOWERING",
        "READY",
    ]


def test_walls_that_nobody_took_are_rows_again(machine: Make) -> None:
    rig = machine(step_ms=10)
    rig.takes_walls(False)
    rig.ready()
    rig.load(0)
    rig.sort()
    rig.raise_walls()
    assert rig.do(Lower())
    assert rig.status.state.name == "STAGED"
    assert rig.count(0, Place.ROW) == SET
    assert rig.raise_walls()


def test_forgotten_tiles_may_be_pushed_after(machine: Make) -> None:
    rig = machine(step_ms=10)
    rig.ready()
    rig.load(0)
    assert rig.do(Collect(0))
    assert rig.do(Close())
    assert rig.status.drum_set == 0


def test_dice_fall_between_one_and_six_and_never_stop_the_sorting(machine: Make) -> None:
    rig = machine(step_ms=10)
    rig.ready()
    rig.load(0)
    rig.link.send(Shuffle())
    for _ in range(8):
        assert rig.do(ThrowDice())
    assert rig.status.state.name == "SORTING"
    dice = [r for r in rig.reports if isinstance(r, DiceFell)]
    assert len(dice) == 8
    assert all(d.spun and set(d.dice) <= set(range(1, 7)) for d in dice)
    assert len({d.dice for d in dice}) > 1


def test_after_a_reset_the_rows_are_known_by_their_sensors(machine: Make) -> None:
    rig = machine(seed=2, step_ms=10)
    rig.ready()
    rig.load(1)
    rig.sort()
    rig.run(1.0)
    rig.reset(0)
    rig.until(lambda: rig.status.state is MachineState.UNHOMED, 2)
    assert rig.do(Home())
    assert rig.status.state.name == "STAGED"
    assert rig.status.row_set == 1
    assert rig.do(Raise())


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("seconds", [2.0, 6.0, 8.0])
def test_after_a_reset_in_the_middle_of_sorting_the_rows_are_filled_by_their_sensors(
    machine: Make, seconds: float, seed: int
) -> None:
    rig = machine(seed=seed, step_ms=10, settings=SETTINGS)
    rig.small(TILES)
    rig.left(drum=1)
    assert rig.ready()
    rig.ask(Shuffle())
    rig.run(seconds)
    rig.reset(0)
    rig.until(lambda: rig.status.state is MachineState.UNHOMED, 2)
    assert rig.do(Home())
    assert rig.status.drum_set == 1
    assert rig.sort()
    assert rig.count(1, Place.ROW) == 4 * TILES
    assert (rig.status.state.name, rig.status.row_set, rig.status.drum_set) == ("STAGED", 1, 0xFF)
    assert rig.unsafe() == {}


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("resets", [1, 2])
@pytest.mark.parametrize("how", ["stopped", "missing", "at once"])
def test_rows_that_were_left_half_full_are_filled_the_next_evening(
    machine: Make, how: str, resets: int, seed: int
) -> None:
    """Sorting was broken off, and the power goes before it is begun again: once, or twice."""
    rig = machine(seed=seed, step_ms=10, settings=SETTINGS)
    rig.small(TILES)
    rig.left(drum=1)
    assert rig.ready()
    if how == "missing":
        rig.remove(1, 2)
        assert not rig.sort()
        rig.remove(1, -2)
        rig.push(1)
        assert rig.do(ClearFault())
        assert rig.do(Collect(1))
        rig.run(3.0)
        assert rig.do(Close())
    else:
        rig.ask(Shuffle())
        rig.run(5.0)
    if how == "stopped":
        rig.link.send(Stop())
    if how != "at once":
        rig.run(2.0)
    for _ in range(resets):
        rig.reset(0)
        assert rig.until(lambda: rig.status.state is MachineState.UNHOMED, 2)
        rig.run(2.0)
    assert rig.do(Home())
    assert rig.status.drum_set == 1
    assert rig.sort()
    assert rig.count(1, Place.ROW) == 4 * TILES
    assert rig.unsafe() == {}


@pytest.mark.parametrize("resets", [1, 2])
def test_after_a_reset_both_sets_keep_their_names(machine: Make, resets: int) -> None:
    """One stands on the mat and the other lies sorted in the rows."""
    rig = machine(step_ms=10, settings=SETTINGS)
    rig.small(TILES)
    rig.left(drum=0, rows=1)
    assert rig.ready()
    assert rig.raise_walls()
    assert rig.sort()
    rig.run(1.0)
    assert (rig.status.standing_set, rig.status.row_set) == (1, 0)
    for _ in range(resets):
        rig.reset(0)
        assert rig.until(lambda: rig.status.state is MachineState.UNHOMED, 2)
        rig.run(1.0)
    assert rig.do(Home())
    assert (rig.status.state, rig.status.row_set) == (MachineState.STAGED, 0)
    assert rig.load(1)
    assert rig.raise_walls()
    assert rig.sort()
    assert rig.count(1, Place.ROW) == 4 * TILES
    assert rig.faults == []


def half_risen(machine: Make, drum: int) -> Rig:
    """Lift 3 slips, the others stand, and the players take what rose; then people look under the lid."""
    rig = machine(step_ms=10, settings=SETTINGS)
    rig.small(TILES)
    rig.left(drum=drum, rows=0)
    assert rig.ready()
    rig.slip(7, 0.05)
    assert not rig.raise_walls()
    assert rig.count(0, Place.MAT) == 3 * TILES
    rig.slip(7, 0.0)
    rig.lid(True)
    rig.run(1.0)
    rig.lid(False)
    rig.run(PRESS_S + 0.2)
    rig.ask(ClearFault())
    rig.run(0.3)
    assert rig.do(Home())
    assert (rig.status.state, rig.status.row_set) == (MachineState.READY, 0)
    assert rig.ask(Collect(1)).reason is Reason.INTERLOCK
    return rig


def test_rows_of_which_players_took_a_part_are_filled_with_their_own_set(machine: Make) -> None:
    rig = half_risen(machine, NOBODY)
    assert rig.load(0)
    assert rig.sort()
    assert rig.count(0, Place.ROW) == 4 * TILES
    assert rig.raise_walls()
    assert rig.unsafe() == {}


def test_a_part_of_a_set_rises_to_be_taken_out_where_the_drum_holds_the_other_one(machine: Make) -> None:
    rig = half_risen(machine, 1)
    assert rig.ask(Shuffle()).reason is Reason.INTERLOCK
    assert rig.ask(Collect(0)).reason is Reason.INTERLOCK
    assert rig.raise_walls()
    assert rig.status.state is MachineState.PRESENTED
    assert [r for r in rig.reports if isinstance(r, WallsPresented)] == [], "no hand begins with it"
    assert rig.until(lambda: rig.count(0, Place.MAT) == 4 * TILES, 3)
    assert rig.sort()
    assert rig.count(1, Place.ROW) == 4 * TILES
    assert rig.load(0)
    assert rig.raise_walls()
    assert rig.unsafe() == {}


def test_a_row_that_should_be_whole_and_is_not_is_named(machine: Make) -> None:
    rig = machine(step_ms=10, settings=SETTINGS)
    rig.small(TILES)
    rig.left(rows=0)
    assert rig.ready()
    rig.ill(Input.ROW_FULL2, Ill.STUCK1)
    rig.run(0.5)
    rig.ask(Raise())
    rig.run(0.2)
    assert rig.latched is not None
    assert (rig.latched.code, rig.latched.detail) == (0x70, Input.ROW_FULL2)
    rig.ill(Input.ROW_FULL2, 0)
    assert rig.ask(ClearFault()).answer is Answer.DONE
    rig.run(0.3)
    assert rig.do(Raise())


def reached_into(machine: Make, pairs: int, to: Place) -> Rig:
    """Somebody under the open lid took pairs out of a whole row."""
    rig = machine(step_ms=10, settings=SETTINGS)
    rig.small(TILES)
    rig.left(rows=0)
    assert rig.ready()
    rig.lid(True)
    rig.run(0.5)
    for _ in range(2 * pairs):
        rig.hand(2, Place.ROW, to)
    rig.lid(False)
    rig.run(PRESS_S + 0.2)
    assert rig.ask(ClearFault()).answer is Answer.DONE
    rig.run(0.3)
    assert rig.do(Home())
    assert rig.status.state is MachineState.READY
    return rig


@pytest.mark.parametrize("pairs", [1, 3])
def test_tiles_that_somebody_laid_from_a_row_into_the_drum_are_looked_for_there(
    machine: Make, pairs: int
) -> None:
    rig = reached_into(machine, pairs, Place.DRUM)
    assert (rig.status.drum_set, rig.status.row_set) == (0, NONE)
    assert rig.sort()
    assert (rig.status.drum_set, rig.status.row_set) == (NONE, 0)
    assert rig.count(0, Place.ROW) == 4 * TILES
    assert len(rig.faults) == 1, "but for the lid"


def test_tiles_that_somebody_took_out_of_a_row_are_missed_and_the_hatch_opens_for_them(machine: Make) -> None:
    rig = reached_into(machine, 1, Place.MAT)
    assert not rig.sort()
    rig.run(0.1)
    assert rig.latched is not None
    assert fault_of(rig.latched.code).name == "COUNT_SHORT"
    assert rig.ask(ClearFault()).answer is Answer.DONE
    rig.run(0.3)
    assert rig.load(0)
    assert rig.sort()
    assert rig.count(0, Place.ROW) == 4 * TILES


@pytest.mark.parametrize("kind", ["native", "simavr"])
@pytest.mark.parametrize(
    ("drum", "rows", "state"), [(0xFF, 1, "STAGED"), (0, 1, "STAGED"), (1, 0xFF, "READY")]
)
def test_what_was_left_in_the_machine_is_there_after_homing(
    machine: Make, kind: str, drum: int, rows: int, state: str
) -> None:
    rig = machine(kind=kind, step_ms=5)
    rig.left(drum, rows)
    assert rig.ready()
    assert rig.now < 8
    assert (rig.status.state.name, rig.status.drum_set, rig.status.row_set) == (state, drum, rows)
    for tile_set, place in ((drum, Place.DRUM), (rows, Place.ROW)):
        assert tile_set == 0xFF or rig.count(tile_set, place) == SET
    if rows != 0xFF:
        assert rig.raise_walls()
    assert rig.unsafe() == {}


def test_the_same_seed_gives_the_same_evening(machine: Make) -> None:
    def trace(seed: int) -> list[object]:
        rig = machine(seed=seed, step_ms=5)
        rig.ready()
        rig.load(0)
        rig.sort()
        return [rig.now, *rig.states, *rig.reports, rig.status.inputs]

    first = trace(5)
    assert all(trace(5) == first for _ in range(2))
    assert trace(6) != first


def test_a_drum_that_stalls_when_its_work_is_done_recovers_no_longer(machine: Make) -> None:
    """Nobody knows whether it would have: the next sorting tries it."""
    rig = machine(seed=1, settings=SETTINGS, step_ms=10)
    rig.small(TILES)
    assert rig.ready()
    assert rig.load(0)
    rig.ask(Shuffle())
    assert rig.until(lambda: rig.count(0, Place.DRUM) == 0, 60)
    rig.plant_break(Axis.DRUM, Broken.STALL)
    assert rig.until(lambda: rig.status.state is MachineState.RECOVERING, 10)
    assert rig.until(lambda: rig.status.state is MachineState.STAGED, 20)
    rig.run(5)
    assert (rig.status.state, rig.status.fault) == (MachineState.STAGED, 0)
