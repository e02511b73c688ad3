"""The end of the program and of the computer, as the host asks for it: who allows it, and how it is done.

The computer is switched by systemd's logind, over D-Bus by its own tool `busctl`. Whether it lets the table's
user do that, its rules say (docs/host.md).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final, Protocol

from contract.messages.host import What
from controller.sentences.refusals import Refusal
from runtime.programs import Ask, asked

_LOGIND: Final = (
    *("busctl", "--system", "--timeout=5", "call"),
    *("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager"),
)
_METHODS: Final = {"computer_off": "PowerOff", "computer_restart": "Reboot"}
_ONCE: Final = {"--new": 0, "--seed": 1}
"""Options of a start that hold for it alone, with how many words follow: a restart goes on with the game."""


class Power(Protocol):
    """What the main loop asks."""

    def refuses(self, what: What) -> Refusal | None:
        """Why it cannot be done here; None when it can."""
        ...


class Logind:
    """A computer whose systemd switches it. `ask` runs a program."""

    def __init__(self, ask: Ask = asked) -> None:
        self._ask = ask

    def refuses(self, what: What) -> Refusal | None:
        method = _METHODS.get(what)
        if method is None:
            return None
        said = self._ask((*_LOGIND, f"Can{method}"))
        return None if said is not None and said.split() == ["s", '"yes"'] else Refusal("no_power")

    def switch(self, what: What) -> bool:
        """Switches the computer, once everything is closed; whether it was obeyed."""
        return self._ask((*_LOGIND, _METHODS[what], "b", "false")) is not None


def again(arguments: Sequence[str]) -> list[str]:
    """The command line of a restart."""
    kept: list[str] = []
    left = list(arguments)
    while left:
        word = left.pop(0)
        if word in _ONCE:
            left = left[_ONCE[word] :]
        elif word.partition("=")[0] not in _ONCE:
            kept.append(word)
    return kept


def carry_out(what: What, logind: Logind) -> bool:
    """Once everything is closed: the program begins anew, or the computer is switched. False: it was not
    obeyed. A restart does not return."""
    if what in _METHODS:
        return logind.switch(what)
    if what == "restart":
        os.execv(sys.executable, [sys.executable, *again(sys.orig_argv[1:])])
    return True
