"""Random evenings: two or three things go wrong at random moments, and people do what the screen asks for.

The people were not fitted to the firmware. They press START where it is asked for, some twice and some after
a while; take what rises; push in what lies on the mat; look inside at a fault, mend what they find
and sometimes put a tile where it does not belong. Who has tried four times in vain calls a technician.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from contract.messages import LinkView
from controller.machine.attendant import Attendant
from controller.machine.cycle import Cycle
from controller.machine.transitions import CycleStep, Trigger
from controller.sentences.alerts import Alerts
from controller.table.journal_notes import Notes
from firmware_bridge.device import News
from firmware_bridge.faults import fault_of
from firmware_bridge.message import Collect, Command, MachineState, Outcome, WallsPresented
from firmware_bridge.pins import Axis, Input
from hardware.sim.rig import NOBODY, Broken, Ill, Place, Rig, Unsafe
from hardware.sim.scenario import JAM_MM, SETTINGS, TILES

HANDS: Final = 3
HAND_S: Final = 12.0
LONGEST_S: Final = 700.0
SET: Final = 4 * TILES


class Wired:
    """The rig's machine as the service sees it."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.asked = 0
        """Set that the hatch was last opened for."""

    def open(self) -> None:
        """It runs already."""

    def send(self, command: Command) -> None:
        if isinstance(command, Collect):
            self.asked = command.set
        self.rig.link.send(command)

    def poll(self, now: float) -> list[News]:
        del now
        return self.rig.step()

    @property
    def statistics(self) -> LinkView:
        return self.rig.link.statistics

    def close(self) -> None:
        """The evening closes it."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What happens, and what undoes it; None where nobody has to."""

    name: str
    happens: Callable[[Rig], object]
    mend: Callable[[Rig], object] | None = None


def _axis(chance: random.Random) -> Trouble:
    axis, how = chance.choice(list(Axis)), chance.choice((Broken.DEAD, Broken.STALL))
    return Trouble(
        f"{axis.name} {how.name.lower()}",
        lambda rig: rig.plant_break(axis, how),
        lambda rig: rig.plant_break(axis, 0),
    )


def _input(chance: random.Random) -> Trouble:
    wire, how = chance.choice(list(Input)), chance.choice(list(Ill))
    return Trouble(
        f"{wire.name} {how.name.lower()}", lambda rig: rig.ill(wire, how), lambda rig: rig.ill(wire, 0)
    )


def _jam(chance: random.Random) -> Trouble:
    lane, where = chance.randrange(4), chance.choice(JAM_MM)
    return Trouble(
        f"jam in lane {lane}", lambda rig: rig.jam(lane, where, -1), lambda rig: rig.jam(lane, -1.0, 0)
    )


def _lost(chance: random.Random) -> Trouble:
    tile_set, n = chance.randrange(2), chance.randint(1, 3)
    return Trouble(
        f"{n} tiles of set {tile_set} on the floor",
        lambda rig: rig.remove(tile_set, n),
        lambda rig: rig.remove(tile_set, -sum(rig.count(tile_set, Place.AWAY) > k for k in range(n))),
    )


def _more(chance: random.Random) -> Trouble:
    tile_set = chance.randrange(2)
    return Trouble(
        f"a tile of set {tile_set} too many",
        lambda rig: rig.remove(tile_set, -1),
        lambda rig: rig.remove(tile_set, 1),
    )


def _slip(chance: random.Random) -> Trouble:
    lift, share = chance.randrange(4, 8), chance.uniform(0.01, 0.08)
    return Trouble(
        f"lift {lift - 4} slips {share:.0%}",
        lambda rig: rig.slip(lift, share),
        lambda rig: rig.slip(lift, 0.0),
    )


def _caught(chance: random.Random) -> Trouble:
    slide, share, way = chance.randrange(4, 9), chance.uniform(0.1, 0.9), chance.choice((1, -1))
    return Trouble(
        f"something at slide {slide}",
        lambda rig: rig.obstacle(slide, share, way),
        lambda rig: rig.obstacle(slide, share, 0),
    )


def _supply(chance: random.Random) -> Trouble:
    volts, heat = chance.choice(((18000.0, 350.0), (24000.0, 900.0)))
    return Trouble(
        "supply or heat", lambda rig: rig.supply(volts, heat), lambda rig: rig.supply(24000.0, 350.0)
    )


def _reset(chance: random.Random) -> Trouble:
    cause = chance.randrange(3)
    return Trouble(f"reset {cause}", lambda rig: rig.reset(cause))


def _cable(chance: random.Random) -> Trouble:
    seconds = chance.uniform(0.4, 8.0)

    def pulled(rig: Rig) -> None:
        rig.silent = True
        rig.at(seconds, lambda: setattr(rig, "silent", False))

    return Trouble(f"the cable is out for {seconds:.1f} s", pulled)


def _weak(chance: random.Random) -> Trouble:
    tile_set = chance.randrange(2)
    return Trouble("a weak magnet", lambda rig: rig.alter(tile_set, 1, 0))


RESTART: Final = "the service starts anew"
KINDS: Final[tuple[Callable[[random.Random], Trouble], ...]] = (
    *(_axis, _axis, _input, _input, _input, _jam, _lost, _more, _slip, _caught, _supply, _reset, _reset),
    *(_cable, _weak),
    lambda _: Trouble(RESTART, lambda _: None),
    lambda _: Trouble("the processor hangs", lambda rig: rig.hang()),
    lambda _: Trouble("emergency stop", lambda rig: rig.estop(True), lambda rig: rig.estop(False)),
    lambda _: Trouble("the lid", lambda rig: rig.lid(True), lambda rig: rig.lid(False)),
    lambda _: Trouble("a driver", lambda rig: rig.driver_fault(True), lambda rig: rig.driver_fault(False)),
    lambda _: Trouble(
        "a tile in the hatch", lambda rig: rig.hatch_blocked(3), lambda rig: rig.hatch_blocked(0)
    ),
)


@dataclass(slots=True)
class Spent:
    """How an evening went."""

    hands: int = 0
    seconds: float = 0.0
    troubles: list[str] = field(default_factory=list)
    unsafe: dict[Unsafe, int] = field(default_factory=dict)
    mixed: int = 0
    """Walls that the machine reported as whole and that hold tiles of both sets."""
    serviced: bool = False
    stands: str = ""
    """State and fault at the end."""
    reported: list[str] = field(default_factory=list)

    @property
    def went_on(self) -> bool:
        return self.hands >= HANDS


class Evening:
    """A table with `sets` of tiles, its service and its people."""

    def __init__(self, rig: Rig, seed: int) -> None:
        self.rig = rig
        self.chance = random.Random(seed)
        self.sets = self.chance.choice((1, 2, 2))
        self.device = Wired(rig)
        self.attendant = Attendant(self.device, Cycle(sets=self.sets), Alerts(), Notes())
        self.spent = Spent()
        self._sessions = seed & 0xFF
        self._troubles: list[Trouble] = []
        self._next_look = 0.0
        self._press_at: float | None = None
        self._hand_since: float | None = None
        self._vain = 0
        for _ in range(self.chance.randint(2, 3)):
            trouble = self.chance.choice(KINDS)(self.chance)
            rig.at(self.chance.uniform(0.0, 110.0), partial(self._happens, trouble))

    def run(self) -> Spent:
        while self.rig.now < LONGEST_S and not self.spent.went_on:
            reported = len(self.rig.reports)
            self.attendant.poll(self.rig.now)
            self.spent.mixed += self._rose_mixed(reported)
            self._people()
        spent, status = self.spent, self.rig.status
        spent.seconds, spent.unsafe = self.rig.now, self.rig.unsafe()
        spent.stands = f"{status.state.name} E{status.fault:02X} {self.attendant.cycle.step}"
        spent.reported = [fault_of(f.code).code for f in self.rig.faults if f.outcome is Outcome.LATCHED]
        return spent

    def _rose_mixed(self, before: int) -> bool:
        """Whether walls that the machine has reported since the first `before` reports hold both sets."""
        rose = any(isinstance(report, WallsPresented) for report in self.rig.reports[before:])
        return rose and all(self.rig.count(tiles, Place.LIFT) for tiles in (0, 1))

    def _happens(self, trouble: Trouble) -> None:
        self.spent.troubles.append(f"{self.rig.now:.1f} s {trouble.name}")
        trouble.happens(self.rig)
        if trouble.mend is not None:
            self._troubles.append(trouble)
        if trouble.name == RESTART:
            self._restart()

    def _restart(self) -> None:
        self.rig.silent = True
        self.rig.at(self.chance.uniform(1.0, 8.0), self._service_again)

    def _service_again(self) -> None:
        step = self.attendant.cycle.step
        self.rig.silent = False
        self._sessions += 1
        self.rig.restarted(self._sessions)
        self.attendant = Attendant(self.device, Cycle(sets=self.sets), Alerts(), Notes())
        if step in (CycleStep.THROW, CycleStep.REHOME, CycleStep.PLAY):
            self.attendant.resume(int(step is CycleStep.PLAY))

    # people

    @property
    def _asked(self) -> bool:
        """The screen asks for START."""
        return self.attendant.stopped or self.attendant.cycle.waits_for_start

    def _people(self) -> None:
        now, step = self.rig.now, self.attendant.cycle.step
        self._play(now, step)
        if self.rig.status.state is MachineState.INTAKE:
            self.rig.push(self._lying())
        else:
            self.rig.push(NOBODY)
        if not self._asked or (step is CycleStep.PLAY and not self.attendant.stopped):
            self._press_at = None
            return
        if self._press_at is None:
            self._press_at = now + self._patience()
            self._next_look = now + 2.0
        if self.attendant.stopped and now >= self._next_look:
            self._look()
        if now >= self._press_at and not self._pushing():
            self._press()

    def _patience(self) -> float:
        """Seconds until START is pressed."""
        if self.chance.random() < 0.1:
            return self.chance.uniform(10.0, 25.0)
        return self.chance.uniform(3.0, 6.0) if self.attendant.stopped else self.chance.uniform(0.8, 3.0)

    def _lying(self) -> int:
        """The set that people push in: the one that is asked for, or what lies there."""
        asked = self.device.asked
        return asked if self.rig.count(asked, Place.MAT) or self.sets == 1 else 1 - asked

    def _pushing(self) -> bool:
        state = self.rig.status.state
        return state is MachineState.INTAKE and bool(self.rig.count(self._lying(), Place.MAT))

    def _press(self) -> None:
        self._press_at = None
        for _ in range(2 if self.chance.random() < 0.1 else 1):
            self.rig.pressed()
            stopped = self.attendant.stopped
            if not self.attendant.clear():
                self.attendant.tell(Trigger.START)
            self._vain += stopped

    def _look(self) -> None:
        """Somebody looks what is wrong; who has tried often in vain calls a technician."""
        self._next_look = self.rig.now + 60.0
        technician = self._vain >= 4
        self.spent.serviced |= technician
        opened = self.chance.random() < 0.4
        if opened:
            self.rig.lid(True)
            self._meddle()
            self.rig.at(1.0, lambda: self.rig.lid(False))
        for trouble in list(self._troubles):
            if technician or self.chance.random() < 0.7:
                assert trouble.mend is not None
                trouble.mend(self.rig)
                self._troubles.remove(trouble)

    def _meddle(self) -> None:
        """Tiles are put where they do not belong."""
        lane, luck = self.chance.randrange(4), self.chance.random()
        if luck < 0.2:
            self.rig.hand(lane, Place.LANE, Place.DRUM)
        elif luck < 0.3:
            self.rig.hand(lane, Place.CUP, Place.DRUM)
        elif luck < 0.4:
            for _ in range(2):
                self.rig.hand(lane, Place.ROW, Place.DRUM)

    def _play(self, now: float, step: CycleStep) -> None:
        if step is not CycleStep.PLAY:
            self._hand_since = None
            return
        if self._hand_since is None:
            self._hand_since = now
        if now - self._hand_since < HAND_S or self.attendant.stopped:
            return
        self._hand_since = None
        whole = any(self.rig.count(s, Place.MAT) >= SET - self.rig.count(s, Place.AWAY) for s in (0, 1))
        self.spent.hands += whole
        self._vain = 0
        self.attendant.tell(Trigger.HAND_OVER)


def spend(seed: int, kind: str = "native") -> Spent:
    """One evening."""
    with Rig(kind, seed, settings=SETTINGS, step_ms=50) as rig:
        rig.small(TILES)
        evening = Evening(rig, seed)
        if evening.sets == 2:
            rig.left(rows=1)
        else:
            rig.remove(1, SET)
        return evening.run()
