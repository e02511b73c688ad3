"""What the light of a picture is."""

from __future__ import annotations

import numpy as np
import pytest

from vision.camera.light import middle_colour


def test_the_middle_colour_is_the_median_of_every_channel() -> None:
    row = np.array([[[1, 9, 250], [2, 8, 0], [90, 7, 255]]], np.uint8)
    assert middle_colour(row).tolist() == [2, 8, 250]


def test_of_an_even_number_it_lies_between_the_two_in_the_middle() -> None:
    row = np.array([[[0, 255, 7], [10, 255, 7], [13, 0, 7], [90, 0, 8]]], np.uint8)
    assert middle_colour(row).tolist() == [11.5, 127.5, 7]


@pytest.mark.parametrize("size", [(1, 1), (43, 300), (64, 51)])
def test_one_colour_is_its_own_middle(size: tuple[int, int]) -> None:
    assert middle_colour(np.full((*size, 3), (0, 128, 255), np.uint8)).tolist() == [0, 128, 255]
