"""Every input stuck either way, every axis dead, in the plant: the guided self-test names it, nothing else.

A second witness: inputs, their levels and axes are read here from hardware/pins.toml, and the person of these
tests knows the table by its places. Neither asks the self-test what it waits for.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from controller.machine.selftest.guide import Guide, Word
from firmware_bridge.faults import fault_of
from firmware_bridge.message import MachineState, PartTested, Press
from firmware_bridge.pins import Axis, Input
from hardware.sim.rig import OUTPUTS, Broken, Ill, Rig
from tests.hardware.conftest import need

TABLE: Final[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[4] / "hardware" / "pins.toml").read_text(encoding="utf-8")
)
KINDS: Final = TABLE["kinds"]
INPUTS: Final = {
    name: KINDS[signal["kind"]] | signal
    for name, signal in TABLE["signals"].items()
    if KINDS[signal["kind"]]["direction"] == "in"
}
AXES: Final = tuple(TABLE["axes"])
SEEDS: Final = range(1, 1 + int(os.environ.get("JANTAKU_SELFTEST_SEEDS", "1")))
"""Of worlds in which each fault is looked for; each with its slides anywhere, and at rest."""
WORLDS: Final = [(seed, rest) for seed in SEEDS for rest in (False, True)]
STUCK: Final = [(name, how) for name in INPUTS for how in ("on", "off")]

STOPPING: Final = ("ESTOP", "LID_OPEN", "DRIVER_FAULT", "MOTOR_POWER")
"""Where one of these flickers the machine stops and names it itself."""
OPERATED: Final = {
    "estop": ("ESTOP",),
    "lid": ("LID_OPEN",),
    "entry": ("ENTRY{lane}", "BACK_UP{lane}"),
    "cup": ("AT_STACK{lane}",),
    "row": ("ROW_FULL{lane}",),
    "plug": ("ESTOP", "LID_OPEN", "DRIVER_FAULT"),
    "pusher": ("STACK{lane}_HOME", "STACK{lane}_END"),
    "lift": ("LIFT{lane}_DOWN", "LIFT{lane}_UP"),
    "hatch": ("CENTRE_DOWN", "CENTRE_UP", "HATCH_CLOSED"),
    "drum": ("DRUM_TACH",),
}
"""What somebody operates who does that at the table: a plug carries more than one wire."""
ON_S, OFF_S, GONE_S, LOOK_S = 0.3, 0.6, 0.9, 2.0
"""After being asked: a sensor sees something, sees nothing, is let go, and what happened is told."""
AGAIN_S: Final = 1.0
"""From being asked to START: not at once after lid and stop were closed."""
PATIENCE_S: Final = 400.0


class Person:
    """At the machine: does what each step asks for, and says what happened; `lazy`: not the last acts."""

    def __init__(self, rig: Rig, *, lazy: bool = False) -> None:
        self.rig = rig
        self.guide = Guide(rig.now)
        self.lazy = lazy
        self.asked: list[tuple[str, int | None]] = []
        self.unsupplied: list[str] = []
        """Acts that were asked for while the motors had their supply."""
        self._step = 0, ""
        self._at = 0.0
        self._said = False

    def test(self) -> dict[str, str]:
        """From the first step to the last; how each input and axis is."""
        limit = self.rig.now + PATIENCE_S
        while not self.guide.over and self.rig.now < limit:
            self.turn()
        assert self.guide.over
        return {part.part: part.how for part in self.guide.parts}

    def turn(self) -> None:
        for news in self.rig.step():
            self.guide.feed(news)
        self.guide.tick(self.rig.now)
        for command in self.guide.take():
            self.rig.link.send(command)
            if isinstance(command, Press):
                self.rig.pressed()
        view = self.guide.view
        if view is None or view.act == "moving":
            return
        if (view.step, view.act) != self._step:
            self._step = view.step, view.act
            self.asked.append((view.act, view.lane))
            self._at, self._said = self.rig.now, False
            self._act(view.act, view.lane)
        waited = self.rig.now - self._at
        if view.act in OPERATED and waited > LOOK_S:
            leaves = self.lazy and view.axis is not None
            self.guide.say(view.step, Word.SKIP if leaves else Word.FAILS)
        elif view.act in ("go", "go_on") and waited > AGAIN_S and not self._said:
            self._said = True
            self.guide.say(view.step, Word.GO)

    def _act(self, act: str, lane: int | None) -> None:
        if act not in OPERATED:
            return
        self.rig.at(ON_S, lambda: self._supply_is_off(act))
        if self.lazy and self.guide.act is not None and self.guide.act.axis is not None:
            return
        for name in OPERATED[act]:
            one = Input[name.format(lane=lane)]
            for after, how in ((ON_S, 1), (OFF_S, 2), (GONE_S, 0)):
                self.rig.at(after, self._touching(one, how))

    def _touching(self, one: Input, how: int) -> Callable[[], object]:
        return lambda: self.rig.touch(one, how)

    def _supply_is_off(self, act: str) -> None:
        if self.rig.get_output(OUTPUTS["MOTOR_ENABLE"]):
            self.unsupplied.append(act)


def person(kind: str = "native", seed: int = 1, *, rest: bool = False, lazy: bool = False) -> Person:
    """At a machine that was just switched on, its slides anywhere or, at `rest`, at their lower ends."""
    need("native" if kind == "native" else "sim")
    rig = Rig(kind, seed, step_ms=10)
    if rest:
        rig.rest()
    rig.greet()
    rig.person_at_service(True)
    return Person(rig, lazy=lazy)


def lanes(names: list[Any], lane_of: Callable[[Any], object] = lambda name: name) -> list[Any]:
    """The first lane quickly, the other three, which are wired alike, with the slow tests."""

    def alike(each: Any) -> bool:
        return any(str(lane) in str(lane_of(each)) for lane in (1, 2, 3))

    return [pytest.param(each, marks=pytest.mark.slow) if alike(each) else each for each in names]


def ill(name: str, how: str) -> Ill:
    """The level at which the wire is stuck: of an input that is active low, `on` is 0 V."""
    high = (INPUTS[name].get("active") == "high") == (how == "on")
    return Ill.STUCK1 if high else Ill.STUCK0


def wrong(found: dict[str, str]) -> dict[str, str]:
    """What is named as not working."""
    return {name: how for name, how in found.items() if how not in ("works", "not_tried")}


def test_the_tables_say_forty_inputs_and_nineteen_axes() -> None:
    assert (len(INPUTS), len(AXES)) == (40, 19)
    assert set(INPUTS) == set(Input.__members__)
    assert set(AXES) == set(Axis.__members__)


@pytest.mark.parametrize("rest", [False, True])
def test_of_a_machine_that_is_well_everything_is_tried_and_works(*, rest: bool) -> None:
    at = person(rest=rest)
    found = at.test()
    assert found == dict.fromkeys((*INPUTS, *AXES), "works")
    assert [act for act, _ in at.asked] == [
        "estop",
        "lid",
        *["entry"] * 4,
        *["cup"] * 4,
        *["row"] * 4,
        "plug",
        "go",
    ]
    assert at.unsupplied == []
    assert at.rig.unsafe() == {}
    at.rig.close()


@pytest.mark.parametrize("stuck", lanes(STUCK))
def test_an_input_that_is_stuck_is_named_and_nothing_else(stuck: tuple[str, str]) -> None:
    name, how = stuck
    for seed, rest in WORLDS:
        at = person(seed=seed, rest=rest)
        at.rig.ill(Input[name], ill(name, how))
        assert wrong(at.test()) == {name: f"stuck_{how}"}
        assert at.unsupplied == []
        assert at.rig.unsafe() == {}
        at.rig.close()


@pytest.mark.parametrize("axis", lanes(list(AXES)))
def test_an_axis_that_is_dead_is_named_and_nothing_else(axis: str) -> None:
    for seed, rest in WORLDS:
        at = person(seed=seed, rest=rest)
        at.rig.plant_break(Axis[axis], Broken.DEAD)
        found = at.test()
        assert wrong(found) == {axis: "dead"}
        assert "not_tried" not in found.values()
        assert at.unsupplied == []
        assert at.rig.unsafe() == {}
        at.rig.close()


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("name", "how"),
    [("LIFT0_UP", "off"), ("ENTRY2", "on"), ("MOTOR_POWER", "off"), ("CONV1", "dead"), ("", "")],
)
def test_the_binary_names_the_same(name: str, how: str) -> None:
    at = person("simavr")
    if how == "dead":
        at.rig.plant_break(Axis[name], Broken.DEAD)
    elif name:
        at.rig.ill(Input[name], ill(name, how))
    assert wrong(at.test()) == ({name: how if how == "dead" else f"stuck_{how}"} if name else {})
    at.rig.close()


@pytest.mark.parametrize(
    ("name", "how"), [("LIFT2_UP", "off"), ("STACK1_HOME", "on"), ("CENTRE_DOWN", "off")]
)
def test_where_nobody_helps_the_machine_names_its_switch_itself(name: str, how: str) -> None:
    at = person(lazy=True)
    at.rig.ill(Input[name], ill(name, how))
    assert wrong(at.test()) == {name: f"stuck_{how}"}
    at.rig.close()


@pytest.mark.parametrize("axis", ["STACK3", "LIFT1", "CENTRE", "DRUM"])
def test_where_nobody_helps_the_machine_names_its_dead_axis_itself(axis: str) -> None:
    at = person(lazy=True)
    at.rig.plant_break(Axis[axis], Broken.DEAD)
    assert wrong(at.test()) == {axis: "dead"}
    at.rig.close()


def until(at: Person, act: str, axis: str | None = None) -> None:
    """Until that step is asked for, or that axis moves."""
    limit = at.rig.now + PATIENCE_S
    while at.rig.now < limit:
        view = at.guide.view
        if view is not None and view.act == act and axis in (None, view.axis):
            return
        at.turn()
    raise AssertionError("That step never comes.")


def pulses(at: Person) -> int:
    return sum(at.rig.pulses_of_all())


def test_nothing_moves_before_start_and_an_opened_lid_stops_the_axis_that_is_tried() -> None:
    at = person()
    until(at, "go")
    assert pulses(at) == 0
    until(at, "moving", "LIFT1")
    at.rig.run(0.5)
    at.rig.lid(True)
    until(at, "go_on", "LIFT1")
    stood = pulses(at)
    for _ in range(300):  # START under the open lid moves nothing
        at.turn()
    assert pulses(at) == stood
    assert at.rig.status.state is MachineState.ESTOP
    at.rig.lid(False)
    assert at.test() == dict.fromkeys((*INPUTS, *AXES), "works")
    assert at.rig.unsafe() == {}
    at.rig.close()


def test_after_a_fault_the_next_axis_waits_for_another_press() -> None:
    at = person()
    at.rig.plant_break(Axis.LIFT1, Broken.DEAD)
    until(at, "go_on")
    view = at.guide.view
    assert view is not None
    assert (view.axis, view.lane) == ("LIFT2", 2)
    stood = pulses(at)
    assert at.rig.status.state is MachineState.FAULT
    at.rig.run(2.0)
    assert pulses(at) == stood
    at.rig.close()


def test_who_ends_it_in_motion_stops_the_machine_at_once() -> None:
    at = person()
    until(at, "moving", "LIFT0")
    at.rig.run(0.5)
    assert at.guide.say(1, Word.STOP)
    for command in at.guide.take():
        at.rig.link.send(command)
    at.rig.run(0.2)
    stood = pulses(at)
    at.rig.run(1.0)
    assert pulses(at) == stood
    assert at.rig.status.state is MachineState.UNHOMED
    assert not at.rig.get_output(OUTPUTS["MOTOR_ENABLE"])
    found = {part.part: part.how for part in at.guide.parts}
    assert (found["STACK0"], found["LIFT0"], found["ENTRY3"]) == ("works", "not_tried", "works")
    at.rig.close()


def test_a_driver_that_reports_its_fault_all_the_time_leaves_the_axes_untried() -> None:
    at = person()
    until(at, "go")
    at.rig.driver_fault(True)
    found = at.test()
    assert wrong(found) == {}
    assert all(found[axis] == "not_tried" for axis in AXES)
    assert all(found[name] == "works" for name in INPUTS)
    assert {fault_of(f.code).name for f in at.rig.faults} >= {"DRIVER_FAULT"}
    at.rig.close()


def test_a_lift_that_meets_something_is_no_dead_one() -> None:
    at = person()
    until(at, "go")
    at.rig.obstacle(4, 0.5, 1)
    found = at.test()
    assert wrong(found) == {"LIFT0": "blocked"}
    assert [r for r in at.rig.reports if isinstance(r, PartTested)]
    at.rig.close()


@pytest.mark.parametrize("name", lanes([name for name in INPUTS if name not in STOPPING]))
def test_an_input_that_flickers_is_named_and_nothing_else(name: str) -> None:
    at = person()
    at.rig.ill(Input[name], Ill.FLICKER)
    assert wrong(at.test()) == {name: "unsteady"}
    assert at.rig.unsafe() == {}
    at.rig.close()


@pytest.mark.parametrize(
    "axis", ["DRUM", "DICE", *lanes([axis for axis in AXES if axis.startswith(("PICK", "CONV"))])]
)
def test_an_axis_that_moves_by_itself_is_named_and_nothing_else(axis: str) -> None:
    at = person()
    at.rig.plant_break(Axis[axis], Broken.RUNAWAY)
    assert wrong(at.test()) == {axis: "runaway"}
    at.rig.close()


@pytest.mark.parametrize("axis", [axis for axis in AXES if axis != "DICE"])
def test_an_axis_that_is_held_fast_does_not_move_or_not_freely(axis: str) -> None:
    at = person()
    at.rig.plant_break(Axis[axis], Broken.STALL)
    assert wrong(at.test()) == {axis: "dead" if "low" in TABLE["axes"][axis] else "blocked"}
    at.rig.close()
