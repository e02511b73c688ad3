"""`jantaku convert`: records and the journals of played tables in the notations of other programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from controller.cli.rule_options import OPTIONS, options_of
from controller.history.records import UnreadableError, events_of
from engine.notation import mjai_writer, tenhou_writer
from engine.notation.mjai import SITE
from engine.rules.presets import PRESETS
from engine.state.events import Event
from engine.state.faults import IllegalEventError

_DIFFERS: Final = 1
_UNREADABLE: Final = 2
_NOTATIONS: Final = ("mjai", "tenhou")


@click.command(name="convert", epilog="Example: jantaku convert game.jsonl --to tenhou --link")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", "notation", type=click.Choice(_NOTATIONS), required=True, help="Notation to write.")
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), help="File to write; by default standard output."
)
@click.option(
    "--link", is_flag=True, help="With tenhou: print an address for each hand, which opens it in the viewer."
)
@click.option(
    "--blank", is_flag=True, help="With tenhou: leave out tiles that nobody saw instead of inventing them."
)
@click.option("--seat", type=click.IntRange(0, 3), help="With mjai: only what this seat could see.")
@click.option("--preset", type=click.Choice(PRESETS), help="Rules of a record that does not name its own.")
@OPTIONS
def convert(
    file: Path,
    notation: str,
    out: Path | None,
    link: bool,
    blank: bool,
    seat: int | None,
    preset: str | None,
    chosen: Sequence[str],
) -> None:
    """Write a record, or the journal of a table, as mjai lines or tenhou.net/6 JSON.

    Exit status 1 when the record's payments differ from its rules (`jantaku replay` says where), 2 when it
    cannot be read.
    """
    if notation == "mjai" and (link or blank):
        raise click.UsageError("--link and --blank belong to --to tenhou: leave them out for mjai.")
    if notation == "tenhou" and seat is not None:
        raise click.UsageError("--seat belongs to --to mjai: leave it out for tenhou.")
    options = options_of(preset or SITE, chosen)
    try:
        events, differences = events_of(file, preset, options)
        lines = mjai_writer.write(events, seat) if notation == "mjai" else _tenhou(events, link, blank)
    except UnreadableError as error:
        raise _failed(str(error)) from error
    except (IllegalEventError, ValueError) as error:
        raise _failed(f"{file} holds no game that can be written: {error}") from error
    _put(lines, out)
    if differences:
        click.echo(f"{file} pays otherwise than its rules: see jantaku replay {file}.", err=True)
        raise SystemExit(_DIFFERS)


def _tenhou(events: Sequence[Event], link: bool, blank: bool) -> list[str]:
    record = tenhou_writer.write(events, fill=not blank)
    return tenhou_writer.links(record) if link else [tenhou_writer.text(record)]


def _put(lines: Sequence[str], out: Path | None) -> None:
    text = "".join(f"{line}\n" for line in lines)
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise _failed(f"{out} cannot be written: {error.strerror}.") from error


def _failed(message: str) -> SystemExit:
    click.echo(message, err=True)
    return SystemExit(_UNREADABLE)
