"""The rendered camera can fail like a real one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.camera.frame import Pixels
from vision.camera.sources import CameraError
from vision.scene.camera import CameraFault, RenderedCamera, spoiled
from vision.scene.demo import demo_scene
from vision.scene.render import Light, Renderer, View
from vision.scene.scene import Scene

SMALL = View(width=676, height=506, focal=730.0)


@pytest.fixture(scope="module")
def picture() -> Pixels:
    return Renderer(SMALL, light=Light(noise=1.5)).render(demo_scene(1), 0.0)


def camera_at(times: list[float]) -> RenderedCamera:
    scene = demo_scene(1)
    return RenderedCamera(lambda t: scene, Renderer(SMALL), lambda: times[-1])


def test_the_rendered_camera_stamps_frames_with_the_clock() -> None:
    times = [12.5]
    camera = camera_at(times)
    camera.open()
    first = camera.read()
    times.append(12.6)
    second = camera.read()
    assert first is not None
    assert second is not None
    assert (first.t, second.t) == (12.5, 12.6)
    assert first.camera == camera.name
    assert first.pixels.shape == (506, 676, 3)


def test_the_rendered_camera_asks_for_the_scene_of_its_moment() -> None:
    asked: list[float] = []

    def source(t: float) -> Scene:
        asked.append(t)
        return Scene()

    RenderedCamera(source, Renderer(SMALL), lambda: 3.25).read()
    assert asked == [3.25]


def test_a_missing_camera_cannot_be_opened_and_gives_nothing() -> None:
    camera = camera_at([0.0])
    camera.fault = CameraFault.MISSING
    with pytest.raises(CameraError, match="no camera"):
        camera.open()
    assert camera.read() is None
    camera.fault = CameraFault.NONE
    assert camera.read() is not None


def test_a_frozen_camera_gives_its_last_picture_with_new_times() -> None:
    times = [1.0]
    camera = camera_at(times)
    first = camera.read()
    camera.fault = CameraFault.FROZEN
    times.append(2.0)
    second = camera.read()
    assert first is not None
    assert second is not None
    assert second.t == 2.0
    assert np.array_equal(first.pixels, second.pixels)


def test_a_dark_picture_is_dark(picture: Pixels) -> None:
    assert spoiled(picture, CameraFault.DARK).mean() < 8


def test_a_covered_lens_shows_no_detail_but_light(picture: Pixels) -> None:
    covered = spoiled(picture, CameraFault.COVERED)
    assert covered.mean() > 15
    assert cv2.Laplacian(cv2.GaussianBlur(covered, (9, 9), 2), cv2.CV_64F).std() < 1.0


def test_a_bumped_camera_sees_the_mat_elsewhere(picture: Pixels) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    detector = cv2.aruco.ArucoDetector(dictionary)
    places = []
    for image in (picture, spoiled(picture, CameraFault.BUMPED)):
        corners, ids, _ = detector.detectMarkers(cv2.resize(image, None, fx=2, fy=2))
        places.append({int(i): c[0].mean(axis=0) / 2 for c, i in zip(corners, ids.ravel(), strict=True)})
    both = places[0].keys() & places[1].keys()
    assert len(both) >= 4
    assert all(np.hypot(*(places[0][i] - places[1][i])) > 4 for i in both)


def test_the_rendered_camera_exposes_less_where_it_has_a_shutter() -> None:
    asked: list[float] = []
    camera = RenderedCamera(lambda t: Scene(), Renderer(SMALL), lambda: 0.0, shutter=asked.append)
    assert camera.expose(0.8)
    assert asked == [0.8]
    assert not camera_at([0.0]).expose(0.8)
