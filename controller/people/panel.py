"""The seat panel: what players declare with buttons, and the lamps that ask them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from contract.messages.seat_panel import Button, Lamp


@dataclass(frozen=True, slots=True)
class PanelSignal:
    seat: int
    button: Button
    t: float


class Panel(Protocol):
    """Never blocks. `show` is idempotent."""

    def poll(self, now: float) -> list[PanelSignal]: ...

    def show(self, seat: int, lamp: Lamp) -> None: ...
