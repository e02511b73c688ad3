"""Somebody at the machine without a game: connects, gives one command after the other and follows each."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from contract.messages import LinkView
from controller.sentences.machine_faults import refused
from firmware_bridge.device import Answered, Device, DeviceLostError, Greeted, News, Peopled, Trouble
from firmware_bridge.message import (
    Answer,
    Command,
    Counters,
    Done,
    Fault,
    MachineHello,
    MachineState,
    Outcome,
    Press,
    ReadCounters,
    ReadFaults,
    Reason,
    Report,
    Status,
)
from firmware_bridge.pins import Input
from firmware_bridge.refusal import SILENT

CONNECT_S: Final = 3.0
FRAME_S: Final = 0.05
BLACK_BOX_S: Final = 30.0
STOPPED: Final = (MachineState.FAULT, MachineState.ESTOP)


class OperatorError(Exception):
    """The machine did not do what was asked; the message is one sentence."""


class RefusedError(OperatorError):
    """It refused the command of this name; nothing has moved."""

    def __init__(self, name: str, reason: Reason) -> None:
        super().__init__(f"{name}: {refused(reason)}")
        self.name, self.reason = name, reason


@dataclass(slots=True)
class Ended:
    """What a command came to: reports on the way, the last state, seconds of the machine's time."""

    reports: list[Report] = field(default_factory=list)
    seconds: float = 0.0


class Operator:
    """`tick` lets a moment pass and gives the time: real for a real machine, as fast as it can otherwise."""

    def __init__(self, device: Device, tick: Callable[[], float]) -> None:
        self._device = device
        self._tick = tick
        self.hello: MachineHello | None = None
        self.status: Status | None = None
        self.faults: list[Fault] = []
        self.now = 0.0
        """The time of the last look at the machine."""
        self._pressed = False

    def connect(self) -> None:
        """DeviceLostError when nothing answers, or not the machine of this release."""
        begun = self._tick()
        while self.hello is None or self.status is None:
            now = self._tick()
            if now - begun > CONNECT_S:
                raise DeviceLostError(Trouble.SILENT, SILENT)
            self._listen(now)

    @property
    def statistics(self) -> LinkView:
        """The statistics of the link."""
        return self._device.statistics

    def watch(self, seconds: float) -> list[News]:
        """What comes in meanwhile."""
        news: list[News] = []
        now = self._tick()
        end = now + seconds
        while now < end:
            now = self._tick()
            news += self._listen(now)
        return news

    def press(self) -> None:
        """A person presses a key."""
        self._pressed = True
        self._device.send(Press())

    def tell(self, command: Command) -> None:
        """Sends without waiting."""
        self._device.send(command)

    def do(self, command: Command, limit: float, progress: Callable[[Status], None] | None = None) -> Ended:
        """Follows a command to its end; OperatorError when it is refused, latched or takes too long. With the
        first one, a person presses: what interrupts the machine later is not gone on with."""
        if not self._pressed:
            self.press()
        self._device.send(command)
        begun = now = self._tick()
        ended, action = Ended(), None
        while now - begun < limit:
            now = self._tick()
            for item in self._listen(now):
                if isinstance(item, Report):
                    ended.reports.append(item)
                if isinstance(item, Answered) and item.command == command:
                    if item.reply.answer is Answer.REFUSED:
                        raise RefusedError(_name(command), item.reply.reason)
                    action = item.reply.action
                    if item.reply.answer is Answer.DONE:
                        ended.seconds = now - begun
                        return ended
                elif isinstance(item, Done) and item.action == action:
                    if item.outcome is not Outcome.DONE:
                        raise OperatorError(f"{_name(command)} was stopped before its end.")
                    ended.seconds = now - begun
                    return ended
                elif isinstance(item, Status):
                    if progress is not None:
                        progress(item)
                    if item.state in STOPPED and action is not None:
                        raise OperatorError(f"{_name(command)} ended in a fault.")
        raise OperatorError(f"{_name(command)} did not end within {limit:.0f} s.")

    def remembered(self) -> tuple[Counters, list[Fault]]:
        """What the machine has counted and its last faults, oldest first, also while one waits for a person;
        OperatorError when it does not send all."""
        self.tell(ReadCounters())
        self.tell(ReadFaults())
        news: list[News] = []
        begun = now = self._tick()
        while now - begun < BLACK_BOX_S:
            now = self._tick()
            news += self._listen(now)
            counters = next((n for n in news if isinstance(n, Counters)), None)
            if counters is not None and any(isinstance(n, Done) for n in news):
                records = [n for n in news if isinstance(n, Fault) and n.outcome is Outcome.RECORDED]
                return counters, records
        raise OperatorError("The machine did not send all of its black box: try again.")

    def touch(self, inputs: Sequence[Input]) -> None:
        """The people of a virtual machine operate these inputs; those at a real one are asked otherwise."""
        if isinstance(self._device, Peopled):
            self._device.touch(inputs)

    def _listen(self, now: float) -> list[News]:
        self.now = now
        news = self._device.poll(now)
        for item in news:
            if isinstance(item, Greeted):
                self.hello = item.hello
            elif isinstance(item, Status):
                self.status = item
            elif isinstance(item, Fault) and item.outcome is not Outcome.RECORDED:
                self.faults.append(item)
        return news


def _name(command: Command) -> str:
    return type(command).__name__


def real_time() -> float:
    """A tick of a real machine."""
    time.sleep(FRAME_S)
    return time.monotonic()


def simulated_time() -> Callable[[], float]:
    """Ticks of a machine whose time nobody waits for."""
    now = 0.0

    def tick() -> float:
        nonlocal now
        now += FRAME_S
        return now

    return tick
