"""`jantaku mqtt check`: whether a broker does what tables and screens rely on."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

import click

from contract.roles import Role
from contract.topics import Topics
from controller.broker.accounts import Account, AccountError, Accounts
from controller.broker.broker import Address, embedded_accounts, listening
from controller.broker.club import ClubBroker
from controller.broker.errors import BrokerError
from controller.bus.conformance import Bench, Outcome, run
from controller.bus.conformance_checks import CHECKS, accounts_of_all_roles, role_of
from controller.cli.mqtt.commands import fail
from controller.cli.mqtt.session import of_a_table, whereabouts
from controller.config import ConfigError, present
from runtime.mosquitto import PID
from runtime.reload import changed

TABLE: Final = "conformance"
RELOAD_S: Final = 0.5
"""mosquitto reads its files again within a turn of its loop after SIGHUP."""
Checks = dict[str, Callable[[Bench], None]]


@click.command()
@click.argument("url", required=False)
@click.option("--dir", "folder", type=click.Path(path_type=Path), help="A club's broker that runs here.")
@of_a_table
@click.option("--json", "as_json", is_flag=True, help="One JSON line a check on stdout and nothing else.")
def check(url: str | None, folder: Path | None, as_json: bool, **where: Any) -> None:
    """Check a broker: the one at URL, with --dir a club's, otherwise that of the table that runs here.

    Twenty-four checks of retained messages, wills, sessions, order and MQTT 5, below the topics of a table
    `conformance` that does not exist. For a broker of this computer the access of every role is checked,
    too, with temporary accounts. Exit code 0: all is well; 1: something is not.

    \b
    Example: jantaku mqtt check mqtt://192.168.1.5
             sudo jantaku mqtt check --dir /etc/jantaku
    """
    where["table"] = where["table"] or TABLE
    failed = 0
    try:
        with _bench(url, folder, where) as (bench, checks):
            for outcome in run(bench, checks):
                failed += not outcome.ok
                _print(outcome, as_json)
    except (AccountError, BrokerError, ConfigError) as error:
        fail(str(error), as_json)
    except PermissionError as error:
        fail(f"{error.filename} may not be read: run this with sudo, or as its owner.", as_json)
    raise SystemExit(1 if failed else 0)


def _print(outcome: Outcome, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(asdict(outcome)))
    else:
        click.echo(
            f"{'ok    ' if outcome.ok else 'FAILED'} {outcome.check.replace('_', ' '):<38} {outcome.says}"
        )


@contextmanager
def _bench(url: str | None, folder: Path | None, where: dict[str, Any]) -> Iterator[tuple[Bench, Checks]]:
    if url is not None or where["broker"]:
        address, topics = whereabouts({**where, "broker": url or where["broker"]})
        yield Bench(address, topics.root), dict(CHECKS)
        return
    with _own(folder, where) as (address, accounts, topics, reread):
        mark = f"check-{secrets.token_hex(3)}"
        controller = Account.named(mark, Role.CONTROLLER, table=where["table"])
        given = {
            made: accounts.add(made) for made in (controller, *accounts_of_all_roles(mark, where["table"]))
        }
        accounts.write()
        reread()
        try:
            signed = {
                made: replace(address, username=made.name, password=secret) for made, secret in given.items()
            }
            bench = Bench(signed.pop(controller), topics.root)
            roles = [role_of(made, of) for made, of in signed.items()]
            yield bench, {**CHECKS, **{each.__name__: each for each in roles}}
        finally:
            for made in given:
                accounts.remove(made.name)
            accounts.write()
            reread()


@contextmanager
def _own(
    folder: Path | None, where: dict[str, Any]
) -> Iterator[tuple[Address, Accounts, Topics, Callable[[], None]]]:
    """A broker of this computer: where programs reach it, its accounts, and how to make it read them."""
    if folder is not None:
        club = ClubBroker(folder)
        settings = club.settings()
        address = Address("127.0.0.1", settings.local_port)
        accounts, pid, topics = club.accounts(), club.pid, Topics(settings.club, where["table"])
    else:
        config = present(where["config"], where["data"])
        folder = config.data / "broker"
        address, pid = listening(folder), folder / PID
        accounts = embedded_accounts(folder, Topics(config.table.club, config.table.name))
        topics = Topics(config.table.club, where["table"])

    def reread() -> None:
        if not changed(pid):
            raise BrokerError("The broker does not run here, or is another user's: start it, or use sudo.")
        time.sleep(RELOAD_S)

    yield address, accounts, topics, reread
