"""A short virtual game as a table tells it, for who writes a display: `jantaku mqtt replay` plays it.

    python -m benchmarks.sample_session controller/sample/session.jsonl.gz

The service is the real one; machine, seats and eyes tell it at their times what the virtual people do, so
that half an hour of play takes a minute.
"""

from __future__ import annotations

import argparse
import gzip
import tempfile
from pathlib import Path
from typing import Any, Final, cast

from pydantic import BaseModel

from controller.bus.session import Recorder
from controller.machine.report import MachineReport
from controller.panel import Button
from controller.topics import EventMessage, Info, Phase, Snapshot, Status, Tick, Topics
from controller.virtual.plan import HandPlan, PlayedPlan
from engine import events as ev
from engine.rules import Ruleset
from firmware_bridge.message import Flag, MachineState, Sorter, WallsPresented
from firmware_bridge.message import Status as MachineStatus
from tests.controller.desk import TICK, Desk, FakeBus
from tests.flows.truth import Performance

TOPICS: Final = Topics("home", "table-1")
NAMES: Final = ("Akira", "Olena", "Sven", "Mei")
SEED: Final = 6
"""An East game of four hands: a win with calls and riichi, an exhaustive draw, two wins."""
BEGINS_MS: Final = 1_790_000_000_000
THINKS_S: Final = 0.75
"""From one confirmation to the next."""
LOOKS_S: Final = 3.0
"""At what was paid."""
PUSH_S: Final = 2.0
"""Tiles into the hatch."""
WAITS_S: Final = 30.0
"""For a result, at most."""
INFO: Final = Info(software="sample", club="home", table="table-1", preset="rrc", capabilities=["delayed"])


class SessionBus(FakeBus):
    """Writes down what it is told, with the time of the table; `now` is set by its desk."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.written: Recorder | None = None

    def tell(self, name: str, model: BaseModel | None, *, retain: bool = True) -> None:
        if self.written is None:
            return
        at = {"ts_ms": self.ms} if model is not None and "ts_ms" in type(model).model_fields else {}
        payload = b"" if model is None else model.model_copy(update=at).model_dump_json().encode()
        self.written.heard(f"{TOPICS.root}/{name}", payload, retain)

    @property
    def ms(self) -> int:
        return BEGINS_MS + round(self.now * 1000)

    def publish_state(self, snapshot: Snapshot) -> None:
        super().publish_state(snapshot)
        self.tell("state", snapshot)

    def publish_event(self, event: EventMessage) -> None:
        super().publish_event(event)
        self.tell("event", event, retain=False)

    def publish_machine(self, report: MachineReport) -> None:
        super().publish_machine(report)
        self.tell("machine", report)

    def show(self, name: str, model: Any, qos: int = 0) -> None:
        super().show(name, model, qos)
        self.tell(name, model)


class Session(Desk):
    """A desk that plays a plan by itself and writes down what it tells."""

    BUS = SessionBus

    def __init__(self, folder: Path, written: Recorder, plan: PlayedPlan) -> None:
        self._plan = plan
        announced = plan.before.log[0]
        super().__init__(folder, (announced,))
        self.session = cast("SessionBus", self.bus)
        self.session.written = written

    def turn(self, seconds: float = TICK) -> list[ev.Event]:
        self.session.now = self.now + seconds
        accepted = super().turn(seconds)
        if int(self.now) > int(self.now - seconds):
            rev = self.shown.rev
            self.session.tell("tick", Tick(ts_ms=self.session.ms, rev=rev), retain=False)
        return accepted

    def play(self) -> None:
        """The whole game, until its standings have been looked at."""
        number = 0
        self.session.tell("$info", INFO)
        self.session.tell("$status", Status(online=True, boot="boot"))
        self._report(MachineState.READY)
        while (hand := self._plan.hand(number)) is not None:
            self._cycle()
            self._perform(hand)
            self._confirm()
            self.wait(LOOKS_S)
            number += 1

    def _report(self, state: MachineState, percent: int = 0, **more: Any) -> None:
        self.device.reports.append(MachineStatus(state, percent=percent, **more))
        self.turn()

    def _cycle(self) -> None:
        """From START to standing walls: the hatch opens, the tiles go in, are sorted and rise."""
        self.press(Button.START, 0)
        self.turn()
        self._report(MachineState.OPENING)
        self._report(MachineState.INTAKE, flags=Flag.HATCH_OPEN)
        self.wait(PUSH_S)
        self.press(Button.START, 0)
        self.turn()
        self._report(MachineState.CLOSING)
        self._report(MachineState.READY, drum_set=0)
        for percent in range(0, 101, 10):
            stacks = (17 * percent // 100,) * 4
            self._report(MachineState.SORTING, percent, sorter=Sorter.SORTING, stacks=stacks)
        self._report(MachineState.STAGED, sorter=Sorter.STAGED)
        for percent in range(0, 101, 20):
            self._report(MachineState.RAISING, percent)

    def _perform(self, hand: HandPlan) -> None:
        people = Performance(self.game, self.now)
        people.perform(hand.events)
        for t, given in sorted(people.timeline, key=lambda entry: entry[0]):
            while self.now + TICK < t:
                self.turn()
            self.give(given)
            if isinstance(given, WallsPresented):
                self._report(MachineState.PRESENTED)
            self.turn(max(0.0, t - self.now))

    def _confirm(self) -> None:
        """The result is shown, and confirmed by one after the other."""
        for _ in range(round(WAITS_S / TICK)):
            if self.shown.phase is Phase.CONFIRM:
                break
            self.turn()
        for seat in range(4):
            self.wait(THINKS_S)
            self.press(Button.CONFIRM, seat)
            self.turn()


def make(path: Path, seed: int) -> int:
    """Writes the session of a seed; how many messages it has."""
    rules = Ruleset.preset("rrc", {"game.length": "tonpuusen"})
    with tempfile.TemporaryDirectory() as folder, gzip.open(path, "wt", encoding="utf-8") as file:
        written = Recorder(file, TOPICS.root, lambda: session.session.now)
        session = Session(Path(folder), written, PlayedPlan(rules, NAMES, seed))
        session.play()
        session.service.close()
        return written.count


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A short virtual game as a table tells it.")
    parser.add_argument("path", type=Path)
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args()
    count = make(asked.path, asked.seed)
    print(f"{count} messages, {asked.path.stat().st_size} bytes")
