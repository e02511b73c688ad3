"""How each kind of body of a scene is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.scene.looks import OWED, WHITE, DieLook, Ink, die_look, sides_of, stick_look
from vision.scene.scene import DieBody, StickBody, TileBody
from vision.scene.sprites import (
    Box,
    Canvas,
    Frame3,
    Side,
    Sprite,
    faces_camera,
    prism,
    shade_of,
    shadow,
    sides,
    thrown,
)
from vision.scene.tiles import Studio, draw_tile, tile_frame

Body = TileBody | StickBody | DieBody
STICK_D: Final = 4.0
LEANING: Final = 10.0
"""Bodies from this height on, and tiles that lean on others, are drawn after those on the cloth."""


@dataclass(frozen=True, slots=True, eq=False)
class DrawnBody:
    """A drawn body: sprite, shadows on the cloth and on the layer below, and its place in the order."""

    sprite: Sprite
    ground: Sprite
    layer: Sprite | None
    order: tuple[float, float]
    box: Box


def draw(body: Body, studio: Studio) -> DrawnBody:
    match body:
        case TileBody():
            outline, height, sprite = draw_tile(body, studio)
        case StickBody():
            outline, height, sprite = _stick(body, studio)
        case DieBody():
            outline, height, sprite = _die(body, studio)
    z = getattr(body, "z", 0.0)
    base = outline[: len(outline) // 2]
    tipped = isinstance(body, TileBody) and tile_frame(body).tipped
    ground = (
        thrown(outline, studio.light, studio.view)
        if tipped
        else shadow(base, z, height, studio.light, studio.view)
    )
    layer = shadow(base, 0.0, height, studio.light, studio.view) if 10 <= z <= 21 else None
    away = float(np.hypot(body.x - studio.view.x, body.y - studio.view.y))
    boxes = [s.box for s in (sprite, ground, layer) if s is not None]
    box = (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )
    above = max(z, LEANING) if tipped else z
    return DrawnBody(sprite, ground, layer, (0.0 if above < LEANING else above, -away), box)


def _box_sprite(
    frame: Frame3, size: tuple[float, float, float], corner: float, studio: Studio, colour: Ink = WHITE
) -> tuple[NDArray[np.float64], Canvas]:
    width, depth, height = size
    outline = prism(frame, width, depth, height, corner)
    spots = studio.view.project(outline)
    canvas = Canvas.around(spots, (int(0.64 * colour[0]), int(0.64 * colour[1]), int(0.65 * colour[2])))
    for side in sides(-width / 2, width / 2, -depth / 2, depth / 2, 0, height):
        if faces_camera(side, frame, studio.view):
            b, g, r = (c * shade_of(side, frame, studio.light) for c in colour)
            canvas.polygon(studio.view.project(frame.out(side.corners)), (b, g, r))
    canvas.hull(spots)
    return outline, canvas


def _stick(body: StickBody, studio: Studio) -> tuple[NDArray[np.float64], float, Sprite]:
    frame = Frame3(body.x, body.y, body.z, body.angle)
    coloured, look = studio.style.coloured_sticks, stick_look(studio.style.sticks)
    colour = look.colours[max(0, body.value)] if coloured or not body.value else look.body
    if body.value < 0:
        colour = OWED
    outline, canvas = _box_sprite(frame, (look.length, look.width, STICK_D), 1.4, studio, colour)
    for x, y, radius, bgr in look.dots.get(abs(body.value), ()):
        ink = WHITE if body.value < 0 or (coloured and body.value > 100) else bgr
        canvas.polygon(studio.view.project(frame.out(_spot(x, y, radius, STICK_D))), ink)
    return outline, STICK_D, canvas.done(studio.gain)


def _spot(x: float, y: float, radius: float, z: float) -> NDArray[np.float64]:
    a = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    return np.column_stack([x + radius * np.cos(a), y + radius * np.sin(a), np.full(16, z)])


PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def _die(body: DieBody, studio: Studio) -> tuple[NDArray[np.float64], float, Sprite]:
    frame = Frame3(body.x, body.y, 0.0, body.angle)
    look, size = die_look(studio.style.die), body.size
    outline, canvas = _box_sprite(frame, (size, size, size), look.corner * size, studio, look.body)
    half = size / 2
    around = sides(-half, half, -half, half, 0, size)
    for side, value in zip(around, (*sides_of(body.value), body.value), strict=True):
        if faces_camera(side, frame, studio.view):
            _pips(canvas, side, value, look, shade_of(side, frame, studio.light), frame, studio)
    return outline, size, canvas.done(studio.gain)


def _pips(
    canvas: Canvas, side: Side, value: int, look: DieLook, shade: float, frame: Frame3, studio: Studio
) -> None:
    a, b, _, d = np.asarray(side.corners)
    along, across, middle = (b - a), (d - a), (b + d) / 2
    ink = look.one_ink if value == 1 else look.four_ink if value == 4 else look.pips
    turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)[:, None]
    ring = (look.one if value == 1 else look.pip) * (np.cos(turns) * along + np.sin(turns) * across)
    blue, green, red = (c * shade for c in ink)
    for u, v in PIPS[value]:
        spot = middle + look.pitch * (u * along + v * across)
        canvas.polygon(studio.view.project(frame.out(spot + ring)), (blue, green, red))
