"""A timetable is worked out, changed, moved and published on the organisers' page."""

from __future__ import annotations

import pytest

from club.log.events.base import Plan
from screens import CLUB_WORDS
from tests.club.screens.both_sizes import faults
from tests.club.screens.club_stand import Page, Viewer
from tests.club.screens.test_director_event import PAGE, unfold
from tests.club.web.stand import EVENT
from words import catalogue

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
PUBLIC = Page("about", f"index.html?tournament={EVENT}", "[data-day]")
DATES = ("2026-12-05", "2026-12-06")


def lines(viewer: Viewer) -> tuple[str, ...]:
    return viewer.stand.desk.state.tournament(EVENT).plan.timetable


def inputs(viewer: Viewer, css: str) -> list[str]:
    """What stands in these now."""
    script = "return [...document.querySelectorAll(arguments[0])].map((each) => each.value)"
    found: list[str] = viewer.driver.execute_script(script, css)
    return found


def save(viewer: Viewer) -> None:
    viewer.click("[data-timetable] p > .main")


@pytest.mark.parametrize("language", ["en", "ja", "ru"])
def test_a_timetable_is_worked_out_moved_and_read_by_everybody(
    viewer: Viewer, axe: str, language: str
) -> None:
    viewer.stand.tournament(rounds=4, plan=Plan(dates=DATES, minutes=75))
    viewer.open(PAGE, language)
    unfold(viewer, "[data-work-out]")
    viewer.click("[data-work-out] .knob")
    viewer.wait(lambda: viewer.find("[data-line]"), 60)
    assert lines(viewer) == (), "nothing is saved before somebody says so"
    assert faults(viewer, PAGE, axe) == []
    save(viewer)
    viewer.wait(lambda: f"{DATES[0]} 10:00 game 1" in lines(viewer), 60)
    viewer.choose('[data-move] [name="from"]', viewer.texts("[data-move] option:nth-of-type(3)")[0])
    viewer.fill('[data-move] [name="minutes"]', "20\ue007")
    viewer.wait(lambda: inputs(viewer, '[data-line="2"] input') == ["10:20", "1"], 60)
    save(viewer)
    viewer.wait(lambda: f"{DATES[0]} 10:20 game 1" in lines(viewer), 60)
    assert f"{DATES[0]} 09:00 gather" in lines(viewer), "what lies before stays"
    assert f"{DATES[1]} 10:00 game 3" in lines(viewer), "the next day stays"
    viewer.open(PUBLIC, language)
    viewer.wait(lambda: len(viewer.find("[data-day]")) == 2, 60)
    first = catalogue(language, *CLUB_WORDS)["timetable"]["game_n"].replace("{n}", "1")
    assert f"10:20 {first}" in viewer.texts("[data-day] li.strong")
    assert faults(viewer, PUBLIC, axe) == []


def test_a_line_is_added_in_own_words_and_another_removed(viewer: Viewer) -> None:
    stand = viewer.stand
    stand.tournament(plan=Plan(dates=DATES[:1], timetable=(f"{DATES[0]} 10:00 game 1", "Bring your badge")))
    viewer.open(PAGE)
    unfold(viewer, "[data-timetable]")
    viewer.wait(lambda: len(viewer.find("[data-line]")) == 2, 60)
    viewer.click('[data-line="1"] .knob')
    viewer.click("[data-add-line]")
    viewer.wait(lambda: len(viewer.find("[data-line]")) == 2, 60)
    viewer.choose('[data-line="1"] select', catalogue("en", *CLUB_WORDS)["timetable"]["own"])
    viewer.wait(lambda: viewer.find('[data-line="1"] [maxlength="200"]'), 60)
    viewer.write('[data-line="1"] [maxlength="200"]', "Photo of all")
    save(viewer)
    viewer.wait(lambda: lines(viewer) == (f"{DATES[0]} 10:00 game 1", f"{DATES[0]} 10:00 Photo of all"), 60)


def test_past_midnight_nothing_is_moved(viewer: Viewer) -> None:
    viewer.stand.tournament(plan=Plan(dates=DATES[:1], timetable=(f"{DATES[0]} 23:00 game 1",)))
    viewer.open(PAGE)
    unfold(viewer, "[data-timetable]")
    viewer.fill('[data-move] [name="minutes"]', "90\ue007")
    viewer.wait(
        lambda: catalogue("en", *CLUB_WORDS)["timetable"]["midnight"] in viewer.texts("[data-move] .warn"), 60
    )
    assert inputs(viewer, '[data-line="0"] [type="time"]') == ["23:00"]
