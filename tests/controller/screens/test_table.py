"""The table screen in real Chromium over a real broker: every phase, every fault, every language."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from contract.messages import Alert, PondTile, Question
from controller.broker.broker import EmbeddedBroker
from controller.web.server import Web
from screens import TABLE_LANGUAGES
from tests.controller.browser import hold_still, resize
from tests.controller.screens.stand import NAMES, TOPICS, Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

CONTRAST = (Path(__file__).parent / "contrast.js").read_text("utf-8")
SPILT = (Path(__file__).parent / "spilt.js").read_text("utf-8")


def test_a_hand_in_play_is_shown_on_all_four_sides(stand: Stand) -> None:
    stand.open()
    state = stand.show("play")
    assert stand.texts(".score") == ["18400", "41200", "8900", "30500"]
    assert stand.texts(".name") == [seat.name for seat in state.seats]
    assert stand.texts(".edge .round") == ["South 3"] * 4
    assert stand.texts(".edge .left") == ["33 left"] * 4
    assert stand.tiles(".indicators") == ["4p", "9s"]
    assert stand.values(".count", "data-count") == ["2", "1"]
    assert stand.values(".is-dealer", "data-seat") == ["2"]
    assert stand.values(".is-turn", "data-seat") == ["3"]
    assert stand.values("section.riichi-paid", "data-seat") == ["1"]
    assert stand.texts(".riichi-tag") == ["Riichi"]
    assert stand.tiles('[data-field="0"] .pond') == ["1m", "9m", "2z", "8p", "1s", "6z", "5p"]
    assert len(stand.find('[data-field="1"] .pond .sideways')) == 1
    assert stand.values('[data-field="2"] .meld', "data-meld") == ["pon", "chi"]
    assert stand.tiles('[data-field="3"] .meld.ankan') == ["back", "1z", "1z", "back"]
    assert stand.complaints() == []


def test_a_new_discard_and_the_spoken_word_are_marked(stand: Stand) -> None:
    stand.open()
    state = stand.show("play")
    assert not stand.find(".newest")
    stand.say("called", seat=3, meld={"type": "pon"})
    stand.wait(lambda: stand.values('[data-field="3"] .word', "data-word") == ["pon"])
    seat = state.seats[3]
    pond = [*seat.pond, seat.pond[0]]
    seats = [*state.seats[:3], seat.model_copy(update={"pond": pond})]
    stand.show("play", seats=seats, turn=0)
    assert len(stand.find('[data-field="3"] .newest')) == 1
    assert len(stand.find(".newest")) == 1
    stand.wait(lambda: not stand.find(".word"))
    stand.say("win_declared", seat=0, source=0)
    stand.wait(lambda: stand.texts('[data-field="0"] .word') == ["Tsumo"])


@pytest.mark.parametrize(("name", "words", "progress", "hint"), [
    ("collect", "Collecting tiles", "31%", "Push the tiles in, then press START"),
    ("shuffle", "Shuffling", "64%", "Keep hands off the table"),
    ("raise", "Raising the walls", "90%", "Keep hands off the table"),
])  # fmt: skip
def test_the_machine_tells_what_it_does(
    stand: Stand, name: str, words: str, progress: str, hint: str
) -> None:
    stand.open()
    stand.show(name)
    assert stand.texts(".machine h1") == [words]
    assert stand.texts(".ring text") == [progress]
    assert stand.texts(".machine p") == [hint]


@pytest.mark.parametrize(("state", "cause", "words"), [
    ("fault", "LANE_JAM", "Fault"),
    ("estop", "LID_OPEN", "Emergency stop"),
])  # fmt: skip
def test_a_machine_that_waits_for_a_person_keeps_no_hands_off(
    stand: Stand, state: str, cause: str, words: str
) -> None:
    """Who is asked to take tiles out of a lane must not read the opposite."""
    stand.open()
    machine = stand.show("shuffle").machine
    assert stand.find(".hands-off")
    stand.show("shuffle", machine=machine.model_copy(update={"state": state, "cause": cause}))
    assert stand.texts(".machine h1") == [words]
    assert stand.texts(".machine p") == ["Shuffling"]
    assert not stand.find(".hands-off")


def test_nobody_is_in_riichi_while_the_machine_works(stand: Stand) -> None:
    stand.open()
    seats = stand.show("play").seats
    assert stand.find(".riichi-tag")
    stand.show("collect", seats=seats)
    assert not stand.find(".riichi-tag, section.riichi-paid")


def test_dice_and_the_first_draw(stand: Stand) -> None:
    stand.open()
    stand.show("dice")
    assert stand.values(".dice", "data-dice") == ["1+5"]
    assert stand.texts(".dice .sum") == ["6"]
    stand.show("deal")
    assert stand.texts('[data-notice="hint"]') == ["East draws first"]


def test_a_broken_rule_is_told_with_what_follows(stand: Stand) -> None:
    stand.open()
    state = stand.show("play_kuikae")
    assert stand.values("[data-finding]", "data-finding") == ["kuikae"]
    told = stand.texts('[data-notice="finding"]')[0]
    assert told.startswith(f"!{state.seats[2].name}: ")
    assert "(R-KUI-02)" in told
    assert told.endswith("Dead hand")
    assert stand.texts('[data-seat="2"] .dead-tag') == ["Dead hand"]
    assert stand.values("[data-picture]", "href") == []
    kept = state.findings[0].model_copy(
        update={"pictures": ["/evidence/game/57.jpg", "/evidence/game/58.jpg"]}
    )
    stand.show("play_kuikae", findings=[kept])
    assert stand.values("[data-picture]", "data-picture") == kept.pictures
    assert stand.texts("[data-picture]") == ["Picture 1", "Picture 2"]
    state = stand.show("confirm_chombo")
    assert stand.texts(".result h1") == ["Chombo"]
    assert stand.texts('[data-hand="1"] .claim') == ["Chombo"]
    assert stand.values("[data-pays]", "data-pays") == ["2000", "-8000", "4000", "2000"]


def test_faults_and_questions_are_said_in_words(stand: Stand) -> None:
    stand.open()
    stand.show("play_dark")
    assert stand.texts('[data-notice="sight"]') == ["!Too dark for the camera: switch the light on."]
    assert not stand.find('[data-notice="alert"]'), "the camera's trouble is said once"
    stand.show("play_jam")
    assert stand.texts("[data-notice]") == ["!Lane 3 is jammed (fault 22); the machine is clearing it."]
    stand.show("play_jam", alerts=[])
    assert stand.texts("[data-notice]") == ["!Clearing a jam · Fault E22, lane 3"]
    stand.show("play_unread")
    assert stand.tiles('[data-notice="question"]') == ["3z", "4z", "5p"]
    assert len(stand.find('[data-field="1"] .unread')) == 1
    refused = Question(id="x", code="refused_event", seat=3, faults=["OUT_OF_TURN"])
    stand.show("play", questions=[refused])
    assert stand.texts('[data-notice="question"]') == ["?Мария: It is another player's turn."]
    stand.show("play", alerts=[Alert(code="never_heard_of", message="Something new happened: look at it.")])
    assert stand.texts('[data-notice="alert"]') == ["!Something new happened: look at it."]


def test_what_is_wrong_with_the_machine_is_told_in_the_screen_s_language(stand: Stand) -> None:
    alerts = [
        Alert(code="machine_lost_wiring", message="The machine's firmware was built for another wiring."),
        Alert(code="machine_refused_supply", message="The motor supply is off."),
    ]
    stand.open()
    stand.show("play", alerts=alerts)
    assert stand.texts('[data-notice="machine"]') == [f"!{alert.message}" for alert in alerts]
    stand.open(lang="sv")
    stand.show("play", alerts=alerts)
    wiring, supply = stand.texts('[data-notice="machine"]')
    assert "annan kabeldragning" in wiring
    assert "Motorströmmen är avslagen" in supply


def test_that_the_machine_wants_service_is_not_told_to_who_plays(stand: Stand) -> None:
    alerts = [Alert(code="machine_warning_SLOW_SORT", message="Sorting is slow (Fault E79.)")]
    stand.open(lang="sv")
    stand.show("play", alerts=alerts)
    assert stand.texts("[data-notice]") == []
    stand.open("referee.html", lang="sv")
    stand.wait(lambda: stand.find('[data-notice="service"]'))
    (told,) = stand.texts('[data-notice="service"]')
    assert "Sorteringen går långsamt" in told


def test_a_jam_is_told_in_the_screen_s_language(stand: Stand) -> None:
    stand.open(lang="sv")
    stand.show("play_jam")
    assert stand.texts("[data-notice]") == ["!Brickor har fastnat; maskinen löser det. (Fel E22, bana 3)"]


def test_a_broker_that_dies_is_admitted_and_the_screen_comes_back_whole(stand: Stand) -> None:
    stand.open()
    stand.show("play")
    pid = stand.broker.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    stand.wait(lambda: stand.find('[data-link="down"]') and stand.find('[data-notice="link"]'), 25)
    assert stand.texts(".score")[0] == "18400"
    assert stand.find(".stage.stale")
    os.kill(pid, signal.SIGKILL)
    state = stand.publish("confirm_ron")
    stand.wait(lambda: stand.find(f'.stage[data-rev="{state.rev}"]') and stand.find('[data-link="up"]'), 25)
    assert not stand.find('[data-notice="link"]')
    assert stand.texts(".call") == ["Ron"]


def test_a_table_that_stops_and_starts_again_is_followed(stand: Stand) -> None:
    stand.open()
    for _ in range(3):
        stand.show("play")
    stand.bus.close()
    stand.wait(lambda: stand.texts('[data-notice="link"] span') == ["The table is switched off."])
    stand.restart("boot-2")
    stand.show("finished")
    assert stand.rev == 1
    assert not stand.find('[data-notice="link"]')


@pytest.mark.parametrize("who", ["the house", "a guest"])
def test_a_service_that_starts_anew_is_found(stand: Stand, who: str) -> None:
    """Another process with another broker, and the guest's secret is another one: the web page keeps its
    address, and the accounts are those of before."""
    stand.open()
    if who == "a guest":
        stand.driver.execute_script("localStorage.clear()")
        stand.open()
    stand.show("play")
    stand.bus.close()
    stand.broker.stop()
    stand.web.stop()
    stand.wait(lambda: stand.find('[data-notice="link"]'))
    stand.broker = EmbeddedBroker(stand.folder, TOPICS)
    stand.broker.start()
    stand.web = Web(TOPICS, stand.broker.address, port=stand.web.port)
    stand.web.start()
    stand.restart("boot-2")
    state = stand.publish("finished")
    stand.wait(lambda: stand.find(f'.stage[data-phase="finished"][data-rev="{state.rev}"]'), 25)
    stand.wait(lambda: stand.find('[data-link="up"]'))


def test_an_older_snapshot_of_the_same_run_is_ignored(stand: Stand) -> None:
    stand.open()
    newer = stand.show("play")
    stand.publish("confirm_ron", rev=newer.rev - 1)
    stand.show("confirm_abort")
    assert not stand.find(".call")


def test_a_silent_table_is_called_silent(stand: Stand) -> None:
    """The connection stands, but the main loop does not beat any more."""
    stand.open()
    stand.show("play")
    stand.wait(lambda: stand.find('[data-notice="link"]'))
    assert stand.texts('[data-notice="link"] span')[0].startswith("No update from the table for ")
    stand.wait(lambda: stand.bus.poll() == [] and not stand.find('[data-notice="link"]'))


def test_before_the_first_snapshot_the_screen_says_what_it_waits_for(stand: Stand) -> None:
    stand.open()
    stand.wait(lambda: stand.texts("[data-notice]") == ["Connected. Waiting for the table…"])


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_every_phase_has_its_words_and_fits_in(stand: Stand, driver: Any, language: str) -> None:
    stand.open(lang=language, theme="light" if language in ("ru", "ja") else "dark")
    hold_still(driver)
    spilt: list[str] = []
    for size in ((1280, 800), (1920, 1080)):
        resize(driver, size)
        for name in NAMES:
            stand.show(name)
            spilt += [f"{name} {size} {fault}" for fault in driver.execute_script(SPILT)]
    assert spilt == []
    assert driver.execute_script("return document.documentElement.lang") == language
    assert stand.complaints() == []
    traffic = stand.traffic()
    assert f"{stand.web.url}shared/tiles/5m.svg" in stand.requests(traffic)
    assert stand.foreign(traffic) == []


OFF_THE_MAT = """
const mat = document.querySelector(".mat").getBoundingClientRect();
return [...document.querySelectorAll(".pond .tile")].map((e) => e.getBoundingClientRect()).filter((box) =>
  box.left < mat.left - 1 || box.right > mat.right + 1 || box.top < mat.top - 1 || box.bottom > mat.bottom + 1
).length;
"""


@pytest.mark.parametrize("phase", ["play", "show_exhaustive"])
def test_full_ponds_stay_on_the_mat(stand: Stand, driver: Any, phase: str) -> None:
    """Three full rows, with and without words below them."""
    stand.open()
    hold_still(driver)
    seats = [
        seat.model_copy(update={"pond": [PondTile(tile="1m", sideways=n == 13) for n in range(18)]})
        for seat in stand.show("play").seats
    ]
    for size in ((1024, 768), (1280, 800), (1920, 1080)):
        resize(driver, size)
        stand.show(phase, seats=seats)
        assert len(stand.find(".pond .tile")) == 4 * 18
        assert driver.execute_script(OFF_THE_MAT) == 0, size


@pytest.mark.parametrize("theme", ["dark", "light", "as the system has it"])
def test_every_text_has_seven_to_one(stand: Stand, driver: Any, theme: str) -> None:
    stand.open(theme=theme if theme in ("dark", "light") else "")
    hold_still(driver)
    weak: list[str] = []
    for name in NAMES:
        stand.show(name)
        weak += [f"{name} {fault}" for fault in driver.execute_script(CONTRAST)]
    assert weak == []


def test_the_language_can_be_switched_without_a_reload(stand: Stand) -> None:
    stand.open()
    stand.show("play")
    stand.driver.execute_script(
        "const list = document.querySelector('select'); list.value = 'ja';"
        "list.dispatchEvent(new Event('change', {bubbles: true}))"
    )
    stand.wait(lambda: stand.texts(".edge .round") == ["南3局"] * 4)


def test_any_seat_can_sit_at_the_bottom(stand: Stand) -> None:
    stand.open(south="2")
    stand.show("play")
    assert stand.values(".seat.side0", "data-seat") == ["2"]
    assert stand.values(".field.side1", "data-field") == ["3"]
