"""The embedded broker for other computers: its port, its guests and accounts, the club behind it."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from contract.roles import Role
from controller.broker.accounts import Account
from controller.broker.broker import (
    EmbeddedBroker,
    embedded_accounts,
)
from controller.broker.errors import BrokerError
from runtime.reload import changed
from tests.controller.broker.client import TOPICS, Client, far, listeners, needs_mosquitto, screens, until
from tests.ports import free_port


@pytest.fixture
def lan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddedBroker]:
    """Other computers, played by another loopback address."""
    monkeypatch.setattr("controller.broker.broker.loopback", lambda host: host in {"127.0.0.1", "localhost"})
    made = EmbeddedBroker(tmp_path / "broker", TOPICS, "127.0.0.2", free_port())
    made.start()
    yield made
    made.stop()


@needs_mosquitto
def test_for_other_computers_it_listens_at_the_port_that_was_asked_for_and_no_other(
    lan: EmbeddedBroker,
) -> None:
    address = lan.address
    assert lan.pid is not None
    assert listeners(lan.pid) == {
        str(address.path),
        str(address.screens),
        f"127.0.0.2:{lan._asked}",
    }
    assert address.far == lan._asked


@needs_mosquitto
def test_without_a_wish_the_usual_port_is_taken_or_a_free_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.broker.broker.loopback", lambda host: host == "127.0.0.1")
    usual = free_port()
    monkeypatch.setattr("controller.broker.broker.USUAL_PORT", usual)
    first, second = (EmbeddedBroker(tmp_path / name, TOPICS, "127.0.0.2") for name in "ab")
    first.start()
    second.start()
    try:
        assert first.address.far == usual
        assert second.address.far not in (None, usual)
        assert second.pid is not None
        assert f"127.0.0.2:{second.address.far}" in listeners(second.pid)
    finally:
        first.stop()
        second.stop()


@needs_mosquitto
def test_a_taken_port_is_one_clear_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.broker.broker.loopback", lambda host: host == "127.0.0.1")
    with socket.create_server(("127.0.0.2", 0)) as taken:
        broker = EmbeddedBroker(tmp_path, TOPICS, "127.0.0.2", taken.getsockname()[1])
        with pytest.raises(BrokerError, match="mosquitto did not start: Address already in use"):
            broker.start()
    assert broker.pid is None


@needs_mosquitto
def test_nobody_is_anonymous_but_at_the_house(lan: EmbeddedBroker) -> None:
    for door in (screens(lan), far(lan)):
        stranger = Client(door)
        assert stranger.refused == "Not authorized"
        stranger.close()
    program = Client(lan)
    assert program.refused == ""
    program.close()


@needs_mosquitto
def test_a_guest_reads_what_is_public_and_says_nothing(lan: EmbeddedBroker) -> None:
    friend = Client(lan, password=lan.address.password)
    for topic in (TOPICS.state, TOPICS.seat(0), TOPICS.presence("x"), TOPICS.delayed("state")):
        friend.say(topic, "true", retain=True)
    assert lan.address.guest is not None
    name, secret = lan.address.guest
    guests = [Client(door, secret, name) for door in (screens(lan), far(lan))]
    near = Client(lan)
    for guest in guests:
        assert until(lambda received=guest: TOPICS.delayed("state") in received.topics())  # type: ignore[misc]
        for topic in (TOPICS.cmd, TOPICS.cmd_of(name), TOPICS.state, TOPICS.presence(name)):
            guest.say(topic, "forged")
    near.say(TOPICS.cmd, "of this computer")
    assert until(lambda: TOPICS.cmd in friend.topics())
    assert [m.payload for m in friend.received if m.topic == TOPICS.cmd] == [b"of this computer"]
    assert not [m for m in friend.received if m.payload == b"forged"]
    for guest in guests:
        assert set(guest.topics()) == {TOPICS.state, TOPICS.delayed("state")}, "an overlay needs no account"
    for client in (friend, near, *guests):
        client.close()


@needs_mosquitto
def test_a_guests_secret_is_another_at_every_start(tmp_path: Path) -> None:
    guests = []
    for _ in range(2):
        broker = EmbeddedBroker(tmp_path, TOPICS)
        broker.start()
        guests.append(broker.address.guest)
        broker.stop()
    assert guests[0] is not None
    assert guests[0] != guests[1]
    broker.start()
    late = Client(screens(broker), guests[0][1], guests[0][0])
    assert late.refused == "Not authorized"
    late.close()
    broker.stop()


@needs_mosquitto
def test_an_account_commands_from_the_network(lan: EmbeddedBroker, tmp_path: Path) -> None:
    accounts = embedded_accounts(tmp_path / "broker", TOPICS)
    secret = accounts.add(Account.named("phone", Role.HOUSE))
    accounts.write()
    assert changed(tmp_path / "broker" / "broker.pid")
    friend = Client(lan, password=lan.address.password)
    phone = Client(far(lan), secret, "house-phone")
    assert until(lambda: not phone.refused), "it knocks again until the broker has read the accounts"
    phone.say(TOPICS.cmd_of("house-phone"), "mine")
    phone.say(TOPICS.cmd_of("house-other"), "forged")
    assert until(lambda: TOPICS.cmd_of("house-phone") in friend.topics())
    assert TOPICS.cmd_of("house-other") not in friend.topics()
    phone.close()
    friend.close()


@needs_mosquitto
@pytest.mark.slow
def test_a_table_hands_everything_on_to_the_clubs_broker(tmp_path: Path) -> None:
    """The bridge encrypts and signs in, and delivers later what it could not deliver at once."""
    from tests.controller.club import Club

    club = Club(tmp_path / "club")
    secret = club.add("bridge-table-1", "table-1")
    bridge = club.address("bridge-table-1", secret, host="localhost")
    table = EmbeddedBroker(tmp_path / "table", TOPICS, bridge=bridge)
    table.start()
    controller = Client(table, password=table.address.password)
    hall = club.member("referee-anna", club.add("referee-anna"))
    controller.say(TOPICS.state, "1", retain=True)
    assert until(lambda: TOPICS.state in hall.topics())
    hall.say(TOPICS.cmd_of("referee-anna"), "please")
    assert until(lambda: TOPICS.cmd_of("referee-anna") in controller.topics())
    controller.say(TOPICS.reply("referee-anna"), "yes")
    assert until(lambda: TOPICS.reply("referee-anna") in hall.topics())
    controller.say(TOPICS.state, "2", retain=True)  # the first may have come twice, as news and as retained
    assert until(lambda: b"2" in [m.payload for m in hall.received])
    controller.say(TOPICS.reply("referee-anna"), "again")
    assert until(lambda: b"again" in [m.payload for m in hall.received])
    assert [m.payload for m in hall.received if m.topic == TOPICS.state].count(b"2") == 1
    os.kill(club.mosquitto.pid or 0, signal.SIGKILL)
    for n in range(20):
        controller.say(TOPICS.event, str(n))
    late = None
    for _ in range(50):
        late = club.member("archiver", club.add("archiver")) if club.mosquitto.pid else None
        if late is not None and not late.refused:
            break
        time.sleep(0.2)
    assert late is not None
    assert until(lambda: TOPICS.state in late.topics())
    controller.close()
    table.stop()
    club.close()
