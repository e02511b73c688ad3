"""What the firmware remembers of half-sorted rows and does not tell, followed from what it tells."""

from __future__ import annotations

from firmware_bridge.message import NONE, Collect, Command, Lower, MachineState, Raise, Sorter, Status

_LIE_LOW = (MachineState.READY, MachineState.STAGED, MachineState.UNHOMED)


class Rows:
    """`begun` is `sort->begun_set` of hardware/firmware: a set is not whole in the drum, because sorting it
    into the rows has begun and not ended. A service that starts anew learns of it when the set is sorted on.
    """

    def __init__(self) -> None:
        self.begun = False
        self._rising = False

    def follow(self, status: Status) -> None:
        """One more status."""
        if status.sorter is Sorter.SORTING:
            self.begun = True
        elif status.sorter is Sorter.STAGED or status.row_set != NONE:
            self.begun = False
        if status.state is MachineState.RAISING:
            self._rising = True
        elif status.state is MachineState.PRESENTED and self._rising:
            self.begun = self._rising = False
        elif status.state in _LIE_LOW:
            self._rising = False


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
