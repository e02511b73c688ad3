"""A game as the club assigns it to a table, and the records that the table owes the club."""

from __future__ import annotations

from typing import Any

from contract.messages import RecordMessage
from engine.state import events as ev
from tests.controller.desk import Desk

PEOPLE = [
    {"id": 11, "name": "Anna"},
    {"id": 12, "name": "Bo"},
    {"id": 13, "name": "Chie"},
    {"id": 14, "name": "D"},
]

SITTING = {"id": "1-2-7", "tournament": 1, "round": 2, "label": "7", "players": PEOPLE, "preset": "rrc"}


def assign(desk: Desk, **changes: Any) -> Any:
    return desk.says("assign", **{**SITTING, **changes})


def play(desk: Desk, *events: ev.Event) -> None:
    """What the eyes would have concluded."""
    for event in events:
        desk.service._accepting.propose(event)
    desk.turn()


def records(desk: Desk) -> dict[str, RecordMessage]:
    return {name: m for name, m in desk.bus.kept.items() if name.startswith("record/") and m is not None}
