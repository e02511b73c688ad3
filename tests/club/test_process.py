"""`jantaku club hub` put together: broker, log, accounts and pages; what is wrong is said in one sentence."""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from club.cli import hub as cli_hub
from club.cli.hub import trouble
from club.hub.config import Config, ConfigError, load
from club.process import start
from contract.messages import Info
from contract.topics import Topics
from controller.broker.choice import broker_of
from controller.bus.gate import Order
from controller.bus.mqtt import Bus
from controller.cli import main
from controller.config import parse, values_of
from runtime.notify import Manager
from tests.club.web.stand import Browser
from tests.controller.broker.client import needs_mosquitto, until
from tests.controller.club import Club
from tests.ports import free_port
from tests.systemd import Ear
from upkeep.computer import FIRST_LINK

SAMPLE = Path(__file__).parents[2] / "docs" / "club.md"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    made = Club(tmp_path_factory.mktemp("club"))
    yield made
    made.close()


def wait(true: Callable[[], bool]) -> bool:
    return until(true, 60.0)


def settings(club: Club, folder: Path) -> Config:
    return load(None, {
        "data": folder,
        "broker": {
            "url": f"mqtts://127.0.0.1:{club.wanted.port}",
            "password": club.add("hub-club"),
            "ca": club.files.ca,
        },
        "web": {"port": 0},
    })  # fmt: skip


@needs_mosquitto
def test_it_reaches_its_broker_and_serves_its_pages(club: Club, tmp_path: Path) -> None:
    running = start(settings(club, tmp_path))
    try:
        assert wait(lambda: running.hub.wire.connected)
        assert running.hub.wire.refusal is None
        with urllib.request.urlopen(running.server.url, timeout=60) as answer:
            assert answer.status == 200
        assert (tmp_path / "club.db").exists()
        with pytest.raises(ConfigError, match="Another hub uses"):
            start(settings(club, tmp_path))
    finally:
        running.close.close()


@needs_mosquitto
def test_a_wrong_password_is_said_and_the_pages_are_there(club: Club, tmp_path: Path) -> None:
    wanted = settings(club, tmp_path)
    broker = wanted.broker.model_copy(update={"password": "wrong"})
    running = start(wanted.model_copy(update={"broker": broker}))
    try:
        assert wait(lambda: running.hub.wire.refusal == "Not authorized")
        assert "refuses the hub (Not authorized)" in trouble(running)
    finally:
        running.close.close()


@needs_mosquitto
def test_a_hub_of_which_nothing_is_known_brings_a_broker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("club.hub.broker.USUAL", free_port())
    config = load(None, {"web": {"port": 0}})
    running = start(config)
    try:
        assert config.club == "home"
        assert running.broker is not None
        assert wait(lambda: running.hub.wire.connected)
        pid = running.broker.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        assert wait(lambda: running.hub.wire.connections > 1)
    finally:
        running.close.close()
    assert running.broker.pid is None


@needs_mosquitto
def test_the_first_directors_link_lies_in_the_data_until_somebody_directs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("club.hub.broker.USUAL", free_port())
    config = load(None, {"web": {"port": 0}})
    file = config.data / FIRST_LINK
    running = start(config)
    try:
        link = file.read_text().strip()
        assert link.startswith(f"http://{socket.gethostname()}.local:{running.server.port}/me.html#link=")
        assert file.stat().st_mode & 0o077 == 0
        browser = Browser(running.server.port)
        assert browser.post("/api/sign-in", {"link": link.partition("#link=")[2]}).status == 200
        assert browser.post("/api/me", {"password": "a long and good one"}).status == 200
        view = browser.get("/care.json").data
        assert (view["here"], view["network"]) == (False, False), (
            "nobody has installed this computer for a club"
        )
    finally:
        running.close.close()
    start(config).close.close()
    assert not file.exists()


@needs_mosquitto
def test_a_table_joins_the_hub_of_this_computer_with_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the printed command does: with a broker of its own, which hands everything on."""
    monkeypatch.setattr("club.hub.broker.USUAL", free_port())
    running = start(load(None, {"data": tmp_path / "club", "web": {"port": 0}}))
    assert running.broker is not None
    file = Path(shlex.split(running.broker.joins)[3])
    topics = Topics("home", "table-1")
    table = broker_of(parse({**values_of(file), "data": tmp_path / "table"}, str(file)), topics)
    table.start()
    bus = Bus(topics, table.address, Info(software="", club="home", table="table-1"), "boot")
    bus.start()
    asked: list[Order] = []

    def commanded() -> bool:
        running.hub.wire.send("table-1", "1", "sync", {})
        asked.extend(bus.poll())
        return bool(asked)

    try:
        assert wait(lambda: running.hub.hall.table("table-1") is not None)
        assert wait(commanded)
        assert (asked[0].sender, asked[0].role) == ("hub-club", "hub")
    finally:
        bus.close()
        table.stop()
        running.close.close()


def test_a_broker_that_does_not_answer_is_said_and_the_pages_are_there(tmp_path: Path) -> None:
    wanted = {"data": tmp_path, "broker": {"url": "mqtt://127.0.0.1:1"}, "web": {"port": 0}}
    running = start(load(None, wanted))
    try:
        assert "does not answer" in trouble(running)
        with urllib.request.urlopen(running.server.url, timeout=60) as answer:
            assert answer.status == 200
    finally:
        running.close.close()


def test_the_configuration_of_the_documentation_is_one(tmp_path: Path) -> None:
    text = SAMPLE.read_text("utf-8").split("```toml\n")[1].split("```")[0]
    path = tmp_path / "club.toml"
    path.write_text(re.sub(r"(?m)^# ", "", text), "utf-8")
    found = load(path)
    assert (found.club, found.web.host, found.tables.streams) == ("sakura", "0.0.0.0", ("table-1",))
    assert found.log == "postgresql+psycopg://jantaku@db/club"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("club = 3", "club: Input should be a valid string"),
        ("colour = 1", "colour is not a known key"),
        ("[broker]\nurll = 'x'", "broker.urll is not a known key"),
        ("[tables]\ndelay_s = 10", "tables.delay_s: Input should be greater than or equal to 300"),
        ("x = ", "is no TOML"),
    ],
)
def test_what_is_wrong_with_a_configuration(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as raised:
        load(path)
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--broker", "http://x"], "is no broker: write mqtt://host:1883"),
        (["--broker", "mqtt://127.0.0.1:1", "--database", "nonsense"], "The database cannot be used"),
        (["--config", "/nowhere.toml"], "cannot be read"),
        (["--broker", "mqtts://127.0.0.1:1", "--ca", "/nowhere.pem"], "is no certificate"),
    ],
)
def test_one_sentence_says_what_to_do(tmp_path: Path, options: list[str], said: str) -> None:
    done = CliRunner().invoke(main, ["club", "hub", "--data", str(tmp_path), "--port", "0", *options])
    assert done.exit_code == 1
    assert said in done.output
    assert "Traceback" not in done.output


def test_systemd_hears_the_hubs_main_loop_as_long_as_it_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ear, stopping, turns = Ear(str(tmp_path / "systemd")), Event(), [0]
    manager = Manager({"NOTIFY_SOCKET": str(tmp_path / "systemd"), "WATCHDOG_USEC": "1"})
    monkeypatch.setattr(cli_hub, "MANAGER", manager)
    monkeypatch.setattr(cli_hub, "_LOOK_S", 0.01)

    def sentence() -> str:
        turns[0] += 1
        if turns[0] == 3:
            stopping.set()
        return "All is well."

    wire = SimpleNamespace(refusal="", connected=True)
    running = SimpleNamespace(hub=SimpleNamespace(wire=wire), health=SimpleNamespace(sentence=sentence))
    cli_hub._look_after(running, stopping)  # type: ignore[arg-type]
    assert ear.received() == ["READY=1", "STATUS=All is well.", *["WATCHDOG=1"] * 3]
    ear.socket.close()
