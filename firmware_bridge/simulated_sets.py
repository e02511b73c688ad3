"""Where the tile sets of the simulated machine lie."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.message import NONE
from firmware_bridge.message import MachineState as State


@dataclass(slots=True)
class Sets:
    """Which set is where, NONE for nowhere; `sorted` when the rows hold all of theirs."""

    drum: int = NONE
    rows: int = NONE
    mat: int = NONE
    sorted: bool = False

    @classmethod
    def left(cls, state: State, count: int) -> Sets:
        """As they lie in a machine that was switched off in `state`, with one set or two."""
        if count == 1:
            return {
                State.CLOSING: cls(drum=0),
                State.STAGED: cls(rows=0, sorted=True),
                State.PRESENTED: cls(mat=0),
            }.get(state, cls())
        if state is State.PRESENTED:
            return cls(rows=1, mat=0, sorted=True)
        return cls(drum=0 if state in (State.CLOSING, State.STAGED) else NONE, rows=1, sorted=True)
