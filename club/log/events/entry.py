"""One line of the log: an event with who, when and in which order."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from club.log.events import Event, HandCorrected, HandRecorded


@dataclass(frozen=True, slots=True)
class LogEntry:
    """`seq` counts from 1 without gaps over the whole club.

    `by` is the account that submitted it at `ts_ms`, milliseconds since 1970 by the clock of the desk; the
    order is that of `seq` alone. `key` makes a transaction known when it is repeated; it is that of all
    its entries, `part` counts them from 0. `hash` chains the entry to the one before; two entries are
    equal when they say the same.
    """

    seq: int
    ts_ms: int
    by: str
    key: str
    part: int
    event: Event
    hash: str = field(compare=False)


def light(entry: LogEntry) -> LogEntry:
    """The entry without the moves of a hand, from which nothing follows and which fill the memory."""
    event = entry.event
    if not isinstance(event, HandRecorded | HandCorrected) or not event.record.moves:
        return entry
    record = event.record.model_copy(update={"moves": ()})
    return replace(entry, event=event.model_copy(update={"record": record}))
