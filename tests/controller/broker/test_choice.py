"""Which broker a configuration means, and who may command the table from elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from contract.roles import Role
from contract.topics import Topics
from controller.assembly.door import first_account
from controller.broker import choice as broker_choice
from controller.broker.broker import EmbeddedBroker, ExternalBroker
from controller.broker.choice import address_of, broker_of
from controller.broker.discovery import Found
from controller.broker.errors import BrokerError
from controller.cli.tell import Tell
from controller.config import Config, ConfigError, parse
from tests.controller.broker.client import needs_mosquitto
from tests.controller.broker.test_club import made

TOPICS = Topics("home", "table-1")


def config(data: Path, host: str = "127.0.0.1", **broker: Any) -> Config:
    return parse({"broker": broker, "data": data, "web": {"host": host}}, "the test")


def test_without_a_url_it_is_the_tables_own(tmp_path: Path) -> None:
    assert isinstance(broker_of(config(tmp_path), TOPICS), EmbeddedBroker)


def test_with_a_url_it_is_the_clubs_with_account_and_authority(tmp_path: Path) -> None:
    ca = tmp_path / "ca.pem"
    named = config(tmp_path, url="mqtts://hub.local", user="controller-x", password="s", ca=ca)
    chosen = broker_of(named, TOPICS)
    assert isinstance(chosen, ExternalBroker)
    address = chosen.address
    assert (address.host, address.port, address.tls) == ("hub.local", 8883, True)
    assert (address.username, address.password, address.ca) == ("controller-x", "s", ca)
    assert address_of(config(tmp_path, url="mqtt://hub"), TOPICS).host == "hub"


def test_an_account_in_the_url_counts_more(tmp_path: Path) -> None:
    address = broker_of(config(tmp_path, url="mqtt://a:b@hub", user="c", password="d"), TOPICS).address
    assert (address.username, address.password) == ("a", "b")


def test_a_bridge_is_a_broker_of_its_own_that_hands_on(tmp_path: Path) -> None:
    wanted = config(tmp_path, url="mqtts://hub", user="bridge-table-1", password="s", bridge=True)
    assert isinstance(broker_of(wanted, TOPICS), EmbeddedBroker)
    with pytest.raises(BrokerError, match="does not say"):
        address_of(wanted, TOPICS)  # that of its own broker, which does not run
    with pytest.raises(ConfigError, match=r"broker\.bridge needs broker\.url"):
        config(tmp_path, bridge=True)


@needs_mosquitto
def test_auto_is_the_broker_of_the_authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from controller.broker import discovery
    from controller.broker.certificates import fingerprint

    club = made(tmp_path / "club")
    there = [Found("home", "hub.local", 8883, fingerprint(club.ca)), Found("home", "evil", 8883, "00" * 32)]
    monkeypatch.setattr(discovery, "brokers", lambda: there)
    address = broker_of(config(tmp_path, url="auto", ca=club.ca), TOPICS).address
    assert (address.host, address.port, address.tls, address.ca) == ("hub.local", 8883, True, club.ca)
    with pytest.raises(BrokerError, match="copy its ca"):
        broker_of(config(tmp_path, url="auto"), TOPICS)
    assert broker_choice.AUTO == "auto"


def test_the_house_gets_its_account_once(tmp_path: Path) -> None:
    there = config(tmp_path, host="0.0.0.0")
    (tmp_path / "broker").mkdir()
    first = first_account(there)
    assert first is not None
    account, secret = first
    assert (account.name, account.role, account.table) == ("house-first", Role.HOUSE, "table-1")
    assert secret not in (tmp_path / "broker" / "accounts.json").read_text()
    assert first_account(there) is None
    assert first_account(config(tmp_path)) is None
    assert first_account(config(tmp_path, host="0.0.0.0", url="mqtt://hub")) is None


def test_a_log_is_told_no_secret(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "broker").mkdir()
    first = first_account(config(tmp_path, host="0.0.0.0"))
    assert first is not None
    assert not Tell(as_json=False).shows_secrets  # no terminal here
    assert not Tell(as_json=True).shows_secrets
    Tell(as_json=True).serves("http://192.0.2.7:8090/", first)
    assert json.loads(capsys.readouterr().out) == {"far": "http://192.0.2.7:8090/"}
    Tell(as_json=False).serves("http://192.0.2.7:8090/", None)
    assert (
        "jantaku mqtt account add NAME --role house --link http://192.0.2.7:8090/" in capsys.readouterr().out
    )
    Tell(as_json=False).serves("http://192.0.2.7:8090/", first)
    assert f"http://192.0.2.7:8090/table.html?device=house-first#key={first[1]}" in capsys.readouterr().out
