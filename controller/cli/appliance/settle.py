"""`python -m controller.cli.appliance.settle`: what a power cut in a restore has left to be done."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from upkeep.computer import HUB_DATA, SETTINGS, TABLE_DATA

if TYPE_CHECKING:
    from controller.appliance.settings import Kind


@click.command()
def settle() -> None:
    """Put settings that came with restored data in their place, as root, before table and hub begin."""
    from controller.appliance.settings import put  # noqa: PLC0415

    found: tuple[tuple[Kind, Path], ...] = (("table", TABLE_DATA), ("hub", HUB_DATA))
    for kind, data in found:
        try:
            put(kind, data, SETTINGS)
        except OSError as error:
            click.echo(f"jantaku: {error.filename} cannot be written ({error.strerror}).", err=True)
            raise SystemExit(1) from error


if __name__ == "__main__":
    settle()
