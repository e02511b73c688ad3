"""A table with the real firmware whose people do only what the screen offers, and nothing but START by key.

Tiles and machine are those of `hardware/plant`; of the game there is as much as its machine hears of.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from contract.messages import ActCode, ActView, LinkView
from controller.machine.attendant import Attendant
from controller.machine.by_hand import ByHand
from controller.machine.cycle import Cycle
from controller.machine.mixed import MachineOrPeople
from controller.machine.transitions import CycleStep, Trigger
from controller.machine.way_out import Stands
from controller.sentences.alerts import Alerts
from controller.table.journal_notes import Notes
from firmware_bridge.device import Answered, DeviceLostError, News, Trouble
from firmware_bridge.message import Answer, Collect, Command, MachineState
from firmware_bridge.pins import Axis, Input
from hardware.sim.rig import NOBODY, Broken, Ill, Place, Rig
from hardware.sim.scenario import TILES

SET: Final = 4 * TILES
STEP_MS: Final = 50
HAND_S: Final = 8.0
GONE_S: Final = 2.0
"""Seconds without a word after which a machine is lost, as on the real link."""


class Wired:
    """The rig's machine as the service sees it."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.refused: list[Answered] = []
        """Of what was sent since somebody chose an act."""
        self.choosing = False
        self._chosen: list[Command] = []
        self.asked = 0
        self._silent_s = 0.0

    def open(self) -> None:
        """It runs already."""

    def send(self, command: Command) -> None:
        if isinstance(command, Collect):
            self.asked = command.set
        if self.choosing:
            self._chosen.append(command)
        self.rig.link.send(command)

    def poll(self, now: float) -> list[News]:
        del now
        news = self.rig.step()
        self._silent_s = self._silent_s + STEP_MS / 1000 if self.rig.silent else 0.0
        if self._silent_s > GONE_S:
            raise DeviceLostError(Trouble.SILENT, "It does not answer.")
        for item in news:
            if isinstance(item, Answered) and item.reply.answer is Answer.REFUSED:
                self.refused += [item for command in self._chosen if command is item.command]
        return news

    @property
    def statistics(self) -> LinkView:
        return self.rig.link.statistics

    def close(self) -> None:
        """The test closes it."""


class Table:
    """One table with one set of tiles or two."""

    def __init__(self, rig: Rig, sets: int = 1, seed: int = 0) -> None:
        rig.small(TILES)
        self.rig, self.sets = rig, sets
        self.chance = random.Random(seed)
        self.wired = Wired(rig)
        self.attendant = Attendant(self.wired, Cycle(sets=sets), Alerts(), Notes())
        self.table = MachineOrPeople(self.attendant, ByHand(), Notes())
        self.hands = 0
        self.chosen: list[ActCode] = []
        self.touched = 0.0
        self.left: int | None = None
        """A set that people have put into its box."""
        self._hand_since: float | None = None
        self.played: list[bool] = []
        """Of each hand whether people built its walls."""
        if sets == 2:
            rig.left(rows=1)
        else:
            rig.remove(1, SET)

    @property
    def in_hand(self) -> bool:
        """A hand is played."""
        return self.step is CycleStep.PLAY

    @property
    def people_play(self) -> bool:
        """With walls that they built."""
        return self.table.people and self.in_hand

    @property
    def stands(self) -> Stands:
        """What the offers follow from."""
        return self.table._stands

    @property
    def offered(self) -> tuple[ActView, ...]:
        return self.table.acts

    @property
    def step(self) -> CycleStep:
        return self.table.cycle.step

    def turn(self) -> None:
        """One look at everything; people push tiles in where the hatch is open, play, and end their hands."""
        self.table.offer(may_begin=True)
        self.table.poll(self.rig.now)
        opened = self.rig.status.state is MachineState.INTAKE
        self.rig.push(self.lying if opened else NOBODY)
        if self.step is not CycleStep.PLAY:
            self._hand_since = None
            return
        if self._hand_since is None:
            self._hand_since = self.rig.now
        if self.rig.now - self._hand_since >= HAND_S:  # whatever the machine says meanwhile
            self._hand_since = None
            self.hands += 1
            self.played.append(self.table.people)
            self.table.tell(Trigger.HAND_OVER)

    @property
    def lying(self) -> int:
        """The set that people push in: the one that is asked for, or what lies there."""
        asked = self.wired.asked
        there = self.rig.count(asked, Place.MAT) and asked != self.left
        return asked if there or self.sets == 1 else 1 - asked

    def wait(self, seconds: float, until: Callable[[], object] = lambda: False) -> bool:
        end = self.rig.now + seconds
        while self.rig.now < end:
            if until():
                return True
            self.turn()
        return bool(until())

    @property
    def pushing(self) -> bool:
        """Tiles still go in: nobody touches anything."""
        return self.rig.status.state is MachineState.INTAKE and bool(self.rig.count(self.lying, Place.MAT))

    def do(self, chosen: ActView) -> None:
        """By touch, or by hand."""
        self.touched = self.rig.now
        if not self.by_hand(chosen.act):
            self.choose(chosen)

    def choose(self, chosen: ActView) -> None:
        """Somebody touches it."""
        assert self.table.refuses(chosen) is None, chosen
        self.chosen.append(chosen.act)
        self.wired.choosing = True
        self._do(chosen)
        self.wired.choosing = False

    def _do(self, chosen: ActView) -> None:
        self.rig.pressed()
        if chosen.act is ActCode.START:
            assert not self.table.clear()
            self.table.tell(Trigger.START)
            return
        if chosen.act is ActCode.BY_HAND and self.chance.random() < 0.5:
            self.take_out()
        if chosen.act is ActCode.GIVE_UP:
            self.left = chosen.set
        self.table.act(chosen)

    def take_out(self) -> None:
        """All tiles out of the machine, under the open lid."""
        rig = self.rig
        rig.lid(True)
        for lane in range(4):
            for place in (Place.LANE, Place.CUP, Place.ROW):
                for _ in range(2 * TILES):
                    rig.hand(lane, place, Place.MAT)
        for tiles in (0, 1):
            inside = rig.count(tiles, Place.DRUM)
            lying = rig.count(tiles, Place.MAT)
            rig.remove(tiles, lying + inside)
            rig.remove(tiles, -(lying + inside))
        rig.at(1.0, lambda: rig.lid(False))

    def pick(self, *wished: ActCode) -> ActView | None:
        """The first of these that is offered."""
        return next((one for act in wished for one in self.offered if one.act is act), None)

    def by_hand(self, act: ActCode) -> bool:
        """What no screen does."""
        done: dict[ActCode, Callable[[], Any]] = {
            ActCode.RELEASE: lambda: self.rig.estop(False),
            ActCode.LID: lambda: self.rig.lid(False),
            ActCode.PLUG: lambda: setattr(self.rig, "silent", False),
            ActCode.THROW: lambda: self.table.thrown(1),
        }
        if act in done:
            done[act]()
        return act in done


def troubles(chance: random.Random) -> list[tuple[str, Callable[[Rig], Any], Callable[[Rig], Any]]]:
    """Two or three things that go wrong, and what mends each."""
    axis, how = chance.choice(list(Axis)), chance.choice((Broken.DEAD, Broken.STALL))
    wire, ill = chance.choice(list(Input)), chance.choice((Ill.STUCK0, Ill.STUCK1))
    n, tiles, lane = chance.randint(1, 3), chance.randrange(2), chance.randrange(4)
    known = [
        (f"{axis.name} {how.name}", lambda r: r.plant_break(axis, how), lambda r: r.plant_break(axis, 0)),
        (f"{wire.name} {ill.name}", lambda r: r.ill(wire, ill), lambda r: r.ill(wire, 0)),
        ("tiles lost", lambda r: r.remove(tiles, n), lambda r: r.remove(tiles, -n)),
        ("a tile too many", lambda r: r.remove(tiles, -1), lambda r: r.remove(tiles, 1)),
        ("jam", lambda r: r.jam(lane, 80.0, -1), lambda r: r.jam(lane, -1.0, 0)),
        ("stop", lambda r: r.estop(True), lambda r: r.estop(False)),
        ("lid", lambda r: r.lid(True), lambda r: r.lid(False)),
        ("reset", lambda r: r.reset(chance.randrange(3)), lambda _: None),
        ("cable", lambda r: setattr(r, "silent", True), lambda r: setattr(r, "silent", False)),
        ("supply", lambda r: r.supply(18000.0, 350.0), lambda r: r.supply(24000.0, 350.0)),
        ("hatch", lambda r: r.hatch_blocked(3), lambda r: r.hatch_blocked(0)),
        ("caught", lambda r: r.obstacle(4 + lane, 0.5, 1), lambda r: r.obstacle(4 + lane, 0.5, 0)),
    ]
    return chance.sample(known, chance.randint(2, 3))
