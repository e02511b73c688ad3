"""One table, turn by turn: everything that happens between two pictures of the camera.

`Service.step` reads as the way of a discard: machine, words and pixels come in, inference proposes,
the table accepts, the seats confirm, the machine goes on, and everybody sees it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller import view
from controller.alerts import Alerts
from controller.codec import Json
from controller.confirm import Confirm, Confirmed, lamps
from controller.cycle import Cycle, Step, Trigger
from controller.infer.inference import Answer, Inference, Inferred, Input
from controller.journal import JournalError
from controller.panel import Button, Panel, PanelSignal
from controller.table import Accepted, Table
from controller.topics import Command as BusCommand
from controller.topics import MachineView, Snapshot
from engine.events import Event, GameEnded, GameStarted, HandEnded
from engine.tile import Tile
from firmware_bridge.device import Device, DeviceLostError
from firmware_bridge.message import ClearFault, DiceFell, Fault, MachineState, Status, WallsPresented
from vision.observation import Observation, Sight, SightChanged

if TYPE_CHECKING:
    from controller.mqtt import Bus
    from controller.web import Web
    from vision.camera import Camera
    from vision.eyes import Eyes

EYES_S: Final = 0.25
"""Seconds of the world between two publications of what the camera page draws."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a table is made of; real and virtual tables differ only here."""

    device: Device
    panel: Panel
    camera: Camera
    eyes: Eyes
    bus: Bus
    web: Web


class Service:
    """The main loop's body. All times are seconds of the table's clock."""

    def __init__(
        self, parts: Parts, open_game: Callable[[], tuple[Table, GameStarted]], table: Table | None, boot: str
    ) -> None:
        """`table` is the game to resume; without one, or when START follows a finished game,
        `open_game` gives a new journal's table and the announcement of its game."""
        self._parts = parts
        self._open_game = open_game
        self._boot = boot
        self._cycle = Cycle()
        self._alerts = Alerts()
        self._machine = MachineView(state="boot")
        self._confirmed = Confirmed(None, (None,) * 4)
        self._inferred = Inferred((), ())
        self._again: list[Input] = []
        self._shown: Snapshot | None = None
        self._rev = 0
        self._eyes_at = 0.0
        self._sight = Sight.OK
        self._asked: list[BusCommand] = []
        self._asked_before: set[str] = set()
        self._picture_size = (0, 0)
        self.table = self._begin() if table is None else table
        self._inference = Inference()
        self._confirm = Confirm()
        self._resume()

    @property
    def step_of_cycle(self) -> Step:
        return self._cycle.step

    @property
    def questions(self) -> int:
        """Doubts that are open now."""
        return len(self._inferred.questions)

    def step(self, now: float) -> tuple[Event, ...]:
        """One turn of the main loop at `now`; what was accepted in it."""
        signals = self._words(now)
        inputs: list[Input] = [
            *self._again,
            *self._reports(now),
            *signals,
            *self._answers(),
            *self._look(now),
        ]
        self._again = []
        try:
            accepted = self._decide(inputs, [s for s in inputs if isinstance(s, PanelSignal)], now)
            self._alerts.clear("journal")
        except JournalError as error:
            # Nothing counts that is not on the disk: the same inputs are weighed again next turn.
            self._again = inputs
            self._alerts.put("journal", str(error))
            accepted = ()
        self._light()
        self._ask()
        self._publish()
        return accepted

    def close(self) -> None:
        """Stops everything in order; the game can be resumed."""
        parts = self._parts
        parts.camera.close()
        parts.device.close()
        parts.web.stop()
        parts.bus.close()
        self.table.close()

    # what comes in

    def _reports(self, now: float) -> list[WallsPresented | DiceFell]:
        try:
            reports = self._parts.device.poll(now)
            if reports:
                self._alerts.clear("machine_lost")
        except DeviceLostError as error:
            self._alerts.put("machine_lost", str(error))
            return []
        news: list[WallsPresented | DiceFell] = []
        for report in reports:
            if isinstance(report, Status):
                lane = self._machine.lane if report.fault else None
                self._machine = MachineView(
                    state=report.state.name.lower(), progress=report.progress, fault=report.fault, lane=lane
                )
                self._alerts.machine(report)
            elif isinstance(report, Fault):
                self._machine = self._machine.model_copy(update={"fault": report.code, "lane": report.lane})
                self._note(
                    "fault", {"code": report.code, "lane": report.lane, "recovering": report.recovering}
                )
            else:
                news.append(report)
            for command in self._cycle.feed(report):
                self._parts.device.send(command)
        return news

    def _words(self, now: float) -> list[PanelSignal]:
        signals = self._parts.panel.poll(now)
        commands = self._parts.bus.poll()
        self._asked = [c for c in commands if c.name == "answer"]
        for command in commands:
            if command.name == "panel":
                signal = _signal(command, now)
                if signal is not None:
                    signals.append(signal)
                self._parts.bus.answer(command, "ok" if signal else "bad_schema")
            elif command.name == "cycle.start":
                signals.append(PanelSignal(0, Button.START, now))
                self._parts.bus.answer(command)
            elif command.name == "sync":
                self._shown = None
                self._parts.bus.answer(command)
        if any(s.button is Button.START for s in signals):
            self._start()
        return [s for s in signals if s.button is not Button.START]

    def _start(self) -> None:
        if self._machine.state == MachineState.FAULT.name.lower():
            self._parts.device.send(ClearFault())
            return
        if self._cycle.step is Step.DONE:
            self.table.close()
            self.table = self._begin()
            self._inference, self._confirm = Inference(), Confirm()
        for command in self._cycle.feed(Trigger.START):
            self._parts.device.send(command)

    def _answers(self) -> list[Answer]:
        out = []
        for command in self._asked:
            answer = _answer(command)
            open_ids = {q.id for q in self._inferred.questions}
            if answer is None:
                self._parts.bus.answer(command, "bad_schema", "An answer names an open question and a tile.")
            elif answer.question not in open_ids:
                self._parts.bus.answer(command, "not_now", "That question is not open any more.")
            else:
                out.append(answer)
                self._note("answer", {"question": answer.question, "tile": str(answer.tile)})
                self._parts.bus.answer(command)
        return out

    def _look(self, now: float) -> list[Observation]:
        frame = self._parts.camera.read()
        self._parts.web.show(frame)
        if frame is None:
            seen: Sequence[Observation | SightChanged] = self._parts.eyes.idle(now)
        else:
            self._picture_size = (frame.pixels.shape[1], frame.pixels.shape[0])
            seen = self._parts.eyes.feed(frame)
        out = []
        for item in seen:
            if isinstance(item, SightChanged):
                self._sight = item.sight
                self._alerts.sight(item)
            else:
                out.append(item)
        return out

    # what follows

    def _decide(
        self, inputs: Sequence[Input], signals: Sequence[PanelSignal], now: float
    ) -> tuple[Event, ...]:
        game = self.table.game
        assert game is not None
        self._inferred = self._inference.feed(game, inputs, now)
        accepted = self._submit(self._inferred.events, self._inferred.because)
        game = self.table.game
        assert game is not None
        self._confirmed = self._confirm.feed(game, signals, now)
        return accepted + self._submit(self._confirmed.events, ())

    def _submit(self, events: Sequence[Event], because: tuple[int, ...]) -> tuple[Event, ...]:
        done = []
        for event in events:
            outcome = self.table.submit(event, because)
            if not isinstance(outcome, Accepted):
                break
            done.append(event)
            self._announce(outcome)
            if isinstance(event, HandEnded):
                self._cycle.feed(Trigger.HAND_OVER)
            elif isinstance(event, GameEnded):
                self._cycle.feed(Trigger.GAME_OVER)
        return tuple(done)

    def _light(self) -> None:
        stopped = self._machine.state == MachineState.FAULT.name.lower()
        wanted = lamps(
            self.table.game,
            self._confirmed,
            waits_for_start=self._cycle.step is Step.WAIT or stopped,
            window_closed=self._inferred.window_closed,
            questions=self._inferred.questions,
        )
        for seat, lamp in wanted.items():
            self._parts.panel.show(seat, lamp)

    # what is told

    def _note(self, kind: str, body: dict[str, Json]) -> None:
        """Beside the game; a full disk stops the game, not the notes."""
        try:
            self.table.note(kind, body)
        except JournalError as error:
            self._alerts.put("journal", str(error))

    def _ask(self) -> None:
        """Every doubt goes on record when it opens."""
        asked = {q.id: q for q in (*self._inferred.questions, *self._confirmed.questions)}
        for key in asked.keys() - self._asked_before:
            self._note("question", asked[key].model_dump(mode="json"))
        self._asked_before = set(asked)

    def _announce(self, accepted: Accepted) -> None:
        self._parts.bus.publish_event(
            view.event_message(accepted.event, seq=accepted.seq, rev=self._rev + 1, ts_ms=_wall_ms())
        )

    def _publish(self) -> None:
        alert = self._parts.bus.alert
        snapshot = view.snapshot(
            self.table.game,
            boot=self._boot,
            game_id=self.table.name,
            rev=0,
            ts_ms=0,
            step=self._cycle.step,
            machine=self._machine,
            confirmed=self._confirmed,
            settled=self.table.settled,
            questions=(*self._inferred.questions, *self._confirmed.questions),
            sight=self._sight.value,
            alerts=[*self._alerts.all, *([alert] if alert else [])],
        )
        if snapshot != self._shown:
            self._shown = snapshot
            self._rev += 1
            self._parts.bus.publish_state(snapshot.model_copy(update={"rev": self._rev, "ts_ms": _wall_ms()}))
        if time.monotonic() >= self._eyes_at:
            self._eyes_at = time.monotonic() + EYES_S
            self._publish_eyes()

    def _publish_eyes(self) -> None:
        width, height = self._picture_size
        self._parts.bus.publish_eyes(
            view.eyes(
                [
                    view.seen_zone(
                        Observation(0, z.zone, z.seat, 0.0, z.tiles, z.sticks), z.outline, moving=z.moving
                    )
                    for z in self._parts.eyes.picture()
                ],
                ts_ms=_wall_ms(),
                width=width,
                height=height,
                sight=self._sight.value,
                questions=self._inferred.questions,
            )
        )

    # beginnings

    def _begin(self) -> Table:
        table, announcement = self._open_game()
        table.submit(announcement)
        return table

    def _resume(self) -> None:
        game = self.table.game
        assert game is not None
        if game.finished:
            self._cycle.step = Step.DONE
        elif game.in_play is not None:
            for command in self._cycle.resume(dice_thrown=game.in_play.dice is not None):
                self._parts.device.send(command)


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


def _signal(command: BusCommand, now: float) -> PanelSignal | None:
    seat, button = command.body.get("seat"), command.body.get("button")
    if seat not in (0, 1, 2, 3) or button not in {b.value for b in Button}:
        return None
    return PanelSignal(int(str(seat)), Button(str(button)), now)


def _answer(command: BusCommand) -> Answer | None:
    question, tile = command.body.get("question"), command.body.get("tile")
    try:
        return Answer(str(question), Tile.parse(str(tile)))
    except ValueError:
        return None
