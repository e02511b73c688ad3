"""A support bundle has what helps, and none of the secrets that were planted wherever one can be."""

from __future__ import annotations

import io
import json
import re
import subprocess
import zipfile
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from contract.roles import Role
from controller.appliance.description import Appliance
from controller.appliance.steps import File, installing
from controller.appliance.support import make
from controller.broker.accounts import Account, Accounts
from controller.broker.link import signed_link
from controller.broker.ticket import here_link, put_ticket
from controller.cli import main
from runtime.secret import new_secret
from tests.controller.history.test_hands import game, write
from tests.mine import mine
from upkeep.computer import UNITS


class Planted:
    """A table whose every place has a secret of its own."""

    def __init__(self, folder: Path) -> None:
        self.data, self.club = folder / "table", folder / "club.toml"
        self.secrets: dict[str, str] = {}
        self.ran: list[tuple[str, ...]] = []
        write(self.data / "games", "g000001-a", game(2, seen=True, finish=False)).close()
        accounts = Accounts(self.data / "broker", "home")
        (self.data / "broker").mkdir()
        self.account = Account.named("anna", Role.REFEREE)
        self.secrets["account"] = accounts.put(self.account)
        accounts.write()
        (self.secrets["hash"],) = re.findall(
            r'"hash": "([^"]+)"', (self.data / "broker/accounts.json").read_text()
        )
        put_ticket(self.data / "broker", "http://127.0.0.1:8090/", self.new("ticket"))
        (self.data / "broker/web.key").write_text(
            f"-----BEGIN PRIVATE KEY-----\n{self.new('private key')}\n-----END PRIVATE KEY-----\n"
        )
        (self.data / "broker/join.toml").write_text(f'[broker]\npassword = "{self.new("join")}"\n')
        self.settings = f"""# before: {self.new("comment")}
[broker]
url = "mqtts://controller:{self.new("address")}@hub.local"
password = "{self.new("password")}"  # {self.new("trailing")}
[camera]
kind = "rtsp"
source = "rtsp://eye:{self.new("camera")}@10.0.0.9/1"
[machine]
kind = "none"
"""
        (self.data / "table.toml").write_text(self.settings)
        (self.data / "table.toml.~3~").write_text(f'[broker]\npassword = "{self.new("earlier")}"\n')
        address = f"postgresql+psycopg://hub:{self.new('database')}@db/club"
        self.club.write_text(f'database = "{address}"\n[broker]\npassword = "{self.new("hub")}"\n')

    def new(self, where: str) -> str:
        self.secrets[where] = new_secret()
        return self.secrets[where]

    def ask(self, *command: str) -> str:
        """Logs in which the secrets of all files stand as they are, and others as programs say them."""
        self.ran.append(command)
        alone = ("account", "comment", "trailing", "basic", "pin", "link")
        lines = [f"about {where}: {secret}" for where, secret in self.secrets.items() if where not in alone]
        page = "http://127.0.0.1:8090/table.html"
        lines += [f"opened {here_link(page, self.new('link'))}", f"authorization: Basic {self.new('basic')}"]
        lines += [
            f"opened {signed_link(page, self.account, self.secrets['account'])}",
            f"pin={self.new('pin')}",
        ]
        lines.append("camera away")
        return "\n".join(lines) + "\n"

    def bundle(self, *, whole: bool = True) -> dict[str, str]:
        out = io.BytesIO()
        make(self.data, out, whole=whole, ask=self.ask, club=self.club)
        with zipfile.ZipFile(out) as found:
            return {name: found.read(name).decode() for name in found.namelist()}


@pytest.fixture
def planted(tmp_path: Path) -> Planted:
    return Planted(tmp_path)


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("broken", [False, True])
def test_no_secret_is_in_the_bundle(planted: Planted, whole: bool, broken: bool) -> None:
    if broken:  # its doctor's report tells of a line of it
        (planted.data / "table.toml").write_text(planted.settings + "[web\n")
    parts = planted.bundle(whole=whole)
    assert len(planted.secrets) > 15
    found = [
        (where, name) for where, s in planted.secrets.items() for name, text in parts.items() if s in text
    ]
    assert found == []


def test_it_has_what_helps(planted: Planted) -> None:
    parts = planted.bundle()
    about = json.loads(parts["about.json"])
    assert about["version"]
    assert any(each.startswith("numpy ") for each in about["packages"])
    assert "camera away" in parts["log.txt"]
    assert "10.0.0.9" in parts["settings/table.toml"]
    assert "hub@db/club" in parts["settings/club.toml"]
    assert "python: Python 3" in parts["doctor.txt"]
    assert "games/g000001-a.jsonl" in parts["files.txt"]


def test_the_log_is_that_of_every_service_that_is_installed(planted: Planted) -> None:
    """Also of an update, a restore or a judgement after a power cut, which ran once and are gone."""
    planted.bundle()
    (log,) = (each for each in planted.ran if each[0] == "journalctl" and "-u" in each)
    asked = [unit for before, unit in pairwise(log) if before == "-u"]
    ours = [each for each in installing(Appliance(Path("/x"), "1", hub=True)) if isinstance(each, File)]
    names = [each.path.stem for each in ours if each.path.suffix == ".service" and each.path.parent == UNITS]
    assert len(names) == 10
    assert [name for name in names if not any(fnmatch(name, unit) for unit in asked)] == []


def test_no_tile_of_the_hand_that_is_played_is_in_the_hosts(planted: Planted) -> None:
    """An error in the log may name one, so the host's log ends where the hand began; no game is in any."""
    lines = (planted.data / "games/g000001-a.jsonl").read_text().splitlines()
    began = [json.loads(line)["ts_ms"] for line in lines if '"hand_started"' in line][-1]
    assert '"dealt"' not in "".join(planted.bundle(whole=False).values())
    logs = [command for command in planted.ran if command[0] == "journalctl"]
    assert len(logs) == 2
    ends = [
        int(word.partition("@")[2]) for command in logs for word in command if word.startswith("--until=@")
    ]
    assert len(ends) == 2
    assert all(began / 1000 - 2 <= end <= began / 1000 for end in ends)
    planted.ran.clear()
    planted.bundle()
    assert not any("--until" in word for command in planted.ran for word in command)


def test_a_table_between_two_hands_tells_all(planted: Planted) -> None:
    (planted.data / "games/g000001-a.jsonl").unlink()
    planted.bundle(whole=False)
    assert not any("--until" in word for command in planted.ran for word in command)


def test_the_command_says_what_is_in_it(
    planted: Planted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine(monkeypatch, subprocess, run=lambda *_, **__: (_ for _ in ()).throw(OSError("no journal")))
    result = CliRunner().invoke(main, ["support", str(tmp_path / "a.zip"), "--data", str(planted.data)])
    assert result.exit_code == 0, result.output
    assert "doctor.txt" in result.output
    with zipfile.ZipFile(tmp_path / "a.zip") as found:
        assert "no journal" in found.read("log.txt").decode(), "what could not be asked says so"
    lost = CliRunner().invoke(main, ["support", str(tmp_path / "none/a.zip"), "--data", str(planted.data)])
    assert (lost.exit_code, "cannot be written" in lost.stderr) == (2, True)
