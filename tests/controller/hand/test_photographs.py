"""Photographs of real hands, read and understood as the page does it; they are no part of this repository."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from controller.hand.reader import HandReader, NoPictureError
from vision.camera.frame import Pixels

PHOTOS = Path(__file__).resolve().parents[4] / "shared" / "photos"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(120),
    pytest.mark.skipif(not PHOTOS.is_dir(), reason="there are no photographs in ../shared"),
]
HANDS = ("hand_f7524369", "hand_dc432b60", "grn_b7faf1f0", "grn_eb874ac4")
"""On racks and on cloth, two with loose tiles and flowers about."""
BESIDE = "hand_f7524369"
"""Its last three tiles are green dragons."""


@pytest.fixture(scope="module")
def reader() -> HandReader:
    return HandReader()


@pytest.fixture(scope="module")
def notes() -> dict[str, list[dict[str, Any]]]:
    found = json.loads((PHOTOS / "photos" / "annotations.json").read_text("utf-8"))
    return {Path(note["file"]).stem: note["tiles"] for note in found}


@pytest.mark.parametrize("name", HANDS)
def test_the_tiles_of_a_photographed_hand_need_no_touch(
    reader: HandReader, notes: dict[str, list[dict[str, Any]]], name: str
) -> None:
    found = reader.read((PHOTOS / "photos" / f"{name}.jpg").read_bytes())
    faces = Counter(str(found.seen[at].tile) for at in found.hand)
    assert faces == Counter(tile["label"] for tile in notes[name])
    assert (found.win, found.sets) == (None, [])
    assert all(0 <= part <= 1 for at in found.hand for corner in found.seen[at].quad for part in corner)


def set_aside(picture: Pixels, tiles: list[dict[str, Any]]) -> Pixels:
    """The photograph with the last three tiles of its row laid before it, the right one across."""
    row = sorted((tile["box"] for tile in tiles), key=lambda box: box[0])[-3:]
    boxes = [[round(part) for part in box] for box in row]
    out = picture.copy()
    parts = [picture[top:low, left:right].copy() for left, top, right, low in boxes]
    up = 5 * (boxes[0][3] - boxes[0][1])
    for left, top, right, low in boxes:
        out[top - 4 : low + 4, left:] = picture[top - up - 4 : low - up + 4, left:]
        del right
    parts[2] = np.ascontiguousarray(np.rot90(parts[2]))
    x, low = 300, boxes[0][3] - up // 2
    for part in parts:
        high, wide = part.shape[:2]
        out[low - high : low, x : x + wide] = part
        x += wide
    return out


def packed(picture: Pixels, orientation: int) -> bytes:
    """As a camera of 12 megapixels writes it that was held another way."""
    done, data = cv2.imencode(".jpg", cv2.resize(picture, (4000, 3000)))
    assert done
    body = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0" + bytes([orientation]) + b"\0\0\0\0\0\0"
    segment = b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body
    return data[:2].tobytes() + segment + data[2:].tobytes()


@pytest.mark.parametrize("turned", [False, True], ids=["upright", "turned"])
def test_a_set_before_the_hand_is_found_in_twelve_megapixels(
    reader: HandReader, notes: dict[str, list[dict[str, Any]]], turned: bool
) -> None:
    picture = cv2.imread(str(PHOTOS / "photos" / f"{BESIDE}.jpg"))
    assert picture is not None
    found = reader.read(packed(set_aside(np.asarray(picture, np.uint8), notes[BESIDE]), 6 if turned else 1))
    faces = Counter(str(found.seen[at].tile) for at in found.hand)
    assert faces == {"1z": 3, "2z": 3, "3z": 3, "4z": 2}
    assert [(one.type.value, one.tiles) for one in found.sets] == [("pon", ["6z", "6z", "6z"])]


def test_a_picture_of_something_else_shows_no_hand(reader: HandReader) -> None:
    ramp = np.tile(np.linspace(0, 255, 640, dtype=np.uint8)[:, None, None], (1, 640, 3))
    done, data = cv2.imencode(".png", ramp)
    assert done
    found = reader.read(data.tobytes())
    assert (found.hand, found.win, found.sets) == ([], None, [])


@pytest.mark.parametrize("content", [b"", b"no picture", b"\xff\xd8\xff\xe0 cut short"])
def test_what_is_no_picture_is_refused(reader: HandReader, content: bytes) -> None:
    with pytest.raises(NoPictureError):
        reader.read(content)
