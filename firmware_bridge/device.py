"""The machine as the service sees it; the same face for the real one and the simulator."""

from __future__ import annotations

from typing import Protocol

from firmware_bridge.message import Command, Report


class Device(Protocol):
    """Commands in, reports out, nothing blocks. Errors of the machine arrive as reports;
    `DeviceLostError` is raised by `poll` when the link is gone."""

    def open(self) -> None: ...

    def send(self, command: Command) -> None: ...

    def poll(self, now: float) -> list[Report]:
        """What the machine reported since the last call; `now` in seconds of the service's clock."""
        ...

    def close(self) -> None: ...


class DeviceLostError(Exception):
    """The machine does not answer any more; the message says what to check."""
