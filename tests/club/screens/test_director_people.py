"""People on the organisers' page: their data, the fee, the waiting list and the list of bans."""

from __future__ import annotations

import pytest

from club.access.roles import Role
from club.log.events.base import Plan
from club.log.people.people import Details
from screens import CLUB_WORDS
from tests.club.screens.club_stand import Page, Viewer
from tests.club.web.stand import EVENT
from words import catalogue

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
PAGE = Page("people", f"director.html?tournament={EVENT}#people", "[data-person]", Role.DIRECTOR)
TELEPHONE = (390, 844)


def faults(viewer: Viewer, axe: str) -> list[str]:
    """On a desktop and on a telephone, of the page as it lies."""
    found = []
    for size, theme in ((PAGE.size, "dark"), (TELEPHONE, "light")):
        viewer.turn(size, theme)
        viewer.driver.execute_script("scrollTo(0, 0)")
        found += viewer.faults(PAGE, axe)
    viewer.turn(PAGE.size, "dark")
    return found


def open_person(viewer: Viewer, person: int) -> str:
    viewer.click(f'[data-open="{person}"]')
    card = f'[data-one="{person}"]'
    viewer.wait(lambda: viewer.find(card), 60)
    return card


@pytest.mark.parametrize("language", ["en", "ja", "uk"])
def test_name_number_and_contact_are_changed(viewer: Viewer, axe: str, language: str) -> None:
    ids = viewer.stand.tournament()
    viewer.open(PAGE, language)
    card = open_person(viewer, ids[0])
    active = viewer.driver.switch_to.active_element
    assert (active.tag_name, active.text) == ("h2", "Anna Ozola")
    viewer.fill(f'{card} [name="name"]', "Anna Bērziņa")
    viewer.write(f'{card} [name="ema"]', "04290123")
    viewer.write(f'{card} [name="contact"]', "anna@example.org")
    assert faults(viewer, axe) == []
    viewer.write(f'{card} [name="contact"]', "\ue007")  # enter
    wanted = Details("Anna Bērziņa", ema="04290123", contact="anna@example.org")
    viewer.wait(lambda: viewer.stand.people.get()[ids[0]] == wanted, 60)
    viewer.wait(lambda: viewer.texts(f'[data-open="{ids[0]}"]') == ["Anna Bērziņa"], 60)
    assert viewer.stand.people.verify() == 8, "what was changed is sealed"
    viewer.write(f'{card} [name="contact"]', "\ue00c")  # escape
    viewer.wait(lambda: not viewer.find(card), 60)


def test_of_two_who_change_a_person_the_second_chooses(viewer: Viewer, axe: str) -> None:
    stand = viewer.stand
    ids = stand.tournament()
    viewer.open(PAGE)
    card = open_person(viewer, ids[0])
    viewer.fill(f'{card} [name="name"]', "Anna Berga")
    stand.people.change(ids[0], Details("Anna Liepa", club="Rīga"))
    viewer.click(f"{card} [data-details] > p > .knob")
    viewer.wait(lambda: viewer.find('[data-differs="name"]'), 60)
    assert viewer.values("[data-differs]", "data-differs") == ["name", "club"]
    assert stand.people.get()[ids[0]].name == "Anna Liepa"
    assert faults(viewer, axe) == []
    viewer.click(f"{card} [data-details] > p > .knob")
    viewer.wait(lambda: stand.people.get()[ids[0]] == Details("Anna Berga", club="Rīga"), 60)


SLOW = """
const sends = window.fetch;
window.fetch = async (...asked) => {
  const answer = await sends(...asked);
  if (String(asked[0]).endsWith("/people")) await new Promise((go) => (window.answered = go));
  return answer;
};
"""


def test_the_next_person_is_typed_while_the_last_one_is_still_being_entered(viewer: Viewer) -> None:
    """Whoever comes through the door next does not wait for the network, and loses no letter to it."""
    people = viewer.stand.people
    viewer.stand.tournament()
    viewer.open(PAGE)
    before = len(people.get())
    viewer.driver.execute_script(SLOW)
    for field, text in (("name", "Jānis Kalns"), ("club", "Rīga")):
        viewer.write(f'[data-add] [name="{field}"]', text)
    viewer.click("[data-add] .knob")
    viewer.wait(lambda: viewer.driver.execute_script("return window.answered !== undefined"), 60)
    assert len(people.get()) == before + 1
    viewer.fill('[data-add] [name="name"]', "Ilze Vanaga")
    viewer.driver.execute_script("window.answered()")
    viewer.wait(lambda: viewer.find("[data-said='done']"), 60)
    form = "const form = new FormData(document.querySelector('[data-add]'));"
    typed = viewer.driver.execute_script(
        f"{form} return ['name', 'club', 'kind'].map((name) => form.get(name))"
    )
    assert typed == ["Ilze Vanaga", "", "player"]


def test_the_fee_is_entered_and_taken_back(viewer: Viewer, axe: str) -> None:
    stand = viewer.stand
    ids = stand.tournament()
    viewer.open(PAGE)

    def paid() -> bool:
        return stand.desk.state.tournament(EVENT).registrations[ids[1]].paid

    viewer.click(f'[data-pay="{ids[1]}"]')
    viewer.wait(paid, 60)
    viewer.wait(lambda: viewer.find(f'[data-person="{ids[1]}"] [data-paid]'), 60)
    card = open_person(viewer, ids[1])
    assert "fee paid" in viewer.texts(f"{card} [data-place]")[0]
    viewer.click(f"{card} [data-unpay]")
    viewer.wait(lambda: not paid(), 60)
    viewer.wait(lambda: viewer.find(f"{card} [data-pay-here]"), 60)
    assert faults(viewer, axe) == []


def test_who_leaves_frees_a_place_and_the_next_one_moves_up(viewer: Viewer, axe: str) -> None:
    stand = viewer.stand
    ids = stand.tournament(plan=Plan(capacity=8))
    late = stand.registered(["Late One", "Late Two", "Late Three"])
    viewer.open(PAGE)
    viewer.wait(lambda: viewer.find("[data-waits]"), 60)
    assert viewer.values("[data-waits]", "data-waits") == [str(person) for person in late]
    assert viewer.texts("[data-places]") == ["Places taken: 8 of 8"]
    assert faults(viewer, axe) == []
    viewer.click(f'[data-leave="{late[1]}"]')
    viewer.wait(lambda: viewer.values("[data-waits]", "data-waits") == [str(late[0]), str(late[2])], 60)
    viewer.click("[data-more]")
    viewer.wait(lambda: stand.desk.state.tournament(EVENT).plan.capacity == 9, 60)
    viewer.wait(lambda: viewer.texts("[data-moved]") == ["Moved up from the waiting list: Late One"], 60)
    assert stand.desk.state.tournament(EVENT).admitted == (*ids, late[0])
    assert viewer.values("[data-waits]", "data-waits") == [str(late[2])]


def test_somebody_is_banned_and_the_ban_is_lifted(viewer: Viewer, axe: str) -> None:
    stand = viewer.stand
    stand.now_s = viewer.driver.execute_script("return Date.now()") / 1000
    ids = stand.tournament()
    viewer.open(PAGE)
    card = open_person(viewer, ids[2])
    viewer.click(f"{card} details summary")
    viewer.driver.execute_script(
        "const day = document.querySelector(arguments[0]); day.value = '2099-12-31';"
        "day.dispatchEvent(new Event('input', { bubbles: true }));",
        f'{card} [name="until_ms"]',
    )
    viewer.write(f'{card} [name="reason"]', "Decision of the committee")
    viewer.click(f"{card} [data-ban] .knob")

    def banned() -> dict[int, object]:
        return dict(stand.desk.state.bans.in_force(stand.server.now_ms()))

    viewer.wait(lambda: list(banned()) == [ids[2]], 60)
    viewer.wait(lambda: viewer.find(f"{card} [data-banned]"), 60)
    assert "2099" in viewer.texts(f"{card} [data-banned]")[0]
    assert catalogue("en", *CLUB_WORDS)["ban"]["is"] in viewer.texts(f'[data-person="{ids[2]}"]')[0]
    assert faults(viewer, axe) == []
    viewer.write(f'{card} [data-ban] [name="reason"]', "Served")
    viewer.click(f"{card} [data-ban] .knob")
    viewer.wait(lambda: banned() == {}, 60)
