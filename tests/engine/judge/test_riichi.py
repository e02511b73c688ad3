"""Riichi that should not have been: one violation and one near miss of every check."""

from __future__ import annotations

import pytest

from engine.judge import Kind
from engine.result.settle import result
from engine.state import events as ev
from engine.state.events import EndReason, Sanction
from engine.state.hand import Phase, Riichi
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.hands import displayed
from tests.engine.judge.story import Story

READY = "123456789m99s11z"
FAR = "159m159p159s1234z"
"""A hand far from tenpai."""


def drawn(*riichi: int, preset: str = "rrc", **options: object) -> Story:
    """The wall is empty after these seats declared riichi; all hands are unseen."""
    story = Story(preset, **options)
    story.deal(indicator="2p")
    for seat, tile in enumerate(("9p", "8p", "7p", "6p")):
        if seat:
            story.draw(seat)
        story.riichi(seat, tile) if seat in riichi else story.drop(seat, tile)
    story.draw(0)
    story.set_hand(live_left=0).drop(0, "5z")
    return story


def test_riichi_noten() -> None:
    story = drawn(1)
    story.show(1, FAR)
    for seat in (0, 2, 3):
        story.do(ev.NotenDeclared(seat))
    found = story.finding(Kind.RIICHI_NOTEN)
    assert (found.seat, found.penalty, found.sanction, found.minimum) == (1, "P-21", Sanction.CHOMBO, None)
    word, shown = (story.case.steps[story.case.place(each)].event for each in found.events)
    assert (word, shown) == (ev.RiichiDeclared(1), ev.HandShown(1, parse_tiles(FAR)))


def test_no_riichi_noten_when_tenpai() -> None:
    assert drawn(1).show(1, READY).kinds == []


def test_riichi_noten_is_not_examined_when_somebody_else_wins() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "7z").draw(1, "7z").riichi(1, "9p")
    story.turn(2, "1z").ron(3, 2).show(3, READY)
    assert story.hand.seats[1].riichi is Riichi.PAID
    assert story.kinds == []


def test_riichi_noten_comes_to_light_at_an_own_mistaken_win() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "7z").draw(1).riichi(1, "9p")
    story.turn(2, "8s").ron(1, 2).show(1, FAR)
    assert set(story.kinds) == {Kind.RIICHI_NOTEN, Kind.WIN_NOT_COMPLETE}


def test_a_riichi_that_the_table_ended_by_chombo_is_still_examined() -> None:
    story = drawn(1, 2)
    story.show(1, FAR).do(ev.Penalised(1, Sanction.CHOMBO, "P-21")).show(2, FAR)
    assert story.kinds == [Kind.RIICHI_NOTEN, Kind.RIICHI_NOTEN]


def test_riichi_hidden() -> None:
    found = drawn(1).do(ev.NotenDeclared(1)).finding(Kind.RIICHI_HIDDEN)
    assert (found.seat, found.clause, found.sanction) == (1, "R-RIICHI-16", Sanction.CHOMBO)


def test_no_riichi_hidden_without_riichi() -> None:
    assert drawn(1).do(ev.NotenDeclared(2)).kinds == []


def kan_after_riichi(shown: str, kan: str, *, ended: bool = True, **options: object) -> Story:
    """Seat 1 in riichi declares a closed kan, and the wall is empty when the hand is shown."""
    story = Story(**options)  # type: ignore[arg-type]
    story.deal(indicator="2p").drop(0, "7z").draw(1).riichi(1, "9p")
    story.turn(2, "8p").turn(3, "8p").turn(0, "8p").draw(1)
    story.do(ev.KanDeclared(1, Meld(MeldType.ANKAN, parse_tiles(kan))), ev.DoraRevealed(Tile.parse("3p")))
    story.draw(1, replacement=True)
    story.set_hand(live_left=0).drop(1, "7p")
    return story.show(1, shown) if ended else story


def test_riichi_kan() -> None:
    # 23334m waits for 1m 4m and 2m..5m differently once 333m has gone.
    found = kan_after_riichi("24m456p789s11z", "3333m").finding(Kind.RIICHI_KAN)
    assert (found.seat, found.penalty, found.sanction) == (1, "P-24", Sanction.CHOMBO)


def test_no_riichi_kan_of_a_pon_in_every_reading() -> None:
    assert kan_after_riichi("23m456p789s11z", "5555z").kinds == []


def test_a_kan_that_breaks_the_tenpai_is_no_riichi_without_tenpai() -> None:
    # 3334m 456p 789s 11z and a tile for it is tenpai; without 333m the 4m is left alone.
    assert kan_after_riichi("4m456p789s111z", "3333m").kinds == [Kind.RIICHI_KAN]


def test_a_kan_after_riichi_does_not_matter_when_somebody_else_wins() -> None:
    story = kan_after_riichi("", "3333m", ended=False)
    story.set_hand(live_left=9).draw(2).drop(2, "9m")
    assert story.ron(3, 2).show(3, "123456789s11p78m").kinds == []


def swapped(tile: str, *, tsumogiri: bool | None = None, drawn_tile: str | None = "7p") -> Story:
    story = Story()
    story.deal(None, READY if drawn_tile else None, indicator="2p").drop(0, "7z")
    story.draw(1, "9p" if drawn_tile else None).riichi(1, "9p")
    story.turn(2, "8p").turn(3, "8p").turn(0, "8p").draw(1, drawn_tile)
    story.do(ev.Discarded(1, Tile.parse(tile), tsumogiri=tsumogiri))
    return story


def test_riichi_tile_swapped() -> None:
    found = swapped("9m").finding(Kind.RIICHI_TILE_SWAPPED)
    assert (found.penalty, found.sanction, found.minimum) == ("P-23", Sanction.DEAD_HAND, None)


def test_no_riichi_tile_swapped_when_the_drawn_tile_was_discarded() -> None:
    assert swapped("7p").kinds == []


@pytest.mark.parametrize(("tsumogiri", "found"), [(False, True), (None, False), (True, False)])
def test_a_swap_of_unseen_tiles_shows_in_where_the_discard_came_from(
    tsumogiri: bool | None, found: bool
) -> None:
    kinds = swapped("9m", tsumogiri=tsumogiri, drawn_tile=None).kinds
    assert kinds == ([Kind.RIICHI_TILE_SWAPPED] if found else [])


def test_a_swap_becomes_chombo_when_the_hand_is_drawn() -> None:
    story = swapped("9m", tsumogiri=False, drawn_tile=None)
    story.set_hand(live_left=0).show(1, READY)
    assert story.finding(Kind.RIICHI_TILE_SWAPPED).sanction is Sanction.CHOMBO


def open_riichi(*, sideways: bool) -> Story:
    story = Story()
    story.deal(indicator="2p").drop(0, "5p").call(1, displayed("5'55p", 1)).drop(1, "9p")
    story.turn(2, "8p").turn(3, "8p").turn(0, "8p").draw(1)
    story.tries(ev.RiichiDeclared(1))
    if sideways:
        story.tries(ev.Discarded(1, Tile.parse("9s"), sideways=True))
    story.drop(1, "9s")
    return story


def test_riichi_not_allowed() -> None:
    found = open_riichi(sideways=True).finding(Kind.RIICHI_NOT_ALLOWED)
    assert (found.penalty, found.sanction, found.minimum) == ("P-12", Sanction.DEAD_HAND, Sanction.REMINDER)
    assert found.details["faults"] == ("RIICHI_OPEN_HAND",)


def test_riichi_not_allowed_and_taken_back_before_the_discard_is_a_reminder() -> None:
    assert open_riichi(sideways=False).finding(Kind.RIICHI_NOT_ALLOWED).sanction is Sanction.REMINDER


def few_tiles(left: int) -> Story:
    story = Story()
    story.deal(READY, indicator="2p", first="7z")
    story.set_hand(live_left=left)
    return story


def test_riichi_with_too_few_tiles_is_not_allowed() -> None:
    story = few_tiles(3).tries(ev.RiichiDeclared(0))
    assert story.finding(Kind.RIICHI_NOT_ALLOWED).details["faults"] == ("RIICHI_TOO_LATE",)


def test_no_riichi_not_allowed_with_four_tiles_left() -> None:
    story = few_tiles(4)
    story.riichi(0, "7z")
    assert story.kinds == []


def test_riichi_after_discard() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "9p")
    found = story.tries(ev.RiichiDeclared(0)).finding(Kind.RIICHI_AFTER_DISCARD)
    assert (found.seat, found.penalty, found.sanction) == (0, "P-12", Sanction.REMINDER)
    assert found.events == (story.last - 1, story.last)


def test_no_riichi_after_discard_when_the_word_comes_first() -> None:
    story = Story()
    story.deal(indicator="2p").riichi(0, "9p")
    assert story.kinds == []


def test_a_word_too_early_is_no_word_after_the_discard() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "9p").turn(1, "8p").tries(ev.RiichiDeclared(0))
    assert story.kinds == []


def test_riichi_withdrawn() -> None:
    story = Story()
    story.deal(indicator="2p").riichi(0, "9p", paid=False)
    found = story.do(ev.RiichiWithdrawn(0)).finding(Kind.RIICHI_WITHDRAWN)
    assert (found.seat, found.penalty, found.sanction) == (0, "P-12", Sanction.DEAD_HAND)


def test_no_riichi_withdrawn_before_the_discard() -> None:
    story = Story()
    story.deal(indicator="2p").do(ev.RiichiDeclared(0), ev.RiichiWithdrawn(0)).drop(0, "9p")
    assert story.kinds == []


def laid(sideways: bool) -> Story:
    story = Story()
    story.deal(indicator="2p").do(ev.RiichiDeclared(0)).drop(0, "9p", sideways=sideways)
    return story.do(ev.RiichiPaid(0))


def test_riichi_not_sideways() -> None:
    found = laid(sideways=False).finding(Kind.RIICHI_NOT_SIDEWAYS)
    assert (found.penalty, found.sanction) == ("P-20", Sanction.REMINDER)


def test_no_riichi_not_sideways() -> None:
    assert laid(sideways=True).kinds == []


@pytest.mark.parametrize("sideways", [False, True])
def test_the_next_discard_lies_sideways_when_the_declaration_tile_was_called(sideways: bool) -> None:
    story = laid(sideways=True)
    story.call(2, Meld(MeldType.PON, parse_tiles("999p"), Tile.parse("9p"), 0)).drop(2, "5p")
    story.turn(3, "6p").draw(0).drop(0, "7p", sideways=sideways)
    assert story.kinds == ([] if sideways else [Kind.RIICHI_NOT_SIDEWAYS])


def test_riichi_unpaid() -> None:
    story = Story()
    story.deal(indicator="2p").riichi(0, "9p", paid=False).turn(1, "9m")
    found = story.ron(2, 1).show(2, "123456789s11p78m").finding(Kind.RIICHI_UNPAID)
    assert (found.seat, found.penalty, found.sanction) == (0, "", Sanction.REMINDER)


def test_no_riichi_unpaid_when_the_declaration_tile_is_won_on() -> None:
    story = Story()
    story.deal(indicator="2p").riichi(0, "9m", paid=False)
    assert story.ron(2, 0).show(2, "123456789s11p78m").kinds == []


def test_no_riichi_unpaid_before_the_next_player_has_discarded() -> None:
    story = Story()
    story.deal(indicator="2p").riichi(0, "9p", paid=False).draw(1)
    assert story.kinds == []
    story.do(ev.Discarded(1, Tile.parse("9m")))
    assert story.kinds == [Kind.RIICHI_UNPAID]
    assert story.do(ev.RiichiPaid(0)).kinds == []


def test_no_riichi_unpaid_for_what_others_discarded_before_it() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "1z").turn(1, "9m").draw(2).riichi(2, "9p", paid=False)
    assert story.kinds == []
    assert story.turn(3, "8m").kinds == [Kind.RIICHI_UNPAID]


def test_a_hand_in_riichi_is_shown_at_an_abortive_draw() -> None:
    story = Story()
    story.deal(indicator="2p").riichi(0, "1z")
    for seat in (1, 2, 3):
        story.turn(seat, "1z")
    assert story.hand.automatic_end(story.game.rules) is EndReason.SUUFON
    assert story.do(ev.NotenDeclared(0)).kinds == [Kind.RIICHI_HIDDEN]


def test_the_wall_is_really_empty_in_these_tests() -> None:
    assert drawn().hand.phase is Phase.CALLS
    assert drawn().hand.automatic_end(drawn().game.rules) is EndReason.EXHAUSTIVE


def test_a_riichi_without_tenpai_is_void_beside_a_valid_win_on_the_same_tile() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "7z").draw(1).riichi(1, "9p")
    story.turn(2, "1z").ron(1, 2).ron(3, 2).show(1, FAR).show(3, "123456m11222p11z")
    assert story.kinds == [Kind.WIN_NOT_COMPLETE]


def test_a_riichi_without_tenpai_stays_one_after_a_kan() -> None:
    assert kan_after_riichi("159m159p159s1z", "5555z").kinds == [Kind.RIICHI_NOTEN]


def test_a_tsumo_merged_into_a_riichi_hand_is_no_riichi_without_tenpai() -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "7z").draw(1).riichi(1, "9p")
    story.turn(2, "8p").turn(3, "8p").turn(0, "8p").draw(1).do(ev.WinDeclared(1, 1))
    assert story.show(1, READY + "1z").kinds == []


def test_the_sanction_of_a_swap_depends_on_how_the_hand_ended() -> None:
    def sanction(*end: ev.Event) -> Sanction | None:
        story = swapped("9m", tsumogiri=False, drawn_tile=None)
        return story.do(*end).finding(Kind.RIICHI_TILE_SWAPPED).sanction

    won = ev.HandShown(2, parse_tiles("123456789s11p78m"))
    assert sanction(ev.WinDeclared(2, 1), won) is Sanction.DEAD_HAND
    assert sanction(ev.Penalised(3, Sanction.CHOMBO, "P-30")) is Sanction.DEAD_HAND


def test_a_swap_is_chombo_also_at_a_draw_without_showing() -> None:
    story = Story(riichi__show_at_abortive_draw="never")
    story.deal(indicator="2p").riichi(0, "9p")
    for seat in (1, 2):
        story.draw(seat).riichi(seat, "8p")
    story.turn(3, "7p").draw(0).do(ev.Discarded(0, Tile.parse("7p"), tsumogiri=False))
    story.turn(1, "6p").turn(2, "6p").draw(3).riichi(3, "6p")
    ended = result(story.game)
    assert ended is not None
    assert ended.reason is EndReason.SUUCHA
    assert story.do(ended).finding(Kind.RIICHI_TILE_SWAPPED).sanction is Sanction.CHOMBO


def test_only_the_own_discard_after_a_word_says_whether_it_was_meant() -> None:
    """South speaks out of turn with an open hand; East discards before, upright."""
    story = Story()
    story.deal(indicator="2p").drop(0, "5p").call(1, displayed("5'55p", 1)).drop(1, "9p")
    story.turn(2, "8p").turn(3, "8p").draw(0)
    story.tries(ev.RiichiDeclared(1)).drop(0, "8p").draw(1)
    story.tries(ev.Discarded(1, Tile.parse("9s"), sideways=True)).drop(1, "9s")
    found = next(each for each in story.findings if each.kind is Kind.RIICHI_NOT_ALLOWED)
    assert found.sanction is Sanction.DEAD_HAND
    assert len(found.events) == 2
