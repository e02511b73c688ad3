"""One table, turn by turn: everything that happens between two pictures of the camera.

`Service.step` reads as the way of a discard: machine, words and pixels come in, inference proposes,
the table accepts, the seats confirm, the machine goes on, and everybody sees it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace

from contract.messages import AssignBody, Question
from contract.messages.seat_panel import Button, Lamp
from controller.bus.inbox import Inbox
from controller.bus.publisher import Publisher, wall_ms
from controller.club_link.link import ClubLink
from controller.eyes.watch import Watch
from controller.health import Pulse
from controller.infer.inference import Answer, Inference, Inferred, Input
from controller.machine.attendant import Attendant
from controller.machine.cycle import Cycle, CycleStep, Trigger
from controller.people.confirm import Confirm, Confirmed, lamps
from controller.people.decisions import Decisions
from controller.people.panel import PanelSignal
from controller.people.reading_confidence import LaidOpen
from controller.people.referee import Referee, chombo
from controller.people.refusals import Refusal
from controller.people.table_requests import Floor
from controller.table import public_state
from controller.table.alerts import Alerts
from controller.table.journal import JournalError
from controller.table.journal_notes import QUESTION, Notes, open_words
from controller.table.writer import Accepted, Table
from controller.table_parts import Parts
from controller.vitals import TableVitals
from engine.judge import Finding
from engine.play.apply import Outcome
from engine.result.game import called_off
from engine.state.events import Correct, DiceThrown, Event, GameEnded, GameStarted, HandEnded
from engine.state.hand import Game
from engine.state.wall_break import throws
from vision.eyes.observation import Observation, Sight


class Service:
    """The main loop's body. All times are seconds of the table's clock."""

    def __init__(
        self,
        parts: Parts,
        open_game: Callable[[], tuple[Table, GameStarted]],
        table: Table | None,
        boot: str,
        now: float = 0.0,
    ) -> None:
        """`table` is the game to resume at `now`; without one, or when START follows a finished game,
        `open_game` gives a new journal's table and the announcement of its game."""
        self._parts = parts
        self._open_game = open_game
        self._boot = boot
        self._alerts = Alerts()
        self._confirmed = Confirmed(None, (None,) * 4)
        self._inferred = Inferred((), ())
        self._unseen: list[Input] = []
        self._unheard: list[PanelSignal] = []
        self._waiting: deque[tuple[Event | Outcome, tuple[int, ...]]] = deque()
        self._notes = Notes()
        self._said_before: list[tuple[int, Button]] = []
        self._lamps: dict[int, Lamp] = {}
        self._publisher = Publisher(parts.bus, wall_ms, parts.voice)
        self._pulse = Pulse(boot, parts.data)
        self._floor = Floor(parts.limit, wall_ms, parts.uptime)
        self._seam = ClubLink.of(parts, boot)
        self._decisions = Decisions(self._floor, self._seam.assignment, wall_ms)
        self._turned_at, self._stood = now, 0.0
        self._watch = Watch(parts.camera, parts.eyes, parts.web, parts.teacher, self._alerts, self._pulse)
        self._inbox = Inbox(parts.bus)
        self.vitals = TableVitals(parts.bus, self._pulse, self._seam.outbox, self._alerts)
        self._asked_before: set[tuple[str, str | None]] = set()
        self.table = self._begin() if table is None else table
        self._seam.restore(self.table)
        self._floor.limited(self._seam.assignment.limit())
        self._floor.restore(self.table.records, now)
        cycle = Cycle(throws(self._game.rules), parts.sets)
        self._attendant = Attendant(parts.device, cycle, self._alerts, self._notes)
        self.inference = Inference()
        self._confirm = Confirm()
        self._referee = Referee()
        self._breached = False
        self._laid_open = LaidOpen()
        self._findings: tuple[Finding, ...] = ()
        self._resume()

    @property
    def step_of_cycle(self) -> CycleStep:
        return self._attendant.cycle.step

    @property
    def questions(self) -> tuple[Question, ...]:
        """Doubts that are open now."""
        return self._inferred.questions

    def step(self, now: float) -> tuple[Event, ...]:
        """One turn of the main loop at `now`; what was accepted in it."""
        begun = time.perf_counter()
        self._stood += now - self._turned_at if self.paused else 0.0
        self._turned_at = now
        signals = self._words(now)
        self._unheard += signals
        self._unseen += [*self._attendant.poll(now), *signals, *self._answers()]
        self._see(self._watch.look(now))
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
        self._pulse.turn(time.perf_counter() - begun)
        return tuple(accepted)

    @property
    def paused(self) -> bool:
        """Somebody has stopped the table: nothing on the mat becomes an event."""
        return self._floor.paused is not None

    @property
    def written(self) -> bool:
        """All that was heard and concluded lies on the disk."""
        return not (self._waiting or self._notes or self._unseen or self._unheard or self._inbox)

    def warn(self, code: str, message: str | Refusal | None) -> None:
        """An alert of the surroundings; None takes it back."""
        self._alerts.warn(code, message)

    def close(self) -> None:
        """Lets the journal go; the game can be resumed."""
        self._seam.close()
        self.table.close()

    # what comes in

    def _words(self, now: float) -> list[PanelSignal]:
        previewed = self._confirmed.preview is not None
        signals = self._parts.panel.poll(now)
        commanded = self._inbox.words(now, paused=self.paused, previewed=previewed)
        self._inbox.test(self._attendant.test)
        self._seam.hear(self._inbox.club)
        if self._inbox.synced:
            self._publisher.again()
        self._inbox.start(lambda: self._start(now))
        if any(s.button is Button.START for s in signals):
            self._start(now)
        said = [PanelSignal(seat, button, now) for seat, button in self._said_before]
        self._said_before = []
        heard = [] if self.paused else [s for s in signals if s.button is not Button.START]
        heard += commanded
        for signal in heard:
            self._notes.word(signal)
        return [replace(signal, t=signal.t - self._stood) for signal in said + heard]

    def _start(self, now: float) -> Refusal | None:
        """START; a refusal when nothing begins."""
        if not self.paused and self._attendant.clear():
            return None
        begins = self.paused or self.step_of_cycle in (CycleStep.WAIT, CycleStep.DONE)
        why_not = self._no_hand() if begins else None
        self.warn("no_hand", why_not)
        if why_not is None and begins:
            why_not = self._ready(now)
        if why_not is None:
            self._alerts.warned()
            self._attendant.tell(Trigger.START)
        return why_not

    def _no_hand(self) -> Refusal | None:
        """Why START may not begin a hand now."""
        return self._floor.no_hand(self._game) or self._seam.assignment.no_hand(self._game)

    def _ready(self, now: float) -> Refusal | None:
        """A hand may begin: of another game where this one is over. A refusal when the disk is full."""
        try:
            if self.step_of_cycle is CycleStep.DONE:
                self._renew(now)
            self._floor.begin_hand(self.table, now)
        except JournalError as error:
            self._alerts.put("journal", str(error))
            return Refusal("journal", detail=str(error))
        return None

    def _answers(self) -> list[Answer]:
        asked = {q.id: q for q in self._inferred.questions}
        given = self._inbox.answers(asked.keys(), self._notes)
        for answer in given:
            if answer.tile is not None:
                self._watch.teach(asked[answer.question].quad, answer.tile)
        return given

    def _see(self, seen: Sequence[Observation]) -> None:
        """Of a zone that is seen again while the table waits only what lies there last."""
        if self.paused:
            anew = {(o.zone, o.seat) for o in seen}
            kept = [o for o in self._unseen if not isinstance(o, Observation) or (o.zone, o.seat) not in anew]
            self._unseen = kept
        self._unseen += [replace(o, t=o.t - self._stood) for o in seen]

    # what follows

    def _decide(self, now: float, accepted: list[Event]) -> None:
        """Adds to `accepted`. JournalError: call again, nothing is lost and nothing counts twice."""
        if self._notes:
            self._notes.write(self.table)
            self._alerts.clear("journal")
        self._submit(accepted)
        for outcome in self._inbox.decide(self._decisions, self.table, now):
            self._took(outcome, accepted)
        idle = self.step_of_cycle in (CycleStep.BOOT, CycleStep.HOMING, CycleStep.WAIT, CycleStep.DONE)
        self._seam.assign(self.table, idle=idle, begin=lambda body: self._renew(now, body))
        self._decisions.lapse(self.table)
        self._attendant.hold(self.paused)
        over = self._floor.turn(self.table, self._game, now)
        if not self.paused:
            self._follow(now - self._stood, accepted)
        if over:
            self._waiting.append((called_off(self._game), ()))
            self._submit(accepted)

    def _follow(self, now: float, accepted: list[Event]) -> None:
        """What the mat and the seats say; `now` without the time of the pauses."""
        self._inferred = self.inference.feed(self._game, self._unseen, now)
        self._unseen = []
        self._waiting.extend((found, self._inferred.because) for found in self._inferred.outcomes)
        self._submit(accepted)
        for found in self._inferred.tried:
            # Refused, and on record for the judge.
            self._waiting.append((found, ()))
            self._submit(accepted)
        self._findings = self._referee.feed(self.table, breached=self._breached)
        self._breached = False
        rulings = chombo(self._game, self._findings)
        self._confirmed = self._confirm.feed(self._game, self._unheard, now, rulings)
        self._unheard = []
        self._waiting.extend((found, ()) for found in self._confirmed.outcomes)
        self._submit(accepted)

    @property
    def _game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def _submit(self, accepted: list[Event]) -> None:
        """What waits, in order; an event that is refused makes those after it void."""
        while self._waiting:
            proposed, because = self._waiting[0]
            outcome = self.table.submit(proposed, because)
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
        self._publisher.event(outcome, self.table.name)
        self._seam.took(self.table, event)
        self._laid_open.feed(outcome, lambda: (zone.seen for zone in self._parts.eyes.picture()))
        if isinstance(event, DiceThrown):
            assert outcome.game.in_play is not None
            self._attendant.send(self._attendant.cycle.thrown(len(outcome.game.in_play.throws)))
        elif isinstance(event, HandEnded):
            self._attendant.tell(Trigger.HAND_OVER)
        elif isinstance(event, GameEnded):
            self._attendant.tell(Trigger.GAME_OVER)
        elif isinstance(event, Correct):
            self._attendant.tell(Trigger.GAME_OVER if outcome.game.finished else Trigger.GAME_ON)

    @property
    def _waits_for_start(self) -> bool:
        """START would be heard: before another hand only where one may begin."""
        between = self.step_of_cycle in (CycleStep.WAIT, CycleStep.DONE) and not self._attendant.stopped
        if between and self._no_hand() is not None:
            return False
        return self._attendant.cycle.waits_for_start or self._attendant.stopped

    def _light(self) -> None:
        wanted = lamps(
            self.table.game,
            self._confirmed,
            waits_for_start=self._waits_for_start,
            window_closed=self._inferred.window_closed,
            questions=self._inferred.questions,
        )
        self._lamps = dict.fromkeys(range(4), Lamp.OFF) if self.paused else wanted
        for seat, lamp in self._lamps.items():
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
            evidence.feed(self._watch.frame, self._parts.eyes, self.table, clear=self._watch.sees is Sight.OK)
            self.warn("evidence", evidence.trouble)

    def _with_pictures(self) -> list[Question]:
        """What is asked now, with the pictures that were taken of it."""
        asked, kept = (*self._inferred.questions, *self._confirmed.questions), self._parts.evidence
        if kept is None:
            return list(asked)
        return [q.model_copy(update={"pictures": kept.asked(q.id)}) for q in asked]

    def _publish(self) -> None:
        bus, kept = self._parts.bus, self._parts.evidence
        pictures = kept.pictures if kept is not None else lambda _: []
        self.warn("commands", bus.trouble)
        self._alerts.parts(self._parts.tasks.troubled)
        snapshot = public_state.snapshot(
            self.table.game,
            public_state.Stamp(self._boot, self.table.name),
            public_state.Surroundings(
                self.step_of_cycle,
                self._attendant.view,
                sight=self._watch.sees.value,
                alerts=[*self._alerts.all, *filter(None, [bus.alert])],
            ),
            public_state.Pending(
                self._confirmed,
                questions=self._with_pictures(),
                findings=self._seam.shown(self._game, self._findings),
                window_closed=self._inferred.window_closed,
            ),
            proof=public_state.Proof(pictures=pictures, laid_open=self._laid_open),
            settled=self.table.settled,
            beside=self._floor.told(self._game),
        )
        self._publisher.state(snapshot, self._game, self._lamps, window_closed=self._inferred.window_closed)
        bus.left_ms = self._floor.left_ms(self._turned_at)
        self._seam.publish(self.table, self._turned_at, self._findings)
        self.warn("outbox", self._seam.outbox.trouble)
        if (health := self._pulse.due(lambda: bus.traffic, wall_ms())) is not None:
            bus.show("health", health)
        if (report := self._attendant.report()) is not None:
            self._parts.bus.publish_machine(report)
        if (seen := self._watch.report(self._inferred.questions)) is not None:
            bus.publish_eyes(seen)

    # beginnings

    def _begin(self, body: AssignBody | None = None) -> Table:
        table, usual = self._open_game()
        try:
            table.submit(usual if body is None else self._seam.assignment.announced(body))
            self._seam.assignment.begin(table, body)
        except JournalError:
            table.close()
            raise
        return table

    def _renew(self, now: float, body: AssignBody | None = None) -> None:
        """The next game, or that which the club assigns; JournalError when its journal cannot be begun."""
        table = self._begin(body)
        try:
            self._floor.limited(self._seam.assignment.limit())
            self._floor.next_game(table, now)
        except JournalError:
            table.close()
            self._seam.assignment.restore(self.table.records)
            raise
        self.table.close()
        self.table = table
        self.inference, self._confirm, self._referee = Inference(), Confirm(), Referee()
        self._attendant.cycle.throws = throws(self._game.rules)
        self._alerts.clear("journal")
        self._attendant.tell(Trigger.GAME_ON)

    def _resume(self) -> None:
        game = self._game
        self._attendant.hold(self.paused)
        self._said_before = open_words(self.table.records) if game.in_play else []
        if game.finished:
            self._attendant.cycle.step = CycleStep.DONE
        elif game.in_play is not None:
            self._attendant.send(self._attendant.cycle.resume(len(game.in_play.throws)))
