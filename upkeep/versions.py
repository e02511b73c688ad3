"""The versions that lie side by side, and links that say which runs.

`current` is the version that runs, `previous` the one before it, and `trial` stands there as long as the
current one has yet to prove that it works; `failed` names the last one that did not. A link is changed in one
step of the file system, so a power cut leaves it as it was or as it will be. It leads only to what was
installed to its end, but for `failed`, whose version is deleted.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from runtime.stored import replace_file, sync_folder
from upkeep.computer import CURRENT, FAILED, PLACE, PREVIOUS, TRIAL
from upkeep.release import VERSION

_MUST_BEGIN: Final = "must-begin"
"""A file in the folder of a version that is tried: all that ran had begun with the version before."""


class Versions:
    """The versions in the folder `place`, each in a folder of its own."""

    def __init__(self, place: Path = PLACE) -> None:
        self.place = place

    def folder(self, version: str) -> Path:
        """Where a version lies, or is to lie."""
        return self.place / version

    def program(self, link: str = CURRENT) -> Path:
        """`jantaku` of the version to which a link leads."""
        return self.place / link / "bin/jantaku"

    def version(self, link: str) -> str | None:
        """The version to which a link leads; None where there is none."""
        return self._name(link) if self.program(link).is_file() else None

    def switch(self, version: str, *, must_begin: bool) -> None:
        """Makes a version the current one, on trial. `must_begin`: it works only if what ran begins."""
        os.sync()  # all that was installed is on the disk before anything leads to it
        marker = self.folder(version) / _MUST_BEGIN
        if must_begin:
            replace_file(marker, b"")
        else:
            marker.unlink(missing_ok=True)
        now = self.version(CURRENT)
        if now is not None and now != version:
            self._point(PREVIOUS, now)
        self._point(TRIAL, version)
        self._point(CURRENT, version)

    def must_begin(self) -> bool:
        """Whether the version on trial works only if what ran before begins with it."""
        return (self.place / TRIAL / _MUST_BEGIN).is_file()

    def on_trial(self) -> bool:
        """Whether the current version has yet to prove that it works."""
        tried = self.version(TRIAL)
        return tried is not None and tried == self.version(CURRENT)

    def keep(self) -> None:
        """The current version works."""
        if self.failed() == self.version(CURRENT):
            self._remove(FAILED)
        self._remove(TRIAL)

    def failed(self) -> str | None:
        """The last version that did not work here, as long as no other try of it did."""
        return self._name(FAILED)

    def take_back(self) -> str | None:
        """The previous version is the current one again, whose units are still to be made; then `taken_back`.
        None where there is none: nothing changes."""
        before, tried = self.version(PREVIOUS), self.version(CURRENT)
        if before is not None:
            if tried is not None:
                self._point(FAILED, tried)
            self._point(CURRENT, before)
        return before

    def taken_back(self) -> None:
        """The previous version runs with units of its own."""
        self._remove(TRIAL)

    def taking_back(self) -> bool:
        """Whether the power went while a version was taken back, whose units may lie there still."""
        return self._name(TRIAL) not in (None, self._name(CURRENT))

    def tidy(self) -> None:
        """Deletes versions that no link leads to, also those that were never finished."""
        led_to = {self._name(link) for link in (CURRENT, PREVIOUS, TRIAL)}
        for folder in self._folders():
            if folder.name not in led_to:
                shutil.rmtree(folder)

    def _folders(self) -> Iterator[Path]:
        for path in sorted(self.place.iterdir()):
            if path.is_dir() and not path.is_symlink() and VERSION.fullmatch(path.name):
                yield path

    def _name(self, link: str) -> str | None:
        path = self.place / link
        return path.readlink().name if path.is_symlink() else None

    def _point(self, link: str, version: str) -> None:
        fresh = self.place / f".{link}"
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(version)
        fresh.replace(self.place / link)
        sync_folder(self.place)

    def _remove(self, link: str) -> None:
        (self.place / link).unlink(missing_ok=True)
        sync_folder(self.place)
