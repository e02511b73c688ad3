"""`jantaku club penalties`: the penalty table, and what an event's players have been given."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import click

from club.cli.input import PRESET, refuse
from club.cli.log import DATA, DATABASE, opened
from club.log.desk import LogDesk
from club.log.faults import LogRefusal
from club.log.people.people import People
from club.log.tournament.tournament import Tournament
from club.referee.journal import journal
from club.referee.ladder import next_step
from club.referee.ruling import proposed, reason_of
from club.web.files import FilesError
from engine.explain.words import Words as Explained
from engine.judge.penalties import PENALTIES, penalty
from screens import CLUB_WORDS
from words import catalogue, offered

_EXAMPLE: Final = """\b
Examples:
  jantaku club penalties --language sv
  jantaku club penalties --row P-18 --json
  jantaku club penalties --tournament 3 --data /var/lib/jantaku"""
_PRINTED: Final = {"round", "table", "sanction", "points", "lifted"}
_LANGUAGES: Final = offered(*CLUB_WORDS, "engine")
Named = Mapping[str, Mapping[str, str]]


@click.command(name="penalties", epilog=_EXAMPLE)
@click.option("--row", metavar="P-18", help="One row of the table.")
@click.option("--language", type=click.Choice(_LANGUAGES), default="en", show_default=True)
@PRESET
@click.option("--tournament", type=int, help="What the players of this tournament have been given.")
@DATA
@DATABASE
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line only.")
def penalties_command(
    row: str | None,
    language: str,
    preset: str,
    tournament: int | None,
    data: Path | None,
    database: str | None,
    as_json: bool,
) -> None:
    """The penalty table by sections; with --tournament, the penalties of an event.

    After each penalty of an event comes the step of the ladder for its reason (0 is the reminder), and what
    the next breach of the same rule would cost the same player at that event.
    """
    if row is not None and row not in PENALTIES:
        refuse(f"There is no row {row!r}: rows are {min(PENALTIES)} to {max(PENALTIES)}.")
    if tournament is None and (data is not None or database is not None):
        refuse("Name the tournament whose penalties are asked for with --tournament NUMBER.")
    try:
        named = catalogue(language, *CLUB_WORDS)
        if tournament is None:
            _print_table(preset, row, language, named, as_json)
        else:
            _print_event(tournament, data, database, row, named, as_json)
    except (LogRefusal, FilesError) as error:
        refuse(str(error))


def _print_table(preset: str, row: str | None, language: str, named: Named, as_json: bool) -> None:
    rows = [_row(each, preset, language) for each in PENALTIES if row in (None, each)]
    if as_json:
        click.echo("\n".join(json.dumps(each, ensure_ascii=False) for each in rows))
        return
    for section, lines in groupby(rows, lambda each: each["section"]):
        click.echo(named["penalty_section"][section])
        for each in lines:
            least = each["minimum"] and f" ({named['sanction'][each['minimum']]})"
            clauses = "".join(f"  {clause}" for clause in each["clauses"])
            click.echo(f"  {each['row']}  {each['violation']}")
            click.echo(f"        {named['sanction'][each['standard']]}{least or ''}{clauses}")


def _row(id_: str, preset: str, language: str) -> dict[str, Any]:
    found = penalty(id_, preset)
    return {
        "row": id_,
        "section": found.section,
        "violation": Explained(language).penalty(id_),
        "standard": found.standard,
        "minimum": found.minimum,
        "clauses": list(found.clauses),
        "seen": found.seen,
    }


def _print_event(
    number: int, data: Path | None, database: str | None, row: str | None, named: Named, as_json: bool
) -> None:
    store = opened(data, database)
    try:
        found = LogDesk(store).state.tournament(number)
        given = list(_given(found, row))
        names = {person: each.name for person, each in People(store).get().items()}
    finally:
        store.close()
    for each in given:
        label = names.get(each["person"], f"#{each['person']}")
        if as_json:
            click.echo(json.dumps(each | {"name": names.get(each["person"])}, ensure_ascii=False))
        else:
            click.echo(_said(each, label, named["sanction"]))
    if not given and not as_json:
        click.echo(f"No penalties in {found.name}.")


def _given(found: Tournament, row: str | None) -> Iterator[dict[str, Any]]:
    for line in journal(found):
        if line.penalty is None or row not in (None, line.reason):
            continue
        (person,) = line.persons
        earlier = (p.event for p in found.penalties.values() if p.lifted is None and p.entry.seq < line.entry)
        yield {
            "entry": line.entry,
            "person": person,
            "row": line.reason,
            **line.model_dump(mode="json", include=_PRINTED),
            "step": next_step(person, line.reason, earlier).number,
            "next": _next(found, person, line.reason),
        }


def _next(found: Tournament, person: int, reason: str) -> dict[str, Any] | None:
    """What the same would cost once more; None where a judge wrote a reason of their own."""
    try:
        due = proposed(found, person, reason_of(found, reason), mild=False)
    except LogRefusal:
        return None
    return {"sanction": due.sanction, "points": due.points, "step": due.step}


def _said(each: Mapping[str, Any], label: str, sanctions: Mapping[str, str]) -> str:
    place = ", ".join(f"{name} {each[name]}" for name in ("round", "table") if each[name] is not None)
    lifted = "" if each["lifted"] is None else f", lifted ({each['lifted']})"
    after = each["next"]
    text = f"{each['entry']:>5}  {place}  {label}: {each['row']}, {sanctions[each['sanction']]}"
    text += f" {each['points']}" if each["points"] else ""
    if after is None:
        return f"{text}{lifted}"
    due = "discretion" if after["sanction"] is None else after["sanction"]
    cost = f" {after['points']}" if after["points"] else ""
    return f"{text}{lifted}; step {each['step']}, next time {sanctions[due]}{cost}"
