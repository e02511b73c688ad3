"""What tiles say where nobody presses: a table in millimetres, and people who show, err and tidy up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from contract.messages.seat_panel import Button
from controller.infer.begun import WallsBuilt
from controller.infer.implied import ASK_S, LAID_S
from controller.infer.memory import Words
from controller.infer.play import UNSEEN_AFTER
from controller.infer.show import COUNT_PATIENCE, MISFIT_PATIENCE
from controller.panel.panel import PanelSignal
from engine.state import events as ev
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.infer.mat import WAITS_FOR_5Z, Mat, discarded
from vision.calibration.mat import (
    HAND_LEFT,
    HAND_Y,
    TILE_W,
    Zone,
)
from vision.eyes.observation import Observation


def test_a_hand_laid_open_that_is_complete_with_the_discard_is_a_ron() -> None:
    mat = discarded()
    mat.opens(2, WAITS_FOR_5Z)
    mat.wait(1.0)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(2, 0)]


def test_without_the_option_it_takes_a_button() -> None:
    mat = Mat(ev.Discarded(0, Tile.parse("5z")), tiles=False)
    mat.opens(2, WAITS_FOR_5Z)
    mat.wait(5.0)
    assert mat.happened(ev.WinDeclared) == []
    mat.feed(PanelSignal(2, Button.RON, mat.now))
    mat.wait(2.0)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(2, 0)]


TSUMO = WAITS_FOR_5Z.replace("1155z", "2255z").replace("123m", "567m")


@pytest.mark.parametrize("tiles", [False, True])
def test_a_ron_that_was_said_before_the_draw_was_seen_is_the_tsumo_that_lies_there(tiles: bool) -> None:
    """The key for a win says ron as long as the table takes it for somebody else's turn."""
    mat = Mat(ev.Discarded(0, Tile.parse("5z")), tiles=tiles)
    mat.feed(PanelSignal(1, Button.RON, mat.now))
    mat.wait(1.5)
    mat.opens(1, TSUMO, apart="2z")
    mat.wait(2.0)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(1, 1)]
    assert mat.happened(ev.HandShown) == [ev.HandShown(1, parse_tiles(TSUMO), Tile.parse("2z"))]


def test_a_ron_stays_one_with_the_discard_on_offer_and_for_who_does_not_draw() -> None:
    with_it, taken, other = (Mat(ev.Discarded(0, Tile.parse("5z")), tiles=False) for _ in range(3))
    for mat, seat in ((with_it, 1), (taken, 1), (other, 3)):
        mat.feed(PanelSignal(seat, Button.RON, mat.now))
    with_it.opens(1, WAITS_FOR_5Z)
    taken.pond(0)
    taken.opens(1, WAITS_FOR_5Z, apart="5z")
    other.opens(3, TSUMO, apart="2z")
    for mat, seat in ((with_it, 1), (taken, 1), (other, 3)):
        mat.wait(9.5)
        assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(seat, 0)]


def test_a_discard_that_was_taken_among_the_tiles_of_a_ron_is_no_drawn_one() -> None:
    mat = Mat(ev.Discarded(0, Tile.parse("5z")), tiles=False)
    mat.feed(PanelSignal(1, Button.RON, mat.now))
    mat.pond(0)
    mat.opens(1, "123m456p789s11555z")
    mat.wait(9.5)
    assert ev.WinDeclared(1, 1) not in mat.events


def test_a_drawn_tile_set_apart_completes_a_tsumo() -> None:
    mat = discarded()
    mat.opens(1, WAITS_FOR_5Z.replace("1155z", "2255z").replace("123m", "567m"), apart="2z")
    mat.wait(1.5)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(1, 1)]


def test_the_winning_discard_may_have_been_taken_beside_the_hand() -> None:
    mat = discarded()
    mat.pond(0)
    mat.opens(2, WAITS_FOR_5Z, apart="5z")
    mat.wait(2.0)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(2, 0)]


def test_a_hand_laid_open_after_the_next_players_kan_wins_on_the_discard_before_it() -> None:
    """R-WIN-04: nobody has discarded since."""
    kan = ev.KanDeclared(1, Meld(MeldType.ANKAN, parse_tiles("9999m")))
    mat = Mat(ev.Discarded(0, Tile.parse("5z")), ev.Drawn(1), kan)
    mat.opens(2, WAITS_FOR_5Z)
    mat.wait(2.0)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(2, 0)]


def test_a_tile_beside_the_hand_is_not_the_discard_while_that_lies_in_the_pond() -> None:
    mat = discarded()
    mat.opens(2, WAITS_FOR_5Z, apart="5z")
    mat.wait(5.0)
    assert mat.happened(ev.WinDeclared) == []
    assert "opened_hand" in mat.codes


def test_only_whoever_draws_wins_by_a_drawn_tile() -> None:
    mat = discarded()
    mat.opens(3, "567m456p789s2233z", apart="3z")
    mat.wait(5.0)
    assert mat.happened(ev.WinDeclared) == []
    assert "opened_hand" in mat.codes


def test_two_who_open_their_hands_both_win_where_the_rules_allow_it() -> None:
    mat = discarded()
    mat.opens(2, WAITS_FOR_5Z)
    mat.opens(3, "234m567p234666s5z")
    mat.wait(2.0)
    assert {event.seat for event in mat.happened(ev.WinDeclared) if isinstance(event, ev.WinDeclared)} == {
        2,
        3,
    }


def test_a_ron_is_shown_at_once_and_others_may_still_win() -> None:
    mat = discarded()
    mat.opens(2, WAITS_FOR_5Z)
    mat.wait(0.75)
    assert mat.happened(ev.HandShown) == [ev.HandShown(2, parse_tiles(WAITS_FOR_5Z))]
    mat.opens(3, "234m567p234666s5z")
    mat.wait(1.0)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(2, 0), ev.WinDeclared(3, 0)]
    assert len(mat.happened(ev.HandShown)) == 2


def test_for_how_long_a_hand_lies_open_counts_from_its_lying_still() -> None:
    mat = discarded()
    mat.now = 10.0
    lying = [
        mat.tile(str(t), HAND_LEFT + (n + 0.5) * TILE_W, HAND_Y)
        for n, t in enumerate(parse_tiles(WAITS_FOR_5Z))
    ]
    mat.feed(Observation(1, Zone.HAND, 2, mat.now - LAID_S + 0.1, tuple(lying), ()))
    assert mat.happened(ev.WinDeclared) == []
    mat.feed()
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(2, 0)]


def test_a_discard_that_completes_an_open_hand_has_to_lie_still_as_long() -> None:
    mat = Mat()
    mat.opens(2, WAITS_FOR_5Z)
    mat.wait(2.0)
    mat.pond(0, "5z")
    assert mat.happened(ev.Discarded)
    assert mat.happened(ev.WinDeclared) == []
    mat.wait(0.75)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(2, 0)]


def test_a_hand_that_lay_open_before_the_hand_began_declares_nothing_in_it() -> None:
    """Who won before has not pushed it away yet, and would win with the first draw."""
    mat, won = Mat(begun=[ev.GameStarted("rrc")], machine=False), "123m456p789s11555z"
    for seat in range(1, 4):
        mat.stands(seat)
    mat.opens(0, won)
    mat.feed(WallsBuilt(mat.now))
    mat.turns("3m")
    mat.wait(UNSEEN_AFTER + 3.0)
    assert mat.happened(ev.DoraRevealed)
    assert mat.happened(ev.WinDeclared) == []
    assert mat.codes == []
    mat.stands(0, 14)
    mat.wait(0.5)
    mat.opens(0, won)
    mat.wait(5.0)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(0, 0)]


@pytest.mark.parametrize("hand", ["123m456p789s1133z", "147m258p369s1234z"], ids=["another wait", "no hand"])
def test_a_hand_that_does_not_win_is_asked_about_and_nothing_is_paid(hand: str) -> None:
    mat = discarded()
    mat.opens(2, hand)
    mat.wait(2.0)
    assert mat.codes == [], "it may be closed again"
    mat.wait(3.0)
    assert mat.codes == ["opened_hand"]
    assert mat.events == []
    mat.stands(2)
    mat.wait(0.5)
    assert mat.codes == []


def test_a_ron_with_a_tile_that_is_not_seen_is_declared_and_the_tile_asked_for() -> None:
    mat = discarded()
    mat.opens(2, WAITS_FOR_5Z, lost=4)
    mat.wait(ASK_S - 0.5)
    assert mat.events == [], "it may be on its way"
    mat.wait(MISFIT_PATIENCE + COUNT_PATIENCE)
    assert mat.events == [ev.WinDeclared(2, 0)]
    assert mat.codes == ["unread_hand"]
    mat.opens(2, WAITS_FOR_5Z)
    mat.wait(0.5)
    assert mat.happened(ev.HandShown) == [ev.HandShown(2, parse_tiles(WAITS_FOR_5Z))]


def test_a_patch_of_cloth_that_looks_like_a_back_hinders_no_ron() -> None:
    mat = discarded()
    row = [
        mat.tile(str(t), HAND_LEFT + (n + 0.5) * TILE_W, HAND_Y)
        for n, t in enumerate(parse_tiles(WAITS_FOR_5Z))
    ]
    mat.feed(Observation(1, Zone.HAND, 2, mat.now, (*row, mat.tile(None, 70.0, HAND_Y + 52.0))))
    mat.wait(1.0)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(2, 0)]


@pytest.mark.parametrize(("doubtful", "wins"), [(4, True), (13, False)])
def test_a_ron_of_which_some_tiles_are_doubtful_is_declared_and_they_are_asked_about(
    doubtful: int, wins: bool
) -> None:
    mat = discarded()
    row = [
        mat.tile(str(t), HAND_LEFT + (n + 0.5) * TILE_W, HAND_Y)
        for n, t in enumerate(parse_tiles(WAITS_FOR_5Z))
    ]
    others = [Tile.parse(face) for face in ("9m", "9p", "6z", "7z")]
    for n in range(doubtful):
        odds = ((row[n].tile, 0.4), *((face, 0.12) for face in others if face != row[n].tile))
        row[n] = replace(row[n], odds=odds)
    mat.feed(Observation(1, Zone.HAND, 2, mat.now, tuple(row)))
    mat.wait(ASK_S + MISFIT_PATIENCE)
    assert mat.happened(ev.WinDeclared) == ([ev.WinDeclared(2, 0)] if wins else [])
    assert mat.codes == (["unread_hand"] * doubtful if wins else ["opened_hand"])


def test_a_tsumo_with_a_tile_that_is_not_seen_is_declared_too() -> None:
    mat = discarded()
    mat.opens(1, TSUMO, apart="2z", lost=4)
    mat.wait(ASK_S + MISFIT_PATIENCE + COUNT_PATIENCE)
    assert mat.happened(ev.WinDeclared) == [ev.WinDeclared(1, 1)]
    assert mat.codes == ["unread_hand"]


def test_what_wins_with_no_tile_in_its_hole_is_no_declaration() -> None:
    mat = discarded()
    mat.opens(2, "123m456p789s1133z", lost=4)
    mat.wait(ASK_S + MISFIT_PATIENCE + COUNT_PATIENCE)
    assert mat.events == []
    assert mat.codes == ["opened_hand"]


def test_tiles_that_are_knocked_over_are_no_declaration() -> None:
    """Five of thirteen lie open; the others stand."""
    mat = discarded()
    row = [mat.tile("5z" if n < 2 else None, HAND_LEFT + (n + 0.5) * TILE_W, HAND_Y) for n in range(13)]
    mat.feed(Observation(1, Zone.HAND, 2, mat.now, tuple(row)))
    mat.wait(6.0)
    assert mat.events == []


def test_a_hand_on_its_way_is_not_yet_a_declaration() -> None:
    mat = discarded()
    mat.opens(2, WAITS_FOR_5Z)
    mat.stands(2)
    mat.wait(4.0)
    assert mat.events == []


def test_a_turned_discard_with_its_stick_is_a_riichi() -> None:
    mat = Mat()
    mat.pond(0, "5z", turned=True)
    mat.wait(1.0)
    assert mat.happened(ev.RiichiDeclared) == []
    mat.sticks(0)
    mat.wait(1.0)
    assert mat.happened(ev.RiichiDeclared) == [ev.RiichiDeclared(0)]
    assert mat.happened(ev.Discarded) == [ev.Discarded(0, Tile.parse("5z"), sideways=True)]


def test_a_stick_that_lies_there_makes_no_riichi_of_a_plain_discard() -> None:
    mat = Mat()
    mat.sticks(0)
    mat.pond(0, "5z")
    mat.wait(2.0)
    assert mat.happened(ev.RiichiDeclared) == []
    assert mat.happened(ev.Discarded) == [ev.Discarded(0, Tile.parse("5z"))]


def test_a_turned_discard_without_a_stick_is_asked_about() -> None:
    mat = Mat()
    mat.pond(0, "5z", turned=True)
    mat.wait(4.0)
    assert mat.happened(ev.RiichiDeclared) == []
    assert mat.codes == ["contradiction"]


def test_words_that_tiles_implied_and_that_fit_nothing_are_no_false_claims() -> None:
    words = Words()
    words.put(PanelSignal(1, Button.RON, 0.0), implied=True)
    words.put(PanelSignal(2, Button.RON, 0.0))
    assert words.lapsed(20.0) == [(2, Button.RON)]
    assert words.seats(Button.RON) == []


def test_a_button_makes_an_implied_word_a_spoken_one() -> None:
    words = Words()
    words.put(PanelSignal(1, Button.RON, 0.0), implied=True)
    words.put(PanelSignal(1, Button.RON, 1.0))
    assert words.since(1, Button.RON) == 0.0
    assert words.lapsed(20.0) == [(1, Button.RON)]
