"""Mats of other widths, with eight markers on the rim, four or none: `python -m benchmarks.mats`.

Empty mats are drawn in rooms and for cameras that nothing was tuned on, straight above and aslant. What the
calibration makes of places all over the field is set against the renderer's truth, and two tables in play on
each mat are read with it. Touched corners are off by a finger's width on a screen.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np

from benchmarks.pairing import Score, check
from benchmarks.progress import Command, Options, each, tell
from benchmarks.touched import known_fov, touched
from vision.calibration.by_markers import calibrate, measured_field
from vision.calibration.corners import Floats
from vision.calibration.markers import Plan
from vision.calibration.surface import CalibrationError, Surface
from vision.camera.frame import Pixels
from vision.nets.blank import Colours
from vision.nets.detect import Detector
from vision.scene.demo import demo_scene
from vision.scene.render import Light, MatLook, Renderer, View
from vision.scene.scene import Scene
from vision.scene.spread import spread

SEED: Final = 731_000
FIELDS: Final = (650.0, 700.0, 760.0, 900.0)
WAYS: Final = {"8 on the rim": tuple(range(8, 16)), "4 on the rim": (8, 9, 10, 11), "corners only": ()}
VIEWS: Final = {
    "above": View(),
    "aslant": View(x=250.0, y=-300.0, z=1200.0, tilt=12.0, pan=-10.0, k1=-0.1),
}
TABLES: Final = 2
TILE: Final = 28.0
"""Tiles of parlours: every one of the fields has room for them."""
TAKES_S: Final = 12.0


def seen_whole(view: View, field: float) -> View:
    """The camera with a lens that just shows a field so wide with its rim."""
    slack = 1.05 if view.tilt > 5 else 1.0
    return replace(view, focal=view.focal * 850 / ((field + 100) * slack))


def placed(
    pixels: Pixels, view: View, plan: Plan, cards: tuple[int, ...], rng: np.random.Generator
) -> Surface:
    """The calibration by the markers that lie there, or by touched corners."""
    fov = known_fov(view, rng)
    return calibrate(pixels, fov, plan=plan) if cards else touched(pixels, view, plan, rng, fov)


def errors(surface: Surface, view: View, z: float) -> Floats:
    """Distances (mm) of places all over the field, `z` mm high, from where the calibration sees them."""
    steps = np.linspace(-1, 1, 11) * surface.plan.field / 2
    points = np.array([(x, y, z) for x in steps for y in steps])
    off = surface.table_points(view.project(points), z / surface.unit) * surface.unit - points[:, :2]
    return np.asarray(np.hypot(*off.T))


def read(
    surface: Surface, view: View, make: Callable[[View, float], Renderer], seed: int, score: Score
) -> None:
    """Adds tables in play on the mat to `score`."""
    known = surface.with_tiles(TILE)
    draw, reader = make(view.in_units(known.unit), known.unit), Detector(colours=Colours())
    for n in range(TABLES):
        scene = spread(demo_scene(seed * TABLES + n), known.layout)
        pixels = draw.render(scene, float(n))
        check(score, reader.detect(pixels, known, stacks=known.layout.stacks), scene, draw.truth(scene))


def row(field: float, cards: tuple[int, ...], name: str, seeds: range, reads: bool) -> dict[str, object]:
    """What the mats of `seeds` give."""
    plan, view, score = Plan(field), seen_whole(VIEWS[name], field), Score()
    cloth, tops, refused, widths = list[float](), list[float](), list[str](), list[float]()
    for seed in seeds:
        rng = np.random.default_rng((SEED, seed, int(field)))
        light, look = Light.random(rng), replace(MatLook.random(rng), plan=plan, cards=cards)

        def make(
            seen: View, unit: float = 1.0, light: Light = light, look: MatLook = look, seed: int = seed
        ) -> Renderer:
            return Renderer(seen, light=light, seed=seed, mat=look, unit=unit)

        pixels = make(view).render(Scene(), 0.0)
        try:
            surface = placed(pixels, view, plan, cards, rng)
        except CalibrationError as error:
            refused.append(str(error))
            continue
        cloth += errors(surface, view, 0.0).tolist()
        tops.append(float(errors(surface, view, 40.0).max()))
        if cards and (measured := measured_field(pixels, None, plan.marker)) is not None:
            widths.append(abs(measured[0] - field))
        if reads:
            read(surface, view, make, seed, score)
    out: dict[str, object] = {"mats": len(tops), "refused": refused}
    if tops:
        mean, part, most = float(np.mean(cloth)), float(np.quantile(cloth, 0.95)), max(cloth)
        out["cloth mm (mean, 95 %, worst)"] = [round(v, 2) for v in (mean, part, most)]
        out["40 mm up, worst mm"] = round(max(tops), 2)
    if widths:
        out["width measured, off by mm (worst)"] = round(max(widths), 2)
    if reads:
        out |= {
            "tiles": score.tiles,
            "missed": score.tiles - score.found,
            "misread": score.found - score.right,
            "ghosts": score.ghosts.total(),
        }
    return out


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--fields", type=float, nargs="+", default=FIELDS, metavar="MM")
    parser.add_argument("--mats", type=int, default=3, help="of each width, camera and way")
    parser.add_argument("--no-reading", action="store_true", help="calibrate only")
    wanted = parser.begin()
    for field in each("widths", wanted.fields):
        for name in VIEWS:
            for way, cards in WAYS.items():
                found = row(field, cards, name, range(wanted.mats), not wanted.no_reading)
                tell(json.dumps({"mm": field, "camera": name, "by": way} | found))


def takes(options: Options) -> float:
    each_s = TAKES_S / 8 if options.no_reading else TAKES_S
    return float(each_s * len(options.fields) * len(VIEWS) * len(WAYS) * options.mats)


if __name__ == "__main__":
    main()
