"""One table, turn by turn: everything that happens between two pictures of the camera.

`Service.step` reads as the way of a discard: machine, words and pixels come in, inference proposes,
the table accepts, the seats confirm, the machine goes on, and everybody sees it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from contract.messages import AssignBody, GameBody, Question
from contract.messages.host import What
from controller.bus.publisher import Publisher
from controller.clock import wall_ms
from controller.club_link.link import ClubLink
from controller.ending.confirm import Confirm
from controller.eyes.absent import NoEyes
from controller.eyes.watch import Watch
from controller.health import Pulse
from controller.infer.begun import Raised
from controller.infer.inference import Inference
from controller.infer.unwatched import Unwatched
from controller.loop.beginnings import Games, OpenGame, Start
from controller.loop.following import Accepting, Following
from controller.loop.host_orders import IDLE, HostOrders
from controller.loop.inbox import Inbox
from controller.loop.incoming import Incoming
from controller.loop.outgoing import Asked, Lights, Outgoing, Reports
from controller.loop.parts import Parts
from controller.loop.vitals import TableVitals
from controller.machine.attendant import Attendant
from controller.machine.builders import Builders
from controller.machine.by_hand import ByHand
from controller.machine.cycle import Cycle
from controller.machine.mixed import MachineOrPeople, built, given_up
from controller.machine.preparation import Preparation
from controller.machine.transitions import CycleStep, Trigger
from controller.people.decisions import Decisions
from controller.people.host_book import Book
from controller.people.hosting import Hosting
from controller.people.table_requests import TableRequests
from controller.sentences.alerts import Alerts
from controller.sentences.refusals import Refusal
from controller.table.journal import JournalError
from controller.table.journal_notes import Notes
from controller.table.writer import Table
from engine.state.events import Event
from engine.state.wall_break import fallen, throws
from vision.eyes.observation import Sight

if TYPE_CHECKING:
    from vision.eyes.eyes import Eyes


class Service:
    """The main loop's body. All times are seconds of the table's clock."""

    def __init__(
        self, parts: Parts, open_game: OpenGame, table: Table | None, boot: str, now: float = 0.0
    ) -> None:
        """`table` is the game to resume at `now`; without one, or when START follows a finished game,
        `open_game` gives a new journal's table and the announcement of its game."""
        self._parts = parts
        self._alerts, self._notes = Alerts(), Notes()
        self._pulse = Pulse(boot, parts.data)
        self._requests = TableRequests(parts.limit, wall_ms, parts.uptime)
        self._club_link = _club_link(parts, boot)
        self._decisions = Decisions(
            self._requests, self._club_link.assignment, wall_ms, watched=parts.watched
        )
        self._watch = self._watching()
        self.vitals = TableVitals(
            parts.bus, self._pulse, self._club_link.outbox, self._alerts, watched=parts.watched
        )
        self.hosting = Hosting(
            Book(parts.data), self._club_link.assignment, watched=parts.watched, phones=parts.phones
        )
        self._games = Games(open_game, table, self._club_link, self.hosting, self._requests, now)
        self._preparation = self._prepared()
        self._start = Start(
            self._games, self._requests, self._preparation, self._alerts, self._renew, self._watch
        )
        self._inbox = Inbox(parts.bus)
        self._incoming = Incoming(parts.panel, self._inbox, self._notes, now)
        self._publisher = Publisher(parts.bus, wall_ms, parts.voice)
        self._accepting = Accepting(
            *(self._games, self._preparation, self._alerts, self._publisher, self._club_link),
            self._watch.lying,
        )
        self._host = HostOrders(
            *(parts.bus, self.hosting, self._games, self._accepting, self._preparation),
            *(self._alerts, self._renew, parts.power),
        )
        self._following = Following(self._games, self._accepting, self._infers(), self._confirms())
        self._lights, self._asked = Lights(parts), Asked(self._notes)
        self._outgoing = Outgoing(
            *(parts, boot, self._alerts, self._preparation, self._watch),
            *(self._club_link, self._requests, self._publisher),
        )
        self._reports = Reports(parts, self._pulse, self._preparation, self._watch, self._alerts)
        self._resume()

    @property
    def table(self) -> Table:
        """The table of the game that is played."""
        return self._games.table

    @property
    def step_of_cycle(self) -> CycleStep:
        return self._preparation.cycle.step

    @property
    def questions(self) -> tuple[Question, ...]:
        """Doubts that are open now."""
        return self._following.inferred.questions

    def step(self, now: float) -> tuple[Event, ...]:
        """One turn of the main loop at `now`; what was accepted in it."""
        begun = time.perf_counter()
        self._accepting.accepted = []
        self._come_in(now)
        try:
            self._decide(now)
        except JournalError as error:
            # Nothing counts that is not on the disk: what was concluded waits for it, and so does
            # everything that comes in meanwhile.
            self._alerts.put("journal", str(error))
        self._go_out(now)
        self._pulse.turn(time.perf_counter() - begun)
        return tuple(self._accepting.accepted)

    @property
    def people_build(self) -> bool:
        """People build the walls, though the table has a machine."""
        return isinstance(self._preparation, MachineOrPeople) and self._preparation.people

    @property
    def paused(self) -> bool:
        """Somebody has stopped the table: nothing on the mat becomes an event."""
        return self._requests.paused is not None

    @property
    def written(self) -> bool:
        """Whether everything received and concluded so far is written to the disk."""
        return not (self._accepting or self._notes or self._incoming or self._inbox)

    @property
    def ended(self) -> What | None:
        """What the host wants of the program or the computer, as soon as it may happen: call `close`."""
        # What lies on the mat of a paused table is seen again after a restart.
        return self._host.ended(written=not (self._accepting or self._notes or self._inbox))

    def warn(self, code: str, message: str | Refusal | None) -> None:
        """An alert of the surroundings; None takes it back."""
        self._alerts.warn(code, message)

    def close(self) -> None:
        """Closes the journal; the game can be resumed from it."""
        self._club_link.close()
        self.table.close()

    def _watching(self) -> Watch | NoEyes:
        parts = self._parts
        if parts.camera is None or parts.eyes is None:
            return NoEyes()
        return Watch(parts.camera, parts.eyes, parts.web.show, parts.teacher, self._alerts, self._pulse)

    def _prepared(self) -> Preparation:
        """Who prepares hands here."""
        parts, count = self._parts, throws(self._games.game.rules)
        if parts.device is not None:
            machine = Attendant(parts.device, Cycle(count, parts.sets), self._alerts, self._notes)
            hands = ByHand() if parts.eyes is None else Builders(parts.eyes, count)
            return MachineOrPeople(machine, hands, self._notes)
        return ByHand() if parts.eyes is None else Builders(parts.eyes, count, parts.walls)

    def _infers(self) -> Callable[[], Inference | Unwatched]:
        parts = self._parts
        if not parts.watched:
            return Unwatched
        tiles = parts.habits.tiles_declare
        ours, dice = parts.device is not None, parts.device is not None or parts.walls is Raised.PEOPLE
        return partial(Inference, machine=ours, dice=dice, declared_by_tiles=tiles)

    def _confirms(self) -> Callable[[], Confirm]:
        return partial(Confirm, self._parts.habits.who, self._parts.habits.silence_s)

    def _come_in(self, now: float) -> None:
        """Machine, words and pixels."""
        incoming, inbox, paused = self._incoming, self._inbox, self.paused
        incoming.turn(now, paused=paused)
        previewed = self._following.confirmed.preview is not None
        pressed = incoming.receive(paused=paused, previewed=previewed)
        inbox.test(self._preparation, now)
        inbox.read_machine(self._preparation.read)
        inbox.act(lambda chosen: self._start.act(chosen, now))
        self._host.receive(inbox.host)
        self._club_link.receive(inbox.club)
        if inbox.synced:
            self._publisher.again()
        inbox.start(lambda: self._start.press(now))
        if pressed or (not paused and self._preparation.ready(now)):
            self._start.press(now)
        incoming.report(self._preparation.poll(now))
        incoming.answer(self._following.inferred.questions, self._watch)
        incoming.see(self._watch.look(now), paused=paused)

    def _decide(self, now: float) -> None:
        """JournalError: call again, nothing is lost and nothing counts twice."""
        if self._notes:
            self._notes.write(self.table)
            self._alerts.clear("journal")
        self._accepting.submit()
        self._decisions.by_people = self._preparation.view.walls is not None
        for outcome in self._inbox.decide(self._decisions, self.table, now):
            self._accepting.took(outcome)
        idle = self.step_of_cycle in IDLE
        self._club_link.assign(self.table, idle=idle, begin=lambda body: self._renew(now, body))
        self._host.carry_out(now)
        self._decisions.lapse(self.table)
        self._preparation.hold(self.paused or self._host.closing is not None)
        over = self._requests.turn(self.table, self._games.game, now)
        if not self.paused:
            self._following.follow(self._incoming)
        if over:
            self._following.call_off()

    def _go_out(self, now: float) -> None:
        """Lamps, questions, the public state and pictures."""
        self._preparation.offer(may_begin=self._start.may_begin)
        self._lights.show(self._games, self._following, start_awaited=self._start.awaited, paused=self.paused)
        self._asked.note(self._following.questions)
        laid_open = self._accepting.laid_open
        self._outgoing.publish(self._games, self._following, laid_open, self._lights.shown, now)
        self._reports.publish(self.questions)
        self._outgoing.keep(self._games)
        if self._parts.eyes is not None and isinstance(self._watch, Watch):
            self._teach(self._parts.eyes, self._watch)

    def _teach(self, eyes: Eyes, watch: Watch) -> None:
        """What people and hands teach the eyes."""
        games, desk, learning = self._games, self._parts.calibrating, self._parts.learning
        playing = games.game.in_play is not None or self.step_of_cycle not in IDLE
        if desk is not None:
            desk.turn(watch, eyes, games.game, playing=playing)
        if learning is not None:
            frame = watch.frame if watch.sees is Sight.OK else None
            previewed = self._following.confirmed.preview is not None
            accepted = self._accepting.accepted
            learning.turn(frame, eyes, games.table, accepted, previewed=previewed, playing=playing)
            self._alerts.warn("learning", learning.trouble)

    def _renew(self, now: float, body: AssignBody | GameBody | None = None) -> None:
        """The next game, or that which the club assigns or the host chooses; JournalError when its journal
        cannot be begun."""
        self._games.renew(now, body)
        self._following.anew()
        self._preparation.cycle.throws = throws(self._games.game.rules)
        self._alerts.clear("journal")
        self._preparation.tell(Trigger.GAME_ON)
        if body is not None:
            self._preparation.tell(Trigger.GAME_SET)

    def _resume(self) -> None:
        game, preparation = self._games.game, self._preparation
        preparation.hold(self.paused)
        if game.in_play is not None and self._parts.watched:
            # Where nobody watches, a word counts when it is said: none waits for the eyes.
            self._incoming.resume(self.table)
        if isinstance(preparation, MachineOrPeople):
            preparation.give_up(given_up(self._games.table.records))
        if game.finished:
            preparation.cycle.step = CycleStep.DONE
        elif game.in_play is not None:
            if isinstance(preparation, MachineOrPeople) and built(self._games.table.records):
                preparation.resume_people()
                self._following.built_before()
            preparation.resume(fallen(game.rules, game.in_play))


def _club_link(parts: Parts, boot: str) -> ClubLink:
    bare, lent = parts.evidence is not None and parts.evidence.bare, parts.tasks.part("evidence-lent")
    return ClubLink(
        *(parts.bus, parts.data, boot, parts.limit),
        only=parts.assigned_only,
        watched=parts.watched,
        bare=bare,
        lent=lent,
    )
