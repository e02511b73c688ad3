"""From the end of a hand to the points: who wins what, draws, abortive draws."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.play.legal import legal
from engine.result.settle import result, wins
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.state.hand import PondTile
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.board import Board
from tests.engine.hands import displayed

PINFU = "234m567678s22s34p"
TANYAO = "678m234678s88m34p"


def three_rons(preset: str, seats: tuple[int, ...], **options: object) -> Board:
    """Seat 0 deals 5p into several hands; two honba, one stick on the table."""
    board = Board(preset, **options).deal(indicator="1z")
    board.set_hand(started=replace(board.hand.started, honba=2))
    board.game = replace(board.game, honba=2, kyotaku=1)
    board.drop(0, "5p")
    board.do(*(ev.WinDeclared(seat, 0) for seat in seats))
    racks = {1: PINFU, 2: TANYAO, 3: "223344m456s88p34p"}
    return board.do(*(ev.HandShown(seat, parse_tiles(racks[seat])) for seat in seats))


def ended(board: Board) -> ev.HandEnded:
    found = result(board.game)
    assert found is not None
    assert legal(board.game, found) is LEGAL
    return found


def test_double_ron_in_rrc_pays_honba_to_each_and_the_old_stick_to_the_first() -> None:
    board = three_rons("rrc", (2, 1), score__renhou="off")
    assert [(w.seat, w.deltas[w.seat], w.sticks) for w in wins(board.game)] == [(1, 3600, 1), (2, 2600, 0)]
    assert ended(board).deltas == (-5200, 3600, 2600, 0)


def test_double_ron_at_tenhou_pays_honba_and_sticks_to_the_first() -> None:
    board = three_rons("tenhou", (2, 1))
    assert [(w.seat, w.deltas[w.seat], w.sticks) for w in wins(board.game)] == [(1, 3600, 1), (2, 2000, 0)]


def test_atamahane_pays_only_the_first_in_turn_order() -> None:
    board = three_rons("wrc", (2, 1), score__renhou="off")
    assert [w.paid for w in wins(board.game)] == [True, False]
    assert ended(board).winners == (1,)


def test_triple_ron_is_paid_in_rrc_and_a_draw_at_tenhou() -> None:
    assert ended(three_rons("rrc", (1, 2, 3))).winners == (1, 2, 3)
    draw = ended(three_rons("tenhou", (1, 2, 3)))
    assert (draw.reason, draw.deltas, draw.kyotaku) == (ev.EndReason.SANCHAHOU, (0, 0, 0, 0), 1)


def test_a_shown_hand_without_yaku_gives_no_result_and_says_why() -> None:
    board = Board().deal(indicator="1z")
    board.drop(0, "9m").draw(1).drop(1, "5p").do(ev.WinDeclared(3, 1))
    board.set_hand(intact=False)
    board.do(ev.HandShown(3, parse_tiles("234m567s789s22s46p")))
    assert result(board.game) is None
    assert wins(board.game)[0].faults == Fault.NO_YAKU


def test_a_ron_in_furiten_is_found_when_the_hand_is_shown() -> None:
    board = Board().deal(indicator="1z").drop(0, "2p").draw(1).drop(1, "5p")
    board.do(ev.WinDeclared(0, 1), ev.HandShown(0, parse_tiles(PINFU)))
    assert wins(board.game)[0].faults == Fault.FURITEN
    assert result(board.game) is None


def test_tsumo_waits_for_the_hand_and_the_ura() -> None:
    board = Board().deal(PINFU, indicator="1z", first="9m").riichi(0, "9m")
    board.turn(1, "1m").turn(2, "1m").turn(3, "1m").draw(0, "2p").do(ev.WinDeclared(0, 0))
    assert result(board.game) is None
    board.do(ev.HandShown(0, parse_tiles(PINFU), Tile.parse("2p")))
    assert result(board.game) is None
    assert legal(board.game, ev.UraRevealed(parse_tiles("1z1z"))) == Fault.URA_COUNT
    assert board.game.hand is not None
    unknown = replace(board.game, hand=replace(board.game.hand, indicators=()))
    assert legal(unknown, ev.UraRevealed(())) == Fault.URA_COUNT, "nothing is turned under no indicator"
    board.do(ev.UraRevealed(parse_tiles("1z")))
    value = wins(board.game)[0].value
    assert value is not None
    assert {"double_riichi", "ippatsu", "menzen_tsumo", "pinfu", "tanyao"} <= {name for name, _ in value.yaku}
    assert ended(board).deltas == (18000 + 1000, -6000, -6000, -6000)


def dragons(winner: int = 2) -> Board:
    """Seat 2 has called white from 0, green from 1 and red from 3, who answers for it."""
    board = Board().deal(indicator="1z")
    melds = (displayed("55'5z", 2), displayed("6'66z", 2))
    board.set_seat(winner, concealed=(None,) * 7, melds=melds).set_hand(intact=False)
    board.drop(0, "1m").turn(1, "1m")
    return board.draw(2).drop(2, "9s").turn(3, "7z").call(2, displayed("777'z", 2)).drop(2, "9s")


def test_the_responsible_player_pays_a_tsumo_alone() -> None:
    board = dragons()
    assert board.hand.seats[2].responsible == (("daisangen", 3),)
    board.turn(3, "1s").turn(0, "1s").turn(1, "1s").draw(2).do(ev.WinDeclared(2, 2))
    board.do(ev.HandShown(2, parse_tiles("23m99p"), Tile.parse("4m")))
    assert ended(board).deltas == (0, 0, 32000, -32000)


def test_the_responsible_player_shares_a_ron() -> None:
    board = dragons().turn(3, "1s").turn(0, "4m").do(ev.WinDeclared(2, 0))
    board.do(ev.HandShown(2, parse_tiles("23m99p")))
    assert ended(board).deltas == (-16000, 0, 32000, -16000)


def test_a_riichi_is_paid_before_the_hand_can_end() -> None:
    board = Board().deal(PINFU, indicator="1z", first="9m").riichi(0, "9m", paid=False)
    board.set_hand(live_left=0)
    assert result(board.game) is None


def test_tenpai_needs_a_wait_that_the_hand_does_not_hold() -> None:
    board = Board().deal(indicator="9p").set_hand(live_left=0).drop(0, "5p")
    board.do(ev.HandShown(0, parse_tiles("1111m234567s999s")))
    board.do(*(ev.NotenDeclared(seat) for seat in (1, 2, 3)))
    assert ended(board).tenpai == (False,) * 4


def test_a_riichi_hand_cannot_be_hidden() -> None:
    board = Board().deal(PINFU, indicator="1z", first="9m").riichi(0, "9m").set_hand(live_left=0)
    assert legal(board.game, ev.NotenDeclared(0)) == Fault.NOTEN_IN_RIICHI


def test_kyuushu_kyuuhai_is_proved_and_adds_a_honba() -> None:
    board = Board().deal().do(ev.AbortDeclared(0))
    assert result(board.game) is None
    few = ev.HandShown(0, parse_tiles("19m19p19s12z123456m"))
    assert Fault.NOT_NINE_KINDS in legal(board.game, few)
    board.do(ev.HandShown(0, parse_tiles("19m19p19s123z")))
    assert ended(board).reason is ev.EndReason.KYUUSHU


def test_four_equal_first_winds_end_the_hand_unless_a_set_was_called() -> None:
    board = Board().deal(indicator="1p").drop(0, "4z").turn(1, "4z").turn(2, "4z").turn(3, "4z")
    assert ended(board).reason is ev.EndReason.SUUFON
    assert Fault.HAND_IS_DRAWN in legal(board.game, ev.Drawn(0))
    other = Board("wrc").deal(indicator="1p").drop(0, "4z").turn(1, "4z").turn(2, "4z").turn(3, "4z")
    assert result(other.game) is None
    assert legal(other.game, ev.Drawn(0)) is LEGAL


def test_the_fourth_riichi_ends_the_hand_once_its_stick_lies() -> None:
    board = Board().deal().do(ev.RiichiDeclared(0))
    board.do(ev.Discarded(0, None, sideways=True), ev.RiichiPaid(0))
    for seat in (1, 2, 3):
        assert result(board.game) is None
        board.draw(seat).do(ev.RiichiDeclared(seat), ev.Discarded(seat, None, sideways=True))
        assert result(board.game) is None
        board.do(ev.RiichiPaid(seat))
    for seat, pair in enumerate(("5m", "6m", "5s", "1s")):
        assert result(board.game) is None
        board.do(ev.HandShown(seat, parse_tiles(f"123m789p789s{3 * str(seat + 1)}z{pair}")))
    draw = ended(board)
    assert (draw.reason, draw.kyotaku) == (ev.EndReason.SUUCHA, 4)


@pytest.mark.parametrize(("owners", "over"), [((0, 0, 0, 0), False), ((0, 0, 1, 0), True)])
def test_four_kans_of_several_players_end_the_hand(owners: tuple[int, ...], over: bool) -> None:
    board = Board().deal()
    kans = {seat: tuple(kan(n) for n, owner in enumerate(owners) if owner == seat) for seat in set(owners)}
    for seat, melds in kans.items():
        board.set_seat(seat, melds=melds, concealed=(None,) * (13 - 3 * len(melds) + (seat == 0)))
    board.set_hand(kans=4, intact=False).drop(0, "9s")
    assert (result(board.game) is not None) == over
    fifth = ev.Called(2, Meld(MeldType.DAIMINKAN, parse_tiles("9999s"), Tile.parse("9s"), 0))
    assert Fault.KAN_FIFTH in legal(board.game, fifth)


def kan(n: int) -> Meld:
    return Meld(MeldType.ANKAN, (parse_tiles("2468p")[n],) * 4)


def test_the_pond_counts_for_nagashi_only_while_uncalled() -> None:
    board = Board("tenhou").deal().set_hand(live_left=0)
    for seat in (1, 2, 3):
        board.set_seat(seat, pond=(PondTile(Tile.parse("5m")),))
    board.drop(0, "9m").do(*(ev.NotenDeclared(seat) for seat in range(4)))
    assert ended(board).deltas == (12000, -4000, -4000, -4000)
    called = replace(board.hand.seats[0].pond[0], called_by=2)
    board.set_seat(0, pond=(called,))
    assert ended(board).reason is ev.EndReason.EXHAUSTIVE
