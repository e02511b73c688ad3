"""The table of costs says what the search over all targets says, and is the one that is written anew."""

from __future__ import annotations

import random
import zlib

import pytest

from engine.tiles.cost_table import COUNTS, MOST_TILES, ONE_OF, closed_shanten, costs
from engine.tiles.shape import shanten
from engine.tiles.tile import ALL, parse_tiles
from tests.engine.cost_table import FILE, row, suits, table

SAMPLE = 3000


@pytest.mark.parametrize("kinds", [9, 7])
def test_suits_cost_what_the_search_finds(kinds: int) -> None:
    rng = random.Random(kinds)
    for _, digits in rng.sample(list(suits(kinds)), SAMPLE):
        suit = sum(copies << 4 * n for n, copies in enumerate(digits))
        assert costs(suit, honours=kinds == 7) == row(digits), digits


@pytest.mark.slow
def test_the_file_is_the_table_written_anew() -> None:
    assert zlib.decompress(FILE.read_bytes()) == table()


@pytest.mark.parametrize(
    "text", ["11111m", "99999p", "77777z", "5555m0m", "9999999999999s", "123456789m123456p"]
)
def test_what_no_set_of_tiles_holds_is_not_in_the_table(text: str) -> None:
    tiles = parse_tiles(text)
    assert closed_shanten(sum(ONE_OF[tile] for tile in tiles), len(tiles)) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # No target takes the fifth copy: two tiles of a fourth set are missing, then both of the pair.
        ("11111m234p567s99p", 1),
        ("99999s123m456m789m", 1),
        ("19m19p19s1234567z", 0),
        ("1122334455667z", 0),
        ("123456789m1122z", 0),
        ("123456789m11223z", 0),
        ("123456789m11222z", -1),
    ],
)
def test_hands_in_and_beside_the_table(text: str, expected: int) -> None:
    assert shanten(parse_tiles(text)) == expected


def test_the_counts_of_a_hand_have_room() -> None:
    places = sorted(COUNTS.values())
    room = dict(zip(places, (*places[1:], places[-1] + 4), strict=True))
    most = {"kinds": 14, "pairs": 7, "orphans": 13, "orphan_pairs": 7, "tiles": MOST_TILES}
    assert all(most[name] < 1 << room[place] - place for name, place in COUNTS.items())


def test_a_red_five_is_a_five() -> None:
    assert [ONE_OF[tile] for tile in ALL[34:]] == [ONE_OF[4], ONE_OF[13], ONE_OF[22]]
