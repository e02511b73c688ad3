"""Games of the log as the pages' tables show them."""

from __future__ import annotations

from collections.abc import Iterator

from club.log.tournament.finals import final_standings, games, terms
from club.log.tournament.tournament import Tournament
from club.results.game import GameResult, PlayerFinal, final
from club.results.standings import Standings
from engine.statistics.facts import HandFacts, of_record


def results(found: Tournament) -> tuple[list[GameResult], Standings]:
    """The standings now, and the games that they count: those of the last stage of which a round counts."""
    stage = found.stage
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
    """All finished hands of games that count, each of whoever sat there then."""
    for at, round_ in found.rounds.items():
        for table, game in round_.games.items():
            if not found.counts(at, table):
                continue
            for number, hand in game.hands.items():
                record = hand.current
                kept = {win.seat: win.source for win in record.wins or ()}
                sources = {seat: kept.get(seat) for seat in record.winners}
                a, b, c, d = (round_.plays(player, number) for player in game.sitting.players)
                yield of_record(
                    (a, b, c, d),
                    record.reason,
                    record.deltas,
                    winners=sources,
                    riichi=record.riichi,
                    tenpai=record.tenpai,
                    offenders=record.offenders,
                    called=hand.called,
                )
