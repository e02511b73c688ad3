"""What is entered into the log by whoever may, and the log as organisers read it."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from club.access.authority import allowed
from club.access.roles import Role
from club.log.desk import Accepted, Outcome, Refused
from club.log.entry import Entry
from club.log.events import Event, HandRecorded, Reverted
from club.log.state import taken_back
from club.log.steps import INSTEAD
from club.log.words import about
from club.web.call import Call
from club.web.problem import ProblemError
from club.web.public_api import found

READERS: Final = (Role.DIRECTOR, Role.HEAD_REFEREE, Role.SCOREKEEPER)


class Submitted(BaseModel):
    """Several events are one transaction. `key` makes the request safe to repeat."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    events: Annotated[tuple[Event, ...], Field(min_length=1, max_length=2000)]
    key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]


def log(call: Call) -> object:
    """What was entered, the newest first; with `?hands=1` also every hand that tables have recorded."""
    known = found(call)
    call.need(READERS, known.id)
    logins, out = call.services.logins(), taken_back(known.log)
    earlier = {entry.seq: entry.event for entry in known.log}.get
    hands = call.request.query_params.get("hands") == "1"
    lines = []
    for entry in reversed(known.log):
        if hands or not isinstance(entry.event, HandRecorded):
            undo = Reverted(tournament=known.id, seqs=(entry.seq,))
            may = type(entry.event) not in INSTEAD and allowed(call.identity, undo, earlier)
            lines.append(_line(entry, logins.get(entry.by), out.get(entry.seq), may=may))
    return lines


def _line(entry: Entry, by: str | None, reverted: int | None, *, may: bool) -> dict[str, Any]:
    """`by` is None for what the hub entered; `reverted` is the entry that took it back, `may` whether who
    asks could."""
    event = entry.event
    return {
        "seq": entry.seq,
        "ts_ms": entry.ts_ms,
        "by": by,
        "what": about(event),
        "reason": event.reason if isinstance(event, Reverted) else "",
        "reverted": reverted,
        "may": may,
    }


def submit(call: Call) -> object:
    """Enters events. ProblemError where the role does not allow one of them, or the log refuses them."""
    who = call.identity
    given = call.read(Submitted)
    for event in given.events:
        if not allowed(who, event, lambda seq: _earlier(call, seq)):
            raise ProblemError(403, "role")
    return enter(call, given.events, given.key)


def enter(call: Call, events: tuple[Event, ...], key: str) -> object:
    """What the log says to events that the caller may enter; the key is the account's own."""
    who = call.identity
    outcome = call.services.desk.submit(events, who.by, f"{who.by}/{key}", call.services.now_ms())
    return {"seqs": [entry.seq for entry in entries(outcome)], "repeated": not isinstance(outcome, Accepted)}


def entries(outcome: Outcome) -> tuple[Entry, ...]:
    """What was written, now or before; the Fault where it was refused."""
    if isinstance(outcome, Refused):
        raise outcome.fault
    return outcome.entries


def _earlier(call: Call, seq: int) -> Event | None:
    try:
        return call.services.desk.entry(seq).event
    except KeyError:
        return None
