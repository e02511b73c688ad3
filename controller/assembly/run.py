"""Puts a table together and runs it: the one place that knows of real and of virtual parts."""

from __future__ import annotations

import contextlib
import secrets
import signal
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, get_args

from contract.messages import Command
from contract.messages.host import What
from controller.appliance.care.unsaved import unsaved
from controller.assembly.choices import clock_of, habits_of, rules_of, venue_of
from controller.assembly.devices import Devices, body_of
from controller.assembly.displays import NEW, Displays, Entrance, displays
from controller.assembly.files import kept_calibration, see_to_card, see_to_files
from controller.assembly.resuming import Resumed, Wishes, new_world, resumed
from controller.broker.ticket import here_link
from controller.bus.mqtt import Bus
from controller.calibration.desk import Calibrating
from controller.clock import Clock, RealClock, computer
from controller.config import Config
from controller.evidence.keeper import Evidence
from controller.evidence.store import Store
from controller.infer.begun import Raised
from controller.infer.pond import truth_of
from controller.loop.parts import Parts
from controller.loop.service import Service
from controller.panel.panel import Panel
from controller.panel.panel_gpio import GpioPanel
from controller.people.host_desk import HostDesk
from controller.power import Logind
from controller.table.games import Games
from controller.table.recovery import Found
from controller.table.round_clock import Limit
from controller.virtual.answering_players import AnsweringPlayers
from controller.virtual.compare import Report, compare
from controller.virtual.restart import Keeper
from controller.virtual.world import VirtualTable
from engine.rules.ruleset import Ruleset
from engine.state.events import Event, GameStarted
from firmware_bridge.virtual.device import BuiltDevice
from runtime.clock import CLOCK, Code
from runtime.health import Health, Program
from runtime.notify import MANAGER
from runtime.tasks import BrokenError, Part, Tasks
from runtime.version import version
from runtime.web.crowd import Listener
from vision.scene.venue import Venue
from words import catalogue

FAST_FRAME_S: Final = 0.1
"""Table seconds from picture to picture when the table runs as fast as it can."""
HANG_S: Final = 30.0
"""A main loop that does not turn for so long hangs, and the process ends. A turn takes 0.1 s."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What the data folder of a table holds when it starts."""

    games: Games
    damaged: Found
    """Files that were put aside or taken from their copies, by code and sentence."""
    usual: GameStarted
    """How a game begins by the table's own rules and names."""
    last: Resumed


@dataclass
class Running:
    """A table that has been put together."""

    service: Service
    clock: Clock
    frame_s: float
    displays: Displays
    world: VirtualTable | None
    before: Callable[[float], None]
    after: Callable[[], None]
    builds: bool
    """The machine's firmware is being compiled, for the first time on this computer."""
    tasks: Tasks
    main: Part
    health: Health
    close: Callable[[], None]

    @property
    def url(self) -> str:
        """The page that links to all screens, as this computer reaches it."""
        return self.displays.web.url

    @property
    def far(self) -> str | None:
        """The same page as other computers reach it; None: they do not."""
        return self.displays.far

    def link(self, page: str) -> str | None:
        """The address of a page that signs a browser of this computer in; None: the accounts are another
        broker's."""
        ticket = self.displays.ticket
        return None if ticket is None else here_link(self.url, ticket, page)

    def listener(self) -> Listener:
        """The socket of the pages, once more: a table that starts again keeps browsers waiting at it."""
        return self.displays.web.listener()

    @property
    def ended(self) -> What | None:
        """What the host wants of the program or the computer; None: it goes on."""
        return self.service.ended

    @property
    def finished(self) -> bool:
        """A virtual game is over when its people have left; a real table has no end."""
        return self.world is not None and self.world.finished

    def step(self) -> tuple[Event, ...]:
        """One picture: the people move, the table looks and decides."""
        self.main.beat()
        MANAGER.turns(self.health.sentence)
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


def start(config: Config, wishes: Wishes, tasks: Tasks | None = None, entrance: Entrance = NEW) -> Running:
    """Starts every part in order; errors of the parts say in one sentence what to do."""
    tasks = tasks or Tasks()
    rules, venue = rules_of(config), venue_of(config)
    with contextlib.ExitStack() as opened:
        opened.callback(tasks.close)
        stored = _stored(config, wishes, rules, opened)
        return _put_together(config, wishes, rules, venue, stored, tasks, entrance, opened)


def _stored(config: Config, wishes: Wishes, rules: Ruleset, opened: contextlib.ExitStack) -> Stored:
    """Locks the data folder and reads what lies in it."""
    games = Games(config.data)
    see_to_card()
    opened.callback(games.lock())
    CLOCK.keep(config.data)
    damaged = see_to_files(config)
    usual = GameStarted(rules.name, rules.record, config.table.players)
    last = resumed(games, wishes, config, damaged, usual)
    if last.table is not None:
        opened.callback(last.table.close)
    return Stored(games, damaged, usual, last)


def _put_together(
    config: Config,
    wishes: Wishes,
    rules: Ruleset,
    venue: Venue,
    stored: Stored,
    tasks: Tasks,
    entrance: Entrance,
    opened: contextlib.ExitStack,
) -> Running:
    """Takes over what `opened` has to close; what `start` does after the disk is read."""
    games, last = stored.games, stored.last
    world = _world(config, wishes, rules, venue, last)
    clock = clock_of(wishes.speed, world is not None)
    body = body_of(config, clock, venue, world, last.saved, opened, tasks, fast=wishes.speed == 0)
    boot = secrets.token_hex(4)
    health = Health(tasks, version(), config.health.readers)
    calibrating = None if body.eyes is None else Calibrating(kept_calibration(config))
    entrance = replace(entrance, calibrating=calibrating, learning=body.learning)
    outlets = displays(config, boot, games, opened, health, entrance)
    keep = Keeper(games, last.path or games.new(), world, body.device)
    evidence = _evidence(config, wishes, games, opened, tasks)
    parts = _parts(config, wishes, rules, clock, body, outlets, evidence, tasks)
    service = Service(parts, lambda: (keep.begin(), stored.usual), last.table, boot, clock.now())
    opened.callback(service.close)
    outlets.web.hosts(_host_desk(config, service, stored, body))
    for code, sentence in {**stored.damaged, **body.found}.items():
        service.warn(code, sentence)
    _warn(service, outlets)
    health.of(Program(service.vitals.look, service.vitals.figures))
    return Running(
        service=service,
        clock=clock,
        frame_s=FAST_FRAME_S if wishes.speed == 0 else 1.0 / config.camera.fps,
        displays=outlets,
        world=world,
        before=_people(world, body, config, service, outlets.bus) if world else _chain(body.panel, service),
        after=lambda: _after(keep, service, outlets),
        builds=isinstance(body.device, BuiltDevice) and body.device.first,
        tasks=tasks,
        main=tasks.part("main"),
        health=health,
        close=opened.pop_all().close,
    )


def _world(
    config: Config, wishes: Wishes, rules: Ruleset, venue: Venue, last: Resumed
) -> VirtualTable | None:
    """The table of a rendered camera; None where the camera is a real one."""
    if config.camera.kind != "rendered":
        return None
    return last.world or new_world(rules, wishes, config, venue)


def _host_desk(config: Config, service: Service, stored: Stored, body: Devices) -> HostDesk:
    sets = None if body.device is None else config.machine.sets
    return HostDesk(service.hosting, stored.usual, stored.games, config.scores_only, sets)


def _parts(
    config: Config,
    wishes: Wishes,
    rules: Ruleset,
    clock: Clock,
    body: Devices,
    outlets: Displays,
    evidence: Evidence | None,
    tasks: Tasks,
) -> Parts:
    timed = config.clock.kind == "round"
    return Parts(
        body.device,
        body.panel,
        body.camera,
        body.eyes,
        outlets.bus,
        outlets.web,
        evidence,
        body.teacher,
        habits=habits_of(config),
        walls=Raised(config.table.walls),
        sets=config.machine.sets,
        assigned_only=wishes.assigned_only and config.camera.kind == "rendered",
        limit=Limit.of(rules, gong=config.clock.start == "gong") if timed else None,
        uptime=computer if isinstance(clock, RealClock) else None,
        data=config.data,
        unsaved=unsaved(config.backups.remind_days, config.data),
        voice=outlets.voice,
        power=Logind() if wishes.speed and wishes.hands is None else None,
        calibrating=outlets.calibrating,
        learning=body.learning,
        phones=outlets.phones,
        tasks=tasks,
    )


def _after(keep: Keeper, service: Service, outlets: Displays) -> None:
    keep.after(service)
    _warn(service, outlets)


def _warn(service: Service, outlets: Displays) -> None:
    """What is wrong with name and clock is said from the first answer on."""
    service.warn(
        "name_twice", catalogue("en", "table")["alert"]["name_twice"] if outlets.named_twice else None
    )
    trouble = CLOCK.trouble()
    for code in get_args(Code):
        service.warn(code, trouble.sentence if trouble is not None and trouble.code == code else None)


def _evidence(
    config: Config, wishes: Wishes, games: Games, opened: contextlib.ExitStack, tasks: Tasks
) -> Evidence | None:
    """Kept unless nobody wants it; a simulation that runs as fast as it can has nobody to judge."""
    if not config.evidence.megabytes or not wishes.speed or config.scores_only:
        return None
    store = Store(games.folder, config.evidence.megabytes * 1_000_000)
    kept = Evidence(store, hands=config.evidence.hands, part=tasks.part("evidence"))
    opened.callback(kept.close)
    return kept


def loop(running: Running, watch: Callable[[tuple[Event, ...]], bool]) -> None:
    """Runs until `watch`, given what each turn accepted, says False, or a signal asks to stop.

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
        while not stopping and running.ended is None and watch(running.step()):
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


def _people(
    world: VirtualTable, body: Devices, config: Config, service: Service, bus: Bus
) -> Callable[[float], None]:
    """They play what the table announces, and answer what the screens ask."""
    answering = AnsweringPlayers(
        world, lambda t: body.rig.at(t).view, config.virtual.answers, body.rig.layout
    )
    game = service.table.game
    playing = service.table.name if game is not None and world.knows(game) else None

    def live(now: float) -> None:
        nonlocal playing
        game = service.table.game
        if service.table.name != playing and game is not None:
            world.invite(game)
            playing = service.table.name
        world.build(by_people=service.people_build)
        if not service.paused:
            world.step(now)
        if isinstance(body.device, BuiltDevice):
            service.warn("machine_model", body.device.trouble)
        hand = None if game is None else game.hand
        shown = () if hand is None else (*hand.indicators, *hand.ura)
        ponds = [] if hand is None else [truth_of(me.pond).tiles for me in hand.seats]
        for question, tile in answering.look(service.questions, now, shown, ponds):
            answer = {"question": question, "tile": None if tile is None else str(tile)}
            bus.take(Command(id=secrets.token_hex(8), by="virtual player", name="answer", body=answer))

    return live


def _chain(panel: Panel, service: Service) -> Callable[[float], None]:
    """What the seat panel's pins say of the emergency stop; a touch screen knows nothing of it."""
    return lambda now: service.warn("estop", panel.trouble if isinstance(panel, GpioPanel) else None)
