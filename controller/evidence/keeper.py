"""Evidence while a table runs: the main loop hands pictures over, a thread of its own does the rest."""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from controller.evidence.privacy import hidden
from controller.evidence.store import CLIP, PICTURE, Store, addresses
from controller.evidence.subject import Subject, subject
from controller.table.journal_notes import QUESTION
from controller.table.writer import Table
from runtime.tasks import Part, Tasks
from vision.camera.film import film
from vision.camera.frame import Frame, Pixels
from vision.eyes.redact import Box, Polygon, box_of_tile, box_of_zones, cut
from vision.eyes.reducer import Reducer

if TYPE_CHECKING:
    from vision.calibration.surface import Surface
    from vision.eyes.eyes import Eyes

RATE: Final = 3.0
"""Pictures a second of a clip."""
BEFORE_S: Final = 2.0
AFTER_S: Final = 1.0
"""How long a clip begins before its event was accepted and ends after it. A discard is accepted about
half a second after it was laid."""
WAITING: Final = 4
"""Turns that wait for the thread at most, each with a whole picture of 6 MB."""
CLOSE_S: Final = 0.1
IDLE: Final = 2
"""While so many wait, no more pictures are taken for clips."""


class Wanted(NamedTuple):
    """The line of a game's journal and the part of the picture that it is about."""

    game: str
    seq: int
    box: Box


class _Turn(NamedTuple):
    """What one turn of the main loop leaves: a picture for the clips, and lines that want evidence."""

    t: float
    pixels: Pixels
    hidden: tuple[Polygon, ...]
    sample: bool
    wanted: tuple[Wanted, ...]
    anew: bool
    """Pictures before this one are not to be kept."""


@dataclass(slots=True)
class _Due:
    """A clip that still waits for its last pictures."""

    wanted: Wanted
    t: float


class Evidence:
    """One for a table. Play never waits for it: what it cannot do in time is left out and said."""

    def __init__(self, store: Store, *, hands: bool = False, part: Part | None = None) -> None:
        """`hands`: the players agreed that standing hands may be seen (else they are blacked out)."""
        self._store = store
        self._hands = hands
        self._game: str | None = None
        self._next = 0
        self._asked: dict[str, int] = {}
        self._sampled = float("-inf")
        self._turns: queue.Queue[_Turn | None] = queue.Queue(WAITING)
        self._lost = 0
        self._failed: str | None = None
        self._blind = False
        self._ring: deque[tuple[float, bytes]] = deque(maxlen=round(RATE * (BEFORE_S + AFTER_S)) + 2)
        self._reducer = Reducer()
        self._due: list[_Due] = []
        self._opened = False
        self._part = part or Tasks().part("evidence")
        self._part.start(self._work)

    @property
    def bare(self) -> bool:
        """Whether standing hands may be seen in what is kept."""
        return self._hands

    @property
    def trouble(self) -> str | None:
        """What a person should know, in a sentence; None when all is well."""
        if self._failed is not None:
            return self._failed
        if self._lost:
            return f"The computer is too slow to keep all evidence: {self._lost} events have no picture."
        return None

    @property
    def idle(self) -> bool:
        """Whether all that was handed over is done."""
        return self._turns.unfinished_tasks == 0

    def feed(self, frame: Frame | None, eyes: Eyes, table: Table, *, clear: bool) -> None:
        """One turn of the main loop; `clear`: the eyes see the mat where they think it is.

        Where they do not, nobody knows what a picture shows: nothing is kept.
        """
        subjects = self._news(table)
        if frame is None or eyes.surface is None or table.game is None or not clear:
            self._blind = True
            return
        sample = frame.t - self._sampled >= 1 / RATE or frame.t < self._sampled
        sample = sample and self._turns.qsize() < IDLE
        if not (sample or subjects):
            return
        self._sampled = frame.t if sample else self._sampled
        veil = () if self._hands else hidden(eyes, table.game)
        wanted = tuple(Wanted(table.name, seq, _box(eyes.surface, s)) for seq, s in subjects)
        try:
            self._turns.put_nowait(_Turn(frame.t, frame.pixels, veil, sample, wanted, self._blind))
            self._blind = False
        except queue.Full:
            self._lost += len(wanted)

    def pictures(self, lines: Iterable[int]) -> list[str]:
        """Addresses on the table's web server of what is kept of lines of this game's journal."""
        game = self._game
        if game is None:
            return []
        return addresses(game, (line for line in lines if self._store.holds(game, line)))

    def asked(self, question: str) -> list[str]:
        """Like `pictures`, of the line in which the question of this id was asked."""
        line = self._asked.get(question)
        return [] if line is None else self.pictures([line])

    def close(self) -> None:
        """Writes what is still due; safe to call twice."""
        self._part.stopping.set()
        while self._part.alive:  # which may also end by itself, with a full queue
            try:
                self._turns.put(None, timeout=CLOSE_S)
            except queue.Full:
                continue
            self._part.end()

    def _news(self, table: Table) -> list[tuple[int, Subject]]:
        """The lines of the journal since the last turn that want evidence, but none of a resumed game."""
        if table.name != self._game:
            self._next = 0 if self._game is not None else len(table.records)
            self._game, self._lost = table.name, 0
            self._asked.clear()
        found = []
        for record in table.records_from(self._next):
            self._next = record.seq + 1
            if record.kind == QUESTION:
                self._asked[str(record.body["id"])] = record.seq
            assert table.game is not None
            about = subject(record, table.game)
            if about is not None:
                found.append((record.seq, about))
        return found

    # the thread

    def _work(self) -> None:
        if not self._opened:
            self._opened = True
            try:
                self._store.open()
            except OSError as error:
                self._fail(error)
        take = self._part.guard(self._take)
        while (turn := self._turns.get()) is not None:
            take(turn)
            self._turns.task_done()
        if not self._blind:
            for due in self._due:
                self._finish(due)

    def _take(self, turn: _Turn) -> None:
        if turn.anew:
            # The camera may have moved some time before that was noticed.
            self._ring.clear()
        for wanted in turn.wanted:
            self._write(wanted, PICTURE, cut(turn.pixels, wanted.box, turn.hidden))
            self._due.append(_Due(wanted, turn.t))
        if turn.sample:
            if self._ring and turn.t < self._ring[-1][0]:
                self._ring.clear()
            self._ring.append((turn.t, self._reducer.take(turn.pixels, turn.hidden)))
        over = [due for due in self._due if not due.t <= turn.t < due.t + AFTER_S]
        self._due = [due for due in self._due if due not in over]
        for due in over:
            self._finish(due)

    def _finish(self, due: _Due) -> None:
        self._write(due.wanted, CLIP, self._clip(due))

    def _clip(self, due: _Due) -> bytes | None:
        pictures = [jpeg for t, jpeg in self._ring if due.t - BEFORE_S <= t <= due.t + AFTER_S]
        return film(pictures, RATE) if pictures else None

    def _write(self, wanted: Wanted, ending: str, data: bytes | None) -> None:
        if data is None:
            return
        try:
            self._store.put(wanted.game, wanted.seq, ending, data)
            self._failed = None
        except OSError as error:
            self._fail(error)

    def _fail(self, error: OSError) -> None:
        self._failed = (
            f"Evidence cannot be kept ({error.strerror}): make room or repair the disk; play goes on."
        )


def _box(surface: Surface, about: Subject) -> Box:
    return box_of_zones(surface, about.zones) if about.quad is None else box_of_tile(about.quad)
