"""The public live feed: tables, the clocks of the rounds, and that something new is in the log.

Everybody may read it: scores and recorded hands are public (K-STREAM-05), those of a table that is broadcast
after the delay (K-STREAM-03; `public_delay`). What is sent of a table is listed here field by field, so
that nothing new of it becomes public by itself.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from club.hub.table_status import Hall, TableClock, TableView, WallClock
from club.log.desk import LogDesk
from club.log.events.entry import LogEntry
from club.log.state import State
from club.web.live.feed import Feed
from club.web.live.public_delay import PublicDelay

STEADY_MS: Final = 2_000
"""A clock that runs as expected is not sent again."""
QUIET: Final = frozenset(
    (
        *("hand_recorded", "game_opened", "called", "answered", "call_closed", "frozen", "unfrozen"),
        *("time_added", "hand_opened"),
    )
)
"""Events after which no page but those of hands need ask anew."""
SEATING: Final = ("online", "tournament", "round", "label", "players")
"""What everybody may know at once, of any table: whether it is there, and who sits there."""


class Live:
    """Listens to the hall and to the log while the server runs; `look` is to be called often.

    `public` is sent to everybody, `inside` to who sees everything at once (`public_delay`).
    """

    def __init__(
        self,
        desk: LogDesk,
        hall: Hall,
        public_delay: PublicDelay,
        public: Feed,
        inside: Feed,
        now_ms: Callable[[], int],
    ) -> None:
        self._desk = desk
        self._hall = hall
        self._public_delay = public_delay
        self._to_all = public
        self._to_inside = inside
        self._now_ms = now_ms
        self._late = Late(public_delay)
        self._clocks: dict[str, tuple[TableClock, int]] = {}
        self._walls: frozenset[str] = frozenset()
        self._inside: dict[int, dict[str, int]] = {}
        self._public: dict[int, dict[str, int]] = {}
        self._ends: list[Callable[[], None]] = []

    def start(self) -> None:
        """Publishes the present state, and from then on every change."""
        self._ends = [
            self._hall.subscribe(self._table),
            self._hall.watch_clocks(self._wall),
            self._desk.subscribe(self._entries),
        ]
        view = self._hall.view()
        for table in view.tables:
            self._table(table)
        state = self._desk.state
        for parts in (self._inside, self._public):
            parts.update({number: {"seq": state.seq, "hands": state.seq} for number in state.tournaments})
        self._send({f"tournament/{number}": dict(at) for number, at in self._inside.items()})
        self._wall(view.clocks)
        self._send({"calls": calls(view.tables)})

    def stop(self) -> None:
        for end in self._ends:
            end()

    def look(self) -> None:
        """Sends the public what has become old enough."""
        lifted = self._public_delay.look()
        parts = {f"tournament/{number}": self._at(number) for number in lifted}
        self._to_all.send(parts | self._late.look())

    def _send(self, parts: dict[str, Any]) -> None:
        """What everybody may know at once."""
        self._to_all.send(parts)
        self._to_inside.send(parts)

    def _table(self, table: TableView) -> None:
        name, seen = f"table/{table.name}", public(table) | {"clock": self._clock(table)}
        self._to_inside.send({name: seen})
        self._to_all.send({name: self._late.put(table.name, seen)})
        self._send({"calls": calls(self._hall.view().tables)})

    def _wall(self, clocks: tuple[WallClock, ...]) -> None:
        """Each event's, by its number; one that has none any more is sent as gone."""
        parts = {f"clock/{clock.tournament}": clock.model_dump(mode="json") for clock in clocks}
        gone = dict.fromkeys(self._walls - parts.keys())
        self._walls = frozenset(parts)
        self._send(parts | gone)

    def _clock(self, table: TableView) -> dict[str, Any] | None:
        """The table's clock, as it was sent last where it has run on since as expected."""
        now = self._now_ms()
        fresh = table.clock
        if fresh is None:
            self._clocks.pop(table.name, None)
            return None
        kept = self._clocks.get(table.name)
        if kept is None or not _foretold(kept[0], kept[1], fresh, now):
            self._clocks[table.name] = kept = (fresh, now)
        return kept[0].model_dump(mode="json") | {"ts_ms": kept[1]}

    def _entries(self, entries: Sequence[LogEntry], _state: State) -> None:
        inside: dict[str, Any] = {}
        public: dict[str, Any] = {}
        for entry in entries:
            number = entry.event.tournament
            inside[f"tournament/{number}"] = _newest(self._inside, entry)
            if not self._public_delay.holds(entry):
                _newest(self._public, entry)
                public[f"tournament/{number}"] = self._at(number)
        self._to_inside.send(inside)
        self._to_all.send(public)

    def _at(self, number: int) -> dict[str, int]:
        """What grows with everything that the public may know anew of a tournament."""
        lifted = self._public_delay.lifted
        return {name: seq + lifted for name, seq in self._public.get(number, {"seq": 0, "hands": 0}).items()}


class Late:
    """Tables as the public sees them: one that is broadcast plays late, its seating is sent at once."""

    def __init__(self, public_delay: PublicDelay) -> None:
        self._public_delay = public_delay
        self._lock = threading.Lock()
        self._now: dict[str, dict[str, Any]] = {}
        self._then: dict[str, dict[str, Any]] = {}
        self._waiting: deque[tuple[float, str, dict[str, Any]]] = deque()

    def put(self, name: str, value: dict[str, Any]) -> dict[str, Any]:
        """Takes in the newest state of a table; returns the state that the public may see now."""
        if not self._public_delay.covers(name):
            return value
        with self._lock:
            self._now[name] = value
            self._waiting.append((self._public_delay.uptime_s(), name, value))
            return self._seen(name)

    def look(self) -> dict[str, Any]:
        """Parts of the feed that have become old enough."""
        old = self._public_delay.uptime_s() - self._public_delay.delay_s
        names = set()
        with self._lock:
            while self._waiting and self._waiting[0][0] <= old:
                _, name, value = self._waiting.popleft()
                self._then[name] = value
                names.add(name)
            return {f"table/{name}": self._seen(name) for name in names}

    def _seen(self, name: str) -> dict[str, Any]:
        """Who sits there now, with the play of then where the same people sat there."""
        then, now = self._then.get(name), {key: self._now[name][key] for key in SEATING}
        if then is not None and all(then[key] == now[key] for key in SEATING[1:]):
            return then | now
        return public(TableView(name=name)) | {"clock": None} | now


def public(table: TableView) -> dict[str, Any]:
    """What everybody may know of a table."""
    sitting = table.sitting
    return {
        "online": table.online and not table.silent,
        "tournament": sitting and sitting.tournament,
        "round": sitting and sitting.round,
        "label": sitting and sitting.label,
        "players": sitting and list(sitting.players),
        "scores": table.scores and list(table.scores),
        "dealer": table.dealer,
        "riichi": list(table.riichi),
        "hands": table.hands,
        "last": table.last and _last(table.last.model_dump(mode="json")),
        "finished": table.finished,
        "called": any(not call.answered for call in table.calls),
    }


def calls(tables: Sequence[TableView]) -> dict[str, int]:
    """How many calls wait for a referee, and how many have one."""
    every = [call for table in tables for call in table.calls]
    answered = sum(call.answered for call in every)
    return {"open": len(every) - answered, "answered": answered}


def _newest(newest: dict[int, dict[str, int]], entry: LogEntry) -> dict[str, int]:
    """Counts an entry among the newest of its tournament."""
    known = newest.setdefault(entry.event.tournament, {"seq": entry.seq, "hands": entry.seq})
    known["hands" if entry.event.type in QUIET else "seq"] = entry.seq
    return dict(known)


def _last(hand: Mapping[str, Any]) -> dict[str, Any]:
    return {name: hand[name] for name in ("wind", "number", "honba", "reason", "winners", "deltas")}


def _foretold(before: TableClock, then_ms: int, now: TableClock, now_ms: int) -> bool:
    """Whether the clock has only run on."""
    gone = now_ms - then_ms if before.running else 0
    expected = max(0, before.left_ms - gone)
    same = before.model_copy(update={"left_ms": 0}) == now.model_copy(update={"left_ms": 0})
    return same and abs(expected - now.left_ms) < STEADY_MS
