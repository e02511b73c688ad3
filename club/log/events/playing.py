"""Events of the games at the tables."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from club.log.events.base import (
    AtTable,
    Because,
    Four,
    Free,
    GameId,
    HandNo,
    Happening,
    Id,
    Record,
    Seat,
    Sitting,
    Sticks,
    Won,
)


class GameOpened(AtTable):
    """A table begins its game of the round; from then on only records of this game are taken."""

    type: Literal["game_opened"] = "game_opened"
    game: GameId


class HandRecorded(AtTable):
    """A finished hand as the table reports it; a higher `rev` is the table's own correction of the hand.

    The first one opens the game where nothing has opened it before.
    """

    type: Literal["hand_recorded"] = "hand_recorded"
    game: GameId
    hand: HandNo
    rev: Annotated[int, Field(ge=1)] = 1
    record: Record


class GameRecorded(AtTable):
    """The end of a game: sent by the table, entered from a sheet (K-FAIL-02) or imported.

    `scores` are without the `sticks_left` on the table. What a person enters counts before what the table
    reports; `game` is the table's, `hands` how many were played. `chips` are won or lost, `won` says who has
    won a hand (yakitori): None where nobody has said. What a result lacks, a person enters with the same
    scores.
    """

    type: Literal["game_recorded"] = "game_recorded"
    source: Literal["table", "sheet", "online"]
    scores: Four
    sticks_left: Sticks = 0
    game: GameId | None = None
    hands: HandNo | None = None
    rev: Annotated[int, Field(ge=1)] = 1
    chips: Four | None = None
    won: Won | None = None


class HandCorrected(AtTable):
    """A referee's word about a hand, which counts before the table's; also for a hand nobody recorded."""

    type: Literal["hand_corrected"] = "hand_corrected"
    hand: HandNo
    record: Record
    reason: Free
    because: Because = ()


class ResultCorrected(AtTable):
    """The result of a game as a referee puts it, at any time, also after the event (K-APPEAL-03).

    `chips` and `won` are those of `GameRecorded`; None leaves them as they are.
    """

    type: Literal["result_corrected"] = "result_corrected"
    scores: Four
    sticks_left: Sticks = 0
    reason: Free
    because: Because = ()
    chips: Four | None = None
    won: Won | None = None


class Reseated(Happening):
    """Who really sits where, at one table or at several that were mixed up (K-FAIL-01).

    It counts from the game's first hand on. Up to three hands can be entered again instead: then the
    players go back to their places, and `HandCorrected` for each hand is submitted instead of this.
    """

    type: Literal["reseated"] = "reseated"
    round: Id
    sittings: Annotated[tuple[Sitting, ...], Field(min_length=1)]
    reason: Free = ""


class Replaced(AtTable):
    """Another player plays on in a player's place, who gets the fixed result (K-SUB-03).

    Naming the player again lets that one take over from the substitute; the result stays fixed (K-LATE-03).
    """

    type: Literal["replaced"] = "replaced"
    seat: Seat
    substitute: Id
    hand: HandNo = 0
    """The first hand that the substitute plays."""
    reason: Free = ""


class Late(Happening):
    """Came so long after the start of the round (K-LATE-01)."""

    type: Literal["late"] = "late"
    round: Id
    person: Id
    seconds: Annotated[int, Field(ge=0, le=86_400)]
