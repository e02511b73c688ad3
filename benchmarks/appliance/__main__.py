"""The image of a table in a virtual machine (QEMU, emulated): how fast it comes up, and what its plug does.

    python -m benchmarks.appliance IMAGE --cuts 10 --seed 1

First the same system comes up to its login without the table, then as it is, until the page of its set-up
answers and is on its screen; nobody touches it. Then people enter hands, and the power fails again and
again at a random moment, of play or of the start, on a disk that loses, reorders or tears what was not
flushed. Each time it has to come up by itself with the same settings and go on with the same game, and every
event that a display received, or that the disk had before, has to be there. A stick is plugged in, on which
each start begins a backup; those that were whole have to stay so. Now and then somebody changes the
configuration meanwhile; with `--release` the stick brings newer versions, which install themselves.
"""

from __future__ import annotations

import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from benchmarks.appliance import stick
from benchmarks.appliance.evening import NO_NAME, Evening, right_one
from benchmarks.appliance.game import prepared
from benchmarks.appliance.machine import LOGIN, PACKAGES, TOOLS, Disk, Machine
from benchmarks.appliance.newer import Newer
from benchmarks.progress import Command, Options, each, tell
from controller.appliance.description import USER

CARD: Final = 8 << 30
EACH_S: Final = 240.0
SIGN: Final = 48
"""Colours that a screen with our sign alone may have; the page of the set-up has 110."""
QUIET: Final = f"systemd.mask=jantaku-kiosk.service {NO_NAME}"
"""No browser in an emulated machine where it is not asked for."""
BARE: Final = f"{QUIET} systemd.mask=jantaku-table.service systemd.mask=jantaku-grow.service"
"""The same Debian without a table."""


def boots(disk: Disk, work: Path, within: float, *, firmware: bool) -> None:
    """Times from the switch: the bare system to its login, then the table to its page."""

    def timed(what: str, more: str, true: Callable[[Machine], object], **given: Any) -> None:
        with closing(Machine(disk, work, more=more, **given)) as machine:
            took = machine.seconds_to(lambda: true(machine), within)
        tell(f"{what:<50} {'not in time' if took is None else f'{took:.0f} s'}")

    def page(machine: Machine) -> bool:
        return b"setup.js" in (machine.asked("setup.html") or b"")

    def shown(machine: Machine) -> bool:
        return machine.colours() > SIGN

    timed("the same Debian to its login", BARE, lambda machine: LOGIN.search(machine.said))
    timed("first start to /setup, nobody there", QUIET, page)
    timed("again, to /setup", QUIET, page)
    timed("with its screen, to the page on it", NO_NAME, shown)
    timed("again", NO_NAME, shown)
    if firmware:
        timed("by UEFI, shim and GRUB, with its screen, to /setup", "", page, firmware=True)


def main() -> None:
    """Prints the times, and a line for each cut."""
    parser = Command(__doc__, lambda given: EACH_S * (given.cuts + 3))
    parser.add_argument("image", type=Path, help="As `python -m controller.appliance.image.make` makes it.")
    parser.add_argument("--cuts", type=int, default=10, help="How often the power fails (default: 10).")
    parser.add_argument("--seed", type=int, default=1, help="Of the game and of the moments.")
    parser.add_argument(
        "--early", type=float, default=0.2, help="Share of cuts while it starts (default: 0.2)."
    )
    parser.add_argument(
        "--setting-up",
        type=float,
        default=0.2,
        help="Share of the other cuts while somebody changes the configuration (default: 0.2).",
    )
    parser.add_argument("--release", type=Path, help="Cut while newer versions of this release come.")
    parser.add_argument("--within", type=float, default=900.0, help="Seconds to come up in (default: 900).")
    parser.add_argument("--firmware", action="store_true", help="A start by UEFI, shim and GRUB, too.")
    parser.add_argument("--no-boots", action="store_true", help="The cuts alone.")
    given = parser.begin()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # a machine that runs is ended, too
    missing = [tool for tool in TOOLS if shutil.which(tool, path="/usr/bin:/usr/sbin:/sbin:/bin") is None]
    missing = missing or [tool for tool in (Disk(given.image).board.program,) if shutil.which(tool) is None]
    parser.need(f"{', '.join(missing)} missing: sudo apt install {PACKAGES}" if missing else None)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        if not given.no_boots:
            boots(Disk.of(given.image, work / "first.img", CARD), work, given.within, firmware=given.firmware)
        evening = _evening(given, work)
        found = []
        for _ in each("cuts", range(given.cuts)):
            found.append(evening.cut())
            tell(str(found[-1]))
    right = sum(right_one(each_cut) for each_cut in found)
    dirty = sum(bool(each_cut["unflushed"]) for each_cut in found)
    tell(f"{right} of {len(found)} came up, went on, lost nothing; {dirty} with unflushed data")
    tell(f"{len(evening.received)} events of {len({game for game, _ in evening.received})} games")


def _evening(given: Options, work: Path) -> Evening:
    """On a new card and a new stick."""
    disk = Disk.of(given.image, work / "card.img", CARD)
    newer = None if given.release is None else Newer(given.release, work / "newer")
    disk.put({**prepared(), **({} if newer is None else newer.trusted)}, disk.user(USER))
    return Evening(
        disk,
        stick.formatted(work / "stick.img"),
        work,
        random.Random(given.seed),
        given.within,
        given.early,
        given.setting_up,
        newer,
    )


if __name__ == "__main__":
    main()
