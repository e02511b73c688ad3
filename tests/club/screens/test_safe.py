"""The page of a hub that cannot begin, in Chromium: whole and readable, and upkeep is reached by a ticket."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from club.doctor import finding_of
from club.hub.config import ConfigError
from screens import CLUB_LANGUAGES
from tests.club.web.test_safe import Stand
from tests.controller.assembly.test_safe import answering
from tests.controller.browser import resize
from tests.controller.screens.pages import THEMES
from tests.controller.screens.test_care import OTHER, OWN, backup
from tests.controller.screens.test_host import LEAST_PX, SMALL
from tests.controller.screens.test_safe import SIZES, Eyes
from words import catalogue

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]
LONG = "/etc/jantaku/" + "a-folder-with-a-long-name/" * 5 + "club.toml is no TOML: Invalid value (at line 3)."


@pytest.fixture
def stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, driver: Any) -> Iterator[Stand]:
    """Whoever looks is at another computer."""
    monkeypatch.setattr("club.web.safe.from_here", lambda _: False)
    made = Stand(tmp_path)
    found = finding_of(ConfigError(LONG))
    made.door.show(found.message, [found])
    made.computer.stick = True
    made.computer.lies_beside("0.0.9")
    made.computer.progress("look").ended(backups=[backup(OWN, own=True), backup(OTHER, own=False)])
    with answering(made.door, 150):
        yield made
        driver.execute_script("sessionStorage.clear()")
        driver.get("about:blank")
    made.door.close()


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_it_is_whole_and_readable_in_every_language(
    driver: Any, axe: str, stand: Stand, language: str
) -> None:
    looking = Eyes(driver)
    theme = THEMES[CLUB_LANGUAGES.index(language) % len(THEMES)]
    words, faults = catalogue(language, "club")["safe_hub"], []
    for size in SIZES:
        resize(driver, size)
        driver.get(f"{stand.door.url}?lang={language}&theme={theme}")
        driver.execute_script("sessionStorage.clear()")
        driver.get(f"{stand.door.url}wall.html?lang={language}&theme={theme}")
        looking.wait(lambda: looking.find("#elsewhere"))
        assert looking.texts("#elsewhere") == [words["elsewhere"]]
        assert not looking.find("#again")
        faults += looking.check(axe, scrolls=True)
        driver.get("about:blank")
        driver.get(f"{stand.door.url}?lang={language}&theme={theme}#here=the-ticket")
        looking.wait(lambda: looking.find("#trouble"))
        text = driver.execute_script("return document.body.innerText")
        assert words["title"] in text
        assert "at line 3" in text
        assert driver.execute_script("return document.title") == f"Jantaku · {words['title']}"
        faults += looking.check(axe, scrolls=True)
        looking.press("#care")
        looking.wait(lambda: len(looking.find("[data-backup]")) == 2)
        faults += [f"{size}: {fault}" for fault in looking.check(axe, scrolls=True)]
        faults += [f"{size}: small {key}" for key in driver.execute_script(SMALL, LEAST_PX)]
    assert faults == []
    assert stand.computer.started == []


def test_whoever_holds_the_computer_resets_it_there(driver: Any, stand: Stand) -> None:
    looking = Eyes(driver)
    resize(driver, SIZES[1])
    driver.get(f"{stand.door.url}#here=the-ticket")
    looking.wait(lambda: looking.find("#care"))
    looking.press("#care")
    looking.wait(lambda: looking.find('[data-act="reset"]'))
    looking.press('[data-act="reset"]')
    looking.press('[data-sure="reset"]')
    assert catalogue("en", "club")["care_hub"]["about_reset"] in "".join(looking.texts(".reset p"))
    looking.press('[data-sure="reset_really"]')
    looking.wait(lambda: stand.computer.started == ["jantaku-care@reset.service"])
