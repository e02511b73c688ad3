"""Hands played at random within the rules: calls, kans and odd discards that no sane player makes."""

from __future__ import annotations

import random
from collections.abc import Sequence

from controller.virtual.plan import HandPlan, shuffled, thrown_after
from controller.virtual.play import play_hand
from engine.result.game import next_hand
from engine.state import events as ev
from engine.state.hand import Game


class Wild:
    """Wins when it can, calls and declares kans often, and discards what it likes."""

    def __init__(self, seat: int, rng: random.Random) -> None:
        self.seat = seat
        self.rng = rng

    def turn(self, game: Game, moves: Sequence[ev.Event]) -> ev.Event:
        loud = [m for m in moves if not isinstance(m, ev.Discarded)]
        if loud and self.rng.random() < 0.8:
            return self.rng.choice(loud)
        return self.rng.choice([m for m in moves if isinstance(m, ev.Discarded)])

    def claim(self, game: Game, moves: Sequence[ev.Event]) -> ev.Event | None:
        wins = [m for m in moves if isinstance(m, ev.WinDeclared)]
        if wins and self.rng.random() < 0.9:
            return wins[0]
        calls = [m for m in moves if isinstance(m, ev.Called)]
        return self.rng.choice(calls) if calls and self.rng.random() < 0.4 else None


def wild_hand(game: Game, seed: str) -> HandPlan | None:
    """The next hand of the game, or None when it is over."""
    started = next_hand(game)
    if isinstance(started, ev.GameEnded):
        return None
    rng = random.Random(seed)
    dice = rng.randint(1, 6), rng.randint(1, 6)
    copies = shuffled(game.rules, rng)
    throws = thrown_after(dice, game.rules, rng)
    events, after = play_hand(game, started, throws, copies, [Wild(seat, rng) for seat in range(4)])
    return HandPlan(0, throws, copies, events, after)
