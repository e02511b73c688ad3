"""Pictures of evidence at the desk, in real Chromium: from a table's disk over the broker to the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from club.access.roles import Role
from tests.club.web.gallery import Gallery
from tests.controller.broker.client import needs_mosquitto
from tests.controller.browser import hold_still, resize
from tests.controller.club import Club
from tests.controller.screens.looking import Looking

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180), needs_mosquitto]
FINDING = {"kind": "kuikae", "clause": "R-KUI-02", "seat": 2, "penalty": "P-18", "sanction": "dead_hand"}


class Desk(Looking):
    """A referee who looks at table 1."""

    def __init__(self, driver: Any, gallery: Gallery) -> None:
        self.driver = driver
        self.gallery = gallery

    def open(self, role: Role = Role.REFEREE, lang: str = "en") -> None:
        url = self.gallery.server.url
        self.driver.get(f"{url}css/desk.css")
        self.driver.delete_all_cookies()
        name, value = self.gallery.signed(role).cookie.split("=", 1)
        self.driver.add_cookie({"name": name, "value": value})
        self.complaints()
        self.driver.get(f"{url}desk.html?tournament=1&lang={lang}")
        self.click('[data-table="1"]')
        self.wait(lambda: self.find('[data-case="1"]'))

    def widths(self, css: str) -> list[int]:
        """Of the pictures that are really there; 0 of one that is not."""
        found: list[int] = self.driver.execute_script(
            "return [...document.querySelectorAll(arguments[0])].map(e => e.complete ? e.naturalWidth : 0)",
            css,
        )
        return found


@pytest.fixture
def desk(driver: Any, tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Iterator[Desk]:
    resize(driver, (1280, 800))
    hold_still(driver)
    club = Club(tmp_path_factory.mktemp("club"))
    gallery = Gallery(club, tmp_path)
    yield Desk(driver, gallery)
    driver.get("about:blank")
    driver.delete_all_cookies()
    gallery.close()
    club.close()


def test_a_referee_sees_the_pictures_of_a_hand_and_how_it_came(desk: Desk, axe: str) -> None:
    desk.open()
    desk.click('[data-pictures="0"]')
    desk.wait(lambda: desk.widths("[data-photo]") == [640])
    assert desk.values("[data-photo]", "data-photo") == [str(desk.gallery.over)]
    desk.click(".photo")
    desk.wait(lambda: desk.widths("dialog[open] img") == [640])
    assert desk.check(axe) == []
    desk.click('[data-do="film"]')
    desk.wait(lambda: desk.values("[data-film]", "data-shown") == ["3"])
    assert desk.check(axe) == []
    desk.click('[data-do="close-picture"]')
    desk.wait(lambda: not desk.find("dialog"))
    desk.click('[data-pictures="1"]')
    desk.wait(lambda: desk.values("[data-photo]", "data-photo") == [str(desk.gallery.playing)])
    assert desk.complaints() == []


def test_a_finding_shows_what_proves_it(desk: Desk) -> None:
    gallery = desk.gallery
    desk.open()
    desk.wait(lambda: desk.find("[data-picture]:not([data-picture=none])"))
    gallery.find(FINDING | {"pictures": [f"/evidence/{gallery.game}/{gallery.playing}.jpg"]})
    desk.wait(lambda: desk.widths('[data-finding="kuikae"] [data-photo]') == [640])


def test_an_offline_table_says_so_in_one_sentence(desk: Desk) -> None:
    desk.open(lang="sv")
    desk.gallery.cut()
    desk.click('[data-pictures="0"]')
    desk.wait(lambda: desk.texts("[data-no-pictures]"))
    assert desk.texts("[data-no-pictures]") == [
        "Bordet är inte anslutet: bilderna kan ses när det är tillbaka."
    ]


def test_a_director_at_the_desk_is_offered_no_pictures(desk: Desk) -> None:
    desk.open(Role.DIRECTOR)
    desk.wait(lambda: desk.find("[data-picture]"))
    assert not desk.find("[data-pictures]")
