"""What players send of their table, as it comes from a page."""

from __future__ import annotations

from club.log.events.base import Code, HandNo
from club.referee.asked import Asked, Result


class Trial(Asked):
    """How the hand in play ended, before it is entered; `hand` is the one that whoever enters it sees."""

    hand: HandNo
    result: Result


class EnterHand(Trial):
    """The same, once all four have seen what it moves (K-ASSIST-04). `key` makes it safe to repeat."""

    key: Code


class EndGame(Asked):
    """The time is over and no other hand follows (K-TIMER-02); `hands` were played."""

    hands: HandNo
    key: Code
