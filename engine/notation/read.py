"""A record in any notation, recognised by its content."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from engine.notation import mjai, mjlog, tenhou
from engine.notation.record import Playback, RecordError
from engine.state.events import Event

__all__ = ["RecordError", "play", "read"]


def play(
    lines: Sequence[str],
    preset: str | None = None,
    *,
    strict: bool = False,
    options: Mapping[str, object] | None = None,
) -> Playback:
    """Plays a record; mjai lines, a tenhou.net/6 object or tenhou XML.

    RecordError says what is wrong where, and has in `playback` what was read before.

    `preset` names the rules, by default those of the record's site, and `options` what is known of them
    beside. Without `strict` a result that differs from the record is only reported in `Playback.hands`.
    """
    playback = Playback(preset, strict, options)
    try:
        _feed(lines, playback)
    except RecordError as error:
        error.playback = playback
        raise
    return playback


def _feed(lines: Sequence[str], playback: Playback) -> None:
    first = next((line for line in lines if line.strip()), None)
    if first is None:
        raise RecordError(1, "the record is empty.")
    if first.lstrip().startswith("<"):
        mjlog.feed("\n".join(lines), playback)
    elif _mjai(first):
        mjai.feed(lines, playback)
    else:
        tenhou.feed("\n".join(lines), playback)


def read(lines: Sequence[str], preset: str | None = None) -> list[Event]:
    """All events of a record, every result computed by the engine and equal to the record's course."""
    return play(lines, preset, strict=True).events


def _mjai(first: str) -> bool:
    """An mjai record has a whole object with a type on its first line."""
    try:
        line = json.loads(first)
    except (ValueError, RecursionError):
        return '"type"' in first
    return isinstance(line, dict) and "type" in line
