"""How each kind of body of a scene is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import texture
from vision.faces_style import Style
from vision.mat import STICK_L, STICK_W, TILE_D, TILE_H, TILE_W
from vision.render_light import Gain, Light
from vision.render_sprites import (
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
)
from vision.render_view import Points, View
from vision.scene import DieBody, Rest, StickBody, TileBody

Body = TileBody | StickBody | DieBody
BACK_D: Final = 7.5
"""Thickness of the coloured back."""
CORNER: Final = 2.2
STICK_D: Final = 4.0
DIE: Final = 12.0
WHITE: Final = (236, 240, 242)


@dataclass(frozen=True, slots=True)
class Studio:
    """All that the look of a body depends on besides the body."""

    view: View
    style: Style
    light: Light
    gain: Gain


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
            outline, height, sprite = _tile(body, studio)
        case StickBody():
            outline, height, sprite = _stick(body, studio)
        case DieBody():
            outline, height, sprite = _die(body, studio)
    z = getattr(body, "z", 0.0)
    base = outline[: len(outline) // 2]
    ground = shadow(base, z, height, studio.light, studio.view)
    layer = shadow(base, 0.0, height, studio.light, studio.view) if 10 <= z <= 21 else None
    away = float(np.hypot(body.x - studio.view.x, body.y - studio.view.y))
    boxes = [s.box for s in (sprite, ground, layer) if s is not None]
    box = (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )
    return Entry(sprite, ground, layer, (0.0 if z < 10 else z, -away), box)


def tile_frame(body: TileBody) -> Frame3:
    return Frame3(body.x, body.y, body.z, body.angle)


def tile_size(rest: Rest) -> tuple[float, float, float]:
    """Width, depth and height of a tile as it rests."""
    return (TILE_W, TILE_D, TILE_H) if rest is Rest.STANDING else (TILE_W, TILE_H, TILE_D)


def tile_top(body: TileBody, view: View) -> Points:
    """The tile's upper surface in pixels, from the reader's top left clockwise."""
    width, depth, height = tile_size(body.rest)
    top = sides(-width / 2, width / 2, -depth / 2, depth / 2, 0, height)[-1]
    return view.project(tile_frame(body).out(top.corners))


def _blocks(rest: Rest) -> tuple[tuple[bool, tuple[float, float, float, float, float, float]], ...]:
    """Whether of the back's colour, and the extent of the two layers of a tile."""
    w, d, h = (v / 2 for v in tile_size(rest))
    match rest:
        case Rest.FACE_UP:
            return (True, (-w, w, -d, d, 0, BACK_D)), (False, (-w, w, -d, d, BACK_D, 2 * h))
        case Rest.FACE_DOWN:
            return (False, (-w, w, -d, d, 0, 2 * h - BACK_D)), (True, (-w, w, -d, d, 2 * h - BACK_D, 2 * h))
        case Rest.STANDING:
            return (False, (-w, w, -d, d - BACK_D, 0, 2 * h)), (True, (-w, w, d - BACK_D, d, 0, 2 * h))


def _bgr(rgb: tuple[int, int, int], shade: float) -> tuple[float, float, float]:
    r, g, b = (min(255.0, c * shade) for c in rgb)
    return b, g, r


def _tile(body: TileBody, studio: Studio) -> tuple[NDArray[np.float64], float, Sprite]:
    view, style, light = studio.view, studio.style, studio.light
    frame = tile_frame(body)
    width, depth, height = tile_size(body.rest)
    outline = prism(frame, width, depth, height, CORNER)
    spots = view.project(outline)
    base = style.back if body.rest is Rest.FACE_DOWN else style.paper
    b, g, r = _bgr(base, 0.6)
    canvas = Canvas.around(spots, (int(b), int(g), int(r)))
    blocks = sorted(_blocks(body.rest), key=lambda block: -_reach(block[1], frame, view))
    for back, extent in blocks if body.rest is Rest.STANDING else _blocks(body.rest):
        colour = style.back if back else style.paper
        for side in sides(*extent):
            if faces_camera(side, frame, view):
                tone = _bgr(colour, shade_of(side, frame, light))
                canvas.polygon(view.project(frame.out(side.corners)), tone)
    _dress(canvas, body, frame, studio)
    canvas.hull(spots)
    return outline, height, canvas.done(studio.gain)


def _reach(extent: tuple[float, ...], frame: Frame3, view: View) -> float:
    x0, x1, y0, y1 = extent[:4]
    (spot,) = frame.out([((x0 + x1) / 2, (y0 + y1) / 2, 0.0)])
    return float(np.hypot(spot[0] - view.x, spot[1] - view.y))


def _dress(canvas: Canvas, body: TileBody, frame: Frame3, studio: Studio) -> None:
    """The printed face and the light on the rounded edges."""
    view, style = studio.view, studio.style
    width, depth, height = tile_size(body.rest)
    boxed = sides(-width / 2, width / 2, -depth / 2, depth / 2, 0, height)
    printed: Side | None = {Rest.FACE_UP: boxed[-1], Rest.STANDING: boxed[0]}.get(body.rest)
    pixels = max(16, round(TILE_W * view.scale * FINE_TEXTURE))
    if printed is not None and faces_camera(printed, frame, view):
        shade = shade_of(printed, frame, studio.light)
        canvas.picture(texture(body.face, pixels, style), view.project(frame.out(printed.corners)), shade)
    elif body.rest is Rest.FACE_DOWN and style.pattern:
        canvas.picture(texture(None, pixels, style), view.project(frame.out(boxed[-1].corners)), 1.0)
    rim = style.back if body.rest is Rest.FACE_DOWN else style.paper
    flat = ring_at(frame, width - 0.7, depth - 0.7, height)
    if body.rest is not Rest.STANDING:
        canvas.line(view.project(flat), _bgr(rim, 0.86), 1)


def ring_at(frame: Frame3, width: float, depth: float, height: float) -> NDArray[np.float64]:
    return prism(frame, width, depth, height, CORNER)[16:]


FINE_TEXTURE: Final = 1.5
"""Pixels of a face's texture for each pixel of the picture: enough for the twice enlarged canvas."""


def _box_sprite(
    frame: Frame3, size: tuple[float, float, float], corner: float, studio: Studio
) -> tuple[NDArray[np.float64], Canvas]:
    width, depth, height = size
    outline = prism(frame, width, depth, height, corner)
    spots = studio.view.project(outline)
    canvas = Canvas.around(spots, (150, 154, 158))
    for side in sides(-width / 2, width / 2, -depth / 2, depth / 2, 0, height):
        if faces_camera(side, frame, studio.view):
            b, g, r = (c * shade_of(side, frame, studio.light) for c in WHITE)
            canvas.polygon(studio.view.project(frame.out(side.corners)), (b, g, r))
    canvas.hull(spots)
    return outline, canvas


STICK_DOTS: Final[dict[int, tuple[tuple[float, float, float, tuple[int, int, int]], ...]]] = {
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


def _stick(body: StickBody, studio: Studio) -> tuple[NDArray[np.float64], float, Sprite]:
    frame = Frame3(body.x, body.y, body.z, body.angle)
    outline, canvas = _box_sprite(frame, (STICK_L, STICK_W, STICK_D), 1.4, studio)
    for x, y, radius, bgr in STICK_DOTS.get(body.value, ()):
        canvas.polygon(studio.view.project(frame.out(_spot(x, y, radius, STICK_D))), bgr)
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
    outline, canvas = _box_sprite(frame, (DIE, DIE, DIE), 2.0, studio)
    radius, bgr = (2.4, (30, 24, 190)) if body.value == 1 else (1.25, (40, 34, 30))
    for px, py in PIPS[body.value]:
        canvas.polygon(studio.view.project(frame.out(_spot(3.1 * px, 3.1 * py, radius, DIE))), bgr)
    return outline, DIE, canvas.done(studio.gain)


def hull_mask(body: TileBody, view: View, mask: NDArray[np.int32], value: int, part: float) -> None:
    """Fills the body's outline in `mask`, whose pixels are `part` of the picture's, with `value`."""
    width, depth, height = tile_size(body.rest)
    spots = view.project(prism(tile_frame(body), width, depth, height, CORNER)) * part
    ring = cv2.convexHull(spots.astype(np.float32)).reshape(-1, 2)
    cv2.fillConvexPoly(mask, np.round(ring).astype(np.int32), value)
