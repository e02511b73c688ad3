"""The end without a win: who shows, in what order, and what an abortive draw needs (R-DRAW, R-ABORT)."""

from __future__ import annotations

import pytest

from engine.play.apply import replay
from engine.play.legal import legal
from engine.result.settle import result
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.tiles.tile import parse_tiles
from tests.engine.board import Board, Dealer
from tests.engine.hands import displayed

TENPAI = "123456789m99s11z"


def exhausted(**options: object) -> Board:
    return Board("rrc", **options).deal().set_hand(live_left=0).drop(0, "5p")


def test_the_order_of_showing_begins_with_the_dealer_and_binds_nobody() -> None:
    """R-DRAW-03."""
    board = exhausted()
    rules = board.game.rules
    assert board.hand.to_show(rules) == (0, 1, 2, 3)
    board.do(ev.NotenDeclared(2))
    assert board.hand.to_show(rules)[0] == 0
    board.do(ev.NotenDeclared(0), ev.NotenDeclared(1))
    assert board.hand.to_show(rules) == (3,)
    assert result(board.game) is None
    board.do(ev.HandShown(3, parse_tiles(TENPAI)))
    assert board.hand.to_show(rules) == ()
    assert result(board.game) is not None


def test_what_was_shown_or_hidden_is_decided() -> None:
    board = exhausted().do(ev.NotenDeclared(1), ev.HandShown(2, parse_tiles(TENPAI)))
    assert legal(board.game, ev.HandShown(1, parse_tiles(TENPAI))) & Fault.SHOWN_TWICE
    assert legal(board.game, ev.NotenDeclared(2)) == Fault.SHOWN_TWICE


def test_winners_show_from_the_discarder_on() -> None:
    board = Board().deal().drop(0, "5p").do(ev.WinDeclared(3, 0), ev.WinDeclared(1, 0))
    assert board.hand.to_show(board.game.rules) == (1, 3)


def riichi_drawn(**options: object) -> Board:
    board = (
        Board("rrc", **options)
        .deal(first="7z")
        .riichi(0, "7z")
        .turn(1, "2p")
        .turn(2, "2p")
        .turn(3, "2p")
        .draw(0)
    )
    return board.set_hand(live_left=0).drop(0, "5p").do(*(ev.NotenDeclared(seat) for seat in (1, 2, 3)))


def test_hiding_a_riichi_hand_admits_noten() -> None:
    """R-RIICHI-16: it happens, and the judge says chombo."""
    board = riichi_drawn()
    assert legal(board.game, ev.NotenDeclared(0)) == Fault.NOTEN_IN_RIICHI
    ended = result(board.do(ev.NotenDeclared(0)).game)
    assert ended is not None
    assert ended.tenpai == (False,) * 4


def test_rules_may_let_a_riichi_hand_stay_closed() -> None:
    board = riichi_drawn(riichi__show_at_exhaustive_draw=False)
    assert legal(board.game, ev.NotenDeclared(0)) is LEGAL


def four_winds(preset: str, **options: object) -> Board:
    """Four equal first winds; the dealer is in riichi."""
    board = Board(preset, **options).deal(first="4z").riichi(0, "4z")
    return board.turn(1, "4z").turn(2, "4z").turn(3, "4z")


@pytest.mark.parametrize(
    ("preset", "options", "asked"),
    [
        ("rrc", {}, True),
        ("ema_2012", {}, False),
        ("ema_2012", {"riichi.show_at_abortive_draw": "always"}, True),
        ("rrc", {"riichi.show_at_abortive_draw": "never"}, False),
    ],
)
def test_riichi_hands_at_an_abortive_draw(preset: str, options: dict[str, object], asked: bool) -> None:
    """R-RIICHI-16, X-18."""
    board = four_winds(preset, **{key.replace(".", "__"): value for key, value in options.items()})
    assert board.hand.to_show(board.game.rules) == ((0,) if asked else ())
    assert (result(board.game) is None) == asked
    trusted = result(board.game, trust=True)
    assert trusted is not None
    if asked:
        board.do(ev.HandShown(0, parse_tiles(TENPAI)))
    ended = result(board.game)
    assert ended is not None
    assert (ended.reason, ended.deltas, ended.kyotaku) == (ev.EndReason.SUUFON, (0, 0, 0, 0), 1)


@pytest.mark.parametrize(("rule", "asked"), [("only_four_riichi", 4), ("never", 0)])
def test_all_hands_are_shown_after_four_riichi(rule: str, asked: int) -> None:
    board = Board(riichi__show_at_abortive_draw=rule).deal()
    board.do(ev.RiichiDeclared(0), ev.Discarded(0, None, sideways=True), ev.RiichiPaid(0))
    for seat in (1, 2, 3):
        board.draw(seat).do(ev.RiichiDeclared(seat), ev.Discarded(seat, None, sideways=True))
        board.do(ev.RiichiPaid(seat))
    assert len(board.hand.to_show(board.game.rules)) == asked
    assert (result(board.game) is None) == bool(asked)


def test_a_riichi_hand_hidden_at_an_abortive_draw_is_a_breach_like_any_other() -> None:
    board = four_winds("rrc")
    assert legal(board.game, ev.NotenDeclared(0)) == Fault.NOTEN_IN_RIICHI
    assert legal(board.game, ev.NotenDeclared(1)) == Fault.WRONG_MOMENT
    assert result(board.do(ev.NotenDeclared(0)).game) is not None


def test_known_hands_need_no_showing() -> None:
    board = Board().deal(TENPAI, first="4z").riichi(0, "4z").turn(1, "4z").turn(2, "4z").turn(3, "4z")
    assert result(board.game) is not None


def test_noten_payments_after_an_abortive_draw_are_a_matter_of_rules() -> None:
    board = four_winds("rrc", abort__noten_payment=True)
    board.do(ev.HandShown(0, parse_tiles(TENPAI)))
    assert result(board.game) is None
    board.do(*(ev.NotenDeclared(seat) for seat in (1, 2, 3)))
    ended = result(board.game)
    assert ended is not None
    assert ended.deltas == (3000, -1000, -1000, -1000)


def test_fewer_than_nine_kinds_give_no_draw() -> None:
    board = Board().deal().do(ev.AbortDeclared(0), ev.HandShown(0, parse_tiles("19m19p19s12z123456m")))
    assert result(board.game) is None
    held = Board().deal("19m19p19s12z12345m", first="7p")
    assert legal(held.game, ev.AbortDeclared(0)) == Fault.NOT_NINE_KINDS
    assert result(held.do(ev.AbortDeclared(0)).game) is None


@pytest.mark.parametrize(
    ("rest", "last", "kinds"),
    [
        ("19m19p19s12z12345m", "6m", 8),
        ("19m19p19s12z11999m", "9p", 8),
        ("19m19p19s123z2345m", "1m", 9),
        ("19m19p19s12z5678m5s", "3z", 9),
        ("19m19p19s1234z567m", "8m", 10),
    ],
)
def test_nine_kinds_are_needed_however_many_terminals_and_honours_there_are(
    rest: str, last: str, kinds: int
) -> None:
    """R-ABORT-01: a pair is one kind, and nine are enough."""
    board = Board().deal(rest, first=last)
    enough = kinds >= 9
    assert legal(board.game, ev.AbortDeclared(0)) == (LEGAL if enough else Fault.NOT_NINE_KINDS)
    unseen = Board().deal().do(ev.AbortDeclared(0))
    shown = ev.HandShown(0, parse_tiles(rest + last))
    assert legal(unseen.game, shown) == (LEGAL if enough else Fault.NOT_NINE_KINDS)
    assert (result(unseen.do(shown).game) is not None) == enough


@pytest.mark.parametrize(("tiles", "fault"), [("19m19p19s123z", LEGAL), ("19m19p19s12z", Fault.SHOWN_COUNT)])
def test_the_nine_tiles_alone_may_be_shown_and_no_fewer(tiles: str, fault: Fault) -> None:
    board = Board().deal().do(ev.AbortDeclared(0))
    assert legal(board.game, ev.HandShown(0, parse_tiles(tiles))) & Fault.SHOWN_COUNT == fault


@pytest.mark.parametrize(("one", "over"), [(True, False), (False, True)])
def test_four_kans_of_one_player_are_a_matter_of_rules(one: bool, over: bool) -> None:
    board = Board(kan__four_by_one_player_continue=one).deal()
    board.set_hand(kans=4, intact=False).set_seat(0, melds=tuple(displayed(f"X{n}{n}Xp") for n in "2468"))
    board.set_seat(0, concealed=(None, None)).drop(0, "9s")
    assert (result(board.game) is not None) == over


def test_the_log_of_a_hand_replays_to_the_same_game() -> None:
    dealer = Dealer("rrc", 5)
    dealer.play_game(2)
    assert list(dealer.game.log) == dealer.events
    assert replay(dealer.game.log) == dealer.game
