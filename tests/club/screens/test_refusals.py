"""What the club does not accept is said in the language of the page; entries are taken back from a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from club.access.roles import Role
from club.hub.hub import RULING
from club.hub.table_status import Trouble
from club.log.events import GameRecorded, RoundClosed, RoundStarted
from controller.sentences.refusals import Refusal
from screens import CLUB_LANGUAGES
from tests.club.screens.club_stand import Page, Viewer
from tests.club.web.stand import EVENT, NAMES, Stand
from words import catalogue

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
LOG = Page("log", f"director.html?tournament={EVENT}#log", "[data-entry]", Role.DIRECTOR)


def words(language: str) -> Any:
    return catalogue(language, "club")


def over(stand: Stand) -> int:
    """A round that is closed; the number of the entry that started it."""
    stand.tournament()
    started = stand.enter(RoundStarted(tournament=EVENT, round=1)).entries[0].seq
    for table in (1, 2):
        scores = (46500, 25300, 34100, 14100)
        stand.enter(GameRecorded(tournament=EVENT, round=1, table=table, source="sheet", scores=scores))
    stand.enter(RoundClosed(tournament=EVENT, round=1))
    return started


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_a_refused_sign_in_is_said_in_the_language_of_the_page(viewer: Viewer, language: str) -> None:
    viewer.open(Page("me", "me.html", "[data-sign-in]"), language)
    viewer.write('[name="login"]', "anna")
    viewer.write('[name="password"]', "wrong")
    viewer.click("[data-sign-in] button")
    viewer.wait(lambda: viewer.find(".warn"))
    assert viewer.texts(".warn") == [words(language)["refusal"]["wrong_password"]]


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_the_entry_that_stands_in_the_way_is_named_in_the_language_of_the_page(
    viewer: Viewer, language: str
) -> None:
    started = over(viewer.stand)
    viewer.open(LOG, language)
    viewer.click(f'[data-take="{started}"]')
    viewer.wait(lambda: viewer.find('[name="reason"]'))
    viewer.write('[name="reason"]', "?")
    viewer.click('[data-do="take"]')
    viewer.wait(lambda: viewer.find('[data-said="warn"]'))
    known = words(language)
    what = known["entry"]["game_recorded"].format(round=1, table=1)
    said = known["refusal"]["depends_more"].format(entry=started + 1, what=what, more=2)
    assert viewer.texts('[data-said="warn"]') == [said]


def test_an_entry_is_taken_back_with_a_reason_and_stays_in_the_log(viewer: Viewer, axe: str) -> None:
    started = over(viewer.stand)
    viewer.open(LOG)
    first = viewer.texts(f'[data-entry="{started + 3}"] .what')
    assert first == ["Round 1 closed"]
    viewer.click(f'[data-take="{started + 3}"]')
    viewer.click('[data-do="take"]')
    assert not viewer.find("[data-said]"), "nothing is sent without a reason"
    viewer.write('[name="reason"]', "Table 2 was read wrongly")
    viewer.click('[data-do="take"]')
    viewer.wait(lambda: viewer.find(f'[data-entry="{started + 3}"].gone'))
    known = viewer.stand.desk.state.tournament(EVENT)
    assert known.rounds[1].closed is None
    assert known.rounds[1].games[2].result is not None
    viewer.wait(lambda: "Table 2 was read wrongly" in viewer.texts("[data-entry]")[0])
    assert viewer.faults(LOG, axe) == []
    viewer.click(f'[data-take="{started + 4}"]')  # and that again
    viewer.wait(lambda: viewer.find('[name="reason"]'))
    viewer.write('[name="reason"]', "It was right")
    viewer.click('[data-do="take"]')
    viewer.wait(lambda: viewer.stand.desk.state.tournament(EVENT).rounds[1].closed == started + 3)


def test_what_depends_on_an_entry_is_taken_back_with_it(viewer: Viewer) -> None:
    started = over(viewer.stand)
    viewer.open(LOG)
    viewer.click(f'[data-take="{started}"]')
    viewer.wait(lambda: viewer.find('[name="reason"]'))
    viewer.write('[name="reason"]', "The gong was a mistake")
    viewer.click('[data-do="take"]')
    viewer.click('[data-do="all"]')
    viewer.wait(lambda: viewer.stand.desk.state.tournament(EVENT).rounds[1].started is None)
    viewer.wait(lambda: len(viewer.find(".entry.gone")) == 4)


def test_who_may_not_take_an_entry_back_is_not_asked(viewer: Viewer) -> None:
    over(viewer.stand)
    keeper = Page("log", LOG.address, "[data-entry]", Role.SCOREKEEPER)
    viewer.open(keeper)
    assert viewer.find("[data-take]") == []
    assert any(NAMES[0] in text for text in viewer.texts(".what"))


def test_somebody_who_withdrew_comes_back(viewer: Viewer) -> None:
    viewer.stand.tournament()
    viewer.open(Page("people", f"director.html?tournament={EVENT}#people", "[data-person]", Role.DIRECTOR))
    known = viewer.stand.desk
    button = '[data-person="1"] .num button'
    for word, plays in (("Withdraws", False), ("Plays again", True)):
        viewer.wait(lambda word=word: viewer.texts(button) == [word])  # type: ignore[misc]
        viewer.click(button)
        viewer.wait(
            lambda plays=plays: known.state.tournament(EVENT).registrations[1].plays(1) is plays  # type: ignore[misc]
        )
        viewer.wait(lambda: viewer.find('[data-said="done"]'))


ROUNDS = Page("rounds", f"director.html?tournament={EVENT}#rounds", "[data-device]", Role.DIRECTOR)


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_what_is_wrong_with_a_form_is_said_in_the_language_of_the_page(
    viewer: Viewer, axe: str, language: str
) -> None:
    viewer.stand.tournament()
    viewer.stand.hall.put("table-1", online=True)
    viewer.open(ROUNDS, language)
    viewer.driver.execute_script("document.querySelector('[name=device]').closest('details').open = true")
    viewer.write('[name="table"]', "1")
    viewer.write('[name="device"]', "table 7!\n")
    viewer.wait(lambda: viewer.find('[data-said="warn"]'))
    known = words(language)
    said = known["refusal"]["malformed"].format(field=known["field"]["device"], wrong=known["wrong"]["form"])
    assert viewer.texts('[data-said="warn"]') == [said]
    viewer.driver.execute_script("scrollTo(0, 0)")
    assert viewer.faults(ROUNDS, axe) == []


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_why_a_table_takes_no_ruling_is_said_in_the_language_of_the_page(
    viewer: Viewer, axe: str, language: str
) -> None:
    viewer.stand.tournament()
    why_not = Refusal("no_such_hands", finished=2, first=3, last=3)
    trouble = Trouble(
        code=RULING, message=str(why_not), reason=why_not.reason, values=why_not.values, since_ms=0
    )
    viewer.stand.hall.put("table-1", online=True, troubles=(trouble,))
    viewer.open(ROUNDS, language)
    viewer.wait(lambda: viewer.find("[data-trouble]"))
    reason = catalogue(language, "table")["reason"]
    said = reason["no_such_hands"].format(finished=2, first=3, last=3)
    assert viewer.texts("[data-trouble]") == [f"{words(language)['trouble'][RULING]} {said}"]
    assert viewer.faults(ROUNDS, axe) == []


@pytest.mark.parametrize(
    ("page", "seen"),
    [
        (
            Page("director", f"director.html?tournament={EVENT}#rounds", "[data-signed]", Role.DIRECTOR),
            "[data-signed]",
        ),
        (Page("desk", f"desk.html?tournament={EVENT}", ".desk .left", Role.REFEREE), ".desk .left"),
        (Page("me", "me.html", "[data-signed]", Role.PLAYER), "[data-signed]"),
    ],
)
@pytest.mark.parametrize("language", ["ru", "ja"])
def test_a_database_that_is_away_is_said_on_the_page_which_goes_on_by_itself(
    viewer: Viewer, tmp_path: Path, page: Page, seen: str, language: str
) -> None:
    viewer.ids = viewer.stand.tournament()
    viewer.open(page, language)
    file = tmp_path / "club.db"
    file.rename(tmp_path / "elsewhere.db")
    viewer.driver.refresh()
    viewer.wait(lambda: words(language)["refusal"]["away"] in viewer.texts(".warn"))
    (tmp_path / "elsewhere.db").rename(file)
    viewer.wait(lambda: viewer.find(seen))
    assert words(language)["refusal"]["away"] not in viewer.texts(".warn")
