"""What the table's computer shows to people: the topics that its pages read."""

from __future__ import annotations

from typing import Any, Final

from benchmarks.appliance.line import Line
from benchmarks.appliance.machine import Machine
from contract.messages.seat_panel import Lamp

TOPICS: Final = dict.fromkeys(("event", "seat/+", "alert/+"), 0)


class Screen:
    """A page that is open as long as the game is played."""

    def __init__(self, machine: Machine) -> None:
        self.events = 0
        """How many it has received."""
        self.alerts: set[str] = set()
        """Of all that was wrong at any time."""
        self._seats: dict[str, dict[str, Any]] = {}
        self._line = Line(machine, TOPICS, self._receive)

    def lamp(self, seat: int) -> Lamp:
        """What the lamp of a seat asks, or is said to."""
        return Lamp(self._seats.get(f"seat/{seat}", {}).get("lamp", Lamp.OFF))

    def _receive(self, name: str, said: dict[str, Any]) -> None:
        if name == "event":
            self.events += 1
        elif name.startswith("seat/"):
            self._seats[name] = said
        elif said:
            self.alerts.add(name.removeprefix("alert/"))

    def close(self) -> None:
        self._line.close()
