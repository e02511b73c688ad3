"""What `state` carries of the machine, and what people can do about it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from contract.messages.tree import Model


class MachineCode(StrEnum):
    """What the machine does."""

    NONE = "none"
    """This table has none."""
    BOOT = "boot"
    """It starts, or nothing has been received from it yet."""
    UNHOMED = "unhomed"
    """It does not know where its axes stand."""
    HOMING = "homing"
    READY = "ready"
    """Nothing stands on the mat and no set is staged."""
    OPENING = "opening"
    """The hatch goes up."""
    INTAKE = "intake"
    """The hatch is open for tiles, until START."""
    CLOSING = "closing"
    SORTING = "sorting"
    """With nothing on the mat; beside standing walls it stays `presented`, and `progress` counts."""
    STAGED = "staged"
    """A whole set stands under the rim."""
    RAISING = "raising"
    PRESENTED = "presented"
    """Walls stand on the mat."""
    LOWERING = "lowering"
    HOLD = "hold"
    """It has lost the table's heartbeat: everything stands, and goes on with it."""
    RECOVERING = "recovering"
    """It clears a fault by itself."""
    FAULT = "fault"
    """It waits for a person, then for START."""
    ESTOP = "estop"
    """The emergency stop is pressed."""
    SERVICE = "service"
    """A technician moves single axes, or it tests itself."""


class ActCode(StrEnum):
    """What people can do about the machine. Nobody sends the last four: they are done by hand."""

    START = "start"
    """Begin the next hand, as `cycle.start`."""
    GO_ON = "go_on"
    """The cause is removed: clear the fault, go on from where it stood, or home."""
    CLOSE = "close"
    """All tiles are in: close the hatch."""
    HATCH = "hatch"
    """Open the hatch for tiles of `set`."""
    RAISE = "raise"
    """Raise what lies in the rows."""
    LOWER = "lower"
    """Lower all lifts; what stands on them goes down with them."""
    ROW_EMPTY = "row_empty"
    """Row `lane` does not hold what the machine believes: it homes, and goes by the sensors of its rows."""
    TILE_BACK = "tile_back"
    """What was missing lies in the drum again: sort on, with the hatch shut."""
    GIVE_UP = "give_up"
    """Play on with the other set; tiles of `set` are taken out and left aside."""
    BY_HAND = "by_hand"
    """People build the walls, until the machine works again; it receives no commands meanwhile."""
    BY_MACHINE = "by_machine"
    """The machine prepares hands again."""
    RELEASE = "release"
    """Release the emergency stop."""
    LID = "lid"
    """Close the lid."""
    PLUG = "plug"
    """Look at the machine's cable and its power."""
    THROW = "throw"
    """Throw the dice on the mat."""


BY_PEOPLE: Final = (ActCode.RELEASE, ActCode.LID, ActCode.PLUG, ActCode.THROW)
"""Acts that nobody sends."""


class ActView(Model):
    """One thing that people can do now."""

    act: ActCode
    lane: int | None = None
    """Row that it is about, 0 to 3; null for all acts but `row_empty`."""
    set: int | None = None
    """Set of tiles that it is about, 0 or 1; null for all acts but `hatch` and `give_up`."""


class MachineView(Model):
    """What the screens show of the machine. It is no part of the game: where nothing else has changed,
    `state` comes again with the same `rev`."""

    state: MachineCode
    progress: float = 0.0
    """0..1 of what runs."""
    fault: int = 0
    """Stable number of a fault, 0 for none."""
    cause: str = ""
    """Name of the fault, such as LANE_JAM; empty for none. Its remedy is in the catalogues of the screens."""
    lane: int | None = None
    """Lane of the fault, 0 to 3; null where it has none."""
    hatch_open: bool = False
    """The centre is open: hands may push tiles in."""
    stacks: list[int] = [0, 0, 0, 0]
    """Stacks of two that each lane has counted while it sorts; without a machine those of the wall before
    each seat, where three stand whole and the fourth has stood for seconds that is not."""
    walls: str | None = None
    """Where the walls come from without a machine of ours: people, raised or dealt by a bought table. At a
    table with one `people`: they build them while it cannot."""
    acts: list[ActView] = []
    """What people can do now, the likeliest first, four at most; each but those done by hand is a command
    `machine.act`."""
    asks: bool = False
    """Nothing goes on before somebody does one of them."""
