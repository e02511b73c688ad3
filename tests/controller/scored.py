"""Recorded games as a score table hears of them: who laid a stick, and how each hand ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.notation.played import PlayedHand, paid_wins, played
from engine.notation.read import read
from engine.play.apply import apply
from engine.result.game import next_hand
from engine.state import events as ev
from engine.state.hand import Game

GAMES: Final = sorted((Path(__file__).parents[3] / "shared" / "games").glob("*.mjson"))


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """`laid` are the seats that laid a stick, in their order; `ended` is what the record paid."""

    laid: tuple[int, ...]
    entered: ev.ResultEntered
    ended: ev.HandEnded
    scores: ev.Seats4
    """Before the hand."""
    started: ev.HandStarted


@dataclass(frozen=True, slots=True)
class ScoredGame:
    started: ev.GameStarted
    hands: tuple[ScoredHand, ...]
    finished: ev.GameEnded | None


def scored(path: Path) -> ScoredGame:
    """A record by its file."""
    return scored_of(read(path.read_text("utf-8").splitlines()))


def scored_of(events: Iterable[ev.Event]) -> ScoredGame:
    game = played(events)
    return ScoredGame(game.started, tuple(map(_hand, game.hands)), game.finished)


def _hand(hand: PlayedHand) -> ScoredHand:
    assert hand.ended is not None
    laid = tuple(event.seat for event in hand.moves if isinstance(event, ev.RiichiPaid))
    wins = paid_wins(hand)
    if hand.ended.reason is ev.EndReason.NAGASHI:
        wins = tuple(ev.EnteredWin(seat, seat, 5, 0) for seat, d in enumerate(hand.ended.deltas) if d > 0)
    entered = ev.ResultEntered(hand.ended.reason, wins, hand.ended.tenpai, laid)
    return ScoredHand(laid, entered, hand.ended, hand.started.scores, hand.started)


def unseen(*laid: int, nagashi: bool = False) -> Game:
    """A first hand that was dealt and that nobody watches, with the sticks of these seats."""
    game = apply(None, ev.GameStarted("rrc", {"score.nagashi_mangan": True} if nagashi else {}))
    follows = next_hand(game)
    assert isinstance(follows, ev.HandStarted)
    game = apply(apply(game, follows), ev.Dealt())
    for seat in laid:
        game = apply(game, ev.RiichiPaid(seat))
    return game
