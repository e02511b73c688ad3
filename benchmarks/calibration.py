"""How well a camera is placed by the mat's markers: `python -m benchmarks.calibration [--cameras 40]`.

Cameras of another kind than those of training and tests: any place above the table, lenses bent
by k1 and k2 with their axis off the middle of the picture, noise, blur, dim light, JPEG. Points all
over the mat at the heights of cloth, tile and stacked tile go through the true lens; what the
calibration makes of their pixels is compared with where they are.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.progress import Command, Options, each, tell
from vision.calibration.by_markers import calibrate
from vision.calibration.fit import directions, project
from vision.calibration.mat import MAT_HALF
from vision.calibration.surface import CalibrationError, Surface
from vision.camera.frame import Pixels
from vision.scene.render import Light, MatLook, Renderer, View
from vision.scene.scene import Scene

HEIGHTS = (0.0, 20.0, 40.0)
SEED = 90_210
SIZES = ((2028, 1520), (2304, 1296), (1920, 1080), (1640, 1232))
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """The true camera: LENS numbers as in `vision.calibration.fit`, and a straight view of the same place."""

    lens: Floats
    size: tuple[int, int]
    straight: View

    def project(self, points: Floats) -> Floats:
        turn = cv2.Rodrigues(self.straight.rotation)[0].ravel()
        shift = -self.straight.rotation @ (self.straight.x, self.straight.y, self.straight.z)
        return project(np.concatenate([self.lens, turn, shift]), points, *self.size)

    @property
    def fov(self) -> float:
        return 2 * math.degrees(math.atan(self.size[0] / 2 / math.exp(self.lens[0])))

    def picture(self, light: Light, look: MatLook, rng: np.random.Generator) -> Pixels:
        """The empty mat: drawn through the straight view, bent, then blurred and noised by the sensor."""
        quiet = Light(
            light.brightness, light.warmth, light.gradient, light.direction, light.vignette, blur=0, noise=0
        )
        sharp = Renderer(self.straight, light=quiet, mat=look, seed=int(rng.integers(1000))).render(
            Scene(), 0.0
        )
        v, u = np.mgrid[0 : self.size[1], 0 : self.size[0]]
        flat = directions(
            np.pad(self.lens, (0, 6)), np.column_stack([u.ravel(), v.ravel()]).astype(float), *self.size
        )
        middle = ((self.straight.width - 1) / 2, (self.straight.height - 1) / 2)
        spots = (flat * self.straight.focal + middle).astype(np.float32).reshape(*v.shape, 2)
        bent = cv2.remap(sharp, spots[:, :, 0], spots[:, :, 1], cv2.INTER_CUBIC)
        bent = cv2.GaussianBlur(bent, (0, 0), light.blur)
        noisy = bent + rng.normal(0, light.noise, bent.shape)
        out = np.clip(np.round(noisy), 0, 255).astype(np.uint8)
        if light.jpeg is not None:
            _, packed = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, light.jpeg])
            return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        return out


def camera_of(rng: np.random.Generator) -> Camera:
    """A camera that hangs above the table and sees all of it."""
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    fov = math.radians(rng.uniform(45, 80))
    axis = rng.normal(0, 0.006 * width, 2)
    focal = width / 2 / math.tan(fov / 2)
    lens = np.array([math.log(focal), rng.uniform(-0.22, 0.06), rng.normal(0, 0.03), *axis])
    z = focal * rng.uniform(930, 1100) / height
    x, y = rng.normal(0, 0.04 * z, 2)
    return _aimed(lens, (width, height), (x, y, z), rng)


def aslant(camera: Camera, rng: np.random.Generator) -> Camera:
    """The same camera held by hand over one side of the table, leaning by some 25 degrees."""
    lean, side = math.radians(rng.uniform(18, 32)), rng.uniform(0, 2 * math.pi)
    far = 1.25 * camera.straight.z
    place = (
        far * math.sin(lean) * math.cos(side),
        far * math.sin(lean) * math.sin(side),
        far * math.cos(lean),
    )
    return _aimed(camera.lens, camera.size, place, rng)


def _aimed(
    lens: Floats, size: tuple[int, int], place: tuple[float, float, float], rng: np.random.Generator
) -> Camera:
    x, y, z = place
    tilt = -math.degrees(math.atan2(y, z)) + float(rng.normal(0, 0.8))
    pan = -math.degrees(math.atan2(x, math.hypot(y, z))) + float(rng.normal(0, 0.8))
    # The bent picture reaches further out than the straight one of the same focal length.
    straight = View(
        round(size[0] * 1.3),
        round(size[1] * 1.3),
        math.exp(lens[0]),
        x,
        y,
        z,
        tilt,
        pan,
        float(rng.normal(0, 3)),
    )
    return Camera(lens, size, straight)


def errors(surface: Surface, camera: Camera) -> Floats:
    """Distances in mm of points all over the mat from where the calibration sees them, by height."""
    steps = np.linspace(-MAT_HALF, MAT_HALF, 11)
    out = []
    for z in HEIGHTS:
        points = np.array([(x, y, z) for x in steps for y in steps])
        off = surface.table_points(camera.project(points), z) - points[:, :2]
        out.append(np.hypot(*off.T))
    return np.array(out)


def light_of(rng: np.random.Generator) -> Light:
    light = Light.random(rng)
    return Light(
        light.brightness,
        light.warmth,
        light.gradient,
        light.direction,
        light.vignette,
        blur=float(rng.uniform(0.5, 1.1)),
        noise=float(rng.uniform(1, 6)),
        jpeg=light.jpeg,
    )


def summary(found: list[Floats], reported: list[float], refused: int) -> dict[str, object]:
    every = np.array(found)
    worst = every.max(axis=(1, 2))
    return {
        "cameras": len(found),
        "refused": refused,
        "mean mm at 0, 20, 40": [round(float(v), 3) for v in every.mean(axis=(0, 2))],
        "worst mm at 0, 20, 40": [round(float(v), 3) for v in every.max(axis=(0, 2))],
        "cameras within 1 mm everywhere": f"{int((worst <= 1).sum())} of {len(found)}",
        "error_mm reported (median, worst)": [round(float(np.median(reported)), 3), round(max(reported), 3)],
    }


def takes(options: Options) -> float:
    return float(5 + options.cameras * (4 + 2 * options.further))


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--cameras", type=int, default=40)
    parser.add_argument("--further", type=int, default=2, help="further pictures, held aslant")
    wanted = parser.begin()
    ways = ("data sheet", "unknown lens", f"unknown lens, {wanted.further} slanted pictures")
    found: dict[str, list[Floats]] = {way: [] for way in ways}
    reported: dict[str, list[float]] = {way: [] for way in ways}
    refused = dict.fromkeys(ways, 0)
    for number in each("cameras", range(wanted.cameras)):
        rng = np.random.default_rng((SEED, number))
        camera, light, look = camera_of(rng), light_of(rng), MatLook.random(rng)
        first = camera.picture(light, look, rng)
        others = [aslant(camera, rng).picture(light, look, rng) for _ in range(wanted.further)]
        sheet = camera.fov * float(rng.normal(1, 0.015))
        for way, fov, more in zip(ways, (sheet, None, None), ((), (), others), strict=True):
            try:
                surface = calibrate(first, fov, more)
            except CalibrationError as error:
                refused[way] += 1
                tell(f"camera {number}: {error}")
                continue
            found[way].append(errors(surface, camera))
            reported[way].append(surface.error_mm)
    for way in ways:
        print(json.dumps({"lens known by": way, **summary(found[way], reported[way], refused[way])}))


if __name__ == "__main__":
    main()
