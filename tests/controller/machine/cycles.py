"""The machine's cycle followed step by step: what comes in, what is commanded, the step after it."""

from __future__ import annotations

from controller.machine.cycle import Cycle
from controller.machine.transitions import CycleStep, Trigger
from firmware_bridge.device import News
from firmware_bridge.message import (
    NONE,
    Command,
    MachineState,
    Sorter,
    Status,
    WallsPresented,
)

S = MachineState


WALLS = WallsPresented((17, 17, 17, 17))


Script = list[tuple[News | Trigger, list[Command], CycleStep]]


def status(state: MachineState, drum: int = NONE, rows: int = NONE, mat: int = NONE) -> Status:
    """`rows` hold a whole set; one that is being sorted lies in drum and rows."""
    sorter = Sorter.EMPTY if rows == NONE else Sorter.SORTING if rows == drum else Sorter.STAGED
    return Status(state, sorter, drum, rows, mat)


def follow(cycle: Cycle, script: Script) -> None:
    for what, commands, step in script:
        assert cycle.feed(what) == commands, what
        assert cycle.step is step, what
