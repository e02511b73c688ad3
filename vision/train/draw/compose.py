"""Flat pictures of a mat seen from above, with exact truth: the training material of both nets.

A patch is drawn as the camera sees it after rectification to the plane of the tile tops: a tile is
its top and, towards the point below the camera, the side that parallax shows. Then light, lens,
sensor and compression spoil it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.tiles.tile import Flower
from vision.calibration.mat import TILE_D, TILE_H, TILE_W
from vision.train.draw.designs import BACK, FACES, TileSet
from vision.train.draw.drawings import PX
from vision.train.draw.layout import SIDE, Item, Points, corners, layout

Image = NDArray[np.uint8]

ARUCO: Final = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
ROUND: Final = 2.2
"""Radius of a tile's corners, mm."""


@dataclass(slots=True)
class Patch:
    """208 x 208 mm of a picture and what lies there.

    `to_px` (3 x 3) takes mm of the patch (y down) to pixels whose centres are at integers. `clutter`
    are places of other things than tiles.
    """

    image: Image
    to_px: Points
    items: list[Item]
    clutter: list[tuple[float, float]] = field(default_factory=list)


def _mat(rng: Generator, size: int) -> NDArray[np.float32]:
    hue = rng.choice([int(rng.integers(60, 95)), int(rng.integers(95, 125)), int(rng.integers(180))])
    hsv = np.array([[[hue, rng.integers(20, 230), rng.integers(30, 190)]]], np.uint8)
    colour = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
    out = np.full((size, size, 3), colour, np.float32)
    for cell, strength in ((2, 5.0), (8, 4.0), (60, 9.0)):
        n = max(2, size // cell)
        noise = rng.normal(0, strength * rng.random(), (n, n, 1)).astype(np.float32)
        out += cv2.resize(noise, (size, size), interpolation=cv2.INTER_LINEAR)[..., None]
    return out


def _clutter(rng: Generator, img: NDArray[np.float32], s: float) -> list[tuple[float, float]]:
    """Markers, sticks, dice, printed lines and machine parts on the cloth; where they are, in mm."""
    spots = []
    for _ in range(int(rng.integers(0, 3))):
        a, b = rng.uniform(0, SIDE * s, (2, 2)).astype(int)
        ink = tuple(float(v) for v in rng.uniform(20, 240, 3))
        cv2.line(img, a.tolist(), b.tolist(), ink, int(rng.integers(1, 6)), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 5))):
        x, y = rng.uniform(0, SIDE, 2)
        spots.append((float(x), float(y)))
        kind = int(rng.integers(4))
        angle = float(rng.uniform(0, 360))
        if kind == 0:
            side = float(rng.uniform(18, 42))
            tex = cv2.cvtColor(ARUCO.generateImageMarker(int(rng.integers(50)), 60), cv2.COLOR_GRAY2BGR)
            tex = cv2.copyMakeBorder(tex, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=(235, 235, 235))
            _paste(img, tex, None, corners(x, y, angle, (side, side)) * s)
        elif kind == 1:
            tex = np.full((14, 180, 3), 238, np.uint8)
            for k in range(int(rng.integers(1, 9))):
                cv2.circle(
                    tex,
                    (90 - 16 + 8 * (k // 2), 4 + 6 * (k % 2)),
                    2,
                    (30, 30, 200 * int(rng.integers(2))),
                    -1,
                )
            _paste(img, tex, None, corners(x, y, angle, (90, 7)) * s)
        elif kind == 2:
            side = float(rng.uniform(9, 17))
            tex = np.full((48, 48, 3), 240, np.uint8)
            for _ in range(int(rng.integers(1, 7))):
                cv2.circle(tex, tuple(int(v) for v in rng.integers(8, 40, 2)), 5, (20, 20, 160), -1)
            _paste(img, tex, None, corners(x, y, angle, (side, side)) * s)
        else:
            quad = corners(x, y, angle, (float(rng.uniform(10, 120)), float(rng.uniform(5, 80)))) * s
            ink = tuple(float(v) for v in rng.uniform(10, 245, 3))
            cv2.fillConvexPoly(img, quad.astype(np.int32), ink, cv2.LINE_AA)
    return spots


def _paste(img: NDArray[np.float32], tex: Image, alpha: Image | None, quad: Points) -> None:
    """Warp a texture onto the quad (pixels, top left clockwise), in place, anti-aliased."""
    low = np.floor(quad.min(axis=0)).astype(int) - 1
    high = np.ceil(quad.max(axis=0)).astype(int) + 2
    low, high = np.maximum(low, 0), np.minimum(high, img.shape[1::-1])
    if (high <= low).any():
        return
    wide = max(4, round(float(np.hypot(*(quad[1] - quad[0])))))
    tall = max(4, round(float(np.hypot(*(quad[3] - quad[0])))))
    small = cv2.resize(tex, (wide, tall), interpolation=cv2.INTER_AREA)
    mask = (
        np.full((tall, wide), 255, np.uint8)
        if alpha is None
        else cv2.resize(alpha, (wide, tall), interpolation=cv2.INTER_AREA)
    )
    source = np.array([[-0.5, -0.5], [wide - 0.5, -0.5], [wide - 0.5, tall - 0.5]], np.float32)
    matrix = cv2.getAffineTransform(source, (quad[:3] - low - 0.5).astype(np.float32))
    size = tuple(int(v) for v in high - low)
    top = cv2.warpAffine(small, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpAffine(mask, matrix, size, flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
    part = img[low[1] : high[1], low[0] : high[0]]
    part += cover * (top - part)


def _alpha() -> Image:
    out = np.zeros((round(TILE_H * PX), round(TILE_W * PX)), np.uint8)
    r = round(ROUND * PX)
    h, w = out.shape
    cv2.rectangle(out, (r, 0), (w - r - 1, h), 255, -1)
    cv2.rectangle(out, (0, r), (w, h - r - 1), 255, -1)
    for x in (r, w - r - 1):
        for y in (r, h - r - 1):
            cv2.circle(out, (x, y), r, 255, -1)
    return out


_ALPHA: Final = _alpha()


@dataclass(frozen=True, slots=True)
class _View:
    nadir: Points
    height: float
    scale: float

    def lift(self, points: Points, z: float) -> Points:
        """Points at height `z` where they appear on the plane of the tile tops, mm."""
        grow = (self.height - TILE_D) / (self.height - z)
        return np.asarray(self.nadir + (points - self.nadir) * grow)


def _draw_tile(img: NDArray[np.float32], item: Item, view: _View, look: TileSet, rng: Generator) -> None:
    quad = corners(item.x, item.y, item.angle, item.size)
    top = view.lift(quad, item.top)
    item.seen = tuple(view.lift(np.array([[item.x, item.y]]), item.top)[0].tolist())
    shade = float(rng.uniform(0.55, 0.95))
    body = np.array(look.body[::-1], np.float32)
    back = np.array(look.back[::-1], np.float32)
    low = item.top - TILE_D if item.face >= 0 else 0.0
    lower, upper = (body, back) if item.face == BACK else (back, body)
    if item.face < 0:
        lower = upper = body
    split = low + (item.top - low) * (0.55 if item.face == BACK else 0.35)
    layers = [(0.0, low, back if rng.random() < 0.8 else body)] if low > 0 else []
    layers += [(low, split, lower), (split, item.top, upper)]
    for z0, z1, ink in layers:
        hull = cv2.convexHull(np.vstack([view.lift(quad, z0), view.lift(quad, z1)]).astype(np.float32))
        points = np.round(hull * view.scale * 16).astype(np.int32)
        cv2.fillConvexPoly(img, points, tuple(float(v) for v in ink * shade), cv2.LINE_AA, 4)
    gain = float(rng.normal(1, 0.03))
    if item.face < 0:
        tex = np.empty((20, 26, 3), np.uint8)
        tex[:8], tex[8:] = back.astype(np.uint8), body.astype(np.uint8)
        _paste(img, tex, None, top * view.scale)
        return
    tex = look.faces[item.face]
    if gain != 1:
        tex = cv2.convertScaleAbs(tex, alpha=gain)
    edge = float(rng.uniform(0.7, 1.0))
    rim = view.lift(corners(item.x, item.y, item.angle, item.size), item.top)
    _paste(img, np.full((8, 8, 3), upper * edge, np.uint8), _ALPHA, rim * view.scale)
    inner = view.lift(corners(item.x, item.y, item.angle, (item.size[0] - 0.8, item.size[1] - 0.8)), item.top)
    _paste(img, tex, _ALPHA, inner * view.scale)


def _shadow(img: NDArray[np.float32], items: list[Item], view: _View, rng: Generator) -> None:
    mask = np.zeros(img.shape[:2], np.uint8)
    lean = rng.normal(0, 0.5, 2)
    for item in items:
        quad = view.lift(corners(item.x, item.y, item.angle, item.size), 0.0)
        both = np.vstack([quad, quad + lean * item.top]).astype(np.float32)
        cv2.fillConvexPoly(mask, (cv2.convexHull(both) * view.scale).astype(np.int32), 255)
    soft = cv2.GaussianBlur(mask, (0, 0), view.scale * float(rng.uniform(1, 6)))
    img *= 1 - soft[..., None].astype(np.float32) * (float(rng.uniform(0.1, 0.6)) / 255)


def _hand(img: NDArray[np.float32], rng: Generator, s: float) -> Image:
    """A hand with fingers and a sleeve reaching in; the mask of what it covers."""
    mask = np.zeros(img.shape[:2], np.uint8)
    tip = rng.uniform(0.1, 0.9, 2) * SIDE * s
    way = float(rng.uniform(0, 2 * math.pi))
    aim = np.array([math.cos(way), math.sin(way)])
    across = np.array([-aim[1], aim[0]])
    skin = np.array([120, 150, 200], np.float32) * float(rng.uniform(0.35, 1.15)) + rng.normal(0, 8, 3)
    palm = tip + aim * 70 * s
    for k in range(int(rng.integers(1, 5))):
        end = tip + across * (k - 1.5) * 19 * s + aim * float(rng.uniform(-8, 8)) * s
        base = palm + across * (k - 1.5) * 17 * s
        ends = (end.astype(int).tolist(), base.astype(int).tolist())
        cv2.line(mask, *ends, 255, max(1, round(float(rng.uniform(13, 18)) * s)), cv2.LINE_AA)
    far = (palm + aim * 400 * s).astype(int).tolist()
    cv2.line(mask, palm.astype(int).tolist(), far, 255, round(70 * s), cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), 0.6 * s).astype(np.float32)[..., None] / 255
    shade = cv2.GaussianBlur(mask, (0, 0), 5 * s).astype(np.float32)[..., None] / 255
    img *= 1 - 0.3 * shade
    ink = skin.astype(np.float32) * (0.8 + 0.2 * soft)
    if rng.random() < 0.3:
        ink = rng.uniform(10, 230, 3).astype(np.float32) * (0.8 + 0.2 * soft)
    img += soft * (ink - img)
    return mask


def _light(img: NDArray[np.float32], rng: Generator) -> NDArray[np.float32]:
    """Lamp colour, brightness, gradient and glare."""
    n = img.shape[0]
    warm = float(rng.normal(0, 0.1)) + (0.25 if rng.random() < 0.2 else 0)
    gain = np.array([1 - warm, 1 - warm * 0.15, 1 + warm * 0.55], np.float32)
    gain *= float(np.exp(rng.normal(0, 0.16))) * (float(rng.uniform(0.3, 0.7)) if rng.random() < 0.2 else 1.0)
    ramp = np.linspace(-1, 1, n, dtype=np.float32) * float(rng.normal(0, 0.12))
    img *= (1 + ramp[:, None] + ramp[None, :])[..., None] * gain
    if rng.random() < 0.15:
        x, y = rng.uniform(0, n, 2)
        span = float(rng.uniform(0.04, 0.2)) * n
        g = np.arange(n, dtype=np.float32)
        spot = (
            np.exp(-((g - y) ** 2) / (2 * span**2))[:, None]
            * np.exp(-((g - x) ** 2) / (2 * span**2))[None, :]
        )
        img += spot[..., None] * float(rng.uniform(20, 130))
    return img


def spoil(img: NDArray[np.float32], rng: Generator) -> Image:
    """What lens, sensor and compression do to a picture (float BGR 0..255)."""
    if rng.random() < 0.75:
        img = cv2.GaussianBlur(img, (0, 0), float(rng.uniform(0.3, 1.25)))
    if rng.random() < 0.15:
        length = int(rng.integers(2, 7))
        kernel = np.zeros((7, 7), np.float32)
        a = float(rng.uniform(0, math.pi))
        d = (math.cos(a) * length / 2, math.sin(a) * length / 2)
        cv2.line(kernel, (round(3 - d[0]), round(3 - d[1])), (round(3 + d[0]), round(3 + d[1])), 1.0)
        img = cv2.filter2D(img, -1, kernel / kernel.sum())
    if rng.random() < 0.25:
        img = img + float(rng.uniform(0.2, 0.8)) * (img - cv2.GaussianBlur(img, (0, 0), 1.2))
    noise = rng.standard_normal(img.shape, np.float32)
    img = img + noise * float(rng.gamma(2.0, 1.5))
    out = np.clip(img, 0, 255).astype(np.uint8)
    if rng.random() < 0.35:
        _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 96))])
        out = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return out


def patch(rng: Generator, look: TileSet) -> Patch:
    """A random patch with one set of tiles."""
    scale = float(rng.uniform(1.05, 2.1))
    n = round(SIDE * scale)
    view = _View(rng.uniform(-350, 350 + SIDE, 2), float(rng.uniform(650, 1500)), scale)
    img = _mat(rng, n)
    spots = _clutter(rng, img, scale)
    items = layout(rng) if rng.random() < 0.95 else []
    if not look.flowers:
        items = [item for item in items if not isinstance(FACES[item.face], Flower)]
    _shadow(img, items, view, rng)
    order = sorted(items, key=lambda i: (i.top, -math.hypot(i.x - view.nadir[0], i.y - view.nadir[1])))
    owner = np.zeros((n, n), np.uint8)
    for number, item in enumerate(order, 1):
        _draw_tile(img, item, view, look, rng)
        quad = corners(item.x, item.y, item.angle, item.size)
        hull = cv2.convexHull(np.vstack([view.lift(quad, 0.0), view.lift(quad, item.top)]).astype(np.float32))
        cv2.fillConvexPoly(owner, np.round(hull * scale).astype(np.int32), number)
    if rng.random() < 0.22:
        owner[_hand(img, rng, scale) > 127] = 255
    for number, item in enumerate(order, 1):
        item.visible = _share(owner, number, item, scale)
    image = spoil(_light(img, rng), rng)
    return Patch(image, np.array([[scale, 0, -0.5], [0, scale, -0.5], [0, 0, 1.0]]), items, spots)


def _share(owner: Image, number: int, item: Item, scale: float) -> float:
    """The share of a tile's top that the picture shows; what lies outside counts as shown."""
    top_left, top_right, _, low_left = corners(*item.seen, item.angle, (item.size[0] - 2, item.size[1] - 2))
    u, v = np.meshgrid(np.linspace(0, 1, 12), np.linspace(0, 1, 15))
    spots = top_left + u[..., None] * (top_right - top_left) + v[..., None] * (low_left - top_left)
    at = np.clip(np.round(spots * scale).astype(int), 0, owner.shape[0] - 1)
    return float((owner[at[..., 1], at[..., 0]] == number).mean())
