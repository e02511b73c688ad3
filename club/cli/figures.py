"""`jantaku club statistics`, `ratings` and `accreditation`: what else results show."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TextIO

import click

from club.cli.input import FILE, INPUT, OPTIONS, PRESET, accounts_of, games_of, overrides, refuse, text_of
from club.online.source import Online, read
from club.results.accreditation import Facts, report
from club.results.export import exact
from club.results.game import GameResult, final, own_endings
from club.results.ratings import ratings
from engine.notation.played import played
from engine.notation.read import RecordError
from engine.rules.presets import frozen
from engine.rules.ruleset import Ruleset
from engine.rules.sheet import words
from engine.state.events import Seats4
from engine.statistics.facts import HandFacts, hands_of
from engine.statistics.figures import Mean, Share, Statistics, statistics

_NO: Final = 1
_JSON: Final = click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line only.")


@click.command(
    name="statistics", epilog="Example: jantaku club statistics --accounts accounts.csv logs/*.mjson"
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
@click.option("--accounts", type=FILE, help="CSV: account, player; without it names are people.")
@_JSON
def statistics_command(files: Sequence[Path], accounts: Path | None, as_json: bool) -> None:
    """Statistics of players over records of games, every figure with the number it rests on.

    Records as `club import` takes them. Players who are not in the list of accounts are left out.
    """
    try:
        games = [read(text_of(path), path.name) for path in files]
        names = sorted({name for game in games for name in game.names})
        people = {name: n for n, name in enumerate(names, 1)} if accounts is None else accounts_of(accounts)
    except (RecordError, ValueError) as error:
        refuse(str(error))
    found = _statistics(games, people)
    for player in sorted(set(people.values())):
        if player in found:
            label = names[player - 1] if accounts is None else player
            _print(label, _figures(found[player]), as_json)


def _statistics(games: Sequence[Online], people: Mapping[str, int]) -> dict[int, Statistics]:
    """Strangers are counted as people below 0, so that the others' hands stay whole."""
    hands: list[HandFacts] = []
    finals = []
    for game in games:
        a, b, c, d = (people.get(name, -1 - seat) for seat, name in enumerate(game.names))
        seats: Seats4 = (a, b, c, d)
        rules = game.playback.rules
        hands += hands_of(played(game.playback.events), seats)
        finals.append(final(GameResult(1, 1, seats, game.scores, game.sticks_left, won=game.won), rules))
    return statistics(hands, own_endings(finals))


def _figures(found: Statistics) -> Iterator[tuple[str, Any]]:
    for field in fields(found):
        value = getattr(found, field.name)
        if isinstance(value, Share):
            yield field.name, {"count": value.count, "of": value.of}
        elif isinstance(value, Mean):
            yield field.name, {"total": exact(value.total), "count": value.count}
        elif isinstance(value, tuple):
            yield field.name, [share.count for share in value]
        else:
            yield field.name, value


def _print(label: str | int, figures: Iterator[tuple[str, Any]], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"player": label} | dict(figures), ensure_ascii=False))
        return
    click.echo(f"{label}")
    for name, value in figures:
        click.echo(f"  {name.replace('_', ' '):18}{_said(value)}")


def _said(value: Any) -> str:
    if isinstance(value, list):
        return "-".join(map(str, value))
    if isinstance(value, dict) and "of" in value:
        percent = f"{100 * value['count'] / value['of']:5.1f} %" if value["of"] else "    -  "
        return f"{percent}  ({value['count']} of {value['of']})"
    if isinstance(value, dict):
        mean = f"{float(Fraction(value['total'])) / value['count']:.2f}" if value["count"] else "-"
        return f"{mean}  (of {value['count']})"
    return str(value)


@click.command(name="ratings", epilog="Example: jantaku club ratings spring.jsonl summer.jsonl")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=INPUT)
@PRESET
@OPTIONS
@_JSON
def ratings_command(files: Sequence[TextIO], preset: str, options: Sequence[str], as_json: bool) -> None:
    """Glicko-2 ratings over results of games, each FILE a rating period, the earliest first.

    A game of four counts as the six comparisons of its players.
    """
    try:
        rules = Ruleset.preset(preset, overrides(options))
        periods = [[final(game, rules) for game in games_of(file)] for file in files]
    except ValueError as error:
        refuse(str(error))
    rows = sorted(ratings(periods).items(), key=lambda row: (-row[1].rating, row[0]))
    if not as_json:
        click.echo("player  rating  deviation  volatility  games")
    for player, row in rows:
        if as_json:
            click.echo(json.dumps({"player": player, **asdict(row)}))
        else:
            click.echo(
                f"{player:>6}{row.rating:8.0f}{row.deviation:11.0f}{row.volatility:12.4f}{row.games:7}"
            )


@click.command(
    name="accreditation",
    epilog="Example: jantaku club accreditation --players 32 --games 4 --games 4 --places 32",
)
@click.option("--players", type=click.IntRange(0), required=True, help="Registered players.")
@click.option(
    "--games", type=click.IntRange(0), multiple=True, required=True, help="Games of a day, in turn."
)
@click.option("--places", type=click.IntRange(0), required=True, help="Places that the event has.")
@click.option("--open", "open_places", type=click.IntRange(0), help="Of them open to everybody; else all.")
@click.option("--seating", multiple=True, help="A method by which rounds are seated.")
@click.option("--money", is_flag=True, help="Players pay each other.")
@click.option("--regional", is_flag=True, help="Only people of some region may come.")
@click.option("--ended-early", is_flag=True, help="Played online, and ended before its last round.")
@PRESET
@OPTIONS
@_JSON
def accreditation_command(  # noqa: PLR0913, PLR0917 - one argument an option
    players: int,
    games: Sequence[int],
    places: int,
    open_places: int | None,
    seating: Sequence[str],
    money: bool,
    regional: bool,
    ended_early: bool,
    preset: str,
    options: Sequence[str],
    as_json: bool,
) -> None:
    """Whether an event can be rated: every criterion of RRC 2024, and the rules that differ from it.

    Exit status 1 when it cannot.
    """
    try:
        rules = Ruleset.preset(preset, overrides(options))
    except ValueError as error:
        refuse(str(error))
    every = places if open_places is None else open_places
    found = report(Facts(players, games, places, every, seating, money, regional, ended_early), rules)
    if as_json:
        click.echo(json.dumps({"rating": found.rating, "size": found.size, **asdict(found)}))
    else:
        for criterion in found.criteria:
            mark = "ok  " if criterion.ok else "FAIL"
            click.echo(
                f"{mark}  {criterion.id:13}{criterion.found} (needed: {criterion.needed}) {criterion.clause}"
            )
        for deviation in found.deviations:
            mark = "permitted" if deviation.permitted else "NOT PERMITTED"
            click.echo(f"{mark}: {deviation.option} = {words(frozen(deviation.value))}")
        click.echo(f"{found.rating}, {found.size}")
    raise SystemExit(0 if found.rating == "RR" else _NO)
