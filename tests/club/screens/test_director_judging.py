"""A director corrects a result on the organisers' page, with the account that is signed in."""

from __future__ import annotations

import pytest

from club.access.roles import Grant, Role
from club.log.tournament.game import GameEnd
from screens import CLUB_LANGUAGES, CLUB_WORDS
from tests.club.screens.club_stand import Page, Viewer
from tests.club.web.api.test_result_corrected import RIGHT, by_table
from tests.club.web.stand import EVENT
from words import catalogue

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
PAGE = Page("results", f"director.html?tournament={EVENT}#results", "[data-choose]", Role.DIRECTOR)


def result(viewer: Viewer) -> GameEnd:
    found = viewer.stand.desk.state.tournament(EVENT).rounds[1].games[1].result
    assert found is not None
    return found


def correct(viewer: Viewer, axe: str) -> None:
    """The points as they should be and why, by keyboard; then the preview, then the correction."""
    viewer.wait(lambda: viewer.find("[data-sheet] [data-enter]"))
    for seat, points in enumerate(RIGHT, 1):
        viewer.fill(f"[data-sheet] label:nth-of-type({seat}) input", str(points))
    viewer.write("[data-sheet] label:nth-of-type(6) input", "Misread")
    viewer.click("[data-sheet] .choice .knob")
    viewer.wait(lambda: viewer.find('[data-sum="true"]'))
    viewer.driver.execute_script("scrollTo(0, 0)")
    assert viewer.faults(PAGE, axe) == []
    viewer.click("[data-enter]")
    viewer.wait(lambda: list(result(viewer).scores) == RIGHT)


def test_a_result_from_a_sheet_is_corrected_with_a_reason(viewer: Viewer, axe: str) -> None:
    viewer.stand.played()
    viewer.open(PAGE)
    viewer.click('[data-choose="1"]')
    correct(viewer, axe)
    entry = viewer.stand.desk.entry(result(viewer).seq)
    assert (entry.event.type, getattr(entry.event, "reason", "")) == ("result_corrected", "Misread")
    viewer.wait(lambda: viewer.find('[data-said="done"]'))


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_of_what_a_table_told_the_director_reads_what_to_do(viewer: Viewer, axe: str, language: str) -> None:
    by_table(viewer.stand)
    viewer.open(PAGE, language)
    viewer.click('[data-choose="1"]')
    viewer.wait(lambda: viewer.find("[data-stands]"))
    known = catalogue(language, *CLUB_WORDS)["results"]
    assert viewer.texts("[data-stands]") == [known["by_referee"]]
    assert known["judge_too"] in viewer.texts("[data-sheet]")[0]
    assert viewer.faults(PAGE, axe) == []


def test_a_director_who_judges_too_takes_the_role_and_corrects(viewer: Viewer, axe: str) -> None:
    by_table(viewer.stand)
    viewer.open(PAGE)
    viewer.click('[data-choose="1"]')
    viewer.click("[data-judge]")
    correct(viewer, axe)
    directing = [a for a in viewer.stand.access.accounts.all() if Grant(Role.REFEREE, EVENT) in a.grants]
    assert [Grant(Role.DIRECTOR) in account.grants for account in directing] == [True], "one account, both"
