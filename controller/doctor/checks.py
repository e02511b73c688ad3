"""What a table needs of its machine, checked one by one: each finding with the command that mends it."""

from __future__ import annotations

import grp
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

from controller.config import Config
from controller.panel.voice import PROGRAM as SPEAKER

LEAST_PYTHON: Final = (3, 11)
LEAST_DISK: Final = 1 << 30
"""Bytes: journals are small, kept pictures and clips are not."""
HOT_C: Final = 75.0
"""A Pi slows itself down from 80 degrees on."""
THROTTLED: Final = {
    0: "too little voltage now: use the power supply made for the Pi",
    2: "slowed down now: cool it",
    16: "too little voltage since it was started: use the power supply made for the Pi",
    18: "slowed down since it was started: cool it",
}
"""Bits of the firmware's `get_throttled` that cost speed."""
CHROMIUM: Final = ("chromium", "chromium-browser", "google-chrome")


class Level(StrEnum):
    OK = "ok"
    ADVICE = "advice"
    """Works, and could be better."""
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """`fix` is a command, or None where `message` says all."""

    check: str
    level: Level
    message: str
    fix: str | None = None


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
    yield _python(machine)
    yield from _packages(machine)
    yield _browser(machine)
    yield from _voice(config, machine)
    yield _data(config, machine)
    yield from _permissions(config, machine)
    yield _port(config, machine)
    if machine.pi:
        yield from _pi(machine)


def _python(machine: Machine) -> Finding:
    version = ".".join(map(str, machine.python))
    if machine.python >= LEAST_PYTHON:
        return Finding("python", Level.OK, f"Python {version}.")
    return Finding(
        "python",
        Level.FAULT,
        f"Python {version} is too old: 3.11 or later is needed.",
        "sudo apt install -y python3",
    )


def _packages(machine: Machine) -> Iterator[Finding]:
    missing = []
    for line in machine.requires():
        try:
            importlib.metadata.version(_name(line))
        except importlib.metadata.PackageNotFoundError:
            missing.append(line)
    if not missing:
        yield Finding("packages", Level.OK, "All Python packages are installed.")
    for line in missing:
        fix = f"{sys.executable} -m pip install '{line}'"
        yield Finding("packages", Level.FAULT, f"The Python package {_name(line)} is missing.", fix)


def _name(requirement: str) -> str:
    """The package that a line such as `click>=8.1,<9` asks for."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0]


def _browser(machine: Machine) -> Finding:
    if any(machine.find(name) for name in CHROMIUM):
        return Finding("browser", Level.OK, "Chromium is installed.")
    return Finding(
        "browser",
        Level.ADVICE,
        "Chromium is missing: a table runs without it, its own screen and the tests of screens do not.",
        "sudo apt install -y chromium chromium-driver",
    )


def _voice(config: Config, machine: Machine) -> Iterator[Finding]:
    if not config.voice.enabled:
        return
    if machine.find(SPEAKER):
        yield Finding("voice", Level.OK, "The table can speak.")
        return
    message = f"{SPEAKER} is missing: the table stays silent though voice.enabled is true."
    yield Finding("voice", Level.FAULT, message, f"sudo apt install -y {SPEAKER}")


def _data(config: Config, machine: Machine) -> Finding:
    folder = config.data
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        fix = f'sudo install -d -o "$USER" "{config.data}"'
        return Finding("disk", Level.FAULT, f"Journals cannot be written to {config.data}.", fix)
    free = machine.free(folder)
    if free < LEAST_DISK:
        message = f"Only {free / 1e6:.0f} MB are free for journals and pictures in {config.data}."
        return Finding("disk", Level.FAULT, message, "sudo apt clean && sudo journalctl --vacuum-size=100M")
    return Finding("disk", Level.OK, f"{free / 1e9:.0f} GB are free in {config.data}.")


def _permissions(config: Config, machine: Machine) -> Iterator[Finding]:
    """Groups that open devices; root needs none."""
    wanted = {"video": config.camera.kind in {"v4l2", "picamera"}, "dialout": config.machine.kind == "serial"}
    wanted["gpio"] = machine.pi
    needed = [name for name, is_wanted in wanted.items() if is_wanted]
    have = set(needed) if machine.root else machine.groups()
    missing = [name for name in needed if name not in have]
    for name in missing:
        yield Finding(
            "permissions",
            Level.FAULT,
            f"This user is not in the group {name}: devices stay closed. Log in again after the command.",
            f'sudo usermod -aG {name} "$USER"',
        )
    if not missing:
        yield Finding("permissions", Level.OK, "This user may open what the table needs.")


def _port(config: Config, machine: Machine) -> Finding:
    if config.machine.kind == "simulated":
        return Finding("machine", Level.OK, "The machine is simulated.")
    if config.machine.kind == "none":
        return Finding("machine", Level.OK, "This table has no machine.")
    port = config.machine.port
    if "://" in port:
        return Finding("machine", Level.OK, f"The machine is reached at {port}.")
    if not Path(port).exists():
        return Finding(
            "machine",
            Level.FAULT,
            f"The machine's port {port} is not there: plug the machine in and switch it on, or correct "
            "machine.port.",
            "ls -l /dev/serial/by-id/",
        )
    if not (machine.root or os.access(port, os.R_OK | os.W_OK)):
        fix = 'sudo usermod -aG dialout "$USER"'
        return Finding("machine", Level.FAULT, f"The machine's port {port} may not be opened.", fix)
    return Finding("machine", Level.OK, f"The machine's port {port} is there.")


def _pi(machine: Machine) -> Iterator[Finding]:
    heat = machine.text("sys/class/thermal/thermal_zone0/temp").strip()
    if heat.lstrip("-").isdigit():
        degrees = int(heat) / 1000
        cool = degrees < HOT_C
        message = f"The Pi has {degrees:.0f} degrees" + ("." if cool else ": cool it, or it slows down.")
        yield Finding("temperature", Level.OK if cool else Level.ADVICE, message)
    told = re.search(r"throttled=0x([0-9a-fA-F]+)", machine.run("vcgencmd", "get_throttled"))
    bits = int(told.group(1), 16) if told else 0
    for bit, words in THROTTLED.items():
        if bits >> bit & 1:
            yield Finding("power", Level.FAULT if bit < 16 else Level.ADVICE, f"The Pi has {words}.")
    if told and not any(bits >> bit & 1 for bit in THROTTLED):
        yield Finding("power", Level.OK, "The Pi has had enough power and was never slowed down.")
