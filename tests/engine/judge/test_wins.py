"""Wins that were none: one violation and one near miss of every check."""

from __future__ import annotations

import pytest

from engine.judge import Kind, Waived
from engine.state import events as ev
from engine.state.events import Sanction
from engine.state.hand import Phase, Source
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.board import Board
from tests.engine.hands import displayed
from tests.engine.judge.story import SECOND, Story

READY = "123456789m99s11z"
"""Ittsu; waits for 9s and 1z."""


def furiten_story(first: str, *, seen: bool = True) -> Story:
    """Seat 1 discards `first` and wins on the 1z of seat 3; `seen` shows the tiles from the start."""
    story = Story()
    story.deal(None, READY if seen else None, indicator="2p").drop(0, "5p")
    story.draw(1, first if seen else None).drop(1, first)
    story.turn(2, "6p").turn(3, "1z")
    return story.ron(1, 3)


@pytest.mark.parametrize("seen", [True, False])
def test_ron_in_own_furiten(seen: bool) -> None:
    story = furiten_story("9s", seen=seen).show(1, READY)
    found = story.finding(Kind.RON_IN_OWN_FURITEN)
    assert (found.seat, found.clause, found.penalty) == (1, "R-FURITEN-01", "P-14")
    assert (found.sanction, found.minimum) == (Sanction.CHOMBO, None)
    discard = next(s.id for s in story.steps if s.event == ev.Discarded(1, Tile.parse("9s")))
    assert found.events == (discard, story.last - 1, story.last)
    assert found.details["waits"] == parse_tiles("9s1z")


def test_a_win_that_is_not_exposed_costs_a_dead_hand() -> None:
    found = furiten_story("9s").finding(Kind.RON_IN_OWN_FURITEN)
    assert (found.penalty, found.sanction) == ("P-13", Sanction.DEAD_HAND)


def test_no_ron_in_own_furiten_when_the_discard_completes_nothing() -> None:
    assert furiten_story("8s").show(1, READY).kinds == []


def passed_story(*, own_turn: bool) -> Story:
    """Seat 1 lets the 9s of seat 2 pass and wins on a 1z, before or after an own turn."""
    story = Story()
    story.deal(None, READY, indicator="2p").drop(0, "5p").draw(1, "7p").drop(1, "7p")
    story.turn(2, "9s")
    if own_turn:
        story.turn(3, "5p").turn(0, "6p").draw(1, "8p").drop(1, "8p").turn(2, "6p")
    story.turn(3, "1z")
    return story.ron(1, 3).show(1, READY)


def test_ron_in_temporary_furiten() -> None:
    story = passed_story(own_turn=False)
    found = story.finding(Kind.RON_IN_TEMPORARY_FURITEN)
    passed = next(s.id for s in story.steps if s.event == ev.Discarded(2, Tile.parse("9s")))
    assert (found.seat, found.penalty, found.events[0]) == (1, "P-14", passed)


def test_no_ron_in_temporary_furiten_after_the_own_turn() -> None:
    assert passed_story(own_turn=True).kinds == []


def riichi_story(missed: str) -> Story:
    """Seat 1 in riichi lets `missed` of seat 2 pass and wins a go-around later."""
    story = Story()
    story.deal(None, READY, indicator="2p").drop(0, "7z").draw(1, "7z")
    story.riichi(1, "7z").turn(2, missed).turn(3, "5p").turn(0, "6p").draw(1, "7p").drop(1, "7p")
    story.turn(2, "1z")
    return story.ron(1, 2).show(1, READY)


def test_ron_in_riichi_furiten() -> None:
    found = riichi_story("9s").finding(Kind.RON_IN_RIICHI_FURITEN)
    assert (found.seat, found.clause, found.sanction) == (1, "R-FURITEN-05", Sanction.CHOMBO)


def test_no_ron_in_riichi_furiten_when_nothing_was_missed() -> None:
    assert riichi_story("8s").kinds == []


def won_on(tile: str, shown: str) -> Story:
    """Seat 1 wins on a tile of seat 0 after the first go-around."""
    story = Story()
    story.deal(indicator="1z").drop(0, "9m").turn(1, "9m").turn(2, "9m").turn(3, "8m").turn(0, tile)
    return story.ron(1, 0).show(1, shown)


def test_win_not_complete() -> None:
    found = won_on("5p", "1234567m1234p99s").finding(Kind.WIN_NOT_COMPLETE)
    assert (found.seat, found.penalty, found.sanction) == (1, "P-14", Sanction.CHOMBO)


def test_no_win_not_complete() -> None:
    assert won_on("5p", "234m567678s22s34p").kinds == []


SHANPON = "123m567m345p99s77p"
"""Closed, no yaku by ron on 7p."""


def test_win_without_yaku() -> None:
    assert won_on("7p", SHANPON).finding(Kind.WIN_WITHOUT_YAKU).sanction is Sanction.CHOMBO


def test_no_win_without_yaku_by_tsumo() -> None:
    story = Story()
    story.deal(SHANPON, indicator="1z", first="7p")
    story.do(ev.WinDeclared(0, 0), ev.HandShown(0, parse_tiles(SHANPON), Tile.parse("7p")))
    assert story.kinds == []


def test_a_mistaken_win_beside_a_valid_one_is_saved() -> None:
    story = Story()
    story.deal(indicator="1z").drop(0, "5p")
    story.ron(1, 0).ron(2, 0).show(1, "1234567m1234p99s").show(2, "234m567678s22s34p")
    found = story.finding(Kind.WIN_NOT_COMPLETE)
    assert (found.sanction, found.waived) == (None, Waived.SAVED)


def robbed(shown: str) -> Story:
    story = Story()
    story.deal(indicator="2p").drop(0, "5z").draw(1).drop(1, "5z")
    story.draw(2).do(ev.KanDeclared(2, Meld(MeldType.ANKAN, parse_tiles("9999s"))))
    return story.ron(1, 2).show(1, shown)


def test_win_robbing_closed_kan() -> None:
    assert robbed("123456m12355p78s").finding(Kind.WIN_ROBBING_CLOSED_KAN).clause == "R-KAN-12"


def test_no_win_robbing_closed_kan_with_thirteen_orphans() -> None:
    assert robbed("19m19p1s11234567z").kinds == []


def test_win_withdrawn() -> None:
    story = Story()
    story.deal(indicator="1z").drop(0, "5p")
    story.ron(1, 0).do(ev.WinWithdrawn(1))
    found = story.finding(Kind.WIN_WITHDRAWN)
    assert (found.penalty, found.sanction) == ("P-13", Sanction.DEAD_HAND)
    assert found.events == (story.last - 1, story.last)


def test_no_win_withdrawn_for_a_ron_where_it_may_be_taken_back() -> None:
    story = Story(call__ron_revocable=True)
    story.deal(indicator="1z").drop(0, "5p")
    assert story.ron(1, 0).do(ev.WinWithdrawn(1)).kinds == []


def test_win_out_of_place() -> None:
    story = Story()
    story.deal(indicator="1z").drop(0, "5p").call(
        1, Meld(MeldType.PON, parse_tiles("555p"), Tile.parse("5p"), 0)
    )
    found = story.tries(ev.WinDeclared(1, 1)).finding(Kind.WIN_OUT_OF_PLACE)
    assert (found.seat, found.penalty, found.sanction) == (1, "P-13", Sanction.DEAD_HAND)


def test_no_win_out_of_place_after_a_draw() -> None:
    story = Story()
    story.deal(indicator="1z").drop(0, "5p").draw(1)
    assert story.do(ev.WinDeclared(1, 1)).kinds == []


def test_ron_late() -> None:
    story = Story()
    story.deal(indicator="1z").drop(0, "5p").turn(1, "9m")
    found = story.tries(ev.WinDeclared(2, 0)).finding(Kind.RON_LATE)
    assert (found.seat, found.clause, found.penalty) == (2, "R-WIN-04", "P-13")


def test_no_ron_late_before_the_next_discard() -> None:
    story = Story()
    story.deal(indicator="1z").drop(0, "5p").draw(1)
    assert story.ron(2, 0).show(2, "234m567678s22s34p").kinds == []


@pytest.mark.parametrize(("waited", "late"), [(3000, False), (3001, True)])
def test_ron_late_by_seconds(waited: int, late: bool) -> None:
    story = Story(call__ron_deadline="3_seconds_after_discard")
    story.deal(indicator="1z").drop(0, "5p")
    story.wait(waited).ron(2, 0).show(2, "234m567678s22s34p")
    assert story.kinds == ([Kind.RON_LATE] if late else [])
    assert not late or story.findings[0].penalty == "P-14"


def kan_story(waited: int) -> Story:
    """Seat 1 adds to a pon of 5p; seat 2 robs it."""
    pon = displayed("5'55p", 1)
    story = Story("ema_2012")
    story.deal(None, None, "234m567678s22s34p", indicator="1z").drop(0, "9m")
    Board.set_seat(story, 1, melds=(pon,), concealed=(None,) * 10)
    story.draw(1)
    kan = Meld(MeldType.SHOUMINKAN, parse_tiles("5550p"), pon.called, pon.source, Tile.parse("0p"))
    story.do(ev.KanDeclared(1, kan))
    return story.wait(waited).ron(2, 1).show(2, "234m567678s22s34p")


def test_chankan_late() -> None:
    found = kan_story(4 * SECOND).finding(Kind.CHANKAN_LATE)
    assert (found.seat, found.details["milliseconds"]) == (2, 4000)


def test_no_chankan_late_within_three_seconds() -> None:
    assert kan_story(2 * SECOND).kinds == []


def test_a_ron_on_a_kan_is_too_late_after_the_replacement_where_that_ends_it() -> None:
    story = Story(kan__chankan_deadline="replacement_taken")
    story.deal(indicator="1z")
    pon = displayed("5'55p", 0)
    story.set_seat(0, melds=(pon,), concealed=(None,) * 11)
    story.set_hand(phase=Phase.DISCARD, source=Source.WALL)
    kan = Meld(MeldType.SHOUMINKAN, parse_tiles("5550p"), pon.called, pon.source, Tile.parse("0p"))
    story.do(ev.KanDeclared(0, kan), ev.DoraRevealed(Tile.parse("9m"))).draw(0, replacement=True)
    assert story.tries(ev.WinDeclared(2, 0)).kinds == [Kind.CHANKAN_LATE]


def test_a_late_ron_is_not_saved_by_a_later_win_nor_exposed_by_a_later_draw() -> None:
    story = Story()
    story.deal(indicator="1z").drop(0, "5p").turn(1, "1z").tries(ev.WinDeclared(2, 0))
    story.turn(2, "9m")
    story.ron(3, 2).show(3, "123456789s11p78m")
    found = story.finding(Kind.RON_LATE)
    assert (found.penalty, found.sanction, found.waived) == ("P-13", Sanction.DEAD_HAND, None)


def test_a_refused_win_whose_hand_is_laid_open_costs_chombo() -> None:
    story = Story()
    story.deal(indicator="1z").drop(0, "5p").turn(1, "9m").tries(ev.WinDeclared(2, 0))
    story.tries(ev.HandShown(2, parse_tiles("234m567678s22s34p")))
    found = story.finding(Kind.RON_LATE)
    assert (found.penalty, found.events[-1]) == ("P-14", story.last)


def test_nothing_is_saved_where_the_rules_say_so() -> None:
    story = Story(chombo__cancelled_by_win=False)
    story.deal(indicator="1z").drop(0, "5p")
    story.ron(1, 0).ron(2, 0).show(1, "1234567m1234p99s").show(2, "234m567678s22s34p")
    assert story.finding(Kind.WIN_NOT_COMPLETE).sanction is Sanction.CHOMBO


def test_the_hand_of_another_winner_exposes_nothing() -> None:
    story = Story()
    story.deal(None, READY, indicator="2p").drop(0, "5p").draw(1, "9s").drop(1, "9s")
    story.turn(2, "6p").turn(3, "1z").ron(1, 3).ron(2, 3).show(2, "1234567m1234p88s")
    assert story.findings[0].penalty == "P-13"
