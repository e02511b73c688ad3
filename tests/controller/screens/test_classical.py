"""Chinese Classical on the screens: play, the four counted hands, draws, standings, the panel."""

from __future__ import annotations

from typing import Any

import pytest

from contract.messages import Question
from engine.tiles.tile import parse_tiles
from screens import TABLE_LANGUAGES
from tests.controller.browser import hold_still
from tests.controller.screens.looking import CHECKS
from tests.controller.screens.stand import Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


def test_the_mat_has_no_dora_and_no_sticks(stand: Stand) -> None:
    stand.open()
    stand.show("play_classical")
    assert stand.texts(".edge .round") == ["South 3"] * 4
    assert stand.texts(".edge .left") == ["41 left"] * 4
    assert not stand.find(".indicators, .counts, .riichi-tag")
    assert stand.values(".loose", "data-loose") == ["1"]
    assert (len(stand.find(".loose .back")), len(stand.find(".loose .slot"))) == (1, 1)
    assert stand.texts('[data-seat="1"] .ready-tag') == ["Ready"]
    assert stand.values(".is-ready", "data-seat") == ["1"]
    assert stand.tiles('[data-field="3"] .flowers') == ["1g", "2f"]
    assert stand.complaints() == []


def test_sets_and_wins_are_called_by_their_names_in_this_game(stand: Stand) -> None:
    stand.open()
    stand.show("play_classical")
    stand.say("called", seat=0, meld={"type": "chi"})
    stand.wait(lambda: stand.texts('[data-field="0"] .word') == ["Chow"])
    stand.say("kan_declared", seat=1)
    stand.wait(lambda: stand.texts('[data-field="1"] .word') == ["Kong"])
    stand.say("ready_declared", seat=2)
    stand.wait(lambda: stand.texts('[data-field="2"] .word') == ["Ready"])
    stand.say("win_declared", seat=3, source=0)
    stand.wait(lambda: stand.texts('[data-field="3"] .word') == ["Mahjong"])


def test_four_hands_are_counted_and_named(stand: Stand) -> None:
    stand.open(sides="1")
    stand.show("confirm_classical")
    assert stand.texts(".call") == ["Mahjong"]
    assert stand.texts(".win .winner") == ["Олена"]
    assert stand.texts(".source") == ["from Мария"]
    assert stand.values("[data-counted]", "data-counted") == ["1", "2", "3", "0"]
    assert stand.tiles(".win .hand > .row:first-child") == [str(t) for t in parse_tiles("11m99m")]
    assert stand.values(".tile.winning", "data-tile") == ["9m"]
    assert stand.values('[data-counted="1"] [data-meld]', "data-meld") == ["ankan", "daiminkan", "pon"]
    assert stand.texts('[data-counted="1"] [data-base]') == [
        "Pung of 1 or 9\u00a04",
        "Kong of winds\u00a032",
        "Kong of dragons\u00a016",
        "Pung of dragons\u00a04",
        "Flower or season\u00a02 × 4",
        "Going mahjong\u00a020",
    ]
    assert stand.texts('[data-counted="1"] [data-double="dragon_set"]') == [
        "Pung or kong of dragons\u00a0×2 ×2"
    ]
    assert len(stand.find('[data-counted="1"] [data-double]')) == 7
    assert stand.texts(".total .reckoning") == ["84 × 512 = 43008 → limit"]
    assert stand.texts(".total .points") == ["500points"]
    assert stand.texts(".worth-of") == ["30", "0", "60"]
    assert stand.texts('[data-counted="0"] .reckoning') == ["14 × 4 = 56"]
    assert stand.texts(".stamp") == ["Preview: not paid yet"]
    assert stand.complaints() == []


def test_all_six_payments_are_shown_with_what_comes_of_them(stand: Stand) -> None:
    """East pays and receives double; the losers settle the differences."""
    stand.open(sides="1")
    stand.show("confirm_classical")
    paid = {"0>1:500", "2>1:1000", "3>1:500", "2>0:60", "3>0:60", "3>2:60"}
    assert set(stand.values("[data-transfer]", "data-transfer")) == paid
    assert stand.values("[data-pays]", "data-pays") == ["-380", "2000", "-1000", "-620"]
    assert stand.texts(".seat .delta") == ["▼−380", "▲+2000", "▼−1000", "▼−620"]


def test_a_limit_hand_is_named_and_not_reckoned(stand: Stand) -> None:
    stand.open(sides="1")
    stand.show("confirm_classical_limit")
    assert stand.texts(".source") == ["from the wall"]
    assert stand.texts(".limit") == ["Limit handThirteen wonders of the world"]
    assert stand.texts(".total .points") == ["500points"]
    assert not stand.find(".total .reckoning")
    assert not stand.find('[data-counted="2"] [data-base]')
    # A payment of nothing is no payment: two of the losers are worth the same.
    assert len(stand.find("[data-transfer]")) == 5


def test_a_draw_does_not_count(stand: Stand) -> None:
    stand.open()
    state = stand.show("confirm_classical_draw")
    assert stand.texts(".result h1") == ["Draw"]
    assert stand.texts(".result h2") == ["The hand does not count", "It is played again"]
    assert stand.texts(".even") == ["No payments"]
    assert state.result is not None
    stand.show("confirm_classical_draw", result=state.result.model_copy(update={"again": False}))
    assert stand.texts(".result h2") == ["The hand does not count"]


def test_everybody_lays_the_hand_open(stand: Stand) -> None:
    stand.open()
    stand.show("show_ron", rules="classical")
    assert stand.texts('[data-notice="hint"]') == ["Everybody lays the hand open"]


def test_the_game_ends_in_points_and_ties_share_the_place(stand: Stand) -> None:
    stand.open()
    stand.show("finished_classical")
    assert stand.values("[data-place]", "data-place") == ["1", "2", "2", "4"]
    assert stand.texts(".standings .winner") == ["Олена", "Akira", "Мария", "Björn"]
    assert stand.texts(".standings .final") == ["2840", "1870", "1870", "1420"]
    assert not stand.find(".uma")


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_a_disputed_card_still_fits(stand: Stand, driver: Any, language: str) -> None:
    """The longest card there is, with a line of words below it."""
    hold_still(driver)
    for sides in ("1", "4"):
        stand.open(lang=language, sides=sides)
        asked = Question(id="dispute.3", code="contradiction", seat=3, faults=["DISPUTED"])
        stand.show("confirm_classical", questions=[asked])
        assert driver.execute_script(CHECKS["spilt"]) == []


def test_the_panel_declares_a_ready_hand_and_mahjong(stand: Stand) -> None:
    stand.publish("play_classical")
    stand.open("seat.html", seat="3")
    stand.wait(lambda: stand.find('.pad[data-phase="play"]'))
    assert stand.values("[data-button]", "data-button") == ["riichi", "tsumo", "ron"]
    assert stand.texts("[data-button]") == ["Ready", "Mahjong from the wall", "Mahjong on a discard"]
    stand.press('[data-button="riichi"]')
    (command,) = stand.commands()
    assert command.body == {"seat": 3, "button": "riichi"}
    stand.bus.answer(command)
    stand.wait(lambda: stand.texts(".note") == ["Sent"])
