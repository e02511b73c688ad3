"""The public live feed: tables, the clock of the round, and that something new is in the log.

Everybody may read it: scores and recorded hands are public (K-STREAM-05). What is told of a table is
listed here field by field, so that nothing new of it becomes public by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from club.hub.hall import TableClock, TableView, WallClock
from club.log.entry import Entry
from club.log.state import State
from club.web.services import Services

STEADY_MS: Final = 2_000
"""A clock that runs as foretold is not told again."""
QUIET: Final = frozenset(
    (
        *("hand_recorded", "game_opened", "called", "answered", "call_closed", "frozen", "unfrozen"),
        *("time_added", "hand_opened"),
    )
)
"""Events after which no page but those of hands need ask anew."""


class Live:
    """Listens to the hall and to the log while the server runs."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._feed = services.live
        self._clocks: dict[str, tuple[TableClock, int]] = {}
        self._newest: dict[int, dict[str, int]] = {}
        self._ends: list[Callable[[], None]] = []

    def start(self) -> None:
        """Tells what is known, and from now on what changes."""
        services = self._services
        self._ends = [
            services.hall.subscribe(self._table),
            services.hall.watch_clock(self._wall),
            services.desk.subscribe(self._entries),
        ]
        view = services.hall.view()
        for table in view.tables:
            self._table(table)
        state = services.desk.state
        self._newest = {number: {"seq": state.seq, "hands": state.seq} for number in state.tournaments}
        self._feed.tell({f"tournament/{number}": dict(at) for number, at in self._newest.items()})
        self._feed.tell({"clock": wall_clock(view.clock), "calls": calls(view.tables)})

    def stop(self) -> None:
        for end in self._ends:
            end()

    def _table(self, table: TableView) -> None:
        parts: dict[str, Any] = {f"table/{table.name}": public(table) | {"clock": self._clock(table)}}
        parts["calls"] = calls(self._services.hall.view().tables)
        self._feed.tell(parts)

    def _wall(self, clock: WallClock | None) -> None:
        self._feed.tell({"clock": wall_clock(clock)})

    def _clock(self, table: TableView) -> dict[str, Any] | None:
        """The table's clock, as it was told last where it has run on since as expected."""
        now = self._services.now_ms()
        fresh = table.clock
        if fresh is None:
            self._clocks.pop(table.name, None)
            return None
        kept = self._clocks.get(table.name)
        if kept is None or not _foretold(kept[0], kept[1], fresh, now):
            self._clocks[table.name] = kept = (fresh, now)
        return kept[0].model_dump(mode="json") | {"ts_ms": kept[1]}

    def _entries(self, entries: Sequence[Entry], _state: State) -> None:
        parts: dict[str, Any] = {}
        for entry in entries:
            number = entry.event.tournament
            known = self._newest.setdefault(number, {"seq": entry.seq, "hands": entry.seq})
            known["hands" if entry.event.type in QUIET else "seq"] = entry.seq
            parts[f"tournament/{number}"] = dict(known)
        self._feed.tell(parts)


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


def wall_clock(clock: WallClock | None) -> dict[str, Any] | None:
    return None if clock is None else clock.model_dump(mode="json")


def _last(hand: Mapping[str, Any]) -> dict[str, Any]:
    return {name: hand[name] for name in ("wind", "number", "honba", "reason", "winners", "deltas")}


def _foretold(before: TableClock, then_ms: int, now: TableClock, now_ms: int) -> bool:
    """Whether the clock has only run on."""
    gone = now_ms - then_ms if before.running else 0
    expected = max(0, before.left_ms - gone)
    same = before.model_copy(update={"left_ms": 0}) == now.model_copy(update={"left_ms": 0})
    return same and abs(expected - now.left_ms) < STEADY_MS
