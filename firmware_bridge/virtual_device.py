"""The machine of a virtual table: the firmware itself where it can be built, else its model in Python."""

from __future__ import annotations

from typing import Literal, Protocol, runtime_checkable

from firmware_bridge.device import Device
from firmware_bridge.message import MachineState
from firmware_bridge.native import NativeDevice
from firmware_bridge.native_library import BuildError
from firmware_bridge.plant import Plant
from firmware_bridge.simulator import Faults, SimulatedDevice, Timing

Simulator = Literal["auto", "firmware", "python"]


@runtime_checkable
class VirtualDevice(Device, Protocol):
    """A device that knows where it stands, so that it can be left and found again."""

    @property
    def state(self) -> MachineState: ...


def virtual_device(
    simulator: Simulator,
    plant: Plant,
    seed: int,
    faults: Faults,
    state: MachineState,
    sets: int,
    hurry: float,
) -> VirtualDevice:
    """`auto` takes the firmware where it can be built; BuildError where `firmware` is wished and cannot."""
    if simulator != "python":
        try:
            return NativeDevice(plant, seed, faults, state, sets, hurry)
        except BuildError:
            if simulator == "firmware":
                raise
    return SimulatedDevice(plant, seed, Timing().times(1 / hurry), faults, state, sets)
