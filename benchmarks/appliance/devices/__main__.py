"""Hands played at a table in a virtual machine, through devices of its kernel.

    python -m benchmarks.appliance.devices IMAGE --modules FOLDER --hands 1 --seed 1

IMAGE is one for a Raspberry Pi. Its camera is /dev/video0 (v4l2loopback), into which pictures of the virtual
table are written; keys and lamps are lines of a GPIO chip (gpio-sim), and the machine is a serial device at
USB, at the far end of which the firmware's binary runs in simavr. People and tiles live outside; nothing goes
around the camera. The emulated computer has a clock of its own, on which an instruction takes 1 ns, and all
that is around it goes by that clock: a second of it takes ten of this computer's or more.

What the journal says at the end is compared with what was played. Exit 1 where it differs or stands still.
"""

from __future__ import annotations

import json
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from benchmarks.appliance.__main__ import CARD, QUIET
from benchmarks.appliance.devices.computer import CABLE, prepare, started
from benchmarks.appliance.devices.far_end import FarEnd
from benchmarks.appliance.devices.outside import Outside
from benchmarks.appliance.devices.room import Room
from benchmarks.appliance.devices.screen import Screen
from benchmarks.appliance.disk import HOWS
from benchmarks.appliance.game import KEPT
from benchmarks.appliance.machine import PACKAGES, PI4, TOOLS, Disk, Machine
from benchmarks.progress import Command, Options, tell
from controller.table.journal import read
from controller.virtual.compare import Report, compare
from controller.virtual.world import VirtualTable
from engine.rules.ruleset import Ruleset
from engine.state.events import Event
from upkeep.computer import TABLE_DATA

NAMES: Final = ("A", "B", "C", "D")
PRESET: Final = "rrc"
MORE: Final = {"mmdebstrap": "mmdebstrap", "fdtput": "device-tree-compiler", "avr-gcc": "gcc-avr"}
"""Programs beside those of any virtual machine -> Debian's packages."""
TOLD: Final = "systemd.journald.forward_to_console=1"
"""The log of the system goes to the serial line."""
TOLD_S: Final = 20.0


def played(room: Room, machine: Machine, screen: Screen, patience_s: float) -> bool:
    """Plays to the end; False where nothing has happened for so long."""
    events, since, told = 0, time.monotonic(), 0.0
    while not room.world.finished:
        room.step()
        now = time.monotonic()
        if screen.events > events:
            events, since = screen.events, now
        if now - since > patience_s:
            return False
        if now - told > TOLD_S:
            told = now
            tell(f"{now - machine.begun:6.0f} s  {room.t:7.1f} s in the room  {events} events  {room.doing}")
        time.sleep(0.002)
    return True


def evening(given: Options, work: Path) -> dict[str, Any]:
    """What came of it."""
    world = VirtualTable(Ruleset.preset(PRESET), NAMES, seed=given.seed, hands=given.hands, pace=given.pace)
    disk = Disk.of(given.image, work / "card.img", CARD)
    with closing(Outside()) as outside:
        prepare(disk, outside.port, PRESET, given.modules)
        with closing(started(disk, work, f"{QUIET} {TOLD}")) as machine:
            machine.seconds_to((work / CABLE).exists, 60)
            with closing(FarEnd(work / CABLE, world, given.seed)) as far:
                found = _at_the_table(given, machine, Room(world, outside, far))
                found |= {"unsafe": far.unsafe}
            machine.pull(HOWS[0], random.Random(given.seed))
            if given.keep is not None:
                shutil.copy(machine.log, given.keep)
    data = disk.folder(f"/{KEPT}{TABLE_DATA}", work / "data")
    if given.keep is not None:
        shutil.copytree(data, given.keep / "data", dirs_exist_ok=True)
    return found | _compared(compare(world.plans, list(_journal(data))))


def _at_the_table(given: Options, machine: Machine, room: Room) -> dict[str, Any]:
    def up() -> bool:
        room.step()
        return machine.asked("config.json") is not None

    took = machine.seconds_to(up, given.within)
    tell(f"The table answers after {'no' if took is None else round(took)} seconds.")
    if took is None:
        return {"ended": False}
    with closing(Screen(machine)) as screen:
        room.enter(screen)
        ended = played(room, machine, screen, given.patience)
        return {"ended": ended, "pressed": room.pressed, "alerts": sorted(screen.alerts), "lit": room.lit}


def _journal(data: Path) -> Iterator[Event]:
    for path in sorted((data / "games").glob("*.jsonl")):
        yield from (record.event for record in read(path).records if record.event is not None)


def _compared(report: Report) -> dict[str, Any]:
    return {
        "hands": len(report.hands),
        "paid": report.paid,
        "percent": report.percent,
        "tallies": {name: str(tally) for name, tally in report.tallies.items()},
    }


def main() -> int:
    parser = Command(__doc__, lambda given: 1800.0 * given.hands)
    parser.add_argument("image", type=Path, help="As `python -m controller.appliance.image.make` makes it.")
    parser.add_argument("--modules", type=Path, required=True, help="A folder for modules of the kernel.")
    parser.add_argument("--hands", type=int, default=1, help="How many are played (default: 1).")
    parser.add_argument("--seed", type=int, default=1, help="Of people, walls and machine.")
    parser.add_argument("--pace", type=float, default=1.0, help="Of the people (default: 1, human).")
    parser.add_argument("--within", type=float, default=900.0, help="Seconds to come up in (default: 900).")
    parser.add_argument("--patience", type=float, default=900.0, help="Seconds without news (default: 900).")
    parser.add_argument("--keep", type=Path, help="A folder for what is left: the table's data, the log.")
    given = parser.begin()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # a machine that runs is ended, too
    path = "/bin:/usr/bin:/sbin:/usr/sbin"
    missing = [tool for tool in (*TOOLS, *MORE) if shutil.which(tool, path=path) is None]
    packages = f"{PACKAGES} {' '.join(MORE.values())}"
    parser.need(f"{', '.join(missing)} missing: sudo apt install {packages}" if missing else None)
    parser.need(None if Disk(given.image).board is PI4 else "This needs an image for a Raspberry Pi (pi4).")
    for folder in (given.modules, given.keep):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        found = evening(given, Path(work))
    tell(json.dumps(found, default=str))
    return 0 if found["ended"] and found["paid"] == given.hands and found["percent"] == 100.0 else 1


if __name__ == "__main__":
    sys.exit(main())
