"""A called set of which a tile is not seen and another is doubtful.

The unseen one is asked for, by every face that the doubtful one may show.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from controller.infer.columns import columns, fresh
from controller.infer.melds import MeldSeen, read_meld, read_taken
from controller.infer.reading import TileSet
from engine.state.hand import Offer, OfferKind
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.infer.test_melds import laid, same

CHI = Meld(MeldType.CHI, parse_tiles("456p"), Tile.parse("4p"), 1)
SET = TileSet()


def read(said: str | None = None, *, other: str = "7z", p: float = 0.64) -> MeldSeen | None:
    """West's chi: the called 4p, a 5p that is rather another tile, and a 6p that is not seen."""
    called, five, _ = laid(2, [CHI], random.Random(0), 0.0)
    assert called.sideways
    five = replace(five, odds=((Tile.parse(other), p), (Tile.parse("5p"), 0.97 - p)))
    face = None if said is None else Tile.parse(said)
    return read_meld(fresh([], columns([called, five])), 2, SET, said=face)


@pytest.mark.parametrize("other", ["7z", "9p", "1m"])
def test_the_unseen_tile_is_asked_for_by_all_that_the_doubtful_one_may_be(other: str) -> None:
    seen = read(other=other)
    assert seen is not None
    ((_, faces),) = seen.amiss
    assert set(faces) == {Tile.parse("3p"), Tile.parse("6p")}
    assert seen.lacks
    assert not seen.certain


def test_when_it_is_named_the_doubtful_one_is_what_makes_a_set() -> None:
    assert same(read("6p"), CHI)


def test_of_two_tiles_that_make_no_set_nothing_is_asked() -> None:
    seen = read(other="7z", p=0.97)
    assert seen is not None
    ((_, faces),) = seen.amiss
    assert faces, "5p is possible still"
    called, five, _ = laid(2, [CHI], random.Random(0), 0.0)
    sure = replace(five, odds=((Tile.parse("7z"), 1.0),))
    none = read_meld(fresh([], columns([called, sure])), 2, SET)
    assert none is not None
    assert none.amiss == ()


def test_the_called_tile_that_is_seen_is_none_of_the_callers_own() -> None:
    """Else the set could be a pon only."""
    called, _, _ = laid(2, [CHI], random.Random(0), 0.0)
    offer = Offer(1, Tile.parse("4p"), OfferKind.DISCARD, 9)
    seen = read_taken(fresh([], columns([called])), 2, SET, lambda _: True, None, offer)
    assert seen is not None
    assert not seen.certain
    assert {meld.type for meld in seen.melds} >= {MeldType.CHI, MeldType.PON}
