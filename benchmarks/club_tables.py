"""Tables without camera, machine and eyes, for measuring and testing a hub.

Everything that meets the club is the real thing (bus, gate, journal, clock, link to the club); only what
happens on the mat comes from a plan. `python -m benchmarks.club_tables FOLDER` runs those that
`benchmarks.club_hub` wrote down there.
"""

from __future__ import annotations

import json
import random
import secrets
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from pathlib import Path
from typing import Final

from contract.messages import AssignBody, Info, MachineView
from contract.messages.seat_panel import Lamp
from contract.topics import Topics
from controller.broker.broker import Address
from controller.bus.mqtt import Bus
from controller.bus.publisher import Publisher
from controller.bus.replies import Replies
from controller.clock import wall_ms
from controller.club_link.link import ClubLink
from controller.ending.confirm import Confirmed
from controller.loop.inbox import Inbox
from controller.machine.transitions import CycleStep
from controller.people.decisions import Decisions
from controller.people.table_requests import TableRequests
from controller.public import snapshot as public
from controller.sentences.refusals import Refusal
from controller.table.games import Games
from controller.table.journal import Journal
from controller.table.journal_notes import Notes
from controller.table.writer import Accepted, Table
from controller.virtual.plan import PlayedPlan
from engine.play.apply import apply
from engine.result.game import called_off, next_hand
from engine.result.settle import result
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.hand import Game
from runtime.signal_event import SignalEvent

PACE_S: Final = 1.0
"""Of a draw with its discard at real speed: a hand of seventy takes two and a half minutes with its walls."""
BETWEEN_S: Final = 40.0
"""From a payment to the next dice."""
NOBODY: Final = Confirmed(None, (None,) * 4)
DARK: Final = dict.fromkeys(range(4), Lamp.OFF)


@cache
def hands(seed: int) -> tuple[tuple[ev.Event, ...], ...]:
    """A game of virtual players, hand by hand."""
    plan = PlayedPlan(Ruleset.preset("rrc"), ("A", "B", "C", "D"), seed)
    out: list[tuple[ev.Event, ...]] = []
    while (found := plan.hand(len(out))) is not None:
        out.append(found.events)
    return tuple(out)


def entered(game: Game, seed: str) -> Iterator[Sequence[ev.Event]]:
    """The next hand of a game, or the rest of the one in play, as people enter it: a win, or a draw."""
    rng = random.Random(seed)
    if game.in_play is None:
        begun: list[ev.Event] = [next_hand(game), ev.DiceThrown((3, 4)), ev.Dealt()]
        yield begun
        game = reduce(apply, begun, game)
    seat, source = rng.sample(range(4), 2)
    won = ev.ResultEntered(ev.EndReason.WIN, (ev.EnteredWin(seat, source, rng.randint(1, 5), 30),))
    drawn = ev.ResultEntered(ev.EndReason.EXHAUSTIVE, (), (True, False, False, seat == 3), (0,))
    said = drawn if rng.random() < 0.2 else won
    paid = result(apply(game, said))
    assert paid is not None
    yield [said, paid]


@dataclass(frozen=True, slots=True)
class Setting:
    """A table of a benchmark. `plays`: its hands are played by virtual players, else only entered."""

    name: str
    folder: Path
    address: Address
    seed: int = 1
    speed: float = 4.0
    club: str = "home"
    plays: bool = True


class LightTable:
    """Plays what the club assigns, at `speed` times the pace of people. `turn` is to be called often."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._speed = setting.speed
        self._games = Games(setting.folder)
        self._games.folder.mkdir(parents=True, exist_ok=True)
        boot, topics = secrets.token_hex(4), Topics(setting.club, setting.name)
        info = Info(software="light", club=setting.club, table=setting.name)
        replies = Replies(setting.folder / "commands.sqlite", boot, wall_ms)
        self.bus = Bus(topics, setting.address, info, boot, replies=replies, open_door=False)
        self._boot = boot
        self.club_link = ClubLink(self.bus, setting.folder, boot)
        self._inbox = Inbox(self.bus)
        self._publisher = Publisher(self.bus, wall_ms)
        self._requests = TableRequests(None, wall_ms)
        self._decisions = Decisions(self._requests, self.club_link.assignment, wall_ms)
        found = self._games.unfinished()
        self.table = self._begin(None) if found is None else Table(Journal(found, durable=False))
        self.club_link.restore(self.table)
        self._requests.limited(self.club_link.assignment.limit())
        self._requests.restore(self.table.records, self.now)
        self._moves: Iterator[Sequence[ev.Event]] = iter(())
        self._due = 0.0
        self._resume()
        self.bus.start()

    @property
    def now(self) -> float:
        return time.monotonic()

    @property
    def idle(self) -> bool:
        game = self.table.game
        return game is not None and game.in_play is None

    def turn(self) -> None:
        """Receives, plays what is due, and publishes."""
        self.still(play=True)

    def still(self, *, play: bool = False) -> None:
        """Receives and publishes; its people do nothing."""
        now, game = self.now, self.table.game
        assert game is not None
        self._inbox.words(now, paused=False, previewed=False)
        self.club_link.receive(self._inbox.club)
        self._inbox.start(lambda: Refusal("club_says"))
        self._inbox.answers(frozenset(), Notes())
        for outcome in self._inbox.decide(self._decisions, self.table, now):
            self._took(outcome)
        self.club_link.assign(self.table, idle=self.idle, begin=lambda body: self._renew(body, now))
        game = self.table.game
        assert game is not None
        if self._requests.turn(self.table, game, now):
            self._submit(called_off(game))
            self._moves = iter(())
        if play and now >= self._due and self._requests.paused is None:
            self._play(now)
        self._publish()

    def close(self) -> None:
        """Says goodbye."""
        self.bus.close()
        self.drop()

    def drop(self) -> None:
        """Lets the files go, and nothing else."""
        self.table.close()
        self.club_link.close()

    def _play(self, now: float) -> None:
        game = self.table.game
        assert game is not None
        moves = next(self._moves, None)
        if moves is None and self._may_begin():
            self._requests.begin_hand(self.table, now)
            self._moves = self._hand(game)
            moves = next(self._moves)
        if moves is not None:
            for event in moves:
                self._submit(event)
            ended = any(isinstance(event, ev.HandEnded) for event in moves)
            self._due = now + (BETWEEN_S if ended else PACE_S) / self._speed

    def _may_begin(self) -> bool:
        game = self.table.game
        assert game is not None
        if self.club_link.assignment.sitting is None or game.finished:
            return False
        return self._requests.no_hand(game) is None and self.club_link.assignment.no_hand(game) is None

    def _submit(self, event: ev.Event) -> None:
        outcome = self.table.submit(event)
        assert isinstance(outcome, Accepted), outcome
        self._took(outcome)
        if isinstance(event, ev.HandEnded):
            following = next_hand(outcome.game)
            if isinstance(following, ev.GameEnded):
                self._submit(following)

    def _took(self, outcome: Accepted) -> None:
        self._publisher.event(outcome, self.table.name)
        self.club_link.took(self.table, outcome.event)

    def _publish(self) -> None:
        game = self.table.game
        assert game is not None
        snapshot = public.snapshot(
            game,
            public.Stamp(self._boot, self.table.name),
            public.Surroundings(CycleStep.PLAY, MachineView(state="ready")),
            public.Pending(NOBODY),
            settled=self.table.settled,
            beside=self._requests.beside(game),
        )
        self._publisher.state(snapshot, game, DARK, window_closed=False)
        self.bus.left_ms = self._requests.left_ms(self.now)
        self.club_link.publish(self.table, self.now)

    def _begin(self, body: AssignBody | None) -> Table:
        table = Table(Journal(self._games.new(), durable=False))
        table.submit(ev.GameStarted("rrc") if body is None else self.club_link.assignment.announced(body))
        self.club_link.assignment.begin(table, body)
        return table

    def _renew(self, body: AssignBody, now: float) -> None:
        table = self._begin(body)
        self._requests.next_game(table, self.club_link.assignment.limit(), now)
        self.table.close()
        self.table, self._moves = table, iter(())

    def _resume(self) -> None:
        """A hand that was interrupted goes on where it stopped."""
        game = self.table.game
        assert game is not None
        if game.in_play is not None:
            self._moves = self._hand(game)

    def _hand(self, game: Game) -> Iterator[Sequence[ev.Event]]:
        """The next hand, or the rest of the one in play."""
        seed, number = self.setting.seed, len(game.history)
        if not self.setting.plays:
            return entered(game, f"{seed} {number}")
        starts = [n for n, event in enumerate(game.log) if isinstance(event, ev.HandStarted)]
        done = len(game.log) - starts[-1] if game.in_play is not None else 0
        return _turns(hands(seed)[number][done:])


def _turns(events: Sequence[ev.Event]) -> Iterator[Sequence[ev.Event]]:
    """What happens at once: a draw shows only with its discard."""
    out: list[ev.Event] = []
    for event in events:
        out.append(event)
        if isinstance(event, ev.Discarded | ev.HandEnded):
            yield out
            out = []
    if out:
        yield out


class Relay:
    """A wire between a table and its broker that can be cut."""

    def __init__(self, host: str, port: int) -> None:
        self._to = (host, port)
        self._open: list[socket.socket] = []
        self._cut = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """No byte passes any more."""
        self._cut = True
        for each in self._open:
            _shut(each)
        self._open = []

    def mend(self) -> None:
        self._cut = False

    def close(self) -> None:
        """Safe to call twice."""
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            try:
                far = None if self._cut else socket.create_connection(self._to, timeout=5)
            except OSError:
                far = None
            if far is None:
                near.close()
                continue
            far.settimeout(None)
            self._open += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    try:
        while data := one.recv(65_536):
            other.sendall(data)
    except OSError:
        pass
    _shut(one)
    _shut(other)


def _shut(end: socket.socket) -> None:
    try:
        end.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
    finally:
        end.close()


def main(folder: Path) -> None:
    """Runs the tables of `tables.json` in one process until SIGTERM."""
    found = json.loads((folder / sys.argv[2]).read_text("utf-8"))
    stopping = SignalEvent()
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    for seed in sorted({row["seed"] for row in found["tables"] if row["plays"]}):
        hands(seed)
    tables = [
        LightTable(
            Setting(
                row["name"],
                folder / row["name"],
                Address("127.0.0.1", row["port"], row["user"], row["password"]),
                row["seed"],
                found["speed"],
                found["club"],
                row["plays"],
            )
        )
        for row in found["tables"]
    ]
    while not stopping.is_set():
        begun = time.monotonic()
        for table in tables:
            table.turn()
        stopping.wait(max(0.001, 0.1 - (time.monotonic() - begun)))
    for table in tables:
        table.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
