"""What organisers print and read in: forms of a round, and games played online."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from club.access.roles import Role
from tests.club.screens.club_stand import Page, Viewer
from tests.club.web.stand import EVENT, Stand
from tests.club.web.test_online import GAMES, by_tenhou, log

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
RESULTS = Page("results", f"director.html?tournament={EVENT}#results", "[data-online]", Role.DIRECTOR)
ROUNDS = Page("rounds", f"director.html?tournament={EVENT}#rounds", "[data-form]", Role.DIRECTOR)


@pytest.fixture
def viewer(driver: Any, tmp_path: Path) -> Iterator[Viewer]:
    made = Stand(tmp_path)
    yield Viewer(driver, made)
    driver.get("about:blank")
    made.close()


def click(viewer: Viewer, css: str) -> None:
    viewer.driver.execute_script("arguments[0].click()", viewer.find(css)[0])


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
    click(viewer, "[data-online] summary")
    viewer.find('[data-online] input[type="file"]')[0].send_keys(f"{game}\n{nonsense}")
    accounts = viewer.find('[data-online] [name="accounts"]')[0]
    accounts.send_keys("e = E\ns = S\nw = W\nn = Nobody")
    click(viewer, "[data-online] button")
    viewer.wait(lambda: viewer.find('[data-online] [data-said="warn"]'))
    assert "“n”" in viewer.texts('[data-online] [data-said="warn"]')[0]
    accounts.clear()
    accounts.send_keys("e = E\ns = S\nw,W\nn = #4")
    click(viewer, "[data-online] button")
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
    viewer.open(Page("head", page, ".switches button"))
    button, select = viewer.find(".switches button")[0], viewer.find(".switches select")[0]
    assert button.size["height"] < 50
    assert select.size["width"] < 100
