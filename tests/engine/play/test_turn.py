"""Concealed tiles as they are held: those that are known in order, and what leaves them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.turn import ordered, without
from engine.tiles.tile import ALL, Tile, parse_tiles

concealed = st.lists(st.none() | st.sampled_from(ALL), max_size=14).map(tuple)


@given(concealed)
def test_known_tiles_stand_by_kind_and_a_red_five_before_the_plain_ones(
    tiles: tuple[Tile | None, ...],
) -> None:
    found = ordered(tiles)
    known = [tile for tile in found if tile is not None]
    assert Counter(found) == Counter(tiles)
    assert found == (*known, *(None,) * (len(found) - len(known)))
    assert [(tile.kind, not tile.red) for tile in known] == sorted((t.kind, not t.red) for t in known)
    assert ordered(found) == found


def test_the_order_of_a_hand() -> None:
    assert ordered((None, *parse_tiles("5m1z0m9s1m"), None)) == (*parse_tiles("1m0m5m9s1z"), None, None)


@given(concealed, st.integers(0, 13))
def test_a_tile_that_leaves_is_the_known_one_or_else_an_unknown_one(
    tiles: tuple[Tile | None, ...], which: int
) -> None:
    if which >= len(tiles):
        return
    rest = without(tiles, (tiles[which],))
    assert Counter(tiles) - Counter(rest) == Counter([tiles[which]])
    assert len(rest) == len(tiles) - 1


def test_an_unknown_tile_leaves_for_one_that_is_not_known() -> None:
    assert without((Tile.parse("1m"), None), parse_tiles("5z")) == parse_tiles("1m")
    with pytest.raises(ValueError, match="not in list"):
        without(parse_tiles("1m"), parse_tiles("5z"))
