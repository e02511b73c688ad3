"""Calibration on mats that POV-Ray draws, by touched corners and by markers on the rim:
`python -m benchmarks.povray.mats`.

POV-Ray (`sudo apt install povray povray-includes`) shares no code with our renderer. A cloth with grain
lies between four boards of wood with upright inner walls, whose tops stand `--heights` mm above it, under a
lamp with soft shadows. Where the camera shows a place follows from POV-Ray's own camera (its documentation,
3.3.2) in a few lines here. Corners are touched with an error of a finger; with `--cards` eight printed
markers lie on the boards, and the width of the field is measured by them. Each picture is calibrated as if
the rim was flush with the cloth, and with its height as a person measures it, `--wrong` mm off.

With `--times` the lens spreads light before a sensor takes so many times as much of it, and burns out.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from benchmarks.povray.drawing import HEIGHT, WIDTH, Camera, absent, drawn, lit, sensed, taken, vector
from benchmarks.progress import Command, Options, each, tell
from vision.calibration.by_corners import TOUCH_PX, calibrate_by_corners
from vision.calibration.by_markers import calibrate, field_width
from vision.calibration.markers import AT_RIM, DICTIONARY, QUIET, Plan
from vision.calibration.surface import CalibrationError, Surface
from vision.camera.frame import Pixels

SEED: Final = 20_261_126
FIELDS: Final = (650.0, 700.0, 760.0, 850.0)
CLOTHS: Final = ((0.02, 0.22, 0.1), (0.05, 0.1, 0.3), (0.3, 0.03, 0.05), (0.06, 0.06, 0.06))
WOODS: Final = ((0.25, 0.11, 0.04), (0.5, 0.35, 0.2), (0.08, 0.06, 0.05), (0.7, 0.7, 0.68))
"""Red, green and blue, linear."""
BOARD_MM: Final = 55.0
BLUR_PX: Final = 0.7
NOISE: Final = 3.0
TAKES_S: Final = 8.0
DOTS: Final = 8
"""Pixels a mm of a printed card."""
CARD_MM: Final = 0.3


def camera_of(rng: np.random.Generator, field: float) -> Camera:
    """One that sees the whole table."""
    eye = np.array([rng.uniform(-180, 180), rng.uniform(-300, 60), rng.uniform(1000, 1500)])
    near = eye[2] - 0.2 * math.hypot(eye[0], eye[1])
    fov = 2 * math.degrees(math.atan((field / 2 + 110) / near * WIDTH / HEIGHT * 1.18))
    return Camera(eye, np.array([*(eye[:2] * rng.uniform(0.2, 0.5, 2)), 0.0]), fov)


def cards(plan: Plan) -> tuple[str, dict[str, bytes]]:
    """POV-Ray's text of the eight cards on the rim, and the pictures that it names."""
    text, pictures = [], {}
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    half, black = plan.marker / 2 + QUIET, round(plan.marker * DOTS)
    for marker in (plan.by_id[m.id] for m in AT_RIM):
        card = np.full((round(2 * half * DOTS),) * 2, 255, np.uint8)
        edge = (len(card) - black) // 2
        card[edge : edge + black, edge : edge + black] = cv2.aruco.generateImageMarker(book, marker.id, black)
        pictures[name := f"card{marker.id}.png"] = bytes(cv2.imencode(".png", card)[1])
        text.append(
            f'box {{ <0,0,0>, <1,1,0.001> pigment {{ image_map {{ png "{name}" interpolate 2 }} }} '
            f"finish {{ diffuse 0.9 }} scale <{2 * half},{2 * half},{CARD_MM * 1000}> "
            f"translate {vector((marker.x - half, marker.y - half, marker.z))} }}"
        )
    return "\n".join(text), pictures


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


@dataclass(frozen=True)
class Table:
    """One picture; `touched` are the corners of the cloth as a finger finds them, none where cards lie."""

    plan: Plan
    camera: Camera
    pixels: Pixels
    touched: tuple[tuple[float, float], ...]

    @classmethod
    def of(cls, seed: int, height: float, by_cards: bool, times: float | None = None) -> Table:
        rng = np.random.default_rng((SEED, seed))
        plan = Plan(FIELDS[rng.integers(4)], rim=height)
        camera, half = camera_of(rng, plan.field), plan.field / 2
        more, pictures = cards(plan) if by_cards else ("", {})
        text = f"{scene(rng, plan.field, height)}\n{more}"
        if times is None:
            pixels = sensed(drawn(text, camera, pictures=pictures), rng, BLUR_PX, NOISE)
        else:
            light = taken(lit(text, camera, pictures=pictures), times, BLUR_PX)
            pixels = np.asarray(np.clip(light + rng.normal(0, NOISE, light.shape), 0, 255), np.uint8)
        corners = camera.project([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
        touched = [] if by_cards else (corners + rng.normal(0, TOUCH_PX / 2, (4, 2))).tolist()
        return cls(plan, camera, pixels, tuple((x, y) for x, y in touched))

    def worst_mm(self, rim: float) -> float | str:
        """The largest error (mm) of a place on the cloth where the rim is taken for `rim` mm high; a sentence
        where the calibration is refused."""
        try:
            return self._error(self._calibrated(rim))
        except CalibrationError as error:
            return str(error)

    def _calibrated(self, rim: float) -> Surface:
        fov = self.camera.fov
        if self.touched:
            return calibrate_by_corners(self.pixels, self.touched, Plan(self.plan.field, rim=rim), fov)
        field = field_width(self.pixels, fov, self.plan.marker, rim)
        return calibrate(self.pixels, fov, plan=Plan(field, self.plan.marker, rim))

    def _error(self, surface: Surface) -> float:
        steps = np.linspace(-0.98, 0.98, 9) * self.plan.field / 2
        places = np.array([(x, y, 0.0) for x in steps for y in steps])
        off = surface.table_points(self.camera.project(places), 0.0) * surface.unit - places[:, :2]
        return float(np.hypot(*off.T).max())


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--heights", type=float, nargs="+", default=[1.0, 3.0, 10.0, 20.0], metavar="MM")
    parser.add_argument("--mats", type=int, default=12, help="of each height")
    parser.add_argument("--first", type=int, default=0, help="seed of the first")
    parser.add_argument("--cards", action="store_true", help="markers on the rim instead of touched corners")
    parser.add_argument(
        "--wrong", type=float, default=0.0, metavar="MM", help="heights are measured so wrong"
    )
    parser.add_argument("--times", type=float, help="how many times as much light the sensor takes")
    wanted = parser.begin()
    parser.need(absent())
    for height in each("heights", wanted.heights):
        seeds = range(wanted.first, wanted.first + wanted.mats)
        tables = [Table.of(seed, height, wanted.cards, wanted.times) for seed in seeds]
        for rim in (0.0, max(0.0, height + wanted.wrong)):
            tell(
                json.dumps({"rim mm": height, "taken for": rim, **errors([t.worst_mm(rim) for t in tables])})
            )


def errors(found: list[float | str]) -> dict[str, object]:
    """What came of the mats of one height."""
    off = [each for each in found if isinstance(each, float)]
    out: dict[str, object] = {"refused": [each for each in found if isinstance(each, str)]}
    if off:
        middle, worst = round(float(np.median(off)), 2), round(max(off), 2)
        out["worst place of a mat, mm (median, worst)"] = [middle, worst]
        out["more than 1 mm"] = sum(each > 1 for each in off)
    return out


def takes(options: Options) -> float:
    return float(TAKES_S * len(options.heights) * options.mats)


if __name__ == "__main__":
    main()
