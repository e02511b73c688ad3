"""The hand that is played: what leaves the table has no line of it, since who carries it may be a player."""

from __future__ import annotations

from pathlib import Path

from controller.table.journal import Contents, read
from engine.play.apply import apply
from engine.state.events import Correct, Event, HandStarted
from engine.state.hand import Game


def without_running_hand(path: Path) -> bytes | None:
    """A journal up to the hand that is played; None where it makes no game. JournalError, OSError."""
    found = read(path)
    data = path.read_bytes()[: found.size]
    try:
        begun = _begun(found)
    except (ValueError, TypeError):
        return None
    return data if begun is None else b"".join(data.splitlines(keepends=True)[:begun])


def played_since_ms(path: Path) -> int | None:
    """When the hand that is played began, or its game where that is not known; None while none is played.
    JournalError."""
    found = read(path)
    try:
        begun = _begun(found)
    except (ValueError, TypeError):
        begun = 0
    return None if begun is None else found.records[begun].ts_ms


def _begun(found: Contents) -> int | None:
    """The first line of the hand that is played; 0 where there is no game."""
    game: Game | None = None
    starts: list[int] = []
    for number, record in enumerate(found.records):
        event: Event | None = record.event
        if event is None:
            continue
        game = apply(game, event, trust=not isinstance(event, Correct))
        if isinstance(event, HandStarted):
            starts.append(number)
    if game is None:
        raise ValueError("It makes no game.")
    if game.in_play is None:
        return None
    # Corrections may have taken hands out: then this is an earlier hand, and more stays out.
    hands = sum(isinstance(event, HandStarted) for event in game.log)
    return starts[min(hands, len(starts)) - 1]
