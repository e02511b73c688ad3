"""Tracks: the same tile through nudges, labels that gather, tiles that come and go."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles.tile import Tile
from vision.calibration.mat import Rect
from vision.calibration.zones import Scope
from vision.eyes.familiarity import Familiarity
from vision.eyes.track import Tracks
from vision.nets.detection import Detection, Quad

FIVE, RED, SIX, WHITE = (Tile.parse(face) for face in ("5p", "0p", "6p", "5z"))


def seen(
    x: float, face: Tile | None = FIVE, p: float = 0.98, y: float = 0.0, score: float = 0.99
) -> Detection:
    other = SIX if face == FIVE else FIVE
    quad: Quad = ((x - 13, y + 17), (x + 13, y + 17), (x + 13, y - 17), (x - 13, y - 17))
    return Detection(((face, p), (other, 1 - p)), x, y, 0.0, quad, score)


BLANK = replace(seen(0), odds=((WHITE, 0.65), (None, 0.35)))
"""A white dragon without any mark."""


def untouched(quad: Quad) -> float:
    del quad
    return 0.0


def touched(quad: Quad) -> float:
    del quad
    return 1.0


def tracks(*detections: Detection) -> Tracks:
    out = Tracks(count(1), Familiarity())
    out.update(detections, touched)
    return out


def ids(of: Tracks) -> list[int]:
    return [track.id for track in sorted(of, key=lambda t: t.x)]


@pytest.mark.parametrize(
    ("row", "opened"),
    [("5555", True), ("5555X", True), ("555X", False), ("5XXX", False), ("XXXX", False), ("", False)],
)
def test_a_hand_is_laid_open_where_at_most_one_of_five_shows_no_face(row: str, opened: bool) -> None:
    assert tracks(*(seen(26.5 * n, None if c == "X" else FIVE) for n, c in enumerate(row))).opened is opened


@given(st.lists(st.floats(-6, 6), min_size=5, max_size=5), st.permutations(range(5)))
def test_nudged_tiles_keep_their_identity(nudges: list[float], order: list[int]) -> None:
    row = [seen(30.0 * i) for i in range(5)]
    held = tracks(*row)
    before = ids(held)
    after = [seen(30.0 * i + nudge) for i, nudge in enumerate(nudges)]
    held.update([after[i] for i in order], touched)
    assert ids(held) == before


def test_a_row_that_closes_up_by_half_a_tile_keeps_its_identities() -> None:
    faces = [FIVE, SIX, FIVE, SIX]
    held = tracks(*(seen(26.0 * i, face) for i, face in enumerate(faces)))
    before = ids(held)
    held.update([seen(26.0 * i - 13.0, face) for i, face in enumerate(faces)], touched)
    assert ids(held) == before


@given(st.floats(0.4, 0.99), st.integers(1, 12))
def test_the_same_reading_again_tells_nothing_new(p: float, more: int) -> None:
    once, often = tracks(seen(0, p=p)), tracks(seen(0, p=p))
    for _ in range(more):
        often.update([seen(0, p=p)], untouched)
    (one,), (same,) = once, often
    assert dict(same.odds())[FIVE] == pytest.approx(dict(one.odds())[FIVE])


def test_readings_that_differ_are_weighed() -> None:
    held = tracks(seen(0, FIVE, 0.9))
    held.update([seen(0, SIX, 0.9)], untouched)
    (one,) = held
    assert dict(one.odds()) == pytest.approx({FIVE: 0.5, SIX: 0.5})


@given(st.integers(1, 30))
def test_any_number_of_wrong_readings_can_be_overturned(wrong: int) -> None:
    held = tracks(seen(0, FIVE, 0.97))
    for _ in range(wrong):
        held.update([seen(0, FIVE, 0.97)], untouched)
    for _ in range(4):
        held.update([seen(0, SIX, 0.97)], untouched)
    (one,) = held
    assert one.odds()[0][0] == SIX


def test_odds_are_probabilities_best_first() -> None:
    (one,) = tracks(seen(0, p=0.7))
    values = [p for _, p in one.odds()]
    assert values == sorted(values, reverse=True)
    assert sum(values) == pytest.approx(1.0)


def test_another_tile_in_the_same_place_is_another_track() -> None:
    held = tracks(seen(0, FIVE, 0.99))
    (old,) = ids(held)
    other = Tile.parse("7z")
    held.update([Detection(((other, 0.995),), 0, 0, 0, seen(0).quad, 0.99)], touched)
    (new,) = held
    assert new.id != old
    assert new.odds()[0][0] == other


def test_a_back_that_is_turned_over_does_not_make_a_back_of_a_white_dragon() -> None:
    held = tracks(seen(0, None, 0.95))
    for _ in range(5):
        held.update([seen(0, None, 0.95)], untouched)
    held.update([BLANK], touched)
    for _ in range(4):
        held.update([BLANK], untouched)
    (one,) = held
    assert one.odds()[0][0] == WHITE


def test_one_reading_makes_no_face_of_a_back_that_nobody_touched() -> None:
    held = tracks(seen(0, None, 0.95))
    held.update([BLANK], untouched)
    (one,) = held
    assert one.odds()[0][0] is None


def test_a_tile_taken_away_is_gone() -> None:
    held = tracks(seen(0), seen(30))
    held.update([seen(30)], touched)
    assert len(ids(held)) == 1


def test_a_failed_detection_loses_no_tile_whose_pixels_are_the_same() -> None:
    held = tracks(seen(0))
    held.update([seen(0)], untouched)
    held.update([], untouched)
    assert len(ids(held)) == 1
    assert held.doubtful


def test_a_ghost_that_is_never_seen_again_goes() -> None:
    held = tracks(seen(0))
    for _ in range(3):
        held.update([], untouched)
    assert ids(held) == []


def test_what_appears_where_nothing_changed_must_be_seen_twice() -> None:
    held = tracks()
    held.update([seen(0, score=0.5)], untouched)
    assert ids(held) == []
    assert held.doubtful
    held.update([seen(0, score=0.5)], untouched)
    assert len(ids(held)) == 1


def test_a_weak_detection_must_be_seen_twice_even_where_something_changed() -> None:
    held = tracks(seen(0, None, score=0.2))
    assert ids(held) == []
    for _ in range(2):
        held.update([], untouched)
    assert not held.doubtful


def test_a_weak_detection_may_fail_once_before_it_is_seen_again() -> None:
    held = tracks(seen(0, score=0.3))
    held.update([], untouched)
    assert ids(held) == []
    held.update([seen(0, score=0.3)], untouched)
    assert len(ids(held)) == 1


def test_a_reading_of_a_part_leaves_the_rest_alone() -> None:
    held = tracks(seen(0), seen(100))
    held.update([], touched, Scope(Rect(-50, -50, 50, 50)))
    assert [track.x for track in held] == [100]


def test_the_order_of_detections_does_not_matter() -> None:
    found = [seen(0), seen(11, SIX), seen(27)]
    answers = set()
    for order in permutations(found):
        held = tracks(seen(0), seen(10, SIX), seen(26))
        held.update(order, touched)
        answers.add(tuple(ids(held)))
    assert len(answers) == 1


def test_a_tile_at_the_border_of_what_was_read_stays_one_tile() -> None:
    held = tracks(seen(100.4), seen(126.4))
    held.update([seen(99.8)], touched, Scope(Rect(0.0, -50.0, 100.0, 50.0)))
    assert len(ids(held)) == 2
