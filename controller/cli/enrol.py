"""`jantaku enrol`: a club's own tile set, from photographs of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from controller.config import ConfigError, present

if TYPE_CHECKING:
    from vision.photo.enrol import Shown

_WRONG: Final = 2
_FILE = click.Path(path_type=Path)


@click.command(name="enrol", epilog="Example: jantaku enrol green-set first.jpg second.jpg")
@click.argument("name")
@click.argument("images", nargs=-1, type=_FILE, metavar="[IMAGE...]")
@click.option("--crops", type=_FILE, help="A folder of single tiles instead: 5m.jpg, 0p-2.jpg, back.jpg, ...")
@click.option("--config", type=_FILE, help="Keep the set in the data directory of this configuration.")
def enrol(name: str, images: tuple[Path, ...], crops: Path | None, config: Path | None) -> None:
    """Teach the eyes how the faces of a tile set look, from two photographs of it.

    Lay every kind once, face up, upright and a little apart, in four rows: 1 to 9 of
    characters, of circles, of bamboo; then east, south, west, north, white, green, red,
    the red fives of characters, circles and bamboo, and one tile with its back up.
    Photograph them from above, turn the light or the table, and photograph them again.
    Without images the layout is printed. Afterwards: jantaku read --set NAME hand.jpg
    """
    from vision.camera.files import PhotoError  # noqa: PLC0415
    from vision.nets.enrol import EnrolError  # noqa: PLC0415

    if not images and crops is None:
        click.echo("\n".join(_layout()))
        return
    try:
        target = set_path(name, config)
        shown, known = _enrol(images, crops, target)
    except (EnrolError, PhotoError, ConfigError, OSError) as error:
        click.echo(str(error), err=True)
        raise SystemExit(_WRONG) from error
    click.echo(f"Enrolled {known} faces from {shown} tiles: {target}")


def set_path(name: str, config: Path | None) -> Path:
    """Where a tile set is kept. ConfigError for a name that is no plain word."""
    from vision.nets.enrol import set_file  # noqa: PLC0415

    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,31}", name):
        raise ConfigError(f"{name!r} is no name for a tile set: use small letters, digits, - and _.")
    return set_file(present(config).data, name)


def _layout() -> list[str]:
    from vision.nets.enrol import layout  # noqa: PLC0415

    return [" ".join("back" if face is None else str(face) for face in row) for row in layout()]


def _enrol(images: tuple[Path, ...], crops: Path | None, target: Path) -> tuple[int, int]:
    """Write the set; how many tiles were seen, and of how many faces."""
    from vision.camera.files import open_photo  # noqa: PLC0415
    from vision.nets.detect import Detector  # noqa: PLC0415
    from vision.photo.enrol import enrolled, laid_out  # noqa: PLC0415

    detector = Detector()
    shown = [one for path in images for one in laid_out(detector, open_photo(path)[0])]
    if crops is not None:
        shown += _single(crops)
    found = enrolled(detector, shown)
    found.save(target)
    return len(shown), len(found.faces)


def _single(folder: Path) -> list[Shown]:
    """Tiles cut out along their edges, each file named by its face. EnrolError for another name."""
    from engine.tiles.tile import Tile  # noqa: PLC0415
    from vision.camera.files import open_photo  # noqa: PLC0415
    from vision.nets.closeup import as_crop  # noqa: PLC0415
    from vision.nets.enrol import EnrolError  # noqa: PLC0415

    out: list[Shown] = []
    for path in sorted(folder.iterdir()):
        word = path.stem.split("-")[0]
        try:
            face = None if word == "back" else Tile.parse(word)
        except ValueError as error:
            raise EnrolError(f"{path} names no tile: call it 5m.jpg, 0p-2.jpg or back.jpg.") from error
        out.append((face, as_crop(open_photo(path)[0])))
    return out
