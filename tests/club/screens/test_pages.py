"""Every page of the club in every language: whole, readable, and without a word to the console."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from screens import CLUB, CLUB_LANGUAGES, CLUB_WORDS, SHARED, TABLE_WORDS
from tests.club.screens import address
from tests.club.screens.club_stand import PAGES, Page, Viewer, fill
from tests.club.screens.lasting_stand import LastingStand
from tests.controller.screens.pages import THEMES
from words import catalogue

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
ELSEWHERE = {"desk.html", "broadcast.html", "care.html"}
"""Looked at by tests of their own."""
TELEPHONE = (390, 844)


SPEAK = """
const [language] = arguments;
const choice = document.querySelector(".switches select");
if (!choice) return false;
choice.value = language;
return choice.dispatchEvent(new Event("change", { bubbles: true }));
"""


class Kept(Viewer):
    """Leaves a page open, which turns to another language by its own switch."""

    shown: Page | None = None

    def show(self, page: Page, language: str, theme: str) -> None:
        """Opens the page, unless it is open and has a switch."""
        self.complaints()
        if self.shown != page or not self.driver.execute_script(SPEAK, language):
            self.open(page, language, theme)
            self.shown = page
        self.wait(lambda: self.driver.execute_script("return document.documentElement.lang") == language)
        self.wait(lambda: self.find(page.ready))


@pytest.fixture(scope="module")
def viewer(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    """A club that is only looked at."""
    stand = LastingStand(tmp_path_factory.mktemp("club"))
    yield Kept(driver, stand, fill(stand))
    address.leave(driver)
    stand.close()


def cases() -> list[Any]:
    """Each page in each language, and in the themes in turn; it is opened in the languages in turn."""
    found = []
    for i, page in enumerate(PAGES):
        for n in range(len(CLUB_LANGUAGES)):
            j = (i + n) % len(CLUB_LANGUAGES)
            theme = THEMES[(i + j) % 3]
            name = f"{page.name}-{CLUB_LANGUAGES[j]}-{theme}"
            found.append(pytest.param(page, CLUB_LANGUAGES[j], theme, id=name))
    return found


def test_every_page_there_is_is_looked_at() -> None:
    assert {page.file for page in PAGES} | ELSEWHERE == {path.name for path in CLUB.glob("*.html")}


@pytest.mark.parametrize(("page", "language", "theme"), cases())
def test_a_page_is_whole_and_readable(viewer: Kept, axe: str, page: Page, language: str, theme: str) -> None:
    """On its own screen in two themes, one of them dark, and what scrolls on a telephone too."""
    viewer.show(page, language, theme)
    looks = [(page.size, theme), (page.size, "dark" if theme != "dark" else "light")]
    looks += [(TELEPHONE, THEMES[THEMES.index(theme) - 1])] if page.scrolls else []
    for size, worn in looks:
        viewer.turn(size, worn)
        assert (size, worn, viewer.faults(page, axe)) == (size, worn, [])
    assert viewer.complaints() == []
    assert viewer.driver.execute_script("return document.documentElement.lang") == language


def flat(node: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in node.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def own(language: str) -> dict[str, str]:
    return dict(flat(dict(catalogue(language, "club"))))


def sources() -> dict[Path, str]:
    """The club's own scripts, and those of the table's screens that they use."""
    folders = (CLUB / "js", SHARED / "js")
    return {path: path.read_text("utf-8") for folder in folders for path in folder.rglob("*.js")}


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_every_text_that_a_page_asks_for_exists(language: str) -> None:
    known = dict(flat(dict(catalogue(language, *CLUB_WORDS))))
    asked = {key for text in sources().values() for key in re.findall(r'\bt\(\s*"([\w.]+)"', text)}
    assert asked - known.keys() == set()


def test_no_text_is_spare_and_none_hides_one_of_the_tables() -> None:
    source = "".join(sources().values())
    families = tuple(set(re.findall(r"`(\w+\.[\w.]*)\$\{", source)))
    spare = [key for key in own("en") if not key.startswith(families) and f'"{key}"' not in source]
    assert spare == []
    table = dict(flat(dict(catalogue("en", *TABLE_WORDS))))
    assert own("en").keys() & table.keys() == set()
