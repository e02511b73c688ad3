"""What many steps ask before they go on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from club.log.events.base import Four
from club.log.faults import LogRefusal
from club.log.tournament.game import Game
from club.log.tournament.places import Registration
from club.log.tournament.tournament import Round, Tournament
from engine.rules.ruleset import Ruleset

K = TypeVar("K")
V = TypeVar("V")


def put(old: Mapping[K, V], key: K, value: V) -> Mapping[K, V]:
    """The mapping with one entry more, or another one."""
    return {**old, key: value}


def require_open(tournament: Tournament) -> None:
    """LogRefusal when the event is over."""
    if tournament.closed is not None:
        raise LogRefusal("closed", entry=tournament.closed.seq)


def registered(tournament: Tournament, person: int) -> Registration:
    """LogRefusal when the person is unknown here."""
    if person not in tournament.registrations:
        raise LogRefusal("not_registered", person=person)
    return tournament.registrations[person]


def drawn(tournament: Tournament, number: int) -> Round:
    """The round; LogRefusal when it is not drawn."""
    if number not in tournament.rounds:
        raise LogRefusal("not_drawn", round=number)
    return tournament.rounds[number]


def started(tournament: Tournament, number: int) -> Round:
    """LogRefusal when the round has not started."""
    found = drawn(tournament, number)
    if found.started is None:
        raise LogRefusal("not_started", round=number)
    return found


def require_on(tournament: Tournament, number: int) -> None:
    """LogRefusal when the round was called off."""
    if number in tournament.off:
        raise LogRefusal("called_off", round=number, entry=tournament.off[number].entry.seq)


def require_over(tournament: Tournament, numbers: Iterable[int]) -> None:
    """LogRefusal names the first of the rounds that is neither closed nor called off."""
    for number in numbers:
        if not tournament.over(number):
            raise LogRefusal("round_open", round=number)


def running(tournament: Tournament, number: int) -> Round:
    """LogRefusal when the round is not being played."""
    require_on(tournament, number)
    found = started(tournament, number)
    if found.closed is not None:
        raise LogRefusal("round_closed", round=number, entry=found.closed)
    return found


def game_at(round_: Round, number: int, table: int) -> Game:
    """The game at a table of round `number`; LogRefusal when nobody plays there."""
    if table not in round_.games:
        raise LogRefusal("no_table", table=table, round=number)
    return round_.games[table]


def stakes(rules: Ruleset) -> tuple[int, int]:
    """The points of each player at the beginning of a game, and those of a riichi stick."""
    return rules.number("game.start_points"), rules.number("riichi.deposit") if rules.game == "riichi" else 0


def with_round(tournament: Tournament, number: int, changed: Round) -> Tournament:
    return replace(tournament, rounds=put(tournament.rounds, number, changed))


def with_game(tournament: Tournament, number: int, table: int, changed: Game) -> Tournament:
    found = tournament.rounds[number]
    return with_round(tournament, number, replace(found, games=put(found.games, table, changed)))


def check_sum(game: Game, scores: Four, sticks: int) -> None:
    """LogRefusal when points have come from nowhere: all points and sticks are those of the beginning."""
    whole = 4 * game.start
    found = sum(scores) + game.deposit * sticks
    if found != whole:
        raise LogRefusal("sum", found=found, whole=whole)
