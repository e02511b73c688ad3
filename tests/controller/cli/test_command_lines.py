"""Scripts and services give these words: a command, an option, its kind and its default stay as they are."""

from __future__ import annotations

import pytest

from tests.command_lines import kept, taken

HERE = [name for name in kept() if not name.startswith("jantaku club ")]


@pytest.mark.parametrize("command", HERE)
def test_a_command_takes_what_it_ever_took(command: str) -> None:
    """If it is meant to take something else: `python -m tests.command_lines`."""
    assert taken("controller")[command] == kept()[command]


def test_every_command_is_written_down() -> None:
    assert list(taken("controller")) == HERE
