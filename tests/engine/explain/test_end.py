"""Draws, chombo, several wins and final results in words."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.explain.end import explain_chombo, explain_end, explain_standings, number, signed
from engine.explain.explanation import Players, Topic
from engine.explain.words import LANGUAGES, Words
from engine.play.apply import apply
from engine.result.game import account
from engine.result.settle import result
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.hand import Game, PondTile
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.board import Board, Dealer

EN = Words("en")
WINDS = Players(0)
RRC = Ruleset.preset("rrc")


def lines_of(board: Board, language: str = "en", names: tuple[str, ...] = ()) -> list[str]:
    """The result of the board as it stands, line by line."""
    found = result(board.game)
    assert found is not None
    return explain_end(board.game, found, Words(language), names).text.splitlines()


def exhausted(preset: str = "rrc") -> Board:
    """The last discard of East lies there; South and North are tenpai."""
    board = Board(preset).deal(indicator="1z")
    board.set_hand(live_left=0, intact=False)
    board.drop(0, "2z")
    board.do(ev.NotenDeclared(0), ev.HandShown(1, parse_tiles("234m567678s22s34p")))
    return board.do(ev.NotenDeclared(2), ev.HandShown(3, parse_tiles("111222333m555p9s")))


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "Exhaustive draw.",
                "East: noten.",
                "South: tenpai, waits for 2p, 5p.",
                "West: noten.",
                "North: tenpai, waits for 9s.",
                "East pays 1500 points, West pays 1500 points, South receives 1500 points, "
                "North receives 1500 points.",
            ],
        ),
        (
            "ru",
            [
                "Ничья: стена кончилась.",
                "Восток: нотен.",
                "Юг: темпай, ожидание: 2p, 5p.",
                "Запад: нотен.",
                "Север: темпай, ожидание: 9s.",
                "Восток платит 1500 очков, Запад платит 1500 очков, Юг получает 1500 очков, "
                "Север получает 1500 очков.",
            ],
        ),
        (
            "ja",
            [
                "流局。",
                "東家：ノーテン。",
                "南家：テンパイ、待ち2p、5p。",
                "西家：ノーテン。",
                "北家：テンパイ、待ち9s。",
                "東家は1500点払い、西家は1500点払い、南家は1500点を得る、北家は1500点を得る。",
            ],
        ),
    ],
)
def test_an_exhaustive_draw_names_hands_waits_and_payments(language: str, lines: list[str]) -> None:
    assert lines_of(exhausted(), language) == lines


def test_sticks_that_stay_are_counted() -> None:
    board = exhausted()
    board.game = replace(board.game, kyotaku=2)
    assert lines_of(board)[-1] == "2 riichi sticks stay on the table."
    assert lines_of(board, "ru")[-1] == "На столе остаются 2 палочки риичи."
    assert lines_of(board, "uk")[-1] == "На столі залишаються 2 палички ріічі."
    assert lines_of(board, "sv")[-1] == "2 riichistickor ligger kvar på bordet."


def test_nagashi_mangan_names_the_player() -> None:
    board = Board("tenhou").deal().set_hand(live_left=0)
    for seat in (1, 2, 3):
        board.set_seat(seat, pond=(PondTile(Tile.parse("5m")),))
    board.drop(0, "9m").do(*(ev.NotenDeclared(seat) for seat in range(4)))
    lines = lines_of(board)
    assert lines[0] == "Nagashi mangan."
    assert lines[-2:] == [
        "East: nagashi mangan, paid like a mangan by tsumo.",
        "South pays 4000 points, West pays 4000 points, North pays 4000 points, East receives 12000 points.",
    ]


def test_nine_kinds_name_who_declared_and_nobody_pays() -> None:
    board = Board().deal("19m19p19s1234z258m", indicator="1p", first="3m")
    board.do(ev.AbortDeclared(0), ev.HandShown(0, parse_tiles("19m19p19s1234z258m")))
    assert lines_of(board) == [
        "Nine terminals: abortive draw.",
        "Declared by East.",
        "Nobody pays.",
    ]


def test_each_of_two_winners_is_explained_and_then_the_sum() -> None:
    board = Board(score__renhou="off").deal(indicator="1z").drop(0, "5p")
    board.do(ev.WinDeclared(1, 0), ev.WinDeclared(2, 0))
    board.do(
        ev.HandShown(1, parse_tiles("234m567678s22s34p")), ev.HandShown(2, parse_tiles("678m234678s88m34p"))
    )
    lines = lines_of(board, names=("Anna", "Bo", "Chika", "Dmytro"))
    assert [line for line in lines if line.startswith("Ron")] == [
        "Ron on 5p: Bo wins, Anna pays.",
        "Ron on 5p: Chika wins, Anna pays.",
    ]
    # Pinfu and tanyao for both: 2 han, 30 fu.
    assert lines[-1] == "Anna pays 4000 points, Bo receives 2000 points, Chika receives 2000 points."


def test_the_winner_that_atamahane_passes_over_is_named() -> None:
    board = Board("wrc", score__renhou="off").deal(indicator="1z").drop(0, "5p")
    board.do(ev.WinDeclared(1, 0), ev.WinDeclared(2, 0))
    board.do(
        ev.HandShown(1, parse_tiles("234m567678s22s34p")), ev.HandShown(2, parse_tiles("678m234678s88m34p"))
    )
    assert lines_of(board)[-1] == "West receives nothing: another winner comes first."


def test_an_invalid_win_beside_a_valid_one_is_named_with_its_fault() -> None:
    board = Board(score__renhou="off").deal(indicator="1z").drop(0, "5p")
    board.set_hand(intact=False)
    board.do(ev.WinDeclared(1, 0), ev.WinDeclared(2, 0))
    board.do(
        ev.HandShown(1, parse_tiles("234m567678s22s34p")), ev.HandShown(2, parse_tiles("123m456789s11m46p"))
    )
    assert lines_of(board)[-1] == "West: The hand is complete but has no yaku."


def test_an_entered_result_is_explained_without_tiles() -> None:
    board = Board().deal(indicator="1z")
    board.do(ev.ResultEntered(ev.EndReason.WIN, (ev.EnteredWin(2, 1, han=3, fu=40),)))
    assert lines_of(board) == [
        "Ron: West wins, South pays.",
        "South pays 5200 points, West receives 5200 points.",
    ]


@pytest.mark.parametrize(
    ("preset", "lines"),
    [
        ("rrc", ["Chombo: South.", "20000 points are deducted after uma."]),
        ("ema_2012", ["Chombo: South.", "A mangan is paid to the others."]),
    ],
)
def test_chombo_in_both_forms(preset: str, lines: list[str]) -> None:
    assert explain_chombo(Ruleset.preset(preset), 1, WINDS, EN).text.splitlines() == lines


def test_a_hand_ended_by_chombo_says_what_is_paid_and_that_it_is_replayed() -> None:
    board = Board("ema_2012").deal(indicator="1z").drop(0, "9m")
    board.do(ev.Penalised(1, ev.Sanction.CHOMBO, "P-35"))
    assert lines_of(board) == [
        "Chombo.",
        "Chombo: South.",
        "A mangan is paid to the others.",
        "South pays 8000 points, East receives 4000 points, West receives 2000 points, "
        "North receives 2000 points.",
        "The hand is played again: same dealer, no honba added.",
    ]


def test_final_results_are_counted_out() -> None:
    rows = account(RRC, (42_300, 31_200, 26_500, 20_000), (0, 0, -20_000, 0))
    lines = explain_standings(rows, RRC, Players(0, ("Anna", "Bo", "Chika", "Dmytro")), EN).text.splitlines()
    assert lines == [
        "1. Anna: 42300 points, −30000 return points, uma +15000 = +27300",
        "2. Bo: 31200 points, −30000 return points, uma +5000 = +6200",
        "3. Chika: 26500 points, −30000 return points, uma −5000, penalties −20000 = −28500",
        "4. Dmytro: 20000 points, −30000 return points, uma −15000 = −25000",
    ]
    ru = explain_standings(rows, RRC, WINDS, Words("ru")).text.splitlines()
    assert ru[2] == "3. Запад: очки 26500, возврат −30000, ума −5000, штрафы −20000 = −28500"
    ja = explain_standings(rows, RRC, WINDS, Words("ja")).text.splitlines()
    assert ja[0] == "1位 東家：持ち点42300、返し点−30000、ウマ+15000＝+27300"


def test_shared_places_and_fractions_of_a_point() -> None:
    rows = account(RRC, (Fraction(100_000, 3), Fraction(100_000, 3), 26_000, Fraction(82_000, 3)))
    lines = explain_standings(rows, RRC, WINDS, EN).text.splitlines()
    assert lines[0] == "1–2. East: 33333 1/3 points, −30000 return points, uma +10000 = +13333 1/3"


def test_numbers_have_true_signs() -> None:
    assert [number(Fraction(n)) for n in (25000, 0, -500)] == ["25000", "0", "−500"]
    assert [signed(Fraction(n)) for n in (300, 0, -300)] == ["+300", "0", "−300"]
    assert number(Fraction(-7, 2)) == "−3 1/2"


def test_there_is_no_end_without_a_hand() -> None:
    game = Board().game
    with pytest.raises(ValueError, match="No hand is in play"):
        explain_end(game, ev.HandEnded(ev.EndReason.EXHAUSTIVE, (0, 0, 0, 0), 0), EN)


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from(("rrc", "ema_2012", "ema", "wrc", "japanese", "tenhou")),
    st.integers(0, 2**32),
    st.sampled_from(LANGUAGES),
)
def test_the_end_of_any_hand_can_be_explained(preset: str, seed: int, language: str) -> None:
    dealer = Dealer(preset, seed)
    dealer.play_game(2)
    game: Game | None = None
    for event in dealer.events:
        if isinstance(event, ev.HandEnded):
            assert game is not None
            found = explain_end(game, event, Words(language, tile_names=True))
            assert found.text
            assert not re.search(r"[{}]", found.text)
            if event.reason is not ev.EndReason.WIN or len(event.winners) > 1:
                last = found.of(Topic.PAYMENT)[-1]
                moved = {int(part.key): part.amount for part in last.parts}
                assert moved == {seat: delta for seat, delta in enumerate(event.deltas) if delta}
        game = apply(game, event)
