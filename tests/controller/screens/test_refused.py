"""What the table refuses is said in the language of the page, where the person has pressed, and whole."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from contract.messages import Alert, Question
from controller.sentences.refusals import REASONS, Refusal
from engine.state.faults import Fault
from screens import TABLE_LANGUAGES, TABLE_WORDS
from tests.controller.screens.pages import PAGES, Page
from tests.controller.screens.seen import eyes
from tests.controller.screens.stand import Stand
from words import catalogue
from words.message import filled as message

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
FILLED: dict[str, Any] = {
    "wind": "S",
    "winds": ["E", "N"],
    "place": "W",
    "sanction": "dead_hand",
    "role": "wall",
    "faults": ["NO_YAKU", "FURITEN"],
}


def words(language: str) -> dict[str, Any]:
    found: dict[str, Any] = dict(catalogue(language, *TABLE_WORDS))
    return found


def filled(name: str) -> dict[str, Any]:
    """A refusal with a value for each name in its sentence."""
    return {hole: FILLED.get(hole, f"<{hole}>") for hole in REASONS[name].holes}


def said(language: str, why_not: Refusal) -> str:
    """What a page has to say, from the catalogue alone."""
    known, values = words(language), dict(why_not.values)
    for name in ("wind", "place"):
        values[name] = known["wind_name"].get(values.get(name))
    values["winds"] = ", ".join(known["wind_name"][wind] for wind in values.get("winds", ()))
    values["sanction"] = known["sanction"].get(values.get("sanction"))
    values["role"] = known["device_role"].get(values.get("role"))
    values["faults"] = " ".join(known["fault"][fault] for fault in values.get("faults", ()))
    return message(known["reason"][why_not.reason], language, values)


def reads(stand: Stand, sentence: str) -> bool:
    return stand.texts(".note") == [sentence]


def page(file: str) -> Page:
    return next(each for each in PAGES if each.file == file and each.draws)


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_a_seat_reads_why_its_press_counts_for_nothing(stand: Stand, axe: str, language: str) -> None:
    seat = page("seat.html")
    stand.publish("play")
    stand.visit(seat, language, seat="2")
    stand.draw(seat, "play")
    reasons = (
        Refusal.illegal(Fault.NO_YAKU),
        Refusal("paused"),
        Refusal("wrong_seat", wind="S", place="W"),
        Refusal("not_at_rest"),
        Refusal("not_this_role", role="wall"),
    )
    faults: list[str] = []
    for why_not in reasons:
        stand.click('[data-button="ron"]')
        (order,) = stand.commands()
        stand.bus.answer(order, why_not)
        stand.wait(partial(reads, stand, said(language, why_not)))
        faults += [f"{why_not.reason}: {fault}" for fault in stand.faults(seat, axe)]
    assert faults == []
    assert stand.values(".note", "role") == ["status"], "a screen reader says it"


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_a_referee_reads_what_the_table_says_of_a_ruling(stand: Stand, axe: str, language: str) -> None:
    tablet = page("referee.html")
    stand.publish("play_kuikae")
    stand.visit(tablet, language)
    stand.draw(tablet, "play_kuikae")
    stand.write(".pausing input", "?\n")
    (order,) = stand.commands()
    why_not = Refusal("row_prescribes", row="P-18", sanction="dead_hand")
    stand.bus.answer(order, why_not)
    stand.wait(lambda: stand.values("[data-reply]", "data-reply") == ["bad_schema"])
    assert stand.texts("[data-reply]") == [f"{words(language)['command']['pause']} {said(language, why_not)}"]
    assert stand.faults(tablet, axe) == []


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_who_answers_a_question_reads_that_it_is_closed(stand: Stand, language: str) -> None:
    camera = page("camera.html")
    asked = Question(id="q", code="unread_discard", seat=0, candidates=["3z", "4z"])
    stand.bus.publish_eyes(eyes())
    stand.publish("play", questions=[asked])
    stand.visit(camera, language)
    stand.click('[data-answer="3z"]')
    (order,) = stand.commands()
    stand.bus.answer(order, Refusal("question_closed"))
    sentence = said(language, Refusal("question_closed"))
    stand.wait(lambda: stand.texts(".question .note") == [sentence])


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_the_table_screen_says_why_start_begins_nothing(stand: Stand, axe: str, language: str) -> None:
    screen = page("table.html")
    why_not = Refusal("unsigned", winds=["E", "W"])
    alert = Alert(code="no_hand", message=str(why_not), reason=why_not.reason, values=why_not.values)
    stand.publish("idle_paid", alerts=[alert])
    stand.visit(screen, language)
    stand.draw(screen, "idle_paid", alerts=[alert])
    assert stand.texts('[data-notice="alert"]') == [f"!{said(language, why_not)}"]
    assert stand.faults(screen, axe) == []
