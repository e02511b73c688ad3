"""Sessions: recorded, read, published again at their own pace, and over a real broker."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from contract.topics import Topics
from controller.broker.broker import EmbeddedBroker
from controller.bus.session import Recorder, SessionError, SessionMessage, again, play, read, recorder
from controller.cli import main
from tests.controller.broker.client import Client, needs_mosquitto, until

TOPICS = Topics("home", "table-1")


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def recorded(*messages: tuple[float, str, bytes, bool]) -> list[dict[str, Any]]:
    file, clock = io.StringIO(), Clock()
    written = Recorder(file, TOPICS.root, clock)
    for after, topic, payload, retain in messages:
        clock.now += after
        written.received(topic, payload, retain)
    return [json.loads(line) for line in file.getvalue().splitlines()]


def test_a_session_says_when_where_and_what() -> None:
    header, first, second = recorded(
        (7.0, TOPICS.state, b'{"rev": 1}', True), (0.25, TOPICS.event, b'{"type": "called"}', False)
    )
    assert header == {"session": 1, "root": TOPICS.root}
    assert first == {"t": 0.0, "topic": "state", "retain": True, "payload": {"rev": 1}}
    assert second == {"t": 0.25, "topic": "event", "retain": False, "payload": {"type": "called"}}


def test_what_a_table_retains_is_retained_when_it_is_published_again() -> None:
    """A broker marks as retained only what it had before one listened (MQTT 3.1.1, 3.3.1.3)."""
    _, *lines = recorded(
        *[(0, f"{TOPICS.root}/{n}", b"{}", False) for n in ("state", "seat/0", "event", "tick")]
    )
    assert [line["retain"] for line in lines] == [True, True, False, False]


def test_what_is_said_to_the_table_or_to_one_device_is_left_out() -> None:
    names = ["cmd", "cmd/house", "reply/me", "presence/me", "delayed/state"]
    assert len(recorded(*[(0, f"{TOPICS.root}/{name}", b"{}", False) for name in names])) == 1
    assert len(recorded((0, "elsewhere/state", b"{}", False), (0, TOPICS.state, b"\xff", False))) == 1


@pytest.mark.parametrize("name", ["s.jsonl", "s.jsonl.gz"])
def test_what_is_written_is_read_again(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with recorder(path, TOPICS.root) as written:
        written.received(TOPICS.win, '{"名": 1}'.encode(), True)
        written.received(TOPICS.win, b"", True)
    assert [(t.topic, t.payload) for t in read(path)] == [("win", {"名": 1}), ("win", None)]
    assert [t.data for t in read(path)] == ['{"名": 1}'.encode(), b""]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("nonsense", 1),
        ("{}", 1),
        ('{"session": 1}\n{"t": 1}', 2),
        ('{"session": 1}\n[]', 2),
    ],
)
def test_what_is_no_session_says_where(tmp_path: Path, text: str, line: int) -> None:
    (tmp_path / "x").write_text(text)
    with pytest.raises(SessionError, match=f"line {line}: this is no session"):
        read(tmp_path / "x")


def test_a_file_that_is_missing_or_damaged_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SessionError, match="No such file"):
        read(tmp_path / "none")
    (tmp_path / "x.gz").write_bytes(b"no gzip")
    with pytest.raises(SessionError, match="cannot be used"):
        read(tmp_path / "x.gz")


@pytest.mark.parametrize("bit", [0, 4, 7])
def test_a_packed_session_with_a_changed_bit_is_one_sentence_or_as_before(tmp_path: Path, bit: int) -> None:
    path = tmp_path / "x.gz"
    with recorder(path, TOPICS.root) as made:
        made.received("root/state", b"{}", retain=True)
    whole, refused = path.read_bytes(), list[str]()
    for at in range(len(whole)):
        changed = bytearray(whole)
        changed[at] ^= 1 << bit
        path.write_bytes(changed)
        try:
            read(path)
        except SessionError as error:
            refused.append(str(error))
    assert len(refused) > len(whole) // 2
    assert all(message.endswith(".") and "\n" not in message for message in refused)


@pytest.mark.parametrize(("speed", "pauses"), [(1.0, [1.0, 2.0]), (4.0, [0.25, 0.5]), (0.0, [])])
def test_it_is_published_at_its_pace(speed: float, pauses: list[float]) -> None:
    session = [SessionMessage(t, "tick", False, {}) for t in (0.0, 1.0, 1.0, 3.0)]
    received: list[SessionMessage] = []
    waited: list[float] = []
    play(session, received.append, speed, waited.append)
    assert (received, waited) == (session, pauses)


def test_a_second_time_is_another_run_of_the_service() -> None:
    session = [
        SessionMessage(0, "state", True, {"boot": "a", "rev": 9}),
        SessionMessage(1, "win", True, None),
        SessionMessage(2, "tick", False, []),
    ]
    assert [message.payload for message in again(session, "b")] == [{"boot": "b", "rev": 9}, None, []]


def client_of(broker: EmbeddedBroker) -> Client:
    client = Client(broker, password=broker.address.password)
    client.say(TOPICS.state, json.dumps({"boot": "a", "rev": 1}), retain=True)
    return client


@needs_mosquitto
def test_a_table_is_watched_and_recorded(broker: EmbeddedBroker, tmp_path: Path) -> None:
    table = client_of(broker)
    where = ["--data", str(tmp_path), "--seconds", "0.8"]
    lines = CliRunner().invoke(main, ["mqtt", "watch", *where, "--json"]).stdout.splitlines()
    assert [(m["topic"], m["retain"], m["payload"]["rev"]) for m in map(json.loads, lines)] == [
        ("state", True, 1)
    ]
    done = CliRunner().invoke(main, ["mqtt", "record", str(tmp_path / "s.gz"), *where, "--json"])
    assert json.loads(done.stdout) == {"ok": True, "messages": 1}
    assert [message.topic for message in read(tmp_path / "s.gz")] == ["state"]
    table.close()


@needs_mosquitto
def test_a_line_is_for_people(broker: EmbeddedBroker, tmp_path: Path) -> None:
    play_ = Path(__file__).parents[2] / "data" / "snapshots" / "play.json"
    table = client_of(broker)
    table.say(TOPICS.state, play_.read_text(), retain=True)
    table.say(TOPICS.info, "x" * 500, retain=True)
    out = CliRunner().invoke(main, ["mqtt", "watch", "--data", str(tmp_path), "--seconds", "0.8"]).stdout
    state = json.loads(play_.read_text())
    assert f"rev {state['rev']} play {state['round']['wind']}{state['round']['number']}" in out
    assert max(map(len, out.splitlines())) < 180
    table.close()


@needs_mosquitto
def test_a_session_is_published_to_another_broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.broker.broker.loopback", lambda _: False)
    broker = EmbeddedBroker(tmp_path / "broker", TOPICS, "127.0.0.2")
    broker.start()
    path = tmp_path / "s.jsonl"
    with recorder(path, TOPICS.root) as written:
        written.received(TOPICS.state, b'{"boot": "a", "rev": 5}', True)
        written.received(TOPICS.event, b'{"type": "called"}', False)
    screen = Client(broker)
    url = f"mqtt://controller:{broker.address.password}@127.0.0.2:{broker.address.far}"
    done = CliRunner().invoke(main, ["mqtt", "replay", str(path), "--broker", url, "--speed", "0"])
    assert done.exit_code == 0
    assert until(lambda: {TOPICS.state, TOPICS.event} <= set(screen.topics()))
    (state,) = screen.payloads(TOPICS.state)
    assert state["rev"] == 5
    assert state["boot"] != "a"
    assert until(lambda: TOPICS.delayed("state") in screen.topics()), "the overlay hears nothing else"
    screen.close()
    broker.stop()


def test_a_broker_that_is_away_is_one_sentence(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["mqtt", "watch", "--broker", "mqtt://127.0.0.1:1"])
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "No broker at 127.0.0.1:1 answers" in done.stderr
    done = CliRunner().invoke(main, ["mqtt", "record", str(tmp_path / "x"), "--data", str(tmp_path)])
    assert (done.exit_code, "does not say" in done.stderr) == (2, True)


@pytest.mark.usefixtures("_interruptible")
@needs_mosquitto
@pytest.mark.slow
def test_a_display_needs_no_table(tmp_path: Path) -> None:
    """Without a broker the session brings its own and the screens, and goes with Ctrl-C."""
    path = tmp_path / "s.jsonl"
    with recorder(path, TOPICS.root) as written:
        written.received(TOPICS.state, b'{"boot": "a", "rev": 5}', True)
    program = "from controller.cli import main; main()"
    arguments = ["mqtt", "replay", str(path), "--loop", "--json"]
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    reply = json.loads(process.stdout.readline())
    from urllib.request import urlopen

    with urlopen(f"{reply['screens']}config.json", timeout=60) as answer:
        assert json.load(answer)["root"] == TOPICS.root
    time.sleep(0.2)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(60) == 0
    process.stdout.close()
