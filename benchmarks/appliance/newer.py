"""Newer versions of the table for a virtual machine: they come on its stick, signed, one after another."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from benchmarks.appliance.booted.releases import numbered
from tests.upkeep.test_release import Maker
from upkeep.release import SIGNED

TRUSTED: Final = "changed/etc/upper/jantaku/trusted/maker.pub"
"""On the data partition: the key of the only maker whom this table trusts."""


class Newer:
    """The release of a file, again and again under a higher number."""

    def __init__(self, release: Path, folder: Path) -> None:
        folder.mkdir()
        self._release, self._folder = release, folder
        self._maker = Maker(folder / "maker")
        self._last = 0
        self.offered: str | None = None
        """The version on the stick."""

    @property
    def trusted(self) -> dict[str, str]:
        return {TRUSTED: self._maker.public.read_text("utf-8")}

    def put(self, stick: Path, running: str | None) -> None:
        """Lays a version on the stick that is newer than the one that runs, unless one lies there."""
        if self.offered is not None and self.offered != running:
            return
        if self.offered is not None:
            asked = ["mdel", "-i", str(stick), f"::jantaku-{self.offered}-*"]
            subprocess.run(asked, capture_output=True, check=True)
        self._last += 1
        self.offered = f"0.9.{self._last}"
        file = numbered(self._release, self.offered, self._folder)
        self._maker.sign(file)
        both = (file, file.with_name(file.name + SIGNED))
        subprocess.run(["mcopy", "-i", str(stick), *map(str, both), "::"], check=True)
        for each in both:
            each.unlink()
