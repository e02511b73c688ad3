"""A club's computer from `jantaku install` to `jantaku uninstall`, under Debian's systemd, udev and polkit.

    python -m controller.appliance.updates.make dist
    sudo python -m benchmarks.appliance.booted dist/jantaku-0.1.0-cp311-x86_64.zip

It makes Debian in a folder, switches it on in a container, and does there what people do: with pages, a
stick, releases that are signed or not, kills and pulled plugs. Needs root, loop devices and autofs, and no
network but for making Debian; the container has a loopback interface alone. What it cannot have: devices
(`DeviceAllow=`), Wi-Fi, a screen. Exit 1 where a step fails.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from benchmarks.appliance.booted import club, data, house, versions
from benchmarks.appliance.booted.computer import TOOLS, Computer, FaultError, Stick, alone, copied, debian
from benchmarks.appliance.booted.house import House, Step
from benchmarks.progress import Command, each, no_file, tell
from controller.appliance.description import Appliance
from controller.appliance.image.target import MIRROR, SUITES
from tests.upkeep.test_release import Maker
from upkeep.computer import PLACE

TAKES_S: Final = 1500.0
STEPS: Final[tuple[Step, ...]] = (
    *(house.installed, house.verified, house.pages, house.rights, house.timers, house.taken_along),
    *(data.backed_up, data.restored, data.foreign, data.on_a_stick, data.full_stick, data.torn_out),
    data.reset,
    *(house.ended, house.killed, house.hangs, house.switched),
    *(versions.from_a_stranger, versions.from_a_stick, versions.taken_back, versions.that_ends),
    *(versions.cut_on_trial, versions.from_the_network, versions.during_a_hand),
    *(house.log, club.beside_a_table, club.uninstalled, club.hub_alone),
)


def walked(found: House, steps: tuple[Step, ...]) -> int:
    """How many steps failed."""
    failed = 0
    for step in each("steps", steps):
        begun = time.monotonic()
        try:
            said, how = step(found), "ok"
        except Exception as error:  # the next steps may tell more
            said, how = f"{type(error).__name__}: {error}", "FAILED"
            failed += 1
            with suppress(FaultError):
                found.pulled()
            tell(found.computer.ask("journalctl", "--no-pager", "-n", "25", "-o", "short-precise"))
            if not found.computer.on:
                found.computer.switch_on()
        name = f"{step.__module__.rpartition('.')[2]}.{step.__name__}"
        tell(f"{how:<6} {name:<24} {time.monotonic() - begun:4.0f} s  {said}")
    return failed


def main() -> None:
    """Prints a line for each step."""
    parser = Command(__doc__, lambda given: TAKES_S)
    parser.add_argument(
        "release", type=Path, help="As `python -m controller.appliance.updates.make` makes it."
    )
    parser.add_argument(
        "--suite", choices=sorted(SUITES), default="bookworm", help="Of Debian (default: 12)."
    )
    parser.add_argument("--mirror", default=MIRROR, help="Has the folders debian and debian-security.")
    parser.add_argument("--debian", type=Path, help="Made in this folder, or taken from it.")
    parser.add_argument("--steps", help="These alone, such as `installed,pages,killed`; the first installs.")
    given = parser.begin()
    missing = [package for tool, package in TOOLS.items() if shutil.which(tool) is None]
    parser.need(
        no_file(given.release, "python -m controller.appliance.updates.make dist"),
        f"sudo apt install {' '.join(missing)}" if missing else None,
        "as root, please" if os.geteuid() != 0 else None,
    )
    wanted = given.steps.split(",") if given.steps else None
    steps = tuple(step for step in STEPS if wanted is None or step.__name__ in wanted)
    system = given.debian or Path(tempfile.gettempdir()) / f"jantaku-{given.suite}"
    if not (system / "usr").is_dir():
        debian(given.suite, given.mirror, Appliance(PLACE, kiosk=False).packages, system)
    alone()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # a computer that runs is switched off, too
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder = Path(name)
        stick = Stick(folder / "stick.ext4")
        computer = Computer(copied(system, folder / "computer"), folder / "console.log", [stick.device])
        computer.switch_on()
        try:
            failed = walked(House(computer, stick, given.release, folder, Maker(folder / "maker")), steps)
        finally:
            if computer.on:
                computer.switch_off()
            stick.pull()
    tell(f"{len(steps) - failed} of {len(steps)} steps")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
