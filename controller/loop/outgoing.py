"""What goes out at the end of a turn: lamps, questions on record, the public state, pictures for referees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from contract.messages import Question
from contract.messages.seat_panel import Lamp
from controller.bus.publisher import Publisher
from controller.clock import wall_ms
from controller.club_link.link import ClubLink
from controller.ending.confirm import lamps
from controller.ending.reading_confidence import ReadingConfidence
from controller.eyes.absent import NoEyes
from controller.eyes.watch import Watch
from controller.health import Pulse
from controller.loop.beginnings import Games
from controller.loop.following import Following
from controller.loop.parts import Parts
from controller.machine.preparation import Preparation
from controller.people.table_requests import TableRequests
from controller.public.snapshot import Pending, Proof, Stamp, Surroundings, snapshot
from controller.sentences.alerts import Alerts
from controller.table.journal_notes import QUESTION, Notes
from runtime.stored import LOW_DISK_MB
from vision.eyes.observation import Sight
from words import catalogue


class Lights:
    """Owns what each seat's lamp shows."""

    def __init__(self, parts: Parts) -> None:
        self._panel = parts.panel
        self.shown: dict[int, Lamp] = {}

    def show(self, games: Games, following: Following, *, start_awaited: bool, paused: bool) -> None:
        """All are dark while the table is paused."""
        wanted = lamps(
            games.table.game,
            following.confirmed,
            waits_for_start=start_awaited,
            window_closed=following.inferred.window_closed,
            questions=following.inferred.questions,
        )
        self.shown = dict.fromkeys(range(4), Lamp.OFF) if paused else wanted
        for seat, lamp in self.shown.items():
            self._panel.show(seat, lamp)


class Asked:
    """Owns what was asked before: every doubt goes on record when it opens, and when something is assumed
    instead of an answer."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._before: set[tuple[str, str | None]] = set()

    def note(self, questions: tuple[Question, ...]) -> None:
        asked = {(question.id, question.assumed): question for question in questions}
        for key in asked.keys() - self._before:
            self._notes.put(QUESTION, asked[key].model_dump(mode="json"))
        self._before = set(asked)


class Outgoing:
    """Everybody sees what the table knows."""

    def __init__(
        self,
        parts: Parts,
        boot: str,
        alerts: Alerts,
        preparation: Preparation,
        watch: Watch | NoEyes,
        club_link: ClubLink,
        requests: TableRequests,
        publisher: Publisher,
    ) -> None:
        self._parts = parts
        self._boot = boot
        self._alerts = alerts
        self._preparation = preparation
        self._watch = watch
        self._club_link = club_link
        self._requests = requests
        self._publisher = publisher

    def publish(
        self,
        games: Games,
        following: Following,
        laid_open: ReadingConfidence,
        shown: dict[int, Lamp],
        now: float,
    ) -> None:
        """The state first, then what stands beside it; `shown` are the lamps."""
        bus, table, game = self._parts.bus, games.table, games.game
        self._alerts.warn("commands", bus.trouble)
        self._alerts.parts(self._parts.tasks.troubled)
        played = (table.name, game)
        self._parts.web.follow(lambda: played)
        window_closed = following.inferred.window_closed
        message = snapshot(
            game,
            Stamp(self._boot, table.name),
            self._surroundings(),
            Pending(
                following.confirmed,
                questions=self._with_pictures(following.questions),
                findings=self._club_link.shown(game, following.findings),
                window_closed=window_closed,
                counts_at_ms=following.counts_at_ms,
            ),
            proof=self._proof(laid_open),
            settled=table.settled,
            beside=replace(self._requests.beside(game), drawn=games.drawn),
        )
        self._publisher.state(message, game, shown, window_closed=window_closed)
        bus.left_ms = self._requests.left_ms(now)
        self._club_link.publish(table, now, following.findings)
        self._alerts.warn("outbox", self._club_link.outbox.trouble)

    def _surroundings(self) -> Surroundings:
        alert = self._parts.bus.alert
        return Surroundings(
            self._preparation.cycle.step,
            self._preparation.view,
            sight=self._watch.sight,
            alerts=[*self._alerts.all, *filter(None, [alert])],
        )

    def _proof(self, laid_open: ReadingConfidence) -> Proof:
        kept = self._parts.evidence
        return Proof(laid_open=laid_open) if kept is None else Proof(kept.pictures, laid_open)

    def _with_pictures(self, questions: tuple[Question, ...]) -> list[Question]:
        """The questions with the pictures that were taken of them."""
        kept = self._parts.evidence
        if kept is None:
            return list(questions)
        return [question.model_copy(update={"pictures": kept.asked(question.id)}) for question in questions]

    def keep(self, games: Games) -> None:
        """Pictures of what was accepted and asked, for referees."""
        evidence, watch = self._parts.evidence, self._watch
        if evidence is not None and self._parts.eyes is not None:
            clear = watch.sight == Sight.OK.value
            evidence.feed(watch.frame, self._parts.eyes, games.table, clear=clear)
            self._alerts.warn("evidence", evidence.trouble)


class Reports:
    """Health, machine and eyes in detail, each when it is due."""

    def __init__(
        self, parts: Parts, pulse: Pulse, preparation: Preparation, watch: Watch | NoEyes, alerts: Alerts
    ) -> None:
        self._alerts = alerts
        self._bus = parts.bus
        self._unsaved = parts.unsaved
        self._pulse = pulse
        self._preparation = preparation
        self._watch = watch

    def publish(self, questions: Sequence[Question]) -> None:
        """`questions` are those of inference, which the camera page draws."""
        bus = self._bus
        if (health := self._pulse.due(lambda: bus.traffic, wall_ms())) is not None:
            bus.show("health", health)
            self._say("disk_low", health.free_mb < LOW_DISK_MB)
            self._say("backup_missing", self._unsaved())
        if (report := self._preparation.report()) is not None:
            bus.publish_machine(report)
        if (seen := self._watch.report(questions)) is not None:
            bus.publish_eyes(seen)

    def _say(self, code: str, stands: bool) -> None:
        self._alerts.warn(code, catalogue("en", "table")["alert"][code] if stands else None)
