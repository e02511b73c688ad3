"""How entries are named to people."""

from __future__ import annotations

from club.log.entry import Entry

_WORDS = ("stage", "round", "table", "game", "hand", "person", "from_round")


def about(entry: Entry) -> str:
    """An entry in a few words: its number, what it is and what it concerns."""
    event = entry.event
    said = [event.type.replace("_", " ")]
    for word in _WORDS:
        value = getattr(event, word, None)
        if value is not None:
            said.append(f"{word.replace('_', ' ')} {value}")
    return f"{entry.seq} ({', '.join(said)})"
