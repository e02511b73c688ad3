"""Teams are made on the organisers' page, and everybody sees their standings."""

from __future__ import annotations

import pytest

from club.access.roles import Role
from tests.club.screens.both_sizes import faults
from tests.club.screens.club_stand import Page, Viewer
from tests.club.web.api.test_teams import teams
from tests.club.web.stand import EVENT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
PAGE = Page("teams", f"director.html?tournament={EVENT}#teams", "[data-new-team]", Role.DIRECTOR)
PUBLIC = Page("standings", f"index.html?tournament={EVENT}#standings", "[data-teams]")


def shown_as(viewer: Viewer, name: str) -> None:
    """Waits until there is a team of this name, in the log and on the page."""
    viewer.wait(lambda: name in viewer.stand.desk.state.tournament(EVENT).teams.values(), 60)
    viewer.wait(lambda: name in viewer.texts("[data-team-card] h2"), 60)


def test_teams_are_named_and_joined(viewer: Viewer, axe: str) -> None:
    stand = viewer.stand
    ids = stand.played()
    viewer.open(PAGE, "ru")
    for name in ("Rīga", "Ogre"):
        viewer.write('[data-new-team] [name="name"]', f"{name}\ue007")
        shown_as(viewer, name)
    viewer.choose(f'[data-team-of="{ids[1]}"]', "Ogre")
    viewer.wait(lambda: stand.desk.state.tournament(EVENT).registrations[ids[1]].team == 2, 60)
    viewer.wait(lambda: viewer.find(f'[data-team-card="2"] [data-member="{ids[1]}"]'), 60)
    assert faults(viewer, PAGE, axe) == []
    viewer.fill('[data-team-card="2"] [name="name"]', "Liepāja")
    viewer.click('[data-team-card="2"] [data-rename] .knob')
    viewer.wait(lambda: stand.desk.state.tournament(EVENT).teams[2] == "Liepāja", 60)
    viewer.click(f'[data-team-card="2"] [data-member="{ids[1]}"] .knob')
    viewer.wait(lambda: stand.desk.state.tournament(EVENT).registrations[ids[1]].team is None, 60)


def test_a_team_that_somebody_else_has_renamed_is_compared(viewer: Viewer) -> None:
    stand = viewer.stand
    teams(stand)
    viewer.open(PAGE)
    viewer.wait(lambda: viewer.find('[data-team-card="1"] [data-rename]'), 60)
    viewer.fill('[data-team-card="1"] [name="name"]', "Mine")
    other = stand.signed(Role.DIRECTOR)
    read = {
        each["team"]: each["revision"] for each in other.get(f"/api/tournaments/{EVENT}/teams").data["teams"]
    }
    event = {"type": "team_named", "tournament": EVENT, "team": 1, "name": "Theirs"}
    body = {"events": [event], "key": "key-0001", "revision": read[1]}
    assert other.post("/api/submit", body).status == 200
    viewer.click('[data-team-card="1"] [data-rename] p > .knob')
    viewer.wait(lambda: viewer.find('[data-differs="name"]'), 60)
    assert stand.desk.state.tournament(EVENT).teams[1] == "Theirs"
    viewer.click('[data-team-card="1"] [data-rename] p > .knob')
    viewer.wait(lambda: stand.desk.state.tournament(EVENT).teams[1] == "Mine", 60)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_average_is_chosen_and_everybody_sees_the_standings(
    viewer: Viewer, axe: str, language: str
) -> None:
    stand = viewer.stand
    teams(stand)
    viewer.open(PUBLIC, language)
    viewer.wait(lambda: viewer.values("[data-teams] [data-team]", "data-team") == ["1", "2"], 60)
    assert viewer.find("[data-unequal]")
    assert faults(viewer, PUBLIC, axe) == []
    viewer.open(PAGE, language)
    viewer.click("details:has([data-counting]) summary")
    viewer.driver.execute_script("""
        const select = document.querySelector('[data-counting] [name="teams_by"]');
        select.value = "average";
        select.dispatchEvent(new Event("input", { bubbles: true }));
    """)
    viewer.write('[data-counting] [name="teams_best"]', "1\ue007")
    viewer.wait(lambda: stand.desk.state.tournament(EVENT).plan.teams_by == "average", 60)
    assert stand.desk.state.tournament(EVENT).plan.teams_best == 1
    viewer.wait(lambda: viewer.values("[data-teams] [data-team]", "data-team") == ["2", "1"], 60)
    assert faults(viewer, PAGE, axe) == []
