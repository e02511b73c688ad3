"""Tiles as text and as numbers."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles.tile import (
    ALL,
    FACES,
    KIND_DIGITS,
    KINDS,
    Flower,
    Tile,
    format_tiles,
    packed,
    parse_tiles,
    sort_key,
)

ROWS = st.lists(st.sampled_from(ALL), max_size=18).map(tuple)


@given(ROWS)
def test_a_row_of_tiles_is_read_back(row: tuple[Tile, ...]) -> None:
    assert parse_tiles(format_tiles(row)) == row


@pytest.mark.parametrize("tile", ALL)
def test_a_tile_is_read_back(tile: Tile) -> None:
    assert Tile.parse(str(tile)) == tile


@given(st.lists(st.sampled_from(ALL), max_size=15))
def test_packed_tiles_have_a_digit_for_each_kind_and_for_each_red_five(row: list[Tile]) -> None:
    number = packed(row)
    digits = [number >> 4 * face & 15 for face in range(FACES)]
    kinds, faces = Counter(tile.kind for tile in row), Counter(row)
    assert digits[:KINDS] == [kinds[kind] for kind in range(KINDS)]
    assert digits[KINDS:] == [faces[ALL[face]] for face in range(KINDS, FACES)]
    assert packed(tile.plain for tile in row) == number & KIND_DIGITS


@given(ROWS)
def test_a_sorted_row_goes_by_kind_with_red_fives_first(row: tuple[Tile, ...]) -> None:
    ordered = sorted(row, key=sort_key)
    assert [tile.kind for tile in ordered] == sorted(tile.kind for tile in row)
    for first, second in itertools.pairwise(ordered):
        assert first.kind < second.kind or first.red >= second.red


def test_a_flower_has_a_number_a_wind_and_a_season() -> None:
    """C-FLOWER-05: 1 East, 2 South, 3 West, 4 North, of flowers and of seasons."""
    assert [flower.number for flower in Flower] == [1, 2, 3, 4, 1, 2, 3, 4]
    assert [flower.wind for flower in Flower] == [0, 1, 2, 3, 0, 1, 2, 3]
    assert [flower.season for flower in Flower] == [False] * 4 + [True] * 4
