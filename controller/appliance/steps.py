"""The steps of an installation and of its undoing, in their order: files and commands, nothing done yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.appliance import kiosk, system, units
from controller.appliance.description import HUB_FILE, KIOSK_STATE, KIOSK_USER, TABLE_FILE, USER, Appliance
from controller.broker.club import UNIT
from upkeep.computer import CURRENT, FAILED, PLACE, PREVIOUS, SETTINGS, STATE, TRIAL, TRUSTED, UNITS

_USERS: Final = Path("/etc/sysusers.d/jantaku.conf")
_UDEV: Final = Path("/etc/udev/rules.d/70-jantaku.rules")
_POLKIT: Final = Path("/etc/polkit-1/rules.d/50-jantaku.rules")
_JOURNAL: Final = Path("/etc/systemd/journald.conf.d/50-jantaku.conf")
_AVAHI: Final = Path("/etc/avahi/services/jantaku.service")
_BROKER_FOUND: Final = _AVAHI.with_name(UNIT)
"""Where docs/brokers.md has the club's broker say that it is there."""
_APT: Final = Path("/etc/apt/apt.conf.d/60jantaku")
_WAITING: Final = ("media-jantaku.automount", "jantaku-backup.timer")
_LOOK: Final = "jantaku-look.timer"
_SETTLE: Final = "jantaku-settle.service"
_LINK: Final = Path("/usr/local/bin/jantaku")


@dataclass(frozen=True, slots=True)
class File:
    """A file as a whole. `first`: a beginning, which is left alone once it is there. `owner`: whose it is,
    else root's; with `folders` whose the folders are, too, that are made for it."""

    path: Path
    text: str
    mode: int = 0o644
    owner: str | None = None
    folders: bool = False
    first: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    path: Path
    target: Path


@dataclass(frozen=True, slots=True)
class Remove:
    """A file, or a folder with all that is in it, where it is there."""

    path: Path


@dataclass(frozen=True, slots=True)
class Run:
    """A command. `after_change`: only where a file was changed before it. `may_fail`: what it undoes may not
    be there. `live`: it speaks to the system that runs; where one is only built there is none."""

    command: tuple[str, ...]
    after_change: bool = False
    may_fail: bool = False
    live: bool = False


Step = File | Link | Remove | Run


def installing(appliance: Appliance) -> Iterator[Step]:
    """Done twice it changes nothing; a table that runs goes on."""
    if appliance.missing:
        yield Run(("apt-get", "update", "-qq"))
        yield Run(("apt-get", "install", "-y", "-qq", "--no-install-recommends", *appliance.missing))
    if "mosquitto" in appliance.missing:  # table and hub bring their own; Debian's would only hold the port
        yield Run(("systemctl", "disable", "--now", "-q", "mosquitto.service"))
    yield File(_USERS, system.users(appliance))
    yield Run(("systemd-sysusers", _USERS.name))
    if appliance.name is not None:
        yield Run(("hostnamectl", "set-hostname", appliance.name))
    yield Run(("install", "-d", "-o", "root", "-g", "root", "-m", "755", str(SETTINGS), str(TRUSTED)))
    yield from _files(appliance)
    if appliance.version is not None:
        yield Link(PLACE / CURRENT, Path(appliance.version))
    yield Link(_LINK, appliance.program)
    yield from _noticed()
    devices = (f"--subsystem-match={kind}" for kind in ("gpio", "tty", "video4linux"))
    yield Run(("udevadm", "trigger", "--settle", *devices), after_change=True, live=True)
    if appliance.version is not None:  # it begins with the computer: now there is nothing to settle
        yield Run(("systemctl", "enable", "-q", _SETTLE))
    look = (_LOOK,) if appliance.version is not None else ()
    units = (*_WAITING, *look, *appliance.services)
    yield Run(("systemctl", "enable", "-q", *units))
    yield Run(("systemctl", "start", *units), live=True)


def _noticed() -> Iterator[Run]:
    """What runs reads its files anew."""
    yield Run(("systemctl", "daemon-reload"), after_change=True, live=True)
    yield Run(("systemctl", "restart", "systemd-journald.service"), after_change=True, live=True)
    yield Run(("udevadm", "control", "--reload"), after_change=True, live=True)


def _files(appliance: Appliance) -> Iterator[File]:
    if appliance.table:
        yield File(UNITS / "jantaku-table.service", units.table(appliance))
        yield File(TABLE_FILE, system.first_table(appliance), 0o600, USER, folders=True, first=True)
    if appliance.hub:
        yield File(UNITS / "jantaku-hub.service", units.hub(appliance))
        yield File(HUB_FILE, system.first_hub(), 0o600, USER, first=True)
    if appliance.kiosk:
        yield File(kiosk.STARTING, kiosk.starting())
        yield File(kiosk.SCREEN, kiosk.shown())
        yield File(UNITS / "jantaku-kiosk.service", kiosk.screen())
        yield File(UNITS / "jantaku-page.service", kiosk.page(appliance))
    if appliance.version is not None:
        yield File(UNITS / _SETTLE, units.settle())
        yield File(UNITS / "jantaku-update@.service", units.update())
        yield File(UNITS / "jantaku-look.service", units.look())
        yield File(UNITS / _LOOK, units.every_day())
    yield File(UNITS / "jantaku-care@.service", units.care(appliance))
    yield File(UNITS / units.RESTORED, units.restored(appliance))
    yield File(UNITS / "media-jantaku.mount", units.stick_mount())
    yield File(UNITS / "media-jantaku.automount", units.stick_wait())
    yield File(UNITS / "jantaku-backup.service", units.backups(appliance))
    yield File(UNITS / "jantaku-backup.timer", units.every_night())
    yield File(_UDEV, system.device_names(appliance))
    yield File(_POLKIT, system.switching())
    yield File(_JOURNAL, system.journal())
    yield File(_AVAHI, system.found(appliance))
    if appliance.security:
        yield File(_APT, system.updates())


def options(root: Path = Path("/")) -> tuple[str, ...]:
    """Those with which `installing` was done last here, as words of `jantaku install`."""

    def there(path: Path) -> bool:
        return (root / path.relative_to("/")).exists()

    asked = {
        "--hub": there(UNITS / "jantaku-hub.service"),
        "--no-table": not there(UNITS / "jantaku-table.service"),
        "--no-kiosk": not there(UNITS / "jantaku-kiosk.service"),
        "--security-updates": there(_APT),
    }
    return tuple(word for word, on in asked.items() if on)


def removing(*, data: bool) -> Iterator[Step]:
    """Whatever was installed. Without `data` the games, the settings and the users whose they are stay.
    Debian's packages and the computer's name stay in any case."""
    whole = Appliance(_LINK, CURRENT, hub=True, security=True)
    ours = (*reversed(whole.services), *_WAITING, _LOOK, _SETTLE)
    yield Run(("systemctl", "disable", "--now", "-q", *ours), may_fail=True)
    for file in _files(whole):
        if not file.first:
            yield Remove(file.path)
    yield Remove(_LINK)
    for link in (CURRENT, PREVIOUS, TRIAL, FAILED):
        yield Remove(PLACE / link)
    yield from _noticed()
    if not data:
        return
    yield Run(("systemctl", "disable", "--now", "-q", UNIT), may_fail=True)  # its settings go
    yield Remove(_BROKER_FOUND)
    yield Remove(_USERS)
    for folder in (STATE, KIOSK_STATE, SETTINGS):
        yield Remove(folder)
    for user in (USER, KIOSK_USER):
        yield Run(("userdel", user), may_fail=True)


def line_of(step: Step) -> str:
    """A step in one line."""
    match step:
        case File(path=path, first=first):
            return f"write  {path}" + (" (unless it is there)" if first else "")
        case Link(path=path, target=target):
            return f"link   {path} -> {target}"
        case Remove(path=path):
            return f"remove {path}"
        case Run(command=command):
            return f"run    {' '.join(command)}"


def written(steps: Iterable[Step]) -> str:
    """All steps, with the whole text of each file."""
    out = []
    for step in steps:
        out.append(line_of(step) + "\n")
        if isinstance(step, File):
            out += [f"    {line}".rstrip() + "\n" for line in step.text.splitlines()]
    return "".join(out)
