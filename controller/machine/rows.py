"""Rows that are in the way of the set that is played."""

from __future__ import annotations

from firmware_bridge.message import NONE, Collect, Command, Lower, MachineState, Raise, Sorter, Status


def foreign(status: Status | None) -> bool:
    """The rows hold a part of one set and the drum the other one."""
    if status is None or status.sorter is not Sorter.EMPTY or status.row_set == NONE:
        return False
    return status.drum_set not in (NONE, status.row_set)


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
