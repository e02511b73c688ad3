"""What comes in between two pictures: words of the seats, answers, reports of the machine, observations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from contract.messages import Question
from contract.messages.seat_panel import Button
from controller.eyes.absent import NoEyes
from controller.eyes.watch import Watch
from controller.infer.begun import WallsBuilt
from controller.infer.inference import Answer, Input
from controller.loop.inbox import Inbox
from controller.panel.panel import Panel, PanelSignal
from controller.table.journal_notes import Notes, open_words
from controller.table.writer import Table
from vision.eyes.observation import Observation


class Incoming:
    """What nobody has followed yet, at the time of play: the table's clock without the time of the pauses.

    `inputs` wait for inference and `words` for the confirmation; whoever follows them takes them out.
    """

    def __init__(self, panel: Panel, inbox: Inbox, notes: Notes, now: float) -> None:
        self._panel = panel
        self._inbox = inbox
        self._notes = notes
        self._resumed: list[tuple[int, Button]] = []
        self._inputs: list[Input] = []
        self._received: list[PanelSignal] = []
        self._words: list[PanelSignal] = []
        self._turned_at, self._stood = now, 0.0

    def __len__(self) -> int:
        return len(self._inputs) + len(self._words)

    def resume(self, table: Table) -> None:
        """Words of the hand in play that had been said when the service stopped."""
        self._resumed = open_words(table.records)

    def turn(self, now: float, *, paused: bool) -> None:
        """Another turn of the main loop; the time of a pause does not count."""
        self._stood += now - self._turned_at if paused else 0.0
        self._turned_at = now

    @property
    def stood_s(self) -> float:
        """Seconds that the table was paused until now."""
        return self._stood

    @property
    def play_s(self) -> float:
        """Seconds of play at this turn."""
        return self._turned_at - self._stood

    def receive(self, *, paused: bool, previewed: bool) -> bool:
        """Words of the seats, by key and by command; whether START was pressed on a panel. `previewed`: a
        result waits for the seats. Nothing is said by key while the table is paused."""
        now = self._turned_at
        pressed = self._panel.poll(now)
        commanded = self._inbox.words(now, paused=paused, previewed=previewed)
        resumed = [PanelSignal(seat, button, now) for seat, button in self._resumed]
        self._resumed = []
        said = [] if paused else [signal for signal in pressed if signal.button is not Button.START]
        said += commanded
        for signal in said:
            self._notes.word(signal)
        self._received = [replace(signal, t=signal.t - self._stood) for signal in resumed + said]
        self._words += self._received
        return any(signal.button is Button.START for signal in pressed)

    def report(self, reports: Iterable[Input]) -> None:
        """Takes the machine's reports of walls and dice, which come before the words of the turn."""
        for report in reports:
            if isinstance(report, WallsBuilt):
                report = replace(report, since=report.since - self._stood)  # noqa: PLW2901 - the same report
            self._inputs.append(report)
        self._inputs += self._received
        self._received = []

    def answer(self, questions: Sequence[Question], watch: Watch | NoEyes) -> None:
        """Answers to what is asked now; the eyes learn from them."""
        asked = {question.id: question for question in questions}
        given: list[Answer] = self._inbox.answers(asked.keys(), self._notes)
        for answer in given:
            if answer.tile is not None:
                watch.teach(asked[answer.question].quad, answer.tile)
        self._inputs += given

    def see(self, seen: Sequence[Observation], *, paused: bool) -> None:
        """Takes observations. While the table is paused, only the last one of each zone counts."""
        if paused:
            anew = {(o.zone, o.seat) for o in seen}
            kept = [o for o in self._inputs if not isinstance(o, Observation) or (o.zone, o.seat) not in anew]
            self._inputs = kept
        self._inputs += [replace(o, t=o.t - self._stood) for o in seen]

    @property
    def inputs(self) -> Sequence[Input]:
        return self._inputs

    @property
    def words(self) -> Sequence[PanelSignal]:
        return self._words

    def inferred(self) -> None:
        """Inference has taken the inputs."""
        self._inputs = []

    def confirmed(self) -> None:
        """The confirmation has taken the words."""
        self._words = []
