"""Entries as they are written: text and hash chain."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from pydantic import ValidationError

from club.log.events import EVENT, Event
from club.log.events.entry import LogEntry
from club.log.faults import LogRefusal


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry with the text of its event as it is stored."""

    entry: LogEntry
    text: str


def write(before: str, seq: int, ts_ms: int, by: str, key: str, part: int, event: Event) -> StoredEntry:
    """The entry that follows the one with the hash `before`."""
    text = event.model_dump_json()
    return StoredEntry(
        LogEntry(seq, ts_ms, by, key, part, event, chained(before, seq, ts_ms, by, key, part, text)), text
    )


def chained(before: str, seq: int, ts_ms: int, by: str, key: str, part: int, text: str) -> str:
    """SHA-256 over the hash before and everything an entry says."""
    envelope = json.dumps([before, seq, ts_ms, by, key, part], separators=(",", ":"))
    return hashlib.sha256(f"{envelope}\n{text}".encode()).hexdigest()


def parse(seq: int, text: str) -> Event:
    """The event of a stored text; LogRefusal when this program cannot read it."""
    try:
        return EVENT.validate_json(text)
    except ValidationError as error:
        raise LogRefusal("unreadable", entry=seq) from error
