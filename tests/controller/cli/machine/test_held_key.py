"""A key that is held down, on a pseudo terminal."""

from __future__ import annotations

import os
import termios
from collections.abc import Iterator

import pytest

from controller.cli.machine.held_key import held_key


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Where a person types, and where the program reads."""
    ends = os.openpty()
    yield ends
    for end in ends:
        os.close(end)


def test_the_last_key_counts_and_silence_means_that_it_was_let_go(terminal: tuple[int, int]) -> None:
    keyboard, program = terminal
    with held_key(program) as pressed:
        os.write(keyboard, b"   ")
        assert pressed(5.0) == " "
        assert pressed(0.0) == ""
        os.write(keyboard, b"  q")
        assert pressed(5.0) == "q"


def test_the_terminal_is_as_before_whatever_happens(terminal: tuple[int, int]) -> None:
    _, program = terminal
    before = termios.tcgetattr(program)

    def fail() -> None:
        with held_key(program):
            assert termios.tcgetattr(program) != before
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert termios.tcgetattr(program) == before
