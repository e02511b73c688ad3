"""The time limit of a game: pure, time is an argument (K-TIMER).

When the time is over the hand in play is finished and one more is played, or none, as the rules say. A hand
is in play from the dice on; one for which only the walls stand is the one more (K-TIMER-04), or is finished
where no other follows, because the table throws the dice as soon as the walls stand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Self

from engine.rules.ruleset import Ruleset
from engine.state.events import EndReason
from engine.state.hand import Game

ONE_MORE: Final = "finish_current_plus_one"


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a game may last. `gong`: only `clock.start` begins it, else the START of its first hand."""

    minutes: int
    one_more: bool = True
    """Of the hand in play, so that this many follow when the time is over."""
    chombo_counts: bool = True
    """Where no other hand follows: a hand that ended in chombo was played (K-TIMER-03)."""
    gong: bool = True

    @classmethod
    def of(cls, rules: Ruleset, *, gong: bool = True) -> Self:
        """The options `timer.*` of the rules."""
        one_more = rules.choice("timer.after") == ONE_MORE
        return cls(rules.number("timer.minutes"), one_more, rules.flag("timer.chombo_hand_counts"), gong)

    def played(self, game: Game) -> int:
        """Hands that count as played: a redeal does not, nor a chombo that is replayed (K-TIMER-05)."""
        void = {EndReason.REDEAL} if not self.one_more and self.chombo_counts else _VOID
        return sum(hand.ended.reason not in void for hand in game.history)

    def in_play(self, game: Game) -> bool:
        """Whether a hand is on the table that the end of the time leaves to be finished (K-TIMER-04)."""
        hand = game.in_play
        return hand is not None and (hand.dice is not None or not self.one_more)


_VOID: Final = {EndReason.REDEAL, EndReason.CHOMBO}


@dataclass(frozen=True, slots=True)
class RoundClock:
    """`left_ms` at the time `since`, or now while it is stopped. `allowed`: so many hands of the game may
    count as played once the time is over; None before. `begun`: the gong has sounded."""

    limit: Limit
    left_ms: int
    since: float | None = None
    bonus_ms: int = 0
    allowed: int | None = None
    begun: bool = False

    @classmethod
    def full(cls, limit: Limit) -> Self:
        return cls(limit, limit.minutes * 60_000)

    @property
    def running(self) -> bool:
        return self.since is not None

    @property
    def over(self) -> bool:
        return self.allowed is not None

    def left(self, now: float) -> int:
        """Milliseconds; 0 when the time is over."""
        gone = 0 if self.since is None else round((now - self.since) * 1000)
        return max(0, self.left_ms - gone)

    def started(self, now: float) -> Self:
        return replace(self, left_ms=self.left(now), since=now, begun=True)

    def stopped(self, now: float) -> Self:
        return replace(self, left_ms=self.left(now), since=None)

    def added(self, ms: int, now: float) -> Self:
        """Time granted, or taken back; time granted after the end lets it run again (K-TIMER-07)."""
        left = max(0, self.left(now) + ms)
        since = now if self.running or (self.over and left) else None
        allowed = self.allowed if not left else None
        return replace(self, left_ms=left, since=since, bonus_ms=self.bonus_ms + ms, allowed=allowed)

    def ended(self, game: Game) -> Self:
        """Over now, and with the hand in play, whatever else may be played by the rules: the round was ended
        early."""
        allowed = self.limit.played(game) + (game.in_play is not None)
        return replace(self, left_ms=0, since=None, begun=True, allowed=allowed)

    def recalled(self) -> Self:
        """The clock as it was before the gong, with the time that was granted since."""
        fresh = self.full(self.limit)
        return replace(fresh, left_ms=max(0, fresh.left_ms + self.bonus_ms), bonus_ms=self.bonus_ms)

    def watched(self, game: Game, now: float) -> Self:
        """The clock as it stands now: the moment at which the time is over says what may still be played."""
        if self.over or not self.begun or self.left(now):
            return self
        more = self.limit.in_play(game) + self.limit.one_more
        return replace(self, left_ms=0, since=None, allowed=self.limit.played(game) + more)

    def deals_left(self, game: Game) -> int | None:
        """Hands that may still be played, the one in play included; None while there is time."""
        return None if self.allowed is None else max(0, self.allowed - self.limit.played(game))

    def ends(self, game: Game) -> bool:
        """Whether the game is over now because its time is."""
        return (
            self.deals_left(game) == 0 and game.in_play is None and not game.finished and bool(game.history)
        )
