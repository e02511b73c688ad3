"""What the doctor says of brokers: missing, not reached, not trusted, ending."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.config import parse
from controller.doctor.broker import certificate, findings
from controller.doctor.checks import Machine
from runtime.certificate import hosts_of
from tests.controller.broker.client import needs_mosquitto
from tests.controller.club import ME, Club
from tests.mine import mine
from tests.ports import free_port
from upkeep.finding import Finding, Level


def found(has: bool = True, **broker: Any) -> list[tuple[str, Level, str]]:
    machine = Machine(find=lambda name: name if has else None)
    config = parse({"broker": broker}, "the test")
    return [(f.check, f.level, f.message) for f in findings(config, machine)]


def test_a_table_of_its_own_needs_mosquitto() -> None:
    assert found() == [("broker", Level.OK, "mosquitto is installed.")]
    assert found(has=False) == [("broker", Level.FAULT, "The MQTT broker is missing.")]


def test_a_broker_that_is_away_is_a_fault() -> None:
    ((check, level, message),) = found(url=f"mqtt://127.0.0.1:{free_port()}")
    assert (check, level, "is not reached" in message) == ("broker", Level.FAULT, True)


@needs_mosquitto
def test_a_trusted_broker_says_how_long(club: Club) -> None:
    url = f"mqtts://localhost:{club.wanted.port}"
    findings = found(url=url, ca=club.files.ca, user="controller-table-1", password="x")
    assert [(check, level) for check, level, _ in findings] == [
        ("broker", Level.OK),
        ("certificate", Level.OK),
    ]
    assert "in 799 days" in findings[1][2]


@needs_mosquitto
def test_a_broker_of_another_authority_is_a_fault(club: Club) -> None:
    ((check, level, message),) = found(url=f"mqtts://localhost:{club.wanted.port}")
    assert (check, level) == ("broker", Level.FAULT)
    assert "is not trusted" in message


@needs_mosquitto
def test_a_name_that_is_not_in_the_certificate_is_a_fault(club: Club) -> None:
    ((_, level, message),) = found(url=f"mqtts://127.0.0.2:{club.wanted.port}", ca=club.files.ca)
    assert (level, "is not" in message) == (Level.FAULT, True)


@needs_mosquitto
def test_a_way_without_encryption_or_account_is_advised_against(club: Club) -> None:
    findings = found(url=f"mqtt://127.0.0.1:{club.wanted.local_port}")
    assert [level for _, level, _ in findings] == [Level.OK, Level.ADVICE, Level.ADVICE]


@pytest.mark.parametrize(
    ("days", "level"),
    [(200, Level.OK), (60, Level.OK), (59, Level.ADVICE), (6, Level.FAULT), (-1, Level.FAULT)],
)
def test_the_end_of_a_certificate_comes_nearer(days: int, level: Level) -> None:
    now = datetime(2026, 5, 1, tzinfo=UTC)
    said: Finding = certificate(now + timedelta(days=days, hours=1), now, "broker")
    assert said.level is level
    assert (said.fix is None) == (level is Level.OK)


def test_auto_without_an_authority_is_a_fault_with_its_remedy(tmp_path: Path) -> None:
    ((_, level, message),) = found(url="auto")
    assert (level, "copy its ca.pem here" in message) == (Level.FAULT, True)
    ((_, level, message),) = found(url="auto", ca=tmp_path / "none.pem")
    assert (level, "is no certificate" in message) == (Level.FAULT, True)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
@needs_mosquitto
def test_what_it_says_about_pages_that_are_not_encrypted_makes_what_encrypts_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typed as it stands there, on the table's own computer."""
    given: list[tuple[Path, str]] = []
    monkeypatch.setattr("socket.gethostname", lambda: "east")
    mine(monkeypatch, shutil, chown=lambda *own: given.append(own))
    monkeypatch.setattr("controller.broker.club.usual_user", lambda: ME)
    monkeypatch.setattr("controller.broker.club.ClubBroker._give", lambda *_: None)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    asked: dict[str, Any] = {"web": {"host": "0.0.0.0"}, "table": {"club": "sakura"}}
    config = parse(asked, "the test")
    (advice,) = [each for each in findings(config, Machine()) if each.code == "pages_open"]
    assert advice.fix is not None
    for command in advice.fix.split(" && "):
        words = command.replace("/etc/jantaku", str(tmp_path)).removeprefix("sudo jantaku ").split()
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, done.output
    named = [word.rstrip(",") for word in advice.message.split() if word.startswith("/etc/jantaku/web.")]
    pair = [str(tmp_path / Path(name).name) for name in named]
    assert given == [(tmp_path / "web.key", "jantaku")], "whose service reads it"
    config = parse(asked | {"web": {"host": "0.0.0.0", "certificate": pair[0], "key": pair[1]}}, "the test")
    assert [each.code for each in findings(config, Machine())][1:] == ["certificate_pages"]
    assert hosts_of(Path(pair[0])) == {"east.local"}


def test_a_table_of_a_club_is_sent_to_where_its_authority_is(tmp_path: Path) -> None:
    asked = {"web": {"host": "0.0.0.0"}, "broker": {"url": "auto", "ca": tmp_path / "ca.pem"}}
    (advice,) = [each for each in findings(parse(asked, "x"), Machine()) if each.code == "pages_open"]
    assert "setup" not in str(advice.fix)
    assert ".local --dir FOLDER" in str(advice.fix)
