"""The course of a hand: wall, calls, kongs, flowers, ready hands, what is not played (C-WALL .. C-READY)."""

from __future__ import annotations

import pytest

from engine.play.legal import legal, moves
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.state.hand import Phase
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Flower, Tile, parse_tiles
from tests.engine.board import Board
from tests.engine.classical.table import READY, Table, added, chi, kong, pon, ready_table, robbing


def faults(table: Board, event: ev.Event) -> Fault:
    return legal(table.game, event)


def drop(seat: int, tile: str, tsumogiri: bool | None = None) -> ev.Discarded:
    return ev.Discarded(seat, Tile.parse(tile), tsumogiri=tsumogiri)


def test_everybody_has_thirteen_tiles_and_east_draws_first() -> None:
    table = Table().deal()
    assert [len(seat.concealed) for seat in table.hand.seats] == [14, 13, 13, 13]
    assert (table.hand.live_left, table.hand.loose) == (68 - 1, 2)
    assert (table.hand.turn, table.hand.phase, table.hand.dora_due) == (0, Phase.DISCARD, 0)


def test_with_flowers_the_wall_is_eight_tiles_longer() -> None:
    assert Table(flowers=True).deal().hand.live_left == 76 - 1


def test_a_second_throw_may_follow_the_first() -> None:
    table = Table().do(ev.HandStarted(0, 1, 0, 0, 0, (2000,) * 4))
    table.do(ev.DiceThrown((3, 4)), ev.DiceThrown((1, 2)))
    assert (table.hand.dice, table.hand.second) == ((3, 4), (1, 2))
    assert faults(table, ev.DiceThrown((1, 1))) is Fault.WRONG_MOMENT
    once = Board().do(ev.HandStarted(0, 1, 0, 0, 0, (30000,) * 4), ev.DiceThrown((3, 4)))
    assert faults(once, ev.DiceThrown((1, 2))) is Fault.WRONG_MOMENT


@pytest.mark.parametrize(
    "event",
    [
        ev.DoraRevealed(Tile.parse("1m")),
        ev.RiichiDeclared(0),
        ev.RiichiPaid(0),
        ev.RiichiWithdrawn(0),
        ev.AbortDeclared(0),
        ev.NotenDeclared(0),
        ev.UraRevealed((Tile.parse("1m"),)),
        ev.Penalised(0, ev.Sanction.CHOMBO),
        ev.Penalised(0, ev.Sanction.DEAD_HAND),
        ev.ResultEntered(ev.EndReason.WIN, (ev.EnteredWin(1, 2, 3, 40),)),
        ev.FlowerLaid(0, Flower.F1),
    ],
)
def test_what_belongs_to_riichi_is_not_played(event: ev.Event) -> None:
    assert faults(Table().deal(), event) == Fault.NOT_PLAYED


def test_a_ready_hand_and_flowers_are_not_part_of_riichi() -> None:
    board = Board().deal()
    assert faults(board, ev.ReadyDeclared(0)) is Fault.NOT_PLAYED
    assert faults(board, ev.FlowerLaid(0, Flower.F1)) is Fault.NOT_PLAYED


def test_after_a_call_the_turn_goes_on_from_the_caller() -> None:
    table = Table().deal().drop(0, "9p").call(2, pon("9p", 0)).drop(2, "1m")
    assert faults(table, ev.Drawn(3)) is LEGAL
    assert faults(table, ev.Drawn(1)) == Fault.OUT_OF_TURN


def test_a_discard_can_be_called_until_the_next_player_has_drawn() -> None:
    table = Table().deal().drop(0, "9p")
    assert faults(table, ev.Called(2, pon("9p", 0))) is LEGAL
    table.draw(1)
    assert faults(table, ev.Called(2, pon("9p", 0))) == Fault.WINDOW_CLOSED


def test_a_mahjong_can_be_called_until_the_next_player_has_drawn() -> None:
    table = ready_table().draw(2).drop(2, "6s")
    assert faults(table, ev.WinDeclared(1, 2)) is LEGAL
    assert faults(table.draw(3), ev.WinDeclared(1, 2)) == Fault.WINDOW_CLOSED


def test_a_chow_is_called_from_the_left_neighbour_only() -> None:
    table = Table().deal().drop(0, "9p")
    assert faults(table, ev.Called(1, chi("789p", "9p", 0))) is LEGAL
    assert faults(table, ev.Called(2, chi("789p", "9p", 0))) == Fault.CHI_NOT_FROM_LEFT


def test_the_tile_just_called_may_be_discarded_again() -> None:
    table = Table().deal().drop(0, "9p").call(1, chi("789p", "9p", 0))
    assert faults(table, drop(1, "9p")) is LEGAL
    assert faults(table, drop(1, "6p")) is LEGAL


def test_there_is_no_furiten() -> None:
    table = ready_table("6s").turn(2, "3s")
    assert faults(table, ev.WinDeclared(1, 2)) is LEGAL


def test_kongs_take_loose_tiles_which_are_replenished_two_at_a_time() -> None:
    table = Table().deal("1111m2222m3333m9p", first="4m")
    for n, (tile, live, loose) in enumerate((("1m", 67, 1), ("2m", 65, 2), ("3m", 65, 1))):
        table.do(ev.KanDeclared(0, Meld(MeldType.ANKAN, parse_tiles(tile * 4))))
        assert faults(table, ev.Drawn(0)) == Fault.WRONG_WALL_END
        table.draw(0, f"{n + 5}s", replacement=True)
        assert (table.hand.live_left, table.hand.loose) == (live, loose)


def test_the_end_of_the_wall_replenishes_what_it_has() -> None:
    table = Table().deal("1111m2222m3333m9p", first="4m").set_hand(live_left=1, loose=1)
    table.do(ev.KanDeclared(0, Meld(MeldType.ANKAN, parse_tiles("1111m")))).draw(0, "5s", replacement=True)
    assert (table.hand.live_left, table.hand.loose) == (0, 1)
    again = ev.KanDeclared(0, Meld(MeldType.ANKAN, parse_tiles("2222m")))
    assert faults(table, again) is LEGAL
    table.do(again).draw(0, "6s", replacement=True)
    assert table.hand.loose == 0
    none_left = ev.KanDeclared(0, Meld(MeldType.ANKAN, parse_tiles("3333m")))
    assert faults(table, none_left) == Fault.WALL_EMPTY


def test_an_open_kong_is_made_of_a_concealed_pung_and_a_discard() -> None:
    table = Table().deal(None, None, "999p147m258s1234z").drop(0, "9p")
    assert ev.Called(2, kong("9p", 0)) in moves(table.game, 2)
    table.call(2, kong("9p", 0)).draw(2, "5z", replacement=True)
    assert table.hand.phase is Phase.DISCARD


def test_more_than_four_kongs_can_lie_on_the_table() -> None:
    table = Table().deal("1111m2222m3333m9p", "4444m5555m147p58s", first="1z")
    for seat, tiles in ((0, ("1m", "2m", "3m")), (1, ("4m", "5m"))):
        if seat == 1:
            table.drop(0, "1z").draw(1, "9s")
        for tile in tiles:
            table.do(ev.KanDeclared(seat, Meld(MeldType.ANKAN, parse_tiles(tile * 4))))
            table.draw(seat, None, replacement=True)
    assert table.hand.kans == 5


def test_no_kong_from_the_hand_follows_directly_on_a_call() -> None:
    table = Table().deal(None, None, "9999m66p14m258s11z").drop(0, "6p").call(2, pon("6p", 0))
    assert (
        faults(table, ev.KanDeclared(2, Meld(MeldType.ANKAN, parse_tiles("9999m")))) == Fault.KAN_AFTER_CALL
    )


def test_a_concealed_kong_cannot_be_robbed() -> None:
    table = ready_table().draw(2)
    table.do(ev.KanDeclared(2, Meld(MeldType.ANKAN, parse_tiles("6666s"))))
    assert table.hand.offer is None
    assert faults(table, ev.WinDeclared(1, 2)) == Fault.WINDOW_CLOSED


@pytest.mark.parametrize(("anybody", "allowed"), [(True, True), (False, False)])
def test_who_may_rob_a_kong(anybody: bool, allowed: bool) -> None:
    """Seat 0 adds to its pung; seat 1 is the next player, seat 2 is not (C-KONG-06)."""
    assert faults(robbing(1, rob_out_of_turn=anybody), ev.WinDeclared(1, 0)) is LEGAL
    far = faults(robbing(2, rob_out_of_turn=anybody), ev.WinDeclared(2, 0))
    assert far == (LEGAL if allowed else Fault.OUT_OF_TURN)


def test_the_turn_binds_robbing_only() -> None:
    table = ready_table(rob_out_of_turn=False).turn(2, "1p").turn(3, "6s")
    assert faults(table, ev.WinDeclared(1, 3)) is LEGAL


def test_a_robbed_kong_is_claimed_before_the_loose_tile() -> None:
    table = robbing(2).draw(0, "9s", replacement=True)
    assert faults(table, ev.WinDeclared(2, 0)) == Fault.WINDOW_CLOSED


@pytest.mark.parametrize(("only", "fault"), [(False, LEGAL), (True, Fault.KAN_HELD_TILE)])
def test_a_tile_held_since_earlier_may_be_added_to_a_pung(only: bool, fault: Fault) -> None:
    """Seat 2 calls a pung of 6s while it holds a third; it is added in a later turn (C-KONG-03)."""
    table = Table(added_kong_only_drawn_tile=only).deal(None, None, "666s147m258p1234z").drop(0, "6s")
    table.call(2, pon("6s", 0)).drop(2, "1z").turn(3, "9m").turn(0, "9m").turn(1, "9m").draw(2, "9s")
    assert faults(table, ev.KanDeclared(2, added("6s", 0))) == fault


def test_the_tile_just_drawn_may_always_be_added() -> None:
    table = Table(added_kong_only_drawn_tile=True).deal(None, None, "66s147m258p12345z").drop(0, "6s")
    table.call(2, pon("6s", 0)).drop(2, "1z").turn(3, "9m").turn(0, "9m").turn(1, "9m").draw(2, "6s")
    assert faults(table, ev.KanDeclared(2, added("6s", 0))) is LEGAL


def test_a_flower_is_laid_at_once_and_replaced() -> None:
    table = Table(flowers=True).deal().do(ev.FlowerLaid(0, Flower.F2))
    assert table.hand.seats[0].flowers == (Flower.F2,)
    assert table.hand.phase is Phase.KAN
    assert faults(table, drop(0, "1m")) == Fault.WRONG_MOMENT
    table.draw(0, None, replacement=True)
    assert (table.hand.phase, table.hand.loose) == (Phase.DISCARD, 1)
    assert faults(table, ev.FlowerLaid(0, Flower.F2)) == Fault.FIVE_COPIES
    assert faults(table, ev.FlowerLaid(1, Flower.F3)) == Fault.OUT_OF_TURN


def test_flowers_of_the_deal_are_replaced_before_the_first_draw() -> None:
    table = Table(flowers=True).do(ev.HandStarted(0, 1, 0, 0, 0, (2000,) * 4), ev.DiceThrown((3, 4)))
    table.do(ev.Dealt((None, parse_tiles("123456789m12p"), None, None)))
    assert faults(table, ev.FlowerLaid(1, Flower.F1)) is LEGAL
    for flower, tile in ((Flower.F1, "5z"), (Flower.G1, "6z")):
        table.do(ev.FlowerLaid(1, flower)).draw(1, tile, replacement=True)
        assert (table.hand.phase, table.hand.turn) == (Phase.DRAW, 0)
    assert table.hand.seats[1].concealed == parse_tiles("123456789m12p56z")
    assert faults(table, ev.FlowerLaid(1, Flower.F3)) == Fault.TILE_NOT_IN_HAND
    assert faults(table, ev.Drawn(0)) is LEGAL
    assert table.hand.live_left == 76 - 2


def test_a_hand_dealt_without_some_tiles_needs_flowers() -> None:
    table = Table().do(ev.HandStarted(0, 1, 0, 0, 0, (2000,) * 4), ev.DiceThrown((3, 4)))
    assert faults(table, ev.Dealt((None, parse_tiles("123456789m12p"), None, None))) == Fault.NOT_PLAYED


def test_a_flower_that_nothing_replaces_ends_the_hand() -> None:
    table = Table(flowers=True).deal().set_hand(live_left=0, loose=0).do(ev.FlowerLaid(0, Flower.F2))
    assert faults(table, ev.Drawn(0, replacement=True)) == Fault.WALL_EMPTY
    assert table.end().reason is ev.EndReason.EXHAUSTIVE


def test_a_ready_hand_is_declared_before_or_right_after_the_discard() -> None:
    table = Table().deal(None, READY).drop(0, "9p")
    assert faults(table, ev.ReadyDeclared(1)) == Fault.OUT_OF_TURN
    table.draw(1, "1z")
    assert ev.ReadyDeclared(1) in moves(table.game, 1)
    table.drop(1, "1z")
    assert faults(table, ev.ReadyDeclared(1)) is LEGAL
    assert faults(table.draw(2), ev.ReadyDeclared(1)) == Fault.OUT_OF_TURN


def test_a_ready_hand_is_declared_right_after_a_call() -> None:
    table = Table().deal(None, READY.replace("234p", "34p5z")).drop(0, "2p").call(1, chi("234p", "2p", 0))
    assert faults(table, ev.ReadyDeclared(1)) is LEGAL


def test_only_a_hand_that_lacks_one_tile_is_ready() -> None:
    far = Table().deal(None, "147m258p369s1234z").drop(0, "9p").draw(1, "1z")
    assert faults(far, ev.ReadyDeclared(1)) == Fault.READY_NOTEN
    assert ev.ReadyDeclared(1) not in moves(far.game, 1)


def test_a_hand_is_declared_ready_once() -> None:
    assert faults(
        ready_table().turn(2, "1p").turn(3, "1p").turn(0, "1p").draw(1, "9p"), ev.ReadyDeclared(1)
    ) == (Fault.READY_TWICE)


def test_without_the_declaration_nobody_wins() -> None:
    table = Table().deal(None, READY).drop(0, "9p").draw(1, "1z").drop(1, "1z").turn(2, "6s")
    assert faults(table, ev.WinDeclared(1, 2)) == Fault.NOT_READY
    table.draw(3).drop(3, "9s").turn(0, "9s").draw(1, "3s")
    assert faults(table, ev.WinDeclared(1, 1)) == Fault.NOT_READY
    with pytest.raises(ValueError, match="has not declared a ready hand"):
        table.do(ev.WinDeclared(1, 1))


def test_the_declaration_lapses_when_the_hand_is_no_longer_ready() -> None:
    table = ready_table().turn(2, "1p").turn(3, "1p").turn(0, "1p").draw(1, "9s")
    assert table.drop(1, "9s").hand.seats[1].ready == 0
    table.turn(2, "1p").draw(3).drop(3, "9p").turn(0, "7z").draw(1, "9p").drop(1, "4s")
    assert table.hand.seats[1].ready is None


@pytest.mark.parametrize(("freezes", "fault"), [(False, LEGAL), (True, Fault.READY_FROZEN)])
def test_a_ready_hand_may_change_or_is_frozen(freezes: bool, fault: Fault) -> None:
    """Only what follows the discard of the declaration is bound (C-READY-03)."""
    table = Table(ready_freezes_hand=freezes).deal(None, READY).drop(0, "9p").draw(1, "6p").ready(1)
    assert faults(table, drop(1, "2m", tsumogiri=False)) is LEGAL
    table.drop(1, "6p").turn(2, "1p").turn(3, "1p").turn(0, "1m").draw(1, "7s")
    assert faults(table, drop(1, "7s")) is LEGAL
    assert faults(table, drop(1, "4s")) == fault


def test_the_calls_of_a_frozen_hand() -> None:
    assert faults(ready_table(ready_freezes_hand=True).turn(2, "6p"), ev.Called(1, pon("6p", 2))) == (
        Fault.READY_FROZEN
    )
    assert faults(ready_table().turn(2, "6p"), ev.Called(1, pon("6p", 2))) is LEGAL
