"""The camera that a configuration names, and its first pictures."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.config import CameraSection, ConfigError, parse
from controller.eyes.cameras import camera_of, frames_of
from vision.camera.sources import CameraError

MACHINE = {"kind": "serial", "port": "/dev/ttyACM0"}


@pytest.mark.parametrize(
    ("kind", "source", "name"),
    [
        ("v4l2", "2", "/dev/video2"),
        ("picamera", "", "picamera 0"),
        ("rtsp", "rtsp://me:secret@cam/live", "rtsp://cam/live"),
        ("file", "/films/table.mp4", "table.mp4"),
    ],
)
def test_every_kind_of_camera_has_its_name(kind: str, source: str, name: str) -> None:
    config = parse({"camera": {"kind": kind, "source": source}, "machine": MACHINE}, "t")
    assert camera_of(config.camera, lambda: 0.0).name == name


def test_only_the_pi_s_camera_needs_no_source() -> None:
    with pytest.raises(ConfigError, match=r"camera\.source is missing; a rtsp camera"):
        parse({"camera": {"kind": "rtsp"}, "machine": MACHINE}, "t")


def test_pictures_of_a_recording_until_it_ends(tmp_path: Path) -> None:
    for i in range(3):
        cv2.imwrite(str(tmp_path / f"{i}.png"), np.full((8, 10, 3), i, np.uint8))
    section = CameraSection(kind="file", source=str(tmp_path))
    assert [int(f.pixels[0, 0, 0]) for f in frames_of(camera_of(section, lambda: 0.0), 2)] == [0, 1]
    assert len(frames_of(camera_of(section, lambda: 0.0), 9)) == 3


def test_a_camera_without_a_picture_is_one_sentence() -> None:
    ticks = iter(range(100))

    class Blind:
        name = "x"

        def open(self) -> None: ...
        def read(self) -> None: ...

        def expose(self, factor: float) -> bool:
            return factor > 1.0

        def close(self) -> None: ...

    with pytest.raises(CameraError, match="The camera x gives no picture"):
        frames_of(Blind(), 3, lambda: float(next(ticks)))
