"""Calibration by touched corners on mats that POV-Ray draws: `python -m benchmarks.povray.mats`.

POV-Ray (`sudo apt install povray`) shares no code with our renderer. A cloth with grain lies between four
boards of wood with upright inner walls, whose tops stand `--heights` mm above it, under a lamp with soft
shadows. Where the camera shows a place follows from POV-Ray's own camera (its documentation, 3.3.2) in a few
lines here. Corners are touched with an error of a finger.
"""

from __future__ import annotations

import json
import math
from typing import Final

import numpy as np

from benchmarks.povray.drawing import HEIGHT, WIDTH, Camera, absent, drawn, sensed, vector
from benchmarks.progress import Command, Options, each, tell
from vision.calibration.by_corners import TOUCH_PX, calibrate_by_corners
from vision.calibration.markers import Plan
from vision.calibration.surface import CalibrationError

SEED: Final = 20_261_126
FIELDS: Final = (650.0, 700.0, 760.0, 850.0)
CLOTHS: Final = ((0.02, 0.22, 0.1), (0.05, 0.1, 0.3), (0.3, 0.03, 0.05), (0.06, 0.06, 0.06))
WOODS: Final = ((0.25, 0.11, 0.04), (0.5, 0.35, 0.2), (0.08, 0.06, 0.05), (0.7, 0.7, 0.68))
"""Red, green and blue, linear."""
BOARD_MM: Final = 55.0
BLUR_PX: Final = 0.7
NOISE: Final = 3.0
TAKES_S: Final = 8.0


def camera_of(rng: np.random.Generator, field: float) -> Camera:
    """One that sees the whole table."""
    eye = np.array([rng.uniform(-180, 180), rng.uniform(-300, 60), rng.uniform(1000, 1500)])
    near = eye[2] - 0.2 * math.hypot(eye[0], eye[1])
    fov = 2 * math.degrees(math.atan((field / 2 + 110) / near * WIDTH / HEIGHT * 1.18))
    return Camera(eye, np.array([*(eye[:2] * rng.uniform(0.2, 0.5, 2)), 0.0]), fov)


def scene(rng: np.random.Generator, field: float, height: float) -> str:
    """POV-Ray's text of one table."""
    cloth, wood = np.array(CLOTHS[rng.integers(4)]), np.array(WOODS[rng.integers(4)])
    lamp = np.array([rng.uniform(-900, 900), rng.uniform(-900, 900), rng.uniform(900, 1600)])
    half, out = field / 2, field / 2 + BOARD_MM
    boards = (
        (-out, half, out, out),
        (-out, -out, out, -half),
        (-out, -half, -half, half),
        (half, -half, out, half),
    )
    return "\n".join(
        [
            "global_settings { assumed_gamma 1.0 radiosity { count 60 error_bound 0.7 } }",
            f"light_source {{ {vector(lamp)} rgb 0.9 area_light 250*x, 250*y, 5, 5 adaptive 1 jitter }}",
            "background { rgb 0.12 }",
            "plane { z, -600 pigment { bozo color_map { [0 rgb 0.05] [1 rgb 0.25] } scale 200 } }",
            f"box {{ <{-half},{-half},-5>, <{half},{half},0> pigment {{ granite color_map {{ "
            f"[0 rgb {vector(cloth * 0.85)}] [1 rgb {vector(cloth * 1.15)}] }} scale 6 }} "
            "finish { diffuse 0.9 } }",
            "#declare Wood = texture { finish { diffuse 0.8 specular 0.15 } pigment { wood "
            f"turbulence 0.05 color_map {{ [0 rgb {vector(wood)}] [1 rgb {vector(wood * 0.75)}] }} "
            "rotate x*87 scale 25 } }",
            *(f"box {{ <{a},{b},-30>, <{c},{d},{height}> texture {{ Wood }} }}" for a, b, c, d in boards),
        ]
    )


def worst_mm(seed: int, height: float) -> float | str:
    """The largest error (mm) of a place on one cloth; a sentence where the calibration is refused."""
    rng = np.random.default_rng((SEED, seed))
    field = FIELDS[rng.integers(4)]
    camera = camera_of(rng, field)
    pixels = sensed(drawn(scene(rng, field, height), camera), rng, BLUR_PX, NOISE)
    half = field / 2
    corners = camera.project(
        np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
    )
    touched = corners + rng.normal(0, TOUCH_PX / 2, (4, 2))
    try:
        surface = calibrate_by_corners(pixels, touched.tolist(), Plan(field), camera.fov)
    except CalibrationError as error:
        return str(error)
    steps = np.linspace(-0.98, 0.98, 9) * half
    places = np.array([(x, y, 0.0) for x in steps for y in steps])
    off = surface.table_points(camera.project(places), 0.0) * surface.unit - places[:, :2]
    return float(np.hypot(*off.T).max())


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--heights", type=float, nargs="+", default=[1.0, 3.0, 10.0, 20.0], metavar="MM")
    parser.add_argument("--mats", type=int, default=12, help="of each height")
    wanted = parser.begin()
    parser.need(absent())
    for height in each("heights", wanted.heights):
        found = [worst_mm(seed, height) for seed in range(wanted.mats)]
        off = [each for each in found if isinstance(each, float)]
        out: dict[str, object] = {
            "rim mm": height,
            "refused": [each for each in found if isinstance(each, str)],
        }
        if off:
            out["worst place of a mat, mm (median, worst)"] = [
                round(float(np.median(off)), 2),
                round(max(off), 2),
            ]
            out["more than 1 mm"] = sum(each > 1 for each in off)
        tell(json.dumps(out))


def takes(options: Options) -> float:
    return float(TAKES_S * len(options.heights) * options.mats)


if __name__ == "__main__":
    main()
