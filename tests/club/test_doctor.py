"""What keeps a hub from beginning, and what else is amiss, as findings."""

from __future__ import annotations

import shutil
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest

from club.doctor import MOSQUITTO, examined, finding_of
from club.hub.config import BrokerSection, Config, ConfigError, NoBrokerError
from club.hub.mqtt_client import BrokerAddressError
from club.log.faults import LogRefusal
from club.web.server import ServerError
from runtime.mosquitto import MissingError
from runtime.stored import LOW_DISK_MB
from tests.mine import mine
from upkeep.finding import Level


@pytest.mark.parametrize(
    ("error", "check", "code", "values"),
    [
        (NoBrokerError("x"), "broker", "broker_missing", {}),
        (LogRefusal("no_database", where="here"), "database", "no_database", {"where": "here"}),
        (BrokerAddressError("No broker."), "broker", "broker_unused", {"detail": "No broker."}),
        (ServerError("In use."), "web", "hub_pages", {"detail": "In use."}),
        (ConfigError("No TOML."), "settings", "hub_settings", {"detail": "No TOML."}),
        (OSError(28, "No space", "/a"), "disk", "hub_file", {"file": "/a", "detail": "No space"}),
        (OSError("Strange"), "disk", "hub_file", {"file": "?", "detail": "Strange"}),
        (KeyError("x"), "packages", "hub_program", {"detail": "KeyError"}),
    ],
)
def test_an_error_is_a_finding(error: Exception, check: str, code: str, values: dict[str, str]) -> None:
    found = finding_of(error)
    assert (found.check, found.code, found.level) == (check, code, Level.FAULT)
    assert {name: str(value) for name, value in found.values.items()} == values
    assert found.fix == (MOSQUITTO if code == "broker_missing" else None)
    assert found.said("de") != found.said("en")


def test_what_the_log_refuses_is_said_by_the_words_of_the_club() -> None:
    error = LogRefusal("no_database", where="here")
    assert finding_of(error).said("en") == str(error)
    assert finding_of(error).said("xx") == str(error), "a language that is not there is English"


Usage = namedtuple("Usage", "free")


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What is found where the folder and the database can be written or not, with so many MB left."""
    data = tmp_path / "club"
    data.mkdir()
    (data / "club.db").touch()
    monkeypatch.setattr("club.doctor.find_mosquitto", lambda: None)

    def look(
        *closed: str, mb: int = 5000, broker: str = "", there: bool = True
    ) -> list[tuple[str, str, str]]:
        shut = {"folder": data, "above": tmp_path, "database": data / "club.db"}
        monkeypatch.setattr(
            "club.doctor.os.access", lambda path, mode: Path(path) not in {shut[c] for c in closed}
        )
        mine(monkeypatch, shutil, disk_usage=lambda path: Usage(mb * 1_000_000))
        place = data if there else tmp_path / "gone"
        config = Config(data=place, broker=BrokerSection(url=broker), database=f"sqlite:///{place}/club.db")
        return [(each.check, each.code, each.level.value) for each in examined(config)]

    return look


def test_where_all_is_well_nothing_is_found(found: Any) -> None:
    assert found() == []


def test_what_cannot_be_written_is_found(found: Any) -> None:
    assert found("folder") == [("disk", "hub_data_unwritable", "fault")]
    assert found("above") == []
    assert found("above", there=False) == [("disk", "hub_data_unwritable", "fault")]
    assert found("database") == [("database", "database_closed", "fault")]
    assert found("database", there=False) == []


def test_little_room_is_advice_and_not_said_where_nothing_can_be_written_at_all(found: Any) -> None:
    assert found(mb=LOW_DISK_MB) == []
    assert found(mb=LOW_DISK_MB - 1) == [("disk", "disk_low", "advice")]
    assert found("folder", mb=1) == [("disk", "hub_data_unwritable", "fault")]


def test_a_hub_without_another_broker_needs_mosquitto(found: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise MissingError("x")

    monkeypatch.setattr("club.doctor.find_mosquitto", missing)
    assert found() == [("broker", "broker_missing", "fault")]
    assert found(broker="mqtt://hub.local") == []
