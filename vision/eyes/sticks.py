"""Sticks before a pond, in the centre and beside the dealer: long thin things on the cloth, and what is
printed on them (E-RIICHI-03, -04, -05, E-MARK-03)."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.layout import KEPT_REACH
from vision.calibration.markers import MARKERS, QUIET
from vision.calibration.mat import STICK_L, STICK_W, Rect, Zone, to_table, turn
from vision.calibration.surface import Surface
from vision.calibration.zones import outline
from vision.camera.frame import Pixels
from vision.camera.light import middle_colour
from vision.eyes.observation import StickSeen
from vision.nets.load import MODELS
from vision.nets.two_net_odds import Values

VALUES: Final = (100, 500, 1000, 5000, 10000, -1000, -10000)
"""What a stick can be worth in points; negative ones are owed (R-SET-05)."""
PX_PER_MM: Final = 2.0
STICK_Z: Final = 3.0
CONTRAST: Final = 22.0
"""Grey levels that a stick is lighter than the cloth, at least, and half of what is asked for in noise;
shadows are darker, never lighter. Two sticks cover half of the place, so the cloth is not its median.
"""
COLOUR: Final = 14.0
NOISES: Final = 6.0
"""Or it differs from every shade of the cloth by this, and by so many medians of bare cloth."""
LEAST_SHARE: Final = 0.04
"""Share of a place that a stick covers, at least: 90 x 7 mm of 110 x 86, with some play."""
RUN: Final = 25.0
"""A die that touches a stick, or the end of a wall seen aslant, reaches less far along it, mm."""
GRAIN: Final = 3.0
"""Gaps of noise along a stick, mm."""
DOTS: Final = 12.0
"""Gaps of dots along a stick, mm."""
END: Final = 0.1
"""Share of the place at either end that sticks leave bare."""
SIDE: Final = 5
ALONG: Final = 41
MOST_SHADE: Final = 2.0
"""Cloth beside and along a stick that shows the light there, pixels, and how much the light may differ."""
LEAST_WIDE: Final = 0.6 * STICK_W
"""What is thinner in mm is the edge of a tile that reaches into the place."""
LENGTH: Final = (0.75 * STICK_L, 1.25 * STICK_L)
THIN: Final = 4.5
"""A single stick is at least this many times longer than wide; a tile is 1.3 times."""
STRIP: Final = (44, 12)
STRIP_MM: Final = 28.0
"""The middle of a stick, where its dots are, in pixels and mm."""
CLEAR: Final = 0.8
"""A value with a smaller margin is not reported."""
EIGHT: Final = [VALUES.index(100), VALUES.index(500)]
"""Values that many makers print with eight dots, one black, the other green (R-SET-04)."""
GREENER: Final = 0.82
"""What dots take of the light's green, as a share of what they take of its red and blue: between the 0.5 of
green ones and the 1.0 of black ones (medians of 740 rendered sticks)."""
INK: Final = 35.0
MOST_BLACK: Final = 3.0
MOST_GREEN: Final = 12.0
"""Log odds that this is worth, for a difference of 1 and at most: noise makes green dots grey, but black ones
never green (least of 360 black ones 0.76)."""
LEAST_INK: Final = 0.2
"""Share of the light that dots take at their darkest, from which their ink is looked at."""
Floats = NDArray[np.float32]


class Bar(NamedTuple):
    """A stick in pixels of the picture from straight above; `angle` in radians, clockwise there."""

    x: float
    y: float
    angle: float


class Sticks:
    """Reads sticks with two models in `models_dir`. ModelError if they cannot be loaded."""

    def __init__(self, models_dir: Path | None = None, threads: int = 1) -> None:
        self._values = Values(models_dir or MODELS, "stick", threads)

    def find(self, pixels: Pixels, surface: Surface, seat: int) -> tuple[StickSeen, ...]:
        """The sticks before the pond of `seat`."""
        reach = surface.layout.bounds[Zone.STICK]
        return self._read(rectify(pixels, surface, seat, reach), seat, reach)

    def counters(self, pixels: Pixels, surface: Surface, seat: int) -> tuple[StickSeen, ...]:
        """The sticks in the right corner of `seat`, beside the dice (E-MARK-03)."""
        reach = surface.layout.zones[Zone.COUNTERS]
        return self._read(rectify(pixels, surface, seat, reach), seat, reach)

    def kept(self, pixels: Pixels, surface: Surface) -> tuple[StickSeen, ...]:
        """The sticks of earlier hands in the centre, between the markers of the mat (E-RIICHI-04); none where
        a unit hides it."""
        if surface.layout.centre:
            return ()
        return self._read(
            _without_cards(rectify(pixels, surface, 0, KEPT_REACH), surface.unit), 0, KEPT_REACH
        )

    def _read(self, view: Pixels, seat: int, reach: Rect) -> tuple[StickSeen, ...]:
        lying = () if _bare(view) else bars(view)
        if not lying:
            return ()
        strips = np.stack([strip(view, bar, PX_PER_MM) for bar in lying])
        odds = by_ink(strips, self._values.odds(features(strips), strips))
        return tuple(_stick(bar, row, seat, reach) for bar, row in zip(lying, odds, strict=True))


def _stick(bar: Bar, odds: Floats, seat: int, reach: Rect) -> StickSeen:
    best, second = np.argsort(-odds)[:2].tolist()
    margin = float(odds[best] - odds[second])
    x = reach.left + (bar.x + 0.5) / PX_PER_MM
    y = reach.far - (bar.y + 0.5) / PX_PER_MM
    value = VALUES[best] if margin >= CLEAR and best < len(VALUES) else None
    return StickSeen(value, margin, *to_table(seat, x, y), turn(seat, -math.degrees(bar.angle)))


def by_ink(strips: Pixels, odds: Floats) -> Floats:
    """The odds (N x values) of N strips with the ink of the dots weighed in where the value is 100 or 500."""
    out = odds.copy()
    for k in np.flatnonzero(odds[:, EIGHT].sum(axis=1) > 0.5):
        seen = cv2.GaussianBlur(strips[k], (3, 3), 0)[1:-1, 6:-6].reshape(-1, 3).astype(np.float32)
        taken = 1 - seen / (np.median(seen, axis=0) + 1)
        dark = taken.mean(axis=1)
        if dark.max() < LEAST_INK:
            continue
        blue, green, red = dark @ np.where(dark[:, None] > 0.4 * np.quantile(dark, 0.95), taken, 0)
        black = INK * (2 * green / (blue + red) - GREENER)
        out[k, EIGHT[0]] *= math.exp(max(-MOST_GREEN, min(MOST_BLACK, black)))
    return np.asarray(out / out.sum(axis=1, keepdims=True), np.float32)


def _bare(view: Pixels) -> bool:
    """Whether fewer pixels differ from the cloth than one stick covers: most places are empty."""
    some = np.ascontiguousarray(view[::3, ::3])
    apart = np.abs(some.astype(np.int16) - middle_colour(some).astype(np.int16))
    return float((_largest(apart) >= COLOUR).mean()) < LEAST_SHARE


def _largest(colours: NDArray[Any]) -> NDArray[Any]:
    """H x W x 3 as H x W: the largest channel."""
    return np.asarray(cv2.max(cv2.max(colours[..., 0], colours[..., 1]), colours[..., 2]))


def bars(view: Pixels) -> list[Bar]:
    """Long thin things that are lighter than the cloth or else of another colour.

    Sticks side by side are recognised by their width.
    """
    soft = _even(cv2.GaussianBlur(view, (5, 5), 0).astype(np.float32))
    return _long(_lighter(soft)) or _long(_coloured(soft))


def _even(soft: Floats) -> Floats:
    """The view in equal light from end to end: the bands of flicker, and shade, lie across sticks.

    The cloth is what is seen along either side, the darker one where something else lies there.
    """
    sides = [side.mean(axis=2).mean(axis=0) for side in (soft[:SIDE], soft[-SIDE:])]
    level = cv2.blur(np.minimum(*sides)[None], (ALONG, 1))[0] + 1
    even = np.clip(np.median(level) / level, 1 / MOST_SHADE, MOST_SHADE)
    return np.asarray(soft * even[:, None], np.float32)


def _lighter(soft: Floats) -> NDArray[np.bool_]:
    light = _largest(soft)
    dark, cloth = (float(v) for v in np.percentile(light[::3, ::3], (10, 35)))
    return np.asarray(light - cloth > np.clip(4 * (cloth - dark), CONTRAST, 2 * CONTRAST))


def _coloured(soft: Floats) -> NDArray[np.bool_]:
    """What is no darker shade of the cloth, which is seen at both ends of the place."""
    end = round(END * soft.shape[1])
    ends = np.concatenate([soft[:, :end], soft[:, -end:]], axis=1)
    cloth = np.median(ends.reshape(-1, 3), axis=0)

    def other(seen: Floats) -> Floats:
        shade = cv2.transform(seen, cloth[None] / max(float(cloth @ cloth), 1.0))
        apart = cv2.absdiff(seen, cv2.transform(np.clip(shade, 0, 1), cloth[:, None]))
        return _largest(apart)

    return np.asarray(other(soft) > max(COLOUR, NOISES * float(np.median(other(ends)))))


def _long(mask: NDArray[np.bool_]) -> list[Bar]:
    """What is long along the view: dice, and the ends of walls, reach less far; dots leave gaps."""
    bright = np.where(mask, 255, 0).astype(np.uint8)
    for step, reach in ((cv2.MORPH_CLOSE, GRAIN), (cv2.MORPH_OPEN, RUN), (cv2.MORPH_CLOSE, DOTS)):
        line = np.ones((1, 2 * round(reach * PX_PER_MM / 2) + 1), np.uint8)  # odd, or the mask would be moved
        bright = np.asarray(cv2.morphologyEx(bright, step, line))
    outlines, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return [bar for blob in outlines for bar in _bars_in(np.asarray(blob))]


def rectify(pixels: Pixels, surface: Surface, seat: int, reach: Rect) -> Pixels:
    """The place of sticks of `seat` from straight above, the owner's left on the left."""
    width = int((reach.right - reach.left) * PX_PER_MM)
    height = int((reach.far - reach.near) * PX_PER_MM)
    px = outline(surface, reach, seat, STICK_Z).astype(np.float32)
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    turned = cv2.getPerspectiveTransform(px, flat.astype(np.float32))
    return np.asarray(cv2.warpPerspective(pixels, turned, (width, height)), np.uint8)


def _without_cards(centre: Pixels, unit: float) -> Pixels:
    """The view of the centre with bare cloth instead of the cards that bear its markers; `unit` in mm."""
    out = centre.copy()
    cloth = middle_colour(centre).astype(np.uint8)
    for marker in MARKERS:
        half, x, y = ((marker.side / 2 + QUIET) / unit, marker.x / unit, marker.y / unit)
        left, right = ((x + side * half - KEPT_REACH.left) * PX_PER_MM for side in (-1, 1))
        top, bottom = ((KEPT_REACH.far - y + side * half) * PX_PER_MM for side in (-1, 1))
        if right > 0 and bottom > 0:
            out[max(0, int(top)) : int(bottom), max(0, int(left)) : int(right)] = cloth
    return out


def _bars_in(blob: NDArray[np.int32]) -> list[Bar]:
    (x, y), sides, degrees = cv2.minAreaRect(blob)
    angle = math.radians(degrees if sides[0] > sides[1] else degrees + 90)
    angle = math.remainder(angle, math.pi)
    width, length = sorted(side / PX_PER_MM for side in sides)
    if not LENGTH[0] <= length <= LENGTH[1] or width < LEAST_WIDE:
        return []
    filled = float(cv2.contourArea(blob)) / (PX_PER_MM**2 * width * length)
    count = max(1, round(width / (STICK_W + 1.0)))
    if filled <= 0.55 or length / (width / count) < THIN:
        return []
    step = PX_PER_MM * width / count
    aside = [step * (k - (count - 1) / 2) for k in range(count)]
    return [Bar(x - math.sin(angle) * off, y + math.cos(angle) * off, angle) for off in aside]


def strip(flat: Pixels, bar: Bar, per_mm: float) -> Pixels:
    """12 x 44: the middle of a stick, along its length; `flat` has `per_mm` pixels a mm."""
    scale = STRIP[0] / STRIP_MM / per_mm
    c, s = scale * math.cos(bar.angle), scale * math.sin(bar.angle)
    u, v = STRIP[0] / 2 - 0.5, STRIP[1] / 2 - 0.5
    matrix = np.array([[c, s, u - c * bar.x - s * bar.y], [-s, c, v + s * bar.x - c * bar.y]])
    return np.asarray(cv2.warpAffine(flat, matrix, STRIP, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def features(strips: Pixels) -> Floats:
    """N x 2118: how every pixel of N strips differs from the stick's body, and the body's hue."""
    count = len(strips)
    seen = strips.astype(np.float32)
    body = np.median(seen.reshape(count, -1, 3), axis=1)
    dots = seen - body[:, None, None]
    dots = np.clip(dots / (np.abs(dots).mean(axis=(1, 2, 3), keepdims=True) + 4), -6, 6)
    hue = body / (body.mean(axis=1, keepdims=True) + 10)
    tones = dots.reshape(count, -1), np.abs(dots).mean(axis=3).reshape(count, -1), hue, hue * hue
    return np.concatenate(tones, axis=1).astype(np.float32)
