"""A club's broker says who is a judge."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from contract.roles import Role
from contract.topics import Topics
from controller.broker.accounts import Account
from controller.broker.broker import Address, EmbeddedBroker, embedded_accounts
from controller.broker.elsewhere import AWAY_S, BUSY_S, KEPT_S, Elsewhere
from runtime.mosquitto import PID
from runtime.reload import changed
from tests.controller.broker.client import needs_mosquitto

TOPICS = Topics("home", "table-1")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@needs_mosquitto
def test_an_account_is_known_by_its_secret_and_for_a_minute(broker: EmbeddedBroker, tmp_path: Path) -> None:
    folder = tmp_path / "broker"
    accounts = embedded_accounts(folder, TOPICS)
    secret = accounts.put(Account("referee-anna", Role.REFEREE))
    accounts.write()
    changed(folder / PID)
    clock = Clock()
    asked = Elsewhere(replace(broker.address, path=broker.address.screens), clock)
    assert asked.role("referee-anna", secret) is Role.REFEREE
    assert asked.role("referee-anna", "guess") is None
    assert asked.role("referee-bo", secret) is None
    assert asked.role("nobody", secret) is None
    broker.stop()
    assert asked.role("referee-anna", secret) is Role.REFEREE
    clock.now = KEPT_S
    assert asked.role("referee-anna", secret) is None


@pytest.fixture
def silent() -> Iterator[Address]:
    """A broker that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield Address("127.0.0.1", server.getsockname()[1])


def test_a_broker_that_is_away_keeps_nobody_waiting_again_and_again(silent: Address) -> None:
    """Each question of a stranger would hold a thread of the web server, of which there are forty."""
    clock = Clock()
    asked = Elsewhere(silent, clock)
    began = time.monotonic()
    assert asked.role("referee-anna", "guess") is None
    once = time.monotonic() - began
    began = time.monotonic()
    assert {asked.role(f"referee-x{n}", "guess") for n in range(100)} == {None}
    assert time.monotonic() - began < once
    clock.now = AWAY_S
    began = time.monotonic()
    assert asked.role("referee-anna", "guess") is None
    assert time.monotonic() - began > once / 2, "then it is asked again"


def test_who_asks_while_another_is_asked_about_waits_a_moment_only(silent: Address) -> None:
    asked = Elsewhere(silent)
    first = threading.Thread(target=asked.role, args=("referee-anna", "guess"))
    first.start()
    while not asked._lock.locked():
        time.sleep(0.01)
    began = time.monotonic()
    assert asked.role("referee-bo", "guess") is None
    assert time.monotonic() - began < 2 * BUSY_S
    first.join()
