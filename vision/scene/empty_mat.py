"""The empty mat as the camera sees it: cloth, wooden rim, floor and the printed markers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.markers import DICTIONARY, IDS, QUIET, RIM, STANDARD, Marker, Plan
from vision.camera.frame import Pixels
from vision.faces.shapes import Rgb
from vision.scene.lamp_light import Gain
from vision.scene.pinhole import View

Plane = NDArray[np.float32]
MODULES = 6
"""Black border and bits of a 4x4 marker along one side."""
BAND: Final = 64
"""Rows drawn at a time: a whole picture in floating point takes four times the memory of its pixels."""
KEPT: Final = 4
"""Pictures of empty mats, of up to 10 MB each: renderers begin more often than their mats change."""
WIDE: Final = 1024
"""Pixels in a row for OpenCV, which takes no row of 32768."""


@dataclass(frozen=True, slots=True)
class MatLook:
    """Colours (RGB) of the cloth, the wood and the floor; `weave` the depth of the cloth's grain; `cards` the
    markers of `plan` that lie there."""

    cloth: Rgb = (26, 92, 66)
    wood: Rgb = (120, 78, 46)
    floor: Rgb = (52, 48, 46)
    weave: float = 0.10
    plan: Plan = STANDARD
    cards: tuple[int, ...] = IDS

    @classmethod
    def random(cls, rng: np.random.Generator) -> Self:
        cloths: tuple[Rgb, ...] = (
            (26, 92, 66),
            (28, 58, 104),
            (96, 30, 38),
            (44, 46, 50),
            (30, 110, 80),
            (92, 88, 70),
        )
        base = cloths[int(rng.integers(len(cloths)))]
        r, g, b = (int(np.clip(c * rng.uniform(0.75, 1.3) + rng.normal(0, 6), 5, 230)) for c in base)
        wood = rng.uniform(0.4, 1.5)
        return cls(
            cloth=(r, g, b),
            wood=(int(120 * wood), int(78 * wood), int(46 * wood)),
            floor=(int(rng.integers(20, 140)), int(rng.integers(20, 130)), int(rng.integers(20, 130))),
            weave=float(rng.uniform(0.03, 0.2)),
        )


@lru_cache(maxsize=KEPT)
def background(
    view: View, look: MatLook, gain: Gain, seed: int, unit: float = 1.0, centre: float = 0.0
) -> Pixels:
    """The lit picture of the table with nothing on it, which nobody writes into; `unit` are the millimetres
    of one in `view`, `centre` the side in mm of the unit that hides the middle."""
    grains, scale = _grains(seed), view.scale / unit
    out = np.empty((view.height, view.width, 3), np.uint8)
    for rows in _bands(view):
        out[rows] = np.clip(_ground(*_seen(view, rows, unit), look, grains, scale), 0, 255)
    for marker in (look.plan.by_id[number] for number in look.cards):
        _print_marker(
            out, Marker(marker.id, marker.x / unit, marker.y / unit, marker.side / unit), unit, view
        )
    for rows in _bands(view):
        seen: Plane = out[rows].astype(np.float32)
        if centre:
            _cover(seen, *_seen(view, rows, unit), centre / 2, scale)
        out[rows] = np.clip(seen * gain.rows(rows.start, rows.stop), 0, 255)
    out.flags.writeable = False
    return out


def _bands(view: View) -> Iterator[slice]:
    """The rows of each band."""
    return (slice(top, min(top + BAND, view.height)) for top in range(0, view.height, BAND))


def _seen(view: View, rows: slice, unit: float) -> tuple[Plane, Plane]:
    """The mm on the mat (x and y) that the pixels of a band see."""
    x, y = view.grid(rows.start, rows.stop)
    return x * np.float32(unit), y * np.float32(unit)


def _ground(x: Plane, y: Plane, look: MatLook, grains: _Grains, scale: float) -> Plane:
    """Floor, wood and cloth, each drawn only where something of it is seen; rows x width x 3."""
    far, half = _far(x, y), look.plan.field / 2
    mat, field = _inside(far, half + RIM, scale), _inside(far, half, scale)
    tones: Plane = np.zeros((*x.shape, 3), np.float32)
    for n, (tone, share) in enumerate(((_floor, 1 - mat), (_wood, mat - field), (_cloth, field))):
        seen = share > 0
        if seen.any():
            tones[seen, n] = tone(x[seen], y[seen], look, grains) * share[seen]
    colours = np.array((look.floor, look.wood, look.cloth), np.float32)
    return np.asarray(cv2.transform(tones, colours[:, ::-1].T), np.float32)


@dataclass(frozen=True, slots=True)
class _Grains:
    """Noise of which the surfaces are made, each repeating."""

    wood: Plane
    cloth: Plane
    shade: Plane
    floor: Plane


@lru_cache(maxsize=KEPT)
def _grains(seed: int) -> _Grains:
    rng = np.random.default_rng(seed)
    return _Grains(
        0.7 * _noise(rng, (256, 1024), (24, 1.2)) + 0.3 * _noise(rng, (256, 1024), (60, 4)),
        0.6 * _noise(rng, (512, 512), (0.8, 0.8)) + 0.4 * _noise(rng, (512, 512), (2.5, 0.7)),
        _noise(rng, (64, 64), (3, 3)),
        _noise(rng, (64, 64), (3, 3)),
    )


def _cover(picture: Plane, x: Plane, y: Plane, half: float, scale: float) -> None:
    """Lays the unit in the middle over what a band shows."""
    share = _inside(_far(x, y), half, scale)
    seen = share > 0
    below = picture[seen]
    picture[seen] = below + (_panel(x[seen], y[seen], half) - below) * share[seen][:, None]


def _panel(x: Plane, y: Plane, half: float) -> Plane:
    """The lid of a bought table's unit: dark plastic with a bright edge, a round dome over the dice in its
    middle, and before each seat a display and two buttons."""
    out = np.full((*x.shape, 3), (34.0, 31.0, 30.0), np.float32)
    edge = half - np.maximum(np.abs(x), np.abs(y))
    out[edge < 0.03 * half] = (120.0, 116.0, 112.0)
    far = np.hypot(x, y)
    out[far < 0.34 * half] = (70.0, 66.0, 60.0)
    out[(far > 0.31 * half) & (far < 0.34 * half)] = (170.0, 170.0, 168.0)
    for across, depth in ((x, y), (x, -y), (y, x), (y, -x)):
        shown = (np.abs(across) < 0.3 * half) & (np.abs(depth - 0.7 * half) < 0.1 * half)
        out[shown] = (22.0, 26.0, 120.0)
        for side, colour in ((-0.5, (40.0, 40.0, 190.0)), (0.5, (60.0, 150.0, 60.0))):
            out[np.hypot(across - side * half, depth - 0.7 * half) < 0.09 * half] = colour
    return out


def _far(x: Plane, y: Plane) -> Plane:
    """From the middle, as squares around it are counted."""
    return np.maximum(np.abs(x), np.abs(y))


def _inside(far: Plane, half: float, scale: float) -> Plane:
    """1 within the square, 0 outside, with a smooth edge of a pixel."""
    return np.asarray(np.clip((half - far) * scale + 0.5, 0, 1), np.float32)


def _lookup(texture: Plane, x: Plane, y: Plane, per_mm: float) -> Plane:
    """The texture at N places."""
    shape = -(-len(x) // WIDE), WIDE
    u, v = (np.resize(mm * np.float32(per_mm), shape) for mm in (x, y))
    seen = cv2.remap(texture, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    return np.asarray(seen, dtype=np.float32).ravel()[: len(x)]


def _noise(rng: np.random.Generator, shape: tuple[int, int], sigma: tuple[float, float]) -> Plane:
    """Smoothed noise of unit spread that wraps around."""
    raw = rng.standard_normal(shape).astype(np.float32)
    across, down = (int(4 * each) + 1 for each in sigma)
    wide = np.pad(raw, ((down, down), (across, across)), mode="wrap")
    soft = cv2.GaussianBlur(wide, (0, 0), sigmaX=sigma[0], sigmaY=sigma[1])[down:-down, across:-across]
    return np.asarray(soft / soft.std(), dtype=np.float32)


def _soft(x: Plane, y: Plane, noise: Plane, depth: float, size_mm: float) -> Plane:
    """A slow change of brightness around 1."""
    return np.asarray(1.0 + depth * _lookup(noise, x, y, 8 / size_mm) / 2, np.float32)


def _floor(x: Plane, y: Plane, _look: MatLook, grains: _Grains) -> Plane:
    """How bright it is at each of N places, and so are the two below."""
    return _soft(x, y, grains.floor, 0.25, 160.0)


def _wood(x: Plane, y: Plane, look: MatLook, grains: _Grains) -> Plane:
    """Boards whose grain runs along each side, mitred at the corners."""
    along = np.abs(x) > np.abs(y)
    u, v = np.where(along, y, x), np.where(along, x, y)
    lines = 1.0 + 0.10 * _lookup(grains.wood, u, v, 1.6)
    past = _far(x, y) - look.plan.field / 2
    round_edge = np.clip(np.minimum(past + 1.5, RIM - past) / 5.0, 0, 1)
    mitre = np.clip(np.abs(np.abs(x) - np.abs(y)) / 1.0, 0.55, 1)
    return np.asarray(lines * (0.6 + 0.4 * round_edge) * mitre, np.float32)


def _cloth(x: Plane, y: Plane, look: MatLook, grains: _Grains) -> Plane:
    grain = 1.0 + look.weave * 0.6 * _lookup(grains.cloth, x, y, 2.0)
    edge = np.clip((look.plan.field / 2 - _far(x, y)) / 6.0, 0, 1)
    tone = grain * _soft(x, y, grains.shade, 0.05, 90.0) * (0.72 + 0.28 * edge)
    return np.asarray(tone, np.float32)


def _print_marker(canvas: Pixels, marker: Marker, unit: float, view: View) -> None:
    """The marker on its white card, drawn at eight pixels per camera pixel and shrunk."""
    quiet = QUIET / unit
    half = marker.side / 2 + quiet
    card = Marker(marker.id, marker.x, marker.y, 2 * half)
    spots = view.project(card.corners)
    low = np.floor(spots.min(axis=0)).astype(int) - 2
    size = np.ceil(spots.max(axis=0)).astype(int) + 3 - low
    fine = 8
    module = 16
    inner = round(quiet / marker.side * MODULES * module)
    bits = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY)), marker.id, MODULES * module
    )
    image = np.pad(np.where(bits > 0, 226, 26).astype(np.uint8), inner, constant_values=226)
    a, b = inner - 0.5, inner + MODULES * module - 0.5
    corners = np.array([[a, a], [b, a], [b, b], [a, b]], np.float32)
    goal = ((view.project(marker.corners) - low + 0.5) * fine - 0.5).astype(np.float32)
    h = cv2.getPerspectiveTransform(corners, goal)
    area = (int(size[0]) * fine, int(size[1]) * fine)
    big = cv2.warpPerspective(image, h, area, flags=cv2.INTER_LINEAR)
    mask = cv2.warpPerspective(np.full_like(image, 255), h, area, flags=cv2.INTER_LINEAR)
    small = cv2.resize(cv2.min(big, mask), tuple(int(s) for s in size), interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(mask, tuple(int(s) for s in size), interpolation=cv2.INTER_AREA)[:, :, None] / 255.0
    x0, y0 = (int(v) for v in low)
    xa, ya = max(x0, 0), max(y0, 0)
    xb, yb = min(x0 + int(size[0]), view.width), min(y0 + int(size[1]), view.height)
    if xa >= xb or ya >= yb:
        return
    cut = np.s_[ya - y0 : yb - y0, xa - x0 : xb - x0]
    spot = canvas[ya:yb, xa:xb]
    spot[:] = np.clip(spot * (1 - alpha[cut]) + small[cut][:, :, None], 0, 255)
