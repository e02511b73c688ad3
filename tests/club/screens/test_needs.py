"""Who has won a hand and the chips are said on the form of a result: by organisers, and by a referee."""

from __future__ import annotations

from typing import Any

import pytest

from club.access.roles import Role
from club.log.events import GameOpened, GameRecorded, RoundStarted, TournamentChanged
from club.log.events.base import Plan
from club.log.tournament.game import Game
from tests.club.screens.club_stand import Page, Viewer
from tests.club.web.stand import EVENT, Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
SCORES = (46500, 25300, 34100, 14100)
YAKITORI = {"game.yakitori": True, "game.yakitori_amount": 10000}
SHEET = Page("results", f"director.html?tournament={EVENT}#results", '[data-choose="1"]', Role.DIRECTOR)
DESK = Page("desk", f"desk.html?tournament={EVENT}", "[data-lamp]", Role.REFEREE)


def started(stand: Stand) -> None:
    stand.tournament(plan=Plan(chip=2000))
    stand.enter(TournamentChanged(tournament=EVENT, options=YAKITORI))
    stand.enter(RoundStarted(tournament=EVENT, round=1))


def shown(stand: Stand) -> None:
    """By a table, which knows no chips; none of its hands has come."""
    stand.enter(GameOpened(tournament=EVENT, round=1, table=1, game="g"))
    stand.enter(
        GameRecorded(
            tournament=EVENT,
            round=1,
            table=1,
            source="table",
            scores=SCORES,
            game="g",
            hands=8,
            sticks_left=0,
        )
    )


def game(stand: Stand) -> Game:
    return stand.desk.state.tournament(EVENT).rounds[1].games[1]


def fill(viewer: Viewer, won: str, chips: tuple[int, ...]) -> None:
    for seat, (word, number) in enumerate(zip(won, chips, strict=True)):
        viewer.driver.execute_script(
            "const [seat, word] = arguments;"
            "const field = document.querySelector(`[data-won='${seat}']`);"
            "field.value = word; field.dispatchEvent(new Event('change', {bubbles: true}));",
            str(seat),
            {"y": "yes", "n": "no"}[word],
        )
        viewer.fill(f"[data-chips='{seat}']", str(number))


def written(viewer: Viewer, scores: tuple[int, ...]) -> None:
    fields: list[Any] = viewer.find("[data-sheet] label > input")[:4]
    for field, points in zip(fields, scores, strict=True):
        field.send_keys(str(points))


def test_an_organiser_says_both_on_the_form_and_nothing_is_entered_before(viewer: Viewer, axe: str) -> None:
    started(viewer.stand)
    viewer.open(SHEET)
    viewer.click('[data-choose="1"]')
    viewer.wait(lambda: viewer.find("[data-needs]"))
    assert [field.get_attribute("data-needs") for field in viewer.find("[data-needs]")] == ["won", "chips"]
    written(viewer, SCORES)
    assert not viewer.find("[data-sheet] .choice .knob")[0].is_enabled(), "it is not all said"
    fill(viewer, "yyny", (3, -1, -1, 0))
    viewer.click("[data-sheet] .choice .knob")
    viewer.wait(lambda: viewer.find('[data-sheet] [role="alert"]'))
    assert "make 1 instead of 0" in viewer.texts('[data-sheet] [role="alert"]')[0]
    fill(viewer, "yyny", (3, -1, -1, -1))
    viewer.click("[data-sheet] .choice .knob")
    viewer.wait(lambda: viewer.find("[data-preview]"))
    viewer.driver.execute_script("scrollTo(0, 0)")
    assert viewer.faults(SHEET, axe) == []
    viewer.click("[data-enter]")
    viewer.wait(lambda: game(viewer.stand).result is not None)
    result = game(viewer.stand).result
    assert result is not None
    assert (result.won, result.chips) == ((True, True, False, True), (3, -1, -1, -1))


def test_what_a_table_could_not_say_is_named_and_added(viewer: Viewer) -> None:
    started(viewer.stand)
    shown(viewer.stand)
    viewer.open(Page("standings", f"index.html?tournament={EVENT}#standings", "[data-standings]"))
    assert "chips" in viewer.texts('[data-lacks="1/1"]')[0]
    viewer.open(SHEET)
    assert "⚠" in viewer.texts('[data-choose="1"]')[0]
    viewer.click('[data-choose="1"]')
    viewer.wait(lambda: viewer.find("[data-needs]"))
    assert viewer.find("[data-sheet] label > input")[0].get_attribute("readonly"), "points stay the table's"
    fill(viewer, "yyyn", (0, 0, 0, 0))
    viewer.click("[data-sheet] .choice .knob")
    viewer.wait(lambda: viewer.find("[data-preview]"))
    viewer.click("[data-enter]")
    viewer.wait(lambda: viewer.find("[data-stands]"))
    assert game(viewer.stand).won == (True, True, True, False)
    assert game(viewer.stand).entered is None, "the result is the table's still"


def test_a_referee_says_them_at_the_desk(viewer: Viewer, axe: str) -> None:
    started(viewer.stand)
    shown(viewer.stand)
    viewer.open(DESK)
    viewer.click("[data-lamp]")
    viewer.click('[data-deed="result"]')
    viewer.wait(lambda: viewer.find("[data-needs]"))
    assert viewer.faults(DESK, axe) == []
    fill(viewer, "nyyy", (-2, 2, 0, 0))
    viewer.find("[data-sheet] [required]:not([data-chips]):not([inputmode])")[-1].send_keys("Counted again")
    viewer.click("[data-sheet] .choice .knob")
    viewer.wait(lambda: viewer.find("[data-preview]"))
    viewer.click("[data-enter]")
    viewer.wait(lambda: game(viewer.stand).won == (False, True, True, True))
    result = game(viewer.stand).result
    assert result is not None
    assert (result.scores, result.chips) == (SCORES, (-2, 2, 0, 0))
