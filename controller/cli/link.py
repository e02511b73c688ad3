"""`jantaku link`: the address of a page that lets a browser of this computer press buttons."""

from __future__ import annotations

from pathlib import Path

import click

from controller.broker.errors import BrokerError
from controller.broker.ticket import FIRST_PAGE, link_to
from controller.config import data_of, default_data


@click.command(name="link")
@click.argument("page", default=FIRST_PAGE)
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="The table's TOML file.")
@click.option("--data", type=click.Path(path_type=Path), help="The data directory of the table.")
@click.option("--table", help="Name of the table, as `jantaku run --table` was given it.")
def link(page: str, config_file: Path | None, data: Path | None, table: str | None) -> None:
    """Print the address of a PAGE (table.html by default) of the table that runs on this computer.

    Whoever opens it here has the rights of the house, in this browser and from then on; it opens nothing once
    the table has been started anew.

    \b
    Example: chromium --kiosk "$(jantaku link)"
             jantaku link "seat.html?seat=2"
    """
    try:
        own = default_data() / "tables" / table if table and config_file is None else None
        click.echo(link_to(data_of(config_file, data or own) / "broker", page))
    except BrokerError as error:
        raise SystemExit(_failed(str(error))) from error


def _failed(sentence: str) -> int:
    click.echo(f"jantaku: {sentence}", err=True)
    return 2
