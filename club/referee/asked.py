"""What a referee asks for at the desk, as it comes from a page; `club.referee.acting` makes events of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from club.log.events.base import Code, Free, HandNo, Id, Seat, Seq
from engine.state.events import EndReason, Sanction

Said = Annotated[str, StringConstraints(min_length=1, max_length=4000, strip_whitespace=True)]
"""Words that must not be missing."""


class Asked(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Take(Asked):
    """On the way to a call."""

    call: Seq


class CloseCall(Asked):
    """Nothing was to be ruled."""

    call: Seq
    reason: Free = ""


class Freeze(Asked):
    """A table, or with None all of the round, is stopped (K-JUDGE-02)."""

    round: Id
    table: Id | None = None
    clock: bool = False


class Thaw(Asked):
    round: Id
    table: Id | None = None


class OpenHand(Asked):
    """Concealed tiles are looked at, for a case (K-JUDGE-10)."""

    round: Id
    table: Id
    hand: HandNo
    seat: Seat
    reason: Said
    call: Seq | None = None


class AddTime(Asked):
    """Extra time, for one table or for all (K-TIMER-07)."""

    round: Id
    table: Id | None = None
    minutes: Annotated[int, Field(ge=1, le=120)]
    reason: Said


class Rule(Asked):
    """A ruling. `sanction` and `points` None: as proposed; anything else needs an `explanation`.

    `seen` is the number of the entry up to which the referee knows the log. `mitigating` says what speaks
    for the minimum column (`mild`) where the size of the event alone does not allow it (K-RANK-02, K-PEN-03).
    """

    round: Id
    table: Id
    seen: Annotated[int, Field(ge=0)]
    persons: Annotated[tuple[Id, ...], Field(min_length=1, max_length=4)]
    reason: Code
    facts: Said
    hand: HandNo | None = None
    call: Seq | None = None
    clause: Code | None = None
    mild: bool = False
    mitigating: Free = ""
    sanction: Sanction | None = None
    points: Annotated[int, Field(ge=0, le=10**12)] | None = None
    explanation: Free = ""
    supersedes: Seq | None = None
    because: tuple[Seq, ...] = ()


class Settle(Asked):
    """The table settles a case itself; `confirmed` are the seats that agree, all four (K-PEN-08)."""

    round: Id
    table: Id
    hand: HandNo
    person: Id
    reason: Code
    confirmed: tuple[Seat, Seat, Seat, Seat]
    call: Seq | None = None


class Lift(Asked):
    """A penalty counts no more; it stays visible."""

    penalty: Seq
    reason: Said


class Win(Asked):
    seat: Seat
    source: Seat
    han: Annotated[int, Field(ge=0, le=100)]
    fu: Annotated[int, Field(ge=0, le=300)]
    yakuman: Annotated[int, Field(ge=0, le=10)] = 0
    responsible: Seat | None = None


class Result(Asked):
    """How a hand ended, as people read it (`engine.state.events.ResultEntered`)."""

    type: Literal["result_entered"] = "result_entered"
    reason: EndReason
    wins: Annotated[tuple[Win, ...], Field(max_length=3)] = ()
    tenpai: tuple[bool, bool, bool, bool] = (False, False, False, False)
    riichi: tuple[Seat, ...] = ()


class CorrectHand(Asked):
    """A recorded hand ended otherwise; `result` None: it counts as not played (K-ASSIST-05)."""

    round: Id
    table: Id
    hand: HandNo
    result: Result | None = None
    reason: Said


class Reseat(Asked):
    """Who sat in `seat` belongs in `order[seat]` (K-FAIL-01)."""

    round: Id
    table: Id
    order: tuple[Seat, Seat, Seat, Seat]
    reason: Said


class FileAppeal(Asked):
    """Situation, decision and reasons in detail (K-APPEAL-01)."""

    person: Id
    about: Seq | None = None
    situation: Said
    decision: Said
    reasons: Said


class DecideAppeal(Asked):
    """`votes` are those of the board by account, true for upholding the appeal (K-APPEAL-02)."""

    appeal: Seq
    votes: Annotated[dict[Code, bool], Field(min_length=1)]
    explanation: Said
