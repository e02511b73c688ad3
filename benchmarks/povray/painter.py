"""What POV-Ray's camera sees of a table in play: each state in which it rests drawn, arms over it meanwhile.

Of a state only the part around what has changed is drawn anew, which takes a second or two. While something
moves the last picture stays; hands and sleeves are flat shapes laid over it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from benchmarks.povray.drawing import Camera, Floats, Linear, lit, taken
from benchmarks.povray.tables import Place, Set, described
from vision.calibration.layout import STANDARD
from vision.calibration.mat import MAT_HALF, TILE_D, TILE_H, to_player, to_table
from vision.camera.frame import Pixels
from vision.scene.scene import ArmBody, DieBody, Scene, StickBody, TileBody

QUICK: Final = ("+A0.3", "+AM1", "+R2")
REACH: Final = 25.0
"""Nothing of a tile or a die is further from its middle, mm."""
REACH_STICK: Final = 50.0
SLANT: Final = {"window": 4.2}
"""How long a body's shadow is at most, in its heights, by where the lamps of `tables.Place` hang."""
SLANT_USUAL: Final = 1.4
NOISES: Final = 7
PALM: Final = ((-42.0, 0.0), (-46.0, -45.0), (-30.0, -95.0), (30.0, -95.0), (46.0, -45.0), (42.0, 0.0))
FINGERS: Final = ((-30.0, 8.0), (-10.0, 0.0), (10.0, 2.0), (30.0, 12.0))
"""Of each: mm across the hand, mm short of the tip."""
FINGER: Final = 75.0
"""Length of a finger, mm."""
SKINS: Final = ((150, 175, 215), (110, 140, 190), (70, 95, 140), (40, 55, 85))
SLEEVES: Final = ((60, 40, 35), (230, 230, 235), (45, 45, 140), (90, 80, 70), (20, 20, 22))
Body = TileBody | StickBody | DieBody
Part = tuple[int, int, int, int]
"""Left, top, right and low end of a part of the picture, in pixels."""


@dataclass(frozen=True)
class Seen:
    """Where the camera's picture shows the mat, as `vision.scene.pinhole.View` says it of ours."""

    camera: Camera

    def unproject(self, pixels: ArrayLike, z: float = 0.0) -> Floats:
        """N x 2 pixels to N x 2 mm on the plane at height `z`."""
        at = np.array([(-200.0, -200.0), (200.0, -200.0), (200.0, 200.0), (-200.0, 200.0)])
        shown = self.camera.project(np.column_stack([at, np.full(4, z)]))
        flat = cv2.getPerspectiveTransform(shown.astype(np.float32), at.astype(np.float32))
        given = np.asarray(pixels, np.float64).reshape(-1, 1, 2)
        return np.asarray(cv2.perspectiveTransform(given, flat)[:, 0], np.float64)


class Painter:
    """A rig (`vision.scene.rig.Rig`) whose pictures POV-Ray draws; `seed` is of sensor and sleeves."""

    layout = STANDARD

    def __init__(self, place: Place, tiles: Set, seed: int, blur: float, noise: float) -> None:
        """`blur` in pixels, `noise` in grey levels."""
        self.place, self.tiles = place, tiles
        self.view = Seen(place.camera)
        self.drawn = 0
        """Pictures that POV-Ray drew."""
        self._rng = np.random.default_rng([seed, 31])
        self._blur, self._exposure = blur, 1.0
        shape = (place.camera.height, place.camera.width, 3)
        self._noises = [self._grain(noise, shape) for _ in range(NOISES)]
        self._people = [
            (SKINS[self._rng.integers(len(SKINS))], SLEEVES[self._rng.integers(len(SLEEVES))])
            for _ in range(4)
        ]
        self._light: Linear | None = None
        self._shown: Pixels | None = None
        self._lies: tuple[Body, ...] = ()
        """What the picture shows."""
        self._before: tuple[Body, ...] | None = None

    def _grain(self, noise: float, shape: tuple[int, ...]) -> NDArray[np.int16]:
        return np.rint(self._rng.normal(0.0, noise, shape)).astype(np.int16)

    def at(self, t: float) -> Painter:
        """Itself: nobody pushes this camera."""
        del t
        return self

    def expose(self, factor: float) -> None:
        """From now on pictures are exposed for `factor` times as long."""
        self._exposure *= factor
        self._shown = None

    def render(self, scene: Scene, t: float) -> Pixels:
        """The camera's picture of it: H x W x 3, BGR."""
        del t
        lies: tuple[Body, ...] = (*scene.tiles, *scene.sticks, *scene.dice)
        rests = self._before is None or lies == self._before
        self._before = lies
        if self._light is None or (rests and lies != self._lies):
            self._draw(scene, lies)
        if self._shown is None:
            assert self._light is not None
            self._shown = taken(self._light, self._exposure, self._blur)
        picture = self._shown
        for body in scene.arms:
            picture = reached(picture, body, self.place.camera, *self._people[body.seat])
        grain = self._noises[self._rng.integers(NOISES)]
        return np.asarray(np.clip(picture + grain, 0, 255), np.uint8)

    def _draw(self, scene: Scene, lies: tuple[Body, ...]) -> None:
        camera, light = self.place.camera, self._light
        if light is None:
            self._light = light = np.zeros((camera.height, camera.width, 3), np.float32)
            parts = [(0, 0, camera.width, camera.height)]
        else:
            parts = apart([self._around(body) for body in set(lies) ^ set(self._lies)])
        for left, top, right, low in parts:
            part = (f"+SC{left + 1}", f"+EC{right}", f"+SR{top + 1}", f"+ER{low}")
            text, _, quality, pictures = described(scene, self.place, self.tiles, 1.0, (*QUICK, *part))
            found = lit(text, camera, quality, pictures)
            light[top:low, left:right] = found[top:low, left:right]
            self.drawn += 1
        self._shown, self._lies = None, lies

    def _around(self, body: Body) -> Part:
        """What this body and its shadow may change."""
        z = 0.0 if isinstance(body, DieBody) else body.z
        reach = REACH_STICK if isinstance(body, StickBody) else REACH
        far = reach + (z + TILE_D) * SLANT.get(self.place.room, SLANT_USUAL)
        ends = [
            (body.x + s * far, body.y + t * far, h)
            for s in (-1, 1)
            for t in (-1, 1)
            for h in (0.0, z + TILE_H)
        ]
        camera = self.place.camera
        seen = camera.project(ends)
        left, top = np.clip(seen.min(axis=0), 0, (camera.width - 2, camera.height - 2)).astype(int).tolist()
        right, low = np.clip(seen.max(axis=0) + 1, 2, (camera.width, camera.height)).astype(int).tolist()
        return left, top, max(right, left + 2), max(low, top + 2)


def apart(parts: Sequence[Part]) -> list[Part]:
    """The same parts of the picture, those that overlap as one."""
    out = list[Part]()
    for part in parts:
        left, top, right, low = part
        while over := [p for p in out if p[0] < right and left < p[2] and p[1] < low and top < p[3]]:
            out = [p for p in out if p not in over]
            left, top = min(left, *(p[0] for p in over)), min(top, *(p[1] for p in over))
            right, low = max(right, *(p[2] for p in over)), max(low, *(p[3] for p in over))
        out.append((left, top, right, low))
    return out


def reached(
    picture: Pixels, body: ArmBody, camera: Camera, skin: Sequence[int], sleeve: Sequence[int]
) -> Pixels:
    """The picture with a hand and a sleeve over it, and the shade below them."""
    x, y = to_player(body.seat, body.x, body.y)

    def outline(points: Sequence[tuple[float, float]], z: float) -> NDArray[np.int32]:
        table = [(*to_table(body.seat, x + a, y + b), z) for a, b in points]
        return np.rint(camera.project(table)).astype(np.int32)

    out = -MAT_HALF - 200.0 - y
    arm = ((-48.0, -80.0), (-70.0, min(out, -120.0)), (70.0, min(out, -120.0)), (48.0, -80.0))
    fingers = [
        ((a - 8, -short), (a - 8, -short - FINGER), (a + 8, -short - FINGER), (a + 8, -short))
        for a, short in FINGERS
    ]
    palm = [(a, b - FINGER * 0.6) for a, b in PALM]
    shade = np.zeros(picture.shape[:2], np.uint8)
    for part in (arm, palm, *fingers):
        cv2.fillConvexPoly(shade, outline(part, 0.0), 90)
    left = 1.0 - cv2.GaussianBlur(shade, (0, 0), 9.0)[..., None] / 255.0
    made = np.asarray(picture * left, np.uint8)
    for part, colour, z in ((palm, skin, body.z), *((f, skin, body.z) for f in fingers), (arm, sleeve, 60.0)):
        cv2.fillConvexPoly(made, outline(part, z), tuple(colour), cv2.LINE_AA)
    return made
