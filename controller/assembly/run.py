"""Puts a table together and runs it: the one place that knows of real and of virtual parts."""

from __future__ import annotations

import contextlib
import secrets
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, get_args

from contract.messages import Command
from contract.stored.codec import encode
from controller.assembly.devices import Devices, body_of
from controller.assembly.displays import Displays, displays
from controller.broker.ticket import here_link
from controller.bus.mqtt import Bus
from controller.clock import Clock, FastClock, PacedClock, RealClock, computer
from controller.config import Config, ConfigError
from controller.evidence.keeper import Evidence
from controller.evidence.store import Store
from controller.loop.parts import Parts
from controller.loop.service import Service
from controller.panel.panel import Panel
from controller.panel.panel_gpio import GpioPanel
from controller.table.games import Games
from controller.table.journal import JournalError
from controller.table.round_clock import Limit
from controller.virtual.answering_players import Witness
from controller.virtual.compare import Report, compare
from controller.virtual.restart import Keeper, agree
from controller.virtual.world import VirtualTable
from controller.web.server import Web
from engine.classical.flower import with_flowers
from engine.rules.ruleset import Ruleset
from engine.state.events import Event, GameStarted
from firmware_bridge.virtual.device import BuiltDevice
from runtime.clock import CLOCK, Code
from runtime.health import Health, Program
from runtime.tasks import BrokenError, Part, Tasks
from runtime.version import version
from vision.scene.venue import Venue

FAST_FRAME_S: Final = 0.1
"""Table seconds from picture to picture when the table runs as fast as it can."""
FAST_PACE: Final = 4.0
"""How much hastier the virtual people are then; what must be read still rests long enough."""
HANG_S: Final = 30.0
"""A main loop that does not turn for so long hangs, and the process ends. A turn takes 0.1 s."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; None is no wish."""

    speed: float = 1.0
    hands: int | None = None
    seed: int | None = None
    record: tuple[Event, ...] | None = None
    new: bool = False
    assigned_only: bool = False
    """A virtual table plays what its club assigns, and nothing else."""


@dataclass
class Running:
    """A table that has been put together."""

    service: Service
    clock: Clock
    frame_s: float
    url: str
    far: str | None
    """The page as other computers reach it; None: they do not."""
    ticket: str | None
    """What lets browsers of this computer in; None: the accounts are another broker's."""
    world: VirtualTable | None
    before: Callable[[float], None]
    after: Callable[[], None]
    close: Callable[[], None]
    builds: bool
    """The machine's firmware is being compiled, for the first time on this computer."""
    tasks: Tasks
    main: Part

    def link(self, page: str) -> str | None:
        """The address of a page that lets a browser of this computer in."""
        return None if self.ticket is None else here_link(self.url, self.ticket, page)

    @property
    def finished(self) -> bool:
        """A virtual game is over when its people have left; a real table has no end."""
        return self.world is not None and self.world.finished

    def step(self) -> tuple[Event, ...]:
        """One picture: the people move, the table looks and decides."""
        self.main.beat()
        now = self.clock.now()
        self.before(now)
        accepted = self.service.step(now)
        self.after()
        self.clock.sleep_until(now + self.frame_s)
        return accepted

    def report(self) -> Report | None:
        """What was followed against what happened, for a virtual table."""
        if self.world is None:
            return None
        plans = self.world.plans if self.world.finished else self.world.plans[:-1]
        return compare(plans, self.service.table.events)


def start(config: Config, wishes: Wishes, tasks: Tasks | None = None) -> Running:
    """Everything in order; errors of the parts say in one sentence what to do."""
    tasks = tasks or Tasks()
    rules, venue = _rules(config), _venue(config)
    games = Games(config.data)
    virtual = config.camera.kind == "rendered"
    clock = _clock(wishes.speed, virtual)
    with contextlib.ExitStack() as opened:
        opened.callback(tasks.close)
        opened.callback(games.lock())
        CLOCK.keep(config.data)
        path, saved = _resumable(games, wishes, virtual, config)
        table = games.open(path) if path else None
        if table is not None:
            opened.callback(table.close)
        world = _world(rules, wishes, config, venue, saved) if virtual else None
        if world is not None and table is not None:
            agree(world, table)
        body = body_of(config, clock, venue, world, saved, opened, tasks, fast=wishes.speed == 0)
        boot = secrets.token_hex(4)
        health = Health(tasks, version(), config.health.readers)
        told = displays(config, boot, games, opened, health)
        keep = Keeper(games, path or games.new(), world, body.device)
        announced = GameStarted(rules.name, rules.record, config.table.players)
        evidence = _evidence(config, wishes, games, opened, tasks)
        parts = _parts(config, wishes, rules, clock, body, told, evidence, tasks)
        service = Service(parts, lambda: (keep.begin(), announced), table, boot, clock.now())
        opened.callback(service.close)
        health.of(Program(service.vitals.look, service.vitals.figures))
        stack = opened.pop_all()
    return Running(
        service=service,
        clock=clock,
        frame_s=FAST_FRAME_S if wishes.speed == 0 else 1.0 / config.camera.fps,
        url=told.web.url,
        far=told.far,
        ticket=told.ticket,
        world=world,
        before=_people(world, body, config, service, told.bus) if world else _chain(body.panel, service),
        after=lambda: _after(keep, told.web, service),
        close=stack.close,
        builds=isinstance(body.device, BuiltDevice) and body.device.first,
        tasks=tasks,
        main=tasks.part("main"),
    )


def _parts(
    config: Config,
    wishes: Wishes,
    rules: Ruleset,
    clock: Clock,
    body: Devices,
    told: Displays,
    evidence: Evidence | None,
    tasks: Tasks,
) -> Parts:
    timed = config.clock.kind == "round"
    return Parts(
        body.device,
        body.panel,
        body.camera,
        body.eyes,
        told.bus,
        told.web,
        evidence,
        body.teacher,
        sets=config.machine.sets,
        assigned_only=wishes.assigned_only and config.camera.kind == "rendered",
        limit=Limit.of(rules, gong=config.clock.start == "gong") if timed else None,
        uptime=computer if isinstance(clock, RealClock) else None,
        data=config.data,
        voice=told.voice,
        tasks=tasks,
    )


def _after(keep: Keeper, web: Web, service: Service) -> None:
    keep.after(service)
    trouble = CLOCK.trouble()
    for code in get_args(Code):
        service.warn(code, trouble.sentence if trouble is not None and trouble.code == code else None)
    game = service.table.game
    web.follow(None if game is None else (service.table.name, game))


def _clock(speed: float, virtual: bool) -> Clock:
    """A real table knows one speed only."""
    if not virtual or speed == 1.0:
        return RealClock()
    return PacedClock(speed) if speed else FastClock()


def _rules(config: Config) -> Ruleset:
    try:
        rules = Ruleset.preset(config.table.preset, config.table.options)
    except ValueError as error:
        raise ConfigError(str(error)) from error
    if with_flowers(rules):
        raise ConfigError("The machine holds 136 tiles: set classical.flowers to false.")
    return rules


def _venue(config: Config) -> Venue:
    look = config.virtual
    light = None if look.light is None else str(look.light)
    try:
        return Venue.chosen(look.venue, look.style, light, look.mess, look.tidiness)
    except ValueError as error:
        raise ConfigError(str(error)) from error


def _evidence(
    config: Config, wishes: Wishes, games: Games, opened: contextlib.ExitStack, tasks: Tasks
) -> Evidence | None:
    """Kept unless nobody wants it; a simulation that runs as fast as it can has nobody to judge."""
    if not config.evidence.megabytes or not wishes.speed:
        return None
    store = Store(games.folder, config.evidence.megabytes * 1_000_000)
    kept = Evidence(store, hands=config.evidence.hands, part=tasks.part("evidence"))
    opened.callback(kept.close)
    return kept


def loop(running: Running, watch: Callable[[tuple[Event, ...]], bool]) -> None:
    """Runs until `watch`, told what each turn accepted, says False, or a signal asks to stop.

    BrokenError when a needed part cannot go on, and after an error of the program in the loop itself: what
    is confirmed lies in the journal, and a new process begins where it ends.
    """
    stopping: list[int] = []
    running.tasks.watch(running.main, HANG_S)
    before = {
        number: signal.signal(number, lambda n, _: stopping.append(n))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        while not stopping and watch(running.step()):
            running.tasks.check()
    except BrokenError:
        raise
    except Exception as error:
        running.main.fatal(error)
        running.tasks.check()
    finally:
        running.main.stopping.set()
        for number, handler in before.items():
            signal.signal(number, handler)


def _resumable(
    games: Games, wishes: Wishes, virtual: bool, config: Config
) -> tuple[Path | None, dict[str, Any] | None]:
    """The game to go on with, and how its virtual table stood; JournalError when that is lost."""
    path = None if wishes.new else games.unfinished()
    if path is None:
        return None, None
    saved = games.world(path)
    if not virtual:
        return (path, None) if saved is None else (None, None)
    if saved is None:
        raise JournalError(
            f"How the table of the interrupted game {path} stood is not on the disk any more: "
            "begin another game with --new."
        )
    world = saved["world"]
    same_rules = world["preset"] == config.table.preset and world["options"] == config.table.options
    same_seed = wishes.seed is None or world["seed"] == wishes.seed
    record = None if wishes.record is None else [encode(e) for e in wishes.record]
    same_record = world["record"] == record or (record is None and wishes.seed is None)
    same = same_rules and same_seed and same_record
    return (path, saved) if same or wishes.assigned_only else (None, None)


def _world(
    rules: Ruleset, wishes: Wishes, config: Config, venue: Venue, saved: dict[str, Any] | None
) -> VirtualTable:
    pace = FAST_PACE if wishes.speed == 0 else 1.0
    if saved is not None:
        try:
            return VirtualTable.restore({**saved["world"], "pace": pace, "hands": wishes.hands})
        except ValueError as error:
            raise JournalError(f"{error} The option --new does that.") from error
    seed = secrets.randbelow(1_000_000) if wishes.seed is None else wishes.seed
    return VirtualTable(
        rules,
        config.table.players,
        seed=seed,
        record=wishes.record,
        tidiness=venue.tidiness,
        pace=pace,
        hands=wishes.hands,
        mess=venue.mess,
    )


def _people(
    world: VirtualTable, body: Devices, config: Config, service: Service, bus: Bus
) -> Callable[[float], None]:
    """They play what the table announces, and answer what the screens ask."""
    witness = Witness(world, lambda t: body.rig.at(t).view, config.virtual.answers)
    game = service.table.game
    playing = service.table.name if game is not None and world.knows(game) else None

    def live(now: float) -> None:
        nonlocal playing
        game = service.table.game
        if service.table.name != playing and game is not None:
            world.invite(game)
            playing = service.table.name
        if not service.paused:
            world.step(now)
        if isinstance(body.device, BuiltDevice):
            service.warn("machine_model", body.device.trouble)
        hand = None if game is None else game.hand
        shown = () if hand is None else (*hand.indicators, *hand.ura)
        for question, tile in witness.look(service.questions, now, shown):
            answer = {"question": question, "tile": None if tile is None else str(tile)}
            bus.take(Command(id=secrets.token_hex(8), by="virtual player", name="answer", body=answer))

    return live


def _chain(panel: Panel, service: Service) -> Callable[[float], None]:
    """What the seat panel's pins say of the emergency stop; a touch screen knows nothing of it."""
    return lambda now: service.warn("estop", panel.trouble if isinstance(panel, GpioPanel) else None)
