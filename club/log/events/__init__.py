"""The vocabulary of the club: everything that can happen to a tournament, and nothing that follows from it.

An event says what a person decided or a table reported; who, when and in which order is said by the entry of
the log that holds it (`club.log.events.entry.Entry`). People are ids; their names lie beside the log.
References to earlier entries (`because`, `call`, `penalty`, `appeal`, `seqs`) are their numbers.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from club.log.events.base import CLUB, Code, Four, Free, Happening, Official, Plan, Record, Seq, Sitting
from club.log.events.ending import RoundsCalledOff, RoundShortened
from club.log.events.judging import (
    Answered,
    AppealDecided,
    AppealFiled,
    CallClosed,
    Called,
    Frozen,
    HandOpened,
    Penalised,
    PenaltyLifted,
    Ruled,
    Settled,
    Unfrozen,
)
from club.log.events.planning import (
    BanLifted,
    Banned,
    ConsentChanged,
    Paid,
    Registered,
    Returned,
    RoundClosed,
    RoundDrawn,
    RoundStarted,
    SeedCommitted,
    StageAdded,
    StageClosed,
    TableBound,
    TablesReduced,
    TimeAdded,
    TournamentChanged,
    TournamentClosed,
    TournamentCreated,
    Withdrew,
)
from club.log.events.playing import (
    GameOpened,
    GameRecorded,
    HandCorrected,
    HandRecorded,
    Late,
    Replaced,
    Reseated,
    ResultCorrected,
)
from club.log.events.teams import TeamJoined, TeamNamed


class Reverted(Happening):
    """These entries count as if they had never been made; a later `Reverted` can revert this one."""

    type: Literal["reverted"] = "reverted"
    seqs: Annotated[tuple[Seq, ...], Field(min_length=1)]
    reason: Free = ""


Event = Annotated[
    TournamentCreated
    | TournamentChanged
    | Registered
    | Paid
    | Withdrew
    | Returned
    | ConsentChanged
    | Banned
    | BanLifted
    | TeamNamed
    | TeamJoined
    | StageAdded
    | TablesReduced
    | TableBound
    | SeedCommitted
    | RoundDrawn
    | RoundStarted
    | TimeAdded
    | RoundClosed
    | RoundsCalledOff
    | RoundShortened
    | StageClosed
    | TournamentClosed
    | GameOpened
    | HandRecorded
    | GameRecorded
    | HandCorrected
    | ResultCorrected
    | Reseated
    | Replaced
    | Late
    | Called
    | Answered
    | CallClosed
    | Frozen
    | Unfrozen
    | Ruled
    | Settled
    | Penalised
    | PenaltyLifted
    | HandOpened
    | AppealFiled
    | AppealDecided
    | Reverted,
    Field(discriminator="type"),
]
EVENT: TypeAdapter[Event] = TypeAdapter(Event)
"""Reads an event of any type; ValidationError says what is wrong with it."""

__all__ = [
    "CLUB",
    "EVENT",
    "Answered",
    "AppealDecided",
    "AppealFiled",
    "BanLifted",
    "Banned",
    "CallClosed",
    "Called",
    "Code",
    "ConsentChanged",
    "Event",
    "Four",
    "Free",
    "Frozen",
    "GameOpened",
    "GameRecorded",
    "HandCorrected",
    "HandOpened",
    "HandRecorded",
    "Happening",
    "Late",
    "Official",
    "Paid",
    "Penalised",
    "PenaltyLifted",
    "Plan",
    "Record",
    "Registered",
    "Replaced",
    "Reseated",
    "ResultCorrected",
    "Returned",
    "Reverted",
    "RoundClosed",
    "RoundDrawn",
    "RoundShortened",
    "RoundStarted",
    "RoundsCalledOff",
    "Ruled",
    "SeedCommitted",
    "Settled",
    "Sitting",
    "StageAdded",
    "StageClosed",
    "TableBound",
    "TablesReduced",
    "TeamJoined",
    "TeamNamed",
    "TimeAdded",
    "TournamentChanged",
    "TournamentClosed",
    "TournamentCreated",
    "Unfrozen",
    "Withdrew",
]
