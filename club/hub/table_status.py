"""The picture of the hall: what is known of every table now, for the pages of the club.

`Hall` is changed by the hub's threads and read by any: `view` gives the whole, `subscribe` gives each table
that changed. All of `view` is public: it comes from topics that carry no concealed tile, and from finished
hands. `picture` is for referees alone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, JsonValue

from runtime.clock import CLOCK

SILENT_S: Final = 90.0
"""A table that has sent nothing for so long is shown grey."""
T = TypeVar("T")
Wind = Literal["E", "S", "W", "N"]


class HallModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Sign(HallModel):
    """Who has signed in at a seat. `wrong`: that person belongs to `table` (its label) and `place`."""

    state: Literal["open", "signed", "wrong"] = "open"
    person: int | None = None
    table: str | None = None
    place: int | None = None


class Sitting(HallModel):
    """The assignment that the table has reported: who plays its game, or its next one, in seat order."""

    id: str
    tournament: int
    round: int
    label: str
    """The number on the table, as in the seating."""
    players: tuple[int, int, int, int]
    signed: tuple[Sign, Sign, Sign, Sign] = (Sign(), Sign(), Sign(), Sign())


class LastHand(HallModel):
    """The last hand that the table confirmed."""

    game: str
    hand: int
    """0 is the first of the game."""
    rev: int
    wind: Wind
    number: int
    honba: int
    reason: str
    winners: list[int]
    deltas: list[int]
    ended_ms: int | None = None


class Call(HallModel):
    """A call for a referee that is not settled."""

    id: str
    seat: int | None = None
    since_ms: int
    answered: bool = False


class Trouble(HallModel):
    """What a person should see to at the table."""

    code: str
    message: str
    """One English sentence."""
    reason: str = ""
    """Why the table refuses something, where that is the trouble, and its values, as in its reply."""
    values: dict[str, JsonValue] = {}
    seat: int | None = None
    since_ms: int

    @property
    def words(self) -> dict[str, Any]:
        """What pages make a sentence of in their language."""
        return self.model_dump(include={"code", "reason", "values"})


class TableClock(HallModel):
    """The table's own clock: what it says counts there."""

    running: bool
    left_ms: int
    """Time of its last message; a table sends one every second."""
    bonus_ms: int = 0
    deals_left: int | None = None
    last_hand: bool = False
    over: bool = False


class TableView(HallModel):
    """One table. `silent`: no message for 90 seconds, whatever the last one was."""

    name: str
    """In its topics, such as `table-7`."""
    online: bool = False
    silent: bool = False
    seen_ms: int = 0
    """Time of its last message, milliseconds since 1970; 0: never, as a table of wood."""
    sitting: Sitting | None = None
    pending: str | None = None
    """Why the sitting that the hub wants is not the table's yet; None when it is, or none is wanted."""
    game: str | None = None
    scores: tuple[int, int, int, int] | None = None
    """Points now, by seat."""
    dealer: int | None = None
    riichi: tuple[bool, bool, bool, bool] = (False, False, False, False)
    clock: TableClock | None = None
    calls: tuple[Call, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    hands: int = 0
    """Recorded of its game."""
    last: LastHand | None = None
    finished: bool = False
    """Its game has ended, and its result is in the log."""


class WallClock(HallModel):
    """The clock of an event's round, for the wall: `left_ms` counts down from `ts_ms` on while it runs.

    Moments are milliseconds since 1970. `total_ms` is the main time with what everybody was granted.
    """

    tournament: int
    round: int
    state: Literal["waiting", "running", "paused", "over"]
    left_ms: int
    ts_ms: int
    main_ms: int
    total_ms: int = 0
    gong: str = ""
    """Names the gong that began the round; empty before it."""
    begun_ms: int | None = None
    """When that was."""
    ends_ms: int | None = None
    """When the time is over, or was; None while it waits or is stopped."""
    after: str = ""
    """What is played then, as the option `timer.after`."""
    granted: dict[str, int] = {}
    """Extra milliseconds by the table's label (K-TIMER-07)."""


class HallView(HallModel):
    """All of it; `rev` grows with every change."""

    rev: int
    ts_ms: int
    tables: tuple[TableView, ...]
    clocks: tuple[WallClock, ...] = ()
    """One for each event with a round that is played or drawn."""
    refused: dict[str, int] = {}
    """Messages of tables that were refused, by reason."""


class Hall:
    """Thread-safe. `uptime` gives seconds of a clock that nobody sets, `wall_ms` the time of day."""

    def __init__(
        self,
        uptime: Callable[[], float] = time.monotonic,
        wall_ms: Callable[[], int] = CLOCK.now_ms,
    ) -> None:
        self._uptime = uptime
        self._wall_ms = wall_ms
        self._lock = threading.Lock()
        self._tables: dict[str, TableView] = {}
        self._received_at: dict[str, float] = {}
        self._clocks: tuple[WallClock, ...] = ()
        self._refused: dict[str, int] = {}
        self._rev = 0
        self._listeners: list[Callable[[TableView], None]] = []
        self._watchers: list[Callable[[tuple[WallClock, ...]], None]] = []
        self._pictures: dict[str, Mapping[str, Any]] = {}
        self.look_at: Callable[[str], None] = lambda name: None
        """Fetches the public state of a table from now on; set by the hub, called by whoever asks for it."""

    # reading

    def view(self) -> HallView:
        """The whole picture now."""
        with self._lock:
            return self._view()

    def table(self, name: str) -> TableView | None:
        """One table; None for one that never sent a message."""
        with self._lock:
            return self._tables.get(name)

    def picture(self, name: str) -> Mapping[str, Any] | None:
        """The public state of a table that a referee looks at (topic `state`); None until it has come."""
        with self._lock:
            found = self._pictures.get(name)
        if found is None:
            self.look_at(name)
        return found

    def subscribe(self, listener: Callable[[TableView], None]) -> Callable[[], None]:
        """`listener` is called, in the hub's thread, with every table that changed; it must not block. The
        result ends it."""
        with self._lock:
            self._listeners.append(listener)
        return lambda: self._leave(self._listeners, listener)

    def watch_clocks(self, listener: Callable[[tuple[WallClock, ...]], None]) -> Callable[[], None]:
        """The same with the clocks of the rounds whenever one changes, which it does without any table."""
        with self._lock:
            self._watchers.append(listener)
        return lambda: self._leave(self._watchers, listener)

    # changed by the hub

    def received(self, name: str) -> None:
        """Something came from the table: it is there."""
        with self._lock:
            self._received_at[name] = self._uptime()
            known = self._tables.get(name)
        if known is None or known.silent:
            self.put(name, silent=False)

    def put(self, name: str, **changes: object) -> None:
        """New values of fields of `TableView`."""
        with self._lock:
            before = self._tables.get(name) or TableView(name=name)
            after = before.model_copy(update=changes)
            if after == before and name in self._tables:
                return
            if name in self._received_at:
                after = after.model_copy(update={"seen_ms": self._wall_ms()})
            self._tables[name] = after
            self._news()
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener(after)

    def depict(self, name: str, state: Mapping[str, Any]) -> None:
        """The public state of a table that is looked at."""
        with self._lock:
            self._pictures[name] = state
            self._news()

    def set_clocks(self, clocks: tuple[WallClock, ...]) -> None:
        """The clocks of the rounds that are played or drawn."""
        with self._lock:
            if clocks == self._clocks:
                return
            self._clocks = clocks
            self._news()
            watchers = tuple(self._watchers)
        for listener in watchers:
            listener(clocks)

    def refuse(self, reason: str) -> None:
        """Counts a message that was refused."""
        with self._lock:
            self._refused[reason] = self._refused.get(reason, 0) + 1
            self._news()

    def look(self) -> None:
        """Once in a while: tables that have fallen silent turn grey."""
        with self._lock:
            gone = [n for n, at in self._received_at.items() if self._uptime() - at >= SILENT_S]
            silent = [n for n in gone if n in self._tables and not self._tables[n].silent]
        for name in silent:
            self.put(name, silent=True)

    def _view(self) -> HallView:
        return HallView(
            rev=self._rev,
            ts_ms=self._wall_ms(),
            tables=tuple(self._tables[name] for name in sorted(self._tables)),
            clocks=self._clocks,
            refused=dict(self._refused),
        )

    def _news(self) -> None:
        self._rev += 1

    def _leave(self, listeners: list[T], listener: T) -> None:
        with self._lock:
            if listener in listeners:
                listeners.remove(listener)
