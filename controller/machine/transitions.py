"""The steps between two hands, what moves the table from one to the next, and the table of transitions."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from firmware_bridge.message import (
    NONE,
    Close,
    Command,
    Home,
    MachineState,
    Raise,
    Shuffle,
    Status,
    ThrowDice,
)


class CycleStep(StrEnum):
    BOOT = "boot"
    HOMING = "homing"
    WAIT = "wait"
    """For START: nothing moves."""
    COLLECT = "collect"
    INTAKE = "intake"
    """The hatch is open; START closes it."""
    CLOSE = "close"
    SHUFFLE = "shuffle"
    RAISE = "raise"
    THROW = "throw"
    REHOME = "rehome"
    """The machine lost its position after the walls rose and before the dice fell."""
    PLAY = "play"
    DONE = "done"


class Trigger(StrEnum):
    UNHOMED = "unhomed"
    READY = "ready"
    INTAKE = "intake"
    LOADED = "loaded"
    """A set is in the drum, none is staged."""
    STAGED = "staged"
    """A set is staged, the drum is empty."""
    BOTH = "both"
    STANDING = "standing"
    WALLS = "walls"
    DICE = "dice"
    START = "start"
    DISCARD = "discard"
    """A discard of the hand was accepted: what lies in the ponds is of it."""
    HAND_OVER = "hand_over"
    GAME_OVER = "game_over"
    GAME_ON = "game_on"
    """A correction says that another hand follows after all."""
    GAME_SET = "game_set"
    """Somebody chose who plays: START has not been pressed for this game."""
    HAND_ON = "hand_on"
    """A correction says that the hand is not over: where no machine works, it is played on."""


Next = tuple[CycleStep, Command | None]
_AT_REST: Final = (Trigger.READY, Trigger.STAGED, Trigger.LOADED, Trigger.BOTH, Trigger.STANDING)
BEFORE_THE_WALLS: Final = (
    CycleStep.COLLECT,
    CycleStep.INTAKE,
    CycleStep.CLOSE,
    CycleStep.SHUFFLE,
    CycleStep.RAISE,
)

TRANSITIONS: Final[dict[tuple[CycleStep, Trigger], Next]] = {
    (CycleStep.BOOT, Trigger.UNHOMED): (CycleStep.HOMING, Home()),
    (CycleStep.BOOT, Trigger.READY): (CycleStep.WAIT, None),
    (CycleStep.BOOT, Trigger.STAGED): (CycleStep.WAIT, None),
    (CycleStep.BOOT, Trigger.STANDING): (CycleStep.WAIT, None),
    (CycleStep.BOOT, Trigger.INTAKE): (CycleStep.INTAKE, None),
    (CycleStep.BOOT, Trigger.LOADED): (CycleStep.SHUFFLE, Shuffle()),
    (CycleStep.BOOT, Trigger.BOTH): (CycleStep.RAISE, Raise()),
    # The walls rose while the service was away.
    (CycleStep.BOOT, Trigger.WALLS): (CycleStep.THROW, ThrowDice()),
    (CycleStep.WAIT, Trigger.WALLS): (CycleStep.THROW, ThrowDice()),
    **{(CycleStep.HOMING, at_rest): (CycleStep.WAIT, None) for at_rest in _AT_REST},
    (CycleStep.COLLECT, Trigger.INTAKE): (CycleStep.INTAKE, None),
    (CycleStep.INTAKE, Trigger.START): (CycleStep.CLOSE, Close()),
    (CycleStep.CLOSE, Trigger.LOADED): (CycleStep.SHUFFLE, Shuffle()),
    (CycleStep.CLOSE, Trigger.BOTH): (CycleStep.RAISE, Raise()),
    # Nothing was pushed in.
    **{(CycleStep.CLOSE, empty): (CycleStep.WAIT, None) for empty in (Trigger.READY, Trigger.STAGED)},
    (CycleStep.SHUFFLE, Trigger.BOTH): (CycleStep.RAISE, Raise()),
    (CycleStep.SHUFFLE, Trigger.STAGED): (CycleStep.RAISE, Raise()),
    (CycleStep.RAISE, Trigger.WALLS): (CycleStep.THROW, ThrowDice()),
    (CycleStep.THROW, Trigger.DICE): (CycleStep.PLAY, None),
    (CycleStep.THROW, Trigger.UNHOMED): (CycleStep.REHOME, Home()),
    **{(CycleStep.REHOME, at_rest): (CycleStep.THROW, ThrowDice()) for at_rest in _AT_REST},
    (CycleStep.PLAY, Trigger.HAND_OVER): (CycleStep.WAIT, None),
    (CycleStep.PLAY, Trigger.GAME_OVER): (CycleStep.DONE, None),
    (CycleStep.WAIT, Trigger.GAME_OVER): (CycleStep.DONE, None),
    # The game is over after all: no wall rises for a hand that nobody plays.
    **{(step, Trigger.GAME_OVER): (CycleStep.DONE, None) for step in BEFORE_THE_WALLS},
    (CycleStep.DONE, Trigger.GAME_ON): (CycleStep.WAIT, None),
    # The machine lost its position (power, STOP) between two hands: home again, then wait.
    (CycleStep.WAIT, Trigger.UNHOMED): (CycleStep.HOMING, Home()),
    **{(step, Trigger.UNHOMED): (CycleStep.HOMING, Home()) for step in BEFORE_THE_WALLS},
}
"""(step, trigger) -> (next step, what is sent to the machine). What is not listed changes nothing."""

_STATES: Final = {
    MachineState.UNHOMED: Trigger.UNHOMED,
    MachineState.INTAKE: Trigger.INTAKE,
    MachineState.PRESENTED: Trigger.STANDING,
}


def trigger_of(status: Status) -> Trigger | None:
    """What the machine's state asks for, None for one in which it is on its way."""
    loaded = status.drum_set != NONE
    if status.state is MachineState.READY:
        return Trigger.LOADED if loaded else Trigger.READY
    if status.state is MachineState.STAGED:
        return Trigger.BOTH if loaded else Trigger.STAGED
    return _STATES.get(status.state)
