"""The binaries: their size, and that they do in simulated chips what the native build does."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from firmware_bridge.message import Build, Home, MachineState, Outcome, ResetCause
from firmware_bridge.pins import BOARDS, Axis, Input
from firmware_bridge.virtual.native_library import FIRMWARE, build
from hardware.sim.rig import BINARIES, Broken, Ill, Rig
from hardware.sim.scenario import FEW, Ending, Trouble, evening, single_faults, small_rig
from tests.hardware.conftest import Make, need


def few(kind: str) -> Rig:
    return small_rig(kind, 1, FEW, step_ms=5)


def outline(ending: Ending, trembles: bool = False) -> tuple[object, ...]:
    """What must be the same on both, without tolerance: states in their order, and what went wrong where. Not
    when: on the chip an interrupt comes a little later. What a switch that `trembles` says in one millisecond
    it does not say in the next: there it is what the ladder ends with, and not its rungs."""
    reported = [f for f in ending.faults if f.outcome is not Outcome.WARNING]
    faults = [(f.code, f.axis, f.outcome) for f in reported if f.outcome is Outcome.LATCHED or not trembles]
    return ending.done, ending.states, faults, ending.unsafe


@pytest.mark.parametrize(("target", "size"), [("all", "size"), ("stm32", "armsize")])
def test_flash_and_ram_stay_within_their_limits(target: str, size: str) -> None:
    need(target)
    done = subprocess.run(
        ["make", "-s", "-C", str(FIRMWARE), f"BUILD={build(target)}", size], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_cppcheck_finds_nothing() -> None:
    if shutil.which("cppcheck") is None:
        pytest.skip("cppcheck missing: sudo apt install cppcheck")
    done = subprocess.run(["make", "-s", "-C", str(FIRMWARE), "check"], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_hal_is_narrow() -> None:
    lines = (FIRMWARE / "hal.h").read_text(encoding="utf-8").splitlines()
    functions = [line for line in lines if line.endswith(");") and " hal_" in f" {line.replace('*', ' ')}"]
    assert 15 <= len(functions) <= 25


CHIPS = {"simavr": Build.AVR, "unicorn": Build.STM32}


@pytest.mark.parametrize("kind", CHIPS)
def test_the_binary_greets(machine: Make, kind: str) -> None:
    rig = machine(kind=kind)
    rig.greet()
    hello = rig.greetings[0].hello
    assert (hello.build, hello.cause) == (CHIPS[kind], ResetCause.POWER)
    assert BOARDS[hello.pins].startswith({"simavr": "Arduino", "unicorn": "NUCLEO"}[kind])
    assert rig.status.state is MachineState.UNHOMED


BOTH = (
    None,
    Trouble(Input.ESTOP, Ill.STUCK1),
    Trouble(Input.LID_OPEN, Ill.STUCK1),
    Trouble(Input.MOTOR_POWER, Ill.STUCK1),
    Trouble(Input.ENTRY2, Ill.STUCK0),
    Trouble(Input.DRUM_TACH, Ill.STUCK0),
    Trouble(Input.LIFT0_UP, Ill.STUCK0),
    Trouble(Input.LIFT0_UP, Ill.STUCK1),
    Trouble(Input.LIFT2_DOWN, Ill.FLICKER),
    Trouble(Input.STACK1_END, Ill.STUCK0),
    Trouble(Input.STACK2_HOME, Ill.STUCK1),
    Trouble(Input.CENTRE_DOWN, Ill.STUCK0),
    Trouble(Axis.DRUM, Broken.DEAD),
    Trouble(Axis.DRUM, Broken.RUNAWAY),
    Trouble(Axis.LIFT3, Broken.DEAD),
    Trouble(Axis.STACK0, Broken.STALL),
    Trouble(Axis.CONV3, Broken.STALL),
    Trouble(Axis.PICK0, Broken.DEAD),
    Trouble(Axis.CENTRE, Broken.STALL),
    Trouble(Axis.DICE, Broken.RUNAWAY),
)
"""Short ones of each kind; all of them with `JANTAKU_ALL_SCENARIOS=1` (217; simavr needs six minutes)."""


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", CHIPS)
@pytest.mark.parametrize(
    "trouble", [*single_faults()] if os.environ.get("JANTAKU_ALL_SCENARIOS") else BOTH, ids=str
)
def test_the_binary_does_what_the_native_build_does(trouble: Trouble | None, kind: str) -> None:
    need(BINARIES[kind][0])
    trembles = kind == "unicorn" and trouble is not None and trouble.how is Ill.FLICKER
    with few("native") as native, few(kind) as binary:
        mirrored, done = (outline(evening(rig, trouble, past=True), trembles) for rig in (native, binary))
    assert done == mirrored


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", CHIPS)
def test_the_binary_does_the_same_again_with_the_same_seed(kind: str) -> None:
    need(BINARIES[kind][0])

    def trace() -> tuple[object, ...]:
        with few(kind) as rig:
            ending = evening(rig, Trouble(Input.LIFT2_DOWN, Ill.FLICKER), past=True)
            return rig.now, ending.states, rig.reports, rig.status

    first = trace()
    assert all(trace() == first for _ in range(2))


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", CHIPS)
def test_the_watchdog_of_the_binary_bites(machine: Make, kind: str) -> None:
    rig = machine(kind=kind)
    rig.greet()
    rig.link.send(Home())
    rig.run(0.5)
    rig.hang()
    rig.run(0.6)
    assert rig.greetings[-1].hello.cause is ResetCause.WATCHDOG
    assert rig.unsafe() == {}


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", CHIPS)
def test_emergency_stop_of_the_binary(machine: Make, kind: str) -> None:
    rig = machine(kind=kind)
    rig.greet()
    rig.ask(Home())
    rig.run(0.6)
    rig.estop(True)
    rig.run(0.1)
    assert 0 < rig.stop_latency_ms <= 5
    assert rig.unsafe() == {}
