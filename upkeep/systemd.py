"""Asks systemd to start a unit of ours, as the table's user, over D-Bus by its own tool `busctl`.

The appliance's rule of polkit lets that user start these units, and no others; `controller.power` asks logind
in the same way.
"""

from __future__ import annotations

from typing import Final

from runtime.programs import Ask, asked

_START: Final = (
    *("busctl", "--system", "--timeout=5", "call"),
    *("org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager"),
    *("StartUnit", "ss"),
)
_SAMPLE: Final = "jantaku-care@look.service"
_OURS: Final = ("jantaku-care@*", "jantaku-update@*")


class Systemd:
    """`ask` runs a program."""

    def __init__(self, ask: Ask = asked) -> None:
        self._ask = ask

    def there(self) -> bool:
        """Whether this computer is an appliance, whose units can be asked."""
        said = self._ask(("systemctl", "show", "-p", "LoadState", "--value", _SAMPLE))
        return said is not None and said.strip() == "loaded"

    def start(self, unit: str) -> bool:
        """Whether it is allowed, and begins; it goes on by itself."""
        return self._ask((*_START, unit, "replace")) is not None

    def busy(self) -> bool:
        """Whether one of them runs; also where nobody answers: when a service is stopped, systemd ends the
        program that asks, too, and the page still sends its last answer."""
        states = "--state=active,activating,deactivating"
        said = self._ask(("systemctl", "list-units", "--plain", "--no-legend", states, *_OURS))
        return said is None or bool(said.strip())
