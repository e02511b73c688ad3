"""What a seat may do, and every reason why something else may not be done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.play.legal import legal, moves, sentence
from engine.state import events as ev
from engine.state.faults import LEGAL, SENTENCES, Fault
from engine.state.furiten import furiten
from engine.state.hand import Game
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.board import Board
from tests.engine.hands import displayed

TENPAI = "123456789m99s11z"


def named(game: Game, seat: int, kind: type) -> list[ev.Event]:
    return [event for event in moves(game, seat) if isinstance(event, kind)]


def test_every_fault_has_one_clear_sentence() -> None:
    assert set(SENTENCES) == set(Fault)
    assert all(text.endswith(".") and text.count(". ") == 0 for text in SENTENCES.values())
    both = Fault.FURITEN | Fault.NO_YAKU
    assert sentence(both) == f"{SENTENCES[Fault.NO_YAKU]} {SENTENCES[Fault.FURITEN]}"
    assert sentence(LEGAL) == ""


def test_all_faults_are_reported_at_once() -> None:
    board = Board().deal("1122334455667m", first="7m").drop(0, "7m")
    board.call(1, displayed("7'89m", 1)).drop(1, "1p")
    call = ev.Called(3, Meld(MeldType.CHI, parse_tiles("123p"), Tile.parse("1p"), 1))
    assert legal(board.game, call) == Fault.CHI_NOT_FROM_LEFT
    late = board.draw(2).drop(2, "5z").game
    assert Fault.CALL_WRONG_TILE | Fault.CHI_NOT_FROM_LEFT in legal(late, ev.Called(1, call.meld))


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        (ev.Discarded(1, Tile.parse("1p")), Fault.OUT_OF_TURN),
        (ev.Discarded(0, Tile.parse("9p")), Fault.TILE_NOT_IN_HAND),
        (ev.Discarded(0, None), Fault.TILE_UNREAD),
        (ev.Discarded(0, Tile.parse("1m"), tsumogiri=True), Fault.NOT_TSUMOGIRI),
        (ev.Drawn(0), Fault.WRONG_MOMENT),
        (ev.RiichiPaid(0), Fault.RIICHI_NOT_DECLARED),
        (ev.WinDeclared(0, 0), Fault.NOT_COMPLETE),
        (ev.WinDeclared(1, 0), Fault.WINDOW_CLOSED),
        (ev.AbortDeclared(0), Fault.NOT_NINE_KINDS),
        (ev.HandShown(0, parse_tiles(TENPAI)), Fault.WRONG_MOMENT),
        (ev.NotenDeclared(0), Fault.WRONG_MOMENT),
        (ev.UraRevealed(parse_tiles("1m")), Fault.NO_RIICHI_WINNER),
        (ev.DoraRevealed(Tile.parse("2m")), Fault.INDICATOR_NOT_DUE),
        (ev.KanDeclared(0, displayed("X99mX")), Fault.TILE_NOT_IN_HAND),
        (ev.KanDeclared(0, displayed('99"9m')), Fault.NO_SUCH_PON),
        (ev.KanDeclared(0, displayed("99'99m")), Fault.KAN_NOT_OWN),
        (ev.HandStarted(0, 1, 0, 0, 0, (30000,) * 4), Fault.HAND_RUNNING),
        (ev.HandEnded(ev.EndReason.WIN, (0, 0, 0, 0), 0), Fault.RESULT_OPEN),
        (ev.GameEnded((30000,) * 4), Fault.HAND_RUNNING),
        (ev.GameStarted("rrc"), Fault.GAME_RUNNING),
        (ev.DiceThrown((1, 1)), Fault.WRONG_MOMENT),
    ],
)
def test_what_cannot_happen_in_the_first_turn(event: ev.Event, fault: Fault) -> None:
    board = Board().deal(TENPAI, indicator="1p", first="7z")
    assert fault in legal(board.game, event)


def test_without_a_game_only_a_game_can_start() -> None:
    assert legal(None, ev.Drawn(0)) == Fault.NO_GAME
    assert legal(None, ev.GameStarted("nothing")) == Fault.UNKNOWN_RULES
    assert legal(None, ev.GameStarted("rrc", {"no.option": 1})) == Fault.UNKNOWN_RULES
    assert legal(None, ev.GameStarted("rrc")) is LEGAL


def test_riichi_is_offered_as_a_word_and_then_as_the_discards_that_keep_tenpai() -> None:
    board = Board().deal(TENPAI, first="7z")
    assert named(board.game, 0, ev.RiichiDeclared) == [ev.RiichiDeclared(0)]
    board.do(ev.RiichiDeclared(0))
    drops = named(board.game, 0, ev.Discarded)
    assert drops == [ev.Discarded(0, Tile.parse("7z"), sideways=True, tsumogiri=True)]


@pytest.mark.parametrize(("preset", "offered"), [("rrc", True), ("tenhou", False)])
def test_riichi_below_a_thousand_points_is_a_matter_of_rules(preset: str, offered: bool) -> None:
    board = Board(preset).deal(TENPAI, first="7z")
    poor = replace(board.game, scores=(900, 40000, 30000, 30000))
    assert bool(named(poor, 0, ev.RiichiDeclared)) == offered


def test_calls_distinguish_red_fives() -> None:
    board = Board().deal(None, "0546p123789m123z", indicator="9s")
    board.drop(0, "5p")
    melds = [event.meld for event in named(board.game, 1, ev.Called) if isinstance(event, ev.Called)]
    texts = sorted(f"{meld.type.value} {' '.join(map(str, meld.own))}" for meld in melds)
    assert len(texts) == len(set(texts))
    assert any("0p" in text for text in texts)
    assert any("0p" not in text for text in texts)


def test_a_seat_whose_tiles_are_unknown_has_no_moves() -> None:
    board = Board().deal()
    assert moves(board.game, 0) == ()


def test_ron_is_offered_and_missing_it_in_riichi_forbids_it_for_good() -> None:
    board = Board().deal(None, TENPAI).drop(0, "5p").draw(1, "7z").riichi(1, "7z").turn(2, "9s")
    assert ev.WinDeclared(1, 2) in moves(board.game, 1)
    board.turn(3, "9s")
    assert Fault.FURITEN in legal(board.game, ev.WinDeclared(1, 3))
    flags = furiten(board.hand, 1, board.game.rules)
    assert flags is not None
    assert (flags.own, flags.temporary, flags.riichi) == (False, False, True)


def test_a_fifth_copy_is_refused_wherever_it_appears() -> None:
    board = Board().deal(indicator="1p").drop(0, "1p").turn(1, "1p").turn(2, "1p")
    board.draw(3)
    assert legal(board.game, ev.Discarded(3, Tile.parse("1p"))) == Fault.FIVE_COPIES
    other = Board().deal(indicator="0p").drop(0, "5p")
    assert legal(other.draw(1).game, ev.Discarded(1, Tile.parse("0p"))) == Fault.FIVE_COPIES


@pytest.mark.parametrize(("suji", "offered"), [(False, False), (True, True)])
def test_a_call_that_leaves_only_kuikae_is_not_offered(suji: bool, offered: bool) -> None:
    board = Board("ema", call__kuikae_suji=suji).deal()
    melds = tuple(displayed(text, seat=1) for text in ("5'55z", "66'6z", "777'z"))
    board.set_seat(1, concealed=parse_tiles("4567s"), melds=melds).drop(0, "7s")
    assert bool(named(board.game, 1, ev.Called)) == offered
