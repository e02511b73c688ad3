"""A club in one process: log, accounts, hub and pages, put together."""

from __future__ import annotations

import fcntl
import logging
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from club import first_link, pages_note
from club.access.services import Access
from club.access.sign_in import RefusedError
from club.hub.broker import Broker
from club.hub.config import BusyError, Config, ConfigError
from club.hub.hub import Hub, Parts
from club.hub.mqtt_client import Address
from club.hub.pictures import Pictures
from club.hub.table_status import Hall
from club.log.desk import LogDesk
from club.log.faults import LogRefusal
from club.log.head import Head
from club.log.people.people import People
from club.log.people.sweep import Sweeper
from club.log.store.marks import own
from club.log.store.store import Store
from club.vitals import Answering, HubVitals
from club.web.care import Upkeep
from club.web.server import Config as WebConfig
from club.web.server import Server
from runtime.clock import CLOCK
from runtime.health import Health, Program
from runtime.stored import StoredError
from runtime.tasks import Tasks
from runtime.version import version
from runtime.web.crowd import Listener
from runtime.web.road import Road
from upkeep.computer import table_here
from upkeep.desk import CareDesk

_LOG = logging.getLogger(__name__)


@dataclass
class Running:
    """`close` ends everything in order."""

    desk: LogDesk
    hub: Hub
    server: Server
    broker: Broker | None
    """Our own; None: the configuration names one."""
    close: ExitStack
    tasks: Tasks
    health: Health
    first_link: str | None
    """That signs the director in once; None where somebody directs the club already."""


def start(config: Config, tasks: Tasks | None = None, listener: Listener | None = None) -> Running:
    """Everything in its order; `listener` is a socket that listens for its pages already. ConfigError,
    LogRefusal, BrokerAddressError and ServerError say in one sentence what to do."""
    tasks = tasks or Tasks()
    with ExitStack() as opened:
        opened.callback(tasks.close)
        _lock(config.data, opened)
        _clock(config.data)
        broker = None if config.broker.url else _broker(config, opened, tasks)
        store, desk, people = _log(config, opened, tasks)
        access, hall, pictures = Access(store.database), Hall(), Pictures()
        health = Health(tasks, version(), config.health.readers)
        address = _address(config) if broker is None else broker.address
        server = Server(
            *(desk, people, hall, access, _web(config, address)),
            pictures=pictures,
            health=health,
            upkeep=Upkeep(None if table_here() else CareDesk(config.updates.index), config.data),
        )
        hub = _hub(_parts(config, desk, people, access, server, pictures, address, tasks), hall)
        vitals = HubVitals(hub, desk, Answering(store.database.trouble))
        health.of(Program(vitals.look, vitals.figures))
        server.start(listener)
        opened.callback(server.stop)
        pages_note.keep(config.data, config.web, server.port)
        link = server.first_link()
        first_link.keep(config.data, link, server.port)
        hub.start()
        opened.callback(hub.close)
        return Running(desk, hub, server, broker, opened.pop_all(), tasks, health, link)


def _clock(data: Path) -> None:
    try:
        CLOCK.keep(data)
    except StoredError as error:
        raise ConfigError(str(error)) from error


def _log(config: Config, opened: ExitStack, tasks: Tasks) -> tuple[Store, LogDesk, People]:
    """The club's own log, set against the note that the hub before has left."""
    store = Store(config.log)
    opened.callback(store.close)
    own(store, config.club)
    head, sweeper = Head(config.data), Sweeper(store, tasks)
    desk, people = LogDesk(store), People(store, head.people, sweeper.ask)
    missing = head.open(desk, store, people)
    if missing is not None:
        _LOG.warning("%s", missing)
    opened.callback(desk.subscribe(head.entries))
    sweeper.start()
    opened.callback(sweeper.close)
    return store, desk, people


def _parts(
    config: Config,
    desk: LogDesk,
    people: People,
    access: Access,
    server: Server,
    pictures: Pictures,
    address: Address,
    tasks: Tasks,
) -> Parts:
    """What the hub needs of the rest of the club."""
    return Parts(
        club=config.club,
        desk=desk,
        address=address,
        data=config.data,
        names=lambda ids: _names(people, ids),
        account=config.broker.user,
        sign_in=lambda label, seated, token: _signed(access, label, seated, token),
        sign_ins=config.tables.sign_in,
        streams=config.tables.streams,
        broadcast=server.broadcast,
        pictures=pictures,
        tasks=tasks,
    )


def _hub(parts: Parts, hall: Hall) -> Hub:
    try:
        return Hub(parts, hall)
    except StoredError as error:
        raise ConfigError(str(error)) from error


def _broker(config: Config, opened: ExitStack, tasks: Tasks) -> Broker:
    part = tasks.part("club-broker")
    broker = Broker(config.data / "broker", config.club, config.broker.user, part)
    opened.callback(broker.stop)
    broker.start()
    return broker


def _address(config: Config) -> Address:
    named = config.broker
    return Address.of(named.url, named.user, named.password, named.ca)


def _web(config: Config, address: Address) -> WebConfig:
    web = config.web
    if (web.certificate is None) != (web.key is None):
        raise ConfigError("TLS needs both: web.certificate and web.key.")
    tables = config.tables
    return WebConfig(
        web.host,
        web.port,
        web.certificate,
        web.key,
        tables.delay_s,
        tables.streams,
        web.names,
        web.proxies,
        Road(None, address.host, address.port, address.context()),
    )


def _names(people: People, ids: Iterable[int]) -> dict[int, str]:
    return {number: details.name for number, details in people.get(ids).items()}


def _signed(access: Access, label: str, seated: int | None, token: str) -> int:
    try:
        return access.sign_in.at_table(label, seated, token, CLOCK.now_s())
    except LogRefusal as error:
        raise RefusedError("no_database") from error


def _lock(data: Path, opened: ExitStack) -> None:
    """One hub a data directory."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        held = opened.enter_context((data / "lock").open("wb"))
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise BusyError(f"Another hub uses {data}: stop it first, or give another with --data.") from error
    except OSError as error:
        raise ConfigError(f"{data} cannot be used ({error.strerror}): give another with --data.") from error
