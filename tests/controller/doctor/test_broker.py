"""What the doctor says of brokers: missing, not reached, not trusted, ending."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from controller.config import parse
from controller.doctor.broker import certificate, findings
from controller.doctor.checks import Machine
from tests.controller.broker.test_broker import needs_mosquitto
from tests.controller.club import Club
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
