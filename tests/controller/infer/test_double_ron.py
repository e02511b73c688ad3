"""A second winner whose hand is read late wins if it lay open in time; nothing is paid before it is known."""

from __future__ import annotations

from dataclasses import replace

from controller.infer import Answer
from controller.infer.columns import UNSEEN, UNSEEN_FIRST
from controller.infer.implied import ASK_S
from controller.infer.show import MISFIT_PATIENCE, RON_WINDOW
from engine.state import events as ev
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.infer.mat import WAITS_FOR_5Z, Mat, discarded
from vision.calibration.mat import Zone
from vision.eyes.observation import Observation

NORTH = "234m567p234999s5z"
"""It waits for the fourth white dragon."""
BOTH = [ev.WinDeclared(2, 0), ev.WinDeclared(3, 0)]


def won() -> Mat:
    """West has won on the dealer's white dragon."""
    mat = discarded()
    mat.opens(2, WAITS_FOR_5Z)
    mat.wait(1.0)
    assert mat.happened(ev.WinDeclared) == BOTH[:1]
    assert not mat.claim_pending
    return mat


def opens_doubtfully(mat: Mat) -> None:
    """One of north's tiles may be another."""
    mat.opens(3, NORTH)
    row = list(mat.inference._views.tiles(Zone.HAND, 3))
    row[10] = replace(row[10], odds=((row[10].tile, 0.9), (Tile.parse("8p"), 0.07)))
    mat.feed(Observation(2, Zone.HAND, 3, mat.now, tuple(row)))


def test_a_claim_with_a_doubtful_tile_is_pending_until_it_is_believed() -> None:
    mat = won()
    opens_doubtfully(mat)
    mat.wait(MISFIT_PATIENCE - 2.0)
    assert mat.claim_pending
    mat.wait(3.0)
    assert mat.happened(ev.WinDeclared) == BOTH
    assert not mat.claim_pending


def test_who_opens_the_hand_after_the_window_wins_nothing() -> None:
    mat = won()
    mat.wait(RON_WINDOW)
    mat.opens(3, NORTH)
    mat.wait(10.0)
    assert mat.happened(ev.WinDeclared) == BOTH[:1]
    assert not mat.claim_pending


def test_the_tile_that_nobody_sees_may_be_named_after_the_window() -> None:
    mat = won()
    mat.opens(3, NORTH, lost=0)
    mat.wait(RON_WINDOW + 2 * ASK_S)
    assert mat.codes == ["opened_hand", "unread_hand", "unread_hand"]
    assert mat.claim_pending
    mat.feed(Answer(f"hand.3.{UNSEEN}", None))
    mat.feed(Answer(f"hand.3.{UNSEEN_FIRST}", Tile.parse("2m")))
    mat.wait(2.0)
    assert mat.happened(ev.WinDeclared) == BOTH
    assert ev.HandShown(3, parse_tiles(NORTH)) in [
        replace(shown, tiles=tuple(sorted(shown.tiles, key=parse_tiles(NORTH).index)))
        for shown in mat.happened(ev.HandShown)
        if isinstance(shown, ev.HandShown) and shown.seat == 3
    ]
    assert not mat.claim_pending


def test_a_hand_that_is_closed_again_claims_nothing() -> None:
    mat = won()
    mat.opens(3, NORTH, lost=0)
    mat.wait(2 * ASK_S)
    assert mat.claim_pending
    mat.stands(3)
    mat.wait(0.5)
    assert not mat.claim_pending
    assert mat.codes == []


def test_an_open_hand_that_cannot_win_holds_nothing_up() -> None:
    mat = won()
    mat.opens(3, "147m258p369s1234z", lost=0)
    mat.wait(2 * ASK_S)
    assert not mat.claim_pending
