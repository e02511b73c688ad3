"""The machine as the service sees it; the same face for the real one and the simulators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from contract.messages import LinkView
from firmware_bridge.message import Command, MachineHello, Reply, Report
from firmware_bridge.pins import Input


@dataclass(frozen=True, slots=True)
class Greeted:
    """The machine answered the handshake; `fresh` when it was reset since it was last met."""

    hello: MachineHello
    fresh: bool


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a command: done, accepted as an action, or refused with a reason."""

    command: Command
    reply: Reply


News = Report | Answered | Greeted


class Device(Protocol):
    """Commands in, news out, nothing blocks. Errors of the machine arrive as reports;
    `DeviceLostError` is raised by `poll` when the link is gone or the machine must not be moved."""

    def open(self) -> None: ...

    def send(self, command: Command) -> None: ...

    def poll(self, now: float) -> list[News]:
        """What came in since the last call; `now` in seconds of the service's clock."""
        ...

    @property
    def statistics(self) -> LinkView: ...

    def close(self) -> None: ...


@runtime_checkable
class Peopled(Protocol):
    """A virtual machine: where a real one has people who read the screen, it has its own."""

    def touch(self, inputs: Sequence[Input]) -> None:
        """The virtual people operate these inputs for a moment."""
        ...


class Trouble(StrEnum):
    """Why there is no machine to move."""

    SILENT = "silent"
    STRANGER = "stranger"
    """Something else answers on the port."""
    RELEASE = "release"
    """The firmware is older or newer: another major version of the protocol."""
    MESSAGES = "messages"
    """The same version with other messages."""
    WIRING = "wiring"
    """The firmware was built for another pin map."""
    EMPTY = "empty"
    """The bootloader answers: there is no whole firmware."""
    PORT = "port"
    """No serial port of this name is plugged in."""
    HELD = "held"
    """Another program has the port."""
    DENIED = "denied"
    """This user may not open the port."""
    CABLE = "cable"
    """The port has vanished."""


class DeviceLostError(Exception):
    """The machine does not answer, or not as it must; one sentence that says what to do."""

    def __init__(self, trouble: Trouble, sentence: str) -> None:
        super().__init__(sentence)
        self.trouble = trouble
