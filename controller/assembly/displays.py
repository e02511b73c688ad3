"""What a table reports through, put together: broker, web pages, bus, and who else receives it."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from contract.messages import Info
from contract.topics import Topics
from controller.appliance.system import first_page
from controller.assembly.door import door_of
from controller.broker.broker import Address, loopback
from controller.broker.certificates import check
from controller.broker.choice import broker_of
from controller.broker.pairing import Door
from controller.broker.phones import Phones
from controller.broker.ticket import put_ticket
from controller.bus import home_assistant
from controller.bus.delay import DelayQueue
from controller.bus.mqtt import Bus
from controller.bus.replies import Replies
from controller.calibration.desk import Calibrating
from controller.clock import wall_ms
from controller.config import Config
from controller.doctor.whole import examined
from controller.evidence.store import picture
from controller.history.archive import Archive
from controller.panel.voice import Voice, voice_of
from controller.setup.desk import Desk
from controller.setup.firmware import has_board
from controller.table.games import Games
from controller.teaching.desk import Teaching
from controller.teaching.learning import Learning
from controller.web.hand import Hands
from controller.web.server import Web
from controller.web.setup import Setup
from runtime.health import Health
from runtime.tasks import Tasks
from runtime.version import version
from runtime.web.crowd import Listener
from upkeep.desk import CareDesk

if TYPE_CHECKING:
    from controller.broker.discovery import Announced


@dataclass(frozen=True, slots=True)
class Displays:
    """`far` is the page as other computers reach it; None: they do not. `ticket` lets browsers of this
    computer in; None: the accounts are another broker's."""

    bus: Bus
    web: Web
    far: str | None
    voice: Voice | None
    ticket: str | None
    calibrating: Calibrating | None
    phones: Phones | None
    announced: Announced | None

    @property
    def named_twice(self) -> bool:
        """Whether another table of this club and name is in the network, or at the same broker."""
        return self.bus.namesake or (self.announced is not None and bool(self.announced.namesakes))


@dataclass(frozen=True, slots=True)
class Entrance:
    """A socket that listens for the pages already, who changes the configuration and calibrates from them,
    the ticket of this start of the program, and what the hands teach the eyes."""

    listener: Listener | None = None
    desk: Desk | None = None
    ticket: str | None = None
    calibrating: Calibrating | None = None
    learning: Learning | None = None


NEW: Final = Entrance()
"""Of a table whose pages nobody waits for."""


def displays(
    config: Config,
    boot: str,
    games: Games,
    opened: ExitStack,
    health: Health,
    entrance: Entrance = NEW,
) -> Displays:
    """All of it, running; `opened` ends it. BrokerError, CertificateError and WebError say what to do."""
    if config.web.pair is not None:
        check(config.web.pair)
    tasks = health.tasks
    topics = Topics(config.table.club, config.table.name)
    broker = broker_of(config, topics, tasks)
    opened.callback(broker.stop)
    broker.start()
    door = door_of(config, topics, broker.address, entrance.ticket)
    web = _web(config, boot, topics, broker.address, games.folder, door, health, entrance)
    opened.callback(web.stop)
    web.start()
    if door.here is not None:
        opened.callback(
            put_ticket(config.data / "broker", web.url, door.here.ticket, first_page(config.data))
        )
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
    announced = None
    if config.web.announce and not loopback(config.web.host):
        announced = _announce(config, web.port, broker.address, tasks)
        opened.callback(announced.end)
    voice = voice_of(config.voice, tasks)
    if voice is not None:
        opened.callback(voice.close)
    ticket = None if door.here is None else door.here.ticket
    return Displays(bus, web, web.far, voice, ticket, entrance.calibrating, door.phones, announced)


def _web(
    config: Config,
    boot: str,
    topics: Topics,
    broker: Address,
    games: Path,
    door: Door,
    health: Health,
    entrance: Entrance,
) -> Web:
    """The pages, not yet served."""
    desk = entrance.desk
    archive = Archive(games, config.broadcast.delay_s, broadcast=config.broadcast.always)
    return Web(
        topics,
        broker,
        config.web.host,
        config.web.port or None,
        evidence=partial(picture, games),
        archive=archive,
        door=door,
        tls=config.web.pair,
        health=health,
        watched=not config.scores_only,
        hands=Hands(config.table.preset, options=config.table.options),
        listener=entrance.listener,
        setup=None if desk is None else Setup(desk, config.data, boot, desk.applied, board=has_board(config)),
        calibrating=entrance.calibrating,
        teaching=_teaching(config, entrance),
        examine=partial(examined, config),
        care=CareDesk(config.updates.index),
    )


def _teaching(config: Config, entrance: Entrance) -> Teaching | None:
    if entrance.calibrating is None:
        return None
    return Teaching(entrance.calibrating, config.data, config.camera.tile_set, entrance.learning)


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
    """What this table can do, as `Info.capabilities` lists it."""
    has = {
        "clock": config.clock.kind != "none",
        "delayed": True,
        "evidence": bool(config.evidence.megabytes) and not config.scores_only,
        "home_assistant": config.home_assistant.discovery,
        "keys": config.panel.kind == "gpio",
        "machine": config.machine.kind != "none",
    }
    return [name for name, there in has.items() if there]


def _announce(config: Config, port: int, broker: Address, tasks: Tasks) -> Announced:
    from controller.broker.discovery import announce, offers  # noqa: PLC0415 - only where others are served

    encrypted = config.web.pair is not None
    offered = offers(config.table.club, config.table.name, port, broker.far, tls=encrypted)
    return announce(offered, config.web.host, part=tasks.part("announce"))
