"""The image of a table in a virtual machine (QEMU, emulated): how fast it comes up, and what its plug does.

    python -m benchmarks.appliance IMAGE --cuts 10 --seed 1

First the same system comes up to its login without the table, then as it is, until the page of its set-up
answers and is on its screen; nobody touches it. Then people enter hands, and the power fails again and
again at a random moment, of play or of the start, on a disk that loses, reorders or tears what was not
flushed. Each time it has to come up by itself with the same settings and go on with the same game, and every
event that a display received, or that the disk had before, has to be there. A stick is plugged in, on which
each start begins a backup; those that were whole have to stay so.
"""

from __future__ import annotations

import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from benchmarks.appliance import stick
from benchmarks.appliance.disk import HOWS
from benchmarks.appliance.game import KEPT, SETTINGS, People, abandoned, journals, lost, prepared
from benchmarks.appliance.machine import LOGIN, PACKAGES, TOOLS, Disk, Machine
from benchmarks.progress import Command, each, tell
from controller.appliance.description import TABLE_FILE, USER
from controller.table.journal import JournalError
from upkeep.computer import TABLE_DATA

CARD: Final = 8 << 30
EACH_S: Final = 240.0
SIGN: Final = 48
"""Colours that a screen with our sign alone may have; the page of the set-up has 110."""
NO_NAME: Final = "systemd.mask=avahi-daemon.service"
QUIET: Final = f"systemd.mask=jantaku-kiosk.service {NO_NAME}"
"""No browser in an emulated machine where it is not asked for."""
BARE: Final = f"{QUIET} systemd.mask=jantaku-table.service systemd.mask=jantaku-grow.service"
"""The same Debian without a table."""


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
    received: dict[tuple[str, int], str] = field(default_factory=dict)
    """By a display, or found on the disk after a cut: game and line -> kind of event."""
    saved: dict[str, bool] = field(default_factory=dict)
    """Backups on the stick after the last cut, and whether each is whole."""
    start_s: float = 60.0
    """How long the last start took that no cut ended."""

    def cut(self) -> dict[str, object]:
        """One start, some play, and the plug: what was found."""
        machine = Machine(self.disk, self.work, more=QUIET, stick=self.stick)
        how, early = self.rng.choice(HOWS), self.rng.random() < self.early
        before, up, people = len(self.received), None, None
        try:
            if early:
                machine.seconds_to(lambda: False, self.rng.uniform(0, self.start_s))
            elif (up := machine.seconds_to(lambda: began(machine), self.within)) is not None:
                self.start_s, people = up, People(machine, self.rng)
                self._watch(machine, people)
        finally:
            unflushed, reached = machine.pull(how, self.rng)
            machine.close()
            if people is not None:
                people.close()
                self.received.update(people.received)
        received = len(self.received) - before
        return {
            "how": how,
            "early": early,
            "up_s": None if up is None else round(up),
            "unflushed": unflushed,
            "reached": reached,
            "received": received,
            "hands": 0 if people is None else people.hands,
            **self._left(),
        }

    def _watch(self, machine: Machine, people: People) -> None:
        """Waits until the game goes on, and a random while."""
        so_far = time.monotonic() - machine.begun
        on = machine.seconds_to(lambda: len(people.received) > 2, so_far + self.within)
        time.sleep(self.rng.uniform(0, 30) if on is not None else 0)

    def _left(self) -> dict[str, object]:
        """What the disk has after the cut."""
        data = self.disk.folder(f"/{KEPT}{TABLE_DATA}", self.work / "data")
        settings = data / TABLE_FILE.relative_to(TABLE_DATA)
        found: dict[str, object] = {
            "settings": settings.is_file() and settings.read_text("utf-8") == SETTINGS
        }
        saved = stick.backups(self.stick, self.work)
        found |= {"backups": sum(saved.values()), "spoilt": stick.spoilt(self.saved, saved)}
        self.saved = saved
        try:
            there = journals(data)
        except JournalError as error:
            return {**found, "lost": [str(error)], "abandoned": []}
        found |= {"lost": lost(self.received, there), "abandoned": abandoned(there)}
        self.received.update({(game, seq): kind for game in there for seq, kind in there[game].items()})
        return found


def right_one(found: dict[str, object]) -> bool:
    """Whether nothing is wrong with a cut: it came up unless it was cut before, and the game went on."""
    came_up = found["early"] or (found["up_s"] is not None and found["received"])
    wrong = found["lost"] or found["abandoned"] or found["spoilt"]
    return bool(came_up and found["settings"] and not wrong)


def began(machine: Machine) -> bool:
    found = machine.health()
    return found is not None and bool(found["ok"])


def boots(disk: Disk, work: Path, within: float, *, firmware: bool) -> None:
    """Times from the switch: the bare system to its login, then the table to its page."""

    def timed(what: str, more: str, true: Callable[[Machine], object], *, by_firmware: bool = False) -> None:
        with closing(Machine(disk, work, firmware=by_firmware, more=more)) as machine:
            took = machine.seconds_to(lambda: true(machine), within)
        tell(f"{what:<50} {'not in time' if took is None else f'{took:.0f} s'}")

    def page(machine: Machine) -> bool:
        return b"setup.js" in (machine.asked("setup.html") or b"")

    timed("the same Debian to its login", BARE, lambda machine: LOGIN.search(machine.said))
    timed("first start to /setup, nobody there", QUIET, page)
    timed("again, to /setup", QUIET, page)
    timed("with its screen, to the page on it", NO_NAME, lambda machine: machine.colours() > SIGN)
    timed("again", NO_NAME, lambda machine: machine.colours() > SIGN)
    if firmware:
        timed("by UEFI, shim and GRUB, with its screen, to /setup", "", page, by_firmware=True)


def main() -> None:
    """Prints the times, and a line for each cut."""
    parser = Command(__doc__, lambda given: EACH_S * (given.cuts + 3))
    parser.add_argument("image", type=Path, help="As `python -m controller.appliance.image.make` makes it.")
    parser.add_argument("--cuts", type=int, default=10, help="How often the power fails (default: 10).")
    parser.add_argument("--seed", type=int, default=1, help="Of the game and of the moments.")
    parser.add_argument(
        "--early", type=float, default=0.2, help="Share of cuts while it starts (default: 0.2)."
    )
    parser.add_argument("--within", type=float, default=900.0, help="Seconds to come up in (default: 900).")
    parser.add_argument("--firmware", action="store_true", help="A start by UEFI, shim and GRUB, too.")
    parser.add_argument("--no-boots", action="store_true", help="The cuts alone.")
    given = parser.begin()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # a machine that runs is ended, too
    missing = [tool for tool in TOOLS if shutil.which(tool, path="/usr/bin:/usr/sbin:/sbin:/bin") is None]
    parser.need(f"{', '.join(missing)} missing: sudo apt install {PACKAGES}" if missing else None)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        if not given.no_boots:
            boots(Disk.of(given.image, work / "first.img", CARD), work, given.within, firmware=given.firmware)
        disk = Disk.of(given.image, work / "card.img", CARD)
        disk.put(prepared(), disk.user(USER))
        evening = Evening(
            disk,
            stick.formatted(work / "stick.img"),
            work,
            random.Random(given.seed),
            given.within,
            given.early,
        )
        found = []
        for _ in each("cuts", range(given.cuts)):
            found.append(evening.cut())
            tell(str(found[-1]))
    right = sum(right_one(each_cut) for each_cut in found)
    dirty = sum(bool(each_cut["unflushed"]) for each_cut in found)
    tell(f"{right} of {len(found)} came up, went on, lost nothing; {dirty} with unflushed data")
    tell(f"{len(evening.received)} events of {len({game for game, _ in evening.received})} games")


if __name__ == "__main__":
    main()
