"""A set of which one tile is not seen, laid before the discard that lies there: it took an earlier one."""

from __future__ import annotations

import random

import pytest

from controller.infer.play import UNFINISHED_AFTER
from engine.state import events as ev
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.infer.mat import Mat, discarded
from tests.controller.infer.test_melds import laid
from vision.calibration.mat import POND_LEFT, POND_ROW_Y, TILE_W, Zone
from vision.eyes.observation import Observation, TileSeen

PON = Meld(MeldType.PON, parse_tiles("666z"), Tile.parse("6z"), 1)
"""North's, of a discard of south."""
DISCARDS = [ev.Discarded(1, Tile.parse("6z")), ev.Discarded(3, Tile.parse("4s"))]


def all_but_one(meld: Meld, lost: int) -> tuple[TileSeen, ...]:
    """The set of north without one of its two upright tiles."""
    row = laid(3, [meld], random.Random(0), 0.0)
    unseen = [tile for tile in row if not tile.sideways][lost]
    return tuple(tile for tile in row if tile is not unseen)


def calls(mat: Mat, meld: Meld, lost: int) -> None:
    mat.feed(Observation(9, Zone.MELD, 3, mat.now, all_but_one(meld, lost)))


@pytest.mark.parametrize("lost", [0, 1])
def test_who_discards_again_before_the_set_is_read_had_discarded_what_it_holds(lost: int) -> None:
    mat = discarded()
    calls(mat, PON, lost)
    mat.wait(1.0)
    mat.pond(3, "4s")
    mat.pond(1, "8s")
    mat.wait(1.0)
    assert mat.happened(ev.Discarded) == [], "the set is not read yet"
    mat.wait(UNFINISHED_AFTER + 1.0)
    assert mat.happened(ev.Discarded)[:2] == DISCARDS
    (called,) = mat.happened(ev.Called)
    assert isinstance(called, ev.Called)
    assert (called.seat, called.meld.called, called.meld.source) == (3, Tile.parse("6z"), 1)


def test_a_set_that_was_laid_later_holds_nothing_up() -> None:
    mat = discarded()
    pond = Observation(8, Zone.POND, 1, mat.now, (mat.tile("8s", POND_LEFT + TILE_W / 2, POND_ROW_Y[0]),))
    mat.feed(pond, Observation(9, Zone.MELD, 3, mat.now + 0.1, all_but_one(PON, 0)))
    assert mat.happened(ev.Discarded) == [ev.Discarded(1, Tile.parse("8s"))]


def test_nor_does_one_that_points_at_another_pond() -> None:
    mat = discarded()
    calls(mat, Meld(MeldType.PON, parse_tiles("666z"), Tile.parse("6z"), 2), 0)
    mat.wait(0.5)
    mat.pond(1, "8s")
    mat.wait(1.0)
    assert mat.happened(ev.Discarded) == [ev.Discarded(1, Tile.parse("8s"))]


def pond(mat: Mat, seat: int, t: float, *faces: str) -> Observation:
    places = ((face, POND_LEFT + (n + 0.5) * TILE_W) for n, face in enumerate(faces))
    return Observation(8, Zone.POND, seat, t, tuple(mat.tile(f, x, POND_ROW_Y[0]) for f, x in places))


def set_of_north(t: float) -> Observation:
    return Observation(9, Zone.MELD, 3, t, tuple(laid(3, [PON], random.Random(0), 0.0)))


def made(mat: Mat) -> list[str]:
    """Discards and calls in their order."""
    names = []
    for event in mat.events:
        if isinstance(event, ev.Discarded):
            names.append(f"{event.seat} {event.tile}")
        elif isinstance(event, ev.Called):
            names.append(f"{event.seat} calls")
    return names


def test_of_all_that_is_caught_up_with_a_discard_that_lay_there_before_the_call_comes_first() -> None:
    """Everything was held up, by an indicator that nobody had read."""
    mat = discarded()
    first = pond(mat, 3, 1.3, "9m")
    both = Observation(8, Zone.POND, 3, 2.0, (*first.tiles, mat.tile("3s", POND_LEFT + 1.5 * TILE_W, -113.0)))
    mat.now = 2.0
    given = (pond(mat, 1, 1.1, "2z"), pond(mat, 2, 1.2, "9s"), first, pond(mat, 0, 1.4, "5z", "1s"))
    mat.feed(*given, set_of_north(1.9), both)
    mat.wait(1.0)
    assert made(mat) == ["1 2z", "2 9s", "3 9m", "0 1s", "1 6z", "3 calls", "3 3s"]


def test_one_that_was_laid_after_the_call_comes_after_it() -> None:
    mat = discarded()
    mat.now = 2.0
    mat.feed(
        set_of_north(1.1), pond(mat, 3, 1.2, "3s"), pond(mat, 0, 1.3, "5z", "1s"), pond(mat, 1, 1.4, "2z")
    )
    mat.wait(1.0)
    assert made(mat) == ["1 6z", "3 calls", "3 3s", "0 1s", "1 2z"]
