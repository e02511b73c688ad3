"""`jantaku club log`, `verify` and `export`: the log of a club as it lies in its database."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import click
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from club.hub.config import Config, state_directory
from club.log import head
from club.log.events.export import exported
from club.log.events.words import about
from club.log.faults import LogRefusal
from club.log.people.people import People
from club.log.store import marks
from club.log.store.store import Store
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
    """Check the chains of the log and of the people; name the first entry or person that was changed, and
    what is missing at the end (exit status 1).

    A hub notes the end in its folder (--data). Keep the printed hash elsewhere, or publish it: then anybody
    who has only the log can find out whether it was cut off or rewritten.

    \b
    Example: jantaku club verify --data /var/lib/jantaku/club
    """
    store = opened(data, database)
    people = People(store)
    try:
        count = store.verify(noted)
        known = people.verify()
        if data is not None or database is None:
            head.checked(data or state_directory(), store, people)
    except LogRefusal as fault:
        click.echo(fault.sentence, err=True)
        raise SystemExit(1) from None
    last = f" The last hash is {store.entry(count).hash}." if count else ""
    click.echo(f"All {count} entries are as they were written.{last}")
    click.echo(f"All {known} people are as they were entered.")


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


@click.command()
@click.argument("club")
@DATA
@DATABASE
def rename(club: str, data: Path | None, database: str | None) -> None:
    """Give the club another name: a hub opens only the database of its own club.

    \b
    Example: jantaku club rename sakura --data /var/lib/jantaku/club
    """
    before = marks.rename(opened(data, database), club)
    click.echo(f"The database is that of the club {club}" + (f", which was {before}." if before else "."))


def opened(data: Path | None, database: str | None) -> Store:
    """A log that is there, until the command ends; the commands make none."""
    where = Config(data=data or state_directory(), database=database or "").log
    try:
        url = make_url(where)
        file = url.database if url.get_backend_name() == "sqlite" else None
        if file is not None and not Path(file).exists():
            raise click.UsageError(f"There is no log at {file}: say --data FOLDER or --database URL.")
        store = Store(where, make=False)
    except (LogRefusal, ArgumentError) as error:
        raise click.UsageError(str(error)) from None
    click.get_current_context().call_on_close(store.close)
    return store
