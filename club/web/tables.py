"""Games of the log as the pages' tables show them."""

from __future__ import annotations

from collections.abc import Iterator

from club.log.finals import final_standings, games, terms
from club.log.tournament import Tournament
from club.results.game import GameResult, PlayerFinal, final
from club.results.hands import HandFacts, of_record
from club.results.standings import Standings


def results(found: Tournament) -> tuple[list[GameResult], Standings]:
    """The standings now, and the games that they count: those of the last stage in which a round is drawn."""
    stage = max((each.stage for each in found.rounds.values()), default=0)
    numbers = sorted(number for number, each in found.rounds.items() if each.stage == stage)
    return [game for number in numbers for game in games(found, number)], final_standings(found)


def result_of(found: Tournament, number: int, table: int) -> tuple[PlayerFinal, ...] | None:
    """What a game gave to its players; None while it has no result."""
    played = next((each for each in games(found, number) if each.table == table), None)
    return None if played is None else final(played, found.rules, terms(found))


def all_finals(found: Tournament) -> Iterator[tuple[PlayerFinal, ...]]:
    """What each game of the event has given."""
    for number in found.rounds:
        for game in games(found, number):
            yield final(game, found.rules, terms(found))


def facts(found: Tournament) -> Iterator[HandFacts]:
    """All finished hands, each of whoever sat there then."""
    for round_ in found.rounds.values():
        for game in round_.games.values():
            for number, hand in game.hands.items():
                record = hand.current
                a, b, c, d = (round_.plays(player, number) for player in game.sitting.players)
                yield of_record(
                    (a, b, c, d),
                    record.reason,
                    record.deltas,
                    winners=record.winners,
                    riichi=record.riichi,
                    tenpai=record.tenpai,
                    offenders=record.offenders,
                )
