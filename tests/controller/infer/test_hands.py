"""A hand laid open: no more copies of a face than are left, and a drawn tile apart or among the others."""

from __future__ import annotations

from controller.infer.hands import read_hand
from controller.infer.reading import TileSet
from engine.tile import Tile, parse_tiles
from tests.flows.script import odds
from vision.mat import HAND_LEFT, TILE_W, WIN_GAP
from vision.observation import TileSeen

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
HAND = parse_tiles("123m456p789s1122z")


def zone(*texts: str, apart: bool = False) -> list[TileSeen]:
    out = []
    for n, text in enumerate(texts):
        x = HAND_LEFT + (n + 0.5) * TILE_W + (WIN_GAP if apart and n == len(texts) - 1 else 0.0)
        out.append(TileSeen(n + 1, odds(text), x, 0.0, 0.0, False, QUAD))
    return out


WORDS = [str(tile) for tile in HAND]


def test_the_row_is_what_lies_there_for_the_tiles() -> None:
    tiles = zone(*WORDS, "5z", apart=True)
    found = read_hand(tiles, 13, True, lambda more: TileSet().unseen(more))
    assert found is not None
    assert (found.tiles, found.apart, found.doubts) == (HAND, Tile.parse("5z"), ())
    assert found.read == (*HAND, Tile.parse("5z"))
    assert [tile.track for tile in found.row] == list(range(1, 15))


def test_a_drawn_tile_among_the_others_is_one_of_them() -> None:
    found = read_hand(zone(*WORDS, "5z"), 13, True, lambda more: TileSet().unseen(more))
    assert found is not None
    assert (found.tiles, found.apart) == ((*HAND, Tile.parse("5z")), None)


def test_the_clearest_tiles_take_the_last_copies() -> None:
    """One 2z is left beside the two that are known: of the hand's two the less clear one is none."""
    tiles = zone(*WORDS[:-2], "2z!3z", "2z")
    found = read_hand(tiles, 13, False, lambda more: TileSet().unseen((*parse_tiles("222z"), *more)))
    assert found is not None
    assert [(tile.track, reading.clash) for tile, reading in found.doubts] == [(12, True)]
    assert found.tiles == (*HAND[:-2], Tile.parse("2z"))


def test_what_is_not_all_open_or_not_whole_is_no_hand() -> None:
    tiles = zone(*WORDS)
    assert read_hand(tiles[:-1], 13, False, lambda more: TileSet().unseen(more)) is None
    assert read_hand(tiles, 13, True, lambda more: TileSet().unseen(more)) is None
