"""What a camera above a table does to a tile at its worst: eight ways, each of a strength from 0 to 1.

Lengths are in 34ths of the picture's width: at strength 1 a tile of 34 x 44 px is smeared over 5 px.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
WIDTH: Final = 34
HEIGHT: Final = 44
"""A tile at 1.3 px a mm, as a 1080 rows camera shows it."""


def motion(rng: Generator, image: Floats, strength: float) -> Floats:
    """Motion blur along a random direction, up to 5 px long at `strength` 1 and the width `WIDTH`."""
    length = 5 * strength * image.shape[1] / WIDTH
    size = 2 * math.ceil(length / 2) + 3
    a = float(rng.uniform(0, math.pi))
    middle = size // 2
    dx, dy = math.cos(a) * length / 2, math.sin(a) * length / 2
    kernel = np.zeros((size, size), np.float32)
    for t in np.linspace(-1, 1, 4 * size):
        kernel[round(middle + t * dy), round(middle + t * dx)] += 1
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE))


def defocus(rng: Generator, image: Floats, strength: float) -> Floats:
    """Every point a spot of up to 1.5 px standard deviation."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), max(0.1, 1.5 * strength * image.shape[1] / WIDTH)))


def dark(rng: Generator, image: Floats, strength: float) -> Floats:
    """A quarter of the light, and the noise that then shows."""
    noise = rng.standard_normal(image.shape, np.float32) * 5 * strength
    return image * (1 - 0.75 * strength) + noise


def warm(rng: Generator, image: Floats, strength: float) -> Floats:
    """A lamp that leaves half of the blue."""
    return image * np.array([1 - 0.5 * strength, 1 - 0.18 * strength, 1 + 0.05 * strength], np.float32)


def glare(rng: Generator, image: Floats, strength: float) -> Floats:
    """The lamp's image on a polished face, a quarter of its width."""
    height, width = image.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    u, v = rng.uniform(0.1, 0.9, 2)
    spot = np.exp(-((x - u * width) ** 2 + (y - v * height) ** 2) / (2 * (0.22 * width) ** 2))
    return image + 150 * strength * spot[..., None]


def finger(rng: Generator, image: Floats, strength: float) -> Floats:
    """A fingertip over up to a quarter of a side or corner."""
    height, width = image.shape[:2]
    a = float(rng.uniform(0, 2 * math.pi))
    r = 0.3 * width
    reach = 1.0 - 0.36 * strength
    aim = np.array([math.cos(a), math.sin(a)])
    at = np.array([width, height]) / 2 + aim * reach * (np.array([width, height]) / 2 + r)
    far = at + 3 * width * aim
    mask = np.zeros((height, width), np.uint8)
    ends = [(round(px), round(py)) for px, py in (at, far)]
    cv2.line(mask, *ends, 255, round(2 * r), cv2.LINE_AA)
    skin = np.array([120, 150, 200], np.float32) * float(rng.uniform(0.4, 1.15))
    cover = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None].astype(np.float32) / 255
    return image + cover * (skin - image)


def low_resolution(rng: Generator, image: Floats, strength: float) -> Floats:
    """Seen with down to 60 % of the pixels a side."""
    height, width = image.shape[:2]
    share = 1 - 0.4 * strength
    small = cv2.resize(image, (round(width * share), round(height * share)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR))


def low_contrast(rng: Generator, image: Floats, strength: float) -> Floats:
    """Faded to 35 % of the contrast."""
    return image + 0.65 * strength * (image.mean() - image)


Way = Callable[[Generator, Floats, float], Floats]
WAYS: Final[dict[str, Way]] = {
    "motion": motion,
    "defocus": defocus,
    "dark": dark,
    "warm": warm,
    "glare": glare,
    "finger": finger,
    "low resolution": low_resolution,
    "low contrast": low_contrast,
}


def degraded(rng: Generator, image: Image, way: str, strength: float = 1.0) -> Image:
    """The picture spoilt in one way of WAYS."""
    return np.clip(WAYS[way](rng, image.astype(np.float32), strength), 0, 255).astype(np.uint8)


def copies(rng: Generator, photo: Image) -> dict[str, Image]:
    """A tight photograph of a tile at 34 x 44 px, spoilt in each way."""
    small = cv2.resize(photo, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return {way: degraded(rng, np.asarray(small, np.uint8), way) for way in WAYS}
