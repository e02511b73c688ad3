"""Games of the log as the results count them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from club.log.tournament import Round, Tournament
from club.penalties import lateness
from club.results.game import GameResult, PlayerFinal, Terms, final
from club.results.hands import HandFacts, of_record
from club.results.standings import Beside, Fine, Standings, standings
from engine.events import Sanction, Seats4


def results(found: Tournament) -> tuple[list[GameResult], Standings]:
    """The games that have a result, and the standings after them."""
    games = [each for number in found.rounds for each in _games(found, number)]
    unranked = frozenset(r.person for r in found.registrations.values() if r.event.kind != "player")
    fines = [
        Fine(p.event.round or 0, p.event.person, p.event.points)
        for p in found.penalties.values()
        if p.lifted is None and p.event.table is None and p.event.points
    ]
    return games, standings(games, found.rules, _terms(found), Beside(fines=fines, unranked=unranked))


def result_of(found: Tournament, number: int, table: int) -> tuple[PlayerFinal, ...] | None:
    """What a game gave to its players; None while it has no result."""
    played = next((each for each in _games(found, number) if each.table == table), None)
    return None if played is None else final(played, found.rules, _terms(found))


def facts(found: Tournament) -> Iterator[HandFacts]:
    """All finished hands, each of whoever sat there then."""
    for round_ in found.rounds.values():
        for table, game in round_.games.items():
            for number, hand in game.hands.items():
                record = hand.current
                yield of_record(
                    _sat(round_, table, number),
                    record.reason,
                    record.deltas,
                    winners=record.winners,
                    riichi=record.riichi,
                    tenpai=record.tenpai,
                    offenders=record.offenders,
                )


def _games(found: Tournament, number: int) -> Iterator[GameResult]:
    round_ = found.rounds[number]
    for table, game in sorted(round_.games.items()):
        result = game.result
        if result is None:
            continue
        players = game.sitting.players
        yield GameResult(
            number,
            table,
            players,
            result.scores,
            sticks_left=result.sticks_left,
            chombo=_fined(found, number, players, chombo=True),
            lateness=_four(lambda person: -_late(found, round_, person), players),
            fines=_fined(found, number, players, chombo=False),
            substitutes=round_.substitutes(table),
            chips=result.chips,
            won=game.won,
        )


def _fined(found: Tournament, number: int, players: Seats4, *, chombo: bool) -> Seats4:
    """What was deducted in this game by sanction: chombo, or everything else."""
    counted = [
        p.event
        for p in found.penalties.values()
        if p.lifted is None
        and p.event.table is not None
        and p.event.round == number
        and (p.event.sanction is Sanction.CHOMBO) == chombo
    ]
    return _four(lambda person: sum(each.points for each in counted if each.person == person), players)


def _late(found: Tournament, round_: Round, person: int) -> int:
    return lateness(round_.late.get(person, 0), found.plan.late_limit_min).fine


def _four(of: Callable[[int], int], players: Seats4) -> Seats4:
    a, b, c, d = map(of, players)
    return a, b, c, d


def _sat(round_: Round, table: int, hand: int) -> Seats4:
    """Who played this hand, substitutes included."""

    def who(player: int) -> int:
        so_far = [each for each in round_.replaced.get(player, ()) if each.hand <= hand]
        return so_far[-1].substitute if so_far else player

    return _four(who, round_.games[table].sitting.players)


def _terms(found: Tournament) -> Terms:
    return Terms(found.plan.substitute_result)
