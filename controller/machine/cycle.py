"""The machine's cycle between two hands: the table of transitions, and what no table says.

A hand begins when somebody presses START: the hatch opens, the players push the tiles in and press START
again, a sorted set rises as walls, the dice fall, and the players play until the result is paid. With two
sets the other one is sorted under the table meanwhile; nothing else moves while a hand is played. Vision
never moves the machine. What the engine receives of walls and dice is what the machine reports here; of
dice that it says nothing of, what the camera reads. A command that the machine refused waits for START.

Where tiles were missing, or the machine was interrupted while the hatch was open for them, it opens for them
before anything is sorted again: the next START closes it.
Rows that hold only a part of their set ask for the rest of it; where the drum holds the other set, START
raises what is there first, and people take it out. So it does with a set that was given up, and where tiles
of a set were missed `IN_VAIN` times: they lie where the machine does not look (one alone in a stacker, say),
and an empty machine counts anew. Walls that sank before the dice fell rise again.
"""

from __future__ import annotations

from typing import Final

from contract.messages import ActCode
from controller.machine.rows import aside, foreign, knew_where, loaded_in_play, partial, sank
from controller.machine.transitions import BEFORE_THE_WALLS, TRANSITIONS, CycleStep, Trigger, trigger_of
from firmware_bridge.device import Answered, Greeted, News
from firmware_bridge.message import (
    NONE,
    Answer,
    Close,
    Collect,
    Command,
    DiceFell,
    Flag,
    Home,
    Lower,
    MachineState,
    Raise,
    Shuffle,
    Sorter,
    Status,
    ThrowDice,
    WallsPresented,
)

_SORTS: Final = (CycleStep.BOOT, CycleStep.CLOSE, CycleStep.SHUFFLE)
"""Steps in which a set in the drum is sorted by itself."""
_LIFTS: Final = (
    *(MachineState.READY, MachineState.STAGED),
    *(MachineState.RAISING, MachineState.RECOVERING, MachineState.HOLD),
)
"""From the command to the end of a rise."""
SHORT: Final = (0x60, 0x62)
"""Faults that say that tiles are missing: COUNT_SHORT, SET_MIXED."""
IN_VAIN: Final = 2
"""So often tiles of one set are missed before what is there is taken out."""
_DICE_WAIT: Final = (CycleStep.THROW, CycleStep.REHOME)
_TAKING_IN: Final = (CycleStep.COLLECT, CycleStep.INTAKE, CycleStep.CLOSE)
_MINE: Final = Home | Collect | Close | Shuffle | Raise | Lower | ThrowDice
_HOMED_IN_VAIN: Final = {CycleStep.HOMING: CycleStep.BOOT, CycleStep.REHOME: CycleStep.THROW}
"""Where homing begins again."""


class Cycle:
    """Where the table stands between hands; `feed` gives the commands for the machine."""

    def __init__(self, throws: int = 1, sets: int = 1) -> None:
        """`throws` of the dice break the wall (`engine.state.wall_break`); one or two `sets` of tiles."""
        self.step = CycleStep.BOOT
        self.throws = throws
        self._sets = sets
        self.given_up: int | None = None  # set that is played no more
        self._fallen = 0
        self._status: Status | None = None
        self._wanted = False
        self._asked_to_sort = False
        self._refused: Command | None = None
        self._short = False
        self._missed = 0
        """How often tiles were missed since walls rose."""
        self._lifting = False
        """A part of a set rises to be taken out, or walls that sank rise again."""
        self._stood: int | None = None  # set of the walls of this hand, as far as they were seen to stand

    @property
    def waits_for_start(self) -> bool:
        awaits = (CycleStep.WAIT, CycleStep.INTAKE, CycleStep.DONE)
        return self.step in awaits or self._refused is not None

    def resume(self, thrown: int) -> list[Command]:
        """A hand was on the table when the service stopped, so many throws had fallen: play on, or
        throw the dice now."""
        self._fallen = thrown
        self.step = CycleStep.PLAY if thrown >= self.throws else CycleStep.THROW
        return [] if self.step is CycleStep.PLAY else [ThrowDice()]

    def thrown(self, count: int) -> list[Command]:
        """How many throws of this hand have fallen, by the camera where the machine reports none."""
        return self._dice() if count > self._fallen else []

    def feed(self, what: News | Trigger) -> list[Command]:
        if isinstance(what, Greeted) and what.fresh:
            self._forgotten()
        if isinstance(what, Answered) and isinstance(what.command, _MINE):
            self._answered(what)
        if isinstance(what, Status):
            if what.state is MachineState.UNHOMED and knew_where(self._status):
                self._forgotten()
            missed = what.fault in SHORT and not _missing(self._status)
            self._missed += missed
            self._short |= missed
            self._status = what
            self._lifting &= what.state in _LIFTS
            if what.state is MachineState.PRESENTED and self.step is CycleStep.THROW:
                self._stood = what.standing_set
            return self._tiles(what) or self._go(trigger_of(what))
        if isinstance(what, WallsPresented):
            self._fallen = self._missed = 0
            return self._go(Trigger.WALLS)
        if isinstance(what, DiceFell):
            return self._dice()
        if what is Trigger.START and self._refused is not None:
            again, self._refused = self._refused, None
            return [again]
        if what is Trigger.START and self.step in (CycleStep.WAIT, CycleStep.DONE):
            return [] if self._lifting else self._start()
        return self._go(what) if isinstance(what, Trigger) else []

    @property
    def sets(self) -> int:
        """How many sets of tiles are played."""
        return self._sets if self.given_up is None else 1

    @property
    def begun(self) -> bool:
        """A set is half sorted into the rows."""
        return self._status is not None and Flag.BEGUN in self._status.flags

    @property
    def short(self) -> bool:
        """Tiles of the set in the drum are missing."""
        return self._short

    def act(self, act: ActCode, tiles: int | None = None) -> list[Command]:
        """Somebody chose this (`way_out`), with the set that it is about: the cycle goes on from there."""
        self._refused, self._wanted, self._asked_to_sort, self._lifting = None, False, False, False
        match act:
            case ActCode.GO_ON:
                return self._home()
            case ActCode.HATCH:
                self.step, self._asked_to_sort = CycleStep.COLLECT, True
                return [Collect(tiles or 0)]
            case ActCode.CLOSE:
                self.step = self.step if self.step is CycleStep.PLAY else CycleStep.CLOSE
                self._short = False
                return [Close()]
            case ActCode.RAISE:
                whole = self._status is not None and self._status.state is MachineState.STAGED
                self.step, self._lifting = (CycleStep.RAISE if whole else CycleStep.WAIT), not whole
                return [Raise()]
            case ActCode.LOWER:
                self.step = CycleStep.WAIT
                return [Lower()]
            case ActCode.GIVE_UP:
                self.given_up, self._short = tiles, False
                self.step = CycleStep.WAIT if self.step in BEFORE_THE_WALLS else self.step
            case ActCode.TILE_BACK:
                self._sort_on()
            case ActCode.ROW_EMPTY:
                self.step = CycleStep.WAIT
        return []

    def rest(self, step: CycleStep = CycleStep.WAIT) -> None:
        """People build the walls, or have built them: its commands are void, and tiles lie on the mat."""
        self.step, self._refused, self._wanted, self._lifting = step, None, False, False
        self._asked_to_sort, self._short = False, True

    def _home(self) -> list[Command]:
        if self.step in _DICE_WAIT:
            self.step = CycleStep.REHOME
        elif self.step not in (CycleStep.PLAY, CycleStep.DONE):
            self.step = CycleStep.HOMING
        return [Home()]

    def _sort_on(self) -> None:
        """The set in the drum is whole again: with walls on the mat it is sorted before the hatch opens."""
        self._short = False
        if self.step in (CycleStep.WAIT, *BEFORE_THE_WALLS):
            stands = self._status is not None and self._status.standing_set != NONE
            self.step, self._wanted = (CycleStep.COLLECT if stands else CycleStep.CLOSE), stands

    def _answered(self, what: Answered) -> None:
        """A refusal waits for START; sorting meanwhile is tried again before the hatch opens."""
        if isinstance(what.command, Shuffle) and self.step in (CycleStep.THROW, CycleStep.PLAY):
            return
        if what.reply.answer is Answer.REFUSED:
            self._refused = what.command
        elif self._refused == what.command:
            self._refused = None

    def _go(self, trigger: Trigger | None) -> list[Command]:
        if trigger is Trigger.LOADED and self.step in _SORTS and self._takes_out:
            self.step = CycleStep.WAIT  # START raises what is there
            return []
        if self._short and trigger is Trigger.LOADED and self.step in (CycleStep.BOOT, CycleStep.SHUFFLE):
            return self._collect()
        if self.step is CycleStep.REHOME and sank(self._status, self._stood):
            rises, self._lifting = self._lifting, True
            return [] if rises else [Raise()]
        found = None if trigger is None else TRANSITIONS.get((self.step, trigger))
        if found is None:
            return []
        if (self.step, trigger) == (CycleStep.SHUFFLE, Trigger.STAGED) and self.sets == 2:
            # The first set is sorted, START takes in the second one.
            found = CycleStep.WAIT, None
        self._refused = None
        self.step, command = found
        if isinstance(command, Close):
            self._short = False
        return [] if command is None else [command]

    def _dice(self) -> list[Command]:
        if self.step is not CycleStep.THROW:
            return []
        self._fallen += 1
        return [ThrowDice()] if self._fallen < self.throws else self._go(Trigger.DICE)

    def _start(self) -> list[Command]:
        """Tiles are collected; what lies in the machine from an unfinished start goes on from there."""
        trigger = None if self._status is None else trigger_of(self._status)
        if trigger is Trigger.STAGED and self.sets == 1:
            trigger = Trigger.BOTH
        out = aside(self._status, self.given_up, begun=self.begun)
        if out is not None:
            self._lifting = isinstance(out, Raise)
            self.step = CycleStep.COLLECT if isinstance(out, Collect) else self.step
            return [out]
        if trigger is Trigger.LOADED and self._takes_out:
            self._lifting, self._missed = True, 0
            return [Raise()]
        if trigger in (Trigger.LOADED, Trigger.BOTH) and self._short:
            return self._collect()
        if trigger in (Trigger.LOADED, Trigger.BOTH, Trigger.INTAKE):
            self.step = {Trigger.LOADED: CycleStep.CLOSE, Trigger.BOTH: CycleStep.CLOSE}.get(
                trigger, CycleStep.INTAKE
            )
            return self._go(Trigger.START if trigger is Trigger.INTAKE else trigger)
        return self._collect()

    @property
    def _takes_out(self) -> bool:
        """What lies in the rows has to go first."""
        return foreign(self._status) or (self._missed >= IN_VAIN and partial(self._status))

    def _collect(self) -> list[Command]:
        self.step, self._wanted, self._asked_to_sort = CycleStep.COLLECT, True, False
        return [] if self._status is None else self._tiles(self._status)

    def _forgotten(self) -> None:
        """The machine lost its position, or was reset: its commands are void."""
        self._asked_to_sort = False
        self._short |= self.step in _TAKING_IN
        self.step = _HOMED_IN_VAIN.get(self.step, self.step)

    def _tiles(self, status: Status) -> list[Command]:
        return self._sort_meanwhile(status) or self._collect_at_last(status)

    def _collect_at_last(self, status: Status) -> list[Command]:
        """The hatch stays closed until the other set is sorted, but for tiles of that which are missing."""
        missing = self._short and status.sorter is not Sorter.SORTING and status.drum_set != NONE
        unsorted = status.sorter is Sorter.SORTING or (loaded_in_play(status) and not missing)
        if self.step is not CycleStep.COLLECT or not self._wanted or unsorted:
            return []
        self._wanted = False
        if missing:
            return [Collect(status.drum_set)]
        if status.sorter is Sorter.EMPTY and status.row_set != NONE:
            return [Collect(status.row_set)]
        if status.standing_set != NONE:
            return [Collect(status.standing_set)]
        if self.given_up is not None:
            return [Collect(1 - self.given_up)]
        return [Collect(1 - status.row_set if status.row_set in (0, 1) else 0)]

    def _sort_meanwhile(self, status: Status) -> list[Command]:
        """The set that went in is sorted while the hand is played."""
        if status.sorter is not Sorter.EMPTY:
            self._asked_to_sort = False
            return []
        asked = (
            self._asked_to_sort
            or self._short
            or self.step not in (CycleStep.THROW, CycleStep.PLAY, CycleStep.COLLECT)
        )
        if asked or not loaded_in_play(status):
            return []
        self._asked_to_sort = True
        return [Shuffle()]


def _missing(status: Status | None) -> bool:
    return status is not None and status.fault in SHORT
