"""What is entered into the log, by whoever may."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from club.access.authority import allowed
from club.log.desk import Accepted, Outcome, Refused
from club.log.entry import Entry
from club.log.events import Event
from club.web.call import Call
from club.web.problem import ProblemError


class Submitted(BaseModel):
    """Several events are one transaction. `key` makes the request safe to repeat."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    events: Annotated[tuple[Event, ...], Field(min_length=1, max_length=2000)]
    key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]


def submit(call: Call) -> object:
    """Enters events. ProblemError where the role does not allow one of them, or the log refuses them."""
    who = call.identity
    given = call.read(Submitted)
    for event in given.events:
        if not allowed(who, event, lambda seq: _earlier(call, seq)):
            raise ProblemError(403, "role", f"Your role does not allow {event.type!r}: ask the director.")
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
