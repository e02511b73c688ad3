"""The machine's cycle between two hands, as a table of transitions.

A hand begins when somebody presses START: the tiles are collected, shuffled and stacked, the walls
rise, the dice fall, and the players play until the result is paid. The machine is moved by nothing
else: never by vision, never while a hand is being played. What the engine is told of walls and dice
is what the machine reports here.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from firmware_bridge.message import (
    Collect,
    Command,
    DiceFell,
    Home,
    MachineState,
    Raise,
    Report,
    Shuffle,
    Status,
    ThrowDice,
    WallsPresented,
)


class Step(StrEnum):
    BOOT = "boot"
    HOMING = "homing"
    WAIT = "wait"
    """For START: nothing moves."""
    COLLECT = "collect"
    SHUFFLE = "shuffle"
    RAISE = "raise"
    THROW = "throw"
    PLAY = "play"
    DONE = "done"


class Trigger(StrEnum):
    UNHOMED = "unhomed"
    READY = "ready"
    TAKEN_IN = "taken_in"
    STAGED = "staged"
    STANDING = "standing"
    WALLS = "walls"
    DICE = "dice"
    START = "start"
    HAND_OVER = "hand_over"
    GAME_OVER = "game_over"
    GAME_ON = "game_on"
    """A correction says that another hand follows after all."""


TABLE: Final[dict[tuple[Step, Trigger], tuple[Step, Command | None]]] = {
    (Step.BOOT, Trigger.UNHOMED): (Step.HOMING, Home()),
    (Step.BOOT, Trigger.READY): (Step.WAIT, None),
    (Step.BOOT, Trigger.TAKEN_IN): (Step.SHUFFLE, Shuffle()),
    (Step.BOOT, Trigger.STAGED): (Step.RAISE, Raise()),
    (Step.BOOT, Trigger.STANDING): (Step.WAIT, None),
    # The walls rose while the service was away.
    (Step.BOOT, Trigger.WALLS): (Step.THROW, ThrowDice()),
    (Step.WAIT, Trigger.WALLS): (Step.THROW, ThrowDice()),
    (Step.HOMING, Trigger.READY): (Step.WAIT, None),
    (Step.WAIT, Trigger.START): (Step.COLLECT, Collect()),
    (Step.COLLECT, Trigger.TAKEN_IN): (Step.SHUFFLE, Shuffle()),
    (Step.SHUFFLE, Trigger.STAGED): (Step.RAISE, Raise()),
    (Step.RAISE, Trigger.WALLS): (Step.THROW, ThrowDice()),
    (Step.THROW, Trigger.DICE): (Step.PLAY, None),
    (Step.PLAY, Trigger.HAND_OVER): (Step.WAIT, None),
    (Step.PLAY, Trigger.GAME_OVER): (Step.DONE, None),
    (Step.WAIT, Trigger.GAME_OVER): (Step.DONE, None),
    (Step.DONE, Trigger.START): (Step.COLLECT, Collect()),
    (Step.DONE, Trigger.GAME_ON): (Step.WAIT, None),
    # The machine lost its position (power, STOP) between two hands: home again, then wait.
    (Step.WAIT, Trigger.UNHOMED): (Step.HOMING, Home()),
    (Step.COLLECT, Trigger.UNHOMED): (Step.HOMING, Home()),
    (Step.SHUFFLE, Trigger.UNHOMED): (Step.HOMING, Home()),
    (Step.RAISE, Trigger.UNHOMED): (Step.HOMING, Home()),
}
"""(step, trigger) -> (next step, what the machine is told). What is not listed changes nothing."""

_STATES: Final = {
    MachineState.UNHOMED: Trigger.UNHOMED,
    MachineState.READY: Trigger.READY,
    MachineState.CLOSING: Trigger.TAKEN_IN,
    MachineState.STAGED: Trigger.STAGED,
    MachineState.PRESENTED: Trigger.STANDING,
}


class Cycle:
    """Where the table stands between hands; `feed` gives the commands for the machine."""

    def __init__(self, throws: int = 1) -> None:
        """`throws` of the dice break the wall (`engine.wall.throws`)."""
        self.step = Step.BOOT
        self._throws = throws
        self._fallen = 0

    def resume(self, thrown: int) -> list[Command]:
        """A hand was on the table when the service stopped, so many throws had fallen: play on, or
        throw the dice now."""
        self._fallen = thrown
        self.step = Step.PLAY if thrown >= self._throws else Step.THROW
        return [] if self.step is Step.PLAY else [ThrowDice()]

    def feed(self, what: Report | Trigger) -> list[Command]:
        trigger = what if isinstance(what, Trigger) else _trigger(what)
        found = TABLE.get((self.step, trigger)) if trigger else None
        if found is None:
            return []
        if trigger is Trigger.DICE:
            self._fallen += 1
            if self._fallen < self._throws:
                return [ThrowDice()]
        self.step, command = found
        if self.step is Step.THROW:
            self._fallen = 0
        return [] if command is None else [command]


def _trigger(report: Report) -> Trigger | None:
    if isinstance(report, Status):
        return _STATES.get(report.state)
    if isinstance(report, WallsPresented):
        return Trigger.WALLS
    if isinstance(report, DiceFell):
        return Trigger.DICE
    return None
