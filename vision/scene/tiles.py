"""How a tile is drawn: its layers, its printed face, the lamp that it mirrors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.mat import TILE_D, TILE_H, TILE_W
from vision.faces.shapes import Rgb
from vision.faces.style import Style
from vision.faces.textures import texture
from vision.scene.lamp_light import Gain, Light
from vision.scene.pinhole import Points, View
from vision.scene.scene import Rest, TileBody
from vision.scene.sprites import Canvas, Frame3, Side, Sprite, faces_camera, prism, shade_of, sides

BACK_D: Final = 7.5
"""Thickness of the coloured back."""
CORNER: Final = 2.2
BELT_D: Final = 2.5
"""Of these the layer between back and front, where a set has one."""
FINE_TEXTURE: Final = 1.5
"""Pixels of a face's texture for each pixel of the picture: enough for the twice enlarged canvas."""


@dataclass(frozen=True, slots=True)
class Studio:
    """All that the look of a body depends on besides the body."""

    view: View
    style: Style
    light: Light
    gain: Gain


def tile_frame(body: TileBody) -> Frame3:
    frame = Frame3(body.x, body.y, body.z, body.angle, body.pitch, body.bank)
    if not frame.tipped:
        return frame
    w, d, _ = tile_size(body.rest)
    low = frame.out([(sx * w / 2, sy * d / 2, 0.0) for sx in (-1, 1) for sy in (-1, 1)])[:, 2].min()
    return replace(frame, z=2 * body.z - float(low))


def tile_size(rest: Rest) -> tuple[float, float, float]:
    """Width, depth and height of a tile as it rests."""
    match rest:
        case Rest.STANDING:
            return TILE_W, TILE_D, TILE_H
        case Rest.EDGE:
            return TILE_H, TILE_D, TILE_W
        case _:
            return TILE_W, TILE_H, TILE_D


def tile_top(body: TileBody, view: View) -> Points:
    """The corners of the tile's upper surface (4 x 2, pixels), from the reader's top left clockwise."""
    width, depth, height = tile_size(body.rest)
    top = sides(-width / 2, width / 2, -depth / 2, depth / 2, 0, height)[-1]
    return view.project(tile_frame(body).out(top.corners))


Extent = tuple[float, float, float, float, float, float]


def _layers(rest: Rest, style: Style) -> list[tuple[Rgb, Extent]]:
    """Colour and extent of the layers of a tile, in the order in which a tile that lies is drawn."""
    w, d, h = (v / 2 for v in tile_size(rest))
    depth = 2 * (d if rest in (Rest.STANDING, Rest.EDGE) else h)
    cuts = [0.0, depth - BACK_D, depth]
    inks = [style.paper, style.back]
    if style.belt is not None:
        cuts[2:2] = [depth - BACK_D + BELT_D]
        inks[1:1] = [style.belt]
    out: list[tuple[Rgb, Extent]] = []
    for ink, a, b in zip(inks, cuts, cuts[1:], strict=False):
        match rest:
            case Rest.FACE_UP:
                out.insert(0, (ink, (-w, w, -d, d, depth - b, depth - a)))
            case Rest.FACE_DOWN:
                out.append((ink, (-w, w, -d, d, a, b)))
            case _:
                out.append((ink, (-w, w, a - d, b - d, 0, 2 * h)))
    return out


def _bgr(rgb: tuple[int, int, int], shade: float) -> tuple[float, float, float]:
    r, g, b = (min(255.0, c * shade) for c in rgb)
    return b, g, r


def draw_tile(body: TileBody, studio: Studio) -> tuple[NDArray[np.float64], float, Sprite]:
    """The tile's outline (N x 3, table frame), its height (mm), and its picture."""
    view, style, light = studio.view, studio.style, studio.light
    frame = tile_frame(body)
    width, depth, height = tile_size(body.rest)
    outline = prism(frame, width, depth, height, CORNER)
    spots = view.project(outline)
    base = style.back if body.rest is Rest.FACE_DOWN else style.paper
    b, g, r = _bgr(base, 0.6)
    canvas = Canvas.around(spots, (int(b), int(g), int(r)))
    layers = _layers(body.rest, style)
    if not body.flat:
        layers.sort(key=lambda layer: -_reach(layer[1], frame, view))
    for colour, extent in layers:
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
    """The printed face, the light on the rounded edges, the mirrored lamp."""
    view, style = studio.view, studio.style
    width, depth, height = tile_size(body.rest)
    boxed = sides(-width / 2, width / 2, -depth / 2, depth / 2, 0, height)
    printed: Side | None = None if body.rest is Rest.FACE_DOWN else boxed[-1 if body.flat else 0]
    pixels = max(16, round(TILE_W * view.scale * FINE_TEXTURE))
    if printed is not None and faces_camera(printed, frame, view):
        face = texture(body.face, pixels, style)
        seen = np.ascontiguousarray(np.rot90(face)) if body.rest is Rest.EDGE else face
        shade = shade_of(printed, frame, studio.light)
        canvas.picture(seen, view.project(frame.out(printed.corners)), shade)
    elif body.rest is Rest.FACE_DOWN and style.pattern:
        canvas.picture(texture(None, pixels, style), view.project(frame.out(boxed[-1].corners)), 1.0)
    rim = style.back if body.rest is Rest.FACE_DOWN else style.paper
    if body.flat:
        flat = ring_at(frame, width - 0.7, depth - 0.7, height)
        canvas.line(view.project(flat), _bgr(rim, 0.86), 1)
    if studio.light.glare:
        _mirror(canvas, boxed[-1], frame, studio)


def _mirror(canvas: Canvas, top: Side, frame: Frame3, studio: Studio) -> None:
    """The lamp in the polish of the upper surface."""
    view = studio.view
    corners = frame.out(top.corners)
    u, v = (a[:, :, None] for a in np.meshgrid(np.linspace(0, 1, 6), np.linspace(0, 1, 8)))
    spots = corners[0] + u * (corners[1] - corners[0]) + v * (corners[3] - corners[0])
    normal = np.asarray(top.normal) @ frame.turn
    gleam = studio.light.mirrored(spots.reshape(-1, 3), normal, view).reshape(8, 6)
    if gleam.max() > 0.01:
        canvas.shine(gleam, view.project(corners))


def ring_at(frame: Frame3, width: float, depth: float, height: float) -> NDArray[np.float64]:
    """The points (N x 3) of the upper rim of a tile's body."""
    return prism(frame, width, depth, height, CORNER)[16:]


def hull_mask(body: TileBody, view: View, mask: NDArray[np.int32], value: int, part: float) -> None:
    """Fills the body's outline in `mask`, whose pixels are `part` of the picture's, with `value`."""
    width, depth, height = tile_size(body.rest)
    spots = view.project(prism(tile_frame(body), width, depth, height, CORNER)) * part
    ring = cv2.convexHull(spots.astype(np.float32)).reshape(-1, 2)
    cv2.fillConvexPoly(mask, np.round(ring).astype(np.int32), value)
