"""Light, lens and sensor: what lies between the table and the pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.scene.pinhole import View

Floats = NDArray[np.float32]
Gleam = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Light:
    """`brightness` 1 is well lit; `warmth` -1 cold to 1 candle light.

    `gradient` is the rise of light across the picture towards `direction` (degrees, table frame),
    where the lamp stands; `vignette` the loss in the corners; `shadow` 0..1 the depth of shadows and
    `lean` their length per height. `blur` is the sigma of the lens in pixels, `noise` that of the
    sensor in grey levels (0: none), `jpeg` a quality or None. `glare` 0..1 is how brightly the lamp is
    mirrored by polished tiles and `spread` how wide, as the sigma of slopes; `flicker` 0..1 the depth of
    the lamp's ripple at twice the `mains` frequency (hertz).
    """

    brightness: float = 1.0
    warmth: float = 0.08
    gradient: float = 0.16
    direction: float = 115.0
    vignette: float = 0.16
    shadow: float = 0.5
    lean: float = 0.28
    blur: float = 0.55
    noise: float = 1.8
    jpeg: int | None = None
    glare: float = 0.0
    spread: float = 0.06
    flicker: float = 0.0
    mains: float = 50.0

    @classmethod
    def random(cls, rng: np.random.Generator) -> Self:
        """Another room, from bright day to a dim warm lamp."""
        dim = rng.uniform() < 0.3
        return cls(
            brightness=float(rng.uniform(0.35, 0.7) if dim else rng.uniform(0.75, 1.12)),
            warmth=float(np.clip(rng.normal(0.5 if dim else 0.1, 0.3), -0.7, 1.0)),
            gradient=float(rng.uniform(0.0, 0.45)),
            direction=float(rng.uniform(-180, 180)),
            vignette=float(rng.uniform(0.0, 0.35)),
            shadow=float(rng.uniform(0.2, 0.75)),
            lean=float(rng.uniform(0.05, 0.7)),
            blur=float(rng.uniform(0.35, 1.3)),
            noise=float(rng.uniform(0.5, 5.0) * (1.5 if dim else 1.0)),
            jpeg=int(rng.integers(60, 96)) if rng.uniform() < 0.3 else None,
        )

    @classmethod
    def harsh(cls, rng: np.random.Generator) -> Self:
        """A `random` room whose lamp is mirrored by the tiles or flickers."""
        plain = cls.random(rng)
        return replace(
            plain,
            glare=float(rng.uniform(0.15, 0.6)) if rng.uniform() < 0.6 else 0.0,
            spread=float(rng.uniform(0.02, 0.1)),
            lean=float(rng.uniform(0.05, 0.3)),
            flicker=float(rng.uniform(0.1, 0.6)) if rng.uniform() < 0.6 else 0.0,
            mains=float(rng.choice([50.0, 60.0])),
        )

    @property
    def towards(self) -> tuple[float, float]:
        """Unit vector on the table towards the lamp."""
        a = math.radians(self.direction)
        return math.cos(a), math.sin(a)

    def mirrored(self, spots: NDArray[np.float64], normal: NDArray[np.float64], view: View) -> Gleam:
        """How much of the lamp polished ground at `spots` (N x 3 mm) throws into the camera, 0..`glare`.

        The lamp is far away, `lean` to the side of straight above, as its shadows say.
        """
        ux, uy = self.towards
        lamp = np.array([ux * self.lean, uy * self.lean, 1.0])
        eye = np.array([view.x, view.y, view.z]) - spots
        half = lamp / np.linalg.norm(lamp) + eye / np.linalg.norm(eye, axis=1, keepdims=True)
        along = half @ normal
        across = np.linalg.norm(half - along[:, None] * normal, axis=1)
        return np.asarray(self.glare * np.exp(-((across / np.maximum(along, 1e-6) / self.spread) ** 2) / 2))


@dataclass(frozen=True)
class Gain:
    """The factors of BGR by which `light` makes the pixels of a picture brighter or darker.

    They are computed where they are asked for: those of a whole picture would take four times its memory.
    """

    light: Light
    view: View

    def rows(self, top: int, bottom: int) -> Floats:
        """(bottom - top) x width x 3, of the rows from `top` to before `bottom`."""
        return self._of(self._across[None, :], self._down[top:bottom, None])

    def near(self, x: int, y: int) -> Floats:
        """The factors of BGR (3) at one pixel; of the nearest one where (x, y) lies outside the picture."""
        column = min(max(x, 0), self.view.width - 1)
        row = min(max(y, 0), self.view.height - 1)
        (factors,) = self._of(self._across[None, column : column + 1], self._down[row : row + 1, None])[0]
        return np.asarray(factors, np.float32)

    @cached_property
    def _across(self) -> Floats:
        return np.linspace(-1, 1, self.view.width, dtype=np.float32)

    @cached_property
    def _down(self) -> Floats:
        return np.linspace(-1, 1, self.view.height, dtype=np.float32)

    def _of(self, x: Floats, y: Floats) -> Floats:
        light = self.light
        ux, uy = light.towards
        plane = 1.0 + light.gradient * (ux * x - uy * y) / 2
        field = light.brightness * plane * (1.0 - light.vignette * (x**2 + y**2) / 2)
        tint = (1.0 - 0.42 * light.warmth, 1.0 - 0.1 * light.warmth, 1.0 + 0.08 * light.warmth)
        return np.asarray(field[:, :, None] * np.asarray(tint, np.float32), dtype=np.float32)
