"""Who comes in at a table's own broker: displays, browsers of its computer, telephones."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from contract.roles import Role
from contract.topics import Topics
from controller.broker.accounts import Account, Accounts
from controller.broker.broker import Address, embedded_accounts, loopback
from controller.broker.elsewhere import Elsewhere
from controller.broker.errors import BrokerError
from controller.broker.pairing import Door, Here, Pairing
from controller.broker.phones import LABEL, Phones, is_phone
from controller.broker.ticket import HERE, oldest
from controller.config import Config
from runtime.mosquitto import PID
from runtime.reload import changed

FIRST: Final = "first"
"""Label of the account whose link is shown when a table serves other computers for the first time."""


def first_account(config: Config) -> tuple[Account, str] | None:
    """A table whose own broker serves other computers needs somebody who may command it from there: the
    account of the house and its secret, None where there are accounts already."""
    if (config.broker.url and not config.broker.bridge) or loopback(config.web.host):
        return None
    folder = config.data / "broker"
    accounts = embedded_accounts(folder, Topics(config.table.club, config.table.name))
    if any(
        account.role not in (Role.CONTROLLER, Role.GUEST) and not account.name.startswith(HERE)
        for account in accounts
    ):
        return None
    made = Account.named(FIRST, Role.HOUSE, table=config.table.name)
    secret = accounts.put(made)
    accounts.write()
    changed(folder / PID)
    return made, secret


def own_role(config: Config, device: str, secret: str) -> Role | None:
    """The role of an account by the table's own list; no broker need run for that."""
    topics = Topics(config.table.club, config.table.name)
    with suppress(BrokerError):
        return embedded_accounts(config.data / "broker", topics).role(device, secret)
    return None


def door_of(config: Config, topics: Topics, broker: Address, ticket: str | None) -> Door:
    """Displays pair where the table's own broker keeps the accounts."""
    own = partial(own_role, config)
    if config.broker.url and not config.broker.bridge:
        return Door(Elsewhere(broker).role, names=config.web.names, own_role=own)
    keeper = Keeper(config, topics)
    here = Here(keeper.admit_here, lambda *account: own(*account) is Role.HOUSE, ticket)
    return Door(own, Pairing(keeper.admit), here, config.web.names, own, Phones(keeper))


class Keeper:
    """Writes the table's own list of accounts, and has the broker read it."""

    def __init__(self, config: Config, topics: Topics) -> None:
        self._table = config.table.name
        self._folder = config.data / "broker"
        self._topics = topics
        self._writing = threading.Lock()

    def admit(self, role: Role, seat: int | None) -> tuple[Account, str]:
        """The account of a display that has paired by its digits, and its secret."""
        return self._put(Account.named(f"paired-{secrets.token_hex(3)}", role, seat, self._table))

    def admit_here(self) -> tuple[str, str]:
        """A browser of the table's own computer."""
        label = f"{HERE.removeprefix('house-')}{int(time.time()):08x}-{secrets.token_hex(3)}"
        made, secret = self._put(Account.named(label, Role.HOUSE, table=self._table))
        return made.name, secret

    def known(self) -> list[Account]:
        """The accounts that codes have made; those of a seat in the order of their time."""
        return [account for account in self._accounts() if is_phone(account)]

    def pair(self, seat: int) -> tuple[Account, str]:
        """A telephone at a seat."""
        label = f"{LABEL}{int(time.time()):08x}-{secrets.token_hex(3)}"
        return self._put(Account.named(label, Role.SEAT, seat, self._table))

    def send_away(self, names: Sequence[str]) -> None:
        """These accounts open nothing any more, and their connections end."""
        with self._writing:
            accounts = self._accounts()
            for name in names:
                accounts.remove(name)
            accounts.write()
        changed(self._folder / PID)

    def _put(self, made: Account) -> tuple[Account, str]:
        with self._writing:
            accounts = self._accounts()
            for name in oldest(accounts):
                accounts.remove(name)
            secret = accounts.add(made)
            accounts.write()
        changed(self._folder / PID)
        return made, secret

    def _accounts(self) -> Accounts:
        return embedded_accounts(self._folder, self._topics)
