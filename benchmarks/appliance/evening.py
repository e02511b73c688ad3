"""An evening on a card of which the plug is pulled again and again, and what is found after each cut."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from benchmarks.appliance import stick
from benchmarks.appliance.disk import HOWS
from benchmarks.appliance.game import KEPT, People, abandoned, journals, lost
from benchmarks.appliance.line import ACCOUNT
from benchmarks.appliance.machine import Disk, Machine
from benchmarks.appliance.newer import Newer
from benchmarks.appliance.setting_up import SettingUp, value_of
from controller.appliance.description import TABLE_FILE
from controller.table.journal import JournalError
from upkeep.computer import TABLE_DATA

NO_NAME: Final = "systemd.mask=avahi-daemon.service"
PLAY_S: Final = 30.0
"""So long after the game goes on the plug is pulled at the latest."""
PAUSE_S: Final = 20.0
"""The longest pause between two hands where a newer version waits for the end of one."""
UPDATE_S: Final = 1800.0
"""An update takes no longer, emulated."""


@dataclass(frozen=True, slots=True)
class Outside:
    """Whoever acts on a machine from outside."""

    people: People
    sets_up: SettingUp | None

    def close(self) -> None:
        """After the machine has gone."""
        if self.sets_up is not None:
            self.sets_up.close()
        self.people.close()


@dataclass
class Evening:
    """A card on which people play, cut after cut."""

    disk: Disk
    stick: Path
    work: Path
    rng: random.Random
    within: float
    early: float = 0.0
    """Of the cuts so many come while it starts."""
    setting_up: float = 0.0
    """Of the others so many while somebody changes its configuration."""
    newer: Newer | None = None
    """Brings newer versions on the stick."""
    received: dict[tuple[str, int], str] = field(default_factory=dict)
    """By a display, or found on the disk after a cut: game and line -> kind of event."""
    saved: dict[str, bool] = field(default_factory=dict)
    """Backups on the stick after the last cut, and whether each is whole."""
    start_s: float = 60.0
    """How long the last start took that no cut ended."""
    update_s: float | None = None
    """How long an update took that no cut ended, after its start."""
    version: str | None = None
    """Which answered last."""
    setting: int | None = None
    """What the configuration said after the last cut, see `SettingUp`."""

    def cut(self) -> dict[str, object]:
        """One start, some play, and the plug: what was found."""
        if self.newer is not None:
            self.newer.put(self.stick, self.version)
        machine = Machine(self.disk, self.work, more=NO_NAME, stick=self.stick)
        how, early = self.rng.choice(HOWS), self.rng.random() < self.early
        found: dict[str, object] = {"how": how, "early": early, "up_s": None, "strange": False}
        outside = None
        try:
            if early:
                machine.seconds_to(lambda: False, self.rng.uniform(0, self.start_s))
            elif (up := machine.seconds_to(lambda: began(machine), self.within)) is not None:
                self.start_s, found["up_s"] = up, round(up)
                outside = self._outside(machine)
                found["strange"] = self._version(machine)
                self._watch(machine, outside.people)
        finally:
            unflushed, reached = machine.pull(how, self.rng)
            machine.close()
            if outside is not None:
                outside.close()
        found |= {"version": self.version, "unflushed": unflushed, "reached": reached}
        return {**found, **self._received(outside), **self._settings(outside), **self._left()}

    def _outside(self, machine: Machine) -> Outside:
        people = People(machine, self.rng, PAUSE_S if self.newer else 0.0)
        sets_up = self.rng.random() < self.setting_up
        return Outside(people, SettingUp(machine, self.rng) if sets_up else None)

    def _received(self, outside: Outside | None) -> dict[str, object]:
        """What those outside have done and received before the cut."""
        if outside is None:
            return {"received": 0, "hands": 0, "changes": None}
        before = len(self.received)
        self.received.update(outside.people.received)
        return {
            "received": len(self.received) - before,
            "hands": outside.people.hands,
            "changes": None if outside.sets_up is None else outside.sets_up.changes,
        }

    def _version(self, machine: Machine) -> bool:
        """Whether the version that answers is neither the last one nor the one that was offered."""
        found, may = machine.version(ACCOUNT), {self.version, self.newer and self.newer.offered}
        strange = self.version is not None and found not in may
        self.version = found
        return strange

    def _watch(self, machine: Machine, people: People) -> None:
        """Waits until the game goes on, and a random while: where a newer version is on the stick about as
        long as it takes to install."""
        so_far = time.monotonic() - machine.begun
        if machine.seconds_to(lambda: len(people.received) > 2, so_far + self.within) is None:
            return
        if self.newer is None:
            time.sleep(self.rng.uniform(0, PLAY_S))
        elif self.update_s is not None:
            time.sleep(self.rng.uniform(0, self.update_s + PLAY_S))
        else:
            self.update_s = self._updated(machine)
            time.sleep(self.rng.uniform(0, PLAY_S))

    def _updated(self, machine: Machine) -> float | None:
        """How long it takes until the version of the stick answers; None where it is not in time."""
        assert self.newer is not None
        offered, began_s = self.newer.offered, time.monotonic()
        within = began_s - machine.begun + UPDATE_S
        if machine.seconds_to(lambda: machine.version(ACCOUNT) == offered, within) is None:
            return None
        return time.monotonic() - began_s

    def _settings(self, outside: Outside | None) -> dict[str, object]:
        """Whether the configuration is whole, and nothing is lost of which the table said that it is kept."""
        data = self.disk.folder(f"/{KEPT}{TABLE_DATA}", self.work / "data")
        file = data / TABLE_FILE.relative_to(TABLE_DATA)
        sets_up = None if outside is None else outside.sets_up
        may = {self.setting} if sets_up is None else sets_up.may(self.setting)
        try:
            self.setting = value_of(file.read_text("utf-8"), may)
        except (OSError, ValueError) as error:
            return {"settings": False, "why": str(error)}
        return {"settings": True}

    def _left(self) -> dict[str, object]:
        """What the disk has of games after the cut, and the stick of backups."""
        saved = stick.backups(self.stick, self.work)
        found: dict[str, object] = {"backups": sum(saved.values()), "spoilt": stick.spoilt(self.saved, saved)}
        self.saved = saved
        try:
            there = journals(self.work / "data" / TABLE_DATA.name)
        except JournalError as error:
            return {**found, "lost": [str(error)], "abandoned": []}
        found |= {"lost": lost(self.received, there), "abandoned": abandoned(there)}
        self.received.update({(game, seq): kind for game in there for seq, kind in there[game].items()})
        return found


def right_one(found: dict[str, Any]) -> bool:
    """Whether nothing is wrong with a cut: it came up unless it was cut before, and the game went on."""
    came_up = found["early"] or (found["up_s"] is not None and found["received"])
    wrong = found["lost"] or found["abandoned"] or found["spoilt"] or found["strange"]
    return bool(came_up and found["settings"] and not wrong)


def began(machine: Machine) -> bool:
    found = machine.health()
    return found is not None and bool(found["ok"])
