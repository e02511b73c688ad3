"""A tournament of 32 players and 8 rounds with everything that goes wrong in one, against sums made by hand.

A player is late, one drops out, one gets a chombo, one is fined and appeals; at a table people sit in wrong
seats for two hands, and of a table nothing is heard for a whole round, whose sheet is then misread.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest

from club.log.desk import Accepted, Draft, LogDesk, Repeated
from club.log.events import (
    AppealDecided,
    AppealFiled,
    Called,
    Event,
    GameRecorded,
    HandRecorded,
    Late,
    Penalised,
    PenaltyLifted,
    Registered,
    Replaced,
    Reverted,
    RoundClosed,
    RoundDrawn,
    RoundStarted,
    SeedCommitted,
    Sitting,
    StageAdded,
    StageClosed,
    TournamentClosed,
    TournamentCreated,
    Withdrew,
)
from club.log.events.base import Record
from club.log.store.store import Store
from club.log.tournament.finals import final_standings
from club.log.tournament.tournament import Tournament
from club.referee.asked import Reseat
from club.referee.correcting import reseated
from club.referee.records import entered
from club.seating.commit import commitment
from club.seating.draw import Method, bound, draw
from engine.play.apply import apply
from engine.result.game import next_hand
from engine.result.settle import result
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from tests.club.sums import Chombo, Draw, Four, Hand, Win, finals, played

T = 1
SEED = "a seed that nobody can guess"
PEOPLE = range(1, 33)
SUBSTITUTE = 33
ROUNDS = range(1, 9)
TABLES = range(1, 9)
LATE, LEAVER, FINED, APPELLANT = 5, 17, 11, 23
CHOMBO_AT, WRONG_AT, AWAY_AT = (3, 2), (4, 6), (6, 5)
ORDER = (1, 0, 2, 3)
"""East and South have sat down in each other's seats."""
VALUES = ((1, 30), (2, 30), (2, 40), (3, 30), (3, 40), (5, 30), (6, 30), (8, 30))


def plays(rng: random.Random) -> list[Hand]:
    """Six hands; the clock ends the game."""
    hands: list[Hand] = []
    for _ in range(6):
        if rng.random() < 0.2:
            hands.append(Draw(tuple(s for s in range(4) if rng.random() < 0.5)))
            continue
        winner, other = rng.sample(range(4), 2)
        hands.append(Win(winner, rng.choice((other, other, None)), *rng.choice(VALUES)))
    return hands


def all_plays() -> dict[tuple[int, int], list[Hand]]:
    rng = random.Random(20_26)
    games = {(number, table): plays(rng) for number in ROUNDS for table in TABLES}
    games[CHOMBO_AT].insert(2, Chombo(2))
    games[WRONG_AT][:2] = [Win(2, 0, 3, 30), Win(3, 1, 2, 40)]
    return games


def records_of(hands: Sequence[Hand]) -> Iterator[Record]:
    """What a table records of the hands."""
    game = apply(None, ev.GameStarted("rrc", {}))
    for hand in hands:
        started = next_hand(game)
        assert isinstance(started, ev.HandStarted)
        how: ev.ResultEntered | ev.Penalised
        if isinstance(hand, Chombo):
            how = ev.Penalised(hand.offender, ev.Sanction.CHOMBO)
        elif isinstance(hand, Win):
            source = hand.winner if hand.loser is None else hand.loser
            win = ev.EnteredWin(hand.winner, source, hand.han, hand.fu)
            how = ev.ResultEntered(ev.EndReason.WIN, (win,))
        else:
            a, b, c, d = (seat in hand.tenpai for seat in range(4))
            how = ev.ResultEntered(ev.EndReason.EXHAUSTIVE, (), (a, b, c, d))
        game = apply(apply(game, started), how)
        ended = result(game)
        assert ended is not None
        game = apply(game, ended)
        yield entered(game.history[-1], how, game.scores, Ruleset.preset("rrc"))


class Organisers:
    """Submits everything twice, as a program does that has not heard the answer."""

    def __init__(self, desk: LogDesk) -> None:
        self.desk = desk
        self.games = all_plays()
        self.count = 0

    def send(self, *events: Event, by: str = "director", draft: Draft | None = None) -> int:
        """The number of the last entry."""
        self.count += 1
        submitted = draft or list(events)
        first = self.desk.submit(submitted, by, f"key-{self.count}", 1000 * self.count)
        assert isinstance(first, Accepted), first
        assert isinstance(self.desk.submit(submitted, by, f"key-{self.count}", 0), Repeated)
        return first.entries[-1].seq

    @property
    def tournament(self) -> Tournament:
        return self.desk.state.tournament(T)

    def prepare(self) -> None:
        """Registration, and the whole draw after its commitment."""
        self.send(TournamentCreated(tournament=T, name="Open of 32", preset="rrc"))
        self.send(*(Registered(tournament=T, person=person) for person in PEOPLE))
        self.send(Registered(tournament=T, person=SUBSTITUTE, kind="occasional"))
        self.send(StageAdded(tournament=T, stage=1, method="predetermined", rounds=8))
        bind = bound(PEOPLE, 8, Method.PREDETERMINED)
        self.send(SeedCommitted(tournament=T, rounds=tuple(ROUNDS), commitment=commitment(SEED, bind)))
        seating = draw(PEOPLE, 8, Method.PREDETERMINED, seed=SEED)
        for number, tables in zip(ROUNDS, seating.rounds, strict=True):
            sittings = tuple(Sitting(table=t, players=four) for t, four in enumerate(tables, 1))
            self.send(
                RoundDrawn(
                    tournament=T,
                    round=number,
                    sittings=sittings,
                    method="predetermined",
                    seed=SEED,
                    bound=bind,
                )
            )

    def seat(self, number: int, person: int) -> tuple[int, int]:
        found = self.tournament.rounds[number].seat(person)
        assert found is not None
        return found

    def hand(self, number: int, table: int, hand: int, record: Record) -> None:
        name = f"{number}.{table}"
        self.send(
            HandRecorded(tournament=T, round=number, table=table, game=name, hand=hand, record=record),
            by="hub",
        )

    def table(self, number: int, table: int) -> None:
        """A table plays its game and tells the end."""
        records = list(records_of(self.games[number, table]))
        for hand, record in enumerate(records):
            self.hand(number, table, hand, record)
            if (number, table, hand) == (*WRONG_AT, 1):
                self.notice_seats(number, table)
        end = GameRecorded(
            tournament=T,
            round=number,
            table=table,
            source="table",
            scores=records[-1].scores,
            sticks_left=records[-1].sticks,
            game=f"{number}.{table}",
            hands=len(records),
        )
        self.send(end, by="hub")

    def notice_seats(self, number: int, table: int) -> None:
        """The people change seats, and their two hands are entered again (K-FAIL-01)."""
        asked = Reseat(round=number, table=table, order=ORDER, reason="East and South changed")
        events = reseated(self.tournament, self.desk.entry, asked)
        assert events
        self.send(*events, by="referee")

    def sheet(self, number: int, table: int) -> None:
        """Nothing is heard of the table: its sheet is entered, misread at first (K-FAIL-02)."""
        right = played(self.games[number, table])
        wrong = (right[1], right[0], right[2], right[3])
        seq = self.send(self.paper(number, table, wrong))
        self.send(Reverted(tournament=T, seqs=(seq,), reason="misread"))
        self.send(self.paper(number, table, right))

    def paper(self, number: int, table: int, scores: Four) -> GameRecorded:
        return GameRecorded(tournament=T, round=number, table=table, source="sheet", scores=scores)

    def round(self, number: int) -> None:
        if number >= 5:
            table, seat = self.seat(number, LEAVER)
            self.send(Replaced(tournament=T, round=number, table=table, seat=seat, substitute=SUBSTITUTE))
        self.send(RoundStarted(tournament=T, round=number))
        if number == 2:
            self.send(Late(tournament=T, round=2, person=LATE, seconds=181), by="referee")
        for table in TABLES:
            if (number, table) == AWAY_AT:
                self.sheet(number, table)
            else:
                self.table(number, table)
        self.judge(number)
        self.send(RoundClosed(tournament=T, round=number))
        if number == 4:
            self.send(Withdrew(tournament=T, person=LEAVER, from_round=5, reason="ill"))
        if number == AWAY_AT[0]:
            for hand, record in enumerate(records_of(self.games[AWAY_AT])):
                self.hand(*AWAY_AT, hand, record)

    def judge(self, number: int) -> None:
        """Chombo that the table told of already, and two fines."""
        person, points = {5: (FINED, -2000), 7: (APPELLANT, -8000)}.get(number, (0, 0))
        if person:
            table, _ = self.seat(number, person)
            call = self.send(Called(tournament=T, round=number, table=table), by="hub")
            fine = Penalised(
                tournament=T,
                round=number,
                table=table,
                person=person,
                reason="telephone",
                sanction=ev.Sanction.FINE,
                points=points,
                because=(call,),
            )
            self.send(fine, by="referee")
        if number == CHOMBO_AT[0]:
            offender = self.tournament.rounds[number].games[CHOMBO_AT[1]].sitting.players[2]
            chombo = Penalised(
                tournament=T,
                round=number,
                table=CHOMBO_AT[1],
                hand=2,
                person=offender,
                reason="P-14",
                sanction=ev.Sanction.CHOMBO,
                points=-20_000,
            )
            self.send(chombo, by="referee")

    def finish(self) -> None:
        """The end, and an appeal after it that is upheld."""
        self.send(StageClosed(tournament=T, stage=1))
        self.send(TournamentClosed(tournament=T))
        filed = self.send(
            AppealFiled(
                tournament=T,
                person=APPELLANT,
                situation="A telephone rang at the next table.",
                decision="A fine of 8000.",
                reasons="It was not mine.",
            ),
            by=f"player-{APPELLANT}",
        )
        [fine] = [seq for seq, p in self.tournament.penalties.items() if p.event.points == -8000]

        def decide(state: object) -> list[Event]:
            del state
            return [
                AppealDecided(
                    tournament=T, appeal=filed, board=("a", "b", "c"), upheld=True, explanation="Yes."
                ),
                PenaltyLifted(tournament=T, penalty=fine, reason="The appeal was upheld.", because=(filed,)),
            ]

        self.send(by="board", draft=decide)


def expected(organisers: Organisers) -> dict[int, Fraction]:
    """The totals, from the hands alone."""
    totals = dict.fromkeys(PEOPLE, Fraction(0))
    for number in ROUNDS:
        for table in TABLES:
            players = organisers.tournament.rounds[number].games[table].drawn.players
            hands = organisers.games[number, table]
            scores = played(hands, ORDER, 2) if (number, table) == WRONG_AT else played(hands)
            for player, points in zip(players, finals(scores), strict=True):
                totals[player] += -30_000 if player == LEAVER and number >= 5 else points
    totals[organisers.tournament.rounds[3].games[CHOMBO_AT[1]].drawn.players[2]] -= 20_000
    totals[LATE] -= 4000
    totals[FINED] -= 2000
    return totals


@pytest.mark.slow
def test_the_final_standings_are_those_made_by_hand(store: Store) -> None:
    organisers = Organisers(LogDesk(store))
    organisers.prepare()
    for number in ROUNDS:
        organisers.round(number)
    organisers.finish()
    standings = final_standings(organisers.tournament)
    totals = expected(organisers)
    assert {row.player: row.total for row in standings.rows} == totals
    for row in standings.rows:
        assert row.place == 1 + sum(other > totals[row.player] for other in totals.values())
    games = [game for each in organisers.tournament.rounds.values() for game in each.games.values()]
    assert not any(game.differs or game.missing for game in games)
    assert LogDesk(store).state == organisers.desk.state
    assert store.verify() == organisers.desk.state.seq
