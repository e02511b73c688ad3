"""What a table needs of its machine, checked one by one: each finding with the command that mends it."""

from __future__ import annotations

import grp
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from controller.card import trouble
from controller.config import Config
from controller.panel.voice import PROGRAM as SPEAKER
from controller.table.games import Games
from controller.table.journal import JournalError, read
from runtime.clock import CLOCK, JUMP_S, RELEASED, last_seen
from runtime.stored import LOW_DISK_MB
from upkeep.finding import Finding, Level

LEAST_PYTHON: Final = (3, 11)
HOT_C: Final = 75.0
"""A Pi slows itself down from 80 degrees on."""
THROTTLED: Final = {0: "power_low_now", 2: "power_slow_now", 16: "power_low_before", 18: "power_slow_before"}
"""Bits of the firmware's `get_throttled` that cost speed."""
CHROMIUM: Final = ("chromium", "chromium-browser", "google-chrome")


def _run(*command: str) -> str:
    """What a command prints; "" where it is missing or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


def _requires() -> list[str]:
    """What the installed program needs, without extras."""
    return [line for line in importlib.metadata.requires("jantaku") or () if "extra ==" not in line]


def _groups() -> set[str]:
    names = set()
    for number in {*os.getgroups(), os.getegid()}:
        try:
            names.add(grp.getgrgid(number).gr_name)
        except KeyError:
            continue
    return names


@dataclass(frozen=True, slots=True)
class Machine:
    """What is asked of the operating system; tests put another machine in its place."""

    python: tuple[int, int] = field(default_factory=lambda: sys.version_info[:2])
    root: bool = field(default_factory=lambda: os.geteuid() == 0)
    files: Path = Path("/")
    requires: Callable[[], list[str]] = _requires
    groups: Callable[[], set[str]] = _groups
    find: Callable[[str], str | None] = shutil.which
    run: Callable[..., str] = _run
    free: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free
    now: Callable[[], float] = time.time

    @property
    def pi(self) -> bool:
        return "Raspberry Pi" in self.text("proc/device-tree/model")

    def text(self, path: str) -> str:
        try:
            return (self.files / path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""


def findings(config: Config, machine: Machine) -> Iterator[Finding]:
    """Everything but broker and camera (`controller.doctor.broker`, `controller.doctor.eyes`), in the order
    in which one mends it."""
    yield from card(machine.files)
    yield _python(machine)
    yield from _packages(machine)
    yield _clock(config, machine)
    yield _data(config, machine)
    yield _journal(config)
    yield _screens()
    yield _browser(machine)
    yield from _voice(config, machine)
    yield from _permissions(config, machine)
    yield _port(config, machine)
    if machine.pi:
        yield from _pi(machine)


def card(root: Path | None = None) -> Iterator[Finding]:
    """What a computer that was started from an image does not keep; nothing where all is well."""
    if (found := trouble(root)) is not None:
        yield Finding("disk", Level.FAULT, found)


def _python(machine: Machine) -> Finding:
    values = {"version": ".".join(map(str, machine.python))}
    if machine.python >= LEAST_PYTHON:
        return Finding("python", Level.OK, "python_ok", values)
    return Finding("python", Level.FAULT, "python_old", values, "sudo apt install -y python3")


def _packages(machine: Machine) -> Iterator[Finding]:
    missing = []
    for line in machine.requires():
        try:
            importlib.metadata.version(_name(line))
        except importlib.metadata.PackageNotFoundError:
            missing.append(line)
    if not missing:
        yield Finding("packages", Level.OK, "packages_ok")
    for line in missing:
        fix = f"{sys.executable} -m pip install '{line}'"
        yield Finding("packages", Level.FAULT, "package_missing", {"name": _name(line)}, fix)


def _name(requirement: str) -> str:
    """The package that a line such as `click>=8.1,<9` asks for."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0]


def _clock(config: Config, machine: Machine) -> Finding:
    """The time of day, by what the release and earlier runs know."""
    now = machine.now()
    values = {"time": datetime.fromtimestamp(now).astimezone().strftime("%Y-%m-%d %H:%M (%Z)")}
    if now < max(RELEASED, last_seen(config.data) - JUMP_S):
        return Finding("clock", Level.FAULT, "clock_early", values, "timedatectl status")
    trouble = CLOCK.trouble()
    if trouble is not None and trouble.code == "clock_jumped":
        return Finding("clock", Level.FAULT, "clock_jumped", values, "timedatectl status")
    return Finding("clock", Level.OK, "clock_ok", values)


def _journal(config: Config) -> Finding:
    """The journal of the last game; a damaged one is repaired by the next start."""
    try:
        newest = Games(config.data).newest()
        if newest is None:
            return Finding("journal", Level.OK, "journal_none")
        read(newest)
    except (JournalError, OSError) as error:
        return Finding("journal", Level.ADVICE, "journal_damaged", {"detail": str(error)})
    return Finding("journal", Level.OK, "journal_ok")


def _screens() -> Finding:
    fix = f"{sys.executable} -m pip install --force-reinstall jantaku"
    try:
        import screens  # noqa: PLC0415 - needs a package that may be missing
    except ImportError:
        return Finding("screens", Level.FAULT, "screens_missing", fix=fix)
    if screens.complete():
        return Finding("screens", Level.OK, "screens_ok")
    return Finding("screens", Level.FAULT, "screens_missing", fix=fix)


def _browser(machine: Machine) -> Finding:
    if any(machine.find(name) for name in CHROMIUM):
        return Finding("browser", Level.OK, "browser_ok")
    fix = "sudo apt install -y chromium chromium-driver"
    return Finding("browser", Level.ADVICE, "browser_missing", fix=fix)


def _voice(config: Config, machine: Machine) -> Iterator[Finding]:
    if not config.voice.enabled:
        return
    if machine.find(SPEAKER):
        yield Finding("voice", Level.OK, "voice_ok")
        return
    fix = f"sudo apt install -y {SPEAKER}"
    yield Finding("voice", Level.FAULT, "voice_missing", {"program": SPEAKER}, fix)


def _data(config: Config, machine: Machine) -> Finding:
    folder = config.data
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    values = {"folder": config.data}
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        fix = f'sudo install -d -o "$USER" "{config.data}"'
        return Finding("disk", Level.FAULT, "data_unwritable", values, fix)
    free = machine.free(folder)
    if free < LOW_DISK_MB * 1_000_000:
        fix = "sudo apt clean && sudo journalctl --vacuum-size=100M"
        return Finding("disk", Level.FAULT, "disk_low", values | {"mb": f"{free / 1e6:.0f}"}, fix)
    return Finding("disk", Level.OK, "disk_ok", values | {"gb": f"{free / 1e9:.0f}"})


def _permissions(config: Config, machine: Machine) -> Iterator[Finding]:
    """Groups that open devices; root needs none."""
    wanted = {"video": config.camera.kind in {"v4l2", "picamera"}, "dialout": config.machine.kind == "serial"}
    wanted["gpio"] = machine.pi
    needed = [name for name, is_wanted in wanted.items() if is_wanted]
    have = set(needed) if machine.root else machine.groups()
    missing = [name for name in needed if name not in have]
    for name in missing:
        fix = f'sudo usermod -aG {name} "$USER"'
        yield Finding("permissions", Level.FAULT, "group_missing", {"group": name}, fix)
    if not missing:
        yield Finding("permissions", Level.OK, "groups_ok")


def _port(config: Config, machine: Machine) -> Finding:
    if config.machine.kind in {"simulated", "none"}:
        return Finding("machine", Level.OK, f"machine_{config.machine.kind}")
    port = config.machine.port
    values = {"port": port}
    if "://" in port:
        return Finding("machine", Level.OK, "machine_network", values)
    if not Path(port).exists():
        return Finding("machine", Level.FAULT, "machine_away", values, "ls -l /dev/serial/by-id/")
    if not (machine.root or os.access(port, os.R_OK | os.W_OK)):
        fix = 'sudo usermod -aG dialout "$USER"'
        return Finding("machine", Level.FAULT, "machine_closed", values, fix)
    return Finding("machine", Level.OK, "machine_ok", values)


def _pi(machine: Machine) -> Iterator[Finding]:
    heat = machine.text("sys/class/thermal/thermal_zone0/temp").strip()
    if heat.lstrip("-").isdigit():
        degrees = int(heat) / 1000
        values = {"degrees": f"{degrees:.0f}"}
        cool = degrees < HOT_C
        yield Finding(
            "temperature", Level.OK if cool else Level.ADVICE, "pi_cool" if cool else "pi_hot", values
        )
    throttled = re.search(r"throttled=0x([0-9a-fA-F]+)", machine.run("vcgencmd", "get_throttled"))
    bits = int(throttled.group(1), 16) if throttled else 0
    for bit, code in THROTTLED.items():
        if bits >> bit & 1:
            yield Finding("power", Level.FAULT if bit < 16 else Level.ADVICE, code)
    if throttled and not any(bits >> bit & 1 for bit in THROTTLED):
        yield Finding("power", Level.OK, "power_ok")
