"""A club's broker says who is a judge."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from contract.roles import Role
from contract.topics import Topics
from controller.broker.accounts import Account
from controller.broker.broker import EmbeddedBroker, embedded_accounts
from controller.broker.elsewhere import KEPT_S, Elsewhere
from runtime.mosquitto import PID
from runtime.reload import changed
from tests.controller.broker.client import needs_mosquitto

TOPICS = Topics("home", "table-1")
pytestmark = needs_mosquitto


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


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
