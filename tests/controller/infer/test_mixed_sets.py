"""Two sets are mixed: the table says so, and one tile too many is only asked about."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from engine.state import events as ev
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.infer.mat import Mat
from tests.vision.eyes.table import HANDS, Table, discard
from vision.calibration.by_markers import calibrate
from vision.calibration.mat import Zone
from vision.camera.frame import Pixels
from vision.faces.makers import maker
from vision.nets.blank import Colours
from vision.nets.detect import Detector
from vision.scene.render import Renderer
from vision.scene.scene import Scene

STILL = 12
"""Pictures in which nothing moves: a second."""


def laid(mat: Mat, ponds: Sequence[str]) -> list[str]:
    """What is asked, in the end, where these tiles lie in the ponds."""
    for seat, faces in enumerate(ponds):
        mat.pond(seat, *(str(tile) for tile in parse_tiles(faces)))
    mat.wait(5.0)
    return mat.codes


@pytest.mark.parametrize(
    ("ponds", "mixed"),
    [
        (("1z", "1z", "1z", "1z"), False),
        (("11z", "1z", "1z", "1z"), False),
        (("11z", "11z", "1z", "1z"), True),
        (("12z", "12z", "12z", "1122z"), True),
        (("0555p", "0p", "1z", "2z"), False),
        (("0555p", "05p", "1z", "2z"), True),
    ],
    ids=["four", "five", "six", "five and five", "five of a red kind", "six of a red kind"],
)
def test_two_tiles_too_many_are_of_another_set(ponds: Sequence[str], mixed: bool) -> None:
    assert ("sets_mixed" in laid(Mat(ev.Discarded(0, Tile.parse(ponds[0][-2:]))), ponds)) == mixed


def test_it_names_the_tiles_and_goes_away_with_them() -> None:
    mat = Mat(ev.Discarded(0, Tile.parse("1z")))
    laid(mat, ("12z", "12z", "12z", "1122z"))
    found = mat.inference.feed(mat.game, [], mat.now)
    (question,) = [q for q in found.questions if q.code == "sets_mixed"]
    assert (question.candidates, question.seat) == (["1z", "2z"], None)
    assert "sets_mixed" not in laid(mat, ("1z", "12z", "12z", "12z"))


def from_both(one: Pixels, other: Pixels) -> Pixels:
    """The picture of one set, in whose far half lie the tiles of another."""
    return np.vstack([other[: other.shape[0] // 2], one[one.shape[0] // 2 :]])


@pytest.mark.parametrize(("others", "mixed"), [("111p", True), ("1p77z", False)], ids=["six 1p", "four 1p"])
def test_tiles_of_two_makers_on_one_mat_are_read_and_said(others: str, mixed: bool) -> None:
    """One set lies in the pond before seat 0, another before seat 2, as rendered and read by the nets."""
    first, second = Renderer(style=maker(3), seed=5), Renderer(style=maker(8), seed=5)
    table = Table(first, calibrate(first.render(Scene(), 0.0)), Detector(threads=2, colours=Colours()))
    ponds = {0: parse_tiles("111p77z"), 2: parse_tiles(others)}
    tiles = [discard(1000 + 10 * seat + n, t, seat, n) for seat in ponds for n, t in enumerate(ponds[seat])]
    scene = Scene((*HANDS, *tiles))
    seen = table.show([scene] * STILL, lambda pixels: from_both(pixels, second.render(scene, table.t)))
    table.eyes.close()
    mat = Mat(ev.Discarded(0, Tile.parse("1p")))
    mat.feed(*seen)
    mat.wait(5.0)
    assert ("sets_mixed" in mat.codes) == mixed
    assert {str(t.tile) for o in seen if o.zone is Zone.POND for t in o.tiles} == {"1p", "7z"}
