"""A club in one process: log, accounts, hub and pages, put together."""

from __future__ import annotations

import fcntl
import time
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from club.access.access import Access
from club.access.sign_in import RefusedError
from club.hub.broker import Broker
from club.hub.config import Config, ConfigError
from club.hub.hall import Hall
from club.hub.hub import Hub, Parts
from club.hub.pictures import Pictures
from club.hub.wire import Address
from club.log.desk import Desk
from club.log.people import People
from club.log.store import Store
from club.web.server import Config as WebConfig
from club.web.server import Server


@dataclass
class Running:
    """`close` ends everything in order."""

    desk: Desk
    hub: Hub
    server: Server
    broker: Broker | None
    """Our own; None: the configuration names one."""
    close: ExitStack


def start(config: Config) -> Running:
    """Everything in its order. ConfigError, Fault, WireError and ServerError say in one sentence what to
    do."""
    with ExitStack() as opened:
        _lock(config.data, opened)
        broker = None if config.broker.url else _broker(config, opened)
        store = Store(config.log)
        opened.callback(store.close)
        desk, people, access, hall = Desk(store), People(store), Access(store.engine), Hall()
        pictures = Pictures()
        server = Server(desk, people, hall, access, _web(config), pictures=pictures)
        hub = Hub(
            Parts(
                club=config.club,
                desk=desk,
                address=_address(config) if broker is None else Address.of(broker.url),
                data=config.data,
                names=lambda ids: _names(people, ids),
                account=config.broker.user,
                sign_in=lambda label, seated, token: _signed(access, label, seated, token),
                sign_ins=config.tables.sign_in,
                streams=config.tables.streams,
                broadcast=server.broadcast,
                pictures=pictures,
            ),
            hall,
        )
        server.start()
        opened.callback(server.stop)
        hub.start()
        opened.callback(hub.close)
        return Running(desk, hub, server, broker, opened.pop_all())


def _broker(config: Config, opened: ExitStack) -> Broker:
    broker = Broker(config.data / "broker", config.club)
    opened.callback(broker.stop)
    broker.start()
    return broker


def _address(config: Config) -> Address:
    named = config.broker
    return Address.of(named.url, named.user, named.password, named.ca)


def _web(config: Config) -> WebConfig:
    web = config.web
    if (web.certificate is None) != (web.key is None):
        raise ConfigError("TLS needs both: web.certificate and web.key.")
    tables = config.tables
    return WebConfig(web.host, web.port, web.certificate, web.key, tables.delay_s, tables.streams)


def _names(people: People, ids: Iterable[int]) -> dict[int, str]:
    return {number: details.name for number, details in people.get(ids).items()}


def _signed(access: Access, label: str, seated: int | None, token: str) -> int:
    try:
        return access.sign_in.at_table(label, seated, token, time.time())
    except SQLAlchemyError as error:
        raise RefusedError("no_database") from error


def _lock(data: Path, opened: ExitStack) -> None:
    """One hub a data directory."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        held = opened.enter_context((data / "lock").open("wb"))
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise ConfigError(f"Another hub uses {data}: stop it first, or give another with --data.") from error
    except OSError as error:
        raise ConfigError(f"{data} cannot be used ({error.strerror}): give another with --data.") from error
