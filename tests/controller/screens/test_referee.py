"""The referee's tablet in real Chromium: the queue, rulings with their effect first, the table's answers."""

from __future__ import annotations

import numpy as np
import pytest

from contract.messages import ClockView, JudgedMessage, Question, RefereeCall
from controller.sentences.refusals import Refusal
from engine.play.apply import replay
from engine.state import events as ev
from tests.controller.given import hand
from tests.controller.history.test_hands import NAMES, blind
from tests.controller.screens.stand import Stand
from vision.camera.jpeg import encode

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


@pytest.fixture
def desk(stand: Stand) -> Stand:
    """A referee beside a hand of a few discards."""
    events = [ev.GameStarted("rrc", names=NAMES), *map(blind, hand().events)]
    places = [n for n, event in enumerate(events) if isinstance(event, ev.Discarded)]
    game = replay(events[: places[6] + 1])
    stand.evidence[7] = encode(np.full((60, 80, 3), 120, np.uint8), 80)
    stand.web.follow(lambda: None if game is None else ("g", game))
    stand.publish("play_kuikae")
    stand.open("referee.html")
    stand.wait(lambda: stand.find(".desk[data-rev]") and stand.find("[data-row]"))
    return stand


def test_a_call_is_taken_and_settled(desk: Stand) -> None:
    desk.publish("play", calls=[RefereeCall(id="c7", seat=1, by="seat1", since_ms=0)])
    desk.click('[data-call="c7"] .main')
    (order,) = desk.commands()
    assert (order.name, order.body) == ("referee.answer", {"id": "c7", "done": False})
    desk.bus.answer(order)
    desk.wait(lambda: desk.values("[data-reply]", "data-reply") == ["ok"])


def test_a_question_is_answered_by_touching_the_tile(desk: Stand) -> None:
    desk.publish("play", questions=[Question(id="q", code="unread_discard", seat=0, candidates=["3z", "4z"])])
    desk.click('[data-question="q"] [data-answer="4z"]')
    (order,) = desk.commands()
    assert (order.name, order.body) == ("answer", {"question": "q", "tile": "4z"})
    assert not desk.find("[data-no-face]"), "it is about no place in the picture"


def test_a_referee_says_that_no_face_shows(desk: Stand) -> None:
    quad = [(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)]
    desk.publish("play", questions=[Question(id="q", code="unread_discard", seat=0, quad=quad)])
    desk.click('[data-question="q"] [data-no-face]')
    (order,) = desk.commands()
    assert (order.name, order.body) == ("answer", {"question": "q", "tile": None})


def test_pictures_that_prove_something_open_on_the_page(desk: Stand) -> None:
    pictures = ["evidence/g/7.jpg", "evidence/g/8.jpg"]
    desk.publish("play", questions=[Question(id="q", code="unread_discard", seat=0, pictures=pictures)])
    desk.click('[data-picture="evidence/g/7.jpg"]')
    desk.wait(
        lambda: (
            desk.driver.execute_script("return document.querySelector('dialog[open] img')?.naturalWidth")
            == 80
        )
    )
    assert desk.complaints() == []
    desk.click("dialog[open] .knob")
    desk.click('[data-picture="evidence/g/8.jpg"]')
    desk.wait(lambda: desk.texts("dialog[open] p") == ["There is no picture of it any more."])


def test_a_penalty_shows_its_effect_before_it_is_sent(desk: Stand) -> None:
    desk.click('[data-choice="3"]')
    desk.click('[data-row="P-14"]')
    desk.wait(lambda: desk.find('[data-effect="allowed"]'))
    effects = " ".join(desk.texts(".effect li"))
    assert "after uma" in effects
    assert "The hand is played again." in effects
    assert desk.bus.poll() == []
    desk.click("[data-send]")
    (order,) = desk.commands()
    row = {"seat": 3, "sanction": "chombo", "penalty": "P-14", "points": 0, "confirmed": []}
    assert (order.name, order.body) == ("ruling", {"event": {"type": "penalised", **row}})
    assert order.if_rev == desk.rev


def test_a_finding_leads_to_its_row(desk: Stand) -> None:
    desk.click('[data-finding="kuikae"] button')
    desk.wait(lambda: desk.values('[data-row][aria-pressed="true"]', "data-row") == ["P-18"])
    desk.wait(lambda: "Dead hand" in " ".join(desk.texts(".effect h3")))


def test_what_is_found_during_a_tournaments_hand_is_there_for_the_referee(desk: Stand) -> None:
    """K-ASSIST-02: the state that players see says nothing of it."""
    found = desk.publish("play_kuikae").findings
    shown = desk.publish("play", findings=[])
    desk.bus.show("judged", JudgedMessage(boot=shown.boot, game=shown.game, hand=0, findings=found))
    desk.wait(lambda: desk.find('[data-finding="kuikae"]'))
    desk.bus.show("judged", None)
    desk.wait(lambda: not desk.find('[data-finding="kuikae"]'))


def test_what_cannot_be_ruled_is_refused_before_it_is_sent(desk: Stand) -> None:
    desk.click('[data-tool="withdraw"]')
    desk.click('.tool [data-choice="2"]')
    desk.wait(lambda: desk.find('[data-effect="refused"]'))
    assert desk.texts('[data-effect="refused"]') == [
        "This player has declared no win that could be taken back."
    ]
    assert not desk.find("[data-send]")


def test_a_discard_is_corrected_by_touch(desk: Stand) -> None:
    desk.click('[data-tool="correct"]')
    desk.wait(lambda: desk.find("[data-at]"))
    newest = desk.values("[data-at]", "data-at")[0]
    desk.click(f'[data-at="{newest}"]')
    desk.click('.tool [data-answer="7z"]')
    desk.click("[data-send]")
    (order,) = desk.commands()
    event = order.body["event"]
    assert isinstance(event, dict)
    assert (event["type"], event["at"], event["count"]) == ("correct", int(newest), 1)
    assert [e["tile"] for e in event["events"]] == ["7z"]


def test_clock_and_pause_are_asked_for_and_a_refusal_is_reported(desk: Stand) -> None:
    clock = ClockView(kind="round", running=True, left_ms=60_000, ts_ms=0)
    desk.publish("play", clock=clock)
    desk.click(".clock-knobs .knob:last-of-type")
    (order,) = desk.commands()
    assert (order.name, order.body) == ("clock.add", {"ms": 300_000})
    desk.bus.answer(order, Refusal("not_this_role", role="wall"))
    desk.wait(lambda: desk.values("[data-reply]", "data-reply") == ["forbidden"])
    said = "This device (role: screen of the hall) may not do that here."
    assert desk.texts("[data-reply]") == [f"Grant time {said}"]
    desk.write(".pausing input", "A tile is missing\n")
    (order,) = desk.commands()
    assert (order.name, order.body) == ("pause", {"reason": "A tile is missing"})
