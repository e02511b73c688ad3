"""A set of which a tile is not seen, when the next set lies beside it before anybody has answered."""

from __future__ import annotations

import random

import pytest

from controller.infer.columns import UNSEEN, columns, fresh
from controller.infer.melds import read_meld
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.infer.test_melds import SET, laid, same


@pytest.mark.parametrize("lost", range(3))
@pytest.mark.parametrize("source", [0, 2, 3])
def test_the_tile_that_is_not_seen_is_asked_about_beside_another_set_too(lost: int, source: int) -> None:
    chi = Meld(MeldType.CHI, parse_tiles("345p"), Tile.parse("4p"), 0)
    pon = Meld(MeldType.PON, parse_tiles("777p"), Tile.parse("7p"), source)
    tiles = laid(1, [chi, pon], random.Random(lost), 0.6)
    corner = sorted(tiles, key=lambda tile: -tile.x)
    gone = corner[lost]
    zone = columns([tile for tile in tiles if tile is not gone])
    seen = read_meld(fresh([], zone), 1, SET)
    assert seen is not None
    assert len(seen.tiles) == 2
    ((tile, faces),) = seen.amiss
    assert tile.track == UNSEEN
    assert tile.x == pytest.approx(gone.x, abs=3.0)
    assert gone.tile in faces
    assert same(read_meld(fresh([], zone), 1, SET, said=gone.tile), chi)
