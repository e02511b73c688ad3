"""A table that shows scenes to the eyes, read by the networks or by one who knows the truth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from engine.tiles.tile import ALL, Tile
from vision.calibration.mat import (
    HAND_LEFT,
    HAND_Y,
    POND_LEFT,
    POND_ROW_Y,
    TILE_D,
    TILE_W,
    Rect,
    to_table,
    turn,
)
from vision.calibration.surface import Surface
from vision.camera.frame import Frame, Pixels
from vision.eyes.eyes import Eyes
from vision.eyes.observation import Observation, Sight, SightChanged
from vision.eyes.reading import Reader
from vision.nets.detection import Detection
from vision.scene.render import Renderer, View
from vision.scene.scene import ArmBody, Rest, Scene, TileBody

FPS = 12.0
Change = Callable[[Pixels], Pixels]


class Teller:
    """Stands in for the networks: tells the truth about a scene with a chosen sureness.

    `lost` are tiles that are not found; `dark` those which the picture does not show: black ones on black
    cloth.
    """

    def __init__(self, view: View) -> None:
        self.view, self.scene, self.calls = view, Scene(), 0
        self.sure: Callable[[int], float] = lambda _: 0.999
        self.blind: Callable[[int], bool] = lambda _: False
        self.lost: Callable[[TileBody], bool] = lambda _: False
        self.dark: tuple[TileBody, ...] = ()

    def detect(
        self, pixels: Pixels, surface: Surface, region: Rect | None = None, stacks: Sequence[Rect] = ()
    ) -> list[Detection]:
        del pixels, stacks
        self.calls += 1
        out: list[Detection] = []
        if self.blind(self.calls):
            return out
        for body in (*self.scene.tiles, *self.dark):
            if body.rest is Rest.STANDING or self._covered(body):
                continue
            if any(np.hypot(arm.x - body.x, arm.y - body.y) < 60 for arm in self.scene.arms):
                continue
            if (region is None or region.holds(body.x, body.y)) and not self.lost(body):
                out.append(self._detection(body, surface))
        return out

    def _covered(self, body: TileBody) -> bool:
        return any(
            other.z > body.z and np.hypot(other.x - body.x, other.y - body.y) < TILE_W / 2
            for other in self.scene.tiles
        )

    def _detection(self, body: TileBody, surface: Surface) -> Detection:
        top = body.z + TILE_D
        face = body.face if body.rest is Rest.FACE_UP and isinstance(body.face, Tile) else None
        p = self.sure(self.calls)
        corners = [(body.x + dx, body.y + dy, top) for dx, dy in ((-9, 9), (9, 9), (9, -9), (-9, -9))]
        a, b, c, d = ((float(x), float(y)) for x, y in surface.image_points(corners))
        odds: tuple[tuple[Tile | None, float], ...] = ((face, p), (ALL[33 if face != ALL[33] else 0], 1 - p))
        return Detection(odds, body.x, body.y, body.angle, (a, b, c, d), 0.97, top)


class Table:
    """Shows scenes to the eyes at FPS and keeps what they tell; without a `reader` the truth is read."""

    def __init__(self, renderer: Renderer, surface: Surface, reader: Reader | None = None) -> None:
        self.renderer, self.t = renderer, 0.0
        self.teller = Teller(renderer.view)
        self.eyes = Eyes(reader or self.teller, surface)
        self.given: list[Observation | SightChanged] = []

    def show(self, scenes: Iterable[Scene], change: Change = lambda pixels: pixels) -> list[Observation]:
        """What was observed while the scenes were shown."""
        before = len(self.given)
        for scene in scenes:
            self.teller.scene = scene
            self.given += self.eyes.feed(Frame("t", self.t, change(self.renderer.render(scene, self.t))))
            self.t += 1 / FPS
        return [x for x in self.given[before:] if isinstance(x, Observation)]

    @property
    def sights(self) -> list[Sight]:
        return [x.sight for x in self.given if isinstance(x, SightChanged)]


def tile(
    number: int,
    face: Tile,
    seat: int,
    x: float,
    y: float,
    angle: float = 0.0,
    rest: Rest = Rest.FACE_UP,
    z: float = 0,
) -> TileBody:
    at_x, at_y = to_table(seat, x, y)
    return TileBody(number, face, at_x, at_y, turn(seat, angle), rest, z)


HANDS = tuple(
    tile(100 * seat + i, ALL[i], seat, HAND_LEFT + 26 * (i + 0.5), HAND_Y, rest=Rest.STANDING)
    for seat in range(4)
    for i in range(13)
)


def discard(number: int, face: Tile, seat: int, place: int, angle: float = 0.0) -> TileBody:
    return tile(number, face, seat, POND_LEFT + 13 + 26 * place, POND_ROW_Y[0], angle)


def laying(before: tuple[TileBody, ...], new: TileBody, seat: int, x: float, y: float) -> list[Scene]:
    """An arm of `seat` brings `new`, lets go of it and leaves."""
    steps = [-375 + (y + 375) * f for f in (0.3, 0.8, 1.0, 1.0, 0.6, 0.2)]
    out = []
    for i, at in enumerate(steps):
        arm_x, arm_y = to_table(seat, x, at - 10)
        carried = new if i >= 3 else replace(new, x=arm_x, y=arm_y, z=50.0)
        out.append(Scene((*before, carried), arms=(ArmBody(seat, arm_x, arm_y),)))
    return out


def faces(observation: Observation) -> str:
    return " ".join(f"{'X' if t.tile is None else t.tile}{'~' * t.sideways}" for t in observation.tiles)
