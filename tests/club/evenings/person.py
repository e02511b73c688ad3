"""Somebody in front of the club's pages, who reads words, presses what is shown and types; nothing else."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoAlertPresentException,
    StaleElementReferenceException,
)
from selenium.webdriver.common.keys import Keys

from screens import CLUB_WORDS
from tests.controller.browser import attributes
from words import catalogue

LIMIT_S: Final = 60.0
"""How long anything may take on a busy computer."""
SEEN: Final = """
const [kind, words, within, exact] = arguments;
const plain = (text) => text.replace(/\\s+/g, " ").trim();
const bare = (e) => [...e.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE);
const own = (e) => plain(bare(e).map((n) => n.data).join(""));
const says = (text) => (exact ? text === words : text.startsWith(words));
const shown = (e) => e.checkVisibility({ visibilityProperty: true });
const scope = document.querySelector(within);
if (!scope) return null;
const all = (css) => [...scope.querySelectorAll(css)].filter(shown);
const free = (e) => e && !e.disabled;
const pressed = (e) => free(e) && says(plain(e.textContent));
if (kind === "press") return all("button, a, summary").find(pressed) ?? null;
const labels = all("label").filter((e) => says(own(e))).map((e) => e.control);
const named = all("input, select, textarea").filter((e) => says(plain(e.ariaLabel ?? "")));
return [...labels, ...named].find(free) ?? null;
"""
PASSING: Final = (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
)
"""What happens while a page draws anew."""


@dataclass
class Person:
    """`driver` is a browser of their own, which keeps downloads in `folder`."""

    driver: Any
    folder: Path
    language: str = "en"
    looks: Path | None = None
    """Where pictures of the pages are kept; None: nowhere."""

    def __post_init__(self) -> None:
        self._known = catalogue(self.language, *CLUB_WORDS)

    def words(self, key: str, **values: object) -> str:
        """What the page calls something, in the language of the person."""
        found: Any = self._known
        for part in key.split("."):
            found = found[part]
        return re.sub(r"\{(\w+)\}", lambda name: str(values.get(name[1], name[0])), found)

    def go(self, address: str) -> None:
        self.driver.get(address)

    def goes_back(self) -> None:
        """To the page before."""
        self.driver.back()

    def reloads(self) -> None:
        """The page, as it is now at the hub."""
        self.driver.refresh()

    def press(self, key: str, within: str = "body", **values: object) -> None:
        """A button, a link or what unfolds, by its words."""
        self.press_text(self.words(key, **values), within)

    def press_text(self, text: str, within: str = "body", *, exact: bool = True) -> None:
        self._once("press", text, within, exact, lambda found: found.click() or True)

    def fill(self, key: str, text: str, within: str = "body", **values: object) -> None:
        """Types into the field of that name, over what stands there."""
        self.fill_text(self.words(key, **values), text, within)

    def fill_text(self, name: str, text: str, within: str = "body") -> None:
        def type_(found: Any) -> bool:
            found.send_keys(Keys.CONTROL + "a" + Keys.NULL + (text or Keys.DELETE))
            return bool(found.get_property("value") == text)

        self._once("field", name, within, True, type_)

    def choose(self, key: str, text: str, within: str = "body", **values: object) -> None:
        """What a list offers under these words."""
        self.choose_text(self.words(key, **values), text, within)

    def choose_text(self, name: str, text: str, within: str = "body") -> None:
        def pick(found: Any) -> bool:
            offered = [each for each in found.find_elements("css selector", "option") if each.text == text]
            for each in offered:
                each.click()
            return bool(offered)

        self._once("field", name, within, True, pick)

    def hand_over(self, key: str, file: Path) -> None:
        """A file, to the field of that name."""
        self._once("field", self.words(key), "body", True, lambda found: found.send_keys(str(file)) or True)

    def tick(self, key: str, within: str = "body", **values: object) -> None:
        """A box that is to be ticked, or not any more."""
        self._once("field", self.words(key, **values), within, True, lambda found: found.click() or True)

    def reads_field(self, key: str, within: str = "body", **values: object) -> str:
        """What stands in the field of that name."""
        said: list[str] = []

        def read(found: Any) -> bool:
            said.append(str(found.get_property("value")))
            return True

        self._once("field", self.words(key, **values), within, True, read)
        return said[-1]

    def agree(self) -> None:
        """To what the browser asks: are you sure?"""

        def answered() -> bool:
            try:
                self.driver.switch_to.alert.accept()
            except NoAlertPresentException:
                return False
            return True

        self.until(answered, "nobody asks")

    def texts(self, css: str) -> list[str]:
        """What is written there, in the order of the page."""
        script = (
            "return [...document.querySelectorAll(arguments[0])]"
            ".map(e => e.textContent.replace(/\\s+/g, ' ').trim())"
        )
        found: list[str] = self.driver.execute_script(script, css)
        return found

    def values(self, css: str, attribute: str) -> list[str]:
        """An attribute of each of these."""
        return attributes(self.driver, css, attribute)

    def sees(self, css: str) -> bool:
        return bool(self.texts(css))

    def waits_for(self, css: str) -> None:
        self.until(lambda: self.sees(css), f"there is no {css}")

    def reads(self, css: str, text: str) -> None:
        """Waits until one of these says it."""
        self.until(lambda: any(text in each for each in self.texts(css)), f"no {css} says {text!r}")

    def shows_done(self, within: str = "body") -> None:
        """The page says that it is entered."""
        self.waits_for(f"{within} [data-said='done']")

    def downloaded(self, pattern: str) -> bytes:
        """The one file that has come under such a name, whole; it is taken away."""

        def whole() -> bool:
            sizes = [path.stat().st_size for path in self.folder.glob(pattern)]
            return bool(sizes and all(sizes)) and not list(self.folder.glob("*.crdownload"))

        self.until(whole, pattern)
        (path,) = self.folder.glob(pattern)
        found = path.read_bytes()
        path.unlink()
        return found

    def look(self, name: str) -> None:
        """Keeps a picture of the page where pictures are kept."""
        if self.looks is not None:
            self.looks.mkdir(parents=True, exist_ok=True)
            self.driver.save_screenshot(str(self.looks / f"{name}.png"))

    def until(self, true: Callable[[], object], what: str) -> None:
        end = time.monotonic() + LIMIT_S
        while not true():
            assert time.monotonic() < end, f"{what}; the page says {self.texts('#app')}"
            time.sleep(0.02)

    def _once(self, kind: str, text: str, within: str, exact: bool, act: Callable[[Any], bool]) -> None:
        def done() -> bool:
            found = self.driver.execute_script(SEEN, kind, text, within, exact)
            try:
                return found is not None and act(found)
            except PASSING:
                return False

        self.until(done, f"nothing in {within} to {kind} is called {text!r}")
