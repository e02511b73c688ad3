"""Options that change who pays what at the end of a hand (R-PAY, R-PAO, R-DRAW, R-NAGASHI, R-CHOMBO)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from engine.play.legal import legal
from engine.result.game import standings
from engine.result.settle import result, wins
from engine.state import events as ev
from engine.state.faults import Fault
from engine.state.hand import PondTile, Riichi
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.board import Board
from tests.engine.hands import displayed
from tests.engine.options import NO, TENPAI, YES, Flip, Options, Question, board

# Pinfu and tanyao on 5p, 2000 each by ron to players who are not the dealer; 34p88p needs the same tile.
RACKS: Final = {1: "234m567678s22s34p", 2: "678m234678s88m34p", 3: "223344m456s88p34p"}
NOTHING: Final = (0, 0, 0, 0)


def ended(at: Board) -> ev.HandEnded:
    found = result(at.game)
    assert found is not None
    return found


def rons(options: Options, *seats: int, honba: int = 2, sticks: int = 0) -> Board:
    """Seat 0 deals 5p into the hands of these seats, the second go-around having begun."""
    at = board(options).deal(indicator="1z").set_hand(intact=False)
    at.set_hand(started=replace(at.hand.started, honba=honba))
    at.game = replace(at.game, honba=honba, kyotaku=sticks)
    at.drop(0, "5p").do(*(ev.WinDeclared(seat, 0) for seat in seats))
    return at.do(*(ev.HandShown(seat, parse_tiles(RACKS[seat])) for seat in seats))


def paid(*seats: int) -> Question:
    """What the discarder and the winners move."""
    return lambda options: ended(rons(options, *seats)).deltas


def sticks_of_two(options: Options) -> Any:
    """Two winners in riichi, both sticks of this hand on the table."""
    at = board(options).deal(indicator="1z").set_seat(1, riichi=Riichi.PAID).set_seat(2, riichi=Riichi.PAID)
    at.game = replace(at.game, kyotaku=2)
    at.drop(0, "5p").do(ev.WinDeclared(1, 0), ev.WinDeclared(2, 0))
    at.do(*(ev.HandShown(seat, parse_tiles(RACKS[seat])) for seat in (1, 2)))
    return [won.sticks for won in wins(at.game)]


def three(options: Options) -> Any:
    return ended(rons(options, 1, 2, 3)).reason


def aborted(options: Options) -> Any:
    """Four winds; seat 1 shows a tenpai hand, the others what they are asked for."""
    at = board(options).deal(None, TENPAI, indicator="9p").drop(0, "2z")
    at.turn(1, "2z").turn(2, "2z").turn(3, "2z").do(ev.HandShown(1, parse_tiles(TENPAI)))
    return ended(at.do(*(ev.NotenDeclared(seat) for seat in at.hand.to_show(at.game.rules)))).deltas


def exhausted(rack: str, *melds: Meld) -> Question:
    """Only seat 1 shows a hand when the wall is empty."""

    def ask(options: Options) -> Any:
        at = board(options).deal(indicator="9p").set_hand(live_left=0, intact=False)
        at.set_seat(1, concealed=(None,) * (13 - 3 * len(melds)), melds=melds).drop(0, "5p")
        at.do(ev.HandShown(1, parse_tiles(rack)), *(ev.NotenDeclared(seat) for seat in (2, 3, 0)))
        return ended(at).deltas

    return ask


def nagashi(options: Options) -> Any:
    """Seat 1 has discarded terminals only, seat 2 is tenpai; a counter and a stick lie there."""
    at = board(options).deal(indicator="9p").set_hand(live_left=0)
    at.set_hand(started=replace(at.hand.started, honba=1))
    at.game = replace(at.game, honba=1, kyotaku=1)
    for seat, tile in ((1, "9m"), (2, "5s"), (3, "5s")):
        at.set_seat(seat, pond=(PondTile(Tile.parse(tile)),))
    at.drop(0, "5p").do(ev.HandShown(2, parse_tiles(TENPAI)), *(ev.NotenDeclared(seat) for seat in (3, 0, 1)))
    found = ended(at)
    return found.deltas, found.kyotaku


def called(options: Options, before: Sequence[Meld], discard: str, meld: Meld, honba: int = 0) -> Board:
    """Seat 2 holds these sets and calls another one from seat 3."""
    at = board(options).deal(indicator="9s")
    at.set_hand(started=replace(at.hand.started, honba=honba), intact=False)
    at.game = replace(at.game, honba=honba)
    kans = sum(each.type.kan for each in before)
    at.set_hand(kans=kans, indicators=parse_tiles("9s2m3m4m"[: 2 * (kans + 1)]))
    at.set_seat(2, concealed=(None,) * (13 - 3 * len(before)), melds=tuple(before))
    at.drop(0, "1m").turn(1, "1m").draw(2).drop(2, "8m").turn(3, discard).call(2, meld)
    if meld.type is MeldType.DAIMINKAN:
        at.do(ev.DoraRevealed(Tile.parse("7m"))).draw(2, replacement=True)
    return at


def tsumo(at: Board, rack: str, tile: str) -> Any:
    """Seat 2 discards, and draws the winning tile in the next turn."""
    at.drop(2, "8m").turn(3, "1p").turn(0, "1p").turn(1, "1p").draw(2).do(ev.WinDeclared(2, 2))
    return ended(at.do(ev.HandShown(2, parse_tiles(rack), Tile.parse(tile)))).deltas


WHITE, GREEN, RED = displayed("55'5z", 2), displayed("6'66z", 2), displayed("777'z", 2)
WINDS: Final = (displayed("11'1z", 2), displayed("2'22z", 2), displayed("33'3z", 2))
KANS: Final = (displayed("22'22p", 2), displayed("X33pX", 2), displayed("4'444p", 2))


def big_dragons(rack: str, tile: str, first: Meld = WHITE) -> Question:
    return lambda options: tsumo(called(options, (first, GREEN), "7z", RED), rack, tile)


def big_winds(options: Options) -> Any:
    return tsumo(called(options, WINDS, "4z", displayed("444'z", 2)), "9p", "9p")


def four_kans(options: Options) -> Any:
    return tsumo(called(options, KANS, "6p", displayed("6666'p", 2)), "9s", "9s")


def replacement(options: Options) -> Any:
    """An open kan of 2p from seat 3, won on the replacement: 2 han 30 fu."""
    at = called(options, (), "2p", displayed("2222'p", 2)).do(ev.WinDeclared(2, 2))
    return ended(at.do(ev.HandShown(2, parse_tiles("345m567p34s88s"), Tile.parse("5s")))).deltas


def dragons_by_ron(options: Options) -> Any:
    at = called(options, (WHITE, GREEN), "7z", RED, honba=1).drop(2, "8m").turn(3, "1p").turn(0, "4m")
    return ended(at.do(ev.WinDeclared(2, 0), ev.HandShown(2, parse_tiles("23m99p")))).deltas


def chombo(options: Options) -> Any:
    """Seat 1 is given chombo: points at the table, and what the final result loses."""
    at = board(options).deal().do(ev.Penalised(1, ev.Sanction.CHOMBO))
    found = ended(at)
    at.do(found)
    return found.deltas, standings(at.game)[1].penalty


def chombo_beside_riichi(options: Options) -> Any:
    at = board(options).deal(TENPAI, first="7z").riichi(0, "7z").do(ev.Penalised(1, ev.Sanction.CHOMBO))
    found = ended(at)
    return found.deltas, found.kyotaku


ALONE: Final = (0, 0, 32000, -32000)
SPLIT: Final = (-16000, -8000, 32000, -8000)
ONE_TENPAI: Final = (-1000, 3000, -1000, -1000)
# 1m alone, of which the hand holds four; 9m alone, of which three lie in the own pon.
FOUR_HELD: Final = exhausted("1111m234567s999s")
FLIPS: Final = {
    "honba.value": Flip(paid(1), ((300, (-2600, 2600, 0, 0)), (600, (-3200, 3200, 0, 0)))),
    "honba.multi_ron": Flip(
        paid(1, 2), (("each", (-5200, 2600, 2600, 0)), ("first", (-4600, 2600, 2000, 0)))
    ),
    "call.multi_ron": Flip(paid(1, 2), (("all", (-5200, 2600, 2600, 0)), ("atamahane", (-2600, 2600, 0, 0)))),
    "riichi.multi_ron_sticks": Flip(
        sticks_of_two, (("own_back_rest_first", [1, 1]), ("pot_to_first", [2, 0]))
    ),
    "abort.sanchahou": Flip(three, ((NO, ev.EndReason.WIN), (YES, ev.EndReason.SANCHAHOU))),
    "abort.noten_payment": Flip(aborted, ((NO, NOTHING), (YES, ONE_TENPAI))),
    "draw.noten_total": Flip(exhausted(TENPAI), ((3000, ONE_TENPAI), (1500, (-500, 1500, -500, -500)))),
    "draw.formal_tenpai": Flip(
        exhausted("456p99s78946s", displayed("2'22m", 1)), ((YES, ONE_TENPAI), (NO, NOTHING))
    ),
    "draw.no_live_wait_rule": Flip(
        FOUR_HELD,
        (
            ("ignored", ONE_TENPAI),
            ("own_hand_holds_all_waits", NOTHING),
            ("holds_four_of_only_wait", NOTHING),
            ("all_waits_in_open_sets", NOTHING),
            ("concealed_part_holds_all_waits", NOTHING),
        ),
    ),
    "score.nagashi_mangan": Flip(
        nagashi, ((NO, ((-1000, -1000, 3000, -1000), 1)), (YES, ((-4000, 8000, -2000, -2000), 1)))
    ),
    "nagashi.honba_paid": Flip(
        nagashi,
        ((NO, ((-4000, 8000, -2000, -2000), 1)), (YES, ((-4100, 8300, -2100, -2100), 1))),
        {"score.nagashi_mangan": True},
    ),
    "nagashi.takes_sticks": Flip(
        nagashi,
        ((NO, ((-4000, 8000, -2000, -2000), 1)), (YES, ((-4000, 9000, -2000, -2000), 0))),
        {"score.nagashi_mangan": True},
    ),
    "nagashi.noten_payment": Flip(
        nagashi,
        ((NO, ((-4000, 8000, -2000, -2000), 1)), (YES, ((-5000, 7000, 1000, -3000), 1))),
        {"score.nagashi_mangan": True},
    ),
    "pao.daisangen": Flip(big_dragons("23m99p", "4m"), ((YES, ALONE), (NO, SPLIT))),
    "pao.daisuushii": Flip(big_winds, ((YES, ALONE), (NO, SPLIT))),
    "pao.suukantsu": Flip(four_kans, ((YES, ALONE), (NO, SPLIT))),
    "pao.rinshan": Flip(replacement, ((NO, (-1000, -500, 2000, -500)), (YES, (0, 0, 2000, -2000)))),
    "pao.honba_payer": Flip(
        dragons_by_ron,
        (
            ("responsible_on_tsumo_discarder_on_ron", (-16300, 0, 32300, -16000)),
            ("responsible", (-16000, 0, 32300, -16300)),
        ),
    ),
    "pao.closed_kan_counts": Flip(
        big_dragons("23m99p", "4m", displayed("X55zX", 2)), ((YES, ALONE), (NO, SPLIT))
    ),
    "pao.scope": Flip(
        big_dragons("1122z", "1z"),
        (("whole_hand", (0, 0, 64000, -64000)), ("yakuman_only", (-16000, -8000, 64000, -40000))),
    ),
    # Dice of 7 break the wall of seat 2.
    "score.wareme": Flip(paid(2), ((NO, (-2600, 0, 2600, 0)), (YES, (-5200, 0, 5200, 0)))),
    "score.wareme_after_honba": Flip(
        paid(2), ((YES, (-5200, 0, 5200, 0)), (NO, (-4600, 0, 4600, 0))), {"score.wareme": True}
    ),
    "chombo.form": Flip(
        chombo,
        (("after_uma", (NOTHING, -20000)), ("reverse_mangan", ((4000, -8000, 2000, 2000), 0))),
    ),
    "chombo.amount_after_uma": Flip(chombo, (("2*uma_step", (NOTHING, -20000)), (12000, (NOTHING, -12000)))),
    "chombo.refund_riichi": Flip(chombo_beside_riichi, ((YES, ((1000, 0, 0, 0), 0)), (NO, (NOTHING, 1)))),
}


@pytest.mark.parametrize("option", FLIPS)
def test_the_option_changes_a_payment(option: str) -> None:
    FLIPS[option].check(option)


@pytest.mark.parametrize(
    ("rule", "deltas"),
    [
        ("own_hand_holds_all_waits", NOTHING),
        ("holds_four_of_only_wait", NOTHING),
        ("all_waits_in_open_sets", NOTHING),
        ("concealed_part_holds_all_waits", ONE_TENPAI),
        ("ignored", ONE_TENPAI),
    ],
)
def test_a_wait_of_which_the_own_pon_holds_the_rest(rule: str, deltas: tuple[int, ...]) -> None:
    alone = exhausted("9m234567s789p", displayed("9'99m", 1))
    assert alone({"draw.no_live_wait_rule": rule}) == deltas


def test_wareme_doubles_what_a_responsible_player_pays() -> None:
    """Seat 2 owns the broken wall and wins big three dragons, for which seat 3 is responsible."""
    assert big_dragons("23m99p", "4m")({"score.wareme": True}) == (0, 0, 64000, -64000)
    assert dragons_by_ron({"score.wareme": True}) == (-32600, 0, 64600, -32000)
    assert dragons_by_ron({"score.wareme": True, "score.wareme_after_honba": False}) == (
        -32300,
        0,
        64300,
        -32000,
    )


@pytest.mark.parametrize(
    ("scope", "deltas"),
    [("whole_hand", (0, 0, 64000, -64000)), ("yakuman_only", (-16000, -8000, 64000, -40000))],
)
def test_a_player_answers_only_for_the_yakuman_fed(scope: str, deltas: tuple[int, ...]) -> None:
    """Seat 3 fed the big three dragons; the fourth kan is the winner's own."""
    before = (displayed("5'555z", 2), displayed("6'666z", 2), displayed("X22pX", 2))
    at = called({"pao.suukantsu": True, "pao.scope": scope}, before, "7z", RED)
    at.drop(2, "8m").turn(3, "1p").turn(0, "1p").turn(1, "1p").draw(2)
    at.do(ev.KanDeclared(2, displayed('777"z', 2)), ev.DoraRevealed(Tile.parse("7m")))
    at.draw(2, replacement=True).do(ev.WinDeclared(2, 2))
    assert ended(at.do(ev.HandShown(2, parse_tiles("9p"), Tile.parse("9p")))).deltas == deltas


@pytest.mark.parametrize("sanchahou", [True, False])
def test_with_atamahane_the_first_of_three_is_paid(sanchahou: bool) -> None:
    """Where one alone is paid three rons are no draw (R-WIN-06, rule 7 of the presets)."""
    options = {"call.multi_ron": "atamahane", "abort.sanchahou": sanchahou}
    found = ended(rons(options, 1, 2, 3))
    assert (found.reason, found.winners, found.deltas) == (ev.EndReason.WIN, (1,), (-2600, 2600, 0, 0))


def three_on(tile: str, **options: object) -> Board:
    """Seat 0 in riichi, unseen as at a table, deals this tile into three hands, which are shown."""
    at = board({"abort.sanchahou": True, **options}).deal(indicator="9s").riichi(0, "1z")
    at.turn(1, "9m").turn(2, "9m").turn(3, "9m").draw(0).drop(0, tile)
    at.do(*(ev.WinDeclared(seat, 0) for seat in (1, 2, 3)))
    return at.do(*(ev.HandShown(seat, parse_tiles(RACKS[seat])) for seat in (1, 2, 3)))


def test_at_a_draw_of_three_rons_the_riichi_of_the_discarder_is_shown() -> None:
    """R-RIICHI-16, R-ABORT-07: noten is found, and the stick stays."""
    at = three_on("5p")
    assert (at.hand.to_show(at.game.rules), result(at.game)) == ((0,), None)
    assert legal(at.game, ev.NotenDeclared(0)) & Fault.NOTEN_IN_RIICHI
    assert legal(at.game, ev.NotenDeclared(1))
    at.do(ev.HandShown(0, parse_tiles("123456789m99s77z")))
    found = ended(at)
    assert (found.reason, found.deltas, found.kyotaku) == (ev.EndReason.SANCHAHOU, NOTHING, 1)
    never = three_on("5p", **{"riichi.show_at_abortive_draw": "only_four_riichi"})
    assert ended(never).reason is ev.EndReason.SANCHAHOU


def test_noten_is_paid_at_a_draw_of_three_rons_where_the_rules_say_so() -> None:
    at = three_on("5p", **{"abort.noten_payment": True, "riichi.show_at_abortive_draw": "only_four_riichi"})
    assert at.hand.to_show(at.game.rules) == (0,)
    assert ended(at.do(ev.NotenDeclared(0))).deltas == (-3000, 1000, 1000, 1000)


def test_the_responsibility_for_a_replacement_ends_with_the_next_kan() -> None:
    """R-PAO-01: an open kan from seat 3, and a turn later an added kan, which nobody has given."""
    pon = displayed("1'11z", 2)
    at = called({"pao.rinshan": True}, (pon,), "2p", displayed("2222'p", 2))
    at.drop(2, "8m").turn(3, "1p").turn(0, "1p").turn(1, "1p").draw(2)
    kan = Meld(MeldType.SHOUMINKAN, parse_tiles("1111z"), pon.called, pon.source, Tile.parse("1z"))
    at.do(ev.KanDeclared(2, kan), ev.DoraRevealed(Tile.parse("6s"))).draw(2, replacement=True)
    at.do(ev.WinDeclared(2, 2), ev.HandShown(2, parse_tiles("34s88s567m"), Tile.parse("5s")))
    assert wins(at.game)[0].responsible is None
    assert ended(at).deltas == (-1600, -800, 3200, -800)


@pytest.mark.parametrize("combined", [True, False])
def test_the_last_tile_of_the_wall_as_a_replacement_is_haitei_where_the_rules_say_so(combined: bool) -> None:
    """R-YAKU-07, at the table: a closed kan while one live tile is left."""
    at = board({"yaku.rinshan_haitei_combine": combined}).deal("222z345m567p34s88s", first="2z")
    at.set_hand(live_left=1, intact=False).do(ev.KanDeclared(0, Meld(MeldType.ANKAN, parse_tiles("2222z"))))
    at.do(ev.DoraRevealed(Tile.parse("9s"))).draw(0, "5s", replacement=True)
    at.do(ev.WinDeclared(0, 0), ev.HandShown(0, parse_tiles("345m567p34s88s")))
    worth = wins(at.game)[0].value
    assert worth is not None
    assert ("haitei" in {name for name, _ in worth.yaku}) == combined
    assert "rinshan" in {name for name, _ in worth.yaku}
