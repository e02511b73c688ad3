"""A `Service` whose machine, panel, camera, eyes, bus and web page are in the test's hands."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from contract.messages import Alert, EventMessage, LinkView, MachineReport, Model, Reply, Snapshot
from contract.messages.seat_panel import Button, Lamp
from contract.topics import Topics
from controller.bus.gate import Gate, Letter, Order
from controller.bus.replies import Replies
from controller.calibration.desk import Calibrating
from controller.health import Traffic
from controller.infer import Input
from controller.loop.parts import Parts
from controller.loop.service import Service
from controller.panel.panel import PanelSignal
from controller.sentences.refusals import Refusal
from controller.table.journal import Journal
from controller.table.round_clock import Limit
from controller.table.writer import Table
from engine.state import events as ev
from engine.state.hand import Game
from engine.tiles.tile import Tile
from firmware_bridge.device import DeviceLostError, News
from firmware_bridge.message import NONE, DiceFell, MachineState, Press, Status, WallsPresented
from firmware_bridge.message import Command as MachineCommand
from vision.calibration.mat import Zone
from vision.calibration.surface import Surface
from vision.camera.frame import Frame
from vision.camera.sources import CameraError
from vision.eyes.observation import Observation, Sight, SightChanged, TileSeen

PICTURE = Frame("fake", 0.0, np.full((6, 8, 3), 200, np.uint8))
TICK = 0.25


LYING = TileSeen(1, ((Tile.parse("5m"), 1.0),), 0.0, 0.0, 0.0, False, ((0.0, 0.0),) * 4)


class FakeDevice:
    def __init__(self) -> None:
        self.reports: list[News] = []
        self.sent: list[MachineCommand] = []
        """Without the presses that go before."""
        self.presses = 0
        self.lost: DeviceLostError | None = None
        self.statistics = LinkView()

    def send(self, command: MachineCommand) -> None:
        if isinstance(command, Press):
            self.presses += 1
        else:
            self.sent.append(command)

    def poll(self, now: float) -> list[News]:
        del now
        if self.lost is not None:
            raise self.lost
        out, self.reports = self.reports, []
        return out


class FakePanel:
    def __init__(self) -> None:
        self.signals: list[PanelSignal] = []
        self.lamps = [Lamp.OFF] * 4

    def poll(self, now: float) -> list[PanelSignal]:
        del now
        out, self.signals = self.signals, []
        return out

    def show(self, seat: int, lamp: Lamp) -> None:
        self.lamps[seat] = lamp


class FakeCamera:
    def __init__(self) -> None:
        self.frame: Frame | None = PICTURE
        self.error: CameraError | None = None
        self.exposed: list[float] = []
        self.adjustable = True

    def read(self) -> Frame | None:
        if self.error is not None:
            raise self.error
        return self.frame

    def expose(self, factor: float) -> bool:
        self.exposed.append(factor)
        return self.adjustable


class FakeEyes:
    surface: Surface | None = None
    calibrated = True
    two_sets = burnt = False

    def __init__(self) -> None:
        self.seen: list[Observation | SightChanged] = []
        self.walls = (0, 0, 0, 0)
        self.lying: set[tuple[Zone, int]] = set()

    def wall(self, seat: int) -> tuple[Any, ...]:
        return ("a tile",) * self.walls[seat]

    def content(self, zone: Zone, seat: int) -> tuple[TileSeen, ...]:
        return (LYING,) if (zone, seat) in self.lying else ()

    def place(self, surface: Surface) -> None:
        self.surface, self.calibrated = surface, True

    def feed(self, frame: Frame) -> list[Observation | SightChanged]:
        del frame
        out, self.seen = self.seen, []
        return out

    def idle(self, t: float) -> list[SightChanged]:
        return [SightChanged(t, Sight.MISSING, "The camera gives no pictures: check its cable.")]

    def picture(self) -> list[Any]:
        return []


class FakeBus:
    def __init__(self) -> None:
        self.gate = Gate(Topics("home", "table-1"), Replies(None, "boot", lambda: 0), "boot", lambda: 0, int)
        self.commands: list[Order] = []
        self.answers: list[Reply] = []
        self.states: list[Snapshot] = []
        self.events: list[EventMessage] = []
        self.alert: Alert | None = None
        self.trouble: str | None = None
        self.traffic = Traffic()
        self.left_ms: int | None = None
        self.kept: dict[str, Any] = {}
        self.sent: list[tuple[str, Model]] = []

    def poll(self) -> list[Order]:
        out, self.commands = self.commands, []
        return out

    def hear(self, device: str | None = None, **command: object) -> None:
        """A command as it comes from the broker, through the same gate."""
        found = self.gate.admit(Letter(json.dumps(command).encode(), device))
        if isinstance(found, Order):
            self.commands.append(found)
        elif found is not None:
            self.answers.append(found.reply)

    def show(self, name: str, model: Model | None, qos: int = 0) -> None:
        del qos
        self.kept[name] = model

    def tell(self, name: str, model: Model) -> None:
        self.sent.append((name, model))

    def answer(self, command: Order, why_not: Refusal | None = None) -> None:
        self.answers.append(self.gate.reply(command.id, why_not))

    def publish_state(self, snapshot: Snapshot) -> None:
        self.states.append(snapshot)

    def publish_event(self, event: EventMessage) -> None:
        self.events.append(event)

    def publish_machine(self, report: MachineReport) -> None:
        self.machine = report

    def publish_eyes(self, eyes: Any) -> None:
        """What the camera page draws is not looked at here."""


class FakeEvidence:
    bare = False

    def __init__(self) -> None:
        self.fed: list[tuple[Frame | None, int, bool]] = []
        self.trouble: str | None = None

    def feed(self, frame: Frame | None, eyes: Any, table: Table, *, clear: bool) -> None:
        del eyes
        self.fed.append((frame, len(table.records), clear))

    def pictures(self, lines: Iterable[int]) -> list[str]:
        return [f"/evidence/game/{line}.jpg" for line in lines]

    def asked(self, question: str) -> list[str]:
        return [f"/evidence/game/{question}.jpg"]


class FakeTeacher:
    def __init__(self) -> None:
        self.taught: list[tuple[Any, Tile]] = []
        self.full = False

    def teach(self, pixels: Any, quad: Any, tile: Tile) -> None:
        del pixels
        if self.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.taught.append((quad, tile))


class FakeWeb:
    def follow(self, playing: Callable[[], tuple[str, Game] | None]) -> None:
        self.playing = playing

    def show(self, frame: Frame | None) -> None:
        self.shown = frame


class Desk:
    """One service over journals in `folder`; `now` moves with every turn."""

    BUS: ClassVar[type[FakeBus]] = FakeBus
    WATCHED: ClassVar[bool] = True
    """False: a table without machine, camera and eyes."""

    def __init__(
        self,
        folder: Path,
        before: tuple[ev.Event, ...] = (),
        limit: Limit | None = None,
        *,
        assigned_only: bool = False,
        machine: bool = True,
    ) -> None:
        self.folder = folder
        self.has_machine = machine
        self.assigned_only = assigned_only
        self.limit = limit
        self.computer, self.uptime_ms = "this run", 1000
        self.unsaved = False
        """Games lie in no backup for too long."""
        self.now = 0.0
        self.games = 0
        self._commands = 0
        self.accepted: list[ev.Event] = []
        table = None
        if before:
            table = self._open()[0]
            for event in before:
                table.submit(event)
        self._start(table)

    def _open(self) -> tuple[Table, ev.GameStarted]:
        self.games += 1
        return Table(Journal(self.path, durable=False)), ev.GameStarted("rrc")

    @property
    def path(self) -> Path:
        return self.folder / f"{self.games}.jsonl"

    def _start(self, table: Table | None) -> None:
        self.device, self.panel, self.camera = FakeDevice(), FakePanel(), FakeCamera()
        self.eyes, self.bus, self.web = FakeEyes(), self.BUS(), FakeWeb()
        self.evidence, self.teacher = FakeEvidence(), FakeTeacher()
        self.calibrating = Calibrating(self.folder / "calibration.json")
        parts: dict[str, Any] = {
            "device": self.device if self.has_machine else None,
            "panel": self.panel,
            "camera": self.camera,
            "eyes": self.eyes,
            "bus": self.bus,
            "web": self.web,
            "evidence": self.evidence,
            "teacher": self.teacher,
            "limit": self.limit,
            "assigned_only": self.assigned_only,
            "uptime": lambda: (self.computer, self.uptime_ms),
            "data": self.folder,
            "unsaved": lambda: self.unsaved,
            "calibrating": self.calibrating,
        }
        if not self.WATCHED:
            parts |= dict.fromkeys(("device", "camera", "eyes", "evidence", "teacher"))
        made = Parts(**parts)
        self.service = Service(made, self._open, table, "boot")

    def restart(self) -> None:
        """The process dies and comes back with another clock: all it knows is the journal."""
        self.service.close()
        self.now = 0.0
        self._start(Table(Journal(self.path, durable=False)))

    @property
    def game(self) -> Game:
        assert self.service.table.game is not None
        return self.service.table.game

    @property
    def shown(self) -> Snapshot:
        return self.bus.states[-1]

    @property
    def alerts(self) -> dict[str, str]:
        return {alert.code: alert.message for alert in self.shown.alerts}

    def turn(self, seconds: float = TICK) -> list[ev.Event]:
        self.now += seconds
        done = list(self.service.step(self.now))
        self.accepted += done
        return done

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / TICK)):
            self.turn()

    def give(self, given: Input) -> None:
        """One thing comes in at its place."""
        if isinstance(given, PanelSignal):
            self.panel.signals.append(given)
        elif isinstance(given, WallsPresented | DiceFell):
            self.device.reports.append(given)
        elif isinstance(given, Observation):
            self.eyes.seen.append(given)

    def press(self, button: Button, *seats: int) -> None:
        self.panel.signals += [PanelSignal(seat, button, self.now) for seat in seats]

    def says(self, name: Any, /, **body: object) -> Reply:
        """A command over the bus, and what is answered in the next turn."""
        self._commands += 1
        self.bus.hear(id=f"c{self._commands}", by="test", name=name, body=body)
        self.turn()
        return self.bus.answers[-1]

    def machine(self, *states: MachineState, fault: int = 0, drum: int = NONE) -> None:
        """One turn for each state that the machine reports; `drum` is the set in its drum."""
        for state in states:
            self.device.reports.append(Status(state, drum_set=drum, fault=fault))
            self.turn()

    def collect(self) -> None:
        """From START to a loaded drum: the hatch opens, START closes it."""
        self.press(Button.START, 2)
        self.turn()
        self.machine(MachineState.OPENING, MachineState.INTAKE)
        self.press(Button.START, 2)
        self.turn()
        self.machine(MachineState.CLOSING)
        self.machine(MachineState.READY, drum=0)


class Disk:
    """A disk that is full when `full` is set, for everything that a journal writes."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.full = False
        self.left: int | None = None
        """Writes that still succeed; None for no limit."""
        write = os.write

        def write_or_fail(file: int, data: bytes) -> int:
            if self.left is not None:
                self.full = self.left <= 0
                self.left -= 1
            if self.full:
                write(file, data[: len(data) // 2])  # a full disk takes a part
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return write(file, data)

        patch.setattr("controller.table.journal.os.write", write_or_fail)
