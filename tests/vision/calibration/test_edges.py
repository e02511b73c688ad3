"""The edge of a field as a step between two slopes of colour."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.calibration.edges import _unexplained


@pytest.mark.parametrize("step", [-3.0, 0.0, 2.5])
@pytest.mark.parametrize(("before", "behind"), [((40.0, 2.0), (180.0, -1.0)), ((90.0, -3.0), (20.0, 0.5))])
def test_two_slopes_that_meet_in_a_step_are_explained_whole_and_nowhere_else(
    step: float, before: tuple[float, float], behind: tuple[float, float]
) -> None:
    at, blur = np.arange(-10.0, 10.0, 0.5), 1.0
    beyond = np.array([0.5 * (1 + math.erf((x - step) / (blur * math.sqrt(2)))) for x in at])
    slopes = [level + slope * (at - step) for level, slope in (before, behind)]
    look = ((1 - beyond) * slopes[0] + beyond * slopes[1])[:, None].repeat(3, axis=1)
    assert _unexplained(at, look, (step,), blur) < 1e-6
    assert _unexplained(at, look, (step + 3.0,), blur) > 1.0
