"""axe-core looks once at pages that are alike for it: whatever its rules ask for makes another outline."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.controller.screens.looking import OUTLINE, Looking

pytestmark = pytest.mark.slow
PAGE: Final = """<!doctype html><html lang="en"><head><title>A page</title></head>
<body style="background: #fff; color: #000">
<nav aria-label="Pages"><a href="/a">One</a></nav><nav aria-label="Tables"><a href="/b">Two</a></nav>
<main id="app"><h1>Title</h1><img src="a.png" alt="A tile"><button class="knob"><img alt="Go">Start</button>
<label for="name">Name</label><input id="name"><ul><li>a</li><li>b</li><li>c</li></ul>
<div tabindex="0" style="height: 80px; overflow: auto"><p>Text</p></div><p hidden>Later</p></main>
</body></html>"""
ALIKE: Final = (
    (">Title<", ">Überschrift<"),
    ("<p>Text</p>", "<p><b>Der</b> Text <span>ist</span> es</p>"),
    ('lang="en"', 'lang="de" data-theme="light"'),
    ('alt="A tile"', 'alt="Ein Stein"'),
    ('"Pages"', '"Seiten"'),
    ("<li>c</li>", "<li>c</li><li>d</li>"),
    ('class="knob"', 'class="knob pressed" data-act="x"'),
)
OTHERWISE: Final = (
    (">Title<", "><"),
    ("<h1>Title</h1>", "<h2>Title</h2>"),
    ('alt="A tile"', 'alt=""'),
    ('alt="A tile"', ""),
    ('alt="Go"', 'alt="Start"'),
    ('"Tables"', '"Pages"'),
    ('for="name"', ""),
    ('"name">', '"name" role="slider">'),
    ('tabindex="0" ', ""),
    ("<p>Text</p>", '<p style="height: 190px">Text</p>'),
    ("<p hidden>", "<p>"),
    ('class="knob"', 'class="knob" aria-expanded="maybe"'),
    ("<title>A page</title>", ""),
)


class Eyes(Looking):
    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def outline(self, was: str = "", now: str = "") -> str:
        """Of the page with one change."""
        assert was in PAGE
        self.driver.get("about:blank")
        write = "document.open(); document.write(arguments[0]); document.close()"
        self.driver.execute_script(write, PAGE.replace(was, now) if was else PAGE)
        return str(self.driver.execute_script(OUTLINE))


@pytest.fixture
def eyes(driver: Any) -> Eyes:
    return Eyes(driver)


@pytest.mark.parametrize("change", ALIKE)
def test_other_words_looks_and_lengths_are_the_same_to_axe(eyes: Eyes, change: tuple[str, str]) -> None:
    assert eyes.outline(*change) == eyes.outline()


@pytest.mark.parametrize("change", OTHERWISE)
def test_what_a_rule_asks_for_is_not(eyes: Eyes, change: tuple[str, str]) -> None:
    assert eyes.outline(*change) != eyes.outline()


def test_a_link_among_words_is_told_from_them_by_the_theme(eyes: Eyes) -> None:
    eyes.outline("<p>Text", '<p>Text <a href="/c">more</a>')
    before = eyes.driver.execute_script(OUTLINE)
    eyes.driver.execute_script("document.documentElement.dataset.theme = 'light'")
    assert eyes.driver.execute_script(OUTLINE) != before


def test_a_fault_in_a_page_that_was_clean_is_found_each_time(eyes: Eyes, axe: str) -> None:
    eyes.outline('alt="Go"', 'alt=""')
    assert [eyes.check(axe), eyes.check(axe)] == [[], []]
    eyes.driver.execute_script("document.querySelector('label').remove()")
    for _ in range(2):
        (fault,) = eyes.check(axe)
        assert fault.startswith("label: <input")


def test_a_page_that_was_clean_in_one_language_is_looked_at_no_more(eyes: Eyes, axe: str) -> None:
    eyes.outline('alt="Go"', 'alt=""')
    assert eyes.check(axe) == []
    eyes.outline('alt="Go"', 'alt=""')
    eyes.driver.execute_script("document.querySelector('h1').textContent = 'Überschrift'")
    assert eyes.check(axe) == []
    assert not eyes.driver.execute_script("return 'axe' in window")
