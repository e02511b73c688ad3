"""Round, wall and the hand to come, as everybody may see them."""

from __future__ import annotations

from typing import Final

from contract.messages import (
    NextView,
    RoundView,
    WallView,
)
from engine.result.game import next_hand
from engine.state.events import HandStarted
from engine.state.hand import Game, Hand
from engine.state.wall_break import wall_of

WINDS: Final = ("E", "S", "W", "N")


def round_view(game: Game | HandStarted) -> RoundView:
    """Wind, number and counters of the hand on the table, or of one that begins."""
    wind = WINDS[game.round_wind]
    return RoundView(wind=wind, number=game.number, honba=game.honba, kyotaku=game.kyotaku)


def wall_view(game: Game, hand: Hand) -> WallView | None:
    """Where the dice break the wall; None until they are thrown."""
    broken = wall_of(game.rules, game.dealer, hand.throws)
    return None if broken is None else WallView(seat=broken.side, stacks=broken.stacks)


def next_view(game: Game) -> NextView | None:
    """The hand to come between two hands; None in play and where the game ends."""
    if game.finished or game.in_play is not None:
        return None
    begun = next_hand(game)
    if not isinstance(begun, HandStarted):
        return None
    wind = WINDS[begun.round_wind]
    return NextView(wind=wind, number=begun.number, honba=begun.honba, dealer=begun.dealer)
