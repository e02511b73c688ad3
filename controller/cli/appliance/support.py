"""`jantaku support`: what somebody who helps from afar has to know, in one file without secrets."""

from __future__ import annotations

from pathlib import Path

import click

from controller.cli.appliance.backup import usual


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the table's or the hub's data.")
def support(file: Path, data: Path | None) -> None:
    """Write logs, versions, settings and the doctor's report to FILE, a zip file.

    Passwords, keys and links are left out. The log may contain names of players: read it before you send
    it.

    \b
    Example: sudo jantaku support jantaku-support.zip
    """
    from controller.appliance.support import make  # noqa: PLC0415

    try:
        with file.open("wb") as out:
            names = make(data or usual("table"), out, whole=True)
    except OSError as error:
        click.echo(f"jantaku: {file} cannot be written ({error.strerror}): choose another place.", err=True)
        raise SystemExit(2) from error
    click.echo(f"{file}: {', '.join(names)}.")
