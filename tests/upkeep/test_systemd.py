"""What systemd is asked, word for word, and what each of its answers means."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from upkeep.systemd import Systemd


class Asked:
    """Answers the same to all, and remembers the question."""

    def __init__(self, answer: str | None) -> None:
        self.answer = answer
        self.commands: list[tuple[str, ...]] = []

    def __call__(self, command: Sequence[str]) -> str | None:
        self.commands.append(tuple(command))
        return self.answer


@pytest.mark.parametrize(
    ("answer", "there"),
    [("loaded\n", True), ("loaded", True), ("not-found\n", False), ("", False), (None, False)],
)
def test_our_units_are_there_where_one_is_loaded(answer: str | None, there: bool) -> None:
    asked = Asked(answer)
    assert Systemd(asked).there() is there
    assert asked.commands == [
        ("systemctl", "show", "-p", "LoadState", "--value", "jantaku-care@look.service")
    ]


@pytest.mark.parametrize(("answer", "began"), [('o "/job/7"\n', True), ("", True), (None, False)])
def test_a_unit_is_started_in_the_place_of_one_that_waits(answer: str | None, began: bool) -> None:
    """sd-bus(3): the method, its signature, and the two strings that it takes."""
    asked = Asked(answer)
    assert Systemd(asked).start("jantaku-care@reset.service") is began
    (command,) = asked.commands
    assert command[:4] == ("busctl", "--system", "--timeout=5", "call")
    manager = ("org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager")
    assert command[4:] == (*manager, "StartUnit", "ss", "jantaku-care@reset.service", "replace")


@pytest.mark.parametrize(
    ("answer", "busy"),
    [("jantaku-care@look.service loaded\n", True), ("", False), (" \n", False), (None, True)],
)
def test_who_gets_no_answer_takes_it_for_busy(answer: str | None, busy: bool) -> None:
    asked = Asked(answer)
    assert Systemd(asked).busy() is busy
    (command,) = asked.commands
    assert command[:4] == ("systemctl", "list-units", "--plain", "--no-legend")
    assert command[4] == "--state=active,activating,deactivating"
    assert command[5:] == ("jantaku-care@*", "jantaku-update@*")
