"""What a player sees of the tiles: each copy once, wherever it lies."""

from __future__ import annotations

from engine.state.tile_count import seen_by
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile
from tests.engine.board import Board

HAKU = Tile.parse("5z")


def test_a_called_tile_lies_in_its_set_alone() -> None:
    board = Board().deal(first="5z").drop(0, "5z")
    before = seen_by(board.hand, 2)[HAKU.kind]
    board.call(1, Meld(MeldType.PON, (HAKU,) * 3, HAKU, 0))
    assert before == 1
    assert [seen_by(board.hand, seat)[HAKU.kind] for seat in range(4)] == [3, 0, 3, 3]


def test_an_indicator_is_seen_by_everybody() -> None:
    hand = Board().deal().hand
    (indicator,) = hand.indicators
    assert all(seen_by(hand, seat)[indicator.kind] >= 1 for seat in range(4))
