"""`jantaku enrol`: a club's own tile set, from photographs of it."""

from __future__ import annotations

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
@click.option("--forget", is_flag=True, help="Forget what hands have taught of the set, and their pictures.")
@click.option("--config", type=_FILE, help="Keep the set in the data directory of this configuration.")
def enrol(name: str, images: tuple[Path, ...], crops: Path | None, forget: bool, config: Path | None) -> None:
    """Teach the eyes how the faces of a tile set look, from two photographs of it.

    Lay every kind once, face up, upright and a little apart, in four rows: 1 to 9 of
    characters, of circles, of bamboo; then east, south, west, north, white, green, red,
    the red fives of characters, circles and bamboo, and one tile with its back up.
    Photograph them on a plain cloth from above, turn the light or the table, and photograph
    them again.
    A set that is read no better by being taught is refused. A table teaches it by its own
    camera, on its page setup.html. Without images the layout is printed. A table may also
    learn from its own confirmed hands (camera.learn); --forget undoes that (NAME any: of a
    table whose set has no name).
    Afterwards: jantaku read --set NAME hand.jpg
    """
    from vision.camera.files import PhotoError  # noqa: PLC0415
    from vision.nets.enrol import EnrolError  # noqa: PLC0415

    if not images and crops is None and not forget:
        click.echo("\n".join(_layout()))
        return
    try:
        target = set_path(name, config)
        said = _forget(name, config) if forget else _enrol(images, crops, target)
    except (EnrolError, PhotoError, ConfigError, OSError) as error:
        click.echo(str(error), err=True)
        raise SystemExit(_WRONG) from error
    for line in said:
        click.echo(line)


def _forget(name: str, config: Path | None) -> list[str]:
    """The pictures and what was learnt; what is said of it. OSError."""
    from controller.teaching.learning import forget  # noqa: PLC0415

    forget(present(config).data, name)
    return [f"What hands have taught of {name} is forgotten; a table that runs reads so from its next start."]


def set_path(name: str, config: Path | None) -> Path:
    """Where a tile set is kept. EnrolError for a name that is no plain word."""
    from vision.nets.enrol import named, set_file  # noqa: PLC0415

    return set_file(present(config).data, named(name))


def _layout() -> list[str]:
    from vision.nets.enrol import layout  # noqa: PLC0415

    return [" ".join("back" if face is None else str(face) for face in row) for row in layout()]


def _enrol(images: tuple[Path, ...], crops: Path | None, target: Path) -> list[str]:
    """Write the set; what is said of it. Two photographs show whether it is read better by it."""
    from vision.camera.files import open_photo  # noqa: PLC0415
    from vision.nets.detect import Detector  # noqa: PLC0415
    from vision.photo.enrol import enrolled, laid_out, taught  # noqa: PLC0415

    detector = Detector()
    looks = [laid_out(detector, open_photo(path)[0]) for path in images]
    more = [] if crops is None else _single(crops)
    shown = [*(one for look in looks for one in look), *more]
    said = []
    if len(looks) > 1:
        found, now, then = taught(looks, more=more)
        said = [f"Read right with it: {then.right} of {then.count}; without: {now.right}."]
    else:
        found = enrolled(detector, shown)
    found.save(target)
    return [f"Enrolled {len(found.faces)} faces from {len(shown)} tiles: {target}", *said]


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
