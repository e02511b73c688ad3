"""`jantaku evidence`: what pictures are kept of a game, and getting them out."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import click

from contract.stored.codec import line_of
from controller.evidence.store import Kept, forget, kept
from controller.table.journal import JournalError, Record, read

_NOTHING: Final = 1
_UNREADABLE: Final = 2


@click.command(name="evidence", epilog="Example: jantaku evidence game.jsonl 57 -o pictures")
@click.argument("journal", type=click.Path(path_type=Path))
@click.argument("seq", type=click.IntRange(0), required=False)
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Copy the files into this folder.")
@click.option("--delete", is_flag=True, help="Remove all evidence of the game; the journal stays.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line of the journal.")
def evidence(journal: Path, seq: int | None, out: Path | None, delete: bool, as_json: bool) -> None:
    """List the pictures and clips of a game, of all of it or of line SEQ of its journal.

    Exit status 1 when there are none, 2 when the journal cannot be read.
    """
    if delete and (seq is not None or out is not None):
        raise click.UsageError("--delete removes the evidence of the whole game: give it the journal only.")
    try:
        records = read(journal).records
        if delete:
            forget(journal)
            return
        found = [one for one in kept(journal).values() if seq in (None, one.seq)]
        if out is not None:
            _copy(found, out, journal.stem)
    except (JournalError, OSError) as error:
        raise _failed(_sentence(error)) from error
    if not found:
        what = "this game" if seq is None else f"line {seq} of this game"
        click.echo(f"No evidence of {what} is kept.", err=True)
        raise SystemExit(_NOTHING)
    for one in found:
        record = records[one.seq] if one.seq < len(records) else None
        click.echo(json.dumps(_row(one, record), ensure_ascii=False) if as_json else _line(one, record))


def _copy(found: Iterable[Kept], out: Path, game: str) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for one in found:
        for file in one.files:
            shutil.copyfile(file, out / f"{game}-{file.name}")


def _row(one: Kept, record: Record | None) -> dict[str, object]:
    return {
        "seq": one.seq,
        "kind": None if record is None else record.kind,
        "ts_ms": None if record is None else record.ts_ms,
        "body": None if record is None else record.body,
        "picture": None if one.picture is None else str(one.picture),
        "clip": None if one.clip is None else str(one.clip),
    }


def _line(one: Kept, record: Record | None) -> str:
    files = ", ".join(file.name for file in one.files)
    if record is None:
        return f"{one.seq:5}  {files}"
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.ts_ms / 1000))
    return f"{one.seq:5}  {when}  {_in_words(record)}  ({files})"


def _in_words(record: Record) -> str:
    if record.kind == "event":
        return line_of(record.body)
    if record.kind == "refused":
        return f"refused {line_of(record.body['event'])}: {' '.join(record.body['faults'])}"
    return f"{record.kind} {record.body['id']}: {record.body['code']}"


def _sentence(error: JournalError | OSError) -> str:
    if isinstance(error, OSError):
        return f"{error.filename} cannot be used ({error.strerror}): give another folder with -o."
    return str(error)


def _failed(message: str) -> SystemExit:
    click.echo(message, err=True)
    return SystemExit(_UNREADABLE)
