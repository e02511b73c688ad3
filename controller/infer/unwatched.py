"""What happens at a table that nobody watches: the players say it, in place of the inference of the eyes.

A hand begins with START and is dealt unseen. A word of riichi lays the stick, the same word again takes it
back; how the hand ended comes as an entered result, which is a decision (`controller.people.decisions`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from contract.messages.seat_panel import Button
from controller.infer.begun import HandBegun
from controller.infer.inference import Inferred
from controller.panel.panel import PanelSignal
from engine.play.apply import Outcome, outcome
from engine.result.game import next_hand
from engine.state.events import Correct, Dealt, Event, HandStarted, RiichiPaid

if TYPE_CHECKING:
    from controller.infer.inference import Input
    from engine.state.hand import Game

TAKEN_BACK: Final = "riichi taken back"


class Unwatched:
    """The same questions as `Inference`; there is nothing to remember."""

    def built_before(self) -> None:
        """Nobody saw them."""

    def feed(self, game: Game, inputs: Sequence[Input], now: float) -> Inferred:
        """What was said since the last call, as events that are legal one after another."""
        del now
        found: list[Outcome] = []
        tried: list[Outcome] = []
        for given in inputs:
            for event in _meant(game, given):
                said = outcome(game, event)
                if said.after is None:
                    tried.append(said)
                    break
                found.append(said)
                game = said.after
        return Inferred(tuple(found), (), (), tuple(tried))


def _meant(game: Game, given: Input) -> tuple[Event, ...]:
    if isinstance(given, HandBegun):
        return _begun(game)
    if isinstance(given, PanelSignal) and given.button is Button.RIICHI and game.in_play is not None:
        return (_stick(game, given.seat),)
    return ()


def _begun(game: Game) -> tuple[Event, ...]:
    if game.in_play is not None or game.finished:
        return ()
    follows = next_hand(game)
    return (follows, Dealt()) if isinstance(follows, HandStarted) else ()


def _stick(game: Game, seat: int) -> Event:
    """The stick is laid, or taken back where it lies already."""
    laid = RiichiPaid(seat)
    begun = max(at for at, event in enumerate(game.log) if isinstance(event, HandStarted))
    at = next((at for at in range(begun, len(game.log)) if game.log[at] == laid), None)
    return laid if at is None else Correct(at, 1, (), TAKEN_BACK)
