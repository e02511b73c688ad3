"""What people can do about the machine: from how it stands to a short list, the likeliest first.

The law: whatever is offered the firmware accepts in that state (its own conditions are repeated here, each
with the place in hardware/firmware/core where it stands), and where nothing goes on by itself something is
offered. An act is a press of START by another name: nothing moves before somebody chooses one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from contract.messages import ActCode, ActView
from controller.machine.cycle import SHORT
from controller.machine.transitions import CycleStep
from firmware_bridge.faults import fault_of
from firmware_bridge.message import NONE, Flag, MachineState, Sorter, Status
from firmware_bridge.pins import STEPPERS, Axis, Input

MOST: Final = 4
"""Acts that are offered at once."""
IN_PLAY: Final = (CycleStep.THROW, CycleStep.REHOME, CycleStep.PLAY)
"""Steps at which the machine has raised the walls of a hand that is played, or about to be."""
_WAITS: Final = (CycleStep.WAIT, CycleStep.DONE)
_STOPPED: Final = (MachineState.FAULT, MachineState.ESTOP)
_RESTS: Final = (MachineState.READY, MachineState.STAGED, MachineState.PRESENTED)
_ESTOP, _LID, _CONFIG = 0x04, 0x05, 0x06
_ROW_FAULTS: Final = ("LANE_FULL_EARLY", "SENSOR_STUCK")
"""Faults that may say no more than that a row does not hold what the machine believes."""
_ROWS_FULL: Final = (Input.ROW_FULL0, Input.ROW_FULL1, Input.ROW_FULL2, Input.ROW_FULL3)
_ALL_HOMED: Final = sum(1 << axis for axis in STEPPERS)
Acts = tuple[ActView, ...]


@dataclass(frozen=True, slots=True)
class Stands:
    """How the machine, its cycle and the game stand; `people`: they build the walls, and are at `step`."""

    status: Status | None
    """As last published; None before."""
    step: CycleStep
    lost: bool = False
    """It does not answer."""
    begun: bool = False
    """Sorting into the rows has begun and not ended (`Flag.BEGUN`)."""
    short: bool = False
    """Tiles of the set in the drum are missing."""
    sets: int = 1
    """Of tiles that are played."""
    people: bool = False
    barred: bool = False
    """The stop or the lid was let go a moment ago: no press counts yet (`safety/consent.c`)."""
    testing: bool = False
    acted: bool = False
    """Somebody has chosen a moment ago."""
    unsure: bool = False
    """It has sent nothing for a moment, or is sent its settings: a press might not reach it."""
    settled: bool = True
    """It has stood so for a while: no command is on its way."""
    may_begin: bool = True
    """Another hand may begin: nobody else has to be waited for."""

    @property
    def prepares(self) -> bool:
        """No hand is played."""
        return self.step not in IN_PLAY


def acts(stands: Stands) -> Acts:
    """What people can do now, `MOST` at most; nothing while it moves or is tested, or all is well in a
    hand."""
    if stands.testing or stands.acted:
        return ()
    if stands.people:
        return _with_people(stands)
    instead = _instead(stands)
    own = () if stands.unsure else (*_again(stands), *_tiles(stands))
    return (*own[: MOST - len(instead)], *instead)


def asks(stands: Stands) -> bool:
    """Whether nothing goes on before somebody does something; waiting for START of a hand is no trouble."""
    status = stands.status
    if stands.testing or (stands.people and not stands.prepares):
        return False
    if stands.people or stands.lost or status is None:
        return stands.people or (stands.lost and stands.step is not CycleStep.PLAY)
    if status.state in (*_STOPPED, MachineState.INTAKE, MachineState.SERVICE) or held(status):
        return True
    if status.state is MachineState.UNHOMED:
        return stands.step is not CycleStep.PLAY
    short = stands.short and status.drum_set != NONE
    return stands.prepares and stands.settled and _rests(status) and (short or stands.step not in _WAITS)


def held(status: Status) -> bool:
    """Motion was interrupted, and goes on when somebody presses START."""
    return status.state is MachineState.HOLD and Flag.LEASE in status.flags and Flag.ASKED not in status.flags


def _one(act: ActCode, lane: int | None = None, tiles: int | None = None) -> Acts:
    return (ActView(act=act, lane=lane, set=tiles),)


def _with_people(stands: Stands) -> Acts:
    if not stands.prepares:
        return ()
    begin = _one(ActCode.START) if stands.may_begin else ()
    return (*begin, *_one(ActCode.BY_MACHINE))


def _instead(stands: Stands) -> Acts:
    """What goes on without the machine: walls by hand before a hand, dice by hand before the deal."""
    if not (stands.lost or _nothing_moves(stands.status)):
        return ()
    if stands.step in (CycleStep.THROW, CycleStep.REHOME):
        return _one(ActCode.THROW) if asks(stands) else ()
    return _one(ActCode.BY_HAND) if stands.prepares and stands.may_begin else ()


def _nothing_moves(status: Status | None) -> bool:
    if status is None:
        return False
    stopped = (*_STOPPED, MachineState.UNHOMED, MachineState.INTAKE, MachineState.SERVICE)
    return status.state in stopped or held(status) or _rests(status)


def _rests(status: Status) -> bool:
    return status.state in _RESTS and not status.action and status.sorter is not Sorter.SORTING


def _again(stands: Stands) -> Acts:
    """What makes the machine go on."""
    status = stands.status
    if stands.lost:
        return _one(ActCode.PLUG)
    if status is None:
        return ()
    if Flag.ESTOP in status.flags or (stands.barred and status.fault == _ESTOP):
        return _one(ActCode.RELEASE)
    if Flag.LID_OPEN in status.flags or (stands.barred and status.fault == _LID):
        return _one(ActCode.LID)
    if status.state in _STOPPED:
        return _stopped(stands, status)
    if held(status):
        return () if stands.barred else _one(ActCode.GO_ON)
    if status.state is MachineState.SERVICE:
        return _one(ActCode.GO_ON)
    if not _pressed_moves(stands, status):
        return ()
    if status.state is MachineState.UNHOMED:
        return () if stands.step is CycleStep.PLAY else _one(ActCode.GO_ON)
    closes = status.state is MachineState.INTAKE and _turns(status)
    return _one(ActCode.CLOSE) if closes else ()


def _stopped(stands: Stands, status: Status) -> Acts:
    """`clear_fault` and `press` of host/command.c, `table_clear` of table/table.c."""
    if Flag.LEASE not in status.flags:
        return _one(ActCode.PLUG)
    if stands.barred or (status.fault == _CONFIG and Flag.PINS_AGREE not in status.flags):
        return ()
    return (*_one(ActCode.GO_ON), *_short(stands, status), *_row(stands, status))


def _short(stands: Stands, status: Status) -> Acts:
    """Tiles are missing: they came to light in the machine, or the set is left aside."""
    if status.fault not in SHORT and not stands.short:
        return ()
    if status.drum_set not in (0, 1) or status.row_set not in (NONE, status.drum_set):
        return ()
    back = _one(ActCode.TILE_BACK) if not status.hatch_open else ()
    if stands.sets == 2:
        return (*back, *_one(ActCode.GIVE_UP, tiles=status.drum_set))
    return (*back, *(_one(ActCode.RAISE) if _leaves_rows(stands, status) else ()))


def _leaves_rows(stands: Stands, status: Status) -> bool:
    """Cleared, it stands with half-sorted rows (`leave_half_sorted` of table/table.c): they can be raised."""
    sorts = status.sorter is Sorter.SORTING and stands.begun
    sorts = sorts and status.standing_set == NONE and status.fault in SHORT
    moves = _homed(status) and Flag.SUPPLY in status.flags and _on(status, Input.HATCH_CLOSED)
    return stands.prepares and sorts and moves


def _row(stands: Stands, status: Status) -> Acts:
    if not stands.prepares or fault_of(status.fault).name not in _ROW_FAULTS:
        return ()
    lane = fault_of(status.fault).lane
    if lane is None and Axis.STACK0 <= status.axis <= Axis.STACK3:
        lane = status.axis - Axis.STACK0
    return () if lane is None else _one(ActCode.ROW_EMPTY, lane)


def _pressed_moves(stands: Stands, status: Status) -> bool:
    """`forbidden` of host/command.c, after a press."""
    return not stands.barred and Flag.LEASE in status.flags and Flag.PINS_AGREE in status.flags


def _homed(status: Status) -> bool:
    return status.homed & _ALL_HOMED == _ALL_HOMED


def _turns(status: Status) -> bool:
    """`table_command` of table/table.c, whatever is asked."""
    return _homed(status) and Flag.SUPPLY in status.flags and not status.action


def _tiles(stands: Stands) -> Acts:
    """What can be done with tiles and rows, before a hand."""
    status = stands.status
    if stands.lost or status is None or not stands.prepares or not _pressed_moves(stands, status):
        return ()
    if not _rests(status) or not _turns(status) or not stands.settled:
        return ()
    begins = stands.step in _WAITS and stands.may_begin and not stands.short
    start = _one(ActCode.START) if begins else ()
    if stands.step is CycleStep.DONE:
        return start
    return (
        *start,
        *_hatch(stands, status),
        *_short(stands, status),
        *_raise(stands, status),
        *(_one(ActCode.LOWER) if status.state is MachineState.PRESENTED else ()),
    )


def _hatch(stands: Stands, status: Status) -> Acts:
    """`collect` of table/table.c: the hatch opens for no other set than the one in drum and rows."""
    partial = _partial(stands, status)
    if status.drum_set != NONE:
        tiles = status.drum_set
    elif partial and status.row_set != NONE:
        tiles = status.row_set
    elif status.standing_set != NONE:
        tiles = status.standing_set
    else:
        tiles = 1 - status.row_set if stands.sets == 2 and status.row_set in (0, 1) else 0
    if partial and status.row_set not in (NONE, tiles):
        return ()
    return _one(ActCode.HATCH, tiles=tiles)


def _partial(stands: Stands, status: Status) -> bool:
    """`sort_rows_partial` of sorting/sort_state.c."""
    return status.sorter is Sorter.EMPTY and (status.row_set != NONE or stands.begun)


def _raise(stands: Stands, status: Status) -> Acts:
    """`raise_rows` of table/table.c; whole walls begin a hand."""
    if not _on(status, Input.HATCH_CLOSED):
        return ()
    whole = all(_on(status, row) for row in _ROWS_FULL)
    if status.state is MachineState.STAGED:
        return _one(ActCode.RAISE) if whole and stands.may_begin else ()
    part = status.state is MachineState.READY and _partial(stands, status)
    return _one(ActCode.RAISE) if part else ()


def _on(status: Status, wire: Input) -> bool:
    return bool(int.from_bytes(status.inputs, "little") >> wire & 1)
