"""What the detector's net answers, read as places on the mat."""

from __future__ import annotations

import numpy as np
import pytest

from vision.calibration.mat import Rect
from vision.nets.heatmap import corners_at, peaks, quads

WIDE = Rect(-40.0, -24.0, 40.0, 24.0)
ROWS, COLUMNS = 12, 20
COLD = -8.0


def answer(u: float, v: float, angle: float) -> np.ndarray:
    """What a net says that sees one tile with its middle `u` cells right and `v` below the first cell's."""
    y, x = np.mgrid[:ROWS, :COLUMNS].astype(np.float32)
    turned = np.radians(2 * angle)
    heat = np.where((abs(x - u) < 1.5) & (abs(y - v) < 1.5), 2 - (x - u) ** 2 - (y - v) ** 2, COLD)
    return np.stack(
        [heat, u - x, v - y, *(np.full_like(x, n) for n in (np.cos(turned), np.sin(turned), 4.5))]
    )


@pytest.mark.parametrize(("u", "v"), [(7.25, 5.0), (0.0, 0.0), (COLUMNS - 1.0, ROWS - 1.0), (3.0, 8.375)])
def test_a_middle_lies_where_the_cells_around_it_say(u: float, v: float) -> None:
    (found,) = peaks(answer(u, v, 30.0).astype(np.float32), WIDE)
    assert (found.x, found.y) == pytest.approx((-40 + 4 * u + 2, 24 - 4 * v - 2), abs=1e-4)
    assert (found.angle, found.high) == pytest.approx((30.0, 4.5), abs=1e-4)
    most = 2 - (u - round(u)) ** 2 - (v - round(v)) ** 2
    assert found.heat == pytest.approx(1 / (1 + np.exp(-most)), abs=1e-5)


def test_a_doubtful_cell_counts_less() -> None:
    said = answer(7.0, 5.0, 0.0).astype(np.float32)
    said[1, 5, 8], said[0, 5, 8] = 2.0, COLD
    (found,) = peaks(said, WIDE)
    assert found.x == pytest.approx(-40 + 4 * 7 + 2, abs=0.01)


def test_where_it_is_cold_there_is_none() -> None:
    assert peaks(np.full((6, ROWS, COLUMNS), COLD, np.float32), WIDE) == []


def test_corners_go_clockwise_from_the_top_left_as_read() -> None:
    assert corners_at(10.0, 20.0, 0.0, 6.0, 8.0) == pytest.approx(
        np.array([[7, 24], [13, 24], [13, 16], [7, 16]])
    )
    quarter = corners_at(10.0, 20.0, 90.0, 6.0, 8.0)
    assert quarter == pytest.approx(np.array([[6, 17], [6, 23], [14, 23], [14, 17]]))


def test_corners_of_many_are_those_of_each() -> None:
    spots = [*peaks(answer(7.0, 5.0, 30.0), WIDE), *peaks(answer(2.0, 9.0, 70.0), WIDE)]
    each = [corners_at(spot.x, spot.y, spot.angle, 26.0, 34.0) for spot in spots]
    assert quads(spots, 26.0, 34.0) == pytest.approx(np.array(each))
