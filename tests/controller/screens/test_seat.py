"""The display of a seat in real Chromium: the buttons of the moment, and presses that reach the table."""

from __future__ import annotations

import pytest

from controller.sentences.refusals import Refusal
from engine.state.faults import Fault
from screens import TABLE_LANGUAGES
from tests.controller.screens.stand import Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


@pytest.fixture
def panel(stand: Stand) -> Stand:
    stand.publish("play")
    stand.open("seat.html", seat="3")
    stand.wait(lambda: stand.find('.pad[data-phase="play"]'))
    return stand


def phase(panel: Stand, name: str) -> None:
    state = panel.publish(name)
    panel.wait(lambda: panel.find(f'.pad[data-phase="{state.phase.value}"]'))


def test_the_panel_is_the_seat_s_own(panel: Stand) -> None:
    assert panel.texts("h1") == ["Мария"]
    assert panel.texts(".own-score") == ["30500"]
    assert panel.texts(".place") == ["2."]
    assert panel.values("[data-ahead]", "data-ahead") == ["12100", "-10700", "21600"]
    assert panel.texts(".now") == ["Your turn"]


@pytest.mark.parametrize(("name", "buttons"), [
    ("play", ["riichi", "tsumo", "ron", "abort"]),
    ("show_exhaustive", ["noten", "ron"]),
    ("confirm_ron", ["confirm", "dispute"]),
    ("idle_paid", ["start"]),
    ("shuffle", []),
])  # fmt: skip
def test_the_buttons_are_those_of_the_moment(panel: Stand, name: str, buttons: list[str]) -> None:
    phase(panel, name)
    assert panel.values("[data-button]", "data-button") == buttons


def test_the_result_and_what_it_moves_are_reported(panel: Stand) -> None:
    panel.open("seat.html", seat="0")
    state = panel.publish("confirm_ron")
    panel.wait(lambda: panel.find(f'.pad[data-rev="{state.rev}"]'))
    assert panel.texts(".short") == ["Олена: Ron Haneman 12000"]
    assert panel.texts(".delta") == ["▼−12600"]
    assert panel.texts(".becomes") == ["→ 5800"]
    assert panel.texts(".place") == ["3. → 4."]


def test_what_this_seat_has_said_of_a_result_is_marked(panel: Stand) -> None:
    state = panel.publish("confirm_ron")
    panel.wait(lambda: panel.values(".key.given", "data-button") == ["dispute"])
    seats = [seat.model_copy(update={"confirmed": True}) for seat in state.seats]
    panel.publish("confirm_ron", seats=seats)
    panel.wait(lambda: panel.values(".key.given", "data-button") == ["confirm"])
    panel.publish("confirm_tsumo")
    panel.wait(lambda: not panel.find(".key.given"))


def test_the_referee_is_called_without_a_word(panel: Stand) -> None:
    panel.press(".call-referee")
    (command,) = panel.commands()
    assert (command.name, command.body) == ("referee.call", {"seat": 3})
    panel.bus.answer(command)
    panel.publish("play_called")
    panel.wait(lambda: panel.values("[data-call]", "data-call") == ["called"])


def test_taking_back_needs_the_consent_of_this_seat_too(panel: Stand) -> None:
    state = panel.publish("play_called")
    panel.wait(lambda: panel.find('[data-undo="yes"]'))
    panel.press('[data-undo="yes"]')
    (command,) = panel.commands()
    assert state.undo is not None
    assert (command.name, command.body) == ("undo", {"seat": 3, "seq": state.undo.seq, "agree": True})


def test_a_display_without_keys_has_none(stand: Stand) -> None:
    stand.publish("play")
    stand.open("seat.html", seat="3", keys="off")
    stand.wait(lambda: stand.find(".pad"))
    assert not stand.find(".key, .call-referee")


def test_a_press_reaches_the_table_and_its_answer_is_shown(panel: Stand) -> None:
    panel.press('[data-button="riichi"]')
    (command,) = panel.commands()
    assert (command.name, command.body, command.if_rev) == ("panel", {"seat": 3, "button": "riichi"}, None)
    panel.bus.answer(command)
    panel.wait(lambda: panel.texts(".note") == ["Sent"])
    panel.press('[data-button="ron"]')
    (command,) = panel.commands()
    panel.bus.answer(command, Refusal.illegal(Fault.NOT_COMPLETE))
    panel.wait(lambda: panel.texts(".note") == ["The hand is not complete."])


def test_a_confirmation_holds_for_the_result_that_was_seen(panel: Stand) -> None:
    phase(panel, "confirm_ron")
    shown = panel.rev
    panel.press('[data-button="confirm"]')
    (command,) = panel.commands()
    assert command.if_rev == shown


def confirm_while_it_changes_to(panel: Stand, name: str) -> None:
    """The press is under way when the table publishes another revision."""
    phase(panel, "confirm_ron")
    panel.hold_sends()
    panel.press('[data-button="confirm"]')
    panel.wait(lambda: panel.driver.execute_script("return window.held.length") > 0)
    panel.publish(name)
    panel.wait(lambda: panel.find(f'.pad[data-rev="{panel.rev}"]'))
    panel.release_sends()


def test_a_confirmation_of_an_unchanged_result_survives_another_revision(panel: Stand) -> None:
    confirm_while_it_changes_to(panel, "confirm_ron")
    (command,) = panel.commands()
    assert command.if_rev == panel.rev


def test_a_confirmation_of_a_result_that_changed_is_asked_again(panel: Stand) -> None:
    confirm_while_it_changes_to(panel, "confirm_tsumo")
    panel.wait(lambda: panel.bus.poll() == [] and panel.texts(".note") not in ([""], ["…"]))
    assert panel.texts(".note") == ["The result has changed; look again."]


def test_a_table_that_does_not_answer_is_reported(panel: Stand) -> None:
    panel.press('[data-button="tsumo"]')
    panel.wait(lambda: panel.texts(".note") == ["The table does not answer; press again."])


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_without_a_seat_the_panel_asks_which(stand: Stand, language: str) -> None:
    stand.publish("play")
    stand.open("seat.html", lang=language)
    stand.wait(lambda: len(stand.find("a.key")) == 4)
    assert stand.complaints() == []
