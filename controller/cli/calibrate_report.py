"""What `jantaku calibrate` prints of a calibration."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import click

from vision.calibration.mat import TILE_H

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vision.calibration.surface import Surface
    from vision.camera.frame import Pixels

PLANES: Final = (0.0, 20.0, 40.0)
"""Heights in mm of the cloth, of a tile's top and of a stacked tile's."""
UNSURE_MM: Final = 1.0


def report(found: Surface, pixels: Pixels, target: Path, drawn: Path, as_json: bool) -> None:
    """Prints one JSON line, or sentences for people."""
    from vision.calibration.zones import cut_off  # noqa: PLC0415

    if as_json:
        answer = {
            "ok": True,
            "error_mm": found.error_mm,
            **_corner_errors(found, pixels),
            "lift_mm": found.lift_mm,
            "markers": list(found.markers),
            "edges": bool(found.edges),
            "cut_off": list(cut_off(found)),
            "height_mm": round(float(found.eye()[2]) * found.unit, 1),
            "tile_mm": found.tile,
            "centre_mm": found.centre,
            "tile_px": round(found.least_length(), 1),
            "field_mm": found.plan.field,
            "rim_mm": found.plan.rim,
            "homographies": {f"{z:.0f}": found.with_tiles(TILE_H).homography(z).tolist() for z in PLANES},
            "calibration": str(target),
            "picture": str(drawn),
        }
        click.echo(json.dumps(answer))
        return
    for sentence in _sentences(found, pixels):
        click.echo(sentence)
    click.echo(f"Written: {target}, and {drawn} to look at.")


def _corner_errors(found: Surface, pixels: Pixels) -> dict[str, float]:
    """Mean and largest error (mm) of the markers' corners, where there are any."""
    from vision.calibration.by_markers import corner_errors  # noqa: PLC0415

    if not found.markers:
        return {}
    errors = corner_errors(pixels, found)
    return {"mean_mm": round(float(errors.mean()), 4), "max_mm": round(float(errors.max()), 4)}


def _sentences(found: Surface, pixels: Pixels) -> Iterator[str]:
    """What people read of a calibration."""
    from vision.calibration.advice import few_pixels  # noqa: PLC0415
    from vision.calibration.by_corners import UNHELD  # noqa: PLC0415
    from vision.eyes.sight import cut  # noqa: PLC0415

    rest = (
        f"tops of stacked tiles within {found.lift_mm:.1f} mm; the camera hangs "
        f"{found.eye()[2] * found.unit / 10:.0f} cm above the mat."
    )
    if found.markers:
        errors = _corner_errors(found, pixels)
        yield (
            f"{len(found.markers)} markers, error {errors['mean_mm']:.2f} mm on the cloth (worst corner "
            f"{errors['max_mm']:.2f} mm); {rest}"
        )
    elif found.edges:
        yield f"The four edges of the mat, straight within {found.error_mm:.2f} mm; {rest}"
    else:
        yield f"The four corners, those of a square within {found.error_mm:.1f} mm; {rest}"
        yield UNHELD
    height = f", its rim {found.plan.rim:g} mm above the cloth" if found.plan.rim else ""
    yield f"The field is {found.plan.field:g} mm wide{height}."
    yield f"Tiles are {found.tile:g} mm long, {found.scale() * found.tile:.0f} pixels in the picture."
    if (sentence := few_pixels(found)) is not None:
        yield sentence
    if found.lift_mm > UNSURE_MM:
        yield "How high the camera hangs is unsure: give --fov, or more pictures with --image, held aslant."
    if (sentence := cut(found)) is not None:
        yield sentence
