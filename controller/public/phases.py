"""Where the table stands, for people."""

from __future__ import annotations

from typing import Final

from contract.messages import Phase as Shown
from controller.ending.confirm import Confirmed
from controller.machine.transitions import CycleStep
from engine.state.events import EndReason
from engine.state.hand import Game, Hand, Phase

_CYCLE: Final = {
    CycleStep.COLLECT: Shown.COLLECT,
    CycleStep.INTAKE: Shown.COLLECT,
    CycleStep.CLOSE: Shown.COLLECT,
    CycleStep.SHUFFLE: Shown.SHUFFLE,
    CycleStep.RAISE: Shown.RAISE,
    CycleStep.THROW: Shown.DICE,
    CycleStep.REHOME: Shown.DICE,
}


def phase(game: Game | None, step: CycleStep, confirmed: Confirmed, window_closed: bool = False) -> Shown:
    """Where the table stands, for people: the machine's cycle until the deal, then the hand."""
    if game is not None and game.finished:
        return Shown.FINISHED
    hand = None if game is None else game.in_play
    if hand is None or hand.phase in (Phase.BUILD, Phase.THROWN):
        if hand is not None and step is CycleStep.PLAY:
            # no dice are waited for: the hand is dealt
            return Shown.DEAL
        return _CYCLE.get(step, Shown.IDLE)
    if confirmed.preview is not None:
        return Shown.CONFIRM
    if game is not None and showing(game, hand, window_closed) is not None:
        return Shown.SHOW
    if hand.unwatched:
        return Shown.PLAY
    return Shown.DEAL if hand.phase in (Phase.DEALT, Phase.DRAW) else Shown.PLAY


def showing(game: Game, hand: Hand, window_closed: bool) -> EndReason | None:
    """Why hands are to be laid open now; None while they are not. The first who opens a hand, or says
    noten, does so when the last discard can no longer be won on."""
    if hand.phase is Phase.SHOWING:
        return hand.ending
    exhausted = window_closed and hand.automatic_end(game.rules) is EndReason.EXHAUSTIVE
    if exhausted and hand.to_show(game.rules):
        return EndReason.EXHAUSTIVE
    return None
