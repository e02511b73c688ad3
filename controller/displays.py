"""What a table tells the world through, put together: broker, web pages, bus, and who else hears of it."""

from __future__ import annotations

import importlib.metadata
import secrets
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Final

from controller.brokers.accounts import Account, Role
from controller.brokers.broker import Address, embedded_accounts, loopback
from controller.brokers.certificates import check
from controller.brokers.choice import broker_of
from controller.brokers.mosquitto import PID, changed
from controller.brokers.pairing import CLOSED, Door, Pairing
from controller.bus import home_assistant
from controller.bus.authority import JUDGES
from controller.bus.delay import DelayQueue
from controller.bus.mqtt import Bus
from controller.bus.publisher import wall_ms
from controller.bus.replies import Replies
from controller.config import Config
from controller.evidence.store import picture
from controller.games import Games
from controller.history.archive import Archive
from controller.topics import Info, Topics
from controller.voice import Voice, voice_of
from controller.web.server import Web

FIRST: Final = "first"
"""Label of the account whose link is shown when a table serves other computers for the first time."""


@dataclass(frozen=True, slots=True)
class Displays:
    """`far` is the page as other computers reach it; None: they do not."""

    bus: Bus
    web: Web
    far: str | None
    voice: Voice | None


def displays(config: Config, boot: str, games: Games, opened: ExitStack) -> Displays:
    """All of it, running; `opened` ends it. BrokerError, CertificateError and WebError say what to do."""
    if config.web.pair is not None:
        check(config.web.pair)
    topics = Topics(config.table.club, config.table.name)
    broker = broker_of(config, topics)
    opened.callback(broker.stop)
    broker.start()
    evidence = partial(picture, games.folder)
    archive = Archive(games.folder, config.broadcast.delay_s, broadcast=config.broadcast.always)
    web = Web(
        topics,
        broker.address,
        config.web.host,
        config.web.port or None,
        evidence=evidence,
        archive=archive,
        door=_door(config, topics),
        tls=config.web.pair,
    )
    opened.callback(web.stop)
    web.start()
    info = _info(config, web)
    late = DelayQueue(config.broadcast.delay_s, time.monotonic)
    replies = Replies(config.data / "commands.sqlite", boot, wall_ms)
    bus = Bus(topics, broker.address, info, boot, late=late, replies=replies, open_door=broker.open_door)
    home_assistant.show(bus, topics, info, wanted=config.home_assistant.discovery)
    opened.callback(bus.close)
    bus.start()
    if config.web.announce and not loopback(config.web.host):
        opened.callback(_announce(config, web.port, broker.address))
    voice = voice_of(config.voice)
    if voice is not None:
        opened.callback(voice.close)
    return Displays(bus, web, web.far, voice)


def _info(config: Config, web: Web) -> Info:
    """What the table says of itself."""
    return Info(
        software=importlib.metadata.version("jantaku"),
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
    if any(account.role is not Role.CONTROLLER for account in accounts):
        return None
    made = Account.named(FIRST, Role.HOUSE, table=config.table.name)
    secret = accounts.put(made)
    accounts.write()
    changed(folder / PID)
    return made, secret


def _door(config: Config, topics: Topics) -> Door:
    """Judges are known, and displays let in, where the table's own broker has the accounts."""
    if config.broker.url and not config.broker.bridge:
        return CLOSED
    folder = config.data / "broker"

    def admit(role: Role, seat: int | None) -> tuple[Account, str]:
        accounts = embedded_accounts(folder, topics)
        made = Account.named(f"paired-{secrets.token_hex(3)}", role, seat, config.table.name)
        secret = accounts.add(made)
        accounts.write()
        changed(folder / PID)
        return made, secret

    def judge(device: str, secret: str) -> bool:
        return embedded_accounts(folder, topics).role(device, secret) in JUDGES

    return Door(judge, Pairing(admit))


def _announce(config: Config, port: int, broker: Address) -> Callable[[], None]:
    from controller.bus.discovery import announce, offers  # noqa: PLC0415 - only where others are served

    encrypted = config.web.pair is not None
    offered = offers(config.table.club, config.table.name, port, broker.far, tls=encrypted)
    return announce(offered, config.web.host)
