"""The plant is not kind: contacts rebound, conversions tremble, lifts sink, tiles lie across."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware_bridge.faults import fault_of
from firmware_bridge.message import (
    Answer,
    Close,
    Collect,
    Jog,
    Lower,
    MachineState,
    Outcome,
    Raise,
    Service,
    Shuffle,
)
from firmware_bridge.pins import Analog, Axis, Input
from hardware.sim.rig import Place, Rig, Unsafe
from hardware.sim.scenario import SETTINGS, TILES
from tests.hardware.conftest import Make

LONGEST_BOUNCE_MS = 6.2
"""Ganssle, A Guide to Debouncing (2008)."""
HURTS_N = 140
"""ISO/TS 15066:2016, table A.2: hands and fingers, held."""


def homed(machine: Make, seed: int = 1) -> Rig:
    rig = machine(seed=seed, settings=SETTINGS, step_ms=10)
    rig.small(TILES)
    assert rig.ready()
    return rig


def standing(machine: Make, seed: int = 1, step_ms: int = 10) -> Rig:
    """Walls have risen, and the players leave them there."""
    rig = machine(seed=seed, settings=SETTINGS, step_ms=step_ms)
    rig.small(TILES)
    rig.left(rows=0)
    assert rig.ready()
    rig.takes_walls(False)
    assert rig.raise_walls()
    return rig


def changes(rig: Rig, wire: Input, milliseconds: int) -> list[float]:
    """Milliseconds after which the wire changed, looked at every quarter of one."""
    seen = [(0.0, rig.input(wire))]
    for quarter in range(4 * milliseconds):
        rig.live(250)
        seen.append(((quarter + 1) / 4, rig.input(wire)))
    return [at for (_, before), (at, now) in pairwise(seen) if now != before]


def test_end_switches_rebound_for_six_milliseconds_at_most(machine: Make) -> None:
    """A lift that comes down."""
    bounces = []
    for seed in range(12):
        rig = standing(machine, seed, 1)
        assert rig.ask(Lower()).answer is Answer.ACCEPTED
        while rig.position(5) >= 3:
            rig.step()
        bounces.append(changes(rig, Input.LIFT1_DOWN, 30))
    assert all(len(times) % 2 == 1 for times in bounces), "and then it says so"
    assert all(times[-1] - times[0] <= LONGEST_BOUNCE_MS for times in bounces)
    assert sum(len(times) > 1 for times in bounces) >= 3


@pytest.mark.parametrize(("wire", "what"), [(Input.ESTOP, "estop"), (Input.LID_OPEN, "lid")])
def test_the_safety_chain_opens_once_and_rebounds_when_it_closes(
    machine: Make, wire: Input, what: str
) -> None:
    """Its contacts are opened by force (IEC 60947-5-1, annex K)."""
    closed = []
    for seed in range(12):
        rig = homed(machine, seed)
        getattr(rig, what)(True)
        assert rig.input(wire)
        assert changes(rig, wire, 10) == []
        getattr(rig, what)(False)
        closed.append(changes(rig, wire, 20))
    assert any(closed)
    assert all(times[-1] <= LONGEST_BOUNCE_MS for times in closed if times)


def test_conversions_tremble_and_their_mean_is_what_flows(machine: Make) -> None:
    rig = homed(machine)
    seen = []
    for _ in range(400):
        rig.live(1000)
        seen.append(rig.analog(Analog.SUPPLY))
    assert len(set(seen)) > 5
    full = sum(seen) / len(seen)
    rig.supply(21_600.0, 350.0)
    seen = []
    for _ in range(400):
        rig.live(1000)
        seen.append(rig.analog(Analog.SUPPLY))
    assert 0.89 < sum(seen) / len(seen) / full < 0.91


def test_lifts_and_hatch_sink_without_current_and_only_then(machine: Make) -> None:
    rig = standing(machine)
    rig.run(2.0)
    assert [rig.sunk(slide) for slide in range(9)] == [0] * 9, "they hold"
    stood = rig.position(5)
    rig.estop(True)
    rig.run(0.1 + 1.0)
    assert 300 < stood - rig.position(5) < 700
    assert rig.count(0, Place.LIFT) == 4 * TILES
    rig.run(9.0)
    assert [rig.position(slide) for slide in range(4, 8)] == [0] * 4
    assert rig.count(0, Place.ROW) == 4 * TILES, "and what lay on them lies in its row again"
    assert rig.sunk(0) == 0, "a pusher lies level"


def test_what_sinks_rests_on_what_lies_under_it(machine: Make) -> None:
    rig = homed(machine)
    assert rig.do(Collect(0))
    rig.obstacle(8, 0.5, -1)
    rig.estop(True)
    rig.run(8.0)
    assert 1400 < rig.position(8) < 1600
    assert rig.force_n < 5


def test_a_machine_whose_lifts_sank_homes_and_goes_on(machine: Make) -> None:
    rig = standing(machine)
    rig.estop(True)
    rig.run(3.0)
    rig.estop(False)
    rig.run(1.0)
    assert rig.ready()
    assert rig.status.state is MachineState.STAGED
    assert rig.raise_walls()
    assert rig.unsafe() == {}


def fault_names(rig: Rig) -> set[str]:
    return {fault_of(f.code).name for f in rig.faults}


def test_tiles_that_come_across_jam_and_are_shaken_loose(machine: Make) -> None:
    rig = homed(machine)
    rig.untidy(0.2, 0.0)
    assert rig.load(0)
    assert rig.sort()
    assert fault_names(rig) == {"LANE_JAM"}
    assert not any(f.outcome is Outcome.LATCHED for f in rig.faults)
    assert rig.count(0, Place.ROW) == 4 * TILES


@pytest.mark.parametrize("tile_set", [0, 1])
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_two_tiles_end_to_end_go_back_and_nothing_is_miscounted(
    machine: Make, seed: int, tile_set: int
) -> None:
    rig = homed(machine, seed)
    rig.untidy(0.0, 0.2)
    assert rig.load(tile_set)
    assert rig.sort()
    assert rig.faults == []
    assert rig.count(tile_set, Place.ROW) == 4 * TILES


@pytest.mark.parametrize("seed", [1, 2])
def test_worn_magnets_name_their_set_still(machine: Make, seed: int) -> None:
    for tile_set in (0, 1):
        rig = homed(machine, seed)
        rig.untidy(0.0, 0.0)
        rig.wear(tile_set, 0.8)
        assert rig.load(tile_set)
        assert rig.sort()
        assert rig.faults == []
        assert rig.status.row_set == tile_set


def test_magnets_of_which_half_is_left_look_like_the_other_set(machine: Make) -> None:
    """Seven of fourteen millimetres: so far the firmware cannot know, and the plant does not spare it."""
    rig = homed(machine)
    rig.untidy(0.0, 0.0)
    rig.wear(1, 0.5)
    assert rig.load(1)
    rig.sort()
    assert rig.status.row_set != 1


@pytest.mark.parametrize("slide", [0, 3])
@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
def test_a_pusher_against_something_hurts_nobody_and_says_so(machine: Make, slide: int, share: float) -> None:
    """No current of a pusher is measured: it tries three times, as hard as it can."""
    rig = homed(machine)
    assert rig.load(0)
    rig.obstacle(slide, share, 1)
    rig.ask(Shuffle())
    assert rig.until(lambda: rig.latched is not None, 60)
    assert fault_names(rig) == {"STACK_STALL"}
    assert 60 < rig.force_n < HURTS_N
    assert rig.unsafe() == {}


@pytest.mark.parametrize("slide", [4, 5, 6, 7, 8])
def test_a_hand_that_stays_is_pressed_once_for_each_press_of_start(machine: Make, slide: int) -> None:
    """The hatch comes down when it homes, the lifts when they are asked for."""
    rig = standing(machine) if slide < 8 else homed(machine)
    if slide == 8:
        assert rig.do(Collect(0))
    else:
        assert rig.do(Lower())
    rig.obstacle(slide, 0.5, 1 if slide < 8 else -1)
    rig.ask(Raise() if slide < 8 else Close())
    for times in range(1, 4):
        assert rig.until(lambda: rig.latched is not None, 5)
        rig.run(0.1)
        pinches = [f for f in rig.faults if f.outcome is Outcome.LATCHED]
        assert len(pinches) == times
        rig.run(5.0)
        assert [f for f in rig.faults if f.outcome is Outcome.LATCHED] == pinches, "nothing moves by itself"
        if rig.ready():
            rig.ask(Raise())
    assert 0 < rig.pinch_ms <= 30
    assert 0 < rig.force_n < HURTS_N
    assert rig.unsafe() == {}


def test_how_long_the_drum_runs_out_under_an_opened_lid_is_reported(machine: Make) -> None:
    """No brake: longer than a hand needs, which is why the lid has a catch (hardware/safety.md)."""
    rig = homed(machine)
    assert rig.load(0)
    rig.ask(Shuffle())
    rig.run(4.0)
    assert rig.coast_ms == 0
    rig.lid(True)
    rig.run(4.0)
    assert 300 < rig.coast_ms < 2500


def test_the_monitor_sees_a_belt_that_sets_off_without_a_warning_long_after_the_press(machine: Make) -> None:
    """As it does a lift: a key that is held at the service is one, when nobody has told the monitor."""
    rig = homed(machine)
    assert rig.ask(Service(True)).answer is Answer.DONE
    rig.run(4.0)
    rig.link.send(Jog(Axis.CONV0, True, 300))
    rig.run(0.3)
    assert set(rig.unsafe()) == {Unsafe.UNWARNED}
