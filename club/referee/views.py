"""What the desk's page is sent, as JSON. People are ids; their names come beside it."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from club.referee.queue import Stage
from club.referee.reasons import Norm
from contract.messages import EnterableView
from engine.judge.penalties import Measure
from engine.state.events import Sanction


class DeskModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Lamp(StrEnum):
    """What a table needs, most pressing first."""

    CALL = "call"
    ALERT = "alert"
    """Something of the table itself: machine, sight, a record that was refused."""
    FROZEN = "frozen"
    COMING = "coming"
    LATE = "late"
    """The round runs, and somebody has not signed in."""
    CLOCK = "clock"
    """The time is over."""
    SILENT = "silent"
    WELL = "well"


class CallView(DeskModel):
    id: int
    """To be named in what answers it."""
    round: int
    table: int
    seat: int | None
    person: int | None
    stage: Stage
    since_ms: int
    taken_by: str | None
    response_ms: int | None


class Queue(DeskModel):
    """Calls that are not settled, and how calls of this event were answered."""

    calls: tuple[CallView, ...]
    settled: int
    median_ms: int | None
    p95_ms: int | None


class TableCard(DeskModel):
    """A table on the map of the hall; `lamps` is never empty."""

    table: int
    lamps: tuple[Lamp, ...]
    players: tuple[int, int, int, int] | None
    scores: tuple[int, int, int, int] | None
    hands: int
    left_ms: int | None
    """At `ts_ms` of the view; null where no clock is known."""
    running: bool
    granted_s: int
    troubles: tuple[dict[str, Any], ...]
    """Each with a code, and the reason where the table refuses something; pages have the words."""


class Judges(DeskModel):
    """How many are there and what is wanted (K-JUDGE-04)."""

    playing: int
    free: int
    wanted_playing: tuple[int, int]
    wanted_free: int
    short: tuple[str, ...]


class DeskView(DeskModel):
    """The hall as a referee sees it."""

    seq: int
    """Of the last entry of the log that counts here; a ruling names it."""
    ts_ms: int
    tournament: int
    name: str
    preset: str
    mild: bool
    """The minimum column may be used without mitigating circumstances (K-RANK-02)."""
    round: int | None
    tables: tuple[TableCard, ...]
    queue: Queue
    judges: Judges
    me: str


class Column(DeskModel):
    """What one column of the penalty table would be now."""

    measure: Measure
    sanction: Sanction | None
    """Null where the judge chooses."""
    points: int
    """After uma, 0 or more."""
    step: int


class ReasonView(DeskModel):
    """Something that a ruling can be about."""

    id: str
    clause: str
    norm: Norm
    section: str
    violation: str
    """In the language asked for; empty where the page's own catalogue says it."""
    standard: Measure
    minimum: Measure | None
    least: int
    most: int


class FindingView(DeskModel):
    """A breach that the table's judge found."""

    kind: str
    clause: str
    norm: Norm
    seat: int | None
    person: int | None
    penalty: str
    sanction: str | None
    minimum: str | None
    waived: str | None
    evidence: tuple[int, ...]
    """Lines of the game's journal at the table, of which pictures may be kept there."""
    entry: int | None
    """Of the log, for a finished hand; null while it is played."""


class HandLine(DeskModel):
    """A finished hand."""

    hand: int
    entry: int
    wind: int
    number: int
    honba: int
    dealer: int
    reason: str
    winners: tuple[int, ...]
    deltas: tuple[int, int, int, int]
    scores: tuple[int, int, int, int]
    riichi: tuple[int, ...]
    corrected: bool
    findings: tuple[FindingView, ...]


class HandView(DeskModel):
    """Concealed tiles of a seat: how many, and which only once a judge has opened them (K-JUDGE-10)."""

    seat: int
    count: int
    opened: bool
    tiles: tuple[str | None, ...]


class Ice(DeskModel):
    """A frozen table."""

    since_ms: int
    by: str
    clock: bool


class JournalLine(DeskModel):
    """An entry of the judges' journal (K-JUDGE-07), of one person where it is a sanction."""

    entry: int
    ts_ms: int
    judge: str
    tournament: int
    round: int | None
    table: int | None
    game: str | None
    hand: int | None
    kind: Literal[
        "ruling", "settled", "penalty", "hand_opened", "correction", "result_correction", "seating", "time"
    ]
    persons: tuple[int, ...]
    reason: str
    clause: str
    norm: Norm | None
    facts: str
    sanction: Sanction | None
    points: int
    """After uma, 0 or less."""
    step: int
    explanation: str
    snapshot: int | None
    call: int | None
    ruling: int | None
    """The entry that a later ruling can supersede."""
    penalty: int | None
    """The entry that can be lifted."""
    lifted: str | None
    """Why it counts no more; null while it counts."""
    superseded: int | None


class Notorious(DeskModel):
    """A player of whom the journal has much (K-JUDGE-11)."""

    person: int
    entries: int
    repeated: int
    """Reminders that were ignored: rulings for a reason that had been ruled before."""


class AppealView(DeskModel):
    id: int
    person: int
    about: int | None
    filed_ms: int
    situation: str
    decision: str
    reasons: str
    upheld: bool | None
    board: tuple[str, ...]
    explanation: str
    decided_ms: int | None


class Journal(DeskModel):
    lines: tuple[JournalLine, ...]
    players: tuple[Notorious, ...]
    appeals: tuple[AppealView, ...]
    appeals_from_ms: int | None
    """When the event ended; null before, and appeals are not accepted (K-APPEAL-01)."""
    appeals_until_ms: int | None


class CaseView(DeskModel):
    """One table, for whoever comes to it."""

    seq: int
    round: int
    table: int
    players: tuple[int, int, int, int]
    running: int | None
    """The number of the hand in play; null between hands and where it is not known."""
    ice: Ice | None
    call: CallView | None
    picture: dict[str, Any] | None
    """The public state of the table, as it lies open to everybody there."""
    hands: tuple[HandView, ...]
    findings: tuple[FindingView, ...]
    """Of the hand in play."""
    withheld: int
    """Findings that would give away concealed tiles of a hand in play (K-ASSIST-02)."""
    played: tuple[HandLine, ...]
    lines: tuple[JournalLine, ...]
    remedy: Literal["cancel_and_reenter", "judge_corrects_seats"]
    """What the regulation asks for when people sit in wrong seats (K-FAIL-01)."""
    enterable: EnterableView
