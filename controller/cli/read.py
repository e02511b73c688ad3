"""`jantaku read`: the tiles in photographs, on a calibrated mat, or in a film."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import click

from controller.cli.enrol import set_path
from controller.config import ConfigError, present

if TYPE_CHECKING:
    from vision.camera.frame import Pixels
    from vision.nets.detect import Detector
    from vision.photo.read import PhotoTile
    from vision.photo.still_mat import MatTile

    Read = Callable[[Pixels], Sequence[PhotoTile | MatTile]]

Answer = dict[str, object]
_UNREADABLE: Final = 2
_THREADS: Final = 2
"""Whoever waits for a photograph has the machine to himself, which a table has not."""
FEWER: Final = 0.95
"""Films may be wrong about how many pictures they have; one with fewer than this share was cut short."""
_NOTHING: Final = "no tile found; the faces must be sharp, and not too small in the picture."
_FILE = click.Path(path_type=Path)


@click.command(name="read", epilog="Example: jantaku read hand.jpg --json")
@click.argument("images", nargs=-1, type=_FILE, metavar="IMAGE...")
@click.option("--crop", is_flag=True, help="Every image is one tile, cut out along its edges.")
@click.option("--mat", is_flag=True, help="Pictures of the calibrated mat: also say what lies where.")
@click.option("--config", type=_FILE, help="Take the calibration and tile set of this configuration.")
@click.option("--set", "tiles", metavar="NAME", help="The tiles are of this enrolled set.")
@click.option("--watch", type=_FILE, metavar="VIDEO", help="Read a film; needs --out.")
@click.option("-o", "--out", type=_FILE, help="File for the image or film with the reading drawn in.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object an image and nothing else.")
def read(
    images: tuple[Path, ...],
    crop: bool,
    mat: bool,
    config: Path | None,
    tiles: str | None,
    watch: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """The tiles in photographs of any scale and turn, or in a film.

    Without --json the tiles are printed row by row, left to right. With --json each tile has its corners in
    pixels, clockwise from the tile's own top left, and a probability. With -o the photograph is drawn with
    the reading, doubtful tiles in amber: jantaku read hand.jpg -o read.png. With --watch a film is read:
    jantaku read --watch table.mp4 -o read.mp4

    Exit status 2 when an image cannot be read; the others are still read.
    """
    if crop and mat:
        raise click.UsageError("Give one of --crop and --mat.")
    if watch is not None and out is None:
        raise click.UsageError("--watch VIDEO needs --out FILE.")
    if out is not None and len(images) > 1:
        raise click.UsageError("--out FILE is for one image: read the others by themselves.")
    if (watch is None) == (not images):
        raise click.UsageError("Give images to read, or a film with --watch.")
    detector = _detector(tiles, config, flowers=not mat)
    if watch is not None and out is not None:
        _watch(detector, watch, out, as_json)
        return
    reader = _reader(detector, crop, mat, config)
    good = [_one(path, reader, as_json, out) for path in images]
    if not all(good):
        raise SystemExit(_UNREADABLE)


def _detector(tiles: str | None, config: Path | None, flowers: bool) -> Detector:
    from vision.nets.detect import Detector  # noqa: PLC0415
    from vision.nets.enrol import EnrolError, TileSet  # noqa: PLC0415

    try:
        tiles = tiles or (present(config).camera.tile_set if config is not None else None)
        if tiles is None:
            return Detector(threads=_THREADS, flowers=flowers)
        known = TileSet.load(set_path(tiles, config))
        return Detector(threads=_THREADS, tile_set=known, flowers=flowers)
    except (ConfigError, EnrolError) as error:
        _fail(str(error))


def _reader(detector: Detector, crop: bool, mat: bool, config: Path | None) -> Read:
    from vision.photo.read import read_crop, read_photo  # noqa: PLC0415

    if mat:
        return _mat_reader(detector, config)
    if crop:
        return lambda pixels: (read_crop(detector, pixels),)
    return lambda pixels: read_photo(detector, pixels).tiles


def _mat_reader(detector: Detector, config: Path | None) -> Read:
    from vision.calibration.surface import CalibrationError, Surface  # noqa: PLC0415
    from vision.photo.still_mat import read_mat  # noqa: PLC0415

    try:
        settings = present(config)
        surface = Surface.load(settings.camera.calibration or settings.data / "calibration.json")
    except (ConfigError, CalibrationError) as error:
        _fail(str(error))
    return lambda pixels: read_mat(detector, surface, pixels)


def _one(path: Path, reader: Read, as_json: bool, out: Path | None) -> bool:
    """Read one image and print the answer, and draw it where `out` says; False if it cannot be read."""
    from vision.camera.files import PhotoError, open_photo  # noqa: PLC0415
    from vision.photo.rows import text  # noqa: PLC0415

    start = time.perf_counter()
    try:
        pixels, ratio = open_photo(path)
        tiles = reader(pixels)
    except PhotoError as error:
        message = str(error) if str(path) in str(error) else f"{path}: {error}"
        if as_json:
            _print({"file": str(path), "ok": False, "message": message})
        click.echo(message, err=True)
        return False
    if out is not None:
        _draw(out, pixels, tiles)
    words = text(tiles)
    if not as_json:
        click.echo(f"{path}: {words or _NOTHING}")
        return True
    ms = round(1000 * (time.perf_counter() - start), 1)
    found = [_tile(tile, ratio) for tile in tiles]
    _print({"file": str(path), "ok": True, "tiles": found, "text": words, "ms": ms})
    return True


def _draw(out: Path, pixels: Pixels, tiles: Sequence[PhotoTile | MatTile]) -> None:
    from vision.calibration.overlay import write_picture  # noqa: PLC0415
    from vision.photo.video import drawn  # noqa: PLC0415

    try:
        write_picture(out, drawn(pixels, tiles))
    except OSError as error:
        _fail(f"The picture {out} cannot be written ({error.strerror}): name another file.")


def _tile(seen: PhotoTile | MatTile, ratio: float) -> Answer:
    from vision.photo.still_mat import MatTile  # noqa: PLC0415

    out: Answer = {
        "tile": None if seen.tile is None else str(seen.tile),
        "quad": [[round(ratio * x, 1), round(ratio * y, 1)] for x, y in seen.quad],
        "score": round(seen.score, 3),
        "face": "down" if seen.tile is None else "up",
    }
    if isinstance(seen, MatTile):
        out |= {"zone": seen.zone.value, "seat": seen.seat, "place": seen.place, "sideways": seen.sideways}
    return out


def _watch(detector: Detector, film: Path, out: Path, as_json: bool) -> None:
    from vision.camera.sources import CameraError  # noqa: PLC0415
    from vision.photo.rows import text  # noqa: PLC0415
    from vision.photo.video import Film, drawn, length, readings  # noqa: PLC0415

    count, rate = length(film)
    target = Film(out, rate)
    number = 0
    try:
        with click.progressbar(length=count, label="Reading", file=sys.stderr) as bar:
            for number, (pixels, reading) in enumerate(readings(detector, film), 1):
                target.add(drawn(pixels, reading.tiles))
                bar.update(1)
                if as_json:
                    tiles = [_tile(tile, 1.0) for tile in reading.tiles]
                    words = text(reading.tiles)
                    _print({"file": str(film), "picture": number, "ok": True, "tiles": tiles, "text": words})
    except CameraError as error:
        _fail(str(error))
    finally:
        target.close()
    if not number:
        _fail(f"The film {film} has no pictures: give another one.")
    if number < FEWER * count:
        click.echo(f"The film {film} stops after {number} of {count} pictures: copy it again.", err=True)
    if not as_json:
        click.echo(f"Written: {out}, {number} pictures.")


def _print(answer: Answer) -> None:
    click.echo(json.dumps(answer, ensure_ascii=False))


def _fail(message: str) -> NoReturn:
    click.echo(message, err=True)
    raise SystemExit(_UNREADABLE)
