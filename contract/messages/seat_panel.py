"""The keys and lamps of a seat, as messages, journals and panels name them."""

from __future__ import annotations

from enum import StrEnum


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
