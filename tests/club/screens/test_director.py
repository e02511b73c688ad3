"""What organisers print and read in: forms of a round, and games played online."""

from __future__ import annotations

from pathlib import Path

import pytest

from club.access.roles import Role
from club.log.events import GameRecorded, RoundClosed, RoundStarted, StageAdded, TournamentClosed
from club.log.events.base import Plan
from tests.club.screens.club_stand import Page, Viewer
from tests.club.web.api.test_online import GAMES, by_tenhou, log
from tests.club.web.stand import EVENT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
RESULTS = Page("results", f"director.html?tournament={EVENT}#results", "[data-online]", Role.DIRECTOR)
ROUNDS = Page("rounds", f"director.html?tournament={EVENT}#rounds", "[data-form]", Role.DIRECTOR)


@pytest.mark.parametrize(
    ("page", "kinds"), [(ROUNDS, ["seating", "results"]), (RESULTS, ["results", "standings"])]
)
def test_the_forms_of_a_round_are_a_press_away(viewer: Viewer, page: Page, kinds: list[str]) -> None:
    viewer.stand.tournament()
    viewer.open(page, language="sv")
    links = {link.get_attribute("data-form"): link for link in viewer.find("[data-form]")}
    assert list(links) == kinds
    browser = viewer.stand.signed(Role.DIRECTOR)
    for link in links.values():
        address = link.get_attribute("href").removeprefix(viewer.stand.server.url.rstrip("/"))
        assert "language=sv" in address
        assert "round=1" in address
        found = browser.get(address)
        assert (found.status, found.body[:4]) == (200, b"%PDF")


@pytest.mark.skipif(not GAMES.exists(), reason="the real games lie beside the repository and are not here")
def test_records_are_read_in_and_the_page_says_what_became_of_each(
    viewer: Viewer, tmp_path: Path, axe: str
) -> None:
    by_tenhou(viewer.stand)
    game, nonsense = tmp_path / "1.mjson", tmp_path / "holiday.txt"
    game.write_text(log(1)["text"], "utf-8")
    nonsense.write_text("Dear diary", "utf-8")
    viewer.open(RESULTS)
    viewer.click("[data-online] summary")
    viewer.write('[data-online] input[type="file"]', f"{game}\n{nonsense}")
    accounts = viewer.find('[data-online] [name="accounts"]')[0]
    accounts.send_keys("e = E\ns = S\nw = W\nn = Nobody")
    viewer.click("[data-online] button")
    viewer.wait(lambda: viewer.find('[data-online] [data-said="warn"]'))
    assert "“n”" in viewer.texts('[data-online] [data-said="warn"]')[0]
    accounts.clear()
    accounts.send_keys("e = E\ns = S\nw,W\nn = #4")
    viewer.click("[data-online] button")
    viewer.wait(lambda: len(viewer.find("[data-record]")) == 2)
    assert viewer.texts('[data-record="done"] b') == ["1.mjson"]
    assert viewer.texts('[data-record="warn"] b') == ["holiday.txt"]
    assert viewer.stand.desk.state.tournaments[EVENT].rounds[1].games[1].result is not None
    viewer.wait(lambda: "✓" in viewer.texts('[data-choose="1"]')[0])
    assert viewer.faults(RESULTS, axe) == []


def test_who_has_signed_in_by_a_link_is_shown_where_the_work_is(viewer: Viewer) -> None:
    viewer.stand.tournament()
    viewer.ids = [1]
    viewer.open(Page("me", "me.html", "[data-work]", Role.DIRECTOR))
    assert viewer.texts("[data-work]") == ["Organisers", "Referees"]
    viewer.open(Page("me", "me.html", "[data-signed]", Role.PLAYER))
    assert viewer.find("[data-work]") == []


@pytest.mark.parametrize("page", ["director.html", "index.html", "me.html"])
def test_the_switches_of_the_head_stand_in_one_line(viewer: Viewer, page: str) -> None:
    viewer.open(Page("head", page, ".switches select"))
    language, theme = viewer.find(".switches select")
    assert language.location["y"] == theme.location["y"]
    assert max(language.size["height"], theme.size["height"]) < 50
    assert language.size["width"] < 100


def test_a_round_is_seated_by_hand(viewer: Viewer, axe: str) -> None:
    viewer.stand.tournament(rounds=1)
    viewer.stand.enter(StageAdded(tournament=EVENT, stage=2, method="manual", rounds=1))
    page = Page("rounds", f"director.html?tournament={EVENT}#rounds", "[data-round]", Role.DIRECTOR)
    viewer.open(page)
    viewer.driver.execute_script("document.querySelectorAll('.choice .knob')[1].click()")
    viewer.wait(lambda: viewer.find("[data-by-hand][open]"))
    assert viewer.find('[data-act="commit"]') == [], "nothing is drawn, so nothing is committed"
    first, other = viewer.find(".seats select")[0], viewer.find(".seats select")[4]
    first.send_keys("Eva Berg")
    viewer.wait(
        lambda: viewer.texts("[data-by-hand] .warn") == ["Eva Berg has two seats: everybody sits once."]
    )
    assert not viewer.find('[data-act="seat"]')[0].is_enabled()
    other.send_keys("Anna Ozola")
    viewer.wait(lambda: not viewer.find("[data-by-hand] .warn"))
    assert viewer.faults(page, axe) == []
    viewer.click('[data-act="seat"]')
    known = viewer.stand.desk
    viewer.wait(lambda: 2 in known.state.tournament(EVENT).rounds)
    assert known.state.tournament(EVENT).rounds[2].sits(1) == (5, 2, 3, 4)
    assert known.state.tournament(EVENT).rounds[2].sits(2) == (1, 6, 7, 8)


def test_an_event_is_closed_with_its_stages(viewer: Viewer) -> None:
    stand = viewer.stand
    stand.tournament(rounds=1)
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    for table in (1, 2):
        scores = (46500, 25300, 34100, 14100)
        stand.enter(GameRecorded(tournament=EVENT, round=1, table=table, source="sheet", scores=scores))
    stand.enter(RoundClosed(tournament=EVENT, round=1))
    viewer.open(Page("event", f"director.html?tournament={EVENT}#event", "[data-close-stage]", Role.DIRECTOR))
    viewer.driver.execute_script("window.confirm = () => true")
    viewer.click("[data-close]")
    viewer.wait(lambda: stand.desk.state.tournament(EVENT).closed is not None)
    assert isinstance(stand.desk.state.tournament(EVENT).log[-1].event, TournamentClosed)
    viewer.wait(lambda: not viewer.find("[data-close-stage]"))


def test_who_has_no_password_is_told_to_set_one(viewer: Viewer) -> None:
    viewer.stand.tournament()
    viewer.open(Page("me", "me.html", "[data-no-password]", Role.DIRECTOR))
    viewer.write('[name="password"]', "correct horse")
    viewer.click("[data-secrets] button")
    viewer.wait(lambda: not viewer.find("[data-no-password]"))


def test_an_event_is_changed_and_keeps_what_the_form_does_not_show(viewer: Viewer, axe: str) -> None:
    stand = viewer.stand
    stand.tournament(plan=Plan(scheme="Everybody meets everybody", minutes=75))
    page = Page("event", f"director.html?tournament={EVENT}#event", "[data-change]", Role.DIRECTOR)
    viewer.open(page)
    viewer.click("details:has([data-change]) summary")
    name, minutes = (viewer.find(f'[data-change] [name="{field}"]')[0] for field in ("name", "minutes"))
    name.send_keys(" of 2027")
    minutes.clear()
    minutes.send_keys("90")
    viewer.driver.execute_script("scrollTo(0, 0)")
    assert viewer.faults(page, axe) == []
    viewer.click("[data-change] button")
    viewer.wait(lambda: stand.desk.state.tournament(EVENT).name.endswith(" of 2027"))
    plan = stand.desk.state.tournament(EVENT).plan
    assert (plan.minutes, plan.scheme) == (90, "Everybody meets everybody")
