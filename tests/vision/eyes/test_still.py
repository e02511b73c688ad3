"""What is read again is read by the mean of its pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles.tile import ALL
from tests.vision.eyes.table import FPS, HANDS, Table, Teller, discard
from vision.calibration.mat import Rect
from vision.calibration.surface import Surface
from vision.camera.exposure import lightened
from vision.camera.frame import Frame, Pixels
from vision.eyes.observation import Observation
from vision.eyes.still import StillMean, averaged
from vision.nets.detection import Detection
from vision.scene.render import Renderer, View
from vision.scene.scene import Scene

WHOLE = np.array([(2.2, 1.0), (9.0, 1.4), (8.5, 6.0)])
BOX = slice(1, 7), slice(2, 10)


@given(st.lists(st.integers(0, 255), min_size=1, max_size=12))
def test_in_its_box_lies_the_mean_and_beside_it_the_picture(levels: list[int]) -> None:
    mean = StillMean(WHOLE, 0.0)
    for level in levels:
        mean.add(np.full((8, 12, 3), level, np.uint8))
    now = np.full((8, 12, 3), 7, np.uint8)
    laid = averaged(now, [mean])
    assert (np.abs(laid[BOX].astype(float) - np.mean(levels)) <= 0.5).all()
    laid[BOX] = 7
    assert (laid == 7).all()
    assert (now == 7).all(), "the picture that was given is the camera's"


def test_a_region_beyond_the_picture_is_what_of_it_is_seen() -> None:
    mean = StillMean(WHOLE * 2 - 6, 0.0)
    mean.add(np.full((8, 12, 3), 9, np.uint8))
    assert (averaged(np.zeros((8, 12, 3), np.uint8), [mean])[:7, :12] == 9).any()


class Keeping(Teller):
    """Keeps what it is given around one place, and is never sure."""

    def __init__(self, view: View, box: tuple[slice, slice]) -> None:
        super().__init__(view)
        self.given: list[Pixels] = []
        self._box = box
        self.sure = lambda _: 0.7

    def detect(
        self, pixels: Pixels, surface: Surface, region: Rect | None = None, stacks: Sequence[Rect] = ()
    ) -> list[Detection]:
        self.given.append(pixels[self._box].copy())
        return super().detect(pixels, surface, region, stacks)


class Dim:
    """A table whose light has nearly gone; `gain` lightens its pictures."""

    def __init__(self, renderer: Renderer, surface: Surface, gain: float) -> None:
        self.new = discard(50, ALL[4], 0, 0)
        x, y = surface.image_points([(self.new.x, self.new.y, 20.0)])[0].astype(int)
        self.reader = Keeping(renderer.view, (slice(y - 60, y + 60), slice(x - 60, x + 60)))
        self.table = Table(renderer, surface, self.reader)
        self._gain, self._rng = gain, np.random.default_rng(5)

    def show(self, scene: Scene, pictures: int) -> list[Observation]:
        found: list[Observation] = []
        self.reader.scene = scene
        clean = self.table.renderer.render(scene, 0.0)
        for _ in range(pictures):
            noise = self._rng.normal(0, 2.0, clean.shape)
            dim = np.clip(clean / self._gain + noise, 0, 255).astype(np.uint8)
            frame = lightened(Frame("t", self.table.t, dim), self._gain)
            found += [each for each in self.table.eyes.feed(frame) if isinstance(each, Observation)]
            self.table.t += 1 / FPS
        return found

    def spreads(self, scene: Scene) -> list[float]:
        """How far what was read is from the scene without noise, by reading."""
        clean = self.table.renderer.render(scene, 0.0)[self.reader._box].astype(float)
        found = [float((each - clean).std()) for each in self.reader.given]
        self.reader.given.clear()
        return found


@pytest.mark.parametrize("gain", [4.0, 1.0])
def test_noise_falls_from_reading_to_reading(renderer: Renderer, surface: Surface, gain: float) -> None:
    dim = Dim(renderer, surface, gain)
    dim.show(Scene(HANDS), 8)
    dim.reader.given.clear()
    scene = Scene((*HANDS, dim.new))
    (seen, *_) = dim.show(scene, 10)
    assert [each.tile for each in seen.tiles] == [ALL[4]]
    first, *again = dim.spreads(scene)
    assert len(again) == 5
    assert all(after < before for before, after in pairwise(again))
    assert again[-1] < 0.7 * first


def test_a_tile_that_takes_another_s_place_is_read_without_it(renderer: Renderer, surface: Surface) -> None:
    dim = Dim(renderer, surface, 4.0)
    dim.show(Scene((*HANDS, dim.new)), 12)
    dim.spreads(Scene((*HANDS, dim.new)))
    scene = Scene((*HANDS, replace(dim.new, face=ALL[30])))
    dim.show(scene, 12)
    spreads = dim.spreads(scene)
    assert len(spreads) >= 6
    assert max(spreads) < 1.1 * spreads[0]
