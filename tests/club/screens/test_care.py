"""Upkeep of a club's computer on its director's page: what is found and asked, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from club.access.roles import Role
from club.log.faults import LogRefusal
from club.web.care import Upkeep
from screens import CLUB_LANGUAGES, CLUB_WORDS, SHARED
from tests.club.screens import address
from tests.club.screens.club_stand import PAGES, Viewer, fill
from tests.club.screens.lasting_stand import LastingStand
from tests.controller.browser import resize
from tests.controller.screens.test_care import OTHER, OWN, backup
from tests.controller.screens.test_host import LEAST_PX
from words import catalogue

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
PAGE = next(page for page in PAGES if page.name == "care")
SIZES = ((1024, 600), (360, 740))
SMALL = """
return [...document.querySelectorAll("[data-tab=care] .knob")]
  .filter((key) => key.offsetParent && key.offsetHeight < arguments[0])
  .map((key) => key.dataset.act ?? key.textContent);
"""


@pytest.fixture(scope="module")
def viewer(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Viewer]:
    stand = LastingStand(tmp_path_factory.mktemp("club"))
    yield Viewer(driver, stand, fill(stand))
    address.leave(driver)
    stand.close()


@pytest.fixture(autouse=True)
def _clean(viewer: Viewer) -> Iterator[None]:
    yield
    viewer.stand.computer.clear()


def found(viewer: Viewer) -> None:
    viewer.stand.computer.stick = True
    if not (viewer.stand.computer.folders.place / "previous").exists():
        viewer.stand.computer.lies_beside("0.0.9")
    viewer.stand.computer.progress("look").ended(backups=[backup(OWN, own=True), backup(OTHER, own=False)])


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_it_is_whole_and_readable_with_all_that_can_be_found(viewer: Viewer, axe: str, language: str) -> None:
    found(viewer)
    faults: list[str] = []
    for size in SIZES:
        viewer.open(PAGE, language)
        resize(viewer.driver, size)
        viewer.wait(lambda: len(viewer.find("[data-backup]")) == 2)
        viewer.press('[data-act^="restore-here"]')
        viewer.press('[data-act="reset"]')
        viewer.press('[data-sure="reset"]')
        viewer.driver.execute_script("scrollTo(0, 0)")
        faults += [f"{size}: {fault}" for fault in viewer.check(axe, scrolls=True)]
        faults += [f"{size}: small {key}" for key in viewer.driver.execute_script(SMALL, LEAST_PX)]
        text = viewer.driver.execute_script("return document.querySelector('[data-tab=care]').textContent")
        assert all(
            catalogue(language, "club")["care_hub"][key] in text for key in ("about_backup", "about_reset")
        )
    assert faults == []
    assert viewer.stand.computer.started == []


def test_a_backup_is_asked_for_and_a_restore_asks_twice(viewer: Viewer) -> None:
    found(viewer)
    viewer.open(PAGE)
    viewer.wait(lambda: len(viewer.find("[data-backup]")) == 2)
    viewer.press('[data-act="backup_stick"]')
    viewer.wait(lambda: viewer.stand.computer.started == ["jantaku-care@backup:stick.service"])
    viewer.stand.computer.progress("backup").ended(detail=OWN)
    viewer.wait(lambda: OWN in "".join(viewer.texts("[data-care]")))
    viewer.stand.computer.started.clear()
    found(viewer)
    viewer.open(PAGE)
    viewer.wait(lambda: len(viewer.find("[data-backup]")) == 2)
    viewer.press(f'[data-act="restore-here-{OTHER}"]')
    assert viewer.stand.computer.started == []


def test_what_stops_the_hub_is_refused_while_a_round_is_played(viewer: Viewer) -> None:
    """`fill` leaves one that is."""
    found(viewer)
    viewer.open(PAGE)
    viewer.press('[data-act="back"]')
    viewer.press('[data-sure="back"]')
    viewer.wait(lambda: viewer.find('[data-code="round"]'))
    assert viewer.texts('[data-code="round"]') == [catalogue("en", "table")["care"]["failed"]["round"]]
    assert viewer.stand.computer.started == []


def test_where_the_database_is_away_a_press_is_answered_with_a_sentence(
    viewer: Viewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise LogRefusal("no_database")

    viewer.open(PAGE)
    viewer.wait(lambda: viewer.find('[data-act="backup_here"]:not([disabled])'))
    monkeypatch.setattr("club.web.care.session_of", away)
    viewer.press('[data-act="backup_here"]')
    viewer.wait(lambda: viewer.find('[data-code="away"]'))
    assert viewer.texts('[data-code="away"]') == [catalogue("en", "club")["care_hub"]["failed"]["away"]]


def test_files_are_downloaded(viewer: Viewer) -> None:
    viewer.open(PAGE)
    for what in ("backup", "support"):
        viewer.press(f'[data-act="{what}"]')
        viewer.wait(lambda: viewer.find('[data-take="taken"]'), 60)


def test_who_does_not_direct_the_club_has_no_such_tab(viewer: Viewer) -> None:
    viewer.sign_in(Role.SCOREKEEPER)
    address.go(viewer.driver, f"{viewer.stand.server.url}director.html?lang=en#care")
    viewer.wait(lambda: viewer.find("nav.tabs"))
    assert not viewer.find('nav.tabs [href="#care"]')
    assert not viewer.find("[data-act]")


def test_beside_a_table_it_says_where_upkeep_is(viewer: Viewer) -> None:
    before, viewer.stand.upkeep = viewer.stand.upkeep, Upkeep(None, viewer.stand.computer.folders.state)
    viewer.stand.restart()
    try:
        viewer.sign_in(Role.DIRECTOR)
        address.go(viewer.driver, f"{viewer.stand.server.url}director.html?lang=de#care")
        viewer.wait(lambda: viewer.find("[data-beside-table]"))
        assert viewer.texts("[data-beside-table]") == [catalogue("de", "club")["care_hub"]["beside_table"]]
    finally:
        viewer.stand.upkeep = before
        viewer.stand.restart()


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_every_word_that_upkeep_asks_for_exists(language: str) -> None:
    source = (SHARED / "js/upkeep.js").read_text("utf-8")
    words = catalogue(language, *CLUB_WORDS)
    asked = set(re.findall(r'say\(of, "(\w+)"', source)) - {"step", "done", "failed", "where"}
    assert asked
    assert asked <= words["care"].keys()
    of_hub = set(re.findall(r'"([\w.]+)"', source[source.index("OF_HUB") : source.index("]);")]))
    known = words["care_hub"]
    flat = {*known, *known["failed"], *(f"{g}.{key}" for g in ("step", "done") for key in known[g])}
    assert of_hub == flat - {"step", "done", "failed", "about_take", "beside_table"}
