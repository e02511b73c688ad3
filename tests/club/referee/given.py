"""An event of eight players at two tables, played as far as a test needs, with a log in memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from club.log.desk import Accepted, LogDesk, Outcome, Refused
from club.log.events import Called, Event, HandRecorded, RoundStarted, TournamentCreated
from club.log.faults import LogRefusal
from club.log.store.store import Store
from club.log.tournament.tournament import Tournament
from club.referee import acting, records
from club.referee.hands import End, Played, carried
from club.referee.ruling import Who
from engine.result.game import next_hand
from engine.state import events as ev
from tests.club.databases import laid_out
from tests.club.log.build import created, drawn, registered, stage
from tests.club.log.values import T

PEOPLE = range(1, 9)
REFEREE = Who("account-1")
OTHER = Who("account-2")


def won(seat: int, source: int, han: int, fu: int = 30, riichi: tuple[int, ...] = ()) -> ev.ResultEntered:
    return ev.ResultEntered(ev.EndReason.WIN, (ev.EnteredWin(seat, source, han, fu),), riichi=riichi)


class Event8:
    """The log of the event and short ways to write into it."""

    def __init__(self, desk: LogDesk) -> None:
        self.desk = desk
        self.now_ms = 1_000_000
        self._key = 0

    @property
    def tournament(self) -> Tournament:
        return self.desk.state.tournament(T)

    def enter(self, *events: Event, by: str = "hub") -> Outcome:
        """Writes the events as one transaction, a second later than the last."""
        self.now_ms += 1000
        self._key += 1
        return self.desk.submit(events, by, f"{by}/{self._key}", self.now_ms)

    def seqs(self, *events: Event, by: str = "hub") -> list[int]:
        """Writes what must be accepted; the numbers of its entries."""
        found = self.enter(*events, by=by)
        assert isinstance(found, Accepted), found
        return [entry.seq for entry in found.entries]

    def act(self, name: str, who: Who = REFEREE, **body: object) -> list[int]:
        """What a referee does at the desk; the Fault where it is refused."""
        found = self.enter(*self.events(name, who, **body), by=who.account)
        if isinstance(found, Refused):
            raise found.fault
        return [entry.seq for entry in found.entries]

    def events(self, name: str, who: Who = REFEREE, **body: object) -> tuple[Event, ...]:
        return acting.events(acting.RefereeActions(self.tournament, who, self.desk.entry), name, body)

    def rule(self, who: Who = REFEREE, **body: object) -> list[int]:
        """A ruling about player 3 at table 1 in round 1, unless said otherwise."""
        about = {"round": 1, "table": 1, "seen": self.desk.state.seq, "persons": [3], "facts": "seen"}
        return self.act("rule", who, **(about | body))

    def called(self, table: int = 1, seat: int = 2) -> int:
        return self.seqs(Called(tournament=T, round=1, table=table, seat=seat))[0]

    def play(self, *ends: End, table: int = 1) -> None:
        """Hands as the table records them."""
        rules = self.tournament.rules
        game = self.tournament.rounds[1].games[table]
        for end in ends:
            kept = [self.desk.entry(hand.seq or 0).event for hand in game.hands.values()]
            rows = [event.record for event in kept if isinstance(event, HandRecorded)]
            hands = list(records.played(rows, rules))
            started = next_hand(carried("rrc", {}, hands))
            assert isinstance(started, ev.HandStarted)
            after = carried("rrc", {}, [*hands, Played(started, end)])
            record = records.entered(after.history[-1], end, after.scores, rules)
            number = len(hands)
            self.seqs(
                HandRecorded(tournament=T, round=1, table=table, game=f"g{table}", hand=number, record=record)
            )
            game = self.tournament.rounds[1].games[table]


@contextmanager
def event(folder: Path, more: Mapping[str, object] | None = None, people: range = PEOPLE) -> Iterator[Event8]:
    """Round 1 runs. `more` are fields of the plan."""
    store = Store(laid_out(folder / f"{len(people)}.db"))
    made = Event8(LogDesk(store))
    first: TournamentCreated = created(**(more or {}))
    made.seqs(first, *registered(people), stage(), drawn(1, list(people)), by="director")
    made.seqs(RoundStarted(tournament=T, round=1), by="director")
    yield made
    store.close()


def refused(outcome: Outcome) -> LogRefusal:
    assert isinstance(outcome, Refused), outcome
    return outcome.fault
