"""Somebody before the table's own screen, which a browser shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from controller.broker.ticket import FILE
from tests.controller.browser import resize
from tests.controller.process import Started
from tests.controller.screens.looking import Looking

LONG_S: Final = 90.0
"""A table begins again in some seconds; this computer may be busy."""


class Person(Looking):
    """Somebody before the table's own screen."""

    def __init__(self, driver: Any, table: Started) -> None:
        self.driver, self.table = driver, table
        resize(driver, (1024, 600))

    def enter(self, data: Path) -> None:
        """The page that the table's own screen is opened with."""
        _, ticket, _ = (data / "broker" / FILE).read_text("utf-8").split()
        self.driver.get(f"{self.table.url}/index.html?lang=en#here={ticket}")
        self.wait(lambda: self.there(".pairing"))

    def saves(self) -> None:
        """Whatever is played goes on afterwards; returns when the table has begun again."""
        self.click("[data-save]")
        self.wait(lambda: self.there('[data-state="hand"], [data-state="begun"]'), LONG_S)
        if self.there("[data-anyway]"):
            self.click("[data-anyway]")
        self.wait(lambda: self.there('[data-state="begun"]'), LONG_S)

    def step(self) -> str:
        return self.values("[data-step]", "data-step")[0]
