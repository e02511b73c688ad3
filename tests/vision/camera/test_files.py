"""Pictures from anywhere: odd kinds of files give the same upright pixels, or one clear sentence."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.camera.files import LONGEST, PhotoError, claimed_size, open_photo

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


def test_a_long_strip_is_no_broken_picture(tmp_path: Path) -> None:
    pixels, ratio = open_photo(written(tmp_path / "strip.png", np.full((2, 30_000, 3), 90, np.uint8)))
    assert pixels.shape == (1, LONGEST, 3)
    assert ratio == pytest.approx(30_000 / LONGEST)


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
    ("data", "sentence"),
    [
        (b"", "is no picture: give a photograph such as a .jpg or .png."),
        (b"hello", "is no picture: give a photograph such as a .jpg or .png."),
        (b"%PDF-1.7", "is no picture: give a photograph such as a .jpg or .png."),
        (b"\x89PNG\r\n\x1a\n", "is a broken picture, perhaps cut short: copy it again."),
        (b"\xff\xd8\xff\xe0\0\0", "is a broken picture, perhaps cut short: copy it again."),
        (
            b"\0\0\0\x18ftypheic\0\0\0\0mif1",
            "is a HEIC picture, which cannot be read: save it as .jpg or .png.",
        ),
        (b"\0\0\0\x18ftypisom\0\0\0\0mp42", "is a film: read it with --watch."),
    ],
)
def test_what_is_no_picture_is_said_in_a_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], data: bytes, sentence: str
) -> None:
    with pytest.raises(PhotoError) as refused:
        open_photo(file(tmp_path, data))
    assert str(refused.value) == f"{tmp_path / 'a.jpg'} {sentence}"
    assert capfd.readouterr().err == "", "the sentence is ours, and the only one"


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp"])
def test_a_file_that_was_cut_short_is_no_half_picture(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], kind: str
) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3), np.uint8)
    data = written(tmp_path / f"whole{kind}", noise).read_bytes()
    with pytest.raises(PhotoError, match="perhaps cut short: copy it again"):
        open_photo(file(tmp_path, data[: len(data) // 2]))
    assert capfd.readouterr().err == ""


def test_a_transparent_picture_with_a_damaged_head_is_broken(tmp_path: Path) -> None:
    data = bytearray(written(tmp_path / "whole.png", np.full((20, 20, 4), 9, np.uint8)).read_bytes())
    at = data.index(b"IHDR") + 4
    data[at + 9] = 99  # no such number of bits
    with pytest.raises(PhotoError, match="is a broken picture"):
        open_photo(file(tmp_path, bytes(data)))


def file(folder: Path, data: bytes) -> Path:
    path = folder / "a.jpg"
    path.write_bytes(data)
    return path


def test_colours_of_print_are_read(tmp_path: Path) -> None:
    whole = Image.fromarray(np.ascontiguousarray(picture()[:, :, ::-1]))
    whole.convert("CMYK").save(tmp_path / "a.jpg", quality=95)
    assert np.abs(open_photo(tmp_path / "a.jpg")[0].astype(int) - picture())[5, 5].max() < 30


def test_of_an_animation_the_first_picture_is_read(tmp_path: Path) -> None:
    first, second = Image.new("RGB", (30, 20), (255, 0, 0)), Image.new("RGB", (30, 20), (0, 0, 255))
    first.save(tmp_path / "a.gif", save_all=True, append_images=[second])
    assert tuple(open_photo(tmp_path / "a.gif")[0][5, 5]) == (0, 0, 255), "BGR: red"


def test_a_very_large_jpeg_is_unpacked_smaller_and_turned_all_the_same(tmp_path: Path) -> None:
    path = with_exif(written(tmp_path / "a.jpg", picture(3000, 5200)), 6)
    pixels, ratio = open_photo(path)
    assert pixels.shape[0] == LONGEST
    assert pixels.shape[0] * ratio == pytest.approx(5200, abs=3)
    assert np.abs(pixels[20, -20].astype(int) - RED).max() < 30


def test_deep_transparency_is_laid_on_white(tmp_path: Path) -> None:
    clear = np.zeros((20, 20, 4), np.uint16)
    clear[:10] = (0, 0, 65535, 65535)
    pixels, _ = open_photo(written(tmp_path / "a.png", clear))
    assert (tuple(pixels[2, 2]), tuple(pixels[15, 2])) == ((0, 0, 255), (255, 255, 255))


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="cannot be read"):
        open_photo(tmp_path / "none.jpg")
