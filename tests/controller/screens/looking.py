"""What a page shows in a real browser, and everything that is wrong with it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from selenium.common.exceptions import (
    ElementNotInteractableException,
    JavascriptException,
    StaleElementReferenceException,
)
from selenium.webdriver.common.keys import Keys

from tests.controller.browser import attributes

HERE: Final = Path(__file__).parent
CHECKS: Final = {name: (HERE / f"{name}.js").read_text("utf-8") for name in ("clipped", "contrast", "spilt")}
"""What is looked for in a page; each answers with its findings as lines."""
LAID_OUT: Final = (
    f"return [{','.join(f'(function () {{ {check} }})(...arguments)' for check in CHECKS.values())}].flat()"
)
"""The checks in one question to the browser."""
OUTLINE: Final = (HERE / "outline.js").read_text("utf-8")
BOTH: Final = f"return [(function () {{ {LAID_OUT} }})(...arguments), (function () {{ {OUTLINE} }})()];"
ACCESSIBLE: Final = """
const done = arguments[arguments.length - 1];
if (!("axe" in window)) { done(null); return; }
const told = (rule) => `${rule.id}: ${rule.nodes.map((node) => node.html.slice(0, 90)).join(" ")}`;
axe.run({ resultTypes: ["violations"], rules: { "color-contrast": { enabled: false } } })
  .then(({ violations }) => done(violations.map(told)), (error) => done([String(error)]));
"""
"""axe-core; null where that is missing. Contrast is measured by `contrast.js`, which asks for more."""
_CLEAN: Final[set[str]] = set()
"""Outlines of pages in which axe-core has found nothing."""
THERE: Final = """
const [css, limit, done] = arguments;
const there = () => document.querySelector(css) !== null;
const end = () => { watcher.disconnect(); clearTimeout(late); done(there()); };
const watcher = new MutationObserver(() => { if (there()) end(); });
const late = setTimeout(end, limit);
watcher.observe(document, { subtree: true, childList: true, attributes: true });
if (there()) end();
"""
"""Whether an element is there within some milliseconds; one question, however long it takes."""
THERE_MS: Final = 250
LONGEST_S: Final = 0.2
"""Between two looks at a page; what it shows for a second is not missed."""


class Looking:
    """`driver` is selenium's."""

    driver: Any

    def find(self, css: str) -> list[Any]:
        found: list[Any] = self.driver.find_elements("css selector", css)
        return found

    def texts(self, css: str) -> list[str]:
        script = "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent.trim())"
        found: list[str] = self.driver.execute_script(script, css)
        return found

    def values(self, css: str, attribute: str) -> list[str]:
        return attributes(self.driver, css, attribute)

    def click(self, css: str) -> None:
        """Once it is there and may be used: in one step, since pages may draw anew at any moment."""
        script = "const e = document.querySelector(arguments[0]); e?.click(); return e !== null"
        self.wait(lambda: self.driver.execute_script(script, f"{css}:not(:disabled)"))

    def press(self, css: str) -> None:
        """As by a finger, which does not reach what something else covers."""
        self._once(css, lambda found: found.click())

    def write(self, css: str, text: str) -> None:
        """As by a keyboard, after what stands there already."""
        self._once(css, lambda found: found.send_keys(text))

    def fill(self, css: str, text: str) -> None:
        """As by a keyboard, over all that stands there."""
        self.write(css, Keys.CONTROL + "a" + Keys.NULL + text)

    def _once(self, css: str, act: Callable[[Any], None]) -> None:
        def done() -> bool:
            try:
                act(next(each for each in self.find(css) if each.is_enabled()))
            except (StopIteration, StaleElementReferenceException, ElementNotInteractableException):
                return False
            return True

        self.wait(done)

    def wait(self, true: Callable[[], object], limit_s: float = 60.0) -> None:
        """Looks again the less often, the longer it takes: each look costs the browser a moment, too."""
        start = time.monotonic()
        while not true():
            waited = time.monotonic() - start
            assert waited < limit_s, f"not in {limit_s} s; the page says {self.texts('#app')}"
            time.sleep(min(max(waited / 10, 0.02), LONGEST_S))

    def comes(self, css: str) -> None:
        """Waits until such an element is there, however late a busy computer draws it."""
        self.wait(lambda: self.there(css))

    def check(self, axe: str | None, *, scrolls: bool = True) -> list[str]:
        """Everything that is wrong with what the page shows now; `axe` is the source of axe-core. None: it
        has looked at the same in another theme, and contrast and layout are left. It looks once at pages
        that differ in nothing it asks for (`outline.js`), which are in other languages or sizes mostly."""
        if axe is None:
            return list(self.driver.execute_script(LAID_OUT, scrolls))
        laid_out, outline = self.driver.execute_script(BOTH, scrolls)
        if outline in _CLEAN:
            return list(laid_out)
        found = self.inaccessible(axe)
        if not found:
            _CLEAN.add(outline)
        return [*laid_out, *found]

    def inaccessible(self, axe: str) -> list[str]:
        """What axe-core finds."""
        found: list[str] | None = self.driver.execute_async_script(ACCESSIBLE)
        if found is None:
            self.driver.execute_script(axe)
            found = self.driver.execute_async_script(ACCESSIBLE)
        return list(found or ())

    def there(self, css: str) -> bool:
        """Whether such an element is there, or comes within a moment."""
        try:
            found: bool = self.driver.execute_async_script(THERE, css, THERE_MS)
        except JavascriptException:  # the page has just loaded itself again
            return False
        return found

    def complaints(self) -> list[str]:
        """What the page wrote to the console, failed downloads included."""
        return [entry["message"] for entry in self.driver.get_log("browser")]
