"""A set of which a tile is not seen: it is asked for, by every face that it may have."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from controller.infer import Answer
from controller.infer.columns import UNSEEN, columns, fresh
from controller.infer.melds import MeldSeen, read_meld, read_taken
from controller.infer.play import UNFINISHED_AFTER
from controller.infer.reading import TileSet
from controller.infer.unanswered import UNANSWERED
from engine.state import events as ev
from engine.state.hand import Offer, OfferKind
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.infer.mat import Mat
from tests.controller.infer.test_melds import laid, same
from vision.calibration.mat import Zone
from vision.eyes.observation import Observation

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


def a_set_without(lost: str, meld: Meld, offered: str, discard: str) -> Mat:
    """South's set, of which the eyes do not find one tile, and its discard; the dealer's tile is gone."""
    mat = Mat(ev.Discarded(0, Tile.parse(offered)))
    row = laid(1, [meld], random.Random(0), 0.0)
    seen = tuple(tile for tile in row if tile.tile != Tile.parse(lost))
    mat.feed(Observation(8, Zone.MELD, 1, mat.now, seen))
    if meld.source is not None:
        mat.feed(Observation(9, Zone.POND, 0, mat.now, ()))
    mat.wait(0.5)
    mat.pond(1, discard)
    return mat


RED = Meld(MeldType.CHI, parse_tiles("40s6s"), Tile.parse("6s"), 0)


def test_a_five_that_nobody_sees_may_be_a_red_one_and_is_asked_for() -> None:
    mat = a_set_without("0s", RED, "6s", "9m")
    mat.wait(2 * UNFINISHED_AFTER)
    assert mat.codes == ["unread_meld"]
    assert mat.happened(ev.Called) == []
    mat.feed(Answer(f"meld.1.{UNSEEN}", Tile.parse("0s")))
    mat.wait(1.0)
    (called,) = mat.happened(ev.Called)
    assert isinstance(called, ev.Called)
    assert Tile.parse("0s") in called.meld.tiles


def test_when_nobody_answers_it_is_the_one_of_which_more_are_left() -> None:
    mat = a_set_without("0s", RED, "6s", "9m")
    mat.wait(UNANSWERED + 2 * UNFINISHED_AFTER)
    (called,) = mat.happened(ev.Called)
    assert isinstance(called, ev.Called)
    assert Tile.parse("5s") in called.meld.tiles


def test_a_closed_kan_without_its_backs_is_one_as_soon_as_its_owner_discards() -> None:
    mat = Mat(ev.Discarded(0, Tile.parse("9p")))
    row = laid(1, [Meld(MeldType.ANKAN, parse_tiles("3333m"))], random.Random(0), 0.0)
    mat.feed(Observation(8, Zone.MELD, 1, mat.now, tuple(tile for tile in row if tile.tile is not None)))
    mat.wait(0.5)
    assert mat.happened(ev.KanDeclared) == []
    mat.pond(1, "6z")
    mat.wait(1.0)
    (kan,) = mat.happened(ev.KanDeclared)
    assert isinstance(kan, ev.KanDeclared)
    assert kan.meld.type is MeldType.ANKAN
    assert mat.happened(ev.Discarded) == [ev.Discarded(1, Tile.parse("6z"))]
