"""An evening that ends early, a round called off and one that is shortened, at the organisers' page."""

from __future__ import annotations

from typing import Any

import pytest

from club.access.roles import Role
from club.log.events import GameRecorded, Reverted, RoundClosed, RoundsCalledOff, RoundShortened, RoundStarted
from screens import CLUB_LANGUAGES
from tests.club.screens.club_stand import Page, Viewer
from tests.club.web.stand import EVENT
from words import catalogue

EVENT_PAGE = Page("event", f"director.html?tournament={EVENT}#event", '[data-ending="event"]', Role.DIRECTOR)
ROUNDS = Page("rounds", f"director.html?tournament={EVENT}#rounds", '[data-ending="round"]', Role.DIRECTOR)
LOG = Page("log", f"director.html?tournament={EVENT}#log", "[data-entry]", Role.DIRECTOR)
SCORES = ((46500, 25300, 34100, 14100), (38000, 31000, 29000, 22000))
slow = [pytest.mark.slow, pytest.mark.timeout(300)]


def slowly(test: Any) -> Any:
    for mark in slow:
        test = mark(test)
    return test


def play(viewer: Viewer, *tables: int, rounds: int = 4) -> None:
    stand = viewer.stand
    stand.tournament(rounds=rounds)
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    for table in tables:
        result = GameRecorded(
            tournament=EVENT, round=1, table=table, source="sheet", scores=SCORES[table - 1]
        )
        stand.enter(result)


def unfold(viewer: Viewer, kind: str) -> str:
    """Opens a form; where it is on the page."""
    at = f'[data-ending="{kind}"]'
    viewer.wait(lambda: viewer.find(at))
    viewer.click(f"{at} > summary")
    return at


def show(viewer: Viewer, at: str) -> None:
    viewer.click(f'{at} [data-do="show"]')
    viewer.wait(lambda: viewer.find(f"{at} [data-shown]"))


def confirm(viewer: Viewer, at: str, reason: str) -> None:
    assert not viewer.find(f'{at} [data-do="confirm"]')[0].is_enabled(), "nothing without a reason"
    viewer.write(f'{at} [name="reason"]', reason)
    viewer.wait(lambda: viewer.find(f'{at} [data-do="confirm"]:enabled'))
    viewer.click(f'{at} [data-do="confirm"]')


def faults(viewer: Viewer, page: Page, axe: str) -> list[str]:
    viewer.driver.execute_script("scrollTo(0, 0)")
    return viewer.faults(page, axe)


@slowly
def test_an_evening_ends_after_one_round_of_four(viewer: Viewer, axe: str) -> None:
    play(viewer, 1, 2)
    desk = viewer.stand.desk
    viewer.stand.enter(RoundClosed(tournament=EVENT, round=1))
    viewer.open(EVENT_PAGE, "ja")
    at = unfold(viewer, "event")
    show(viewer, at)
    assert viewer.values(f"{at} [data-off]", "data-off") == ["2 3 4"]
    assert viewer.values(f"{at} [data-changes]", "data-changes") == ["false"]
    assert len(viewer.find(f"{at} tr[data-player]")) == 8
    assert faults(viewer, EVENT_PAGE, axe) == []
    assert desk.state.tournament(EVENT).closed is None
    confirm(viewer, at, "The caretaker closes at ten.")
    viewer.wait(lambda: desk.state.tournament(EVENT).closed is not None)
    viewer.wait(lambda: not viewer.find('[data-ending="event"]'))
    viewer.wait(lambda: viewer.find("[data-called-off]"))
    found = desk.state.tournament(EVENT)
    assert sorted(found.off) == [2, 3, 4]
    assert found.off[2].entry.event.reason == "The caretaker closes at ten."  # type: ignore[union-attr]
    viewer.open(Page("about", f"index.html?tournament={EVENT}", "[data-called-off]"))
    assert viewer.texts("[data-called-off]") == ["Not played, or not to the end: round 2, 3, 4"]


@slowly
def test_a_round_is_called_off_and_its_finished_game_counts(viewer: Viewer, axe: str) -> None:
    play(viewer, 1)
    desk = viewer.stand.desk
    viewer.open(ROUNDS, "ru")
    at = unfold(viewer, "round")
    show(viewer, at)
    assert viewer.values(f"{at} [data-game]", "data-counts") == ["false", "false"]
    assert viewer.values(f"{at} [data-changes]", "data-changes") == ["true"]
    assert viewer.texts(f'{at} [data-player="1"] td') == ["1 → –", "+31500 → –", "1 → 0"]
    viewer.driver.execute_script(
        "const select = document.querySelector(arguments[0]); select.value = '1';"
        "select.dispatchEvent(new Event('change', { bubbles: true }))",
        f'{at} [name="finished"]',
    )
    viewer.wait(lambda: not viewer.find(f"{at} [data-shown]"))
    show(viewer, at)
    assert viewer.values(f"{at} [data-game]", "data-counts") == ["true", "false"]
    assert viewer.values(f"{at} [data-changes]", "data-changes") == ["false"]
    assert faults(viewer, ROUNDS, axe) == []
    confirm(viewer, at, "Power cut.")
    viewer.wait(lambda: desk.state.tournament(EVENT).off)
    assert desk.state.tournament(EVENT).off[1].counted == (1,)
    viewer.wait(lambda: viewer.find('[data-state="off"]') or viewer.find('[data-round="2"]'))


@slowly
def test_what_it_took_stands_in_the_log_and_is_taken_back_there(viewer: Viewer, axe: str) -> None:
    play(viewer, 1)
    desk = viewer.stand.desk
    before = desk.state.tournament(EVENT)
    viewer.open(ROUNDS)
    at = unfold(viewer, "round")
    show(viewer, at)
    confirm(viewer, at, "Fire alarm.")
    viewer.wait(lambda: desk.state.tournament(EVENT).off)
    viewer.open(LOG)
    line = '[data-type="rounds_called_off"]'
    viewer.wait(lambda: viewer.find(line))
    assert "Called off: round 1" in viewer.texts(line)[0]
    assert "Fire alarm." in viewer.texts(line)[0]
    viewer.click(f"{line} summary")
    viewer.wait(lambda: len(viewer.find(f"{line} tr[data-player]")) == 4)
    assert faults(viewer, LOG, axe) == []
    viewer.click(f"{line} [data-take]")
    viewer.write(f'{line} [name="reason"]', "It was next door.")
    viewer.click(f'{line} [data-do="take"]')
    viewer.wait(lambda: desk.state.tournament(EVENT) == before)
    assert isinstance(desk.state.tournament(EVENT).log[-1].event, Reverted)


@slowly
def test_a_round_that_is_played_ends_with_its_hands_and_one_to_come_is_shorter(
    viewer: Viewer, axe: str
) -> None:
    play(viewer, 1)
    desk = viewer.stand.desk
    viewer.open(ROUNDS, "sv")
    at = unfold(viewer, "time")
    viewer.click(f'{at} [name="ends"]')
    viewer.wait(lambda: not viewer.find(f'{at} [name="minutes"]'))
    show(viewer, at)
    assert viewer.values(f"{at} [data-changes]", "data-changes") == ["false"]
    assert faults(viewer, ROUNDS, axe) == []
    confirm(viewer, at, "The last bus.")
    viewer.wait(lambda: desk.state.tournament(EVENT).cuts)
    event = desk.state.tournament(EVENT).log[-1].event
    assert isinstance(event, RoundShortened)
    assert (event.ends, event.seconds) == (True, 75 * 60)
    viewer.driver.execute_script("document.querySelectorAll('.choice .knob')[1].click()")
    viewer.wait(lambda: viewer.find('[data-round="2"]'))
    at = unfold(viewer, "time")
    viewer.fill(f'{at} [name="minutes"]', "45")
    show(viewer, at)
    assert viewer.values(f"{at} [data-seconds]", "data-seconds") == [str(30 * 60)]
    confirm(viewer, at, "The last bus.")
    viewer.wait(lambda: desk.state.tournament(EVENT).minutes(2) == 45)


@slowly
def test_what_changed_meanwhile_is_said_and_nothing_is_entered(viewer: Viewer) -> None:
    play(viewer, 1)
    desk = viewer.stand.desk
    viewer.open(ROUNDS)
    at = unfold(viewer, "round")
    show(viewer, at)
    result = GameRecorded(tournament=EVENT, round=1, table=2, source="sheet", scores=SCORES[1])
    viewer.stand.enter(result)
    confirm(viewer, at, "Power cut.")
    viewer.wait(lambda: viewer.find(f'{at} [data-said="warn"]'))
    assert "look at it again" in viewer.texts(f'{at} [data-said="warn"]')[0]
    assert not any(isinstance(e.event, RoundsCalledOff) for e in desk.state.tournament(EVENT).log)


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_every_word_of_it_is_there(language: str) -> None:
    known, english = (catalogue(name, "club")["ending"] for name in (language, "en"))
    assert known.keys() == english.keys()
    same = [key for key in known if known[key] == english[key]]
    assert same == [] or language == "en"
