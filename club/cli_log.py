"""`jantaku club log`, `verify` and `export`: the log of a club as it lies in its database."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import click
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from club.hub.config import Config, state_directory
from club.log.export import exported
from club.log.faults import Fault
from club.log.store import Store
from club.log.words import about
from club.sentences import entry_in_english

DATA = click.option(
    "--data", type=click.Path(path_type=Path), help="The hub's folder (default: that of this user's hub)."
)
DATABASE = click.option(
    "--database", metavar="URL", help="The log elsewhere: postgresql+psycopg://USER@HOST/NAME."
)


@click.command()
@DATA
@DATABASE
@click.option("--tournament", type=int, help="Only entries of this tournament.")
def log(data: Path | None, database: str | None, tournament: int | None) -> None:
    """Print what has happened, one line an entry: number, time (UTC), account, event.

    \b
    Example: jantaku club log --tournament 1
    """
    for entry in opened(data, database).read():
        if tournament in (None, entry.event.tournament):
            at = (
                datetime.fromtimestamp(entry.ts_ms / 1000, UTC)
                .isoformat(" ", "seconds")
                .removesuffix("+00:00")
            )
            click.echo(f"{at}  {entry.by}: {entry.seq} ({entry_in_english(about(entry.event))})")


@click.command()
@DATA
@DATABASE
@click.option("--noted", metavar="HASH", help="A last hash noted earlier, which must still be there.")
def verify(data: Path | None, database: str | None, noted: str | None) -> None:
    """Check the chain of the log; name the first entry that is not what was written (exit status 1).

    Note the hash that is printed, or publish it: with it, a log that was cut off or written anew is found.

    \b
    Example: jantaku club verify --data /var/lib/jantaku/club
    """
    store = opened(data, database)
    try:
        count = store.verify(noted)
    except Fault as fault:
        click.echo(fault.sentence, err=True)
        raise SystemExit(1) from None
    last = f" The last hash is {store.entry(count).hash}." if count else ""
    click.echo(f"All {count} entries are as they were written.{last}")


@click.command()
@DATA
@DATABASE
def export(data: Path | None, database: str | None) -> None:
    """Print the log as JSON lines; accounts are numbered, and what people wrote themselves is left out.

    \b
    Example: jantaku club export > log.jsonl
    """
    for line in exported(opened(data, database).read()):
        click.echo(json.dumps(line, ensure_ascii=False, separators=(",", ":")))


def opened(data: Path | None, database: str | None) -> Store:
    """A log that is there; the commands make none."""
    where = Config(data=data or state_directory(), database=database or "").log
    try:
        url = make_url(where)
        file = url.database if url.get_backend_name() == "sqlite" else None
        if file is not None and not Path(file).exists():
            raise click.UsageError(f"There is no log at {file}: say --data FOLDER or --database URL.")
        return Store(where)
    except (Fault, ArgumentError) as error:
        raise click.UsageError(str(error)) from None
