"""Odds are believed as far as the set is known, however often a tile is read."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles.tile import Tile
from vision.eyes.familiarity import BEFORE, LATEST, Familiarity
from vision.eyes.track import Tracks
from vision.nets.detection import Detection

FACE, OTHER = Tile.parse("6s"), Tile.parse("9s")


def seen(p: float, face: Tile | None = FACE) -> Detection:
    return Detection(((face, p), (OTHER, 1 - p)), 0.0, 0.0, 0.0, ((0, 0),) * 4, 0.99)


def after(p: float, faces: int) -> Familiarity:
    known = Familiarity()
    for _ in range(faces):
        known.see(seen(p))
    return known


def odds(p: float, looks: int, known: Familiarity) -> float:
    held = Tracks(count(1), known)
    for n in range(looks):
        held.update([seen(p)], lambda _: float(not n))  # noqa: B023 - called at once
    (track,) = held
    return dict(track.odds())[FACE]


def test_a_table_is_taken_for_one_with_a_known_set_until_it_shows() -> None:
    assert Familiarity().power == pytest.approx(2.0)
    assert 2.0 > after(0.7, 2).power > after(0.7, 5).power > after(0.7, BEFORE).power == 1.0


def test_another_set_is_known_again() -> None:
    known = after(0.7, LATEST)
    for _ in range(LATEST):
        known.see(seen(0.995))
    assert known.power == 2.0


def test_backs_say_nothing_of_the_faces() -> None:
    known = Familiarity()
    for _ in range(LATEST):
        known.see(seen(0.4, None))
    assert known.power == pytest.approx(2.0)


@given(st.floats(0.5, 0.99), st.integers(1, 20))
def test_a_strangers_tile_is_as_likely_as_one_reading_says(p: float, looks: int) -> None:
    assert odds(p, looks, after(0.7, LATEST)) == pytest.approx(p, abs=0.01)


@given(st.floats(0.55, 0.99), st.integers(1, 20))
def test_of_a_known_set_a_reading_is_worth_two(p: float, looks: int) -> None:
    both = p * p / (p * p + (1 - p) * (1 - p))
    assert odds(p, looks, after(0.995, LATEST)) == pytest.approx(both, abs=0.01)
