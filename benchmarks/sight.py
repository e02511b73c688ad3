"""How soon the eyes name what is wrong with their camera: `python -m benchmarks.sight`.

A table in the middle of a hand is looked at; at some moment the camera is bumped a little, goes dark, is
covered, blurred or frozen. Printed are the seconds of the camera's time until that is named, and after
a bump how far (mm) points of the mat are placed from where they are once the eyes have found it again.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import Final

import cv2
import numpy as np

from benchmarks.progress import Command, Options, each, tell
from vision.calibration.by_markers import calibrate
from vision.calibration.mat import Rect
from vision.calibration.surface import Surface
from vision.camera.frame import Frame, Pixels
from vision.eyes.eyes import Eyes
from vision.eyes.observation import Sight, SightChanged
from vision.nets.detection import Detection
from vision.scene.camera import CameraFault, spoiled
from vision.scene.demo import demo_scene
from vision.scene.render import Renderer
from vision.scene.scene import Scene

BEFORE_S: Final = 3.0
AFTER_S: Final = 4.0
NAMED: Final = {
    "bumped by 3 mm": Sight.MOVED,
    "turned by 0.3 degrees": Sight.MOVED,
    "dark": Sight.DARK,
    "covered": Sight.COVERED,
    "blurred": Sight.BLURRED,
    "frozen": Sight.FROZEN,
}
Change = Callable[[Pixels], Pixels]


class Nobody:
    """Reads nothing: tiles have no part in this."""

    def detect(
        self, pixels: Pixels, surface: Surface, region: Rect | None = None, stacks: Sequence[Rect] = ()
    ) -> list[Detection]:
        del pixels, surface, region, stacks
        return []


def slipped(surface: Surface, mm: float, degrees: float, towards: float) -> np.ndarray:
    """2 x 3: the picture after a bump, turned around the middle of the mat."""
    x, y = surface.image_points([[0.0, 0.0, 0.0]])[0].tolist()
    matrix = cv2.getRotationMatrix2D((x, y), degrees, 1.0)
    matrix[:, 2] += np.multiply((math.cos(towards), math.sin(towards)), mm * surface.scale())
    return np.asarray(matrix)


def placing_error(before: Surface, after: Surface, matrix: np.ndarray) -> float:
    """The worst error (mm) over the mat of a surface that was found again."""
    steps = np.linspace(-370, 370, 9)
    points = np.array([(x, y, 0.0) for x in steps for y in steps])
    pixels = before.image_points(points) @ matrix[:, :2].T + matrix[:, 2]
    return float(np.hypot(*(after.table_points(pixels, 0.0) - points[:, :2]).T).max())


def trial(
    renderer: Renderer, surface: Surface, name: str, fps: float, seed: int
) -> tuple[float | None, float | None, int]:
    """Seconds until the fault is named, the placing error after a bump, and false words before it."""
    rng = np.random.default_rng((7, seed))
    scene = demo_scene(seed)
    bump = (3.0, 0.0) if "3 mm" in name else (0.0, 0.3)
    matrix = slipped(surface, *bump, rng.uniform(0, 2 * math.pi))
    size = (surface.width, surface.height)
    held: Pixels | None = None
    eyes = Eyes(Nobody(), surface)
    begun = BEFORE_S + rng.uniform(0, 1 / fps)
    changes: list[SightChanged] = []
    for number in range(int((BEFORE_S + AFTER_S) * fps)):
        t = number / fps
        pixels = renderer.render(scene, t)
        if t >= begun and NAMED[name] is Sight.MOVED:
            pixels = np.asarray(
                cv2.warpAffine(pixels, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8
            )
        elif t >= begun and name == "frozen":
            pixels = held if held is not None else pixels
        elif t >= begun:
            pixels = spoiled(pixels, CameraFault(name))
        held = pixels
        changes += [x for x in eyes.feed(Frame("t", t, pixels)) if isinstance(x, SightChanged)]
    named = next((x.t - begun for x in changes if x.t >= begun and x.sight is NAMED[name]), None)
    found = eyes.surface
    error = None
    if NAMED[name] is Sight.MOVED and found is not None and eyes.sight is Sight.OK:
        error = placing_error(surface, found, matrix)
    return named, error, sum(x.t < begun for x in changes)


def takes(options: Options) -> float:
    return float(5 + 12 * len(NAMED) * options.trials)


def main() -> None:
    parser = Command(__doc__, takes)
    parser.add_argument("--trials", type=int, default=4)
    wanted = parser.begin()
    renderer = Renderer()
    surface = calibrate(renderer.render(Scene(), 0.0), 50.0)
    for name, fps in each("faults", [(name, fps) for name in NAMED for fps in (4.0, 12.0)]):
        done = [trial(renderer, surface, name, fps, seed) for seed in range(wanted.trials)]
        named = [seconds for seconds, _, _ in done if seconds is not None]
        errors = [error for _, error, _ in done if error is not None]
        line: dict[str, object] = {"fault": name, "pictures a second": fps, "trials": len(done)}
        line |= {"named": len(named), "slowest s": round(max(named, default=math.nan), 2)}
        line["false words"] = sum(false for _, _, false in done)
        if NAMED[name] is Sight.MOVED:
            line |= {"found again": len(errors), "then worst mm": round(max(errors, default=math.nan), 3)}
        tell(json.dumps(line))


if __name__ == "__main__":
    main()
