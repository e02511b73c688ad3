"""Somebody outside who sets the table of a virtual machine up, and what its configuration may say then."""

from __future__ import annotations

import random
import threading
import tomllib
from contextlib import suppress
from typing import Any, Final

from benchmarks.appliance.game import SETTINGS
from benchmarks.appliance.line import ACCOUNT
from benchmarks.appliance.machine import Machine

CHANGED: Final = "broadcast.delay_s"
"""A setting that is no rule: games go on with it."""
EVERY: Final = 3
"""Of so many changes the last is applied: the table begins again with it."""


class SettingUp:
    """Changes the configuration as fast as the table answers, one value after another."""

    def __init__(self, machine: Machine, rng: random.Random) -> None:
        self.written: int | None = None
        """The last value of which the table said that it is kept."""
        self.asked: int | None = None
        """The last one for which it was asked."""
        self.changes = 0
        self._machine = machine
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._change, args=(rng.randrange(100),), daemon=True)
        self._thread.start()

    def _change(self, value: int) -> None:
        while not self._ended.wait(0.2):
            with suppress(OSError, ValueError, KeyError):
                revision = self._ask("setup/form.json")["revision"]
                self.asked = value
                self._ask("setup/change", {"revision": revision, "changes": {CHANGED: value}})
                self.written, value = value, value + 1
                self.changes += 1
                if self.changes % EVERY == 0:
                    self._ask("setup/apply", {"anyway": True})

    def _ask(self, name: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """OSError where the table refuses, or answers nothing."""
        status, found = self._machine.answered(name, ACCOUNT, body)
        if status != 200:
            raise OSError(str(found))
        return found

    def may(self, before: int | None) -> set[int | None]:
        """The values that the configuration may have after a cut: the last one of which the table said that
        it is kept, or the one that it was being asked for. `before`: the value of before all of them."""
        return {before if self.written is None else self.written} | (
            set() if self.asked is None else {self.asked}
        )

    def close(self) -> None:
        """After the machine has gone: what is being asked gets no answer any more."""
        self._ended.set()
        self._thread.join()


def settings(value: int | None) -> dict[str, Any]:
    """What the configuration says with one value of the setting; None: as it was written on the card."""
    found = tomllib.loads(SETTINGS)
    if value is not None:
        section, key = CHANGED.split(".")
        found[section] = {key: value}
    return found


def value_of(text: str, may: set[int | None]) -> int | None:
    """Which of the values that it `may` have the configuration has. ValueError: it is none of them whole."""
    there = tomllib.loads(text)
    for value in may:
        if there == settings(value):
            return value
    raise ValueError(f"The configuration says: {text}")
