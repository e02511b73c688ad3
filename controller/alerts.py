"""What a person should know about the table itself: by code, with one English sentence each."""

from __future__ import annotations

from typing import Final

from controller.topics import Alert
from firmware_bridge.message import MachineState, Status
from vision.observation import Sight, SightChanged

JAM: Final = range(0x20, 0x24)
"""Fault numbers of a jam in lane 1 to 4."""


class Alerts:
    """The alerts that stand now; one per code."""

    def __init__(self) -> None:
        self._standing: dict[str, Alert] = {}

    @property
    def all(self) -> list[Alert]:
        return list(self._standing.values())

    def put(self, code: str, message: str) -> None:
        self._standing[code] = Alert(code=code, message=message)

    def clear(self, code: str) -> None:
        self._standing.pop(code, None)

    def sight(self, change: SightChanged) -> None:
        """The camera's state: `camera_missing`, `camera_dark`, `camera_covered`, `camera_moved`."""
        for sight in Sight:
            self.clear(f"camera_{sight.value}")
        if change.sight is not Sight.OK:
            self.put(f"camera_{change.sight.value}", change.message)

    def machine(self, status: Status) -> None:
        """Faults of the machine: `machine_jam` while it clears itself, `machine_fault` when it cannot."""
        self.clear("machine_jam")
        self.clear("machine_fault")
        where = (
            f"Lane {status.fault - JAM.start + 1} is jammed" if status.fault in JAM else "The machine stopped"
        )
        if status.state is MachineState.FAULT:
            self.put(
                "machine_fault",
                f"{where} (fault {status.fault:02X}): remove the tile, close the lid and press START.",
            )
        elif status.state is MachineState.RECOVERING:
            self.put("machine_jam", f"{where} (fault {status.fault:02X}); the machine is clearing it.")
