"""The stick of a riichi: whether it may be laid now (R-RIICHI-01, R-RIICHI-07)."""

from __future__ import annotations

from engine.state.events import RiichiPaid
from engine.state.faults import LEGAL, Fault
from engine.state.hand import Game, Hand, Riichi


def check_paid(game: Game, hand: Hand, event: RiichiPaid) -> Fault:
    """What is wrong with laying the riichi stick now. It follows the discard; of a hand without a camera
    only the stick is known."""
    riichi = hand.seats[event.seat].riichi
    if hand.unwatched:
        return too_poor(game, event.seat) | (LEGAL if riichi is Riichi.NO else Fault.RIICHI_TWICE)
    if riichi is not Riichi.DISCARDED:
        return Fault.RIICHI_NOT_DECLARED
    return Fault.WRONG_MOMENT if event.seat == hand.void_deposit(game.rules) else LEGAL


def too_poor(game: Game, seat: int) -> Fault:
    """Whether the seat lacks the points of the stick where the rules ask for them."""
    poor = game.scores[seat] < game.rules.number("riichi.deposit")
    return Fault.RIICHI_POINTS if poor and game.rules.flag("riichi.needs_1000") else LEGAL
