"""What is entered into the log by whoever may, and the log as organisers read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from typing_extensions import TypedDict

from club.access.authority import allowed
from club.access.roles import Role
from club.log.desk import Accepted, Outcome, Refused, Seen
from club.log.effects import WITH_EFFECT
from club.log.events import Event, HandRecorded, ResultCorrected, Reverted
from club.log.events.ending import Moved
from club.log.events.entry import LogEntry
from club.log.events.words import about
from club.log.state import taken_back
from club.log.steps import INSTEAD
from club.web.api.paths import TOURNAMENT
from club.web.api.public import found
from club.web.request.call import Asked, Call
from club.web.request.malformed import wrong
from club.web.request.operation import Parameter, get, post
from club.web.request.problem import ProblemError
from club.web.views.revision import overwrites, read_before

READERS: Final = (Role.DIRECTOR, Role.HEAD_REFEREE, Role.SCOREKEEPER)


class Submitted(BaseModel):
    """Several events are one transaction. `key` makes the request safe to repeat, `revision` is that of what
    the events write over (`club.web.views.revision`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    events: Annotated[tuple[Event, ...], Field(min_length=1, max_length=2000)]
    key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
    revision: Annotated[str, StringConstraints(max_length=64)] | None = None


class Entered(TypedDict):
    """What the log has entered now, or had already where the request was `repeated`."""

    seqs: list[int]
    repeated: bool


class LogLine(TypedDict):
    """`by` is None for what the hub entered; `reverted` is the entry that took it back, `may` whether who
    asks could."""

    seq: int
    ts_ms: int
    by: str | None
    what: dict[str, int | str]
    reason: str
    effect: list[Moved]
    reverted: int | None
    may: bool


_HANDS: Final = Parameter("Also every hand that tables have recorded.", ("1",))


@get(f"{TOURNAMENT}/log", roles=READERS, parameters={"hands": _HANDS})
def log(call: Call) -> list[LogLine]:
    """What was entered, the newest first; with `?hands=1` also every hand that tables have recorded."""
    known = found(call)
    call.need(known.id)
    logins, out = call.services.logins(), taken_back(known.log)
    earlier = {entry.seq: entry.event for entry in known.log}.get
    by_table = _by_table(call)
    hands = call.query("hands") == "1"
    lines = []
    for entry in reversed(known.log):
        if hands or not isinstance(entry.event, HandRecorded):
            undo = Reverted(tournament=known.id, seqs=(entry.seq,))
            may = type(entry.event) not in INSTEAD and allowed(call.identity, undo, earlier, by_table)
            lines.append(_line(entry, logins.get(entry.by), out.get(entry.seq), may=may))
    return lines


def _line(entry: LogEntry, by: str | None, reverted: int | None, *, may: bool) -> LogLine:
    event = entry.event
    return {
        "seq": entry.seq,
        "ts_ms": entry.ts_ms,
        "by": by,
        "what": about(event),
        "reason": event.reason if isinstance(event, (Reverted, *WITH_EFFECT)) else "",
        "effect": list(getattr(event, "effect", ())),
        "reverted": reverted,
        "may": may,
    }


@post("/api/submit")
def submit(call: Asked[Submitted]) -> Entered:
    """Enters events, all or none: the role must allow each of them, and the log takes all of them."""
    who = call.identity
    given = call.given
    for event in given.events:
        if isinstance(event, WITH_EFFECT):
            raise ProblemError(422, "effect_first")
        if not allowed(who, event, lambda seq: _earlier(call, seq), _by_table(call)):
            directs = isinstance(event, ResultCorrected) and who.has((Role.DIRECTOR,), event.tournament)
            raise ProblemError(403, "table_recorded") if directs else ProblemError(403, "role")
    if given.revision is None and any(overwrites(event) for event in given.events):
        raise wrong(("revision",), "required")
    return enter(call, given.events, given.key, read_before(given.events, given.revision))


def enter(call: Call, events: tuple[Event, ...], key: str, seen: Seen = lambda state: None) -> Entered:
    """What the log says to events that the caller may enter; the key is the account's own."""
    who = call.identity
    outcome = call.services.desk.submit(events, who.by, f"{who.by}/{key}", call.services.now_ms(), seen)
    return {"seqs": [entry.seq for entry in entries(outcome)], "repeated": not isinstance(outcome, Accepted)}


def entries(outcome: Outcome) -> tuple[LogEntry, ...]:
    """What was written, now or before; LogRefusal where it was refused."""
    if isinstance(outcome, Refused):
        raise outcome.fault
    return outcome.entries


def _by_table(call: Call) -> Callable[[ResultCorrected], bool]:
    """Whether the corrected result was recorded by a table."""

    def by_table(event: ResultCorrected) -> bool:
        known = call.services.desk.state.tournaments.get(event.tournament)
        round_ = known and known.rounds.get(event.round)
        game = round_ and round_.games.get(event.table)
        return bool(game and game.result and game.result.source == "table")

    return by_table


def _earlier(call: Call, seq: int) -> Event | None:
    try:
        return call.services.desk.entry(seq).event
    except KeyError:
        return None
