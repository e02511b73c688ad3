"""Who comes in at a table's own broker: displays, telephones and browsers of this computer."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from contract.roles import Role
from contract.topics import Topics
from controller.assembly.door import Keeper, door_of, own_role
from controller.broker import ticket
from controller.broker.broker import Address, embedded_accounts
from controller.config import Config, parse
from tests.mine import mine

TOPICS = Topics("home", "table-1")
ADDRESS = Address("127.0.0.1", 1)


@pytest.fixture
def config(tmp_path: Path) -> Config:
    (tmp_path / "broker").mkdir()
    return parse({"data": tmp_path}, "the test")


def names(config: Config) -> list[str]:
    return [account.name for account in embedded_accounts(config.data / "broker", TOPICS)]


def test_a_display_that_paired_has_the_role_it_was_given_and_no_other_secret(config: Config) -> None:
    keeper = Keeper(config, TOPICS)
    referee, secret = keeper.admit(Role.REFEREE, None)
    seat, other = keeper.admit(Role.SEAT, 2)
    assert referee.name.startswith("referee-paired-")
    assert (seat.role, seat.seat, seat.table) == (Role.SEAT, 2, "table-1")
    assert own_role(config, referee.name, secret) is Role.REFEREE
    assert own_role(config, seat.name, other) is Role.SEAT
    assert own_role(config, referee.name, other) is None
    assert own_role(config, "referee-nobody", secret) is None
    assert keeper.known() == [], "a display that paired is no telephone"


def test_telephones_come_to_a_seat_and_are_sent_away(config: Config) -> None:
    keeper = Keeper(config, TOPICS)
    keeper.admit(Role.SEAT, 1)
    (first, secret), (second, _) = keeper.pair(1), keeper.pair(3)
    assert {(each.name, each.seat) for each in keeper.known()} == {(first.name, 1), (second.name, 3)}
    assert own_role(config, first.name, secret) is Role.SEAT
    keeper.send_away([first.name])
    assert [each.name for each in keeper.known()] == [second.name]
    assert own_role(config, first.name, secret) is None


def test_of_this_computers_browsers_the_oldest_makes_room(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ticket, "MOST", 3)
    keeper, seconds = Keeper(config, TOPICS), iter((0x65000000, 0x65000001, 0x65000002, 0x65000003))
    mine(monkeypatch, time, time=lambda: next(seconds))
    made = [keeper.admit_here() for _ in range(4)]
    assert all(name.startswith(f"house-here-6500000{n}-") for n, (name, _) in enumerate(made))
    assert [name in names(config) for name, _ in made] == [False, True, True, True]
    assert own_role(config, *made[3]) is Role.HOUSE


def test_where_the_accounts_are_elsewhere_nothing_pairs_here(config: Config) -> None:
    here = door_of(config, TOPICS, ADDRESS, "a ticket")
    assert here.pairing is not None
    assert here.phones is not None
    there = parse({"data": config.data, "broker": {"url": "mqtt://hub"}}, "the test")
    door = door_of(there, TOPICS, ADDRESS, "a ticket")
    assert (door.pairing, door.here, door.phones) == (None, None, None)


def test_a_list_that_cannot_be_read_opens_nothing(config: Config) -> None:
    keeper = Keeper(config, TOPICS)
    account, secret = keeper.admit(Role.HOUSE, None)
    assert own_role(config, account.name, secret) is Role.HOUSE
    (config.data / "broker" / "accounts.json").write_text("{")
    assert own_role(config, account.name, secret) is None
