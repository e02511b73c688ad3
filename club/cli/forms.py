"""`jantaku club forms`: printable forms as PDF, filled in as far as results and seating are there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TextIO

import click

from club.cli.input import FILE, INPUT, OPTIONS, PRESET, games_of, overrides, people_of_file, refuse, whole
from club.forms.fonts import FontMissingError
from club.forms.forms import JournalRow, Sheet, Sitting
from club.forms.kinds import FORMS
from club.forms.words import Words
from club.results.game import GameResult, Terms
from club.results.needs import Lack
from club.results.standings import Standings, standings
from engine.rules.ruleset import Ruleset
from words import offered

_EXAMPLE: Final = """\b
Examples:
  jantaku club forms results --tables 8 --out results.pdf
  jantaku club forms seating --seating seating.json --round 3 --people people.csv --out seating.pdf
  jantaku club forms standings --results results.jsonl --language ja --out standings.pdf"""


@dataclass(frozen=True, slots=True)
class _Given:
    """What forms are filled in from, as the options give it; ValueError where one is missing."""

    sheet: Sheet
    rules: Ruleset
    terms: Terms
    asked: int | None
    count: int | None
    seating: Sequence[Sequence[Sequence[int]]]
    games: tuple[GameResult, ...]

    def round(self) -> int:
        if self.asked is None:
            raise ValueError("Say which round is to be printed, with --round.")
        return self.asked

    def sittings(self) -> list[Sitting]:
        """The tables of the round, of every round, or empty ones."""
        if not self.seating:
            if self.count is None:
                raise ValueError("Say how many tables there are, with --tables, or give a --seating.")
            return [Sitting(self.asked, table) for table in range(1, self.count + 1)]
        if self.asked is not None and self.asked > len(self.seating):
            raise ValueError(f"The seating has {len(self.seating)} rounds and no round {self.asked}.")
        return [
            Sitting(number, table, (a, b, c, d))
            for number, tables in enumerate(self.seating, 1)
            if self.asked in (None, number)
            for table, (a, b, c, d) in enumerate(tables, 1)
        ]

    def tables(self) -> Iterable[int]:
        return (sitting.table for sitting in self.sittings())

    def standings(self) -> Standings:
        if not self.games:
            raise ValueError("Give the results that the standings are made of, with --results.")
        return standings(whole(self.games, self.rules, self.terms), self.rules, self.terms)

    def after(self) -> str:
        return self.sheet.words("round_n", n=max(game.round for game in self.games))

    def lacking(self) -> Iterable[Lack]:
        return ()

    def heading(self) -> tuple[str, str]:
        return "", f"{self.sheet.words('standings')} · {self.after()}"

    def entries(self) -> Sequence[JournalRow]:
        return ()


@click.command(name="forms", epilog=_EXAMPLE)
@click.argument("kind", type=click.Choice(tuple(FORMS)))
@click.option("--out", required=True, type=click.Path(path_type=Path, dir_okay=False), help="The PDF file.")
@click.option("--event", default="", help="The name of the event, at the foot of each page.")
@click.option("--language", type=click.Choice(offered("forms")), default="en", show_default=True)
@click.option("--people", type=FILE, help="CSV: player, first, last.")
@click.option("--round", "round_", type=click.IntRange(1), help="The round of a seating or of result forms.")
@click.option("--tables", type=click.IntRange(1, 1000), help="How many tables, where no seating says so.")
@click.option("--seating", type=INPUT, help="As `club seating --json` prints it.")
@click.option("--results", type=INPUT, help="Game results, as `club standings` reads them.")
@click.option("--chip", type=int, default=0, help="Points that a chip is worth.")
@PRESET
@OPTIONS
def forms_command(  # noqa: PLR0913, PLR0917 - one argument an option
    kind: str,
    out: Path,
    event: str,
    language: str,
    people: Path | None,
    round_: int | None,
    tables: int | None,
    seating: TextIO | None,
    results: TextIO | None,
    chip: int,
    preset: str,
    options: Sequence[str],
) -> None:
    """Print a form: results of a table, seating of a round, standings, their poster, the referees' journal,
    table numbers.

    Needs Debian's fonts-dejavu-core, and fonts-noto-cjk for Japanese and for names in East Asian scripts.
    """
    try:
        persons = {} if people is None else people_of_file(people)
        names = {player: person.name for player, person in persons.items()}
        given = _Given(
            Sheet(Words(language), event, names, datetime.now(UTC)),
            Ruleset.preset(preset, overrides(options)),
            Terms(chip=chip),
            round_,
            tables,
            () if seating is None else _rounds(seating.read()),
            () if results is None else games_of(results),
        )
        out.write_bytes(FORMS[kind](given))
    except (ValueError, FontMissingError) as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{out} cannot be written: {error.strerror}.")


def _rounds(text: str) -> Sequence[Sequence[Sequence[int]]]:
    try:
        rounds: Sequence[Sequence[Sequence[int]]] = json.loads(text)["rounds"]
        right = all(len(set(map(int, table))) == 4 for tables in rounds for table in tables)
    except (ValueError, TypeError, KeyError, RecursionError):
        right = False
    if not right:
        raise ValueError("The seating is not what `jantaku club seating --json` prints.")
    return rounds
