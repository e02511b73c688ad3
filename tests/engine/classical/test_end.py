"""The end of a hand: who wins, what is shown, counted and paid, how a draw ends (C-WIN, C-DRAW, C-SETTLE)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.classical.account import Account, account
from engine.play.legal import legal
from engine.result.settle import result, wins
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.state.hand import Phase
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.classical.table import READY, Table, kong, ready_table, robbing

NOTHING = "147m258p369s1234z", "258m147p39s55667z", "3699m369p2588s67z"
"""Three hands that count nothing but a pair of dragons in the second."""


def shown(table: Table, *hands: str, win_tile: str | None = None) -> Account:
    """The account after the four hands of seats 0 to 3 are shown."""
    found = account(table.show(*hands, win_tile=win_tile).game)
    assert found is not None
    return found


def ids(found: Account, seat: int) -> dict[str, int]:
    return dict(found.values[seat].doubles)


def test_a_mahjong_is_paid_by_all_and_the_losers_settle() -> None:
    """Seat 1 wins with 20 points and three doubles; seat 2 has a pair of dragons, 2 points, paid as 10."""
    table = ready_table().turn(2, "6s").do(ev.WinDeclared(1, 2))
    assert table.hand.to_show(table.game.rules) == (2, 3, 0, 1)
    assert result(table.game) is None
    found = shown(table, NOTHING[0], READY, NOTHING[1], NOTHING[2])
    assert [value.value for value in found.values] == [0, 160, 10, 0]
    assert ids(found, 1) == {"no_points": 2, "fully_concealed": 2, "ready_at_first_turn": 2}
    assert found.settlement.net == (-320 - 20, 160 * 4, -160 + 20 + 10, -160 - 10)
    assert wins(table.game) == ()
    ended = table.end()
    assert (ended.reason, ended.winners, ended.kyotaku) == (ev.EndReason.WIN, (1,), 0)
    assert table.game.scores == (1660, 2640, 1870, 1830)


def test_all_four_hands_are_shown_before_anything_is_paid() -> None:
    table = ready_table().turn(2, "6s").do(ev.WinDeclared(1, 2))
    wrong = ev.HandShown(0, parse_tiles(NOTHING[0])[:-1])
    assert legal(table.game, wrong) == Fault.SHOWN_COUNT
    table.do(ev.HandShown(1, parse_tiles(READY)))
    assert account(table.game) is None
    table.do(ev.HandShown(0, parse_tiles(NOTHING[0])))
    assert legal(table.game, ev.HandShown(0, parse_tiles(NOTHING[0]))) & Fault.SHOWN_TWICE
    assert result(table.game) is None


def test_a_known_hand_that_is_not_complete_is_no_mahjong() -> None:
    table = ready_table().turn(2, "9s")
    assert legal(table.game, ev.WinDeclared(1, 2)) == Fault.NOT_COMPLETE
    table.turn(3, "9p").turn(0, "9m").draw(1, "9m")
    assert legal(table.game, ev.WinDeclared(1, 1)) == Fault.NOT_COMPLETE


def test_nobody_shows_a_hand_before_a_mahjong() -> None:
    table = Table().deal(*NOTHING).drop(0, "4z")
    assert Fault.WRONG_MOMENT in legal(table.game, ev.HandShown(1, parse_tiles(NOTHING[1])))


def test_a_tile_from_the_wall() -> None:
    table = ready_table().turn(2, "1p").turn(3, "1p").turn(0, "9p").draw(1, "3s").do(ev.WinDeclared(1, 1))
    found = shown(table, NOTHING[0], READY, NOTHING[1], NOTHING[2], win_tile="3s")
    assert ("win_from_wall", 2) in found.values[1].base
    assert not {"on_loose_tile", "last_tile", "robbed_kong", "last_of_four"} & set(ids(found, 1))


def test_a_drawn_tile_that_was_mixed_into_the_hand_is_taken_as_it_counts_most() -> None:
    """Nobody saw the fourteenth tile: 5s would be the middle of a chow, the only possible tile."""
    table = Table().deal().drop(0, "9p").draw(1).ready(1).drop(1, "1z")
    table.turn(2, "1p").turn(3, "1p").turn(0, "9p").draw(1).do(ev.WinDeclared(1, 1))
    table.do(ev.HandShown(1, parse_tiles(READY + "6s")))
    for seat, text in ((0, NOTHING[0]), (2, NOTHING[1]), (3, NOTHING[2])):
        table.do(ev.HandShown(seat, parse_tiles(text)))
    found = account(table.game)
    assert found is not None
    assert ("only_tile", 2) in found.values[1].base
    assert str(found.tile) in ("3m", "6m", "3p", "5s")
    assert Counter((*found.racks[1].tiles, found.tile)) == Counter(parse_tiles(READY + "6s"))


def test_a_win_on_a_loose_tile() -> None:
    table = Table().deal(None, "567m234p66p45s111s").drop(0, "4z").draw(1, "9m").ready(1).drop(1, "9m")
    table.turn(2, "1s").call(1, kong("1s", 2)).draw(1, "6s", replacement=True).do(ev.WinDeclared(1, 1))
    found = shown(table, NOTHING[0], "567m234p66p45s", NOTHING[1], NOTHING[2], win_tile="6s")
    assert ids(found, 1)["on_loose_tile"] == 2
    assert ("kong_terminal", 16) in found.values[1].base


def test_the_last_tile_before_the_dead_wall() -> None:
    table = ready_table().turn(2, "1p").turn(3, "1p").turn(0, "9p").set_hand(live_left=1).draw(1, "6s")
    found = shown(table.do(ev.WinDeclared(1, 1)), NOTHING[0], READY, NOTHING[1], NOTHING[2], win_tile="6s")
    assert ids(found, 1)["last_tile"] == 2


@pytest.mark.parametrize(
    ("includes", "tsumogiri", "doubled"), [(False, True, False), (True, True, True), (True, False, False)]
)
def test_the_last_tile_discarded(includes: bool, tsumogiri: bool, doubled: bool) -> None:
    """By option the double covers that very tile when it is discarded (C-DOUBLE-05)."""
    table = ready_table(last_tile_includes_discard=includes).set_hand(live_left=1).draw(2)
    table.do(ev.Discarded(2, Tile.parse("6s"), tsumogiri=tsumogiri), ev.WinDeclared(1, 2))
    found = shown(table, NOTHING[0], READY, NOTHING[1], NOTHING[2])
    assert ("last_tile" in ids(found, 1)) == doubled


@pytest.mark.parametrize(("window", "doubled"), [("first_own_turn", False), ("first_hand_of_game", True)])
def test_ready_later_in_the_first_hand(window: str, doubled: bool) -> None:
    table = Table(ready_first_window=window).deal(None, READY).drop(0, "9p").draw(1, "1z").drop(1, "1z")
    table.turn(2, "1p").turn(3, "1p").turn(0, "9p").draw(1, "9m").ready(1).drop(1, "9m").turn(2, "6s")
    found = shown(table.do(ev.WinDeclared(1, 2)), NOTHING[0], READY, NOTHING[1], NOTHING[2])
    assert ("ready_at_first_turn" in ids(found, 1)) == doubled


def test_the_winning_tile_is_visibly_the_last_of_its_four() -> None:
    table = ready_table().turn(2, "6s").turn(3, "6s").turn(0, "6s").draw(1, "9m").drop(1, "9m").turn(2, "6s")
    found = shown(table.do(ev.WinDeclared(1, 2)), NOTHING[0].replace("369s", "358s"), READY, *NOTHING[1:])
    assert ids(found, 1)["last_of_four"] == 2


def test_a_robbed_kong_counts_as_the_pung_it_was() -> None:
    table = robbing(2).do(ev.WinDeclared(2, 0))
    found = shown(table, "147m258p2345z", "369m369p39s55667z", READY, "258m147p138s6677z")
    assert ids(found, 2)["robbed_kong"] == 2
    assert ids(found, 2)["last_of_four"] == 2
    assert ("pung_simple", 2) in found.values[0].base


@pytest.mark.parametrize(("option", "winner"), [("farthest", 0), ("nearest", 3)])
def test_of_several_mahjongs_one_wins(option: str, winner: int) -> None:
    """Seat 1 discards; of seats 3 and 0 seat 0 is farther away counter-clockwise (C-CALL-05)."""
    other = "345m345p99p678s45s"
    table = Table(several_mahjong=option).deal(READY, None, None, other, first="1z").ready(0).drop(0, "1z")
    table.turn(1, "1p").turn(2, "1p").draw(3, "1z").ready(3).drop(3, "1z").draw(0, "9m").drop(0, "9m")
    table.turn(1, "3s").do(ev.WinDeclared(0, 1), ev.WinDeclared(3, 1))
    found = shown(table, READY, NOTHING[0], NOTHING[2], other)
    assert (found.winner, found.source) == (winner, 1)
    assert table.end().winners == (winner,)


def test_a_false_mahjong_leaves_the_tile_to_the_next() -> None:
    other = "345m345p99p678s45s"
    table = (
        Table().deal(None, None, other).drop(0, "1p").draw(1).ready(1).drop(1, "1z").draw(2, "1z").ready(2)
    )
    table.drop(2, "1z").turn(3, "1p").turn(0, "3s").do(ev.WinDeclared(1, 0), ev.WinDeclared(2, 0))
    found = shown(table, NOTHING[0], NOTHING[1], other, NOTHING[2])
    assert found.winner == 2


def test_a_mahjong_that_is_none_pays_nothing_and_is_taken_back() -> None:
    table = Table().deal().drop(0, "1p").draw(1).ready(1).drop(1, "1z").turn(2, "6s").do(ev.WinDeclared(1, 2))
    assert legal(table.game, ev.HandEnded(ev.EndReason.WIN, (0, 0, 0, 0), 0, (1,))) == Fault.RESULT_OPEN
    table.do(ev.WinWithdrawn(1))
    assert table.hand.phase is Phase.CALLS
    assert not table.hand.seats[1].dead
    assert legal(table.game, ev.Drawn(3)) is LEGAL


def test_a_mahjong_from_the_wall_taken_back_costs_nothing() -> None:
    table = ready_table().turn(2, "1p").turn(3, "1p").turn(0, "9p").draw(1, "9m")
    table.do(ev.WinDeclared(1, 1), ev.WinWithdrawn(1))
    assert (table.hand.phase, table.hand.seats[1].dead) == (Phase.DISCARD, False)


def test_the_hand_is_a_draw_when_only_the_dead_wall_is_left() -> None:
    table = ready_table().set_hand(live_left=1).turn(2, "6s")
    assert legal(table.game, ev.Drawn(3)) & Fault.WALL_EMPTY
    assert legal(table.game, ev.WinDeclared(1, 2)) is LEGAL
    assert table.hand.to_show(table.game.rules) == ()
    ended = table.end()
    assert (ended.reason, ended.deltas) == (ev.EndReason.EXHAUSTIVE, (0, 0, 0, 0))
    assert table.game.scores == (2000,) * 4


def test_people_can_enter_a_draw_or_deal_again() -> None:
    table = Table().deal().do(ev.ResultEntered(ev.EndReason.EXHAUSTIVE))
    assert table.end().deltas == (0, 0, 0, 0)
    again = Table().deal().do(ev.Penalised(1, ev.Sanction.REDEAL))
    assert again.end() == ev.HandEnded(ev.EndReason.REDEAL, (0, 0, 0, 0), 0)
