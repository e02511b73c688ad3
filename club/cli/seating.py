"""`jantaku club seating`: draws the rounds of an event, and draws them again for whoever audits them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NoReturn, TextIO

import click
from pydantic import JsonValue

from club.results.game import GameResult
from club.results.lines import read
from club.results.standings import standings
from club.seating.apart import Apart
from club.seating.apart_file import apart_of
from club.seating.commit import commitment
from club.seating.draw import VERSION, History, Method, Seating, bound, draw
from club.seating.field import vacancies
from club.seating.measure import (
    Round,
    Sitting,
    extra_meetings,
    max_meetings,
    met_though_apart,
    rank_spread,
    table_revisits,
    wind_spread,
)
from club.seating.order import automatic
from engine.rules.presets import PRESETS
from engine.rules.ruleset import Ruleset

_OTHER: Final = 1
_UNREADABLE: Final = 2
_AUTOMATIC: Final = "automatic"
_HELP: Final = """\
Draw who plays with whom, at which wind and table; the same seed gives the same draw everywhere.

Predetermined and random draw all rounds that are left, Swiss and interval the next one; automatic
takes the method whose turn it is (random, Swiss, interval). Each table is listed in the order of its
seats, East South West North; tables stand in the order of their numbers, by the ranking the best first.

The history is what `jantaku club standings` reads, one game a line:

\b
{"round": 1, "table": 3, "players": [7, 2, 9, 30], "scores": [46500, 25300, 14100, 14100]}

Players are numbered from 1, or as the history names them, or from 0 where a file names player 0. Groups
to be kept apart stand one a line, [3, 17] or 3 17; a line that begins with ~ holds where it can. Where
four does not divide the number of players, substitutes with the next numbers fill the last table.

Publish what --commit prints before the draw, and seed and options after it."""
_EXAMPLE: Final = """\b
Examples:
  jantaku club seating --players 32 --rounds 8 --method predetermined --seed 9f3c… --json
  jantaku club seating --players 32 --rounds 8 --method swiss --history results.jsonl --seed 9f3c…
  jantaku club seating --players 32 --rounds 8 --method random --seed 9f3c… --verify 5be0…"""
_INPUT: Final = click.File("r", encoding="utf-8-sig", errors="surrogateescape")


@click.command(name="seating", help=_HELP, epilog=_EXAMPLE)
@click.option("--players", type=click.IntRange(4, 2000), required=True, help="How many people play.")
@click.option("--rounds", type=click.IntRange(1, 100), required=True, help="Rounds of the whole event.")
@click.option(
    "--method",
    type=click.Choice([*(one.value for one in Method), _AUTOMATIC]),
    required=True,
    help="How it is drawn.",
)
@click.option("--interval", type=click.IntRange(min=1), help="The k of an interval round; else all tables.")
@click.option("--history", type=_INPUT, help="Results so far, the lines of `jantaku club standings`.")
@click.option("--apart", type=_INPUT, help="Groups of players who should not meet, one a line.")
@click.option("--out", type=int, multiple=True, metavar="ID", help="A player of the history who has left.")
@click.option("--byes", is_flag=True, help="Players rest in turn where four does not divide their number.")
@click.option("--preset", type=click.Choice(PRESETS), default="rrc", show_default=True, help="The rules.")
@click.option("--seed", help="The seed of the draw; keep it secret until then. [a new one]")
@click.option("--commit", "only_commit", is_flag=True, help="Print the commitment to publish, nothing else.")
@click.option("--verify", metavar="COMMITMENT", help="Exit status 1 if the draw is not the one committed to.")
@click.option(
    "--draw-version",
    type=click.IntRange(1, VERSION),
    help=f"1 draws as release 0.1 did; else that of the COMMITMENT, or {VERSION}.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def seating(  # noqa: PLR0913, PLR0917 - one argument an option
    players: int,
    rounds: int,
    method: str,
    interval: int | None,
    history: TextIO | None,
    apart: TextIO | None,
    out: Sequence[int],
    byes: bool,
    preset: str,
    seed: str | None,
    only_commit: bool,
    verify: str | None,
    draw_version: int | None,
    as_json: bool,
) -> None:
    seed = secrets.token_hex(16) if seed is None else seed
    try:
        games = () if history is None else _games(history)
        constraints = Apart() if apart is None else apart_of(apart.read())
        people = _people(players, games, constraints, out)
        substitutes = () if byes else _substitutes(people)
        order = _order(rounds, method, players)
        event = _Event((*people, *substitutes), method, order, interval, constraints, preset, seed)
        event = replace(event, version=draw_version or event.version_of(verify))
        if only_commit:
            published = {"commitment": event.commitment(), "seed": seed}
            click.echo(json.dumps(published) if as_json else event.commitment())
            return
        past = _past(games, Ruleset.preset(preset))
        answer = {**event.answer(past, byes), "substitutes": substitutes}
    except ValueError as error:
        _refuse(str(error))
    click.echo(json.dumps(answer) if as_json else "\n".join(_text(answer, len(past.rounds))))
    if verify is not None:
        _verify(verify, event.commitment())


@dataclass(frozen=True, slots=True)
class _Event:
    """What is laid down of the draw."""

    people: tuple[int, ...]
    method: str
    order: tuple[Method, ...]
    """The method of each round."""
    interval: int | None
    constraints: Apart
    preset: str
    seed: str
    version: int = VERSION

    def version_of(self, published: str | None) -> int:
        """The version that the published commitment is of; the newest where it is of none."""
        versions = range(VERSION, 0, -1) if published else ()
        found = (
            one for one in versions if replace(self, version=one).commitment() == _plain(published or "")
        )
        return next(found, VERSION)

    def commitment(self) -> str:
        """Binds the plan of the whole event, whatever is played when the draw is made."""
        order, last = self.order, self._last()
        parameters = bound(
            self.people, len(order), order[0], self.constraints, self.interval, last, self.version
        )
        plan: dict[str, JsonValue] = {
            "method": self.method,
            "order": [method.value for method in self.order],
            "preset": self.preset,
        }
        return commitment(self.seed, parameters | plan)

    def answer(self, past: History, byes: bool) -> dict[str, Any]:
        found, drawn = self._draw(past)
        return {
            **_figures(past, found, drawn, self.constraints),
            "commitment": self.commitment(),
            "seed": self.seed,
            "version": self.version,
            "byes": [list(resting) for resting in found.byes] if byes else [],
        }

    def _draw(self, past: History) -> tuple[Seating, Method]:
        """The next round by the ranking, or all that are left."""
        played, rounds = len(past.rounds), len(self.order)
        method = self.order[min(played, rounds - 1)]
        if not method.ranked and played >= rounds:
            raise ValueError(f"{played} of {rounds} rounds are played: nothing is left to draw.")
        same = [other for other in self.order[played:] if not other.ranked]
        left = 1 if method.ranked else len(same)
        last, version = self._last(), self.version
        seating = draw(
            self.people, left, method, past, self.constraints, self.seed, self.interval, last, version
        )
        return seating, method

    def _last(self) -> int:
        """The number of the last Swiss round, 0 where there is none."""
        return max((n for n, method in enumerate(self.order, 1) if method is Method.SWISS), default=0)


def _order(rounds: int, method: str, players: int) -> tuple[Method, ...]:
    return automatic(rounds, players) if method == _AUTOMATIC else (Method(method),) * rounds


def _games(history: TextIO) -> tuple[GameResult, ...]:
    found = read(history)
    if found.errors:
        raise ValueError("\n".join(f"{history.name}: {error}" for error in found.errors))
    return found.games


def _people(
    players: int, games: Sequence[GameResult], constraints: Apart, out: Sequence[int]
) -> tuple[int, ...]:
    """The numbers of those who play: those of the history, and new ones for who was not there."""
    known = {player for game in games for player in game.players}
    if unknown := set(out) - known:
        raise ValueError(f"Player {min(unknown)} has no game in the history and cannot be left out.")
    named = known | {player for pair in constraints.weights for player in pair}
    here = sorted(known - set(out))
    if len(here) > players:
        raise ValueError(
            f"The history has {len(here)} players, {players} play: name with --out who has left."
        )
    number = 0 if 0 in named else 1
    while len(here) < players:
        if number not in known:
            here.append(number)
        number += 1
    return tuple(sorted(here))


def _substitutes(people: Sequence[int]) -> tuple[int, ...]:
    """The next numbers, so many as fill the last table (K-SEAT-07)."""
    return tuple(max(people) + n for n in range(1, vacancies(len(people)) + 1))


def _past(games: Sequence[GameResult], rules: Ruleset) -> History:
    """The tables as people sat there, round by round, and the totals."""
    tables: dict[int, list[tuple[int, Sitting]]] = {}
    for game in games:
        pairs = zip(game.players, game.substitutes, strict=True)
        east, south, west, north = (player if other is None else other for player, other in pairs)
        tables.setdefault(game.round, []).append((game.table, (east, south, west, north)))
    rounds = tuple(tuple(four for _, four in sorted(tables[number])) for number in sorted(tables))
    totals = {row.player: row.total for row in standings(games, rules).rows} if games else {}
    return History(rounds, totals)


def _figures(past: History, found: Seating, method: Method, constraints: Apart) -> dict[str, Any]:
    """Rounds that are drawn, and what they are worth together with those that were played."""
    event: tuple[Round, ...] = (*past.rounds, *found.rounds)
    figures: dict[str, Any] = {
        "rounds": [[list(four) for four in tables] for tables in found.rounds],
        "extra_meetings": extra_meetings(event),
        "max_meetings": max_meetings(event),
        "wind_spread": wind_spread(event),
        "table_revisits": table_revisits(event),
        "met_though_apart": met_though_apart(found.rounds, constraints.weights),
        "method": method.value,
    }
    if method.ranked and past.rounds:
        seated = [player for four in found.rounds[0] for player in four]
        ranking = sorted(seated, key=lambda player: -past.totals.get(player, 0))
        figures["rank_spread"] = round(rank_spread(found.rounds[0], ranking), 2)
    return figures


def _text(answer: dict[str, Any], played: int) -> Iterator[str]:
    for number, tables in enumerate(answer["rounds"], played + 1):
        yield f"Round {number}"
        width = max(len(str(player)) for four in tables for player in four)
        yield "  table  " + "  ".join(wind.rjust(width) for wind in "ESWN")
        for table, four in enumerate(tables, 1):
            yield f"  {table:5}  " + "  ".join(str(player).rjust(width) for player in four)
        resting = answer["byes"][number - played - 1] if answer["byes"] else []
        if resting:
            yield "  rest: " + ", ".join(map(str, resting))
    if answer["substitutes"]:
        yield "Substitutes: " + ", ".join(map(str, answer["substitutes"]))
    yield (
        f"Extra meetings {answer['extra_meetings']}, one pair at most {answer['max_meetings']} times; "
        f"winds differ by {answer['wind_spread']}; tables come back to {answer['table_revisits']}"
    )
    yield f"Commitment {answer['commitment']}"
    yield f"Seed {answer['seed']}, version {answer['version']} of the draw"


def _verify(published: str, found: str) -> None:
    if _plain(published) != found:
        click.echo(f"This draw has the commitment {found}, not {published}.", err=True)
        raise SystemExit(_OTHER)


def _plain(published: str) -> str:
    return published.removeprefix("sha256:").lower()


def _refuse(message: str) -> NoReturn:
    click.echo(message.encode("utf-8", "backslashreplace"), err=True)
    raise SystemExit(_UNREADABLE)
