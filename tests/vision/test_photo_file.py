"""Pictures from anywhere: odd kinds of files give the same upright pixels, or one clear sentence."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.photo_file import LONGEST, PhotoError, claimed_size, open_photo

RED = (40, 40, 200)


def picture(height: int = 40, width: int = 60) -> np.ndarray:
    out = np.full((height, width, 3), 255, np.uint8)
    out[: height // 2, : width // 2] = RED
    return out


def written(path: Path, pixels: np.ndarray) -> Path:
    assert cv2.imwrite(str(path), pixels)
    return path


def with_exif(path: Path, orientation: int) -> Path:
    """The same JPEG with an EXIF note of how the camera was held."""
    data = path.read_bytes()
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", 1) + entry + struct.pack("<I", 0)
    body = b"Exif\0\0" + tiff
    path.write_bytes(data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:])
    return path


def test_a_camera_held_upright_is_turned_as_the_file_says(tmp_path: Path) -> None:
    path = with_exif(written(tmp_path / "a.jpg", picture()), 6)
    pixels, ratio = open_photo(path)
    assert pixels.shape == (60, 40, 3)
    assert ratio == 1.0
    assert np.abs(pixels[5, 35].astype(int) - RED).max() < 30, "the top left corner went to the top right"


def test_transparency_is_laid_on_white(tmp_path: Path) -> None:
    clear = np.zeros((20, 20, 4), np.uint8)
    clear[:10] = (*RED, 255)
    pixels, _ = open_photo(written(tmp_path / "a.png", clear))
    assert tuple(pixels[2, 2]) == RED
    assert tuple(pixels[15, 2]) == (255, 255, 255)


def test_sixteen_bits_and_grey_become_the_usual_pixels(tmp_path: Path) -> None:
    deep, _ = open_photo(written(tmp_path / "a.png", picture().astype(np.uint16) * 257))
    assert np.abs(deep.astype(int) - picture()).max() <= 1
    grey, _ = open_photo(written(tmp_path / "b.png", picture()[:, :, 0]))
    assert grey.shape == (40, 60, 3)


def test_a_huge_picture_is_made_smaller_and_says_by_how_much(tmp_path: Path) -> None:
    pixels, ratio = open_photo(written(tmp_path / "a.png", picture(3000, 6000)))
    assert pixels.shape == (LONGEST // 2, LONGEST, 3)
    assert ratio == pytest.approx(2.5)


def test_a_picture_that_would_not_fit_into_memory_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    head = b"IHDR" + struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    (tmp_path / "bomb.png").write_bytes(b"\x89PNG\r\n\x1a\n" + chunk)
    with pytest.raises(PhotoError, match="too large"):
        open_photo(tmp_path / "bomb.png")


def test_the_claimed_size_of_a_jpeg_is_found(tmp_path: Path) -> None:
    path = with_exif(written(tmp_path / "a.jpg", picture(123, 77)), 1)
    assert claimed_size(path.read_bytes()) == (77, 123)


@pytest.mark.parametrize(
    "data", [b"", b"hello", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"\xff\xd8\xff\xe0\0\0"]
)
def test_what_is_no_picture_is_said_in_a_sentence(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.jpg").write_bytes(data)
    with pytest.raises(PhotoError, match=r"is no picture: give a photograph"):
        open_photo(tmp_path / "a.jpg")


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="cannot be read"):
        open_photo(tmp_path / "none.jpg")
