"""Hands of a game corrected, cancelled or entered again, at any place of it (K-ASSIST-05, K-FAIL-01).

A game is carried by the engine as the results that people read, and the engine's corrections are applied to
it: every later hand is paid anew and keeps its dealer, as it was played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from club.log.faults import LogRefusal
from engine.play.apply import apply
from engine.play.correct import REENTERED, cancelled, reentered
from engine.result.settle import result
from engine.state import events as ev
from engine.state.faults import IllegalEventError
from engine.state.hand import Game, HandResult

End = ev.ResultEntered | ev.Penalised
"""How a hand ended: a result, or the chombo or redeal that voided it."""


@dataclass(frozen=True, slots=True)
class Played:
    """A hand with what announced it."""

    started: ev.HandStarted
    end: End


class CorrectionError(LogRefusal):
    """A correction that cannot be made."""


def carried(preset: str, options: Mapping[str, object], hands: Sequence[Played]) -> Game:
    """The game of these hands. CorrectionError where a hand cannot have ended so."""
    game = apply(None, ev.GameStarted(preset, dict(options)))
    for hand in hands:
        game = with_hand(game, hand)
    return game


def with_hand(game: Game, hand: Played) -> Game:
    """The game with one hand more. CorrectionError where it cannot have ended so."""
    number = len(game.history) + 1
    try:
        game = apply(apply(game, hand.started, trust=True), hand.end)
        ended = result(game)
        if ended is None:
            raise CorrectionError("no_end", hand=number)
        return apply(game, ended)
    except IllegalEventError as error:
        raise CorrectionError("cannot_end", hand=number, fault=_names(error)) from error


def corrected(game: Game, number: int, end: End) -> Game:
    """Hand `number`, the first is 0, ended otherwise."""
    return _applied(game, ev.Correct(_end_of(game, number), 1, (end,)))


def without(game: Game, number: int) -> Game:
    """Hand `number`, the first is 0, counts as not played (K-ASSIST-05)."""
    _end_of(game, number)
    return _applied(game, cancelled(game, number))


def again(game: Game, order: Sequence[int]) -> Game:
    """Up to three hands entered again: who sat in `seat` belongs in `order[seat]` (K-FAIL-01)."""
    try:
        correction = reentered(game, order)
    except ValueError as error:
        raise CorrectionError("reenter_most", most=REENTERED) from error
    return _applied(game, correction)


def changed(before: Game, after: Game) -> tuple[tuple[int, HandResult], ...]:
    """The hands of `after` that differ from those of `before`, with their numbers."""
    old = (*before.history, *(None,) * len(after.history))
    return tuple((n, new) for n, (was, new) in enumerate(zip(old, after.history, strict=False)) if was != new)


def _applied(game: Game, correction: ev.Correct) -> Game:
    try:
        return apply(game, correction)
    except IllegalEventError as error:
        raise CorrectionError("no_replay", fault=_names(error)) from error


def _names(error: IllegalEventError) -> list[str]:
    return [str(fault.name) for fault in error.faults]


def _end_of(game: Game, number: int) -> int:
    """Where in the log the end of a hand stands."""
    places = [n for n, event in enumerate(game.log) if isinstance(event, ev.HandStarted)]
    if not 0 <= number < len(places):
        raise CorrectionError("no_such_hand", last=len(places), hand=number + 1)
    return places[number] + 1
