"""Where a hand and a player in it stand, and how the player in turn came by the last tile."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """Where a hand stands (R-TURN-06)."""

    BUILD = "build"
    """The wall is being built, the dice have not fallen."""
    THROWN = "thrown"
    DEALT = "dealt"
    """Everybody has thirteen tiles and the first indicator still lies face down."""
    DRAW = "draw"
    """`turn` must draw and no window is open: the dealer's fourteenth tile."""
    DISCARD = "discard"
    """`turn` holds a tile too many: discard, kan or tsumo."""
    CALLS = "calls"
    """`turn` has discarded: ron, a call, or the next player draws."""
    KAN = "kan"
    """`turn` has declared a kan: it may be robbed, or the replacement is drawn."""
    SHOWING = "showing"
    """A win or a draw was declared and hands are being shown."""
    ENDED = "ended"


class Riichi(StrEnum):
    NO = "no"
    DECLARED = "declared"
    DISCARDED = "discarded"
    PAID = "paid"

    @property
    def stands(self) -> bool:
        """The tile lies in the pond: the hand is frozen (R-RIICHI-10)."""
        return self in (Riichi.DISCARDED, Riichi.PAID)


class Source(StrEnum):
    """How the player in turn came by the last tile."""

    WALL = "wall"
    REPLACEMENT = "replacement"
    CALL = "call"
