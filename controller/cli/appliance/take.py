"""`python -m controller.cli.appliance.take WHAT DATA`: what a club's page sends, to stdout."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast, get_args

import click

from upkeep.taken import What

if TYPE_CHECKING:
    from typing import IO


@click.command()
@click.argument("what", type=click.Choice(get_args(What)))
@click.argument("data", type=click.Path(path_type=Path))
def take(what: str, data: Path) -> None:
    """Write a backup or a report without passwords of the data in a folder."""
    from controller.appliance.taken_along import maker  # noqa: PLC0415
    from upkeep.trouble import TroubleError  # noqa: PLC0415

    out: IO[bytes] = sys.stdout.buffer
    try:
        maker(cast(What, what), data)(out)
    except (OSError, TroubleError) as error:
        click.echo(f"jantaku: {error}", err=True)
        raise SystemExit(2) from error


if __name__ == "__main__":
    take()
