"""A kan of which a tile is seen only after its declarer's discard stands before that discard."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from controller.infer.correction import LATE_KAN
from engine.state import events as ev
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.infer.mat import Mat
from tests.controller.infer.test_melds import laid
from vision.calibration.mat import TILE_H, TILE_W, Zone
from vision.eyes.observation import Observation, TileSeen

SIX = Tile.parse("6z")


def pon(source: int) -> Meld:
    return Meld(MeldType.PON, parse_tiles("666z"), SIX, source)


def discards(*turns: tuple[int, str]) -> list[ev.Event]:
    return [e for seat, face in turns for e in (ev.Drawn(seat), ev.Discarded(seat, Tile.parse(face)))]


def lies(mat: Mat, tiles: list[TileSeen]) -> None:
    mat.feed(Observation(9, Zone.MELD, 1, mat.now, tuple(tiles)))


def in_order(mat: Mat) -> list[str]:
    """What south has done, in the order of the log."""
    mine = [e for e in mat.game.log if getattr(e, "seat", None) == 1]
    return [type(e).__name__ for e in mine]


def after_a_pon() -> tuple[Mat, list[TileSeen]]:
    """South has called the dealer's green dragon; a turn later it has discarded again."""
    set_ = pon(0)
    mat = Mat(
        *(ev.Discarded(0, SIX), ev.Called(1, set_), ev.Discarded(1, Tile.parse("9m"))),
        *discards((2, "1p"), (3, "9p"), (0, "1s"), (1, "8s")),
    )
    lying = laid(1, [set_], random.Random(0), 0.0)
    lies(mat, lying)
    return mat, lying


def test_an_added_tile_that_is_seen_after_the_discard_is_a_kan_of_the_turn_before() -> None:
    mat, lying = after_a_pon()
    sideways = next(tile for tile in lying if tile.sideways)
    added = replace(sideways, track=77, y=sideways.y + TILE_W + 1)
    lies(mat, [*lying, added])
    mat.wait(LATE_KAN - 1.0)
    assert mat.events == [], "it may belong to the turn that comes"
    mat.wait(2.0)
    (correct,) = mat.happened(ev.Correct)
    assert isinstance(correct, ev.Correct)
    kan, drawn = correct.events
    assert isinstance(kan, ev.KanDeclared)
    assert kan.meld.type is MeldType.SHOUMINKAN
    assert drawn == ev.Drawn(1, replacement=True)
    assert in_order(mat)[-4:] == ["Drawn", "KanDeclared", "Drawn", "Discarded"]
    assert mat.game.hand is not None
    assert mat.game.hand.dora_allowed, "its indicator is due"


@pytest.mark.parametrize("source", [0, 2, 3])
def test_a_called_kan_of_which_a_tile_is_seen_after_the_discard_is_no_pon(source: int) -> None:
    turns = [(0, "1m"), (1, "2m"), (2, "1p"), (3, "9p")][: source + 1]
    before = [ev.Discarded(0, SIX if source == 0 else Tile.parse("1m")), *discards(*turns[1:])]
    before[-1] = ev.Discarded(source, SIX)
    mat = Mat(*before, ev.Called(1, pon(source)), ev.Discarded(1, Tile.parse("9m")))
    four = laid(1, [Meld(MeldType.DAIMINKAN, parse_tiles("6666z"), SIX, source)], random.Random(0), 0.0)
    upright = [tile for tile in four if not tile.sideways]
    lies(mat, [tile for tile in four if tile is not upright[0]])
    mat.wait(LATE_KAN + 1.0)
    assert mat.happened(ev.Correct) == []
    lies(mat, four)
    mat.wait(LATE_KAN + 1.0)
    (correct,) = mat.happened(ev.Correct)
    assert isinstance(correct, ev.Correct)
    call, drawn = correct.events
    assert isinstance(call, ev.Called)
    assert (call.meld.type, call.meld.source) == (MeldType.DAIMINKAN, source)
    assert drawn == ev.Drawn(1, replacement=True)
    assert mat.codes == []
    assert mat.game.hand is not None
    assert mat.game.hand.seats[1].melds[0].type is MeldType.DAIMINKAN


def test_a_like_tile_that_lies_away_from_the_pon_makes_no_kan_of_it() -> None:
    """It is the first of a set that is being laid."""
    mat, lying = after_a_pon()
    left = min(lying, key=lambda tile: tile.x)
    lies(mat, [*lying, replace(left, track=77, angle=0.0, sideways=False, x=left.x - TILE_H / 2 - TILE_W)])
    mat.wait(LATE_KAN + 2.0)
    assert mat.happened(ev.Correct) == []
