"""What a table tells the world through, put together: broker, web pages, bus, and who else hears of it."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Final

from contract.messages import Info
from contract.roles import Role
from contract.topics import Topics
from controller.broker.accounts import Account
from controller.broker.broker import Address, embedded_accounts, loopback
from controller.broker.certificates import check
from controller.broker.choice import broker_of
from controller.broker.elsewhere import Elsewhere
from controller.broker.pairing import Door, Here, Pairing
from controller.broker.ticket import HERE, oldest, put_ticket
from controller.bus import home_assistant
from controller.bus.authority import JUDGES
from controller.bus.delay import DelayQueue
from controller.bus.mqtt import Bus
from controller.bus.replies import Replies
from controller.clock import wall_ms
from controller.config import Config
from controller.evidence.store import picture
from controller.history.archive import Archive
from controller.panel.voice import Voice, voice_of
from controller.table.games import Games
from controller.web.server import Web
from runtime.health import Health
from runtime.mosquitto import PID
from runtime.reload import changed
from runtime.tasks import Tasks
from runtime.version import version

FIRST: Final = "first"
"""Label of the account whose link is shown when a table serves other computers for the first time."""


@dataclass(frozen=True, slots=True)
class Displays:
    """`far` is the page as other computers reach it; None: they do not. `ticket` lets browsers of this
    computer in; None: the accounts are another broker's."""

    bus: Bus
    web: Web
    far: str | None
    voice: Voice | None
    ticket: str | None


def displays(config: Config, boot: str, games: Games, opened: ExitStack, health: Health) -> Displays:
    """All of it, running; `opened` ends it. BrokerError, CertificateError and WebError say what to do."""
    if config.web.pair is not None:
        check(config.web.pair)
    tasks = health.tasks
    topics = Topics(config.table.club, config.table.name)
    broker = broker_of(config, topics, tasks)
    opened.callback(broker.stop)
    broker.start()
    evidence = partial(picture, games.folder)
    door = _door(config, topics, broker.address)
    archive = Archive(games.folder, config.broadcast.delay_s, broadcast=config.broadcast.always)
    web = Web(
        topics,
        broker.address,
        config.web.host,
        config.web.port or None,
        evidence=evidence,
        archive=archive,
        door=door,
        tls=config.web.pair,
        health=health,
    )
    opened.callback(web.stop)
    web.start()
    if door.here is not None:
        opened.callback(put_ticket(config.data / "broker", web.url, door.here.ticket))
    info = _info(config, web)
    late = DelayQueue(config.broadcast.delay_s, time.monotonic)
    replies = Replies(config.data / "commands.sqlite", boot, wall_ms)
    part = tasks.part("mqtt")
    bus = Bus(
        topics, broker.address, info, boot, late=late, replies=replies, open_door=broker.open_door, part=part
    )
    home_assistant.show(bus, topics, info, wanted=config.home_assistant.discovery)
    opened.callback(lambda: bus.close("failed" if tasks.doomed else "stopped"))
    bus.start()
    if config.web.announce and not loopback(config.web.host):
        opened.callback(_announce(config, web.port, broker.address, tasks))
    voice = voice_of(config.voice, tasks)
    if voice is not None:
        opened.callback(voice.close)
    return Displays(bus, web, web.far, voice, None if door.here is None else door.here.ticket)


def _info(config: Config, web: Web) -> Info:
    """What the table says of itself."""
    return Info(
        software=version(),
        club=config.table.club,
        table=config.table.name,
        preset=config.table.preset,
        web=web.far or web.url,
        ui=web.ui,
        capabilities=_capabilities(config),
    )


def _capabilities(config: Config) -> list[str]:
    """As `Info.capabilities` lists them."""
    has = {
        "clock": config.clock.kind != "none",
        "delayed": True,
        "evidence": bool(config.evidence.megabytes),
        "home_assistant": config.home_assistant.discovery,
        "keys": config.panel.kind == "gpio",
    }
    return [name for name, there in has.items() if there]


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


def _door(config: Config, topics: Topics, broker: Address) -> Door:
    """Displays pair where the table's own broker keeps the accounts; judges are known at either broker."""
    if config.broker.url and not config.broker.bridge:
        elsewhere = Elsewhere(broker)
        return Door(lambda *account: elsewhere.role(*account) in JUDGES, names=config.web.names)
    folder = config.data / "broker"
    writing = threading.Lock()

    def admit(role: Role, seat: int | None) -> tuple[Account, str]:
        return put(Account.named(f"paired-{secrets.token_hex(3)}", role, seat, config.table.name))

    def admit_here() -> tuple[str, str]:
        label = f"{HERE.removeprefix('house-')}{int(time.time()):08x}-{secrets.token_hex(3)}"
        made, secret = put(Account.named(label, Role.HOUSE, table=config.table.name))
        return made.name, secret

    def put(made: Account) -> tuple[Account, str]:
        with writing:
            accounts = embedded_accounts(folder, topics)
            for name in oldest(accounts):
                accounts.remove(name)
            secret = accounts.add(made)
            accounts.write()
        changed(folder / PID)
        return made, secret

    def judge(device: str, secret: str) -> bool:
        return embedded_accounts(folder, topics).role(device, secret) in JUDGES

    def known(device: str, secret: str) -> bool:
        return embedded_accounts(folder, topics).role(device, secret) is Role.HOUSE

    return Door(judge, Pairing(admit), Here(admit_here, known), config.web.names)


def _announce(config: Config, port: int, broker: Address, tasks: Tasks) -> Callable[[], None]:
    from controller.broker.discovery import announce, offers  # noqa: PLC0415 - only where others are served

    encrypted = config.web.pair is not None
    offered = offers(config.table.club, config.table.name, port, broker.far, tls=encrypted)
    return announce(offered, config.web.host, part=tasks.part("announce"))
