"""The card at the end of a hand and of a game: wins with their value, draws, payments, places."""

from __future__ import annotations

import pytest

from engine.tiles.tile import parse_tiles
from tests.controller.screens.stand import Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


def test_a_win_is_shown_with_its_value_and_payments(stand: Stand) -> None:
    stand.open(sides="1")
    stand.show("confirm_ron")
    assert stand.texts(".call") == ["Ron"]
    assert stand.texts(".win .winner") == ["Олена"]
    assert stand.texts(".source") == ["from Akira"]
    assert stand.tiles(".win .hand > .row") == [str(t) for t in parse_tiles("234m22456p34678s")]
    assert stand.values(".tile.winning", "data-tile") == ["0s"]
    yaku = ["riichi", "ippatsu", "pinfu", "tanyao", "dora", "red"]
    assert stand.values("[data-yaku]", "data-yaku") == yaku
    assert stand.texts("[data-yaku] b") == ["1"] * 6
    assert stand.texts(".total .value") == ["Haneman"]
    assert stand.texts(".total .points") == ["12000points"]
    assert stand.values("[data-pays]", "data-pays") == ["-12600", "13600", "0", "0"]
    assert stand.texts(".pot") == ["+1000"]
    assert stand.texts(".seat .delta") == ["▼−12600", "▲+13600"]
    assert stand.values("[data-answer]", "data-answer") == ["confirmed", "confirmed", "asked", "disputed"]
    assert stand.texts(".stamp") == ["Preview: not paid yet"]
    assert stand.tiles(".shown-dora") == ["4p", "9s", "7z", "2s"]


def test_fu_are_named_below_the_limits_only(stand: Stand) -> None:
    stand.open()
    stand.show("confirm_tsumo")
    assert stand.texts(".total .value") == ["1 han · 30 fu"]
    assert stand.texts(".fu") == ["base 20 + open pon of terminals or honours 4 + tsumo 2 → 30 fu"]
    stand.show("confirm_ron")
    assert not stand.find(".fu")


def test_yakuman_counted_and_real_and_two_winners(stand: Stand) -> None:
    stand.open(sides="1")
    stand.show("confirm_yakuman")
    assert stand.texts(".total .value") == ["Yakuman"]
    stand.show("idle_paid")
    assert stand.texts(".total .value") == ["Counted yakuman"]
    assert stand.texts(".stamp") == ["Paid"]
    assert stand.texts(".hint") == ["South 4: Мария deals · Press START to go on"]
    stand.show("confirm_double_ron")
    assert stand.values("[data-winner]", "data-winner") == ["1", "3"]
    assert stand.texts(".result h1") == ["2 wins"]


def test_draws_show_the_hands_and_who_was_tenpai(stand: Stand) -> None:
    stand.open(sides="1")
    stand.show("show_ron")
    assert stand.texts('[data-notice="hint"]') == ["Show your hand"]
    stand.show("show_exhaustive")
    assert stand.texts('[data-notice="hint"]') == ["Tenpai: show your hand. Noten: press NOTEN"]
    assert stand.texts('[data-seat="1"] .answer') == ["Tenpai"]
    stand.show("confirm_exhaustive")
    assert stand.texts(".result h1") == ["Exhaustive draw"]
    assert stand.texts(".claim") == ["Noten", "Tenpai", "Noten", "Tenpai"]
    assert len(stand.tiles('[data-hand="1"]')) == 13
    stand.show("confirm_abort")
    assert stand.texts(".result h1") == ["Nine terminals: abortive draw"]
    assert stand.texts(".even") == ["No payments"]


def test_who_answers_under_pao_and_who_has_nagashi_mangan_is_named(stand: Stand) -> None:
    stand.open()
    stand.show("confirm_four_kans_ron")
    assert stand.texts("[data-pao]") == ["pao: Akira"]
    stand.show("confirm_nagashi")
    assert stand.texts(".result h1") == ["Nagashi mangan"]
    assert stand.texts(".claim") == ["Noten", "Nagashi mangan", "Noten", "Tenpai"]


def test_an_abortive_draw_without_open_hands_lists_nobody(stand: Stand) -> None:
    stand.open(sides="1")
    result = stand.show("confirm_abort").result
    assert result is not None
    bare = result.model_copy(update={"reason": "suukaikan", "shown": [None] * 4})
    stand.show("confirm_abort", result=bare)
    assert stand.texts(".result h1") == ["Four kans: abortive draw"]
    assert stand.texts(".not-played") == ["No payments"]
    assert not stand.find(".hand-line")


def test_the_game_ends_with_the_standings(stand: Stand) -> None:
    stand.open()
    stand.show("finished")
    assert stand.values("[data-place]", "data-place") == ["1", "2", "3", "4"]
    assert stand.texts(".standings .winner") == ["Олена", "Мария", "Akira", "Björn"]
    assert stand.texts(".uma") == ["+65.3", "+3.7", "−17.9", "−51.1"]
    assert stand.texts("thead th") == ["Player", "Score", "Uma", "Oka", "Result"]
    assert stand.values('[data-place="1"] .added', "data-added") == ["uma:30000", "oka:20000"]


def test_tiles_of_a_win_that_the_eyes_doubt_are_outlined_and_its_pictures_are_there(stand: Stand) -> None:
    stand.open()
    result = stand.show("confirm_ron").result
    assert result is not None
    win = result.wins[0]
    sure = "[data-winner] .unsure"
    assert stand.find(sure) == []
    assert stand.find("[data-winner] [data-picture]") == []
    face = win.tiles[4]
    proved = win.model_copy(update={"unsure": [face, win.win_tile], "pictures": ["/evidence/g/7.jpg"]})
    stand.show("confirm_ron", result=result.model_copy(update={"wins": [proved]}))
    assert sorted(stand.values(sure, "data-tile")) == sorted([face, win.win_tile])
    (button,) = stand.find("[data-winner] [data-picture]")
    button.click()
    stand.wait(lambda: stand.texts(".proof p") == ["There is no picture of it any more."])
