"""`jantaku collect`: the tiles that a table has kept of its confirmed hands, as pictures with their names."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from controller.config import ConfigError, present

_NOTHING: Final = 1
_WRONG: Final = 2
_FILE = click.Path(path_type=Path)


@click.command(name="collect", epilog="Example: jantaku collect green-set green-set.zip")
@click.argument("name")
@click.argument("out", type=_FILE)
@click.option("--config", type=_FILE, help="Use the data directory of this configuration.")
def collect(name: str, out: Path, config: Path | None) -> None:
    """Pack the tiles of the set NAME that the table has kept into a zip file.

    A table keeps them only if its owner has agreed (camera.learn). They are pictures of single tiles, 48 by
    64 pixels, named by the tile: they show no table, no hands and no faces, and have no time or place.
    Anybody can teach a set with them: jantaku enrol NAME --crops FOLDER. If the table's set has no name,
    NAME is any.
    Exit status 1 where none are kept.
    """
    from controller.teaching.learning import album_folder  # noqa: PLC0415
    from vision.nets.enrol import EnrolError, named  # noqa: PLC0415
    from vision.photo.album import Album  # noqa: PLC0415

    try:
        album = Album(album_folder(present(config).data, named(name)))
        if not len(album):
            click.echo(f"No tiles of {name} are kept: set camera.learn, and play.", err=True)
            raise SystemExit(_NOTHING)
        with out.open("xb") as file:
            count = album.pack(file)
    except FileExistsError as error:
        click.echo(f"{out} is there already: choose another name.", err=True)
        raise SystemExit(_WRONG) from error
    except (EnrolError, ConfigError, OSError) as error:
        click.echo(str(error), err=True)
        raise SystemExit(_WRONG) from error
    click.echo(f"{count} tiles of {len(album)} hands: {out}")
