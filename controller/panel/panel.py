"""The seat panel: what players declare with buttons, and the lamps that ask them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from contract.messages.seat_panel import Button, Lamp

DECLARATIONS: Final = (Button.RIICHI, Button.TSUMO, Button.RON, Button.NOTEN, Button.ABORT)
"""What a player says of the hand; the rest of the buttons belongs to the result and the machine."""


@dataclass(frozen=True, slots=True)
class PanelSignal:
    seat: int
    button: Button
    t: float


class Panel(Protocol):
    """Never blocks. `show` is idempotent."""

    def poll(self, now: float) -> list[PanelSignal]: ...

    def show(self, seat: int, lamp: Lamp) -> None: ...
