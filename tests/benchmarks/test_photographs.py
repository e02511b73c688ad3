"""What counts as a tile that is read."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.photographs import Box, compare, mended
from engine.tiles.tile import Tile
from vision.photo.read import PhotoTile

HERE: Box = (100.0, 100.0, 140.0, 160.0)
BESIDE: Box = (142.0, 100.0, 182.0, 160.0)
ONE, TWO = Tile.parse("1m"), Tile.parse("2m")


def labelled(face: Tile, box: Box) -> PhotoTile:
    left, top, right, low = box
    return PhotoTile(face, ((left, top), (right, top), (right, low), (left, low)), 0.9)


def counted(found: list[PhotoTile], truth: list[tuple[Tile, Box]]) -> Counter[str]:
    count: Counter[str] = Counter()
    compare(count, found, truth)
    return count


def test_a_photograph_is_exact_if_every_label_is_read_and_nothing_lies_across() -> None:
    truth = [(ONE, HERE), (TWO, BESIDE)]
    right = [labelled(ONE, HERE), labelled(TWO, BESIDE)]
    assert counted(right, truth)["exact"] == 1
    assert counted([*right, labelled(ONE, (400, 100, 440, 160))], truth)["exact"] == 1, "not all are labelled"
    assert counted([*right, labelled(ONE, (118, 100, 158, 160))], truth)["exact"] == 0, "told twice"
    wrong = counted([labelled(TWO, HERE), labelled(TWO, BESIDE)], truth)
    assert (wrong["located"], wrong["read"], wrong["exact"]) == (2, 1, 0)
    assert counted(right[:1], truth)["located"] == 1


def test_a_label_that_is_there_twice_is_mended_to_one() -> None:
    almost = (102.0, 102.0, 142.0, 162.0)
    assert mended("other", [(ONE, HERE), (ONE, almost)]) == [(ONE, HERE)]
    assert mended("other", [(ONE, HERE), (ONE, BESIDE)]) == [(ONE, HERE), (ONE, BESIDE)]


@pytest.mark.parametrize(("face", "left"), [(TWO, [(TWO, HERE)]), (None, [])])
def test_a_label_that_is_known_to_be_wrong_is_mended(
    face: Tile | None, left: list[tuple[Tile, Box]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmarks.photographs.FAULTY", {("picture", 0): face})
    assert mended("picture", [(ONE, HERE)]) == left
    assert mended("another", [(ONE, HERE)]) == [(ONE, HERE)]
