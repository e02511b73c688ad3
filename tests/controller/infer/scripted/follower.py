"""One table without camera, serial port and broker: observations at hop 3, snapshots at hop 7."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from pathlib import Path

from contract.messages import MachineView, Question, Snapshot
from contract.messages.seat_panel import Button
from contract.stored.codec import encode
from controller.ending.confirm import Confirm, Confirmed
from controller.infer import Inference, Inferred, Input
from controller.infer.begun import Raised
from controller.loop.following import Habits
from controller.machine.transitions import CycleStep
from controller.panel.panel import PanelSignal
from controller.public.snapshot import Pending, Stamp, Surroundings, snapshot
from controller.table.journal import Journal
from controller.table.writer import Accepted, Table
from engine.state.events import Event, GameStarted
from engine.state.hand import Game
from firmware_bridge.message import WallsPresented
from vision.eyes.observation import Observation

TICK = 0.25


class Follower:
    """The service's loop with a clock that the test moves."""

    def __init__(
        self,
        path: Path,
        start: GameStarted | None = None,
        habits: Habits | None = None,
        *,
        walls: Raised | None = None,
    ) -> None:
        """`walls` of a table without a machine of ours."""
        self.habits, self.walls = habits or Habits(), walls
        self.path = path
        self.now = 0.0
        self._open()
        if self.table.game is None:
            assert isinstance(self.table.submit(start or GameStarted("rrc")), Accepted)

    def _open(self) -> None:
        self.journal = Journal(self.path, durable=False)
        self.table = Table(self.journal, wall_clock=lambda: int(self.now * 1000))
        tiles = self.habits.tiles_declare
        dice = self.walls in (None, Raised.PEOPLE)
        self.inference = Inference(machine=self.walls is None, dice=dice, declared_by_tiles=tiles)
        self.confirm = Confirm(self.habits.who, self.habits.silence_s)
        self.confirmed = Confirmed(None, (None,) * 4)
        self.inferred = Inferred((), ())

    def restart(self) -> None:
        """The process dies and comes back: all it knows is the journal."""
        self.journal.close()
        self._open()

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    @property
    def questions(self) -> tuple[Question, ...]:
        return self.inferred.questions + self.confirmed.questions

    def feed(self, *inputs: Input) -> None:
        self.inferred = self.inference.feed(self.game, inputs, self.now)
        for event in self.inferred.events:
            self._submit(event)
        signals = [i for i in inputs if isinstance(i, PanelSignal)]
        self.confirmed = self.confirm.feed(
            self.game, signals, self.now, claim_pending=self.inferred.claim_pending
        )
        for event in self.confirmed.events:
            self._submit(event)

    def _submit(self, event: Event) -> None:
        done = self.table.submit(event, self.inferred.because)
        assert isinstance(done, Accepted), f"{encode(event)}: {done}"

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now = min(self.now + TICK, end)
            self.feed()

    def settle(self, patience: float = 20.0) -> None:
        """Waits for a preview and lets everybody confirm it."""
        end = self.now + patience
        while self.confirmed.preview is None and self.now < end:
            self.wait(TICK)
        assert self.confirmed.preview is not None, [q.model_dump() for q in self.questions]
        self.feed(*(PanelSignal(seat, Button.CONFIRM, self.now) for seat in range(4)))

    def snapshot(self) -> Snapshot:
        return snapshot(
            self.table.game,
            Stamp("b", "g", rev=self.table.rev, ts_ms=int(self.now * 1000)),
            Surroundings(CycleStep.PLAY, MachineView(state="presented")),
            Pending(self.confirmed, questions=self.questions),
            settled=self.table.settled,
        )


def play(
    follower: Follower, timeline: Sequence[tuple[float, Input]], crashes: Set[int] = frozenset()
) -> None:
    """Feeds inputs at their times, with idle looks in between as the main loop has them.

    After an input whose number is in `crashes` the service dies and starts again: the eyes tell
    anew what lies there, and people press once more what the table has not noticed.
    """
    taken: list[Input] = []
    for n, (t, given) in enumerate(sorted(timeline, key=lambda entry: entry[0])):
        while follower.now + TICK < t:
            follower.now += TICK
            follower.feed()
        follower.now = t
        follower.feed(given)
        taken.append(given)
        if n in crashes:
            follower.restart()
            follower.feed(*_again(taken, follower.now))


def _again(taken: Sequence[Input], now: float) -> list[Input]:
    walls = max((n for n, given in enumerate(taken) if isinstance(given, WallsPresented)), default=0)
    seen = {(o.zone, o.seat): o for o in taken[walls:] if isinstance(o, Observation)}
    said = [s for s in taken[walls:] if isinstance(s, PanelSignal) and now - s.t < 12]
    return [*said, *(replace(o, t=now) for o in seen.values())]
