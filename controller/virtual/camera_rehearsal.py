"""A virtual table that plays for the camera alone: no service, every gate opens by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from contract.messages.seat_panel import Lamp
from controller.virtual.gesture import Gate, GestureStep
from controller.virtual.world import VirtualTable
from engine.state.events import Event
from vision.scene.scene import Scene

LAMPS: Final = {Gate.ASKED_TENPAI: Lamp.ASK_TENPAI, Gate.PAID: Lamp.ASK_START}


@dataclass(frozen=True, slots=True)
class Moment:
    """The table at `t` seconds: `events` are those that have become visible since the moment before.

    `hand` counts from 0; `doing` names the step that goes on.
    """

    t: float
    hand: int
    doing: str
    events: tuple[Event, ...]
    scene: Scene


class CameraRehearsal:
    """Runs `table` from its beginning to its end. It can be run once."""

    def __init__(self, table: VirtualTable) -> None:
        self.table = table
        self._reported = (0, 0)
        self._steps: tuple[GestureStep, ...] = table.steps

    def moments(self, rate: float) -> Iterator[Moment]:
        """One a picture, `rate` a second, until the game is over."""
        number = 0
        while True:
            t = number / rate
            self._open()
            self.table.step(t)
            self.table.panel.poll(t)
            scene = self.table.scene(t)
            yield Moment(t, len(self.table.plans) - 1, self.table.step_name, self._news(), scene)
            if self.table.finished:
                return
            number += 1

    def at(self, t: float) -> Scene:
        """The scene at another moment of the step that goes on, as an exposure needs it."""
        return self.table.scene(t)

    def _open(self) -> None:
        step = self.table.current
        if step is None:
            return
        lamp = LAMPS.get(step.gate, Lamp.OFF)
        for seat in range(4):
            self.table.panel.show(seat, lamp)
        if self.table.begun is None:
            match step.gate:
                case Gate.COLLECTED:
                    self.table.collected()
                case Gate.RAISED:
                    self.table.raised()
                case Gate.THROWN:
                    self.table.dice()

    def _news(self) -> tuple[Event, ...]:
        """What the steps show that are over since the last time."""
        hand, done = self._reported
        now_hand, now_done = self.table.position
        out: list[Event] = []
        if now_hand != hand or self.table.finished:
            out += [event for step in self._steps[done:] for event in step.events]
            hand, done = now_hand, 0
            self._steps = () if self.table.finished else self.table.steps
        out += [event for step in self._steps[done:now_done] for event in step.events]
        self._reported = (hand, now_done)
        return tuple(out)
