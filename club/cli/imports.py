"""`jantaku club import`: games played online become results, a line each, behind the guards of the event."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import click

from club.cli.input import FILE, OPTIONS, accounts_of, overrides, refuse, text_of
from club.online.guard import Admitted, Guards, NotAdmittedError, admit
from club.online.source import read
from club.results.lines import line_of
from engine.notation.read import RecordError
from engine.rules.presets import PRESETS
from engine.rules.ruleset import Ruleset

_NOT_ADMITTED: Final = 1
_UNREADABLE: Final = 2
_EXAMPLE: Final = """\b
Examples:
  jantaku club import --accounts accounts.csv --round 2 --table 5 game.mjson
  jantaku club import --accounts accounts.csv --seating seating.json --round 2 --lobby 7447 \\
      --results results.jsonl logs/*.json >> results.jsonl"""


@click.command(name="import", epilog=_EXAMPLE)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
@click.option("--accounts", required=True, type=FILE, help="CSV: account, player; one account each.")
@click.option("--round", "round_", type=click.IntRange(1), default=1, help="The round that was played.")
@click.option(
    "--table", type=click.IntRange(1), default=1, help="The table of the first file; the next follow."
)
@click.option(
    "--seating", type=FILE, help="As `club seating --json` prints it: finds the table by its players."
)
@click.option("--lobby", help="The lobby, room or contest that it must be.")
@click.option("--since", type=click.DateTime(), help="Games before this (UTC) do not count.")
@click.option("--until", type=click.DateTime(), help="Games after this (UTC) do not count.")
@click.option("--preset", type=click.Choice(PRESETS), help="The rules that a record must name.")
@OPTIONS
@click.option("--results", type=FILE, help="Lines of earlier imports: the same game does not count again.")
def import_command(  # noqa: PLR0913, PLR0917 - one argument an option
    files: Sequence[Path],
    accounts: Path,
    round_: int,
    table: int,
    seating: Path | None,
    lobby: str | None,
    since: datetime | None,
    until: datetime | None,
    preset: str | None,
    options: Sequence[str],
    results: Path | None,
) -> None:
    """Take games played online: tenhou XML and JSON, Mahjong Soul JSON (also as tensoul gives it), mjai.

    Prints a result a line, as `club standings` reads it. What does not count goes to standard error with
    every reason. Exit status 1 when a game does not count, 2 when a file cannot be read.
    """
    try:
        guards = Guards(
            accounts_of(accounts),
            None if seating is None else _sittings(seating, round_),
            None if preset is None else Ruleset.preset(preset, overrides(options)),
            lobby,
            since and since.replace(tzinfo=UTC),
            until and until.replace(tzinfo=UTC),
        )
        taken = set() if results is None else set(_taken(results))
    except ValueError as error:
        refuse(str(error))
    raise SystemExit(_taken_in(files, guards, round_, table, taken))


def _taken_in(files: Sequence[Path], guards: Guards, round_: int, table: int, taken: set[str]) -> int:
    """Prints what counts and says what does not; the exit status. `taken` are games known before."""
    status = 0
    for number, path in enumerate(files):
        try:
            online = read(text_of(path), path.name)
            found = admit(online, replace(guards, taken=taken), round_, table + number)
        except NotAdmittedError as refused:
            click.echo(f"{path}: {refused}", err=True)
            status = max(status, _NOT_ADMITTED)
            continue
        except (RecordError, ValueError) as error:
            click.echo(f"{path}: {error}", err=True)
            status = _UNREADABLE
            continue
        taken |= _marks(found)
        for note in found.notes:
            click.echo(f"{path}: {note}", err=True)
        click.echo(json.dumps(line_of(found.result) | {"source": _source(found)}, ensure_ascii=False))
    return status


def _marks(found: Admitted) -> set[str]:
    """What recognises the game again."""
    return {mark for mark in (found.online.fingerprint, found.online.reference) if mark is not None}


def _source(found: Admitted) -> dict[str, Any]:
    online = found.online
    return {
        "site": online.site,
        "reference": online.reference,
        "lobby": online.lobby,
        "played": None if online.played is None else online.played.astimezone(UTC).isoformat(),
        "fingerprint": online.fingerprint,
    }


def _sittings(path: Path, round_: int) -> Mapping[frozenset[int], tuple[int, int]]:
    try:
        rounds = json.loads(text_of(path))["rounds"]
        tables = rounds[round_ - 1]
        return {frozenset(players): (round_, number) for number, players in enumerate(tables, 1)}
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        raise ValueError(f"{path} is no seating with a round {round_}.") from None


def _taken(path: Path) -> Iterator[str]:
    for line in text_of(path).splitlines() if path.exists() else ():
        try:
            source = json.loads(line).get("source") or {}
            yield from (source[key] for key in ("fingerprint", "reference") if source.get(key))
        except (ValueError, AttributeError, TypeError, RecursionError):
            continue
