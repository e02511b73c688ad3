"""Events of the referees: calls, rulings, penalties, appeals."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from club.log.events.base import (
    Account,
    AtTable,
    AtTables,
    Because,
    Code,
    Free,
    HandNo,
    Happening,
    Id,
    Seat,
    Seq,
)
from engine.state.events import Sanction


class Called(AtTable):
    type: Literal["called"] = "called"
    seat: Seat | None = None
    kind: Code = "referee"


class Answered(Happening):
    """The referee who enters this is on the way."""

    type: Literal["answered"] = "answered"
    call: Seq


class CallClosed(Happening):
    """Nothing was to be ruled."""

    type: Literal["call_closed"] = "call_closed"
    call: Seq
    reason: Free = ""


class Frozen(AtTables):
    """Input of a table, or of all, stops until the decision, the clock too if so said (K-JUDGE-02)."""

    type: Literal["frozen"] = "frozen"
    clock: bool = False
    picture: dict[str, JsonValue] = Field(default_factory=dict)
    """The table's public state then, with ids for names; rulings refer to it by the number of this entry."""


class Unfrozen(AtTables):
    type: Literal["unfrozen"] = "unfrozen"


class Ruled(AtTable):
    """An entry of the judges' journal (K-JUDGE-07). A call is decided once; `supersedes` is the ruling that
    a complaint led to consider again (K-JUDGE-06). What it costs is said by `Penalised` beside it.
    """

    type: Literal["ruled"] = "ruled"
    call: Seq | None = None
    supersedes: Seq | None = None
    hand: HandNo | None = None
    persons: tuple[Id, ...] = ()
    reason: Code
    """Row of the penalty table, or another reason that `club.referee` knows."""
    clause: Code | None = None
    sanction: Sanction | None = None
    facts: Free
    explanation: Free = ""
    step: Annotated[int, Field(ge=0)] = 0
    """Of the ladder for repetitions (K-ESC-01)."""
    snapshot: Seq | None = None
    """The entry that froze the table, with what was stored of it."""
    because: Because = ()


class Settled(AtTable):
    """Settled by the table: dead hand or chombo, confirmed by all four (K-PEN-08)."""

    type: Literal["settled"] = "settled"
    hand: HandNo
    person: Id
    reason: Code
    sanction: Literal[Sanction.DEAD_HAND, Sanction.CHOMBO]
    confirmed: tuple[Seat, Seat, Seat, Seat]
    call: Seq | None = None


class Penalised(Happening):
    """A sanction; reminders as well (K-JUDGE-07). `points` are deducted after uma, 0 or less (K-PEN-02).

    Never deleted: `PenaltyLifted`. Chombo for a hand that the table recorded as chombo is the same one.
    Without a round it counts for the event.
    """

    type: Literal["penalised"] = "penalised"
    round: Id | None = None
    table: Id | None = None
    hand: HandNo | None = None
    person: Id
    reason: Code
    """What repetitions are counted by (K-ESC-01): a row of the penalty table or another reason."""
    sanction: Sanction
    points: Annotated[int, Field(le=0, ge=-(10**12))] = 0
    text: Free = ""
    because: Because = ()


class PenaltyLifted(Happening):
    """Counts no more and stays visible."""

    type: Literal["penalty_lifted"] = "penalty_lifted"
    penalty: Seq
    reason: Free
    because: Because = ()


class HandOpened(AtTable):
    """A judge has looked at the concealed tiles of a seat (K-JUDGE-10). It stays recorded."""

    type: Literal["hand_opened"] = "hand_opened"
    hand: HandNo
    seat: Seat
    reason: Free
    call: Seq | None = None


class AppealFiled(Happening):
    """Within two months after the event; situation, decision and reasons in detail (K-APPEAL-01)."""

    type: Literal["appeal_filed"] = "appeal_filed"
    person: Id
    about: Seq | None = None
    situation: Free
    decision: Free
    reasons: Free


class AppealDecided(Happening):
    """Accredited judges who did not judge at the event have decided an appeal (K-APPEAL-02); its
    consequences refer to this entry."""

    type: Literal["appeal_decided"] = "appeal_decided"
    appeal: Seq
    board: Annotated[tuple[Account, ...], Field(min_length=1)]
    """Their accounts."""
    upheld: bool
    explanation: Free
