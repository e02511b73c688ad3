"""A table of its own process is set up over its web door: fresh, again, and where it cannot begin."""

from __future__ import annotations

import base64
import json
import socket
import tomllib
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from controller.broker.ticket import FILE
from tests.controller.process import Started, running
from tests.ports import free_port

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]
SCORES = {"camera.kind": "none", "machine.kind": "none"}


class Person:
    """Somebody before a browser of the table's own computer."""

    def __init__(self, table: Started, data: Path) -> None:
        self.table, self.data = table, data
        self.url = table.url
        self.sign: dict[str, str] = {}

    def enter(self) -> None:
        """By the ticket that the table has printed."""
        _, ticket, _ = (self.data / "broker" / FILE).read_text("utf-8").split()
        status, found = self.ask("pair/here", {"ticket": ticket})
        assert status == 200
        known = base64.b64encode(f"{found['device']}:{found['key']}".encode()).decode()
        self.sign = {"authorization": f"Basic {known}"}

    def first_page(self) -> str:
        """With which the table's own screen would begin now."""
        return (self.data / "broker" / FILE).read_text("utf-8").split()[-1]

    def ask(self, path: str, body: Mapping[str, object] | None = None) -> tuple[int, dict[str, Any]]:
        """Status and answer; 0 while nobody listens."""
        data = None if body is None else json.dumps(body).encode()
        headers = self.sign | ({} if body is None else {"content-type": "application/json"})
        asked = urllib.request.Request(f"{self.url}/{path}", data=data, headers=headers)
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                return int(answer.status), json.loads(answer.read())
        except urllib.error.HTTPError as error:
            text = error.read().decode()
            return error.code, json.loads(text) if text.startswith("{") else {}
        except OSError:
            return 0, {}

    def form(self) -> dict[str, Any]:
        return self.ask("setup/form.json")[1]

    def change(self, changes: Mapping[str, object], **more: object) -> tuple[int, dict[str, Any]]:
        revision = self.form()["revision"]
        return self.ask("setup/change", {"revision": revision, "changes": changes, **more})

    def apply(self) -> None:
        """Returns when the table has begun again, or cannot.

        A table that cannot begin tries it by itself, too: one such attempt may end first.
        """
        boot = self.form()["boot"]
        status, reply = self.ask("setup/apply", {"anyway": True})
        assert status == 200, reply
        if reply["port"]:
            self.url = f"http://127.0.0.1:{reply['port']}"
        self.table.until(lambda: self.form().get("boot", boot) != boot)


def test_a_fresh_table_is_set_up_begins_again_and_finds_its_file_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        table.until(table.plays)
        person = Person(table, tmp_path)
        assert person.ask("setup/form.json") == (403, {"code": "forbidden", "key": "", "message": ""})
        assert person.ask("setup/change", {"revision": "", "changes": SCORES})[0] == 403
        person.enter()
        assert person.first_page() == "setup.html"
        form = person.form()
        assert (form["running"], form["exists"], form["path"]) == (True, False, str(tmp_path / "table.toml"))
        port = next(key for key in form["keys"] if key["name"] == "web.port")
        assert (port["fixed"], port["now"]) == (True, int(table.url.rsplit(":", 1)[1]))
        assert person.change({"camera.kind": "v4l2"})[1]["key"] in {"camera.source", "machine.kind"}
        assert not (tmp_path / "table.toml").exists()
        assert person.change({**SCORES, "table.club": "kyiv", "table.name": "table-7"})[0] == 200
        assert table.health()["wrong"] == [], "it plays on until somebody applies it"
        assert json.loads(table.get("config.json")[1])["root"].endswith("home/table-1")
        person.apply()
        assert person.form()["running"], "and the browser's account is known as before"
        assert person.first_page() == "table.html"
        config = json.loads(table.get("config.json")[1])
        assert (config["root"].split("/")[2:], config["camera"]) == (["kyiv", "table-7"], False)
        assert table.process.poll() is None
    with running(tmp_path) as table:
        table.until(table.plays)
        assert json.loads(table.get("config.json")[1])["camera"] is False


def test_a_configuration_that_cannot_be_used_is_mended_from_the_page(tmp_path: Path) -> None:
    config = tmp_path / "my.toml"
    config.write_text("[camera]\nfps = 99 # quick\n")
    with running(tmp_path / "data", config=config) as table:
        table.until(table.safe)
        assert table.get("setup.html")[0] == 200
        person = Person(table, tmp_path / "data")
        form = person.form()
        assert (form["running"], form["trouble"]["key"]) == (False, "camera.fps")
        assert person.change({"camera.fps": 100})[1]["code"] == "value"
        assert person.change({"camera.fps": 10, **SCORES})[0] == 200
        assert person.ask("setup/apply", {})[0] == 200
        table.until(table.plays)
        assert "fps = 10 # quick\n" in config.read_text()
        assert (tmp_path / "my.toml.~1~").read_text() == "[camera]\nfps = 99 # quick\n"
        assert person.ask("setup/form.json")[0] == 403, "the table runs: who commands it needs an account"


def test_a_table_that_does_not_begin_again_opens_its_door_and_is_mended_there(tmp_path: Path) -> None:
    with running(tmp_path, "--log-level", "error") as table:
        table.until(table.plays)
        person = Person(table, tmp_path)
        person.enter()
        lost = tmp_path / "lost.pem"
        assert person.change({"web.certificate": str(lost), "web.key": str(lost), **SCORES})[0] == 200
        person.apply()
        form = person.form()
        assert not form["running"]
        assert "lost.pem" in form["stopped"]
        (version,) = person.ask("setup/versions.json")[1]["versions"] or [None]
        assert version is None, "the first file had none before it"
        assert person.change({"web.certificate": None, "web.key": None})[0] == 200
        person.apply()
        table.until(lambda: person.form().get("running"))


def test_a_taken_port_is_refused_and_the_pages_move_to_a_free_one(tmp_path: Path) -> None:
    config, port = tmp_path / "my.toml", free_port()
    config.write_text(f'[web]\nport = {port}\n[camera]\nkind = "none"\n[machine]\nkind = "none"\n')
    with running(tmp_path, config=config, port=None) as table, socket.socket() as taken:
        table.url = f"http://127.0.0.1:{port}"
        table.until(table.plays)
        person = Person(table, tmp_path)
        person.enter()
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        status, reply = person.change({"web.port": taken.getsockname()[1]})
        assert (status, reply["code"], reply["key"]) == (422, "port", "web.port")
        other = free_port()
        assert person.change({"web.port": other})[0] == 200
        person.apply()
        assert person.url.endswith(f":{other}")
        table.until(lambda: person.form().get("running"))


def test_a_wrong_address_of_the_clubs_broker_locks_nobody_out(tmp_path: Path) -> None:
    with running(tmp_path, "--log-level", "error") as table:
        table.until(table.plays)
        person = Person(table, tmp_path)
        person.enter()
        assert person.change({**SCORES, "broker.url": "mqtt://127.0.0.1:1"})[0] == 200
        person.apply()
        table.until(lambda: person.form().get("running"))
        table.until(lambda: "broker" in table.health()["wrong"])
        assert person.change({"broker.url": None})[0] == 200
        person.apply()
        table.until(lambda: table.health()["wrong"] == [])


def test_browsers_wait_while_it_begins_again(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        table.until(table.plays)
        person = Person(table, tmp_path)
        person.enter()
        assert person.change(SCORES)[0] == 200
        for _ in range(3):
            person.apply()
            assert [table.get("config.json")[0] for _ in range(20)] == [200] * 20


def test_in_the_middle_of_a_hand_it_is_asked_twice(tmp_path: Path) -> None:
    with running(tmp_path, "--seed", "7") as table:
        table.until(table.plays)
        person = Person(table, tmp_path)
        person.enter()
        table.until(lambda: person.form().get("in_hand"))
        assert person.change({"voice.volume": 50})[0] == 200
        status, reply = person.ask("setup/apply", {})
        assert (status, reply["code"]) == (409, "hand")
        games = sorted((tmp_path / "games").glob("*.jsonl"))
        person.apply()
        assert sorted((tmp_path / "games").glob("*.jsonl")) == games, "the game goes on"
        assert tomllib.loads((tmp_path / "table.toml").read_text()) == {"voice": {"volume": 50}}
        table.until(lambda: person.form().get("in_hand"))
