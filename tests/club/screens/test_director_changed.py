"""Two organisers at the same time: the page says what the other has changed, and whoever saves chooses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from club.access.roles import Role
from club.log.events import ResultCorrected
from club.log.events.base import Plan
from tests.club.screens.club_stand import Page, Viewer
from tests.club.screens.test_director_event import PAGE, unfold
from tests.club.screens.test_director_judging import PAGE as RESULTS
from tests.club.web.stand import EVENT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
PEOPLE = Page("people", f"director.html?tournament={EVENT}#people", "[data-person]", Role.DIRECTOR)


@pytest.fixture
def window(viewer: Viewer) -> Iterator[str]:
    """The first window; another one that a test opens is closed after it."""
    first: str = viewer.driver.current_window_handle
    yield first
    for handle in viewer.driver.window_handles:
        if handle != first:
            viewer.driver.switch_to.window(handle)
            viewer.driver.close()
    viewer.driver.switch_to.window(first)


def second(viewer: Viewer) -> str:
    """Another window with another director: under another name of the computer, with cookies of its own."""
    viewer.driver.switch_to.new_window("window")
    url = viewer.stand.server.url.replace("127.0.0.1", "localhost")
    viewer.driver.get(f"{url}icon")
    name, _, value = viewer.stand.signed(Role.DIRECTOR).cookie.partition("=")
    viewer.driver.add_cookie({"name": name, "value": value, "path": "/"})
    viewer.driver.get(f"{url}{PAGE.address.replace('#', '&lang=uk#')}")
    handle: str = viewer.driver.current_window_handle
    return handle


def save(viewer: Viewer, form: str = "[data-change]") -> None:
    viewer.click(f"{form} > p > .knob")


def value(viewer: Viewer, css: str) -> str:
    found: str = viewer.driver.execute_script(
        "return document.querySelector(arguments[0])?.value ?? null", css
    )
    return found


def chosen(viewer: Viewer) -> dict[str, str]:
    """The field and which of both is chosen there."""
    fields = viewer.values("[data-differs]", "data-differs")
    return dict(zip(fields, viewer.values("[data-which]:checked", "data-which"), strict=True))


def plan(viewer: Viewer) -> Plan:
    return viewer.stand.desk.state.tournament(EVENT).plan


def test_in_two_windows_the_plan_is_changed_and_nothing_typed_is_lost(
    viewer: Viewer, window: str, axe: str
) -> None:
    viewer.stand.tournament(plan=Plan(fee="20 €", place="Rīga", scheme="All meet all"))
    viewer.open(PAGE)
    unfold(viewer, "[data-change]")
    viewer.fill('[data-change] [name="fee"]', "30 €")
    viewer.fill('[data-change] [name="minutes"]', "80")
    second(viewer)
    unfold(viewer, "[data-change]")
    viewer.fill('[data-change] [name="fee"]', "25 €")
    viewer.fill('[data-change] [name="place"]', "Ogre")
    save(viewer)
    viewer.wait(lambda: plan(viewer).fee == "25 €", 60)
    viewer.driver.switch_to.window(window)
    viewer.wait(lambda: viewer.find("[data-older]"), 60)
    assert value(viewer, '[data-change] [name="fee"]') == "30 €"
    save(viewer)
    viewer.wait(lambda: viewer.find("[data-changed]"), 60)
    assert plan(viewer).fee == "25 €", "nothing is written over before somebody has chosen"
    assert chosen(viewer) == {"place": "theirs", "fee": "mine"}
    assert "25 €" in viewer.texts('[data-differs="fee"]')[0]
    assert "30 €" in viewer.texts('[data-differs="fee"]')[0]
    assert value(viewer, '[data-change] [name="fee"]') == "30 €"
    viewer.driver.execute_script("scrollTo(0, 0)")
    assert viewer.faults(PAGE, axe) == []
    viewer.turn((390, 844), "light")
    assert viewer.faults(PAGE, axe) == []
    save(viewer)
    viewer.wait(lambda: plan(viewer).fee == "30 €", 60)
    assert (plan(viewer).place, plan(viewer).minutes, plan(viewer).scheme) == ("Ogre", 80, "All meet all")
    viewer.wait(lambda: not viewer.find("[data-changed]"), 60)
    viewer.wait(lambda: value(viewer, '[data-change] [name="place"]') == "Ogre", 60)


def test_theirs_is_taken_where_somebody_chooses_it_by_keyboard(viewer: Viewer) -> None:
    stand = viewer.stand
    stand.tournament(plan=Plan(fee="20 €"))
    viewer.open(PAGE)
    unfold(viewer, "[data-change]")
    viewer.fill('[data-change] [name="fee"]', "30 €")
    other = stand.signed(Role.DIRECTOR)
    answer = other.get(f"/api/tournaments/{EVENT}/plan").data
    changed = {"fee": "25 €", "capacity": 64}
    event = {"type": "tournament_changed", "tournament": EVENT, "plan": changed}
    body = {"events": [event], "key": "key-0001", "revision": answer["revision"]}
    assert other.post("/api/submit", body).status == 200
    save(viewer)
    viewer.wait(lambda: viewer.find('[data-differs="fee"]'), 60)
    viewer.write('[data-differs="fee"] [data-which="mine"]', "\ue013")  # arrow up
    viewer.wait(lambda: chosen(viewer)["fee"] == "theirs", 60)
    save(viewer)
    viewer.wait(lambda: viewer.find('[data-said="done"]'), 60)
    assert (plan(viewer).fee, plan(viewer).capacity) == ("25 €", 64)


def test_what_others_change_elsewhere_in_the_plan_is_not_written_over(viewer: Viewer) -> None:
    """The rules are saved while the fee has become another one: there is nothing to choose."""
    stand = viewer.stand
    stand.tournament(plan=Plan(fee="20 €"))
    viewer.open(PAGE)
    unfold(viewer, "[data-change-rules]")
    viewer.wait(lambda: viewer.find('[data-change-rules] [name="preset"] option[value="wrc"]'), 60)
    viewer.driver.execute_script("""
        const select = document.querySelector('[data-change-rules] [name="preset"]');
        select.value = "wrc";
        select.dispatchEvent(new Event("change", { bubbles: true }));
    """)
    other = stand.signed(Role.DIRECTOR)
    answer = other.get(f"/api/tournaments/{EVENT}/plan").data
    event = {"type": "tournament_changed", "tournament": EVENT, "plan": {"fee": "25 €"}}
    body = {"events": [event], "key": "key-0001", "revision": answer["revision"]}
    assert other.post("/api/submit", body).status == 200
    save(viewer, "[data-change-rules]")
    viewer.wait(lambda: stand.desk.state.tournament(EVENT).preset == "wrc", 60)
    assert plan(viewer).fee == "25 €"


def test_a_result_corrected_by_two_is_compared_too(viewer: Viewer) -> None:
    stand = viewer.stand
    stand.played()
    viewer.open(RESULTS)
    viewer.click('[data-choose="1"]')
    viewer.wait(lambda: viewer.find("[data-sheet] [data-enter]"), 60)
    for seat in range(1, 5):
        viewer.fill(f"[data-sheet] label:nth-of-type({seat}) input", "30000")
    viewer.write("[data-sheet] label:nth-of-type(6) input", "Misread")
    viewer.click("[data-sheet] .choice .knob")
    viewer.wait(lambda: viewer.find('[data-sum="true"]'), 60)
    theirs = (46500, 25300, 14100, 34100)
    stand.enter(ResultCorrected(tournament=EVENT, round=1, table=1, scores=theirs, reason="other"))
    viewer.click("[data-enter]")
    viewer.wait(lambda: viewer.find('[data-differs="scores"]'), 60)
    game = stand.desk.state.tournament(EVENT).rounds[1].games[1]
    assert game.scores == theirs
    viewer.click("[data-enter]")
    viewer.wait(lambda: stand.desk.state.tournament(EVENT).rounds[1].games[1].scores == (30000,) * 4, 60)
