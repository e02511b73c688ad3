"""One camera over one mat, and four standing hands on it that the eyes have seen."""

from __future__ import annotations

import pytest

from tests.vision.eyes.table import HANDS, Table
from vision.calibration.by_markers import calibrate
from vision.calibration.surface import Surface
from vision.scene.render import Renderer
from vision.scene.scene import Scene


@pytest.fixture(scope="session")
def renderer() -> Renderer:
    return Renderer(seed=3)


@pytest.fixture(scope="session")
def surface(renderer: Renderer) -> Surface:
    return calibrate(renderer.render(Scene(), 0.0), 50.0)


@pytest.fixture
def table(renderer: Renderer, surface: Surface) -> Table:
    out = Table(renderer, surface)
    out.show([Scene(HANDS)] * 6)
    assert out.given == []
    return out
