"""One table, turn by turn: everything that happens between two pictures of the camera.

`Service.step` reads as the way of a discard: machine, words and pixels come in, inference proposes,
the table accepts, the seats confirm, the machine goes on, and everybody sees it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller import view
from controller.alerts import Alerts
from controller.attendant import Attendant
from controller.confirm import Confirm, Confirmed, lamps
from controller.cycle import Cycle, Step, Trigger
from controller.inbox import Inbox
from controller.infer.inference import Answer, Inference, Inferred, Input
from controller.journal import JournalError
from controller.notes import QUESTION, Notes, open_words
from controller.panel import Button, Panel, PanelSignal
from controller.referee import Referee, chombo
from controller.table import Accepted, Table
from controller.topics import Question, Snapshot
from engine.events import Correct, DiceThrown, Event, GameEnded, GameStarted, HandEnded
from engine.hand import Game
from engine.judge import Finding
from engine.tile import Tile
from engine.wall import throws
from firmware_bridge.device import Device
from vision.camera import CameraError
from vision.observation import Observation, Sight, SightChanged

if TYPE_CHECKING:
    from controller.evidence.keeper import Evidence
    from controller.mqtt import Bus
    from controller.web import Web
    from vision.camera import Camera
    from vision.eyes import Eyes
    from vision.frame import Frame
    from vision.taught import Teacher

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
    evidence: Evidence | None = None
    teacher: Teacher | None = None
    sets: int = 1
    """Sets of tiles that the machine holds, one or two."""


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
        self._alerts = Alerts()
        self._confirmed = Confirmed(None, (None,) * 4)
        self._inferred = Inferred((), ())
        self._unseen: list[Input] = []
        self._unheard: list[PanelSignal] = []
        self._waiting: deque[tuple[Event, tuple[int, ...]]] = deque()
        self._notes = Notes()
        self._said_before: list[tuple[int, Button]] = []
        self._shown: Snapshot | None = None
        self._rev = 0
        self._eyes_at = 0.0
        self._sight = Sight.OK
        self._camera_lost = False
        self._inbox = Inbox(parts.bus)
        self._asked_before: set[tuple[str, str | None]] = set()
        self._picture_size = (0, 0)
        self._frame: Frame | None = None
        self.table = self._begin() if table is None else table
        cycle = Cycle(throws(self._game.rules), parts.sets)
        self._attendant = Attendant(parts.device, cycle, self._alerts, self._notes)
        self._inference = Inference()
        self._confirm = Confirm()
        self._referee = Referee()
        self._breached = False
        self._findings: tuple[Finding, ...] = ()
        self._resume()

    @property
    def step_of_cycle(self) -> Step:
        return self._attendant.cycle.step

    @property
    def questions(self) -> tuple[Question, ...]:
        """Doubts that are open now."""
        return self._inferred.questions

    def step(self, now: float) -> tuple[Event, ...]:
        """One turn of the main loop at `now`; what was accepted in it."""
        signals = self._words(now)
        self._unheard += signals
        self._unseen += [*self._attendant.poll(now), *signals, *self._answers(), *self._look(now)]
        accepted: list[Event] = []
        try:
            self._decide(now, accepted)
        except JournalError as error:
            # Nothing counts that is not on the disk: what was concluded waits for it, and so does
            # everything that comes in meanwhile.
            self._alerts.put("journal", str(error))
        self._light()
        self._ask()
        self._publish()
        self._keep()
        return tuple(accepted)

    @property
    def written(self) -> bool:
        """All that was heard and concluded lies on the disk."""
        return not (self._waiting or self._notes or self._unseen or self._unheard or self._inbox)

    def warn(self, code: str, message: str | None) -> None:
        """An alert of the surroundings; None takes it back."""
        if message is None:
            self._alerts.clear(code)
        else:
            self._alerts.put(code, message)

    def close(self) -> None:
        """Lets the journal go; the game can be resumed."""
        self.table.close()

    # what comes in

    def _words(self, now: float) -> list[PanelSignal]:
        signals = self._parts.panel.poll(now)
        signals += self._inbox.words(now)
        self._inbox.test(self._attendant.test)
        if self._inbox.synced:
            self._shown = None
        if any(s.button is Button.START for s in signals):
            self._start()
        said = [PanelSignal(seat, button, now) for seat, button in self._said_before]
        self._said_before = []
        signals = [s for s in signals if s.button is not Button.START]
        for signal in signals:
            self._notes.word(signal)
        return said + signals

    def _start(self) -> None:
        if self._attendant.clear():
            return
        if self.step_of_cycle is Step.DONE and not self._renew():
            return
        self._alerts.warned()
        self._attendant.tell(Trigger.START)

    def _answers(self) -> list[Answer]:
        asked = {q.id: q for q in self._inferred.questions}
        given = self._inbox.answers(asked.keys(), self._notes)
        for answer in given:
            self._teach(asked[answer.question].quad, answer.tile)
        return given

    def _teach(self, quad: Sequence[tuple[float, float]] | None, tile: Tile) -> None:
        """What a person named the eyes shall know again."""
        if self._parts.teacher is None or self._frame is None or quad is None:
            return
        try:
            self._parts.teacher.teach(self._frame.pixels, quad, tile)
        except OSError as error:
            sentence = f"What was answered cannot be kept for later games ({error.strerror}): mend the disk."
            self._alerts.put("taught", sentence)
        else:
            self._alerts.clear("taught")

    def _picture(self) -> Frame | None:
        """The camera's picture of now; why there is none stands among the alerts."""
        try:
            frame = self._parts.camera.read()
        except CameraError as error:
            self._camera_lost = True
            self._alerts.put("camera_missing", str(error))
            return None
        if self._camera_lost:
            self._camera_lost = False
            if self._sight is not Sight.MISSING:
                self._alerts.clear("camera_missing")
        return frame

    def _look(self, now: float) -> list[Observation]:
        self._frame = frame = self._picture()
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

    def _decide(self, now: float, accepted: list[Event]) -> None:
        """Adds to `accepted`. JournalError: call again, nothing is lost and nothing counts twice."""
        if self._notes:
            self._notes.write(self.table)
            self._alerts.clear("journal")
        self._submit(accepted)
        for outcome in self._inbox.rule(self.table):
            self._took(outcome, accepted)
        self._inferred = self._inference.feed(self._game, self._unseen, now)
        self._unseen = []
        self._waiting.extend((event, self._inferred.because) for event in self._inferred.events)
        self._submit(accepted)
        for event in self._inferred.tried:
            # Refused, and on record for the judge.
            self._waiting.append((event, ()))
            self._submit(accepted)
        self._findings = self._referee.feed(self.table, breached=self._breached)
        self._breached = False
        rulings = chombo(self._game, self._findings)
        self._confirmed = self._confirm.feed(self._game, self._unheard, now, rulings)
        self._unheard = []
        self._waiting.extend((event, ()) for event in self._confirmed.events)
        self._submit(accepted)

    @property
    def _game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def _submit(self, accepted: list[Event]) -> None:
        """What waits, in order; an event that is refused makes those after it void."""
        while self._waiting:
            event, because = self._waiting[0]
            outcome = self.table.submit(event, because)
            self._alerts.clear("journal")
            if not isinstance(outcome, Accepted):
                self._waiting.clear()
                return
            self._waiting.popleft()
            self._took(outcome, accepted)

    def _took(self, outcome: Accepted, accepted: list[Event]) -> None:
        """An event counts: everybody is told, and the machine's cycle follows."""
        event = outcome.event
        self._breached |= bool(outcome.breaches)
        accepted.append(event)
        self._announce(outcome)
        if isinstance(event, DiceThrown):
            assert outcome.game.in_play is not None
            self._attendant.send(self._attendant.cycle.thrown(len(outcome.game.in_play.throws)))
        elif isinstance(event, HandEnded):
            self._attendant.tell(Trigger.HAND_OVER)
        elif isinstance(event, GameEnded):
            self._attendant.tell(Trigger.GAME_OVER)
        elif isinstance(event, Correct):
            self._attendant.tell(Trigger.GAME_OVER if outcome.game.finished else Trigger.GAME_ON)

    def _light(self) -> None:
        wanted = lamps(
            self.table.game,
            self._confirmed,
            waits_for_start=self._attendant.cycle.waits_for_start or self._attendant.stopped,
            window_closed=self._inferred.window_closed,
            questions=self._inferred.questions,
        )
        for seat, lamp in wanted.items():
            self._parts.panel.show(seat, lamp)

    # what is told

    def _ask(self) -> None:
        """Every doubt goes on record when it opens, and when something is assumed instead of an answer."""
        asked = {(q.id, q.assumed): q for q in (*self._inferred.questions, *self._confirmed.questions)}
        for key in asked.keys() - self._asked_before:
            self._notes.put(QUESTION, asked[key].model_dump(mode="json"))
        self._asked_before = set(asked)

    def _keep(self) -> None:
        """Pictures of what was accepted and asked, for referees."""
        evidence = self._parts.evidence
        if evidence is not None:
            evidence.feed(self._frame, self._parts.eyes, self.table, clear=self._sees is Sight.OK)
            self.warn("evidence", evidence.trouble)

    def _with_pictures(self) -> list[Question]:
        """What is asked now, with the pictures that were taken of it."""
        asked, kept = (*self._inferred.questions, *self._confirmed.questions), self._parts.evidence
        if kept is None:
            return list(asked)
        return [q.model_copy(update={"pictures": kept.asked(q.id)}) for q in asked]

    def _announce(self, accepted: Accepted) -> None:
        self._parts.bus.publish_event(
            view.event_message(accepted.event, seq=accepted.seq, rev=self._rev + 1, ts_ms=_wall_ms())
        )

    def _publish(self) -> None:
        alert, kept = self._parts.bus.alert, self._parts.evidence
        snapshot = view.snapshot(
            self.table.game,
            boot=self._boot,
            game_id=self.table.name,
            rev=0,
            ts_ms=0,
            step=self.step_of_cycle,
            machine=self._attendant.view,
            confirmed=self._confirmed,
            settled=self.table.settled,
            questions=self._with_pictures(),
            findings=self._findings,
            sight=self._sees.value,
            alerts=[*self._alerts.all, *([alert] if alert else [])],
            window_closed=self._inferred.window_closed,
            pictures=lambda lines: [] if kept is None else kept.pictures(lines),
        )
        if snapshot != self._shown:
            self._shown = snapshot
            self._rev += 1
            self._parts.bus.publish_state(snapshot.model_copy(update={"rev": self._rev, "ts_ms": _wall_ms()}))
        if (report := self._attendant.report()) is not None:
            self._parts.bus.publish_machine(report)
        if time.monotonic() >= self._eyes_at:
            self._eyes_at = time.monotonic() + EYES_S
            self._publish_eyes()

    @property
    def _sees(self) -> Sight:
        return Sight.MISSING if self._camera_lost else self._sight

    def _publish_eyes(self) -> None:
        width, height = self._picture_size
        self._parts.bus.publish_eyes(
            view.eyes(
                [view.seen_zone(z.seen, z.outline, moving=z.moving) for z in self._parts.eyes.picture()],
                ts_ms=_wall_ms(),
                width=width,
                height=height,
                sight=self._sees.value,
                questions=self._inferred.questions,
            )
        )

    # beginnings

    def _begin(self) -> Table:
        table, announcement = self._open_game()
        try:
            table.submit(announcement)
        except JournalError:
            table.close()
            raise
        return table

    def _renew(self) -> bool:
        """The next game; False when its journal cannot be begun."""
        try:
            table = self._begin()
        except JournalError as error:
            self._alerts.put("journal", str(error))
            return False
        self.table.close()
        self.table = table
        self._inference, self._confirm, self._referee = Inference(), Confirm(), Referee()
        self._alerts.clear("journal")
        return True

    def _resume(self) -> None:
        game = self._game
        self._said_before = open_words(self.table.records) if game.in_play else []
        if game.finished:
            self._attendant.cycle.step = Step.DONE
        elif game.in_play is not None:
            self._attendant.send(self._attendant.cycle.resume(len(game.in_play.throws)))


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000
