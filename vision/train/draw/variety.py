"""What else a patch of the mat is made into, so that the detector learns shapes rather than colours.

Now and then a tile of it is made to lean: such a tile is not to be read on the mat, and they are rare.

Photographs are looked at with guesses of their scale and stretch (`vision.photo.levels`): near the right
one tiles are to be found, far from it none, though a half of a large tile may look like a small one.
"""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.calibration.mat import TILE_D, TILE_H, TILE_W
from vision.train.draw.designs import BACK
from vision.train.draw.layout import SIDE, Points

Image = NDArray[np.uint8]
Truth = NDArray[np.float32]
"""N x 6: see `vision.train.material.TRUTH`."""
Known = NDArray[np.uint8]
"""1 where the truth says all, 0 where the picture was made up; as large as the patch."""

LEANING: Final = 0.2
STRETCHED: Final = 0.3
RESCALED: Final = 0.15
SOFT: Final = 0.15
"""Shares of the patches."""
NEAR_SCALE: Final = 0.14
"""Natural logarithm of the most that a tile to be found is too large or too small, each way by itself."""
FAR_SCALES: Final = (1.55, 2.6)
"""A tile so many times too large or too small counts as no tile."""
Floats = NDArray[np.float32]
Sides = tuple[Points, Points, Points]
"""A corner of a parallelogram and its two sides, mm."""

MIDDLE: Final = SIDE / 2 - 0.5
LEANS: Final = (30.0, 60.0)
"""Degrees by which a tile leans."""
LYING: Final = 0.86
"""Share of its top that a tile which is made to lean shows."""
WINDOW: Final = 56
"""Side in mm of the square in which a leaning tile is drawn."""


def varied(rng: Generator, image: Image, truth: Truth) -> tuple[Image, Truth, Known]:
    """The patch turned, stretched or rescaled, in other colours, and what is known of the result."""
    known = np.ones(image.shape[:2], np.uint8)
    if rng.random() < LEANING:
        image, truth = leaning(rng, image, truth)
    how = rng.random()
    if how < STRETCHED:
        bend = _stretch(rng)
        image, truth, known = _bent(image, bend), _moved(truth, bend), _inside(known, bend)
    elif how < STRETCHED + RESCALED:
        image, truth = _bent(image, _rescale(rng)), truth[:0]
    else:
        image, truth = turned(image, truth, int(rng.integers(8)))
    if rng.random() < SOFT:
        image = _softened(rng, image)
    return _recoloured(rng, image), truth, known


def turned(image: Image, truth: Truth, how: int) -> tuple[Image, Truth]:
    """One of the eight symmetries of the square."""
    out = truth.copy()
    if how & 4:
        image = image[:, ::-1]
        out[:, 0], out[:, 2] = SIDE - out[:, 0], -out[:, 2]
    for _ in range(how & 3):
        out[:, 0], out[:, 1], out[:, 2] = out[:, 1].copy(), SIDE - out[:, 0], out[:, 2] + 90
    return np.ascontiguousarray(np.rot90(image, how & 3)), out


def leaning(rng: Generator, image: Image, truth: Truth) -> tuple[Image, Truth]:
    """One to three of the faces lean against what is beside them: foreshortened, a side showing."""
    inside = (np.abs(truth[:, :2] - SIDE / 2) < (SIDE - WINDOW) / 2 - 1).all(axis=1)
    lying = inside & (truth[:, 3] >= 0) & (truth[:, 3] != BACK) & (truth[:, 5] >= LYING)
    image, truth = image.copy(), truth.copy()
    for k in rng.permutation(np.flatnonzero(lying))[: int(rng.integers(1, 4))].tolist():
        corner = np.floor(truth[k, :2]).astype(int) - WINDOW // 2
        part = image[corner[1] : corner[1] + WINDOW, corner[0] : corner[0] + WINDOW]
        drawn = part.astype(np.float32)
        _lean(rng, drawn, truth[k, :2] - corner, float(truth[k, 2]))
        part[:] = np.clip(drawn, 0, 255)
        truth[k, 3] = -1
    return image, truth


def _lean(rng: Generator, part: Floats, middle: Points, angle: float) -> None:
    """Draw over the tile at `middle` (mm of the part) how it looks leaning on one of its edges."""
    quarter = int(rng.integers(4))
    a = math.radians(angle + 90.0 * quarter)
    across, along = np.array([math.cos(a), -math.sin(a)]), np.array([math.sin(a), math.cos(a)])
    wide, tall = (TILE_H, TILE_W) if quarter % 2 else (TILE_W, TILE_H)
    slope = math.radians(float(rng.uniform(*LEANS)))
    face, side = wide * math.cos(slope), TILE_D * math.sin(slope)
    start = middle - across * (face + side) / 2 - along * tall / 2 + rng.normal(0, 1.5, 2)
    body = _margin(part, middle, across * (wide / 2 - 1.2), along * (tall / 2 - 1.2))
    back = rng.uniform(0, 220, 3) * float(rng.uniform(0.3, 1.0))
    top = (middle - across * wide / 2 - along * tall / 2, across * wide, along * tall)
    seen = (start, across * face, along * tall)
    shown = cv2.warpAffine(part, _carry(top, seen), (WINDOW, WINDOW), borderMode=cv2.BORDER_REPLICATE)
    _cover(part, seen, shown * float(rng.uniform(0.6, 1.0)))
    split = side * float(rng.uniform(0.55, 0.8))
    strips = ((face, split, body * float(rng.uniform(0.65, 1.1))), (face + split, side - split, back))
    for begin, width, ink in strips:
        noisy = ink + rng.normal(0, 3, part.shape)
        _cover(part, (start + across * begin, across * width, along * tall), noisy)


def _carry(one: Sides, other: Sides) -> Points:
    """2 x 3: the affine map of pixels that takes one parallelogram to the other."""
    ends = [(np.array([p[0], p[0] + p[1], p[0] + p[2]]) - 0.5).astype(np.float32) for p in (one, other)]
    return np.asarray(cv2.getAffineTransform(*ends))


def _cover(part: Floats, where: Sides, what: NDArray[np.floating]) -> None:
    corner, right, down = where
    ring = np.array([corner, corner + right, corner + right + down, corner + down]) - 0.5
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(ring * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    share = cv2.GaussianBlur(mask, (3, 3), 0.5).astype(np.float32)[..., None] / 255
    part += share * (what - part).astype(np.float32)


def _margin(part: Floats, middle: Points, right: Points, down: Points) -> Points:
    """The colour along two edges of a tile's top: that of its body."""
    spots = [middle + s * right + t * down for s in (-1, 1) for t in np.linspace(-0.8, 0.8, 7)]
    u, v = np.array(spots).astype(int).T
    return np.asarray(np.median(part[v, u], axis=0), np.float64)


def _stretch(rng: Generator) -> Points:
    """Turned by any angle, sheared, and a little too large or too small each way: 2 x 2."""
    x, y = np.exp(rng.uniform(-NEAR_SCALE, NEAR_SCALE, 2))
    return np.array([[x, float(rng.normal(0, 0.05))], [0, y]]) @ _rotation(float(rng.uniform(0, 2 * math.pi)))


def _rescale(rng: Generator) -> Points:
    """Much too large or much too small: 2 x 2."""
    scale = math.exp(rng.uniform(*np.log(FAR_SCALES)))
    if rng.random() < 0.4:
        scale = 1 / scale
    squeezed = float(np.exp(rng.normal(0, 0.1)))
    return np.diag([scale * squeezed, scale / squeezed]) @ _rotation(float(rng.uniform(0, 2 * math.pi)))


def _rotation(angle: float) -> Points:
    return np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])


def _about_middle(bend: Points) -> Points:
    return np.column_stack([bend, MIDDLE - bend @ (MIDDLE, MIDDLE)])


def _bent(image: Image, bend: Points) -> Image:
    """Bent about the middle; what was not in the patch is made up by reflection."""
    shrink = math.sqrt(abs(float(np.linalg.det(bend))))
    if shrink < 0.7:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.35 / shrink), np.uint8)
    how = {"flags": cv2.INTER_LINEAR, "borderMode": cv2.BORDER_REFLECT}
    return np.asarray(cv2.warpAffine(image, _about_middle(bend), (SIDE, SIDE), **how), np.uint8)


def _inside(known: Known, bend: Points) -> Known:
    return np.asarray(cv2.warpAffine(known, _about_middle(bend), (SIDE, SIDE)), np.uint8)


def _moved(truth: Truth, bend: Points) -> Truth:
    """Where the tiles are afterwards, and the angle of the rectangle that a skew tile is most like.

    That lies half way between its long sides and the perpendicular of its short ones.
    """
    out = truth.copy()
    out[:, :2] = (truth[:, :2] - SIDE / 2) @ bend.T + SIDE / 2
    a = np.radians(truth[:, 2])
    up = np.column_stack([-np.sin(a), -np.cos(a)]) @ bend.T
    right = np.column_stack([np.cos(a), -np.sin(a)]) @ bend.T
    both = _unit(up) + _unit(np.column_stack([right[:, 1], -right[:, 0]]))
    out[:, 2] = np.degrees(np.arctan2(-both[:, 0], -both[:, 1]))
    return out


def _unit(rows: Points) -> Points:
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True))


def _recoloured(rng: Generator, image: Image) -> Image:
    """Other lamps, cloths and bodies: channels exchanged, weighed and bent, now and then a negative."""
    how = rng.random()
    if how < 0.2:
        image = image[..., rng.permutation(3)]
    elif how < 0.25:
        image = 255 - image
    elif how < 0.28:
        image = np.repeat(image.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
    gain = np.exp(rng.normal(0, 0.1, 3) + rng.normal(0, 0.15))
    bow = math.exp(rng.normal(0, 0.15))
    table = np.clip(255 * gain * (np.arange(256)[:, None] / 255) ** bow, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(np.ascontiguousarray(image), table[:, None, :]), np.uint8)


def _softened(rng: Generator, image: Image) -> Image:
    """As if the picture had been taken with fewer pixels."""
    small = max(24, round(SIDE * float(rng.uniform(0.35, 0.8))))
    less = cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(less, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR), np.uint8)
