"""The renderer: a scene of bodies becomes the picture that the camera would take.

A picture without arms is kept and only those rectangles are drawn again whose bodies changed;
arms, sensor noise and compression are added to a copy. The result is the same as drawing anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles.tile import Face
from vision.camera.frame import Pixels
from vision.faces.style import Style
from vision.scene.arm import arm
from vision.scene.bodies import Body, DrawnBody, draw
from vision.scene.empty_mat import MatLook, background
from vision.scene.lamp_light import Gain, Light
from vision.scene.lens import Lens, defocused, disc, flickered, ripple
from vision.scene.pinhole import Points, View
from vision.scene.scene import ArmBody, Rest, Scene
from vision.scene.sprites import Box, Sprite
from vision.scene.tiles import Studio, hull_mask, tile_top

__all__ = ["Lens", "Light", "MatLook", "Renderer", "Style", "Truth", "View"]

CACHE: Final = 700
"""Drawn bodies kept, about 25 kB each."""
NOISE_SIDE: Final = 768


class Truth(NamedTuple):
    """One tile as drawn. `tile` is None where a back or the end of a standing tile is up.

    `quad`: 4 x 2 pixels of the upper surface from the reader's top left clockwise.
    `visible`: share of that surface that nothing hides and that lies in the picture, 0..1.
    """

    tile: Face | None
    quad: Points
    visible: float


class Renderer:
    """Draws scenes seen from `view`. Equal arguments and times give equal pixels."""

    def __init__(
        self,
        view: View | None = None,
        style: Style | None = None,
        light: Light | None = None,
        seed: int = 0,
        mat: MatLook | None = None,
        lens: Lens | None = None,
        unit: float = 1.0,
        centre: float = 0.0,
    ) -> None:
        """`unit` are the millimetres of one in `view` and in scenes, as of `Surface.unit`; `centre` the side
        in mm of a unit that hides the middle of the mat."""
        self.view = view or View()
        self.lens = lens or Lens()
        self.light = light or Light()
        self.seed = seed
        self._studio = Studio(self.view, style or Style.default(), self.light, Gain(self.light, self.view))
        self._empty = background(self.view, mat or MatLook(), self._studio.gain, seed, unit, centre)
        self._entries: OrderedDict[Body, DrawnBody] = OrderedDict()
        self._arms: dict[ArmBody, tuple[Sprite, ...]] = {}
        self._placed: dict[Body, DrawnBody] = {}
        self._order: list[DrawnBody] = []
        self._noise, self._pedestal = _noise_pool(self.light.noise, seed)
        self._whole: Box = (0, 0, self.view.width, self.view.height)
        self._shown = np.empty_like(self._empty)
        self._finish(self._whole)

    def render(self, scene: Scene, t: float) -> Pixels:
        """The picture at `t` seconds, height x width x 3 BGR; the array is the caller's.

        Nothing moves while this picture is taken; `exposed` looks at the movement, too.
        """
        return self._sensed(self._drawn(scene), t)

    def exposed(self, source: Callable[[float], Scene], t: float) -> Pixels:
        """The picture whose exposure has its middle at `t`: what moves meanwhile is smeared."""
        scenes = [source(moment) for moment in self.lens.moments(t)]
        if all(scene == scenes[0] for scene in scenes[1:]):
            return self.render(scenes[0], t)
        total = np.zeros((self.view.height, self.view.width, 3), np.float32)
        for scene in scenes:
            cv2.accumulate(self._drawn(scene), total)
        return self._sensed(np.asarray(cv2.convertScaleAbs(total, alpha=1 / len(scenes)), np.uint8), t)

    def _drawn(self, scene: Scene) -> Pixels:
        self._update(scene)
        out = self._shown.copy()
        for reach in scene.arms:
            for sprite in self._arm(reach):
                sprite.lay(out, self._whole)
        return out

    def _sensed(self, out: Pixels, t: float) -> Pixels:
        """What the sensor makes of it: the lamp's ripple, noise, compression."""
        if self.light.flicker:
            out = flickered(out, ripple(self.light, self.lens, t, self.view.height))
        if self.light.noise:
            self._add_noise(out, t)
        if self.light.jpeg is not None:
            _, packed = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, self.light.jpeg])
            out = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        return out

    def truth(self, scene: Scene) -> list[Truth]:
        """What was drawn, in the order of `scene.tiles`: for training and tests alone."""
        part = 0.5
        h, w = int(self.view.height * part), int(self.view.width * part)
        owner = np.zeros((h, w), np.int32)
        numbered = sorted(
            enumerate(scene.tiles, 1), key=lambda pair: (self._entry(pair[1]).order, pair[1].id)
        )
        for number, body in numbered:
            hull_mask(body, self.view, owner, number, part)
        for reach in scene.arms:
            _arm_mask(self._arm(reach), owner, part)
        out = []
        for number, body in enumerate(scene.tiles, 1):
            quad = tile_top(body, self.view)
            face = body.face if body.rest is Rest.FACE_UP else None
            out.append(Truth(face, quad, _share(owner, number, quad * part)))
        return out

    def _entry(self, body: Body) -> DrawnBody:
        key = replace(body, id=0)
        found = self._entries.get(key)
        if found is None:
            found = self._entries[key] = draw(body, self._studio)
            if len(self._entries) > CACHE:
                self._entries.popitem(last=False)
        else:
            self._entries.move_to_end(key)
        return found

    def _arm(self, body: ArmBody) -> tuple[Sprite, ...]:
        if body not in self._arms:
            if len(self._arms) >= 8:
                self._arms.clear()
            drawn = arm(body, self.view, self.light, self._studio.gain, self.seed)
            if self.lens.defocus:
                drawn = tuple(sprite.softened(disc(self.lens.defocus)) for sprite in drawn)
            self._arms[body] = drawn
        return self._arms[body]

    def _update(self, scene: Scene) -> None:
        bodies: frozenset[Body] = frozenset((*scene.tiles, *scene.sticks, *scene.dice))
        if bodies == self._placed.keys():
            return
        placed = {body: self._placed.get(body) or self._entry(body) for body in bodies}
        gone = [entry.box for body, entry in self._placed.items() if body not in bodies]
        dirty = gone + [entry.box for body, entry in placed.items() if body not in self._placed]
        ordered = sorted(placed.items(), key=lambda pair: (pair[1].order, pair[0].id))
        self._order = [entry for _, entry in ordered]
        self._placed = placed
        for box in _merged(dirty, self._whole):
            self._finish(box)

    def _sharp(self, box: Box) -> Pixels:
        """What lies in the box, before the lens."""
        x0, y0, x1, y1 = box
        cut = self._empty[y0:y1, x0:x1].copy()
        near = [e for e in self._order if _meet(e.box, box)]
        low = [e for e in near if not e.order[0]]
        high = [e for e in near if e.order[0]]
        for entry in near:
            entry.ground.lay(cut, box)
        for entry in low:
            entry.sprite.lay(cut, box)
        for entry in high:
            if entry.layer is not None:
                entry.layer.lay(cut, box)
        for entry in high:
            entry.sprite.lay(cut, box)
        return cut

    def _finish(self, box: Box) -> None:
        """Draws the box and what the blur of it reaches, with lens blur and the sensor's black level."""
        sigma, radius = self.light.blur, self.lens.defocus
        soft = max(1, int(np.ceil(3 * sigma))) if sigma else 0
        reach = soft + (int(np.ceil(radius + 0.5)) if radius else 0)
        x0, y0, x1, y1 = _grown(box, reach, self._whole)
        a0, b0, a1, b1 = _grown((x0, y0, x1, y1), reach, self._whole)
        source = self._sharp((a0, b0, a1, b1))
        if sigma:
            source = np.asarray(cv2.GaussianBlur(source, (2 * soft + 1, 2 * soft + 1), sigma), np.uint8)
        if radius:
            source = defocused(source, radius)
        kept = source[y0 - b0 : y1 - b0, x0 - a0 : x1 - a0]
        self._shown[y0:y1, x0:x1] = cv2.subtract(kept, np.full(4, self._pedestal, np.float64))

    def _add_noise(self, out: Pixels, t: float) -> None:
        rng = np.random.default_rng((self.seed, int(abs(t) * 1000)))
        h, w = out.shape[:2]
        dy, dx = (int(v) for v in rng.integers(0, NOISE_SIDE, 2))
        for y in range(-dy, h, NOISE_SIDE):
            for x in range(-dx, w, NOISE_SIDE):
                spot = out[max(y, 0) : y + NOISE_SIDE, max(x, 0) : x + NOISE_SIDE]
                sh, sw = spot.shape[:2]
                cv2.add(spot, self._noise[max(-y, 0) :, max(-x, 0) :][:sh, :sw], dst=spot)


@lru_cache(maxsize=4)
def _noise_pool(sigma: float, seed: int) -> tuple[Pixels, int]:
    """Noise around a pedestal, which repeats after `NOISE_SIDE` pixels, and which nobody writes into."""
    if not sigma:
        return np.zeros((1, 1, 3), np.uint8), 0
    rng = np.random.default_rng((seed, 7))
    raw = rng.standard_normal((NOISE_SIDE, NOISE_SIDE, 3), dtype=np.float32)
    soft = cv2.GaussianBlur(raw, (0, 0), 0.55)
    pedestal = int(np.ceil(3 * sigma))
    pool = np.clip(np.round(soft / soft.std() * sigma + pedestal), 0, 255).astype(np.uint8)
    pool.flags.writeable = False
    return pool, pedestal


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _grown(box: Box, by: int, whole: Box) -> Box:
    x0, y0, x1, y1 = box
    return max(x0 - by, whole[0]), max(y0 - by, whole[1]), min(x1 + by, whole[2]), min(y1 + by, whole[3])


def _merged(boxes: Iterable[Box], whole: Box) -> list[Box]:
    """Boxes within the picture, those that meet joined, so that none is drawn twice."""
    out: list[Box] = []
    for raw in boxes:
        box = _grown(raw, 0, whole)
        if box[0] >= box[2] or box[1] >= box[3]:
            continue
        while True:
            hit = next((o for o in out if _meet(o, box)), None)
            if hit is None:
                break
            out.remove(hit)
            box = (min(hit[0], box[0]), min(hit[1], box[1]), max(hit[2], box[2]), max(hit[3], box[3]))
        out.append(box)
    return out


def _arm_mask(sprites: tuple[Sprite, ...], owner: NDArray[np.int32], part: float) -> None:
    for sprite in sprites:
        if sprite.add is None:
            continue
        h, w = sprite.keep.shape[:2]
        size = (max(1, int(w * part)), max(1, int(h * part)))
        solid = cv2.resize(sprite.keep, size) < 128
        x, y = int(sprite.x * part), int(sprite.y * part)
        x0, y0 = max(x, 0), max(y, 0)
        x1, y1 = min(x + size[0], owner.shape[1]), min(y + size[1], owner.shape[0])
        if x0 < x1 and y0 < y1:
            owner[y0:y1, x0:x1][solid[y0 - y : y1 - y, x0 - x : x1 - x]] = -1


def _share(owner: NDArray[np.int32], number: int, quad: Points) -> float:
    low = np.floor(quad.min(axis=0)).astype(int)
    size = np.ceil(quad.max(axis=0)).astype(int) + 1 - low
    mask = np.zeros((int(size[1]), int(size[0])), np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad - low).astype(np.int32), 1)
    x0, y0 = max(int(low[0]), 0), max(int(low[1]), 0)
    x1, y1 = min(int(low[0] + size[0]), owner.shape[1]), min(int(low[1] + size[1]), owner.shape[0])
    if x0 >= x1 or y0 >= y1:
        return 0.0
    inside = mask[y0 - low[1] : y1 - low[1], x0 - low[0] : x1 - low[0]] > 0
    mine = (owner[y0:y1, x0:x1] == number) & inside
    return float(mine.sum() / max(1, int(mask.sum())))
