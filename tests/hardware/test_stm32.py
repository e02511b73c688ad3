"""What is particular to the STM32F429ZI: resets, seal, settings, converter. The binary runs in Unicorn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.device import DeviceLostError, Trouble
from firmware_bridge.message import Flag, Home, MachineState, Press, ResetCause
from firmware_bridge.virtual.native_library import build
from hardware.sim.rig import OUTPUTS, Rig
from tests.hardware.conftest import Make, need

CONVERTER = (False, True)
CRYSTAL = (True, False)
BEFORE_THE_STACK = 0x400
"""Bytes at the beginning of an image, with the vectors: damage there stops the processor itself."""


@pytest.fixture
def image() -> bytes:
    need("armsim")
    return (build("armsim") / "stm32.bin").read_bytes()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[object]:
    """`running(image)` is a chip with that in its flash."""
    need("armsim")
    rigs: list[Rig] = []

    def run(image: bytes) -> Rig:
        path = tmp_path / f"{len(rigs)}.bin"
        path.write_bytes(image)
        rigs.append(Rig("unicorn", firmware=str(path)))
        return rigs[-1]

    yield run
    for rig in rigs:
        rig.close()


def broken(rig: Rig, crystal: bool, converter: bool) -> None:
    rig._library.stm32_break(rig._sim, crystal, converter)


def listened(rig: Rig, seconds: float) -> set[Trouble]:
    """The troubles that are reported meanwhile."""
    troubles = set()
    for _ in range(round(1000 * seconds)):
        rig.live(1000)
        try:
            for item in rig.link.poll(rig.now):
                rig._note(item)
        except DeviceLostError as error:
            troubles.add(error.trouble)
    return troubles


@pytest.mark.parametrize("cause", ResetCause, ids=lambda cause: cause.name)
def test_each_cause_of_a_reset_is_distinguished(machine: Make, cause: ResetCause) -> None:
    rig = machine(kind="unicorn")
    rig.greet()
    rig.reset(cause)
    rig.run(0.3)
    assert rig.greetings[-1].hello.cause is cause


def test_from_its_first_start_on_a_dip_to_2_6_volts_is_a_brown_out(machine: Make) -> None:
    rig = machine(kind="unicorn")
    assert not rig._library.stm32_dip(rig._sim, 2600), "a new chip goes on, whatever it does then"
    rig.greet()
    rig.run(0.5)
    assert not rig._library.stm32_dip(rig._sim, 2800)
    assert rig._library.stm32_dip(rig._sim, 2600)
    rig.run(0.3)
    assert rig.greetings[-1].hello.cause is ResetCause.BROWNOUT
    assert rig.greetings[-1].hello.boots == 2


def test_its_numbers_outlive_the_supply(machine: Make) -> None:
    rig = machine(kind="unicorn")
    for boots in (1, 2, 3):
        rig.greet()
        rig.run(1.0)
        assert rig.greetings[-1].hello.boots == boots
        rig.reset(ResetCause.POWER)


def spoilt(image: bytes) -> Iterator[tuple[str, bytes]]:
    yield "no seal", image[:-10]
    yield "half", image[: len(image) // 2]
    yield "a byte more", image[:-10] + b"\0" + image[-10:]
    for n in range(6):
        at = BEFORE_THE_STACK + (len(image) - BEFORE_THE_STACK) * n // 6
        yield f"bit at {at}", image[:at] + bytes([image[at] ^ 1 << n]) + image[at + 1 :]


@pytest.mark.slow
def test_firmware_that_is_not_whole_never_runs(running: object, image: bytes) -> None:
    """Most say what is wrong with them; one whose damage lies in the words that say so is mute."""
    assert callable(running)
    said = 0
    for what, damaged in spoilt(image):
        rig = running(damaged)
        troubles = listened(rig, 0.6)
        assert rig.greetings == [], what
        assert troubles <= {Trouble.EMPTY}, what
        assert not any(rig._library.plant_get_output(rig._plant, n) for n in OUTPUTS.values()), what
        said += Trouble.EMPTY in troubles
    assert said >= 4


def test_the_whole_image_greets(running: object, image: bytes) -> None:
    assert callable(running)
    rig = running(image)
    assert listened(rig, 0.5) == set()
    assert len(rig.greetings) == 1


def test_a_converter_that_stands_takes_the_motor_supply_off(machine: Make) -> None:
    """Its last values would look like motors that run as they did."""
    rig = machine(kind="unicorn")
    rig.greet()
    rig.ask(Home())
    assert rig.until(lambda: Flag.SUPPLY in rig.status.flags, 2.0)
    broken(rig, *CONVERTER)
    assert rig.until(lambda: rig.status.state is MachineState.FAULT, 0.5)
    rig.run(0.3)
    assert Flag.SUPPLY not in rig.status.flags
    assert rig.unsafe() == {}


def test_without_the_clock_of_the_st_link_it_runs_on_its_own(machine: Make) -> None:
    rig = machine(kind="unicorn")
    rig.greet()
    broken(rig, *CRYSTAL)
    rig.reset(ResetCause.POWER)
    rig.run(0.3)
    assert len(rig.greetings) == 2


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_nine_steppers_at_full_speed_lose_no_step() -> None:
    """36,000 interrupts a second, each with a pulse of 2 us; hardware/firmware/avr/load.c."""
    need("armsim")
    with Rig("unicorn", firmware="stm32load.bin", step_ms=5) as rig:
        for slide in range(9):
            rig.travel(slide, 1_000_000)
        rig.run(6.5)
        assert [rig.pulses(slide) for slide in range(9)] == [20_000] * 9
        assert [rig.lost(slide) for slide in range(9)] == [0] * 9


@pytest.mark.timeout(120)
def test_the_processor_is_idle_for_nine_tenths_of_its_time(machine: Make) -> None:
    rig = machine(kind="unicorn")
    rig.greet()
    rig.link.send(Press())
    rig.ask(Home())
    asleep, since = rig._library.sim_asleep_us(rig._sim), rig.now
    assert rig.until(lambda: rig.status.state is MachineState.READY, 20.0)
    assert (rig._library.sim_asleep_us(rig._sim) - asleep) / 1e6 > 0.9 * (rig.now - since)
