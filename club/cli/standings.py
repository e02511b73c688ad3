"""`jantaku club standings`: results of games in, places, uma and totals out, exactly."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TextIO

import click

from club.cli.input import FILE, INPUT, OPTIONS, PRESET, games_of, overrides, people_of_file, refuse, whole
from club.results.export import COLUMNS, Person, shown, standings_data, to_csv, to_ema
from club.results.game import GameResult, Terms
from club.results.row import Row
from club.results.stages import carried
from club.results.standings import Beside, Standings, standings
from engine.rules.ruleset import Ruleset

_MISMATCH: Final = 1
_EXAMPLE: Final = """\b
Examples:
  jantaku club standings results.jsonl
  jantaku club standings results.jsonl --preset wrc --options game.uma=[30000,10000,-10000,-30000] --json
  jantaku club standings final.jsonl --before preliminaries.jsonl --carry 50"""


@click.command(name="standings", epilog=_EXAMPLE)
@click.argument("source", metavar="FILE", type=INPUT)
@click.option("--json", "form", flag_value="json", help="Print one JSON object and nothing else.")
@click.option("--csv", "form", flag_value="csv", help="Print a table for spreadsheets.")
@click.option("--ema", "form", flag_value="ema", help="Print the columns of an EMA report.")
@PRESET
@OPTIONS
@click.option("--substitute", type=int, nargs=2, metavar="POINTS UMA", help="Result of a replaced player.")
@click.option("--chip", type=int, default=0, help="Points that a chip is worth.")
@click.option("--unranked", type=int, multiple=True, help="A player without a place, such as a substitute.")
@click.option("--before", type=INPUT, help="Results of the earlier stages.")
@click.option("--carry", type=click.IntRange(0, 100), default=100, help="Percent of them that count on.")
@click.option("--people", type=FILE, help="CSV: player, first, last, country, ema.")
@click.option("--check", is_flag=True, help="Exit status 1 when points do not add up.")
def standings_command(  # noqa: PLR0913, PLR0917 - one argument an option
    source: TextIO,
    form: str | None,
    preset: str,
    options: Sequence[str],
    substitute: tuple[int, int] | None,
    chip: int,
    unranked: Sequence[int],
    before: TextIO | None,
    carry: int,
    people: Path | None,
    check: bool,
) -> None:
    """Places, uma and totals of game results, one JSON object a line (- for standard input).

    \b
    {"round": 1, "table": 3, "players": [7, 2, 9, 30], "scores": [46500, 25300, 14100, 14100],
     "sticks_left": 0, "penalties": [0, 0, 0, -20000]}

    Seats are in the order East, South, West, North; scores do not include the sticks left on the table.
    Optional are sticks_left, penalties, chombo and lateness (points deducted after uma), substitutes (who
    played in the place of the player, or null), chips (won or lost; needed with --chip), won (who has won a
    hand, [true, true, false, true]; needed with yakitori). Fractions are printed as "1000/3", amounts of JSON
    in points. Equal totals share the place.
    """
    try:
        rules = Ruleset.preset(preset, overrides(options))
        terms = Terms(substitute, chip)
        persons = {} if people is None else people_of_file(people)
        earlier = {} if before is None else _carried(before, carry, rules, terms, unranked)
        games = whole(games_of(source), rules, terms)
        found = standings(games, rules, terms, Beside(earlier, unranked=frozenset(unranked)))
    except ValueError as error:
        refuse(str(error))
    thousands = rules.choice("game.final_unit") == "thousands"
    _print(games, found, form, preset, persons, thousands)
    for game in found.check.wrong:
        click.echo(
            f"Round {game.round}, table {game.table}: the points with the sticks left are {game.points}, "
            f"four starts are {game.expected}.",
            err=True,
        )
    if check and not found.check.ok:
        raise SystemExit(_MISMATCH)


def _carried(
    before: TextIO, carry: int, rules: Ruleset, terms: Terms, unranked: Sequence[int]
) -> Mapping[int, Any]:
    earlier = standings(
        whole(games_of(before), rules, terms), rules, terms, Beside(unranked=frozenset(unranked))
    )
    return carried(earlier.rows, carry)


def _print(
    games: Sequence[GameResult],
    found: Standings,
    form: str | None,
    preset: str,
    people: Mapping[int, Person],
    thousands: bool,
) -> None:
    if form == "json":
        click.echo(json.dumps({"preset": preset, **standings_data(games, found)}, ensure_ascii=False))
    elif form == "csv":
        click.echo(to_csv(found.rows, people), nl=False)
    elif form == "ema":
        click.echo(to_ema(found.rows, people), nl=False)
    else:
        click.echo("\n".join(_table(found, people, thousands)))


def _table(found: Standings, people: Mapping[int, Person], thousands: bool) -> Iterator[str]:
    """The columns in which anything stands, and the sum below."""
    used = [name for name in COLUMNS if any(getattr(row, name) for row in found.rows)]
    head = ["place", "player", "total", *used, "games", "1st-4th", "mean"]
    rows = [head, *(_cells(row, used, people, thousands) for row in found.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    for cells in rows:
        pairs = zip(cells, widths, strict=True)
        yield "  ".join(c.ljust(w) if n == 1 else c.rjust(w) for n, (c, w) in enumerate(pairs)).rstrip()
    parts = "".join(
        f", {name.replace('_', ' ')} {shown(points, thousands)}"
        for name, points in found.check.parts.items()
        if points
    )
    total, expected = (shown(points, thousands) for points in (found.check.total, found.check.expected))
    yield f"Sum {total}, must be {expected}{parts}"


def _cells(row: Row, used: Sequence[str], people: Mapping[int, Person], thousands: bool) -> list[str]:
    name = people[row.player].name if row.player in people else ""
    return [
        str(row.place),
        f"{row.player} {name}".strip(),
        shown(row.total, thousands),
        *(shown(getattr(row, column), thousands) for column in used),
        str(row.games),
        "-".join(map(str, row.places)),
        "" if row.mean_place is None else f"{float(row.mean_place):.2f}",
    ]
