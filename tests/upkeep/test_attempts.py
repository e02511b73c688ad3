"""A table that cannot begin is tried again: what is said, how often, and what ends it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from controller.web.place import WebError
from tests.mine import mine
from upkeep import attempts
from upkeep.attempts import LEAST_S, SHARE, begun
from upkeep.finding import Finding, Level


@dataclass
class Door:
    """Stands in the place of the web door."""

    url: str = "http://127.0.0.1:8090/"
    open: bool = True
    shown: list[tuple[str, Any]] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)

    def show(self, trouble: str, findings: Any) -> None:
        self.shown.append((trouble, findings))

    def wait(self, seconds: float) -> bool:
        self.waited.append(seconds)
        return False

    def close(self) -> None:
        self.open = False


@dataclass
class Bench:
    doors: list[Door] = field(default_factory=list)
    said: list[tuple[str, str]] = field(default_factory=list)

    def door(self) -> Any:
        self.doors.append(Door())
        return self.doors[-1]

    def tried(self, begin: Callable[[Any], str]) -> str:
        fault = Finding("disk", Level.FAULT, "data_unwritable", {"folder": "/srv"})
        return begun(
            begin,
            lambda error: isinstance(error, WebError),
            self.door,
            lambda: [fault],
            lambda sentence, page: self.said.append((sentence, page)),
        )


def failing(*errors: Exception) -> Callable[[Any], str]:
    """A table that begins after so many errors."""
    left = list(errors)

    def begin(_safe: Any) -> str:
        if left:
            raise left.pop(0)
        return "begun"

    return begin


def test_a_table_that_begins_needs_no_door() -> None:
    bench = Bench()
    assert bench.tried(failing()) == "begun"
    assert (bench.doors, bench.said) == ([], [])


def test_each_sentence_is_said_once_and_the_page_says_the_newest() -> None:
    bench = Bench()
    assert bench.tried(failing(OSError("one"), OSError("one"), ValueError("two"))) == "begun"
    (door,) = bench.doors
    assert bench.said == [("one", door.url), ("two", door.url)]
    assert [trouble for trouble, _ in door.shown] == ["one", "one", "two"]
    assert not door.open


def test_what_no_attempt_can_mend_is_raised_and_the_door_closed() -> None:
    bench = Bench()
    with pytest.raises(WebError):
        bench.tried(failing(OSError("one"), WebError("taken")))
    assert not bench.doors[0].open
    with pytest.raises(WebError):
        bench.tried(failing(WebError("taken")))
    assert len(bench.doors) == 1


def test_the_computer_is_left_to_the_page_for_most_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    mine(monkeypatch, time, monotonic=lambda: now[0])
    bench = Bench()

    def slow(error: float, begin: Callable[[Any], str]) -> Callable[[Any], str]:
        def tried(safe: Any) -> str:
            now[0] += error
            return begin(safe)

        return tried

    bench.tried(slow(0.1, failing(OSError("one"))))
    bench.tried(slow(7.0, failing(OSError("one"))))
    assert [door.waited for door in bench.doors] == [[LEAST_S], [7.0 * SHARE]]


def test_a_door_that_was_given_up_for_the_table_is_opened_again() -> None:
    bench = Bench()
    begin = failing(OSError("one"), OSError("two"), OSError("three"))

    def elsewhere(safe: Any) -> str:
        if safe is not None:
            safe.close()
        return begin(safe)

    assert bench.tried(elsewhere) == "begun"
    assert len(bench.doors) == 3


def test_a_door_that_is_open_already_is_the_first_attempts() -> None:
    bench, door = Bench(), Door()
    seen: list[Any] = []

    def begin(safe: Any) -> str:
        seen.append(safe)
        if len(seen) == 1:
            raise OSError("one")
        return "begun"

    assert begun(begin, lambda _: False, bench.door, list, lambda *_: None, door) == "begun"
    assert (seen, bench.doors, door.shown, door.open) == ([door, door], [], [("one", [])], False)


def test_no_password_stands_on_the_page() -> None:
    bench = Bench()
    bench.tried(failing(ValueError("'mqtt://anna:verysecret@host' is no broker")))
    assert "verysecret" not in repr((bench.said, bench.doors))


class Manager:
    """As systemd would be told."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str, float]] = []

    def begins(self, sentence: str, seconds: float) -> None:
        self.calls.append(("begins", sentence, seconds))

    def stands(self, sentence: str, seconds: float) -> None:
        self.calls.append(("stands", sentence, seconds))


def test_whoever_watches_the_service_is_told_how_long_each_step_may_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    manager = Manager()
    monkeypatch.setattr(attempts, "MANAGER", manager)
    mine(monkeypatch, time, monotonic=lambda: 0.0)
    Bench().tried(failing(OSError("one"), OSError("two")))
    put_together = ("begins", "It is being put together.", 300.0)
    assert manager.calls == [
        *(put_together, ("stands", "one", 305.0), put_together, ("stands", "two", 305.0)),
        put_together,
    ]


def test_a_page_stands_long_enough_to_be_read_and_pressed() -> None:
    assert (LEAST_S, SHARE, attempts.BEGINNING_S) == (5.0, 10.0, 300.0)
