"""The page of a table that cannot begin, in Chromium: whole, readable, pressed, and gone with its cause."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from contract.roles import Role
from controller.appliance.taken_along import maker
from controller.assembly.safe import TableDoor
from controller.config import WebSection
from controller.web.server import Web
from screens import SHARED, TABLE_LANGUAGES
from tests.controller.assembly.test_safe import elsewhere
from tests.controller.browser import resize
from tests.controller.screens.looking import Looking
from tests.controller.screens.pages import THEMES
from tests.controller.screens.stand import SIGNED
from tests.controller.screens.test_care import OTHER, OWN, backup
from tests.controller.screens.test_host import FINE_PRINT, LEAST_PX, SMALL
from tests.controller.web.test_server import BROKER, TOPICS
from tests.ports import free_port
from tests.upkeep.computer import Computer
from upkeep.finding import Finding, Level
from upkeep.safe_door import Upkeep
from words import catalogue

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]
LONG = "/home/pi/.local/state/jantaku/tables/" + "a-folder-with-a-long-name" * 6
FOUND = [
    Finding("python", Level.OK, "python_ok", {"version": "3.13"}),
    Finding("browser", Level.ADVICE, "browser_missing", fix="sudo apt install -y chromium chromium-driver"),
    *(Finding("disk", Level.FAULT, "data_unwritable", {"folder": LONG}, f"ls {LONG}") for _ in range(4)),
]
ROLES = {"the word": Role.HOUSE, "another": Role.TECHNICIAN}
SIZES = ((1024, 600), (360, 740))


class Eyes(Looking):
    """Looks at a page."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver


class Waiting:
    """A door that waits in a thread, press after press."""

    def __init__(self, port: int, upkeep: Upkeep | None = None) -> None:
        self.door = TableDoor(
            WebSection(port=port), own_role=lambda _, secret: ROLES.get(secret), upkeep=upkeep
        )
        self.presses = 0
        self._ended = False
        self.show(FOUND)
        self._thread = threading.Thread(target=self._wait)
        self._thread.start()

    def show(self, findings: list[Finding]) -> None:
        self.door.show(f"The data directory {LONG} cannot be used: give another with --data.", findings)

    def _wait(self) -> None:
        while not self._ended:
            if self.door.wait(60) and not self._ended:
                self.presses += 1
                self.show([])

    def end(self) -> None:
        self._ended = True
        self.door._again.set()
        self._thread.join(20)


@pytest.fixture
def waiting() -> Iterator[Waiting]:
    made = Waiting(free_port())
    yield made
    made.end()
    made.door.close()


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_it_is_whole_and_readable_in_every_language(
    driver: Any, axe: str, waiting: Waiting, language: str
) -> None:
    looking = Eyes(driver)
    theme = THEMES[TABLE_LANGUAGES.index(language) % len(THEMES)]
    for size in SIZES:
        resize(driver, size)
        driver.get(f"{waiting.door.url}table.html?lang={language}")
        driver.execute_script("localStorage.setItem('jantaku.theme', arguments[0])", theme)
        driver.refresh()
        looking.comes("#trouble")
        assert looking.check(axe, scrolls=True) == []
        text = driver.execute_script("return document.body.innerText")
        words = catalogue(language, "table")["safe"]
        assert all(words[key] in text for key in ("title", "again", "report", "fault", "advice"))
        assert "Python 3.13" not in text
        top = driver.execute_script("return document.getElementById('again').getBoundingClientRect().bottom")
        assert top <= size[1], "the button is seen without scrolling"
        assert driver.execute_script("return document.documentElement.lang") == language
    driver.execute_script("localStorage.clear()")


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_a_card_that_keeps_nothing_is_said_once_and_in_the_readers_language(
    driver: Any, axe: str, waiting: Waiting, language: str
) -> None:
    looking = Eyes(driver)
    code = ("card_away", "card_read_only")[TABLE_LANGUAGES.index(language) % 2]
    card = Finding("disk", Level.FAULT, code)
    waiting.door.show(card.message, [card, *FOUND[:2]])
    for size in SIZES:
        resize(driver, size)
        driver.get(f"{waiting.door.url}setup.html?lang={language}")
        looking.comes("#trouble")
        assert looking.texts("#trouble") == [card.said(language)]
        assert driver.execute_script("return document.body.innerText").count(card.said(language)) == 1
        assert not looking.find("#setup")
        assert looking.check(axe, scrolls=True) == []


def test_the_report_is_in_the_readers_language_with_the_first_thing_to_do(
    driver: Any, waiting: Waiting
) -> None:
    looking = Eyes(driver)
    resize(driver, SIZES[0])
    driver.get(f"{waiting.door.url}table.html?lang=de")
    looking.comes("#first")
    disk = FOUND[2].said("de")
    assert looking.texts("#first") == [disk]
    assert any("Chromium fehlt" in each for each in looking.texts("li[data-level='advice']"))


@pytest.fixture
def cared_for(driver: Any, tmp_path: Path) -> Iterator[tuple[Waiting, Computer]]:
    """The door of a computer that is an appliance, with all that its page can have found."""
    computer = Computer(tmp_path)
    waiting = Waiting(free_port(), Upkeep(computer.desk, partial(maker, data=tmp_path)))
    yield waiting, computer
    driver.get("about:blank")
    waiting.end()
    waiting.door.close()


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_upkeep_is_whole_and_readable_with_all_that_can_be_found(
    driver: Any, axe: str, cared_for: tuple[Waiting, Computer], language: str
) -> None:
    waiting, computer = cared_for
    computer.stick = True
    computer.lies_beside("0.0.9")
    computer.progress("look").ended(backups=[backup(OWN, own=True), backup(OTHER, own=False)])
    looking = Eyes(driver)
    faults: list[str] = []
    for size in SIZES:
        resize(driver, size)
        driver.get(f"{waiting.door.url}care.html?lang={language}")
        looking.wait(lambda: len(looking.find("[data-backup]")) == 2)
        looking.press('[data-act="reset"]')
        looking.press('[data-sure="reset"]')
        driver.execute_script("scrollTo(0, 0)")
        faults += [f"{size}: {fault}" for fault in looking.check(axe, scrolls=True)]
        faults += [f"{size}: small {key}" for key in driver.execute_script(SMALL, LEAST_PX)]
        faults += [f"{size}: fine {text}" for text in driver.execute_script(FINE_PRINT)]
        assert driver.execute_script("return document.documentElement.lang") == language
    assert faults == []
    assert computer.started == []


def test_the_computer_is_looked_after_from_there(
    driver: Any, axe: str, cared_for: tuple[Waiting, Computer]
) -> None:
    waiting, computer = cared_for
    looking = Eyes(driver)
    for size, language in zip(SIZES, ("en", "ja"), strict=True):
        resize(driver, size)
        driver.get(f"{waiting.door.url}table.html?lang={language}")
        looking.comes("#care")
        assert looking.check(axe, scrolls=True) == []
        driver.execute_script("document.getElementById('care').click()")
        looking.wait(lambda: looking.find('[data-act="backup_here"]'))
    looking.press('[data-act="backup_here"]')
    looking.wait(lambda: computer.started == ["jantaku-care@backup:here.service"])
    computer.progress("backup").ended(detail="jantaku-table-east.zip")
    looking.wait(lambda: "jantaku-table-east.zip" in "".join(looking.texts("[data-care]")))


def test_a_press_tries_again_and_the_page_becomes_the_tables(driver: Any, waiting: Waiting) -> None:
    looking = Eyes(driver)
    resize(driver, SIZES[0])
    driver.get(f"{waiting.door.url}history.html?lang=en")
    looking.comes("#again")
    driver.execute_script("document.getElementById('again').click()")
    looking.wait(lambda: "Nothing else is amiss" in driver.execute_script("return document.body.innerText"))
    assert waiting.presses == 1
    waiting.end()
    web = Web(TOPICS, BROKER, port=waiting.door.port, listener=waiting.door.hand_over("127.0.0.1", 0))
    web.start()
    try:
        looking.wait(lambda: not driver.execute_script("return document.querySelector('.safe') !== null"))
        assert driver.current_url == f"{waiting.door.url}history.html?lang=en"
    finally:
        driver.get("about:blank")
        web.stop()


def test_a_page_that_was_open_says_why_the_table_cannot_begin_again(driver: Any) -> None:
    looking = Eyes(driver)
    web = Web(TOPICS, BROKER, port=free_port())
    web.start()
    driver.get(f"{web.url}table.html?lang=en")
    looking.wait(lambda: driver.execute_script("return document.querySelector('[data-notice]') !== null"))
    web.stop()
    waiting = Waiting(int(web.url.rsplit(":", 1)[1].strip("/")))
    try:
        looking.wait(lambda: looking.find("#trouble"))
    finally:
        driver.get("about:blank")
        waiting.end()
        waiting.door.close()


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_another_computer_is_sent_to_the_screen_at_the_table(
    driver: Any, axe: str, waiting: Waiting, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    elsewhere(monkeypatch)
    looking = Eyes(driver)
    resize(driver, SIZES[1])
    driver.get(f"{waiting.door.url}table.html?lang={language}")
    looking.wait(lambda: looking.find("#elsewhere"))
    assert looking.texts("#elsewhere") == [catalogue(language, "table")["safe"]["elsewhere"]]
    assert not looking.find("#again")
    assert LONG not in driver.execute_script("return document.body.innerText")
    assert looking.check(axe, scrolls=True) == []


def test_an_account_of_the_house_looks_after_it_from_elsewhere(
    driver: Any, axe: str, cared_for: tuple[Waiting, Computer], monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere(monkeypatch)
    waiting, computer = cared_for
    looking = Eyes(driver)
    resize(driver, SIZES[1])
    driver.get(f"{waiting.door.url}table.html?lang=en")
    looking.wait(lambda: looking.find("#elsewhere"))
    assert not looking.find("#care"), "somebody without an account"
    for secret, found in (("another", "[data-closed]"), ("the word", '[data-act="backup_here"]')):
        driver.execute_script(SIGNED, "house-1", secret)
        driver.get(f"{waiting.door.url}table.html?lang=en")
        looking.wait(lambda: looking.find("#care"))
        assert looking.check(axe, scrolls=True) == []
        looking.press("#care")
        looking.wait(partial(looking.find, found))
        assert looking.check(axe, scrolls=True) == []
    driver.execute_script("localStorage.clear()")
    assert computer.started == []


def test_it_needs_no_library() -> None:
    """Those of `vendor` may be what is missing."""

    seen: set[str] = set()
    waiting = ["safe.js"]
    while waiting:
        name = waiting.pop()
        seen.add(name)
        text = (SHARED / "js" / name).read_text("utf-8")
        assert "vendor" not in text
        found = [part.split('"')[0] for part in text.split('from "./')[1:]]
        waiting += [each for each in found if each not in seen]
    assert seen == {"safe.js", "i18n.js", "message.js", "ticket.js"}
