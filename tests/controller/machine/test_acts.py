"""Each way out by itself, on the real firmware: what it is for happens, and the evening goes on with it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from contract.messages import ActCode
from controller.machine.transitions import CycleStep
from firmware_bridge.message import MachineState, Sorter
from firmware_bridge.pins import Axis, Input
from hardware.sim.rig import Broken, Ill, Place, Rig
from hardware.sim.scenario import SETTINGS
from tests.controller.machine.by_acts import STEP_MS, Table

S, A = MachineState, ActCode
USUAL = (A.START, A.GO_ON, A.CLOSE)
pytestmark = pytest.mark.skipif(
    not all(shutil.which(tool) for tool in ("make", "cc")),
    reason="needs make and a C compiler: sudo apt install make gcc",
)


@pytest.fixture
def rig() -> Iterator[Rig]:
    with Rig("native", 4, settings=SETTINGS, step_ms=STEP_MS) as made:
        yield made


def live(table: Table, seconds: float, *likes: ActCode, hands: int = 99, until: int = 0) -> bool:
    """People choose the first of `likes` that is offered, but not in a hand without trouble; whether so many
    hands were played, or a fault of this number was told."""
    end = table.rig.now + seconds
    while table.rig.now < end:
        table.turn()
        if table.hands >= hands or (until and table.rig.status.fault == until):
            return True
        if table.left is not None and table.rig.count(table.left, Place.MAT):
            table.rig.remove(table.left, table.rig.count(table.left, Place.MAT))  # into its box
        calm = table.step is CycleStep.PLAY and not table.table.view.asks
        one = table.pick(*likes)
        if one is not None and not calm and not table.pushing and table.rig.now - table.touched > 1.2:
            table.do(one)
    return False


def sorting(rig: Rig) -> bool:
    return rig.status.sorter is Sorter.SORTING


def test_a_set_that_is_given_up_is_left_and_the_other_one_plays_on(rig: Rig) -> None:
    table = Table(rig, 2)
    assert live(table, 60.0, *USUAL, hands=0)
    live(table, 15.0, *USUAL)
    assert sorting(rig)
    lost = rig.status.drum_set
    rig.remove(lost, 3)
    assert live(table, 200.0, *USUAL, until=0x60)
    before = table.hands
    assert live(table, 400.0, A.GIVE_UP, *USUAL, hands=before + 3)
    assert (table.left, table.played) == (lost, [False] * table.hands), "the machine raised all walls"
    assert table.wired.refused == []


def test_a_tile_that_is_back_in_the_drum_needs_no_hatch(rig: Rig) -> None:
    table = Table(rig)
    live(table, 14.0, *USUAL)
    assert sorting(rig)
    rig.remove(0, 2)
    assert live(table, 200.0, *USUAL, until=0x60)
    rig.remove(0, -2)
    rig.place(0, Place.DRUM)
    assert live(table, 120.0, A.TILE_BACK, A.START, hands=1)
    assert A.CLOSE not in table.chosen[table.chosen.index(A.TILE_BACK) :], "the hatch stayed shut"


def test_what_lies_in_the_rows_is_raised_to_be_taken_out_and_lowered_again(rig: Rig) -> None:
    table = Table(rig)
    live(table, 14.0, *USUAL)
    rig.remove(0, 2)
    assert live(table, 200.0, *USUAL, until=0x60)
    live(table, 1.0, A.RAISE)
    assert table.wait(20.0, lambda: rig.status.state is S.PRESENTED)
    assert table.step is CycleStep.WAIT, "no hand begins with a part of the walls"
    alone = rig.count(0, Place.CUP)  # in stackers, where two lanes lack one each
    assert table.wait(10.0, lambda: rig.count(0, Place.MAT) == 30 - alone), "people take them"
    table.wait(1.5)
    lowered = table.pick(A.LOWER)
    assert lowered is not None
    table.do(lowered)
    assert table.wait(20.0, lambda: rig.status.state is S.READY)
    rig.remove(0, -2)
    assert live(table, 300.0, A.HATCH, *USUAL, hands=1), "with all tiles in again it plays on"


def test_a_row_that_is_not_as_the_machine_believes_is_counted_anew(rig: Rig) -> None:
    table = Table(rig)
    live(table, 14.0, *USUAL)
    rig.ill(Input.ROW_FULL1, Ill.STUCK1)
    assert live(table, 60.0, *USUAL, until=0x70)
    rig.ill(Input.ROW_FULL1, 0)
    assert live(table, 200.0, A.ROW_EMPTY, *USUAL, hands=1)
    assert A.ROW_EMPTY in table.chosen
    assert S.UNHOMED in rig.states


def test_the_machine_comes_back_when_it_works_again(rig: Rig) -> None:
    table = Table(rig)
    live(table, 14.0, *USUAL)
    rig.plant_break(Axis.CONV1, Broken.DEAD)
    assert live(table, 90.0, A.BY_HAND, A.BY_MACHINE, hands=0)
    assert live(table, 120.0, A.BY_HAND, A.START, hands=1)
    assert table.played == [True]
    rig.plant_break(Axis.CONV1, 0)
    assert live(table, 300.0, A.BY_MACHINE, A.HATCH, A.GO_ON, A.CLOSE, A.START, hands=3)
    assert table.played[-1] is False


def test_while_people_build_nothing_is_told_to_the_machine(rig: Rig) -> None:
    table = Table(rig)
    live(table, 14.0, *USUAL)
    rig.estop(True)
    assert live(table, 10.0, A.BY_HAND, until=0x04)
    live(table, 2.0, A.BY_HAND)
    assert table.table.people
    pulses = rig.pulses_of_all()
    rig.estop(False)
    assert live(table, 60.0, A.START, hands=3)
    assert rig.pulses_of_all() == pulses, "nothing has moved"
    assert rig.status.state is S.ESTOP


def test_who_lets_the_stop_go_is_offered_no_press_that_does_not_count(rig: Rig) -> None:
    """For 0.6 s after it the firmware takes none (`safety/consent.c`)."""
    table = Table(rig)
    live(table, 14.0, *USUAL)
    for happens in (rig.estop, rig.lid):
        happens(True)
        table.wait(3.0)
        assert table.pick(A.GO_ON) is None
        happens(False)
        assert table.wait(3.0, lambda: table.pick(A.GO_ON))
        one = table.pick(A.GO_ON)
        assert one is not None
        table.do(one)
        table.wait(1.5)
        assert table.wired.refused == []
        assert rig.status.fault == 0
        live(table, 8.0, A.GO_ON)
