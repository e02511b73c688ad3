"""The way of a discard from the eyes to the page: few stations, and one judgement on it."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from contract.messages import EventMessage
from controller.infer.inference import Inferred
from controller.table.journal import Record
from controller.table.writer import Accepted, Refused
from engine.play import apply, check
from engine.play.apply import Outcome
from engine.state import events as ev
from engine.state.hand import Game
from tests.controller.desk import Desk, FakeBus
from tests.controller.given import perform, timeline

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
CONTROLLER = f"{ROOT / 'controller'}/"
MOST = 8
FOLLOWED = 4
"""Discards, one of each seat."""


@contextmanager
def profiled(watch: Callable[[FrameType, str, Any], None]) -> Iterator[None]:
    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(before)


def carried(value: object) -> ev.Event | None:
    """The discard that a value carries on, as itself or as what became of it."""
    if isinstance(value, Outcome | Accepted | Refused):
        value = value.event
    if isinstance(value, Inferred):
        value = value.events
    if isinstance(value, tuple | list):
        found = [event for event in map(carried, value) if event is not None]
        value = found[-1] if found else None
    return value if isinstance(value, ev.Discarded) else None


def is_message(value: object) -> bool:
    """What is sent or written of a discard."""
    if isinstance(value, Record):
        value = value.body
    if isinstance(value, EventMessage):
        return value.type == "discarded"
    return isinstance(value, dict) and value.get("type") == "discarded"


def name(frame: FrameType) -> str:
    if frame.f_code is FakeBus.publish_event.__code__:
        return "mqtt.Bus.publish_event"
    return f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_qualname}"


@dataclass
class Stations:
    """Functions that get a discard from another module, or give it to one, and hand it on.

    A function that only looks at it and gives nothing back is no station, nor is a helper inside
    a module. The engine, the contract and the codec are asked and give their answer; the way itself
    is the controller's. The desk's bus stands for `Bus` of `controller/bus/mqtt.py`.
    """

    seen: dict[str, None] = field(default_factory=dict)
    passed_on: set[str] = field(default_factory=set)

    def watch(self, frame: FrameType, what: str, value: Any) -> None:
        if what not in ("call", "return") or not _ours(frame) or "<" in frame.f_code.co_qualname:
            return
        caller = frame.f_back
        while caller is not None and "<" in caller.f_code.co_qualname:
            caller = caller.f_back
        if caller is None or caller.f_code.co_filename == frame.f_code.co_filename:
            return
        here = name(frame)
        if what == "return":
            if carried(value) is not None or is_message(value):
                self.seen[here] = None
                self.passed_on.add(here)
            return
        given = inspect.getargvalues(frame)
        if any(carried(given.locals[n]) is not None or is_message(given.locals[n]) for n in given.args):
            self.seen[here] = None
            self._handed_by(caller)
            if frame.f_code is FakeBus.publish_event.__code__:
                self.passed_on.add(here)  # to the page

    def _handed_by(self, caller: FrameType) -> None:
        """Whoever stands above in the same module hands it on."""
        at: FrameType | None = caller
        while at is not None and at.f_code.co_filename == caller.f_code.co_filename:
            self.passed_on.add(name(at))
            at = at.f_back

    def handed_on(self) -> list[str]:
        return [station for station in self.seen if station in self.passed_on]


def named() -> list[str]:
    """The stations that the page about the architecture names, in its order."""
    return re.findall(r"^\| \d+ \| `([a-z_]+\.[\w.]+)` \|", PAGE, re.MULTILINE)


def _ours(frame: FrameType) -> bool:
    path = frame.f_code.co_filename
    if path.endswith("/codec.py"):
        return False
    return path.startswith(CONTROLLER) or frame.f_code is FakeBus.publish_event.__code__


def test_the_stations_of_a_discard(desk: Desk) -> None:
    given = timeline(desk)
    found = Stations()
    with profiled(found.watch):
        for _ in perform(desk, given):
            if sum(isinstance(event, ev.Discarded) for event in desk.accepted) == FOLLOWED:
                break
    assert found.handed_on() == named()
    assert len(named()) <= MOST


def test_each_event_is_judged_once_and_applied_once(desk: Desk) -> None:
    judged: list[tuple[int, ev.Event]] = []
    applied: list[tuple[int, ev.Event]] = []
    # The step that makes the next game: `apply._next`.
    codes = {check.faults_of.__code__: judged, apply._next.__code__: applied}

    def watch(frame: FrameType, what: str, value: Any) -> None:
        del value
        if what == "call" and frame.f_code in codes:
            game: Game | None = frame.f_locals["game"]
            codes[frame.f_code].append((0 if game is None else len(game.log), frame.f_locals["event"]))

    given = timeline(desk)
    with profiled(watch):
        list(perform(desk, given))
    log = desk.service.table.events
    assert len(log) > 60
    assert sum(isinstance(event, ev.Discarded) for event in log) > 20
    # The announcement of the game came before anybody watched.
    counts = {n: (judged.count((n, e)), applied.count((n, e))) for n, e in enumerate(log) if n}
    assert {n: (log[n], found) for n, found in counts.items() if found != (1, 1)} == {}
