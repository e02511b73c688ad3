"""How each kind of body of a scene is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.mat import STICK_L, STICK_W
from vision.render_sprites import (
    Box,
    Canvas,
    Frame3,
    Sprite,
    faces_camera,
    prism,
    shade_of,
    shadow,
    sides,
    thrown,
)
from vision.render_tiles import Studio, draw_tile, tile_frame
from vision.scene import DieBody, StickBody, TileBody

Body = TileBody | StickBody | DieBody
STICK_D: Final = 4.0
DIE: Final = 12.0
LEANING: Final = 10.0
"""Bodies from this height on, and tiles that lean on others, are drawn after those on the cloth."""
Ink = tuple[int, int, int]
"""BGR."""
WHITE: Final = (236, 240, 242)


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A drawn body: sprite, shadows on the cloth and on the layer below, and its place in the order."""

    sprite: Sprite
    ground: Sprite
    layer: Sprite | None
    order: tuple[float, float]
    box: Box


def draw(body: Body, studio: Studio) -> Entry:
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
    return Entry(sprite, ground, layer, (0.0 if above < LEANING else above, -away), box)


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


STICK_DOTS: Final[dict[int, tuple[tuple[float, float, float, Ink], ...]]] = {
    1000: ((0, 0, 2.3, (30, 24, 190)),),
    5000: tuple((x, 0, 1.7 if x else 2.1, (30, 24, 190)) for x in (-9.0, -4.5, 0.0, 4.5, 9.0)),
    10000: tuple(
        (x, y, 1.1, (30, 24, 190) if (i + j) % 2 else (120, 70, 20))
        for i, x in enumerate((-8.0, -4.0, 0.0, 4.0, 8.0))
        for j, y in enumerate((-1.5, 1.5))
    ),
    100: tuple((x, y, 0.9, (40, 34, 30)) for x in (-4.5, -1.5, 1.5, 4.5) for y in (-1.5, 1.5)),
    500: tuple((x, 0, 1.2, (40, 120, 30)) for x in (-6.0, -3.0, 0.0, 3.0, 6.0)),
}
"""Dots of a stick by its value: place along and across in mm, radius, BGR."""


STICK_COLOURS: Final[dict[int, Ink]] = {
    100: (214, 224, 222),
    500: (110, 170, 90),
    1000: (176, 120, 60),
    5000: (70, 190, 232),
    10000: (62, 52, 196),
}
"""Bodies of the sticks of sets that tell values by colour."""
OWED: Final = (40, 38, 36)
"""Body of a negative stick."""


def _stick(body: StickBody, studio: Studio) -> tuple[NDArray[np.float64], float, Sprite]:
    frame = Frame3(body.x, body.y, body.z, body.angle)
    coloured = studio.style.coloured_sticks
    colour = OWED if body.value < 0 else STICK_COLOURS.get(body.value, WHITE) if coloured else WHITE
    outline, canvas = _box_sprite(frame, (STICK_L, STICK_W, STICK_D), 1.4, studio, colour)
    for x, y, radius, bgr in STICK_DOTS.get(abs(body.value), ()):
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


DICE: Final[tuple[tuple[Ink, Ink, Ink], ...]] = (
    (WHITE, (40, 34, 30), (30, 24, 190)),
    ((214, 232, 238), (40, 34, 30), (40, 34, 30)),
    ((40, 38, 36), WHITE, WHITE),
    ((48, 36, 186), WHITE, WHITE),
    ((96, 130, 40), WHITE, WHITE),
)
"""Colours of a die by design: body, pips, and the pip of the one; the last three are western dice."""


def _die(body: DieBody, studio: Studio) -> tuple[NDArray[np.float64], float, Sprite]:
    frame = Frame3(body.x, body.y, 0.0, body.angle)
    colour, pips, one = DICE[studio.style.die]
    outline, canvas = _box_sprite(frame, (DIE, DIE, DIE), 2.0, studio, colour)
    eastern = studio.style.die < 2
    radius, bgr = (2.4 if eastern else 1.6, one) if body.value == 1 else (1.25, pips)
    for px, py in PIPS[body.value]:
        canvas.polygon(studio.view.project(frame.out(_spot(3.1 * px, 3.1 * py, radius, DIE))), bgr)
    return outline, DIE, canvas.done(studio.gain)
