"""`python -m controller.cli.appliance.care WISH`: what a page asks of the data, done by root in a unit."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from upkeep.computer import CURRENT, HUB_DATA, PLACE, STATE, TABLE_DATA, hub_alone

if TYPE_CHECKING:
    from controller.appliance.care.data import Keeper
    from controller.appliance.settings import Kind
    from upkeep.progress import ProgressFile


@click.command()
@click.argument("wish")
def care(wish: str) -> None:
    """Do what a page has asked: WISH is the instance of the unit."""
    from controller.appliance.alone import alone  # noqa: PLC0415
    from upkeep.progress import Doing, ProgressFile  # noqa: PLC0415
    from upkeep.trouble import TroubleError, of_disk  # noqa: PLC0415
    from upkeep.wish import wish_of  # noqa: PLC0415

    asked = wish_of(wish)
    if asked is None:
        raise _wrong(f"{wish!r} is nothing that a page asks for.")
    if os.geteuid() != 0:
        raise _wrong("A unit of systemd does this as root: jantaku-care@.service.")
    signal.signal(signal.SIGTERM, _ended)
    what = "restore" if asked.what == "foreign" else asked.what
    assert what in get_args(Doing)
    progress = ProgressFile(what)
    try:
        with alone(PLACE if PLACE.is_dir() else STATE):  # neither an update nor another wish at the same time
            _keeper(progress).does(asked)
    except TroubleError as error:
        progress.ended(error.code, str(error))
        raise _wrong(str(error)) from error
    except OSError as error:
        progress.ended(of_disk(error), str(error))
        raise _wrong(str(error)) from error


def _ended(number: int, _: object) -> None:
    """By its time limit: what was stopped is started again."""
    raise SystemExit(128 + number)


def _keeper(progress: ProgressFile) -> Keeper:
    from controller.appliance.care.data import Keeper  # noqa: PLC0415
    from controller.appliance.care.playing import hand_played  # noqa: PLC0415
    from controller.appliance.updates.services import Services  # noqa: PLC0415
    from upkeep.release import later  # noqa: PLC0415
    from upkeep.versions import Versions  # noqa: PLC0415

    def newer(folder: Path) -> str | None:
        """By the name of its file; whether it is signed shows when it is installed."""
        found = later(folder, Versions().version(CURRENT))
        return None if found is None else found[0]

    subject: tuple[Kind, Path] = ("hub", HUB_DATA) if hub_alone() else ("table", TABLE_DATA)
    playing = partial(hand_played, TABLE_DATA)
    return Keeper(Services(), playing, partial(first, subject[0]), progress, *subject, newer=newer)


def first(kind: Kind = "table") -> str:
    """The configuration with which a table or a hub begins on this computer."""
    from controller.appliance.connected import boards, usb_cameras  # noqa: PLC0415
    from controller.appliance.description import Appliance  # noqa: PLC0415
    from controller.appliance.system import first_hub, first_table  # noqa: PLC0415

    if kind == "hub":
        return first_hub()
    here = Appliance(PLACE / CURRENT, camera=len(usb_cameras()) == 1, machine=len(boards()) == 1)
    return first_table(here)


def _wrong(sentence: str) -> SystemExit:
    click.echo(f"jantaku: {sentence}", err=True)
    return SystemExit(2)


if __name__ == "__main__":
    care()
