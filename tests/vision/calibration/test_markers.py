"""The printed markers: apart from each other and from where tiles lie."""

from __future__ import annotations

import itertools

from vision.calibration.markers import IDS, MARKERS, QUIET, RIM
from vision.calibration.mat import MAT_HALF, POND_LEFT, POND_ROW_Y, STICK_Y, TILE_H, TILE_W, to_player


def test_every_id_stands_once() -> None:
    assert list(IDS) == list(range(16)) == [m.id for m in MARKERS]


def test_markers_with_their_cards_do_not_meet() -> None:
    for a, b in itertools.combinations(MARKERS, 2):
        reach = (a.side + b.side) / 2 + 2 * QUIET
        assert max(abs(a.x - b.x), abs(a.y - b.y)) > reach


def test_rim_markers_lie_on_the_rim() -> None:
    for marker in MARKERS[8:]:
        far = max(abs(marker.x), abs(marker.y))
        half = marker.side / 2 + QUIET
        assert far - half >= MAT_HALF
        assert far + half <= MAT_HALF + RIM


def test_no_tidy_pond_or_stick_covers_a_marker_of_the_mat() -> None:
    for marker, seat in itertools.product(MARKERS[:8], range(4)):
        x, y = to_player(seat, marker.x, marker.y)
        half = marker.side / 2
        in_columns = x + half > POND_LEFT and x - half < POND_LEFT + 6 * TILE_W
        in_rows = y - half < POND_ROW_Y[0] + TILE_H / 2 and y + half > POND_ROW_Y[2] - TILE_H / 2
        assert not (in_columns and in_rows)
        assert y - half > STICK_Y + 3.5 or abs(x) - half > 45
