"""`jantaku doctor`: what this machine misses, with the command that mends it."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from controller.config import ConfigError, present

if TYPE_CHECKING:
    from controller.doctor.checks import Finding

MARKS: Final = {"ok": "ok    ", "advice": "advice", "fault": "FAULT "}


@click.command()
@click.option("--config", type=click.Path(path_type=Path), help="The table's TOML file.")
@click.option("--no-camera", is_flag=True, help="Leave the camera alone, such as while a table runs.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line a check on stdout and nothing else.")
def doctor(config: Path | None, no_camera: bool, as_json: bool) -> None:
    """Check this machine for a table, and advise on the camera's light, exposure and focus.

    Without --config for a virtual table. Let the table rest meanwhile: some seconds of pictures are
    measured. Exit code 0: nothing is missing; 1: something is.

    \b
    Example: jantaku doctor --config table.toml
    """
    from controller.doctor import checks as body  # noqa: PLC0415

    try:
        settings = present(config)
    except ConfigError as error:
        if as_json:
            click.echo(json.dumps({"ok": False, "message": str(error)}))
        click.echo(str(error), err=True)
        raise SystemExit(2) from error
    faults, complete = 0, True
    machine = body.Machine()
    for found in body.findings(settings, machine):
        faults += _tell(found, as_json)
        complete &= found.check != "packages" or found.level is body.Level.OK
    if complete:
        from controller.doctor import broker  # noqa: PLC0415

        for found in broker.findings(settings, machine):
            faults += _tell(found, as_json)
    if complete and not no_camera:
        from controller.doctor import eyes  # noqa: PLC0415

        for found in eyes.findings(settings):
            faults += _tell(found, as_json)
    if not as_json:
        click.echo("Nothing is missing." if not faults else f"{faults} to mend; then run this again.")
    raise SystemExit(1 if faults else 0)


def _tell(found: Finding, as_json: bool) -> bool:
    """Prints a finding; whether it is a fault."""
    if as_json:
        click.echo(json.dumps({"ok": found.level.value != "fault", **asdict(found)}, ensure_ascii=False))
    else:
        click.echo(f"{MARKS[found.level.value]} {found.check:<12} {found.message}")
        if found.fix is not None:
            click.echo(f"{'':<20}{found.fix}")
    return found.level.value == "fault"
