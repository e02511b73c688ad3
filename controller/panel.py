"""The seat panel: what players declare with buttons, and the lamps that ask them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Button(StrEnum):
    """What a player can say to the table. Chi, pon, kan and discards are seen, not said."""

    RIICHI = "riichi"
    TSUMO = "tsumo"
    RON = "ron"
    NOTEN = "noten"
    ABORT = "abort"
    CONFIRM = "confirm"
    DISPUTE = "dispute"
    START = "start"
    """The hand is paid, shuffle and go on (also: begin the game)."""


@dataclass(frozen=True, slots=True)
class PanelSignal:
    seat: int
    button: Button
    t: float


class Lamp(StrEnum):
    OFF = "off"
    TURN = "turn"
    ASK_CONFIRM = "ask_confirm"
    """A result is previewed: confirm or dispute."""
    ASK_TENPAI = "ask_tenpai"
    """Exhaustive draw: open the hand, or say noten."""
    ASK_START = "ask_start"
    """The table waits for start."""
    ATTENTION = "attention"
    """The table has a question or a fault; see the screen."""


class Panel(Protocol):
    """Never blocks. `show` is idempotent."""

    def poll(self, now: float) -> list[PanelSignal]: ...

    def show(self, seat: int, lamp: Lamp) -> None: ...
