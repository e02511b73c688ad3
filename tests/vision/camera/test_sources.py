"""Recordings say in one sentence what is wrong."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera.frame import Pixels
from vision.camera.sources import CameraError, FileCamera, read_picture
from vision.scene.demo import demo_scene
from vision.scene.render import Light, Renderer, View

SMALL = View(width=676, height=506, focal=730.0)


@pytest.fixture(scope="module")
def picture() -> Pixels:
    return Renderer(SMALL, light=Light(noise=1.5)).render(demo_scene(1), 0.0)


def test_a_closed_camera_is_not_read() -> None:
    with pytest.raises(CameraError, match="open it"):
        FileCamera("nowhere").read()


def test_a_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    for name, level in (("b.png", 90), ("a.png", 30), ("note.txt", 0)):
        if name.endswith("png"):
            cv2.imwrite(str(tmp_path / name), np.full((8, 10, 3), level, np.uint8))
        else:
            (tmp_path / name).write_text("x")
    camera = FileCamera(tmp_path, rate=4.0)
    camera.open()
    frames = [camera.read(), camera.read(), camera.read()]
    assert [None if f is None else (f.t, int(f.pixels.mean())) for f in frames] == [
        (0.0, 30),
        (0.25, 90),
        None,
    ]


def test_a_film_is_read_to_its_end(tmp_path: Path, picture: Pixels) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (676, 506))
    assert writer.isOpened()
    for _ in range(3):
        writer.write(picture)
    writer.release()
    camera = FileCamera(path)
    camera.open()
    times = []
    while (frame := camera.read()) is not None:
        times.append(frame.t)
        assert np.abs(frame.pixels.astype(int) - picture).mean() < 6
    assert times == pytest.approx([0.0, 0.1, 0.2])


def numbered(folder: Path, count: int) -> None:
    for i in range(count):
        cv2.imwrite(str(folder / f"{i:03}.png"), np.full((8, 10, 3), i, np.uint8))


def test_a_recording_plays_along_a_clock_and_skips_what_is_late(tmp_path: Path) -> None:
    numbered(tmp_path, 12)
    clock = [100.0]
    camera = FileCamera(tmp_path, lambda: clock[0], rate=10.0)
    camera.open()
    seen = []
    for now in (100.0, 100.1, 100.5, 100.6):
        clock[0] = now
        frame = camera.read()
        assert frame is not None
        seen.append((frame.t, int(frame.pixels[0, 0, 0])))
    assert seen == [(100.0, 0), (100.1, 1), (100.5, 5), (100.6, 6)]


def test_the_end_of_a_recording_is_nothing_and_then_a_clear_word(tmp_path: Path) -> None:
    numbered(tmp_path, 1)
    camera = FileCamera(tmp_path)
    camera.open()
    assert camera.read() is not None
    assert camera.read() is None
    with pytest.raises(CameraError, match="has ended"):
        camera.read()
    camera.open()
    assert camera.read() is not None


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda p: p / "gone.mp4", "no recording"),
        (lambda p: p / "film.mp4", "cannot be read"),
        (lambda p: p / "folder", "holds no picture"),
    ],
)
def test_unreadable_recordings_give_one_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], make: object, words: str
) -> None:
    (tmp_path / "film.mp4").write_bytes(b"this is no film at all")
    (tmp_path / "folder").mkdir()
    assert callable(make)
    with pytest.raises(CameraError, match=words):
        FileCamera(make(tmp_path)).open()
    assert capfd.readouterr() == ("", "")


def huge_png() -> bytes:
    """The head of a PNG that claims 100000 x 100000 pixels."""
    head = b"IHDR" + struct.pack(">IIBBBBB", 100_000, 100_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))


@pytest.mark.parametrize(
    ("data", "words"), [(b"", "cannot be read"), (b"text", "cannot be read"), (huge_png(), "too large")]
)
def test_a_file_that_is_no_picture_of_a_mat_is_one_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], data: bytes, words: str
) -> None:
    (tmp_path / "a.png").write_bytes(data)
    with pytest.raises(CameraError, match=words):
        read_picture(tmp_path / "a.png")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("shape", [(8, 10), (8, 10, 4), (1, 1, 3)])
def test_grey_alpha_and_a_single_pixel_are_read_as_bgr(tmp_path: Path, shape: tuple[int, ...]) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full(shape, 90, np.uint8))
    assert read_picture(tmp_path / "a.png").shape == (*shape[:2], 3)


def test_a_broken_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"no picture")
    camera = FileCamera(tmp_path)
    camera.open()
    with pytest.raises(CameraError, match=r"a\.png cannot be read"):
        camera.read()
