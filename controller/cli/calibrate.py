"""`jantaku calibrate`: where the mat lies in the camera's picture."""

from __future__ import annotations

import contextlib
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click

from controller.cli.calibrate_report import report
from controller.config import CameraSection, Config, ConfigError, present
from vision.calibration.markers import (
    HIGHEST_MM,
    LARGEST_MM,
    NARROWEST_MM,
    SMALLEST_MM,
    STANDARD,
    WIDEST_MM,
    Plan,
)

if TYPE_CHECKING:
    from vision.calibration.surface import Surface
    from vision.camera.frame import Pixels

WARM_UP: Final = 15
"""Pictures that a camera takes until its exposure has settled."""
FIELD: Final = click.FloatRange(NARROWEST_MM, WIDEST_MM)


class PixelPair(click.ParamType[tuple[float, float]]):
    """A place in a picture, as X,Y."""

    name = "X,Y"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        try:
            x, y = (float(part) for part in value.split(","))
        except (ValueError, AttributeError):
            self.fail(f"{value} is no place in a picture: give its pixels to the right and down as X,Y.")
        return x, y


@click.command()
@click.option(
    "--image",
    "images",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A picture of the empty mat; further ones, taken aslant, give the lens.",
)
@click.option("--device", help="A camera, such as /dev/video0.")
@click.option("--rendered", is_flag=True, help="The rendered camera of the virtual table.")
@click.option("--config", type=click.Path(path_type=Path), help="Take the camera of this configuration.")
@click.option("--fov", type=click.FloatRange(10, 140), help="The lens's horizontal field of view in degrees.")
@click.option("--tile", type=float, help="Length of a tile in mm. [as before, else 34]")
@click.option("--centre", type=float, help="Side in mm of a unit in the middle. [as before, else 0: none]")
@click.option("--field", type=FIELD, help="Side of the playing field in mm. [by the markers on the rim]")
@click.option(
    "--rim",
    type=click.FloatRange(0, HIGHEST_MM),
    help="How far in mm the rim stands above the cloth. [as before, else 0: flush]",
)
@click.option(
    "--marker",
    type=click.FloatRange(SMALLEST_MM, LARGEST_MM),
    default=30.0,
    show_default=True,
    help="Side of the markers on the rim in mm, black part; to calibrate and to --print.",
)
@click.option(
    "--corners",
    nargs=4,
    type=PixelPair(),
    metavar="X,Y X,Y X,Y X,Y",
    help="No markers: the pixels of the field's four corners, in any order.",
)
@click.option(
    "--tiles",
    "measure",
    type=click.Path(path_type=Path),
    help="A picture of tiles on the mat, to measure their length.",
)
@click.option("--out", type=click.Path(path_type=Path), help="File for the calibration.")
@click.option(
    "--picture", type=click.Path(path_type=Path), help="File for the drawn picture. [beside --out, .png]"
)
@click.option(
    "--print", "sheet", type=click.Path(path_type=Path), help="Write the markers to print: .pdf or .svg."
)
@click.option(
    "--paper", type=click.Choice(["A4", "A3"], case_sensitive=False), default="A4", show_default=True
)
@click.option("--json", "as_json", is_flag=True, help="One JSON line on stdout and nothing else.")
def calibrate(  # noqa: PLR0913, PLR0917 - one parameter an option
    images: tuple[Path, ...],
    device: str | None,
    rendered: bool,
    config: Path | None,
    fov: float | None,
    tile: float | None,
    centre: float | None,
    field: float | None,
    rim: float | None,
    marker: float,
    corners: tuple[tuple[float, float], ...] | None,
    measure: Path | None,
    out: Path | None,
    picture: Path | None,
    sheet: Path | None,
    paper: str,
    as_json: bool,
) -> None:
    """Find the mat in the camera's picture by its printed markers, or by the corners of the field.

    Clear the mat first. The calibration is written where `jantaku run` finds it, and beside it the picture
    with the grid, all zones and the markers' errors drawn over it. Without a source the camera of the
    configuration is used. Stacked tiles need the lens: give its field of view, or with --image two or three
    more pictures by the same camera held aslant. Tiles 34 mm long are expected: give another length with
    --tile, or have it measured with --tiles in a picture of a wall or of rows of tiles on the mat. If a
    bought table's unit hides the middle of the mat, give its width with --centre; the ponds are then
    expected around it. Any four markers that lie apart suffice; those of the rim also give the width of the
    field. Without markers, give --corners and --field. If the rim stands above the cloth, give its height
    with --rim; without it the mat is placed several mm wrong.

    \b
    Example: jantaku calibrate --print markers.pdf
             jantaku calibrate --device /dev/video0 --fov 50 --tile 28 --centre 260
             jantaku calibrate --field 700 --rim 12 --corners 212,98 1805,101 1822,1430 190,1422
    """
    if sheet is not None:
        _print(sheet, paper, Plan(field or STANDARD.field, marker), as_json)
        return
    source = Source(images, device, rendered)
    if source.named + (config is not None) > 1:
        raise click.UsageError("Give one of --image, --device, --rendered and --config.")
    if tile is not None and measure is not None:
        raise click.UsageError("Give one of --tile and --tiles.")
    try:
        settings = present(config)
    except ConfigError as error:
        _fail(str(error), 2, as_json)
    target = out or settings.camera.calibration or settings.data / "calibration.json"
    known = _known(_before(target), fov, field, rim, marker, corners)
    pixels, found = _calibrated(settings, source, known, as_json)
    found = _with_tiles(found, tile, centre, measure, target, as_json)
    drawn = picture or target.with_suffix(".png")
    _write(found, pixels, target, drawn, as_json)
    report(found, pixels, target, drawn, as_json)


@dataclass(frozen=True, slots=True)
class Source:
    """Where the picture comes from, if not from the configured camera."""

    images: tuple[Path, ...]
    device: str | None
    rendered: bool

    @property
    def named(self) -> int:
        """How many of them are named."""
        return sum((bool(self.images), self.device is not None, self.rendered))


@dataclass(frozen=True, slots=True)
class Known:
    """What people said: field of view, width of the field, height of its rim and size of the markers there,
    its corners in the picture."""

    fov: float | None
    field: float | None
    rim: float
    marker: float
    corners: tuple[tuple[float, float], ...] | None


def _known(
    before: Plan | None,
    fov: float | None,
    field: float | None,
    rim: float | None,
    marker: float,
    corners: tuple[tuple[float, float], ...] | None,
) -> Known:
    """What people said, with the width of the field and the height of its rim as they were `before`."""
    if corners and field is None:
        if before is None:
            raise click.UsageError("Corners do not say how wide the field is: give --field, too.")
        field = before.field
    return Known(fov, field, (before or STANDARD).rim if rim is None else rim, marker, corners)


def _before(target: Path) -> Plan | None:
    """The field as it was when it was last calibrated."""
    from vision.calibration.surface import CalibrationError, Surface  # noqa: PLC0415

    with contextlib.suppress(CalibrationError):
        return Surface.load(target).plan
    return None


def _calibrated(settings: Config, source: Source, known: Known, as_json: bool) -> tuple[Pixels, Surface]:
    """The picture, and the surface seen in it; ends the program where there is none."""
    from vision.calibration.by_corners import calibrate_by_corners  # noqa: PLC0415
    from vision.calibration.by_markers import calibrate as by_markers  # noqa: PLC0415
    from vision.calibration.by_markers import field_width  # noqa: PLC0415
    from vision.calibration.surface import CalibrationError  # noqa: PLC0415
    from vision.camera.sources import CameraError  # noqa: PLC0415

    try:
        image = source.images[0] if source.images else None
        pixels, known_fov = _picture(settings, image, source.device, source.rendered)
        fov = known.fov or known_fov
        if known.corners:
            plan = Plan(known.field or STANDARD.field, known.marker, known.rim)
            return pixels, calibrate_by_corners(pixels, known.corners, plan, fov)
        others = [_from_file(image) for image in source.images[1:]]
        field = known.field or field_width(pixels, fov, known.marker, known.rim)
        return pixels, by_markers(pixels, fov, others, Plan(field, known.marker, known.rim))
    except CameraError as error:
        _fail(str(error), 2, as_json)
    except CalibrationError as error:
        _fail(str(error), 1, as_json)


def _with_tiles(
    found: Surface,
    tile: float | None,
    centre: float | None,
    measure: Path | None,
    target: Path,
    as_json: bool,
) -> Surface:
    """The surface for the club's tiles: of the length given, of that measured, or as it was before; so is the
    unit in the middle."""
    from vision.calibration.surface import CalibrationError, Surface  # noqa: PLC0415
    from vision.camera.sources import CameraError  # noqa: PLC0415
    from vision.eyes.tile_size import measured  # noqa: PLC0415
    from vision.nets.detect import Detector  # noqa: PLC0415

    try:
        if measure is not None:
            pixels = _from_file(measure)
            if pixels.shape[:2] != (found.height, found.width):
                raise CalibrationError(
                    f"{measure} has another size than the picture of the mat: take both alike."
                )
            tile = round(measured(Detector(), pixels, found), 1)
        with contextlib.suppress(CalibrationError):
            before = Surface.load(target)
            tile = before.tile if tile is None else tile
            centre = before.centre if centre is None else centre
        return found.with_tiles(found.tile if tile is None else tile, centre or 0.0)
    except CameraError as error:
        _fail(str(error), 2, as_json)
    except CalibrationError as error:
        _fail(str(error), 1, as_json)


def _print(sheet: Path, paper: str, plan: Plan, as_json: bool) -> None:
    """Writes the sheet of markers to print."""
    from vision.calibration.marker_sheet import Paper, pdf, svg  # noqa: PLC0415

    kind, size = sheet.suffix.lower(), Paper[paper.upper()]
    if kind not in {".pdf", ".svg"}:
        _fail(f"The sheet {sheet} is neither .pdf nor .svg: give --print one of the two endings.", 2, as_json)
    try:
        sheet.write_bytes(pdf(size, plan) if kind == ".pdf" else svg(size, plan).encode("utf-8"))
    except OSError as error:
        _fail(f"{sheet} cannot be written ({error.strerror}): give --print another place.", 2, as_json)
    if as_json:
        click.echo(json.dumps({"ok": True, "sheet": str(sheet), "paper": size.name}))
        return
    click.echo(f"Written: {sheet}. Print it on {size.name} at 100 %, check the rule of 100 mm and cut.")


def _fail(message: str, code: int, as_json: bool) -> NoReturn:
    if as_json:
        click.echo(json.dumps({"ok": False, "message": message}))
    click.echo(message, err=True)
    raise SystemExit(code)


def _picture(
    settings: Config, image: Path | None, device: str | None, rendered: bool
) -> tuple[Pixels, float | None]:
    """The picture, and the field of view where it is known."""
    if image is not None:
        return _from_file(image), None
    camera = settings.camera if device is None else CameraSection(kind="v4l2", source=device)
    if rendered or camera.kind == "rendered":
        return _rendered()
    if camera.kind == "file":
        return _from_file(Path(camera.source)), None
    return _from_camera(camera), None


def _rendered() -> tuple[Pixels, float]:
    import math  # noqa: PLC0415

    from vision.scene.camera import empty_mat  # noqa: PLC0415
    from vision.scene.render import Renderer  # noqa: PLC0415

    renderer = Renderer()
    view = renderer.view
    fov = 2 * math.degrees(math.atan(view.width / 2 / view.focal))
    return empty_mat(renderer), fov


def _from_camera(section: CameraSection) -> Pixels:
    from controller.eyes.cameras import camera_of, frames_of  # noqa: PLC0415

    return frames_of(camera_of(section, time.monotonic), WARM_UP)[-1].pixels


def _from_file(path: Path) -> Pixels:
    from vision.camera.sources import PICTURES, CameraError, FileCamera, read_picture  # noqa: PLC0415

    if path.is_file() and path.suffix.lower() in PICTURES:
        return read_picture(path)
    camera = FileCamera(path)
    camera.open()
    try:
        frame = camera.read()
    finally:
        camera.close()
    if frame is None:
        raise CameraError(f"The recording {path} is empty: give a picture of the empty mat.")
    return frame.pixels


def _write(found: Surface, pixels: Pixels, target: Path, drawn: Path, as_json: bool) -> None:
    from vision.calibration.overlay import calibration_picture, write_picture  # noqa: PLC0415

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        found.save(target)
        write_picture(drawn, calibration_picture(pixels, found))
    except OSError as error:
        where = error.filename or target
        _fail(f"{where} cannot be written ({error.strerror}): give another place with --out.", 2, as_json)
