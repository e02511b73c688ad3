"""`jantaku update`: a newer version beside the one that runs, tried, and kept or taken back."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.appliance.description import CURRENT, TABLE_DATA, TRUSTED
from runtime.stored import replace_file

if TYPE_CHECKING:
    from controller.appliance.updates.update import Updating

RESULT = "jantaku-update.txt"
"""The file on a stick that says what became of the update."""
_LOOKS_S = 5.0
"""Between two looks whether the hand is over."""


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--trust", type=click.Path(path_type=Path), help="Take the minisign public key of a maker.")
@click.option("--stick", type=click.Path(path_type=Path), help="The latest release in a folder.")
@click.option("--back", is_flag=True, help="Go back to the version before this one.")
@click.option("--wait", is_flag=True, help="Where a hand is being played start it when that is paid.")
@click.option("--older", is_flag=True, help="Also a version that is older than this one.")
@click.option("--settle", is_flag=True, help="Judge a version that was on trial when the power failed.")
def update(
    file: Path | None,
    trust: Path | None,
    stick: Path | None,
    back: bool,
    wait: bool,
    older: bool,
    settle: bool,
) -> None:
    """Install the release FILE beside the version that runs, start it, and keep it if it works.

    FILE is signed by somebody who is trusted here; its signature, FILE.minisig, lies beside it. Never during
    a hand. A version that does not come up is taken back by itself, also after a power cut.

    \b
    Example: sudo jantaku update --trust jantaku.pub
             sudo jantaku update /media/stick/jantaku-0.2.0-cp311-aarch64.zip
             sudo jantaku update --wait --stick /media/jantaku
             sudo jantaku update --back
    """
    from controller.appliance.updates.release import UpdateError  # noqa: PLC0415

    if sum((file is not None, trust is not None, stick is not None, back, settle)) != 1:
        raise _wrong("Name the FILE of a release, or one of --trust, --stick, --back and --settle.")
    if os.geteuid() != 0:
        raise _wrong("Updating services needs root: sudo jantaku update ...")
    if trust is not None:
        _trust(trust)
        return
    updating = _here(wait)
    if stick is not None and (file := _newer(updating, stick)) is None:
        click.echo(f"No newer version lies in {stick}.")
        return
    try:
        said = f"{_done(updating, file, back, older)} runs."
    except UpdateError as error:
        _leave(stick, str(error))
        raise _wrong(str(error), 1) from error
    _leave(stick, said)
    click.echo(said)


def _done(updating: Updating, file: Path | None, back: bool, older: bool) -> str | None:
    if file is not None:
        return updating.update(file, older=older)
    return updating.back() if back else updating.settle()


def _newer(updating: Updating, folder: Path) -> Path | None:
    """The release in a folder that is later than the version that runs."""
    from controller.appliance.updates.release import newest, order  # noqa: PLC0415

    found, runs = newest(folder), updating.versions.version(CURRENT)
    return found[1] if found is not None and runs is not None and order(found[0]) > order(runs) else None


def _leave(stick: Path | None, said: str) -> None:
    """What became of it, for who has no other screen; a stick that was pulled meanwhile gets nothing."""
    if stick is not None:
        with suppress(OSError):
            replace_file(stick / RESULT, f"{time.strftime('%Y-%m-%d %H:%M')} {said}\n".encode())


def _trust(key: Path) -> None:
    """Keeps a public key; which one a table trusts only root decides."""
    try:
        lines = key.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise _wrong(f"{key} cannot be read: name the public key of who makes your releases.") from error
    if len(lines) != 2 or not lines[0].startswith("untrusted comment:") or not lines[1].startswith("RW"):
        raise _wrong(f"{key} is no public key of minisign: it has two lines, the second begins with RW.")
    TRUSTED.mkdir(parents=True, exist_ok=True)
    kept = TRUSTED / f"{key.stem}.pub"
    shutil.copyfile(key, kept)
    click.echo(f"Releases that {key.stem} has signed are installed from now on. To undo it delete {kept}.")


def _here(wait: bool) -> Updating:
    from controller.appliance.steps import options  # noqa: PLC0415
    from controller.appliance.updates.services import Services  # noqa: PLC0415
    from controller.appliance.updates.update import Updating  # noqa: PLC0415
    from controller.appliance.updates.versions import Versions  # noqa: PLC0415

    services = Services()
    keys = sorted(TRUSTED.glob("*.pub"))
    waits = (lambda: time.sleep(_LOOKS_S)) if wait else None
    return Updating(Versions(), services, _playing(services.begun), options, click.echo, keys, waits)


def _playing(begun: Callable[[], bool]) -> Callable[[], bool]:
    """Whether the table that runs here plays a hand."""
    from controller.appliance.running_hand import played_since_ms  # noqa: PLC0415
    from controller.table.games import Games  # noqa: PLC0415
    from controller.table.journal import JournalError  # noqa: PLC0415

    def playing() -> bool:
        newest = Games(TABLE_DATA).newest() if begun() else None
        try:
            return newest is not None and played_since_ms(newest) is not None
        except (JournalError, OSError):
            return False

    return playing


def _wrong(sentence: str, code: int = 2) -> SystemExit:
    click.echo(f"jantaku: {sentence}", err=True)
    return SystemExit(code)
