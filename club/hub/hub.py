"""The hub: one process for all tables of a club (docs/club.md).

Three threads: the broker's keeps the picture of the hall, one writes into the log and may wait for its
database, one keeps what every table should receive. All of them survive whatever tables send.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from club.hub.corrections import corrections
from club.hub.desired_state import DesiredState, Order, let_go, orders, same_log, wanted
from club.hub.incoming import Broadcast, Incoming
from club.hub.log_queue import LogQueue, SignIn
from club.hub.mqtt_client import Address, MqttClient
from club.hub.pending_commands import Body, PendingCommands
from club.hub.pictures import Pictures
from club.hub.table_status import Hall, TableClock, TableView, Trouble
from club.hub.timekeeper import CLOCK_FILE, Timekeeper
from club.log.desk import LogDesk
from club.log.events import RoundsCalledOff
from club.log.events.entry import LogEntry
from club.log.state import State
from club.log.tournament.tournament import Tournament
from contract.messages import Reply
from contract.messages.command import LONGEST_NAME
from runtime.clock import CLOCK
from runtime.tasks import Tasks

_LOG = logging.getLogger(__name__)
TURN_S: Final = 0.25
HANG_S: Final = 60.0
"""A turn that takes so long hangs; one that waits for its database takes less."""
REFUSED_S: Final = 5.0
"""After which a table that could not take its sitting, or begin, is asked again."""
BEGUN_MS: Final = 2000
"""A clock that has lost more than this has been started."""
RULING: Final = "ruling_refused"
"""The trouble of a table that does not do what the desk has ruled, until it takes the next ruling."""
RULES: Final = "rules_refused"
"""That of a table that cannot play by the rules of its sitting."""
UNPLAYABLE: Final = "bad_schema"
"""A table's answer to such a sitting."""
Names = Callable[[Iterable[int]], Mapping[int, str]]


@dataclass(frozen=True)
class Parts:
    """What a hub is made of. `names` gives those of people by id; `sign_in` the person of a token at a
    table, by its label and who should sit there; `streams` are the tables that are broadcast."""

    club: str
    desk: LogDesk
    address: Address
    data: Path
    names: Names
    account: str = "hub-club"
    sign_in: SignIn | None = None
    sign_ins: str = "offered"
    """Whether a first deal waits for four sign-ins: `none`, `offered` or `required`."""
    streams: Sequence[str] = ()
    broadcast: Broadcast | None = None
    pictures: Pictures = field(default_factory=Pictures)
    tasks: Tasks = field(default_factory=Tasks)
    wall_ms: Callable[[], int] = field(default=CLOCK.now_ms)


class Hub:
    """The connection of a club with its tables, from `start` to `close`."""

    def __init__(self, parts: Parts, hall: Hall | None = None) -> None:
        self._parts = parts
        self._desk = parts.desk
        tasks = parts.tasks
        self.hall = hall or Hall(wall_ms=parts.wall_ms)
        self._boot = secrets.token_hex(3)
        self._clock_code: str | None = None
        self.timekeeper = Timekeeper(parts.data / CLOCK_FILE, parts.wall_ms)
        part = tasks.part("club-mqtt")
        self.wire = MqttClient(parts.address, parts.club, parts.account, self._receive, parts.streams, part)
        self.hall.look_at = self.wire.look
        self.pending = PendingCommands(self.wire.send)
        parts.pictures.send, parts.pictures.there = self.wire.send, self._there
        self.evidence = parts.pictures.received
        self.log_queue = LogQueue(
            self._desk,
            self.hall,
            self.pending,
            self.wire.send,
            parts.account,
            parts.wall_ms,
            parts.sign_in,
            tasks.part("club-log"),
        )
        self._ear = Incoming(self.hall, self, parts.broadcast)
        self.played, self.signs = self.log_queue.played, self.log_queue.signs
        self.called, self.uncalled = self.log_queue.called, self.log_queue.uncalled
        self.remembers = self.log_queue.remembers
        self._wants: dict[str, DesiredState] = {}
        self._wants_of = -1
        self._sought: dict[str, str] = {}
        self._asked = 0
        self._again_at: dict[tuple[str, str], float] = {}
        self._wake = threading.Event()
        self._part = tasks.part("club-hub")
        self._leave: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Returns at once; messages of the tables arrive as soon as the broker is there."""
        self._leave = self._desk.subscribe(self._entries)
        self._orders_of(self._desk.state)
        self.log_queue.start()
        self.wire.start()
        self._part.start(self._run)
        self._parts.tasks.watch(self._part, HANG_S)

    def close(self) -> None:
        """Ends the connection; safe to call twice. Tables send again what was not acknowledged."""
        self._part.stopping.set()
        self._wake.set()
        self._leave()
        self.wire.close()
        self.log_queue.close()
        self._part.end(5)

    def ours(self, assignment: str) -> bool:
        """Whether this log has assigned it."""
        return same_log(assignment, self._desk.state)

    def replied(self, device: str, reply: Reply) -> None:
        """A table's answer to a command."""
        self._parts.pictures.replied(device, reply)
        name = self.pending.answered(device, reply)
        if name == "ruling" and reply.code != "duplicate":
            self._trouble(device, RULING, None if reply.ok else reply)
        elif name == "assign":
            self._trouble(device, RULES, reply if reply.code == UNPLAYABLE else None)
        if name is None or reply.ok:
            return
        self._again_at[device, name] = time.monotonic() + REFUSED_S
        if name == "assign":
            self.hall.put(device, pending=reply.message or reply.code)
        elif reply.code not in ("duplicate", "not_now"):
            _LOG.warning("%s refuses %s: %s", device, name, reply.message)

    def _trouble(self, device: str, code: str, reply: Reply | None) -> None:
        """What the table refuses is to be seen to, in place of what was before; None: nothing."""
        known = self.hall.table(device)
        troubles = () if known is None else known.troubles
        others = tuple(t for t in troubles if t.code != code)
        if reply is None:
            self.hall.put(device, troubles=others)
        elif not any((t.code, t.message) == (code, reply.message) for t in troubles):
            why = {"reason": reply.reason, "values": reply.values, "since_ms": self._parts.wall_ms()}
            self.hall.put(device, troubles=(*others, Trouble(code=code, message=reply.message, **why)))

    def turn(self) -> None:
        """Once a quarter of a second, and after every entry of the log."""
        state, now = self._desk.state, time.monotonic()
        self._look_at_clock()
        self.hall.look()
        self.hall.set_clocks(self.timekeeper.follow(state))
        if state.seq != self._wants_of:
            self._wants, self._wants_of = wanted(state), state.seq
            self.log_queue.answered(state)
        seat = self._part.guard(self._seat)  # an error about one table leaves the others their orders
        for device, want in self._wants.items():
            seat(want, self.hall.table(device), now)
        self._let_go(state, now)
        self.pending.turn(now, self._there)

    def _look_at_clock(self) -> None:
        """Says once in the log what is wrong with the computer's clock."""
        trouble = CLOCK.trouble()
        code = None if trouble is None else trouble.code
        if trouble is not None and code != self._clock_code:
            _LOG.warning("%s", trouble.sentence)
        self._clock_code = code

    def _let_go(self, state: State, now: float) -> None:
        """Tables of a tournament that is over, or of a round that was called off, are free to play."""
        for view in self.hall.view().tables:
            sitting = view.sitting
            if sitting is None or not self.ours(sitting.id):
                continue
            if view.name not in self._wants and let_go(state, sitting.tournament, sitting.round):
                self._ask(view.name, "assign.end", now, dict)

    def _seat(self, want: DesiredState, view: TableView | None, now: float) -> None:
        """The table has the sitting, and its clock runs when the round does."""
        device, sitting = want.device, None if view is None else view.sitting
        if view is None or not self._there(device):
            self.hall.put(device, pending="The table is not there.")
        elif sitting is not None and sitting.id == want.id:
            self.hall.put(device, pending=None)
            self.pending.drop(device, "assign-")
            self.pending.drop(device, "assign.end-")
            self._keep_time(want, view, now)
        elif sitting is not None and want.hands and _same_place(want, sitting.id):
            self.hall.put(device, pending=None)  # somebody was replaced in the middle: the table plays on
        else:
            if self._sought.get(device) != want.id:
                self._sought[device] = want.id
                self.pending.drop(device, "assign-")
            self._ask(device, "assign", now, lambda: self._sitting(want))

    def _keep_time(self, want: DesiredState, view: TableView, now: float) -> None:
        """Starts the tables' clocks with the round (K-GONG-02); a clock that people have started at a table
        is left alone."""
        self.pending.drop(want.device, "clock.pause-" if want.begun else "clock.start-")
        if want.begun and not self._begun(want, view):
            self._ask(want.device, "clock.start", now, lambda: self._gong(want))
        elif want.recalled and view.clock is not None and self._started(want, view.clock):
            self._ask(want.device, "clock.pause", now, lambda: {"recalled": True})

    def _ask(self, device: str, name: str, now: float, body: Body) -> None:
        """Under a new id each time: a table gives the same answer to the same one."""
        if now >= self._again_at.get((device, name), 0.0) and not self.pending.waits(device, f"{name}-"):
            self._asked += 1
            self.pending.put(device, name, f"{name}-{self._boot}-{self._asked}", body)

    def _sitting(self, want: DesiredState) -> dict[str, Any]:
        names = self._parts.names(want.players)
        return {
            "id": want.id,
            "tournament": want.tournament,
            "round": want.round,
            "label": str(want.table),
            "players": [{"id": p, "name": _shown(names, p)} for p in want.players],
            "preset": want.preset,
            "options": dict(want.options),
            "sign_in": self._parts.sign_ins,
            "stream": want.device in self._parts.streams,
        }

    def _gong(self, want: DesiredState) -> dict[str, Any]:
        left = self.timekeeper.left_ms(want.tournament)
        return {} if left is None else {"left_ms": left}

    def _begun(self, want: DesiredState, view: TableView) -> bool:
        return bool(view.clock is None or view.hands or want.hands or self._started(want, view.clock))

    def _started(self, want: DesiredState, clock: TableClock) -> bool:
        hall = self.timekeeper.clock(want.tournament)
        lost = hall is not None and clock.left_ms < hall.main_ms + clock.bonus_ms - BEGUN_MS
        return clock.running or clock.over or lost

    def _there(self, device: str) -> bool:
        view = self.hall.table(device)
        return view is not None and view.online and not view.silent

    def _entries(self, entries: Sequence[LogEntry], state: State) -> None:
        """Sends the tables what the desk has decided."""
        for entry in entries:
            tournament = state.tournaments.get(entry.event.tournament)
            if tournament is not None:
                self._send(tournament, entry)
        self._wake.set()

    def _orders_of(self, state: State) -> None:
        """After a restart: everything since the gong once more, which tables know by its name; of a round
        that was called off, that."""
        for tournament in state.tournaments.values():
            found = tournament.rounds.get(tournament.playing or 0)
            since = None if found is None or found.started is None else found.started.seq
            for entry in tournament.log:
                off = tournament.last_started in tournament.off and isinstance(entry.event, RoundsCalledOff)
                if off or (since is not None and entry.seq > since):
                    self._send(tournament, entry)

    def _send(self, tournament: Tournament, entry: LogEntry) -> None:
        commands = (*orders(tournament, entry), *corrections(tournament, entry, self._desk.entry))
        for order in commands:
            self.pending.put(order.device, order.name, order.id, partial(self._body, order))

    def _body(self, order: Order) -> Mapping[str, Any]:
        if order.table is not None:
            left = self.timekeeper.left_ms(order.table)
            return {**order.body, "ms": min(order.body["ms"], left or 0)}
        if not order.names:
            return order.body
        names = self._parts.names(order.names)
        event = {**order.body["event"], "names": [_shown(names, p) for p in order.names]}
        return {**order.body, "event": event}

    def _receive(self, device: str, name: str, payload: bytes, retained: bool) -> None:
        self._ear.receive(device, name, payload, retained)

    def _run(self) -> None:
        while not self._part.stopping.is_set():
            self._wake.wait(TURN_S)
            self._wake.clear()
            self._part.beat()
            self.turn()


def _shown(names: Mapping[int, str], person: int) -> str:
    """A name as a table takes it."""
    return (names.get(person) or f"#{person}")[:LONGEST_NAME]


def _same_place(want: DesiredState, sitting: str) -> bool:
    return sitting.rpartition("-")[0] == want.id.rpartition("-")[0]
