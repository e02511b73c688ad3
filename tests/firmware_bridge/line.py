"""A whole link over a bad line, and the count of what must not happen on it."""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.device import Answered, DeviceLostError
from firmware_bridge.link import HostLink
from firmware_bridge.message import Answer, Command, Fault, Jog, MachineState, Reply, Status
from tests.firmware_bridge.ports import Mangle, Wire
from tests.firmware_bridge.test_link import HELLO, STEP_S, Machine


class Line:
    """A service that always has a command to send, a machine that is reset now and then, and what it did."""

    def __init__(self, mangle: Mangle, seed: int) -> None:
        self.wire = Wire(mangle, seed)
        self.host = HostLink(self.wire.host, session=seed)
        self.machine = Machine(self.wire.machine, HELLO, Reply(Answer.DONE))
        self.sent = self.lives = 0
        self.twice = self.strange = 0
        self._done: set[Command] = set()

    def run(self, seconds: float, reset_s: float = 60.0) -> None:
        waiting = 0
        for tick in range(round(seconds / STEP_S)):
            now = tick * STEP_S
            if tick and tick % round(reset_s / STEP_S) == 0:
                self._reset()
                waiting = 0
            if waiting < 3:
                self.host.send(self._next())
                waiting += 1
            self.machine.link.poll(now)
            self._note()
            if tick % 20 == 0:
                self.machine.link.report(Status(MachineState.READY, uptime_ms=tick))
            if tick % 50 == 0:
                self.machine.link.report(Fault(0x78, at_ms=tick))
            try:
                waiting -= sum(isinstance(item, Answered) for item in self.host.poll(now))
            except DeviceLostError:
                waiting = 0

    @property
    def executed(self) -> int:
        return len(self._done)

    def _next(self) -> Command:
        """Every command is another one, so that one executed twice is known."""
        self.sent += 1
        return Jog(self.sent & 0xFF, bool(self.sent >> 8 & 1), self.sent >> 9)

    def _note(self) -> None:
        for command in self.machine.done:
            self.twice += command in self._done
            self.strange += not isinstance(command, Jog)
            self._done.add(command)
        self.machine.done.clear()

    def _reset(self) -> None:
        self.lives += 1
        self.machine = Machine(self.wire.machine, replace(HELLO, life=self.lives), Reply(Answer.DONE))
