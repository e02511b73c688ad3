"""`jantaku backup` and `jantaku restore`: the data of a table or a hub in one file, and back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.config import default_data
from upkeep.computer import HUB_DATA, STICK, TABLE_DATA, hub_alone

if TYPE_CHECKING:
    from controller.appliance.backup import Manifest
    from controller.appliance.settings import Kind


@click.command()
@click.argument("target", type=click.Path(path_type=Path))
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Folder of the table's or the hub's data; several times for several backups in the folder TARGET.",
)
@click.option(
    "--keep", type=click.IntRange(1), help="Keep only the newest so many backups in the folder TARGET."
)
def backup(target: Path, data: tuple[Path, ...], keep: int | None) -> None:
    """Save games, names, settings, accounts, certificates and the club's log to TARGET, a file or a folder.

    The table may run. The backup does not contain the hand being played, nor pictures of evidence. It
    contains passwords: keep it where you keep keys.

    \b
    Example: sudo jantaku backup /media/stick
             jantaku backup evening.zip --data ~/.local/state/jantaku/club
    """
    if keep is not None and not target.is_dir():
        raise _wrong(f"--keep is for a folder, and {target} is none: make it, or leave --keep out.")
    if len(data) > 1 and not target.is_dir():
        raise _wrong(f"Several backups need a folder, and {target} is none: make it, or name one --data.")
    failed = None
    for folder in data or (None,):
        try:
            _save(folder, target, keep)
        except SystemExit as error:  # the others are saved all the same
            failed = failed or error
    if failed is not None:
        raise failed


def _save(data: Path | None, target: Path, keep: int | None) -> None:
    from controller.appliance.backup import BackupError, save  # noqa: PLC0415
    from controller.appliance.first_link import hand_out  # noqa: PLC0415
    from upkeep.places import note  # noqa: PLC0415

    try:
        folder = data or usual("table")
        if folder == HUB_DATA and target == STICK:
            hand_out(folder, target)  # also where the data are damaged: it leads to the page that says so
        file, manifest = save(folder, target, keep)
    except BackupError as error:
        raise _wrong(str(error)) from error
    except OSError as error:
        raise _closed(error) from error
    if folder == TABLE_DATA or (folder == HUB_DATA and hub_alone()):
        note(manifest.at_ms, file)
    click.echo(
        f"{file}: {len(manifest.files)} files of the {manifest.kind}, {file.stat().st_size / 1e6:.1f} MB."
    )


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--data", type=click.Path(path_type=Path), help="Folder whose contents the backup replaces.")
@click.option("--yes", is_flag=True, help="Restore the backup of another computer without asking.")
def restore(file: Path, data: Path | None, yes: bool) -> None:
    """Put the backup FILE in the place of the present data, which are kept aside.

    The table or the hub must not run. The whole file is checked before anything is changed.

    \b
    Example: sudo systemctl stop jantaku-table
             sudo jantaku restore /media/stick/jantaku-table-east-20261127-011438.zip
    """
    from controller.appliance import backup as packed  # noqa: PLC0415
    from controller.appliance.restore import restore as put_back  # noqa: PLC0415

    try:
        archive, manifest = packed.opened(file)
        archive.close()
        place = data or usual(manifest.kind)
        if manifest.machine != packed.machine() and not yes:
            click.confirm(
                f"{_named(manifest)}, another computer. Put it in the place of {place}?", abort=True
            )
        aside = put_back(file, place)
    except packed.BackupError as error:
        raise _wrong(str(error)) from error
    except OSError as error:
        raise _closed(error) from error
    click.echo(f"{_named(manifest)}: {len(manifest.files)} files are back in {place}.")
    for sentence in _of_settings(manifest, place):
        click.echo(sentence)
    if aside is not None:
        click.echo(f"What was there lies in {aside}.")
    if not manifest.whole:
        click.echo("Accounts are as before; passwords in the settings must be entered again.")


def _of_settings(manifest: Manifest, place: Path) -> Iterator[str]:
    """Where those are that do not lie in the data, and what is still to be done with them."""
    from controller.appliance import settings  # noqa: PLC0415

    names = {path.name for path in map(Path, (each.path for each in manifest.files))
             if path.parent.name == settings.FOLDER}  # fmt: skip
    beside = settings.beside(place)
    if names:
        yield f"Settings beside them: {beside or place / settings.FOLDER}."
    if manifest.whole and "club.json" in names:
        yield (
            "Those of the club's broker count from `sudo jantaku mqtt setup` on: see docs/brokers.md, "
            "“Another computer”."
        )


def usual(kind: Kind) -> Path:
    """The appliance's folder where there is one, else the user's."""
    installed, own = (TABLE_DATA, default_data()) if kind == "table" else (HUB_DATA, default_data() / "club")
    return installed if installed.is_dir() else own


def _named(manifest: Manifest) -> str:
    at = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(manifest.at_ms / 1000))
    return f"The backup of the {manifest.kind} on “{manifest.computer}” of {at}"


def _closed(error: OSError) -> SystemExit:
    """An appliance's data are its own user's."""
    return _wrong(
        f"{error.filename} cannot be read ({error.strerror}): on an appliance root does this, by sudo."
    )


def _wrong(sentence: str) -> SystemExit:
    click.echo(f"jantaku: {sentence}", err=True)
    return SystemExit(2)
