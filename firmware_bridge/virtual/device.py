"""The machine of a virtual table: the firmware itself where it can be built, else its model in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, Protocol, runtime_checkable

from contract.messages import LinkView
from firmware_bridge.device import Device, News, Peopled
from firmware_bridge.message import Command
from firmware_bridge.pins import Input
from firmware_bridge.virtual import native_library
from firmware_bridge.virtual.native import NativeDevice
from firmware_bridge.virtual.native_library import BuildError
from firmware_bridge.virtual.saved_state import Left
from firmware_bridge.virtual.simulated_device import SimulatedDevice
from firmware_bridge.virtual.simulator import Faults, Timing
from firmware_bridge.virtual.world_protocol import Plant
from runtime.tasks import Part, Tasks

Simulator = Literal["auto", "firmware", "python"]
MODEL: Final = "its model in Python stands in"


@runtime_checkable
class VirtualDevice(Device, Peopled, Protocol):
    """A device that can be left and found again."""

    @property
    def left(self) -> Left: ...


def virtual_device(  # noqa: PLR0913 - one parameter a part
    simulator: Simulator,
    plant: Plant,
    seed: int,
    faults: Faults,
    left: Left,
    sets: int,
    hurry: float,
    *,
    wait: bool,
    part: Part | None = None,
) -> VirtualDevice:
    """`auto` takes the firmware where it can be built, and the table waits for that, or the machine is silent
    meanwhile; BuildError where `firmware` is wished and cannot be built."""

    def firmware() -> VirtualDevice:
        return NativeDevice(plant, seed, faults, left, sets, hurry)

    def model() -> VirtualDevice:
        return SimulatedDevice(plant, seed, Timing().times(1 / hurry), faults, left)

    if simulator == "python" or (simulator == "auto" and native_library.lacking("native")):
        return model()
    if simulator == "firmware":
        return firmware()
    return BuiltDevice(firmware, model, left, wait=wait, part=part)


class BuiltDevice:
    """The firmware as soon as it is built, in a thread meanwhile; its model when it does not build."""

    def __init__(
        self,
        firmware: Callable[[], VirtualDevice],
        model: Callable[[], VirtualDevice],
        left: Left,
        *,
        wait: bool,
        part: Part | None = None,
    ) -> None:
        self._firmware, self._model = firmware, model
        self._left = left
        self._wait = wait
        self._early: list[Command] = []
        self._device: VirtualDevice | None = None
        self._part = part or Tasks().part("firmware-build")
        self.first = not native_library.built("native")
        """It was never built on this computer: that takes some seconds."""
        self.trouble: str | None = None
        """One sentence when the model stands in."""

    @property
    def left(self) -> Left:
        return self._left if self._device is None else self._device.left

    def open(self) -> None:
        """Begins the build; the machine is silent until it is there."""
        self._part.start(self._build)
        if self._wait:
            self._part.join()

    def send(self, command: Command) -> None:
        if self._device is None:
            self._early.append(command)
        else:
            self._device.send(command)

    def poll(self, now: float) -> list[News]:
        if self._device is None:
            if self._part.alive:
                return []
            self._begin()
        assert self._device is not None
        return self._device.poll(now)

    def touch(self, inputs: Sequence[Input]) -> None:
        if self._device is not None:
            self._device.touch(inputs)

    @property
    def statistics(self) -> LinkView:
        return LinkView() if self._device is None else self._device.statistics

    def close(self) -> None:
        if self._device is not None:
            self._device.close()

    def _build(self) -> None:
        try:
            native_library.load("native")
        except (BuildError, OSError) as error:
            self.trouble = f"{str(error).removesuffix('.')}; {MODEL}."
        except Exception as error:  # a second attempt would not build it either
            self.trouble = f"The firmware was not built by an error of the program; {MODEL}."
            self._part.slipped(error)

    def _begin(self) -> None:
        self._device = self._model() if self.trouble else self._firmware()
        self._device.open()
        for command in self._early:
            self._device.send(command)
