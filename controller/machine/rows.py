"""What lies in rows and drum, and what of it is in the way of the set that is played."""

from __future__ import annotations

from firmware_bridge.message import NONE, Collect, Command, Flag, Lower, MachineState, Raise, Sorter, Status


def foreign(status: Status | None) -> bool:
    """The rows hold a part of one set and the drum the other one."""
    if status is None or status.sorter is not Sorter.EMPTY or status.row_set == NONE:
        return False
    return status.drum_set not in (NONE, status.row_set)


def partial(status: Status | None) -> bool:
    """The rows hold something (`sort_rows_partial` of sorting/sort_state.c), which `Raise` lifts."""
    return status is not None and (Flag.BEGUN in status.flags or status.row_set != NONE)


def sank(status: Status | None, stood: int | None) -> bool:
    """Walls of the set that `stood` lie in the rows again: nobody had taken them when the lifts came down."""
    if status is None or status.state not in (MachineState.READY, MachineState.STAGED):
        return False
    return status.row_set != NONE and status.row_set == stood


def knew_where(status: Status | None) -> bool:
    return status is not None and status.state is not MachineState.UNHOMED


def loaded_in_play(status: Status) -> bool:
    return status.state is MachineState.PRESENTED and status.drum_set != NONE


def aside(status: Status | None, given_up: int | None, *, begun: bool) -> Command | None:
    """What takes a set that was given up out of the way: lifts down, its part of the rows up, and the hatch
    open for the other set. Where the firmware takes the drum for that of the first, it learns better while
    it sorts. None: nothing is in the way."""
    if status is None or given_up is None or status.sorter is not Sorter.EMPTY:
        return None
    partial = begun or status.row_set == given_up
    if status.state is MachineState.READY and partial:
        return Raise()
    if status.drum_set != given_up:
        return None
    if status.state is MachineState.PRESENTED and partial:
        return Lower()
    rests = status.state in (MachineState.READY, MachineState.PRESENTED)
    return Collect(given_up) if rests else None
