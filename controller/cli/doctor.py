"""`jantaku doctor`: what this machine misses, with the command that mends it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.config import Config, ConfigError, present
from upkeep.finding import LANGUAGES, first, said

if TYPE_CHECKING:
    from upkeep.finding import Finding


@click.command()
@click.option("--config", type=click.Path(path_type=Path), help="The table's TOML file.")
@click.option("--no-camera", is_flag=True, help="Do not open the camera, for instance while a table runs.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line a check on stdout and nothing else.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    help="Language of the sentences. [of the table's voice, if it speaks; else English]",
)
def doctor(config: Path | None, no_camera: bool, as_json: bool, language: str | None) -> None:
    """Check whether this computer can run a table, and advise on the camera's light, exposure and focus.

    Without --config the check is for a virtual table. Nothing on the table may move meanwhile: some seconds
    of pictures are measured. Exit code 0: nothing is missing; 1: something is.

    \b
    Example: jantaku doctor --config table.toml --language sv
    """
    try:
        settings = present(config)
    except ConfigError as error:
        if as_json:
            click.echo(json.dumps({"ok": False, "message": str(error)}))
        click.echo(str(error), err=True)
        raise SystemExit(2) from error
    spoken = language or (settings.voice.language if settings.voice.enabled else "en")
    found = []
    for each in _findings(settings, camera=not no_camera):
        found.append(each)
        _print(each, spoken, as_json)
    faults = sum(each.level.value == "fault" for each in found)
    if not as_json:
        click.echo(said("mend", spoken, n=faults) if faults else said("well", spoken))
        if (todo := first(found)) is not None:
            click.echo(said("first", spoken, what=todo.said(spoken)))
    raise SystemExit(1 if faults else 0)


def _findings(config: Config, *, camera: bool) -> Iterator[Finding]:
    """Each as soon as it is found."""
    from controller.doctor import checks  # noqa: PLC0415

    machine, complete = checks.Machine(), True
    for found in checks.findings(config, machine):
        complete &= found.check != "packages" or found.level.value == "ok"
        yield found
    if complete:
        from controller.doctor import broker  # noqa: PLC0415

        yield from broker.findings(config, machine)
    if complete and camera:
        from controller.doctor import eyes  # noqa: PLC0415

        yield from eyes.findings(config)


def _print(found: Finding, language: str, as_json: bool) -> None:
    if as_json:
        about = {"ok": found.level.value != "fault", **found.fields(language), "code": found.code}
        click.echo(json.dumps(about | {"values": found.values}, ensure_ascii=False, default=str))
        return
    click.echo(f"{said(found.level.value, language):<6} {found.check:<12} {found.said(language)}")
    if found.fix is not None:
        click.echo(f"{'':<20}{found.fix}")
