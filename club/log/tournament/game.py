"""What is known of the game at one table in one round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from club.log.events.base import Four, Record, Sitting, Won


@dataclass(frozen=True, slots=True)
class Hand:
    """`recorded` is the table's word in its revision `rev`, `corrected` a referee's, which counts before it.

    Each with the number of its entry; the moves of a record are left in the log (`Desk.entry`).
    """

    recorded: Record | None = None
    rev: int = 0
    seq: int | None = None
    corrected: Record | None = None
    corrected_seq: int | None = None

    @property
    def called(self) -> tuple[int, ...] | None:
        """Seats that called a tile, which a correction need not say; None where nobody kept it."""
        calls = (each.called for each in (self.corrected, self.recorded) if each is not None)
        return next((seats for seats in calls if seats is not None), None)

    @property
    def current(self) -> Record:
        """The record that counts."""
        record = self.corrected or self.recorded
        assert record is not None
        return record


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The end of the game as the entry `seq` has it; see `GameRecorded`. A correction keeps the `source` of
    what it corrects."""

    seq: int
    scores: Four
    sticks_left: int
    rev: int = 1
    hands: int | None = None
    chips: Four | None = None
    won: Won | None = None
    source: Literal["table", "sheet", "online"] = "sheet"

    def filled(self, other: GameEnd | None) -> GameEnd:
        """The same, and of the other what nobody has said here: a table reports no chips."""
        if other is None:
            return self
        chips = other.chips if self.chips is None else self.chips
        return replace(self, chips=chips, won=other.won if self.won is None else self.won)


@dataclass(frozen=True, slots=True)
class Game:
    """A game; everything by seat belongs to the person that `sitting` names.

    `drawn` is who should have sat there. `start` are the points of each player at the beginning and
    `deposit` those of a riichi stick. `reported` is the table's word about the end, `entered` a person's.
    """

    sitting: Sitting
    drawn: Sitting
    start: int
    deposit: int
    id: str | None = None
    hands: Mapping[int, Hand] = field(default_factory=dict)
    reported: GameEnd | None = None
    entered: GameEnd | None = None

    @property
    def scores(self) -> Four:
        """The points now: of the result where there is one, else after the hands so far."""
        if self.result is not None:
            return self.result.scores
        moved = [self.net(hand.current) for hand in self.hands.values()]
        return _sum((self.start,) * 4, *moved)

    @property
    def result(self) -> GameEnd | None:
        """How the game ended, None while it has not.

        What a person entered counts. Else the table's word, changed by what referees corrected and the
        table did not take up; so neither a hand that arrives late nor one that is missing shifts it.
        """
        if self.entered is not None or self.reported is None:
            return self.entered
        changes = [
            _less(self.net(hand.corrected), self.net(hand.recorded))
            for hand in self.hands.values()
            if hand.corrected is not None and hand.recorded is not None
        ]
        if not any(map(any, changes)):
            return self.reported
        scores = _sum(self.reported.scores, *changes)
        left = 4 * self.start - sum(scores)
        sticks = left // self.deposit if self.deposit and left > 0 else 0
        return replace(self.reported, scores=scores, sticks_left=sticks)

    @property
    def missing(self) -> tuple[int, ...]:
        """Numbers of hands that the table played and nobody has recorded."""
        known = max(self.hands, default=-1) + 1
        played = (
            known if self.reported is None or self.reported.hands is None else max(known, self.reported.hands)
        )
        return tuple(number for number in range(played) if number not in self.hands)

    @property
    def differs(self) -> bool:
        """All hands are known, and together they do not make the result: somebody should look."""
        if self.result is None or not self.hands or self.missing:
            return False
        return self.result.scores != _sum(
            (self.start,) * 4, *(self.net(hand.current) for hand in self.hands.values())
        )

    @property
    def sticks(self) -> int:
        """Riichi sticks on the table now."""
        if self.result is not None:
            return self.result.sticks_left
        return self.hands[max(self.hands)].current.sticks if self.hands else 0

    @property
    def won(self) -> Won | None:
        """Who has won a hand; None where nobody knows.

        Hands say it where they are all there: as many as the table has counted, or such that they make the
        result.
        """
        result = self.result
        if result is not None and result.won is not None:
            return result.won
        counted = self.reported is not None and self.reported.hands is not None
        if not self.hands or self.missing or (self.differs and not counted):
            return None
        winners = {seat for hand in self.hands.values() for seat in hand.current.winners}
        a, b, c, d = (seat in winners for seat in range(4))
        return a, b, c, d

    def net(self, record: Record) -> Four:
        """What a hand changes in all, deposits included."""
        a, b, c, d = (
            delta - self.deposit * record.riichi.count(seat) for seat, delta in enumerate(record.deltas)
        )
        return a, b, c, d


def _sum(*rows: Four) -> Four:
    a, b, c, d = map(sum, zip(*rows, strict=True))
    return a, b, c, d


def _less(left: Four, right: Four) -> Four:
    a, b, c, d = (x - y for x, y in zip(left, right, strict=True))
    return a, b, c, d
