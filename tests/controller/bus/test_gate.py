"""What comes in by the bus is accepted as an order or refused with one answer, whatever the bytes are."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.messages import BODIES, NAMES, Reply
from contract.messages.command import DAY_MS
from contract.roles import Role
from contract.topics import Topics
from controller.bus.authority import JUDGES, MAY
from controller.bus.gate import LIMIT, RULING_LIMIT, Answer, Gate, Letter, Order
from controller.bus.replies import Replies
from controller.sentences.refusals import Refusal

TOPICS = Topics("home", "table-1")
NOW = 1_800_000_000_000


class Door:
    """A gate with its memory; `now` is the time of day."""

    def __init__(self, path: Path | None = None, boot: str = "boot-1") -> None:
        self.now = NOW
        self.replies = Replies(path, boot, lambda: self.now)
        self.gate = Gate(TOPICS, self.replies, boot, lambda: self.now, lambda: 7)

    def send(self, device: str | None = None, **command: Any) -> Order | Reply | None:
        given = {"id": "1", "by": "x", "name": "sync", "reply_to": TOPICS.reply("x")} | command
        return self.hear(Letter(json.dumps(given).encode(), device))

    def hear(self, letter: Letter) -> Order | Reply | None:
        found = self.gate.admit(letter)
        return found.reply if isinstance(found, Answer) else found


@pytest.fixture
def door() -> Door:
    return Door()


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[Callable[..., Door]]:
    opened: list[Door] = []

    def open_again(boot: str) -> Door:
        if opened:
            opened[-1].replies.close()
        opened.append(Door(tmp_path / "commands.sqlite", boot))
        return opened[-1]

    yield open_again
    opened[-1].replies.close()


def code(found: Order | Reply | None) -> str:
    return found.code if isinstance(found, Reply) else "order" if isinstance(found, Order) else "nothing"


def good(name: str) -> dict[str, Any]:
    """A body that fits."""
    given: dict[str, Any] = {
        "seat": 1,
        "button": "ron",
        "question": "q",
        "tile": "5m",
        "dice": [3, 5],
        "event": {},
        "row": "P-18",
        "offender": 2,
        "ms": 1,
        "id": "c",
        "tournament": 1,
        "round": 1,
        "label": "7",
        "players": [{"id": n, "name": str(n)} for n in range(4)],
        "preset": "rrc",
        "hand": 4,
        "line": 57,
        "game": "g",
        "rev": 0,
        "log": "3c1fe9a2b0d4",
        "token": "0457",
        "ok": True,
        "what": "stop",
        "step": 1,
        "word": "skip",
        "act": "hatch",
        "name": "Anna",
    }
    if name == "game.set":
        given["players"] = [person["name"] for person in given["players"]]
    return {field: given[field] for field in BODIES[name].model_fields if field in given}  # type: ignore[index]


# authority


def test_each_command_has_its_body_and_its_roles() -> None:
    assert set(BODIES) == set(MAY) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("role", Role)
def test_only_the_roles_of_the_table_may(door: Door, role: Role, name: str) -> None:
    device = f"{role}{'1' if role is Role.SEAT else ''}-t"
    found = door.send(device, name=name, body=good(name))
    assert code(found) == ("order" if role in MAY[name] else "forbidden")  # type: ignore[index]


def test_who_only_looks_may_ask_for_nothing() -> None:
    looking = {Role.WALL, Role.OVERLAY, Role.ARCHIVER, Role.BRIDGE}
    assert not any(looking & roles for roles in MAY.values())


def test_only_judges_rule() -> None:
    for name in ("ruling", "rule", "penalty", "referee.answer", "clock.start", "clock.pause", "clock.add"):
        assert MAY[name] == JUDGES


def test_a_seat_acts_for_its_own_seat(door: Door) -> None:
    assert code(door.send("seat2-t", name="win.confirm", body={"seat": 1})) == "forbidden"
    found = door.send("seat2-t", name="win.confirm")
    assert isinstance(found, Order)
    assert (found.body, found.by, found.role) == ({"seat": 2}, "seat2-t", Role.SEAT)


def test_without_a_seat_only_a_judge_undoes(door: Door) -> None:
    assert code(door.send("table-t", name="undo")) == "forbidden"
    assert code(door.send("table-t", name="undo", body={"seat": 3})) == "order"
    assert code(door.send("referee-anna", name="undo")) == "order"


@pytest.mark.parametrize("device", ["", "anna", "seat-t", "seat9-t", "table2-t", "house/x", "../house", "#"])
def test_a_name_that_no_account_has_may_nothing(door: Door, device: str) -> None:
    assert code(door.send(device)) == "forbidden"


def test_the_open_door_is_the_house(door: Door) -> None:
    found = door.send(by="me", name="penalty", body=good("penalty"))
    assert isinstance(found, Order)
    assert (found.role, found.by, found.sender) == (Role.HOUSE, "me", "")


# what is no command


@pytest.mark.parametrize(
    "command",
    [
        {"name": "explode"},
        {"extra": 1},
        {"body": []},
        {"if_rev": "x"},
        {"id": ""},
        {"id": "x" * 65},
        {"id": None},
        {"id": 10**20},
        {"name": "panel", "body": {"seat": True, "button": "ron"}},
        {"name": "panel", "body": {"seat": "1", "button": "ron"}},
        {"name": "panel", "body": {"seat": 4, "button": "ron"}},
        {"name": "panel", "body": {"seat": 1, "button": "explode"}},
        {"name": "sync", "body": {"loudly": True}},
        {"name": "clock.add", "body": {"ms": 1.5}},
        {"name": "clock.add", "body": {"ms": 10**12}},
        {"name": "pause", "body": {"reason": "x" * 201}},
        {"by": "\ud800"},
        {"name": "ruling", "body": {"event": {"type": "reseated", "names": ["\ud800", "B", "C", "D"]}}},
        {"name": "ruling", "body": {"event": {"points": 10**30}}},
        {"name": "ruling", "body": {"event": {"points": float("nan")}}},
    ],
)
def test_what_is_no_command_is_refused(door: Door, command: dict[str, Any]) -> None:
    assert code(door.send(**command)) == "bad_schema"
    assert door.gate.codes == {"bad_schema": 1}
    assert door.gate.refused_bytes > 0


@pytest.mark.parametrize("payload", [b"", b"\xff\x00", b"[1]", b"null", b"[" * 3000, b'{"id": "1"', b"7"])
def test_bytes_that_are_no_object_are_refused(door: Door, payload: bytes) -> None:
    found = door.gate.admit(Letter(payload, "referee-anna"))
    assert isinstance(found, Answer)
    assert (found.topic, found.reply.code) == (TOPICS.reply("referee-anna"), "bad_schema")


def test_a_command_has_its_size(door: Door) -> None:
    reason = {"question": "q", "tile": "x" * LIMIT}
    assert code(door.send("table-t", name="answer", body=reason)) == "too_large"
    assert code(door.send("referee-anna", name="ruling", body={"event": {"x": "x" * LIMIT}})) == "order"
    assert code(door.send("referee-anna", id="2", body={"x": "x" * RULING_LIMIT})) == "too_large"


def test_a_retained_command_is_refused(door: Door) -> None:
    payload = json.dumps({"id": "1", "by": "x", "name": "cycle.start"}).encode()
    assert code(door.hear(Letter(payload, retained=True))) == "retained"


def test_a_command_that_came_too_late_is_refused(door: Door) -> None:
    assert code(door.send(expires_ms=NOW)) == "expired"
    assert code(door.send(expires_ms=NOW + 1)) == "order"


# answers


def test_a_device_is_answered_at_its_own_topic_only(door: Door) -> None:
    for asked in (TOPICS.reply("other"), TOPICS.state, None):
        found = door.gate.admit(Letter(json.dumps({"reply_to": asked}).encode(), "table-t"))
        assert isinstance(found, Answer)
        assert found.topic == TOPICS.reply("table-t")


@pytest.mark.parametrize(
    "where", [TOPICS.state, f"{TOPICS.root}/reply/a/b", TOPICS.reply("#"), TOPICS.reply(""), 5, None]
)
def test_nobody_makes_the_table_write_elsewhere(door: Door, where: object) -> None:
    found = door.gate.admit(Letter(json.dumps({"id": "1", "reply_to": where}).encode()))
    assert isinstance(found, Answer)
    assert found.topic == TOPICS.reply("nobody")


@pytest.mark.parametrize(
    "payload",
    [
        b'{"id": "7", "reply_to": "jantaku/1/home/table-1/reply/me", ',
        b'{"id": "7", "reply_to": "jantaku/1/home/table-1/reply/me", "by": "' + b"x" * 100_000 + b'"}',
    ],
)
def test_who_sends_what_cannot_be_read_is_answered_at_the_open_door(door: Door, payload: bytes) -> None:
    found = door.gate.admit(Letter(payload))
    assert isinstance(found, Answer)
    assert (found.topic, found.reply.id) == (TOPICS.reply("me"), "7")
    assert found.reply.code == ("too_large" if len(payload) > 4096 else "bad_schema")


def test_the_response_topic_and_the_correlation_of_mqtt_5(door: Door) -> None:
    payload = json.dumps({"id": "1", "by": "x", "name": "sync"}).encode()
    found = door.gate.admit(Letter(payload, response=TOPICS.reply("phone"), correlation=b"\x00\x07"))
    assert isinstance(found, Order)
    answer = door.gate.answered(found)
    assert (answer.topic, answer.correlation) == (TOPICS.reply("phone"), b"\x00\x07")


# repeats


def test_a_repeat_gets_the_same_answer_and_acts_once(door: Door) -> None:
    order = door.send()
    assert isinstance(order, Order)
    assert door.send() is None
    answer = door.gate.answered(order, Refusal("time_over")).reply
    assert door.send() == answer


def test_an_id_belongs_to_one_command(door: Door) -> None:
    assert code(door.send(name="pause")) == "order"
    assert code(door.send(name="resume")) == "duplicate"
    assert code(door.send(name="pause", body={"reason": "x"})) == "duplicate"


def test_each_account_has_ids_of_its_own(door: Door) -> None:
    assert code(door.send("table-t")) == "order"
    assert code(door.send("referee-anna")) == "order"
    assert code(door.send()) == "order"


def test_a_restart_remembers_the_answer(stored: Callable[..., Door]) -> None:
    first = stored("boot-1")
    order = first.send(name="pause")
    assert isinstance(order, Order)
    answer = first.gate.answered(order, Refusal("paused")).reply
    second = stored("boot-2")
    assert second.send(name="pause") == answer
    assert code(second.send(name="resume")) == "duplicate"


def test_what_was_never_answered_does_not_act_after_a_restart(stored: Callable[..., Door]) -> None:
    assert code(stored("boot-1").send(name="penalty", body=good("penalty"))) == "order"
    second = stored("boot-2")
    assert code(second.send(name="penalty", body=good("penalty"))) == "fault"
    third = stored("boot-3")
    assert code(third.send(name="penalty", body=good("penalty"))) == "fault"


def test_after_a_day_an_id_is_free_again(stored: Callable[..., Door]) -> None:
    first = stored("boot-1")
    order = first.send()
    assert isinstance(order, Order)
    first.gate.answered(order)
    second = stored("boot-2")
    second.now = NOW + DAY_MS - 1
    assert code(second.send()) == "ok"
    second = stored("boot-3")
    second.now = NOW + DAY_MS
    assert code(second.send()) == "order"


def test_the_memory_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.bus.replies.MOST", 100)
    monkeypatch.setattr("controller.bus.replies.RECENT", 10)
    monkeypatch.setattr("controller.bus.replies.SWEEP", 20)
    door = Door(tmp_path / "commands.sqlite")
    for number in range(400):
        door.now += 1
        assert code(door.send(id=str(number))) == "order"
    assert door.replies._file is not None
    assert door.replies._file.execute("SELECT count(*) FROM replies").fetchone()[0] <= 120
    assert code(door.send(id="399")) == "nothing"
    door.replies.close()


def test_a_damaged_memory_is_said_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "commands.sqlite"
    path.write_bytes(b"this is no database" * 100)
    door = Door(path)
    assert code(door.send()) == "order"
    assert code(door.send()) == "nothing"
    assert "is no memory of commands" in str(door.replies.trouble)
    assert path.read_bytes() == b"this is no database" * 100
    door.replies.close()


def test_without_a_disk_the_memory_of_this_run_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    door = Door(tmp_path / "file" / "commands.sqlite")
    assert door.replies.trouble is not None
    order = door.send()
    assert isinstance(order, Order)
    answer = door.gate.answered(order).reply
    assert door.send() == answer


# whatever comes

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
COMMANDS = st.fixed_dictionaries(
    {},
    optional={
        "id": JSON | st.just("1"),
        "by": JSON | st.just("x"),
        "name": JSON | st.sampled_from(NAMES),
        "body": JSON
        | st.dictionaries(
            st.sampled_from(["seat", "button", "row", "event", "ms", "id", "question", "tile", "agree"]),
            JSON | st.integers(-1, 4) | st.sampled_from(["ron", "P-18", "5m", "fine"]),
        ),
        "if_rev": JSON,
        "expires_ms": JSON,
        "reply_to": JSON | st.just(TOPICS.reply("x")),
        "extra": JSON,
    },
)
DEVICES = st.none() | st.text(max_size=12) | st.sampled_from([f"{role}-t" for role in Role] + ["seat2-t"])


@given(
    st.binary(max_size=200) | (COMMANDS | JSON).map(lambda value: json.dumps(value).encode()),
    DEVICES,
    st.booleans(),
    st.none() | st.text(max_size=60),
    st.none() | st.binary(max_size=8),
)
@settings(max_examples=300, deadline=None)
def test_anything_is_an_order_of_somebody_who_may_or_one_answer(
    payload: bytes, device: str | None, retained: bool, response: str | None, correlation: bytes | None
) -> None:
    door = Door()
    found = door.gate.admit(Letter(payload, device, retained, response, correlation))
    if isinstance(found, Order):
        assert found.role in MAY[found.name]
        assert not retained
        found.read()
    else:
        assert found is not None
        assert not found.reply.ok
        assert found.topic is None or found.topic.startswith(TOPICS.reply(""))
        Reply.model_validate_json(found.reply.model_dump_json())
