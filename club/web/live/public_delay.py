"""What the public may not know yet of a table that is broadcast: its scores and hands pass after the delay.

A live score is information about the table, and every feed of a broadcast is late (K-STREAM-03, K-STREAM-05):
who watches may not learn elsewhere what comes. When an entry came is noted by a clock that nobody sets; what
the log held of the round before the server was started waits once more. So nothing is early, at worst late.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Any, Final

from club.access.roles import Identity, Role
from club.hub.desired_state import device_of
from club.hub.table_status import TableView
from club.log.desk import LogDesk
from club.log.events import Reverted
from club.log.events.entry import LogEntry
from club.log.state import State, without
from club.log.tournament.game import Game
from club.log.tournament.tournament import Round, Tournament

INSIDE: Final = frozenset((Role.REFEREE, Role.HEAD_REFEREE, Role.DIRECTOR, Role.SCOREKEEPER))
"""They work on the results, and see everything at once."""
OF_PLAY: Final = frozenset(
    (
        *("game_opened", "hand_recorded", "game_recorded", "hand_corrected", "result_corrected"),
        *("ruled", "settled", "penalised"),
    )
)
"""Events that show how a game goes."""
NO_PLAY: Final[dict[str, Any]] = {
    **{"scores": None, "dealer": None, "riichi": (False,) * 4, "clock": None},
    **{"hands": 0, "last": None, "finished": False, "calls": ()},
}
"""A table of the hall of which nothing is known but who sits there."""


def without_play(table: TableView) -> TableView:
    """Who sits there, and whether the table is there."""
    return table.model_copy(update=NO_PLAY)


class PublicDelay:
    """Thread-safe. `streams` are the devices that are broadcast; the clock `uptime_s` is never set."""

    def __init__(
        self, desk: LogDesk, streams: Collection[str], delay_s: float, uptime_s: Callable[[], float]
    ) -> None:
        self._desk = desk
        self._streams = frozenset(streams)
        self.delay_s = delay_s
        self.uptime_s = uptime_s
        self._lock = threading.Lock()
        self._held: dict[int, tuple[int, float]] = {}
        self._made: dict[int, tuple[object, Tournament]] = {}
        self.lifted = 0
        """Grows whenever something has become old enough."""
        state = desk.state
        self._seen = state.seq
        for found in state.tournaments.values():
            last = found.last_started
            self._hold(state, (e for e in found.log if getattr(e.event, "round", last) == last))

    def admits(self, who: Identity | None, tournament: int | None = None) -> bool:
        """Whether somebody sees everything at once: of a tournament, or of all that are not over."""
        if who is None or not who.anywhere(INSIDE):
            return False
        found = self._desk.state.tournaments.items()
        asked = [n for n, each in found if each.closed is None] if tournament is None else [tournament]
        return all(who.has(INSIDE, number) for number in asked)

    def covers(self, device: str) -> bool:
        """Whether a table is broadcast."""
        return device in self._streams

    def holds(self, entry: LogEntry) -> bool:
        """Whether the public may not know of an entry yet."""
        with self._lock:
            self._look_up()
            return entry.seq in self._held

    def look(self) -> dict[int, int]:
        """Once in a while: what has become old enough, the last entry by tournament."""
        now = self.uptime_s()
        with self._lock:
            self._look_up()
            due = {seq: held[0] for seq, held in self._held.items() if now - held[1] >= self.delay_s}
            for seq in due:
                del self._held[seq]
            self.lifted += bool(due)
        return {tournament: seq for seq, tournament in sorted(due.items())}

    def public(self, tournament: Tournament) -> Tournament:
        """The state as the public may know it now: rounds and seats of now, games of the time before the
        delay."""
        with self._lock:
            self._look_up()
            hidden = {seq for seq, (number, _) in self._held.items() if number == tournament.id}
            known = self._made.get(tournament.id)
        if not hidden:
            return tournament
        at = frozenset(hidden), tournament.log[-1].seq
        if known is None or known[0] != at:
            known = at, _before(self._desk.state, tournament, hidden)
            with self._lock:
                self._made[tournament.id] = known
        return known[1]

    def _look_up(self) -> None:
        """Notes what the log has got since; the desk shows an entry before it reports it."""
        state = self._desk.state
        if not self._streams or state.seq == self._seen:
            return
        logs = [reversed(found.log) for found in state.tournaments.values()]
        seen = self._seen
        fresh = [entry for log in logs for entry in takewhile(lambda e: e.seq > seen, log)]
        self._hold(state, iter(sorted(fresh, key=lambda entry: entry.seq)))
        self._seen = state.seq

    def _hold(self, state: State, entries: Iterator[LogEntry]) -> None:
        for entry in entries:
            if self._shows(state, entry):
                self._held[entry.seq] = entry.event.tournament, self.uptime_s()

    def _shows(self, state: State, entry: LogEntry) -> bool:
        """Whether an entry, or one that it takes back, is about the play of a table that is broadcast."""
        event, found = entry.event, state.tournaments.get(entry.event.tournament)
        if found is None:
            return False
        if isinstance(event, Reverted):
            return any(self._shows(state, each) for each in found.log if each.seq in event.seqs)
        table = getattr(event, "table", None)
        return event.type in OF_PLAY and table is not None and device_of(found, table) in self._streams


def _before(state: State, found: Tournament, hidden: Collection[int]) -> Tournament:
    """The tournament with games, rulings and penalties as they were without these entries."""
    before, games = without(state.bans, found, hidden), set(_games(found, hidden))

    def trimmed(number: int, round_: Round) -> Round:
        old = before.rounds.get(number)
        kept = {
            table: game if (number, table) not in games else _begun(game) if old is None else old.games[table]
            for table, game in round_.games.items()
        }
        return replace(round_, games=kept)

    return replace(
        found,
        rounds={number: trimmed(number, round_) for number, round_ in found.rounds.items()},
        rulings={seq: each for seq, each in found.rulings.items() if seq not in hidden},
        settled={seq: each for seq, each in found.settled.items() if seq not in hidden},
        penalties={seq: each for seq, each in found.penalties.items() if seq not in hidden},
    )


def _games(found: Tournament, seqs: Collection[int]) -> Iterator[tuple[int | None, int | None]]:
    """Round and table of the games that entries are about."""
    for entry in found.log:
        if entry.seq in seqs and isinstance(entry.event, Reverted):
            yield from _games(found, entry.event.seqs)
        elif entry.seq in seqs:
            yield getattr(entry.event, "round", None), getattr(entry.event, "table", None)


def _begun(game: Game) -> Game:
    """Before its first hand."""
    return replace(game, id=None, hands={}, reported=None, entered=None)
