"""The picture of the hall from what tables say; whatever the bytes are, nothing breaks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.hub.incoming import Incoming
from club.hub.messages import OfGame
from club.hub.table_status import SILENT_S, Hall, TableView
from contract.messages import EvidenceMessage, Reply, SignInMessage


class Work:
    """Notes what is asked."""

    def __init__(self) -> None:
        self.done: list[tuple[object, ...]] = []

    def ours(self, assignment: str) -> bool:
        return assignment.startswith("mine-")

    def played(self, device: str, message: OfGame) -> None:
        self.done.append(("played", device, message.game))

    def signs(self, device: str, message: SignInMessage) -> None:
        self.done.append(("signs", device, message.token))

    def called(self, device: str, call: str, seat: int | None) -> None:
        self.done.append(("called", device, call, seat))

    def uncalled(self, device: str, call: str) -> None:
        self.done.append(("uncalled", device, call))

    def remembers(self, device: str, entry: str) -> None:
        self.done.append(("remembers", device, entry))

    def replied(self, device: str, reply: Reply) -> None:
        self.done.append(("replied", device, reply.id))

    def evidence(self, device: str, message: EvidenceMessage) -> None:
        self.done.append(("evidence", device, message.id, message.data))


class Room:
    def __init__(self) -> None:
        self.uptime = 0.0
        self.hall = Hall(lambda: self.uptime, lambda: 5000)
        self.work = Work()
        self.ear = Incoming(self.hall, self.work)

    def says(self, name: str, content: object, device: str = "table-1", retained: bool = False) -> None:
        payload = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.ear.receive(device, name, payload, retained)

    @property
    def table(self) -> TableView:
        found = self.hall.table("table-1")
        assert found is not None
        return found

    @property
    def refused(self) -> dict[str, int]:
        return self.hall.view().refused


@pytest.fixture
def room() -> Room:
    return Room()


ASSIGNED: dict[str, Any] = {
    "id": "mine-1-1-1-abc",
    "game": "g",
    "tournament": 1,
    "round": 1,
    "label": "1",
    "players": [1, 2, 3, 4],
    "signed": [{"state": "signed", "person": 1}, {}, {}, {}],
}


def test_scores_come_from_the_small_topics(room: Room) -> None:
    for seat, points in enumerate((41200, 18400, 24900, 36100)):
        room.says(f"mini/{seat}", {"r": 1, "w": "ESWN"[seat], "d": int(seat == 2), "s": points, "p": 1,
                                   "x": int(seat == 3), "t": 0})  # fmt: skip
    assert room.table.scores == (41200, 18400, 24900, 36100)
    assert (room.table.dealer, room.table.riichi) == (2, (False, False, False, True))


def test_the_clock_is_the_tables_own_and_follows_its_tick(room: Room) -> None:
    room.says("clock", {"kind": "round", "running": True, "left_ms": 60_000, "ts_ms": 0, "bonus_ms": 0})
    room.says("tick", {"ts_ms": 1, "rev": 1, "left_ms": 59_000})
    assert room.table.clock is not None
    assert room.table.clock.left_ms == 60_000, "it runs as foretold"
    room.says("tick", {"ts_ms": 1, "rev": 1, "left_ms": 54_000})
    assert room.table.clock.left_ms == 54_000
    room.says("clock", {"kind": "none"})
    assert room.table.clock is None


def test_who_sits_there_and_who_has_signed_in(room: Room) -> None:
    room.says("assigned", ASSIGNED)
    assert room.table.sitting is not None
    assert (room.table.sitting.label, room.table.sitting.signed[0].state) == ("1", "signed")
    room.says("assigned", b"")
    assert room.table.sitting is None


def test_what_a_table_knows_of_the_log_is_compared(room: Room) -> None:
    room.says("assigned", ASSIGNED)
    assert room.work.done == [], "it has acknowledged nothing yet"
    room.says("assigned", {**ASSIGNED, "log": "41-af"})
    assert room.work.done == [("remembers", "table-1", "41-af")]


def test_who_sits_there_by_another_log_is_nobody_here(room: Room) -> None:
    room.says("assigned", ASSIGNED)
    room.says("assigned", {**ASSIGNED, "id": "other-1-1-1-abc"})
    assert room.table.sitting is None


def test_calls_and_troubles_come_and_go(room: Room) -> None:
    call = {"boot": "b", "code": "referee_called", "message": "Olena calls.", "since_ms": 7, "seat": 1}
    room.says("alert/call-9b21", call)
    room.says("alert/call-9b21", call)
    room.says("alert/journal", {"boot": "b", "code": "journal", "message": "Full.", "since_ms": 8})
    assert [(c.id, c.seat) for c in room.table.calls] == [("9b21", 1)]
    assert [t.code for t in room.table.troubles] == ["journal"]
    room.says("alert/call-9b21", b"")
    room.says("alert/journal", b"")
    assert (room.table.calls, room.table.troubles) == ((), ())
    assert room.work.done == [("called", "table-1", "9b21", 1), ("uncalled", "table-1", "9b21")]


def test_a_table_that_says_nothing_turns_grey_and_comes_back(room: Room) -> None:
    room.says("$status", {"online": True, "boot": "b"})
    room.uptime = SILENT_S - 1
    room.hall.look()
    assert not room.table.silent
    room.uptime = SILENT_S
    room.hall.look()
    assert room.table.silent
    room.says("tick", {"ts_ms": 0, "rev": 0})
    assert not room.table.silent


def test_what_the_broker_has_kept_is_no_sign_of_life(room: Room) -> None:
    room.says("$status", {"online": True, "boot": "b"})
    room.uptime = SILENT_S
    room.says("clock", {"kind": "none"}, retained=True)
    room.hall.look()
    assert room.table.silent


def test_a_sign_in_that_was_kept_is_refused(room: Room) -> None:
    fields = {"boot": "b", "assignment": "1", "seat": 2, "token": "pin:1"}
    room.says("sign_in", fields, retained=True)
    assert (room.refused, room.work.done) == ({"retained": 1}, [])
    room.says("sign_in", fields)
    assert room.work.done == [("signs", "table-1", "pin:1")]


def test_a_hand_under_another_topic_is_forged(room: Room) -> None:
    about = {
        "game": "g",
        "assignment": "mine-1-1-1-abc",
        "rev": 0,
        "tournament": 1,
        "assigned_round": 1,
        "label": "1",
        "players": [1, 2, 3, 4],
    }
    room.says("record/other/0", about | {"hand": 0})
    room.says("result/other", about)
    assert (room.refused, room.work.done) == ({"forged": 2}, [])
    room.says("record/g/0", about | {"hand": 0})
    room.says("result/g", about)
    assert room.work.done == [("played", "table-1", "g")] * 2


def test_names_that_no_table_can_have_are_refused(room: Room) -> None:
    room.says("tick", {}, device="Table 1!")
    assert room.refused == {"stranger": 1}
    assert room.hall.view().tables == ()


class Air:
    """What a broadcast would hear."""

    def __init__(self) -> None:
        self.received: list[tuple[str, ...]] = []

    def live(self, table: str, payload: bytes) -> None:
        self.received.append(("live", table, payload.decode()))

    def late(self, table: str, name: str, payload: bytes) -> None:
        self.received.append(("late", table, name, payload.decode()))


STATE = json.loads((Path(__file__).parents[2] / "data" / "snapshots" / "play.json").read_text("utf-8"))


def test_a_broadcast_gets_the_live_state_to_time_it_and_the_late_one_to_show(room: Room) -> None:
    air = Air()
    room.ear = Incoming(room.hall, room.work, air)
    room.says("state", STATE)
    room.says("delayed/event", {"rev": 1})
    assert [received[:2] for received in air.received] == [("live", "table-1"), ("late", "table-1")]
    assert air.received[1][2] == "event"


def test_what_the_judge_finds_during_a_hand_is_in_the_referees_picture_and_not_in_the_public_one(
    room: Room,
) -> None:
    """K-ASSIST-02."""
    finding = {"kind": "kuikae", "clause": "R-KUI-02", "seat": 2, "penalty": "P-18", "sanction": "dead_hand"}
    room.says("judged", {"boot": "b", "game": "g", "hand": 0, "findings": [finding]})
    room.says("state", {**STATE, "findings": []})
    picture = room.hall.picture("table-1")
    assert picture is not None
    assert [found["kind"] for found in picture["findings"]] == ["kuikae"]
    assert "kuikae" not in room.hall.view().model_dump_json()
    room.says("judged", b"")
    picture = room.hall.picture("table-1")
    assert picture is not None
    assert picture["findings"] == []


NAMES = ("$status", "tick", "clock", "mini/1", "mini/9", "alert/x", "assigned", "record/g/1", "result/g",
         "sign_in", "reply/hub", "state", "delayed/state", "else")  # fmt: skip


FIELDS = ("online", "left_ms", "game", "hand", "rev", "label", "s", "d", "w", "x")
VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(FIELDS), inner),
    max_leaves=8,
)


@given(st.sampled_from(NAMES), st.binary(max_size=60) | VALUES.map(lambda x: json.dumps(x).encode()))
def test_no_bytes_break_anything(name: str, payload: bytes) -> None:
    room = Room()
    room.says(name, payload)
    assert all(isinstance(view, TableView) for view in room.hall.view().tables)
