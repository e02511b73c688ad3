"""What a walk has: the computer, its pages, a stick, and makers of releases; and the steps at a table."""

from __future__ import annotations

import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from benchmarks.appliance.booted.computer import Computer, FaultError, Stick
from benchmarks.appliance.booted.page import Page, until
from controller.appliance.description import HUB_PORT, PORT, USER
from tests.upkeep.test_release import Maker
from upkeep.computer import CURRENT, PLACE, TABLE_DATA

TABLE: Final = "jantaku-table.service"
UP_S: Final = 120.0
WATCHED_S: Final = 150.0
"""WatchdogSec, and what systemd waits until it kills one that does not hear it."""
FORBIDDEN: Final = (
    ("StartUnit", TABLE, USER),
    ("StopUnit", TABLE, USER),
    ("RestartUnit", "jantaku-care@look.service", USER),
    ("StopUnit", "jantaku-care@look.service", USER),
    ("StartUnit", "jantaku-backup.service", USER),
    ("StartUnit", "console-getty.service", USER),
    ("StartUnit", "jantaku-care@look.service", "nobody"),
    ("StartUnit", "jantaku-update@back.service", "nobody"),
)


def needed(true: object, otherwise: str) -> None:
    """FaultError with a sentence unless it is so."""
    if not true:
        raise FaultError(otherwise)


@dataclass
class House:
    """`release` is the one that is installed first; `folder` is for whatever else the walk makes."""

    computer: Computer
    stick: Stick
    release: Path
    folder: Path
    maker: Maker
    page: Page = field(default_factory=lambda: Page(PORT))
    hub: Page = field(default_factory=lambda: Page(HUB_PORT))

    @property
    def version(self) -> str:
        return self.release.name.split("-")[1]

    def jantaku(self, *words: str) -> str:
        return self.computer.must("/usr/local/bin/jantaku", *words)

    def begins(self) -> None:
        """Waits until the table plays, and gets an account."""
        until(lambda: self.page.health().get("ok"), UP_S, "the table is not well")
        self.enters()

    def enters(self) -> None:
        """Gets the account of the house by the link of this computer. FaultError."""
        self.page.enter(self.jantaku("link", "--data", str(TABLE_DATA)))

    def care(self, what: str, place: str | None = None, file: str | None = None) -> dict[str, Any]:
        """The same as the page's, whatever becomes of the accounts."""
        return self.page.care(what, place, file, self.enters)

    def state(self, unit: str = TABLE) -> str:
        return self.computer.shows(unit, "ActiveState")

    def process(self, unit: str = TABLE) -> str:
        return self.computer.shows(unit, "MainPID")

    def restarts(self, unit: str = TABLE) -> int:
        return int(self.computer.shows(unit, "NRestarts") or 0)

    def plugged(self) -> None:
        """Plugs the stick in and waits until what that begins has ended."""
        self.stick.plug_in()
        label = "dev-disk-by\\x2dlabel-JANTAKU.device"
        until(lambda: self.state(label) == "active", 20, "udev does not see the stick")
        self.idle()

    def idle(self) -> None:
        """Waits until none of our units runs that does something once."""
        time.sleep(1)
        asked = ("systemctl", "list-units", "--plain", "--no-legend", "--state=activating")
        units = ("jantaku-care@*", "jantaku-update@*", "jantaku-backup.service")
        until(lambda: not self.computer.ask(*asked, *units).strip(), 600, "a unit does not end")

    def pulled(self) -> None:
        """Pulls the stick, once systemd has let it go."""
        until(lambda: self.state("media-jantaku.mount") != "active", 60, "the stick stays mounted")
        self.stick.pull()
        time.sleep(1)


Step = Callable[[House], str]
"""Does something and gives what is worth reading of it. FaultError."""


def installed(house: House) -> str:
    """As docs/appliance.md says, from the wheels of a release; once more it changes nothing."""
    computer = house.computer
    place = PLACE / house.version
    wheels = computer.path("/root/wheels")
    with zipfile.ZipFile(house.release) as packed:
        packed.extractall(wheels.parent)
    computer.must("python3", "-m", "venv", "--system-site-packages", str(place))
    pip = (str(place / "bin/pip"), "install", "-q", "--no-index", "--find-links", "/root/wheels")
    computer.must(*pip, "jantaku[club]")
    begun = time.monotonic()
    computer.must(str(place / "bin/jantaku"), "install", "--no-kiosk")
    house.begins()
    took = time.monotonic() - begun
    again = computer.must(str(place / "bin/jantaku"), "install", "--no-kiosk")
    needed("Everything was so already." in again, f"a second time it does {again[-300:]}")
    failed = computer.ask("systemctl", "list-units", "--plain", "--no-legend", "--failed").strip()
    needed(not failed, f"units have failed: {failed}")
    return f"the table is well {took:.0f} s after `jantaku install`"


def verified(house: House) -> str:
    """systemd itself finds nothing wrong with our units."""
    found = house.computer.run("sh", "-c", "systemd-analyze verify /etc/systemd/system/*jantaku*.*")
    before = f"{PLACE}/previous"  # there from the first update on
    said = [line for line in found.stderr.splitlines() if "jantaku" in line and before not in line]
    needed(not said, f"systemd says {said}")
    shown = house.computer.ask("systemd-analyze", "security", "--no-pager", TABLE).strip().splitlines()
    return shown[-1].lstrip("→ ") if shown else ""


def pages(house: House) -> str:
    """Every page and figure of the table answers, and it reports to the watchdog."""
    for path in ("index.html", "table.html", "host.html", "setup.html", "care.html", "health", "host.json"):
        answered, _ = house.page.asked(path)
        needed(answered == 200, f"/{path} answers {answered}")
    stranger = Page(PORT)
    needed(stranger.asked("care.json")[0] == 403, "who has no account reads /care.json")
    status = house.computer.shows(TABLE, "StatusText")
    needed(status, "systemd knows no status of the table")
    needed(house.page.json("care.json")["here"], "the page does not know that it can ask for care")
    return f"status: {status}"


def rights(house: House) -> str:
    """polkit lets the table's user start what its rule names, and nobody anything else."""
    computer = house.computer
    for verb, unit, who in FORBIDDEN:
        needed(not computer.may_start(unit, who, verb), f"{who} may {verb} {unit}")
    needed(computer.may_start("jantaku-care@look.service"), "the table's user may not start a care")
    house.idle()
    needed(computer.may_start("jantaku-care@nonsense.service"), "polkit judges what root is to judge")
    until(lambda: house.state("jantaku-care@nonsense.service") == "failed", 30, "root does nonsense")
    computer.must("systemctl", "reset-failed")
    may = [
        computer.ask("busctl", "--system", "call", *_LOGIND, f"Can{what}", user=USER).split()
        for what in ("PowerOff", "Reboot", "Suspend")
    ]
    needed(may[:2] == [["s", '"yes"']] * 2, f"the table's user may not switch the computer off: {may}")
    needed(may[2] != ["s", '"yes"'], "the table's user may suspend the computer")
    zone = ("busctl", "--system", "call", *_TIMEDATE, "SetTimezone", "sb", "Asia/Tokyo", "false")
    needed(computer.run(*zone, user="nobody").returncode != 0, "nobody sets the clock's zone")
    needed(computer.run(*zone, user=USER).returncode == 0, "the table's user may not set the clock's zone")
    return f"{len(FORBIDDEN) + 1} wishes refused, 2 units started, the clock's zone set"


_LOGIND: Final = (*("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager"),)
_TIMEDATE: Final = (
    *("org.freedesktop.timedate1", "/org/freedesktop/timedate1", "org.freedesktop.timedate1"),
)


def taken_along(house: House) -> str:
    """A backup and a report that the browser gets; the report has the log of what root did."""
    sizes: list[str] = []
    files: dict[str, str] = {}
    for what in ("backup", "support"):
        status, said = house.page.asked(f"host/{what}.zip")
        needed(status == 200, f"{what}.zip answers {status}: {said[:200]!r}")
        with zipfile.ZipFile(BytesIO(said)) as packed:
            files |= {name: packed.read(name).decode(errors="replace") for name in packed.namelist()}
        sizes.append(f"{what} {len(said)} bytes")
    needed("backup.json" in files, f"there are {sorted(files)}")
    needed("nothing that a page asks for" in files["log.txt"], "the report has no log of what was refused")
    needed("Id=jantaku-table.service" in files["services.txt"], "the report has no services")
    return ", ".join(sizes)


def killed(house: House) -> str:
    """The table's process is killed, and so is its broker."""
    before, process, begun = house.restarts(), house.process(), time.monotonic()
    house.computer.kill("KILL", process)
    until(lambda: house.restarts() > before and house.page.health().get("ok"), UP_S, "it does not come back")
    took = time.monotonic() - begun
    house.begins()
    needed(house.computer.must("systemctl", "is-active", TABLE).strip() == "active", "it is not active")
    begun = time.monotonic()
    brokers = house.computer.named("mosquitto", USER)
    needed(len(brokers) == 1, f"brokers: {brokers}")
    house.computer.kill("KILL", brokers[0])
    until(
        lambda: house.computer.named("mosquitto", USER) not in ([], brokers),
        60,
        "no broker",
    )
    house.begins()
    return f"back after {took:.0f} s, its broker after {time.monotonic() - begun:.0f} s"


def hangs(house: House) -> str:
    """The table's process stops for longer than WatchdogSec."""
    before, begun = house.restarts(), time.monotonic()
    house.computer.kill("STOP", house.process())
    until(lambda: house.restarts() > before and house.page.health().get("ok"), WATCHED_S, "it hangs on")
    took = time.monotonic() - begun
    house.begins()
    return f"back after {took:.0f} s"


def ended(house: House) -> str:
    """The host's page restarts it, in the same process, and ends it; what is ended stays ended."""
    process, before = house.process(), house.page.health()
    house.page.order("restart")
    until(lambda: house.page.health().get("uptime_s", 1e9) < before.get("uptime_s", 0), UP_S, "no restart")
    house.begins()
    needed(house.process() == process, "the restart is another process")
    house.page.order("stop")
    until(lambda: house.state() == "inactive", 60, "it does not end")
    time.sleep(10)
    needed(house.state() == "inactive", "it has begun by itself")
    house.computer.must("systemctl", "start", TABLE)
    house.begins()
    return "the same process after a restart; ended it stays ended"


def switched(house: House) -> str:
    """The host's page restarts the computer, and its plug is pulled; the table begins by itself."""
    begun = time.monotonic()
    house.page.order("computer_restart")
    until(lambda: not house.computer.on, 120, "the computer does not restart")
    needed(house.computer.restarts, "the computer is switched off, not restarted")
    house.computer.switch_on()
    house.begins()
    took = time.monotonic() - begun
    house.computer.pull()
    begun = time.monotonic()
    house.computer.switch_on()
    house.begins()
    return f"well {took:.0f} s after the order, {time.monotonic() - begun:.0f} s after the plug"


def timers(house: House) -> str:
    """Both timers wait, and the nightly backup without a stick is no failure."""
    said = house.computer.must("systemctl", "list-timers", "--all", "--no-legend", "jantaku-*")
    needed(said.count("jantaku-backup.timer") == 1 and said.count("jantaku-look.timer") == 1, said)
    house.computer.must("systemctl", "start", "jantaku-backup.service")
    needed(house.computer.shows("jantaku-backup.service", "ConditionResult") == "no", "it saves to no stick")
    house.computer.must("systemctl", "start", "jantaku-look.service")
    return " | ".join(" ".join(line.split()[:3]) for line in said.splitlines())


def log(house: House) -> str:
    """What stands in the log as an error."""
    said = house.computer.ask("journalctl", "--no-pager", "-u", "jantaku-*", "-o", "cat")
    needed("Traceback" not in said, f"a traceback in the log: {said[said.find('Traceback') :][:1500]}")
    denied = house.computer.ask("journalctl", "--no-pager", "-p", "err", "-o", "short", "-u", "jantaku-*")
    return f"{len(said.splitlines())} lines, {len(denied.splitlines())} errors: {denied.splitlines()[:5]}"


def current(house: House) -> str:
    """The version that runs."""
    return (house.computer.path(PLACE / CURRENT)).readlink().name
