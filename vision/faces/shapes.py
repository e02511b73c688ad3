"""A small vector language for tile faces: discs, rings, polygons and brush strokes.

Coordinates are mm on the face, x to the right and y down from its top left corner. One program
of shapes gives both the raster texture and the SVG, so the two cannot disagree.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.mat import TILE_H, TILE_W
from vision.camera.frame import Pixels

Rgb = tuple[int, int, int]
Point = tuple[float, float]
SHIFT: Final = 6
"""Fractional bits of OpenCV's drawing coordinates."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled ellipse turned by `angle` degrees clockwise."""

    x: float
    y: float
    rx: float
    ry: float
    ink: str
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle line of `width` whose middle has the radius `r`."""

    x: float
    y: float
    r: float
    width: float
    ink: str


@dataclass(frozen=True, slots=True)
class Poly:
    """A filled simple polygon; `corner` rounds its corners by that radius."""

    points: tuple[Point, ...]
    ink: str
    corner: float = 0.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """A brush stroke along `points`, each (x, y, width), round at both ends."""

    points: tuple[tuple[float, float, float], ...]
    ink: str


Shape = Disc | Ring | Poly | Stroke
Program = tuple[Shape, ...]


def inked(shapes: Iterable[Shape], inks: Mapping[str, str]) -> Program:
    """The shapes with some inks changed for others."""
    return tuple(replace(s, ink=inks.get(s.ink, s.ink)) for s in shapes) if inks else tuple(shapes)


def flipped(shapes: Iterable[Shape]) -> Program:
    """The shapes as a mirror shows them."""
    return tuple(_moved(s, -1, 1) for s in shapes)


def upside_down(shapes: Iterable[Shape]) -> Program:
    """The shapes turned by half a circle around the middle of the face."""
    return tuple(_moved(s, -1, -1) for s in shapes)


def _moved(shape: Shape, sx: int, sy: int) -> Shape:
    """Mirrored at the middle in x where `sx` is -1, in y where `sy` is."""
    ox, oy = (TILE_W if sx < 0 else 0.0), (TILE_H if sy < 0 else 0.0)
    match shape:
        case Disc():
            return replace(shape, x=ox + sx * shape.x, y=oy + sy * shape.y, angle=sx * sy * shape.angle)
        case Ring():
            return replace(shape, x=ox + sx * shape.x, y=oy + sy * shape.y)
        case Poly():
            return replace(shape, points=tuple((ox + sx * x, oy + sy * y) for x, y in shape.points))
        case Stroke():
            return replace(shape, points=tuple((ox + sx * x, oy + sy * y, w) for x, y, w in shape.points))


def smooth(points: Sequence[tuple[float, float, float]], pieces: int = 6) -> NDArray[np.float64]:
    """A Catmull-Rom curve through the points, `pieces` steps between two of them; N x 3."""
    p = np.asarray((points[0], *points, points[-1]), dtype=np.float64)
    if len(points) < 3:
        return p[1:-1]
    t = (np.arange(pieces) / pieces)[None, :, None]
    a, b, c, d = (p[i : len(p) - 3 + i, None, :] for i in range(4))
    curve = 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
    return np.vstack([curve.reshape(-1, 3), p[-1:]])


def outline(stroke: Stroke, pieces: int = 6) -> tuple[list[Point], list[Point]]:
    """Left and right edge of a stroke, in the order of its points."""
    spine = smooth(stroke.points, pieces)
    along = np.gradient(spine[:, :2], axis=0)
    along /= np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)[:, None]
    side = np.column_stack([along[:, 1], -along[:, 0]]) * (spine[:, 2:] / 2)
    left, right = spine[:, :2] + side, spine[:, :2] - side
    return [(x, y) for x, y in left.tolist()], [(x, y) for x, y in right.tolist()]


def rounded(poly: Poly) -> list[Point]:
    """The points of a polygon with its corners rounded."""
    if not poly.corner:
        return list(poly.points)
    out: list[Point] = []
    n = len(poly.points)
    for i, (x, y) in enumerate(poly.points):
        ends = []
        for qx, qy in (poly.points[i - 1], poly.points[(i + 1) % n]):
            reach = poly.corner / max(math.hypot(qx - x, qy - y), 1e-9)
            ends.append((x + (qx - x) * reach, y + (qy - y) * reach))
        (ax, ay), (bx, by) = ends
        for k in range(5):
            t = k / 4
            u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t * t
            out.append((u * ax + v * x + w * bx, u * ay + v * y + w * by))
    return out


def paint(canvas: Pixels, shapes: Iterable[Shape], inks: Mapping[str, Rgb], scale: float) -> None:
    """Draws onto `canvas` (BGR) with `scale` pixels per mm, without smoothing: draw large, then shrink."""
    for shape in shapes:
        colour = inks[shape.ink][::-1]
        match shape:
            case Disc(x, y, rx, ry, _, angle):
                turned = cv2.ellipse2Poly(
                    (0, 0), (1000, max(1, round(1000 * ry / rx))), round(angle), 0, 360, 6
                )
                _fill(canvas, np.asarray(turned, np.float64) / 1000.0 * rx + (x, y), colour, scale)
            case Ring(x, y, r, width, _):
                band = max(1, round(width * scale))
                centre = (_fixed(x, scale), _fixed(y, scale))
                cv2.circle(canvas, centre, round(r * scale * 2**SHIFT), colour, band, cv2.LINE_8, SHIFT)
            case Poly():
                _fill(canvas, np.asarray(rounded(shape)), colour, scale)
            case Stroke():
                _brush(canvas, shape, colour, scale)


def _fixed(mm: float, scale: float) -> int:
    return round((mm * scale - 0.5) * 2**SHIFT)


def _fill(canvas: Pixels, points: NDArray[np.float64], colour: Rgb, scale: float) -> None:
    cv2.fillPoly(canvas, [_fixed_points(points, scale)], colour, cv2.LINE_8, SHIFT)


def _fixed_points(points: NDArray[np.float64], scale: float) -> NDArray[np.int32]:
    return np.round((points * scale - 0.5) * 2**SHIFT).astype(np.int32)


def _brush(canvas: Pixels, stroke: Stroke, colour: Rgb, scale: float) -> None:
    """A union of discs and of the pieces between them, so that no turn leaves a hole."""
    left, right = outline(stroke)
    for x, y, width in smooth(stroke.points).tolist():
        centre = (_fixed(x, scale), _fixed(y, scale))
        cv2.circle(canvas, centre, round(width / 2 * scale * 2**SHIFT), colour, -1, cv2.LINE_8, SHIFT)
    edges = _fixed_points(np.asarray([left, right]), scale)
    for i in range(len(left) - 1):
        cv2.fillConvexPoly(canvas, edges[[0, 0, 1, 1], [i, i + 1, i + 1, i]], colour, cv2.LINE_8, SHIFT)


def to_svg(shapes: Iterable[Shape], inks: Mapping[str, Rgb]) -> str:
    """The same shapes as SVG elements; neighbours of one ink share a group."""
    out: list[str] = []
    ink = ""
    for shape in shapes:
        colour = _hex(inks[shape.ink])
        if colour != ink:
            out.append(f'{"</g>" if ink else ""}<g fill="{colour}">')
            ink = colour
        out.append(_element(shape, inks))
    return "".join(out) + ("</g>" if ink else "")


def _hex(colour: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _n(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", "0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _pair(x: float, y: float) -> str:
    second = _n(y)
    return f"{_n(x)}{second}" if second[0] == "-" else f"{_n(x)} {second}"


def _path(points: Iterable[Point], start: str = "M") -> str:
    """Straight lines through the points, as steps from one to the next."""
    places = [(round(x, 2), round(y, 2)) for x, y in points]
    steps = [(c - a, d - b) for (a, b), (c, d) in pairwise(places)]
    out = start + _pair(*places[0]) + "l"
    for i, step in enumerate(steps):
        text = _pair(*step)
        out += text if text[0] == "-" or not i else f" {text}"
    return out


def _straight(stroke: Stroke) -> bool:
    spots = np.asarray(stroke.points)[:, :2]
    along = spots[-1] - spots[0]
    off = (spots - spots[0]) @ np.array([-along[1], along[0]]) / max(float(np.hypot(*along)), 1e-9)
    return bool(np.abs(off).max() < 0.05)


def _element(shape: Shape, inks: Mapping[str, Rgb]) -> str:
    match shape:
        case Disc(x, y, rx, ry) if rx == ry:
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(rx)}"/>'
        case Disc(x, y, rx, ry, _, angle):
            turn = f' transform="rotate({angle:.0f} {_n(x)} {_n(y)})"' if angle else ""
            return f'<ellipse cx="{_n(x)}" cy="{_n(y)}" rx="{_n(rx)}" ry="{_n(ry)}"{turn}/>'
        case Ring(x, y, r, width, ink):
            line = f'stroke="{_hex(inks[ink])}" stroke-width="{_n(width)}"'
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}" fill="none" {line}/>'
        case Poly():
            return f'<path d="{_path(rounded(shape))}z"/>'
        case Stroke():
            return _stroke_element(shape, inks)


def _stroke_element(stroke: Stroke, inks: Mapping[str, Rgb]) -> str:
    pieces = 1 if _straight(stroke) else max(3, 12 // len(stroke.points))
    widths = {w for _, _, w in stroke.points}
    if len(widths) == 1:
        spine = _path((x, y) for x, y, _ in smooth(stroke.points, pieces).tolist())
        line = f'stroke="{_hex(inks[stroke.ink])}" stroke-width="{_n(widths.pop())}"'
        return f'<path d="{spine}" fill="none" {line} stroke-linecap="round" stroke-linejoin="round"/>'
    left, right = outline(stroke, pieces)
    first, last = stroke.points[0][2] / 2, stroke.points[-1][2] / 2
    back = right[::-1]
    cap, tail = (f"A{_n(r)} {_n(r)} 0 0 1 {_pair(*end)}" for r, end in ((last, back[0]), (first, left[0])))
    return f'<path d="{_path(left)}{cap}{_path(back, "L")}{tail}z"/>'
