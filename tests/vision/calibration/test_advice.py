"""What pictures tell of light, focus and lamps, measured on rendered mats spoiled in known ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from vision.calibration.advice import advice, hints, quality
from vision.calibration.surface import find_markers
from vision.camera.frame import Frame, Pixels
from vision.scene.render import Renderer
from vision.scene.scene import Scene

Change = Callable[[Pixels, float], Pixels]
TIMES = tuple(i / 13 for i in range(26))


@pytest.fixture(scope="module")
def mat() -> Pixels:
    return Renderer().render(Scene(), 0.0)


def noisy(pixels: Any, t: float) -> Pixels:
    noise = np.random.default_rng(int(t * 1000)).integers(0, 3, pixels.shape[:2], np.uint8)
    return np.asarray(cv2.add(pixels, cv2.merge([noise] * 3)), np.uint8)


def film(mat: Pixels, change: Change = noisy, times: tuple[float, ...] = TIMES) -> list[Frame]:
    return [Frame("t", t, change(mat, t)) for t in times]


def gain(by: float) -> Change:
    return lambda p, t: np.asarray(cv2.convertScaleAbs(noisy(p, t), alpha=by), np.uint8)


def lamp(mains: int) -> Change:
    """Rows read one after the other over 20 ms under a lamp that ripples by a tenth."""

    def lit(pixels: Pixels, t: float) -> Pixels:
        moments = t + 0.02 * np.arange(len(pixels)) / len(pixels)
        strength = 1 + 0.1 * np.cos(2 * np.pi * 2 * mains * moments)
        return np.clip(pixels * strength[:, None, None], 0, 255).astype(np.uint8)

    return lit


def test_each_sentence_has_a_code(mat: Pixels) -> None:
    seen = quality(film(mat, gain(0.3), TIMES[:3]))
    assert [hint.sentence for hint in hints(seen)] == advice(seen)
    assert "dim" in {hint.code for hint in hints(seen)}


def test_a_good_picture_needs_no_advice(mat: Pixels) -> None:
    seen = quality(film(mat))
    assert (seen.width, seen.height) == (2028, 1520)
    assert seen.rate == pytest.approx(13.0)
    assert seen.flicker < 0.005
    assert seen.smear < 1.1
    assert advice(seen) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda p, t: p, "same to the last bit"),
        (gain(0.3), "dim"),
        (gain(5.0), "burnt out"),
        (lambda p, t: noisy(cv2.GaussianBlur(p, (0, 0), 3.0), t), "soft"),
        (lambda p, t: noisy(cv2.blur(p, (11, 1)), t), "smeared in one direction"),
        (lambda p, t: noisy(np.full_like(p, 90), t), "No edge"),
    ],
)
def test_each_fault_has_its_advice(mat: Pixels, change: Change, words: str) -> None:
    sentences = advice(quality(film(mat, change, TIMES[:3])))
    assert any(words in sentence for sentence in sentences)
    assert all(sentence.endswith(".") for sentence in sentences)


@pytest.mark.parametrize(("mains", "words"), [(50, "multiple of 10.0 ms"), (60, "multiple of 8.3 ms")])
def test_a_lamp_that_flickers_is_known_by_its_mains(mat: Pixels, mains: int, words: str) -> None:
    seen = quality(film(mat, lamp(mains)))
    assert seen.mains == mains
    assert seen.flicker == pytest.approx(0.1, rel=0.5)
    assert any(words in sentence for sentence in advice(seen))


def test_white_that_is_burnt_out_at_markers_is_said(mat: Pixels) -> None:
    """Far less than a hundredth of the picture, but the white of tiles beside them is gone, too."""
    marker = max(find_markers(mat).values(), key=lambda corners: float(corners[:, 0].mean()))
    lamp_at = int(marker[:, 0].min()) - 20

    def lit(pixels: Pixels, _: float) -> Pixels:
        out = pixels.copy()
        out[:, lamp_at:] = cv2.convertScaleAbs(pixels[:, lamp_at:], alpha=1.4)
        return out

    seen = quality(film(mat, lit, TIMES[:3]))
    assert 1 <= seen.burnt_markers < len(find_markers(mat))
    (hint,) = [hint for hint in hints(seen) if hint.code == "burnt_markers"]
    assert hint.values == {"markers": seen.burnt_markers}
    assert quality(film(mat)).burnt_markers == 0


def test_few_pictures_a_second_are_reported(mat: Pixels) -> None:
    assert any("5.0 pictures" in s for s in advice(quality(film(mat, times=(0.0, 0.2, 0.4)))))


@pytest.mark.parametrize("shape", [(1, 1, 3), (3, 5000, 3)])
def test_pictures_of_odd_shape_are_measured_all_the_same(shape: tuple[int, ...]) -> None:
    assert advice(quality([Frame("t", 0.0, np.full(shape, 90, np.uint8))])) != []
