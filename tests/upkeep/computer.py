"""A stand-in for a computer that is an appliance: its systemd, its stick, and what root tells."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from upkeep.desk import CareDesk, Folders
from upkeep.progress import Doing, ProgressFile
from upkeep.systemd import Systemd

INDEX = "http://127.0.0.1:1/index.json"


class Computer:
    """`loaded`: our units are there; `allowed`: polkit lets us start them; `runs`: one of them runs;
    `answers`: systemd says so when it is asked."""

    def __init__(self, root: Path, index: str = INDEX) -> None:
        self.folders = Folders(root / "run", root / "state", root / "fetched", root / "opt")
        for folder in (self.folders.run, self.folders.state, self.folders.fetched, self.folders.place):
            folder.mkdir(parents=True, exist_ok=True)
        self.loaded = self.allowed = self.answers = True
        self.runs = self.stick = False
        self.started: list[str] = []
        self.desk = CareDesk(index, Systemd(self.ask), self.folders, lambda: self.stick, list)

    def ask(self, command: Sequence[str]) -> str | None:
        """As systemctl and busctl answer."""
        match command:
            case ("systemctl", "show", *_):
                return "loaded\n" if self.loaded else "not-found\n"
            case ("systemctl", "list-units", *_) if not self.answers:
                return None
            case ("systemctl", "list-units", *_):
                return "jantaku-care@look.service loaded activating start ...\n" if self.runs else ""
            case (*_, "StartUnit", "ss", unit, "replace"):
                if not self.allowed:
                    return None
                self.started.append(unit)
                return 'o "/org/freedesktop/systemd1/job/7"\n'
        raise AssertionError(command)

    def progress(self, what: Doing) -> ProgressFile:
        """Of root, who does this."""
        return ProgressFile(what, self.folders.run)

    def lies_beside(self, version: str) -> None:
        """The version before this one."""
        program = self.folders.place / version / "bin/jantaku"
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\n")
        (self.folders.place / "previous").symlink_to(version)

    def clear(self) -> None:
        """As it was in the beginning."""
        self.loaded = self.allowed = self.answers = True
        self.runs = self.stick = False
        self.started.clear()
        for folder in (self.folders.run, self.folders.fetched, self.folders.state):
            for file in folder.iterdir():
                file.unlink()
