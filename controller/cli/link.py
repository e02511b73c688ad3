"""`jantaku link`: the address of a page that lets a browser of this computer press buttons."""

from __future__ import annotations

from pathlib import Path

import click

from controller.appliance.description import PORT
from controller.appliance.system import first_page
from controller.broker.errors import BrokerError
from controller.broker.ticket import FIRST_PAGE, link_to
from controller.card import trouble
from controller.config import data_of, default_data


@click.command(name="link")
@click.argument("page", default=FIRST_PAGE)
@click.option("--first", is_flag=True, help="The set-up page instead, until somebody has set the table up.")
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="The table's TOML file.")
@click.option("--data", type=click.Path(path_type=Path), help="The data directory of the table.")
@click.option("--table", help="Name of the table, as given to `jantaku run --table`.")
def link(page: str, first: bool, config_file: Path | None, data: Path | None, table: str | None) -> None:
    """Print the address of a PAGE (table.html by default) of the table that runs on this computer.

    Whoever opens it on this computer has the rights of the house in that browser from then on. The address
    is valid until the table restarts.

    \b
    Example: chromium --kiosk "$(jantaku link)"
             jantaku link "seat.html?seat=2"
    """
    try:
        own = default_data() / "tables" / table if table and config_file is None else None
        folder = data_of(config_file, data or own)
        click.echo(_first(folder) if first else link_to(folder / "broker", page))
    except BrokerError as error:
        raise SystemExit(_failed(str(error))) from error
    except OSError as error:
        raise SystemExit(_failed(f"{error.filename} cannot be read ({error.strerror}).")) from error


def _first(data: Path) -> str:
    """For the computer's own screen: where a card cannot be written no table has left its address, and the
    page that says so needs no rights."""
    try:
        return link_to(data / "broker", None)
    except BrokerError:
        if trouble() is None:
            raise
        return f"http://127.0.0.1:{PORT}/{first_page(data)}"


def _failed(sentence: str) -> int:
    click.echo(f"jantaku: {sentence}", err=True)
    return 2
