"""The simulated machine as a device of the service."""

from __future__ import annotations

from collections.abc import Sequence

from contract.messages import LinkView
from firmware_bridge.device import News
from firmware_bridge.link import HostLink
from firmware_bridge.message import Command
from firmware_bridge.pins import Input
from firmware_bridge.virtual.pipe import Pipe
from firmware_bridge.virtual.saved_state import Left
from firmware_bridge.virtual.simulator import Faults, SimulatedMachine, Timing
from firmware_bridge.virtual.world_protocol import Plant


class SimulatedDevice:
    """A `Device` with the simulated machine at the other end of a pipe."""

    def __init__(
        self,
        plant: Plant,
        seed: int,
        timing: Timing | None = None,
        faults: Faults | None = None,
        left: Left | None = None,
    ) -> None:
        pipe = Pipe()
        self._link = HostLink(pipe.host)
        self.machine = SimulatedMachine(pipe.machine, plant, seed, timing, faults, left)

    @property
    def left(self) -> Left:
        return self.machine.left

    def open(self) -> None:
        """Nothing to open; the machine greets at the first poll."""

    def send(self, command: Command) -> None:
        self._link.send(command)

    def touch(self, inputs: Sequence[Input]) -> None:
        """Operates the inputs at once: the model has no wires."""
        self.machine.touch(inputs)

    def poll(self, now: float) -> list[News]:
        news: list[News] = []
        # A few rounds let command, reply, event and acknowledgement pass within one frame's time.
        for _ in range(4):
            news += self._link.poll(now)
            self.machine.step(now)
        return news + self._link.poll(now)

    @property
    def statistics(self) -> LinkView:
        return self._link.statistics

    def close(self) -> None:
        """Nothing to close."""
