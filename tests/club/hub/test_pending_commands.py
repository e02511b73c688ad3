"""Commands are said until they are answered, once for good, in their order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from club.hub.pending_commands import AGAIN_S, PendingCommands
from club.log.faults import LogRefusal
from contract.messages import Code, Reply


class Room:
    def __init__(self) -> None:
        self.sent: list[tuple[str, str, str]] = []
        self.pending = PendingCommands(self._send)
        self.there = True

    def _send(self, device: str, id_: str, name: str, body: Mapping[str, Any]) -> None:
        del body
        self.sent.append((device, id_, name))

    def put(self, id_: str, name: str = "clock.add") -> None:
        self.pending.put("table-1", name, id_, dict)

    def turn(self, now: float) -> list[str]:
        self.sent = []
        self.pending.turn(now, lambda _: self.there)
        return [id_ for _, id_, _ in self.sent]

    def answer(self, id_: str, code: Code = "ok") -> str | None:
        return self.pending.answered("table-1", Reply(id=id_, ok=code == "ok", code=code, rev=0))


@pytest.fixture
def room() -> Room:
    return Room()


def test_it_is_said_again_until_it_is_answered(room: Room) -> None:
    room.put("time-7")
    assert room.turn(0.0) == ["time-7"]
    assert room.turn(AGAIN_S - 0.1) == []
    assert room.turn(AGAIN_S) == ["time-7"]
    assert room.answer("time-7") == "clock.add"
    assert room.turn(99.0) == []


def test_what_was_answered_is_never_said_again(room: Room) -> None:
    room.put("time-7")
    room.turn(0.0)
    room.answer("time-7", "not_now")
    room.put("time-7")
    assert room.turn(99.0) == []


def test_a_table_that_is_away_hears_everything_later_in_its_order(room: Room) -> None:
    room.there = False
    for id_ in ("pause-1", "resume-2", "time-3"):
        room.put(id_)
    assert room.turn(0.0) == []
    room.there = True
    assert room.turn(1.0) == ["pause-1", "resume-2", "time-3"]


def test_answers_to_nothing_are_nothing(room: Room) -> None:
    assert room.answer("unknown") is None


def test_what_nobody_wants_any_more_is_dropped(room: Room) -> None:
    room.put("assign-a-1", "assign")
    room.put("time-3")
    assert room.pending.waits("table-1", "assign-")
    room.pending.drop("table-1", "assign-")
    assert not room.pending.waits("table-1", "assign-")
    assert room.turn(0.0) == ["time-3"]


def test_what_needs_a_database_that_is_away_waits_and_holds_nothing_up(room: Room) -> None:
    away = {"names": True}

    def body() -> Mapping[str, Any]:
        if away["names"]:
            raise LogRefusal("unavailable", error="stopped")
        return {}

    room.pending.put("table-1", "assign", "assign-1", body)
    room.put("a1")
    assert room.turn(0.0) == ["a1"]
    away["names"] = False
    assert room.turn(AGAIN_S) == ["assign-1", "a1"]
