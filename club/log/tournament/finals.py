"""The results of a tournament from its log: its games as `club.results` counts them, and its standings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from club.log.events.entry import LogEntry
from club.log.events.judging import Penalised, Settled
from club.log.tournament.game import Game
from club.log.tournament.tournament import Penalty, Round, Stage, Tournament
from club.penalties import lateness
from club.results.game import GameResult, Terms
from club.results.stages import carried
from club.results.standings import Beside, Fine, Missed, Standings, standings
from engine.result.chombo import chombo
from engine.state.events import Sanction, Seats4


def terms(tournament: Tournament) -> Terms:
    """What the event lays down beside the rules of play."""
    return Terms(tournament.plan.substitute_result, tournament.plan.chip)


def unranked(tournament: Tournament) -> frozenset[int]:
    """Who plays and has no place: substitutes, bots, and who was disqualified (K-SUB-01, K-PEN-01)."""
    others = {r.person for r in tournament.registrations.values() if r.event.kind != "player"}
    out = {p.event.person for p in _standing(tournament) if p.event.sanction is Sanction.DISQUALIFICATION}
    return frozenset(others | out)


def games(tournament: Tournament, number: int) -> Iterator[GameResult]:
    """The games of a round that have a result and count, by table, with what was deducted of each player
    there."""
    found = tournament.rounds[number]
    limit = tournament.plan.late_limit_min
    for table, game in sorted(found.games.items()):
        result = game.result
        if result is None or not tournament.counts(number, table):
            continue
        players = game.sitting.players
        yield GameResult(
            number,
            table,
            players,
            result.scores,
            sticks_left=result.sticks_left,
            chombo=_by_seat(players, _chombo(tournament, number, table)),
            lateness=_by_seat(players, {p: -lateness(s, limit).fine for p, s in found.late.items()}),
            fines=_by_seat(players, _fines(tournament, number)),
            substitutes=found.substitutes(table),
            chips=result.chips,
            won=game.won,
        )


def stage_standings(tournament: Tournament, stage: int) -> Standings:
    """The standings of a stage, with what its players bring from the stages before.

    KeyError for a stage that there is not; ValueError where games contradict each other.
    """
    now = tournament.stages[stage]
    before: dict[int, Fraction] = {}
    if stage > 1:
        rows = stage_standings(tournament, stage - 1).rows
        goes_on = None if now.event.cut is None else _seated(tournament, now)
        before = carried(rows, now.event.carry, goes_on)
    played = [
        game for number in now.rounds if number in tournament.rounds for game in games(tournament, number)
    ]
    beside = Beside(before, _missed(tournament, now), _outside(tournament, now), unranked(tournament))
    return standings(played, tournament.rules, terms(tournament), beside)


def final_standings(tournament: Tournament) -> Standings:
    """The standings now: of the last stage in which a round is drawn, of the first before that. A round of
    which nothing counts is as if it had not been drawn."""
    if not tournament.stages:
        return standings([], tournament.rules, terms(tournament))
    return stage_standings(tournament, tournament.stage)


def _standing(tournament: Tournament) -> Iterator[Penalty]:
    return (penalty for penalty in tournament.penalties.values() if penalty.lifted is None)


def _chombo(tournament: Tournament, number: int, table: int) -> dict[int, int]:
    """Points by player. The table, the players and a referee may all report the same chombo."""
    found = tournament.rounds[number]
    game = found.games[table]
    price = chombo(tournament.rules, 0, 0).after_uma
    cases: dict[tuple[int | None, int], int] = dict.fromkeys(_recorded(found, game), price)
    for entry in tournament.settled.values():
        settled = entry.event
        assert isinstance(settled, Settled)
        here = (settled.round, settled.table, settled.sanction) == (number, table, Sanction.CHOMBO)
        if here and not _overruled(game, settled.hand, entry):
            cases[settled.hand, settled.person] = price
    total: dict[int, int] = {}
    for penalty in sorted(tournament.penalties.values(), key=lambda each: each.lifted is None):
        event = penalty.event
        if event.sanction is not Sanction.CHOMBO or _place(tournament, event) != (number, table):
            continue
        if event.hand is None:
            total[event.person] = total.get(event.person, 0) + (event.points if penalty.lifted is None else 0)
        else:
            cases[event.hand, event.person] = event.points if penalty.lifted is None else 0
    for (_, person), points in cases.items():
        total[person] = total.get(person, 0) + points
    return total


def _overruled(game: Game, number: int, entry: LogEntry) -> bool:
    """Whether a referee has since then entered how the hand ended."""
    hand = game.hands.get(number)
    return hand is not None and (hand.corrected_seq or 0) > entry.seq


def _recorded(found: Round, game: Game) -> Iterator[tuple[int | None, int]]:
    """Hands that ended in chombo, with the player at whose place it was committed by the player."""
    for number, hand in game.hands.items():
        for seat in hand.current.offenders:
            player = game.sitting.players[seat]
            if found.plays(player, number) == player:
                yield number, player


def _fines(tournament: Tournament, number: int) -> dict[int, int]:
    """Everything else that was deducted in a round of somebody who has a game in it."""
    total: dict[int, int] = {}
    for penalty in _standing(tournament):
        event = penalty.event
        place = _place(tournament, event)
        if event.sanction is not Sanction.CHOMBO and place is not None and place[0] == number:
            total[event.person] = total.get(event.person, 0) + event.points
    return total


def _outside(tournament: Tournament, stage: Stage) -> list[Fine]:
    """What was deducted of somebody who has no game in that round, or outside the rounds."""
    return [
        Fine(p.event.round or stage.first, p.event.person, p.event.points)
        for p in _standing(tournament)
        if p.event.points
        and _place(tournament, p.event) is None
        and not _with_its_game(tournament, p.event)
        and _stage(tournament, p.event) == stage
    ]


def _with_its_game(tournament: Tournament, event: Penalised) -> bool:
    """Whether it is a chombo of a game that counts for nothing: it belongs to the score of that game
    (K-PEN-02). What was deducted for conduct stays."""
    return (
        event.sanction is Sanction.CHOMBO
        and event.round is not None
        and event.round in tournament.off
        and _sat(tournament, event) is not None
    )


def _stage(tournament: Tournament, event: Penalised) -> Stage:
    """In which a penalty counts; the first where its round belongs to none, and the last that counts where
    that of its round was called off."""
    found = None if event.round is None else tournament.stage_of(event.round)
    if found is None:
        return tournament.stages[1]
    gone = found.event.stage > tournament.stage and all(map(tournament.void, found.rounds))
    return tournament.stages[tournament.stage] if gone else found


def _place(tournament: Tournament, event: Penalised) -> tuple[int, int] | None:
    """Round and table of the game that counts and that a penalty belongs to; where the player sits."""
    sat = _sat(tournament, event)
    return sat if sat is not None and tournament.counts(*sat) else None


def _sat(tournament: Tournament, event: Penalised) -> tuple[int, int] | None:
    """Round and table at which the player sat."""
    found = None if event.round is None else tournament.rounds.get(event.round)
    seat = None if found is None else found.seat(event.person)
    return None if event.round is None or seat is None else (event.round, seat[0])


def _missed(tournament: Tournament, stage: Stage) -> list[Missed]:
    """Rounds that have started without somebody who had withdrawn (K-SUB-03); none after a cut, and none
    that was called off, when everybody was let go."""
    if stage.event.cut is not None:
        return []
    return [
        Missed(number, r.person)
        for number in stage.rounds
        if number in tournament.rounds and tournament.rounds[number].started and number not in tournament.off
        for r in tournament.registrations.values()
        if r.person in tournament.admitted
        and number >= r.event.from_round
        and not r.plays(number)
        and tournament.rounds[number].seat(r.person) is None
    ]


def _seated(tournament: Tournament, stage: Stage) -> set[int]:
    """Who plays in the stage."""
    numbers = (n for n in stage.rounds if n in tournament.rounds and not tournament.void(n))
    drawn = (tournament.rounds[n].games.values() for n in numbers)
    return {player for each in drawn for game in each for player in game.sitting.players}


def _by_seat(players: Seats4, points: dict[int, int]) -> Seats4:
    a, b, c, d = (points.get(player, 0) for player in players)
    return a, b, c, d
