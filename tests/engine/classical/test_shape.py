"""What completes a hand of Chinese Classical (C-WIN-01, C-LIMIT-04)."""

from __future__ import annotations

import pytest

from engine.classical.shape import complete, waits
from engine.tiles.tile import ALL, parse_tiles
from tests.engine.hands import displayed


@pytest.mark.parametrize(
    ("tiles", "mahjong"),
    [
        ("123m456p789s11122z", True),
        ("1122334455667z7z", True),
        ("1122334455667m7m", True),
        ("1133557799m2244m", True),
        ("1111335577m2244m", True),
        ("11335577p22446s6m", False),
        ("1133557799m1122z", False),
        ("19m19p19s12345677z", True),
        ("19m19p19s12345667m", False),
    ],
)
def test_complete(tiles: str, mahjong: bool) -> None:
    assert complete(parse_tiles(tiles)) == mahjong


def text(kinds: frozenset[int]) -> str:
    return " ".join(str(ALL[kind]) for kind in sorted(kinds))


@pytest.mark.parametrize(
    ("tiles", "found"),
    [
        ("123m456p789s1112z", "2z"),
        ("123m456p78s111222z", ""),
        ("123m456p78s11122z", "6s 9s"),
        ("1122334455667z", "7z"),
        ("1111335577994m", "4m"),
        ("19m19p19s1234567z", "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
        ("147m258p369s1234z", ""),
        ("1133557799m112z", ""),
    ],
)
def test_waits(tiles: str, found: str) -> None:
    assert text(waits(parse_tiles(tiles))) == found


def test_a_kind_the_hand_holds_four_of_is_no_wait() -> None:
    assert text(waits(parse_tiles("123m456p45s11z"), (displayed("X33sX"),))) == "6s"
