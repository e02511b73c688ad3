"""An update: installed beside what runs, tried, and kept if it works, else taken back.

Whatever stops it, a version that worked is the current one, or is again as soon as `settle` runs: at once, or
by the previous version's program when the computer is switched on (jantaku-settle.service).
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from controller.appliance.alone import alone
from controller.appliance.updates.services import HUB, Services
from runtime.programs import Call, call
from upkeep.computer import CURRENT, HUB_DATA, PREVIOUS, STATE, TABLE_DATA
from upkeep.progress import Step
from upkeep.release import HERE, Kind, Release, UpdateError, order, unpacked
from upkeep.trouble import of_disk
from upkeep.versions import Versions

SAFE_COPIES: Final = STATE / "before-updates"
"""Backups from just before each update."""
KEPT_COPIES: Final = 3
_ROOM: Final = 1_500_000_000
"""Bytes: a version and its wheels, unpacked."""


@dataclass(frozen=True, slots=True)
class Updating:
    """What an update works with. `playing`: a hand is played at this table now. `wait`: waits a little, where
    the end of that hand is to be awaited; None: an update during a hand is refused. `options`: those with
    which `jantaku install` was run last."""

    versions: Versions
    services: Services
    playing: Callable[[], bool]
    options: Callable[[], Sequence[str]]
    say: Callable[[str, Step], None]
    keys: Sequence[Path] = ()
    wait: Callable[[], None] | None = None
    run: Call = call
    unpack: Callable[[Path, Path, Sequence[Path], Call, Kind], Release] = unpacked
    kind: Kind = HERE
    copies: Path = SAFE_COPIES
    room: Callable[[Path], int] = field(default=lambda path: shutil.disk_usage(path).free)

    def update(self, file: Path, *, older: bool = False) -> str:
        """Installs the release in a file, and gives its version, which runs. UpdateError: then the version
        that ran before runs."""
        with self._alone():
            self._settle()
            release = self._installed(file, older)
            self._try(release.version)
        return release.version

    def back(self) -> str:
        """The version before this one, which runs again. UpdateError."""
        with self._alone():
            self._settle()
            before = self.versions.version(PREVIOUS)
            if before is None or before == self.versions.version(CURRENT):
                raise UpdateError(
                    "There is no earlier version on this computer: install the file of one.", "no_earlier"
                )
            self._try(before)
        return before

    def settle(self) -> str | None:
        """Judges a version that is on trial since before a power cut; the version that runs. UpdateError."""
        with self._alone():
            self._settle()
        return self.versions.version(CURRENT)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Refuses the second of two updates at the same time."""
        if self.versions.version(CURRENT) is None:
            raise UpdateError(
                f"No versions lie side by side in {self.versions.place}: install Jantaku as "
                "docs/appliance.md says, then this works.",
                "no_versions",
            )
        try:
            with alone(self.versions.place, UpdateError):
                yield
        except OSError as error:  # whatever is on trial then is judged when the computer is switched on
            raise UpdateError(
                f"{error.filename or self.versions.place} cannot be written ({error.strerror}): mend that, "
                "then update again.",
                of_disk(error),
            ) from error

    def _installed(self, file: Path, older: bool) -> Release:
        """The release as a version beside the others, which nothing runs yet."""
        if self.wait is None:
            self._idle()
        if self.room(self.versions.place) < _ROOM:
            raise UpdateError(
                f"{self.versions.place} has less than 1.5 GB of room: free some, then try again.",
                "no_room",
            )
        staging = self.versions.place / ".release"
        shutil.rmtree(staging, ignore_errors=True)
        staging.mkdir(mode=0o700)
        try:
            release = self.unpack(file, staging, self.keys, self.run, self.kind)
            self._newer(release.version, older)
            if release.version != self.versions.version(PREVIOUS):
                self._install(release)
        finally:
            shutil.rmtree(staging, ignore_errors=True)
        return release

    def _newer(self, version: str, older: bool) -> None:
        now = self.versions.version(CURRENT)
        if version == now:
            raise UpdateError(f"{version} is the version that runs: nothing was changed.", "same")
        if not older and now is not None and order(version) < order(now):
            raise UpdateError(
                f"{version} is older than {now}, and may not read what {now} has written: "
                "add --older if you want it all the same.",
                "older",
            )

    def _install(self, release: Release) -> None:
        folder = self.versions.folder(release.version)
        shutil.rmtree(folder, ignore_errors=True)
        self.say(f"Installing {release.version} beside the version that runs ...", "installing")
        for command in installing(sys.executable, folder, release.wheels):
            if self.run(command) != 0:
                shutil.rmtree(folder, ignore_errors=True)
                raise UpdateError(
                    f"{release.version} could not be installed (`{' '.join(command[:4])} ...` failed): "
                    "nothing was changed.",
                    "not_installed",
                )

    def _idle(self) -> None:
        """No hand is played, now or after a while."""
        while self.wait is not None and self.playing():
            self.say("A hand is being played: it is waited for.", "waiting")
            self.wait()
        if self.playing():
            raise UpdateError("A hand is being played: update when it is paid, or add --wait.", "hand")

    def _try(self, version: str) -> None:
        """Makes a version the one that runs, and judges it."""
        running = self.services.running()
        self._copy(running)
        begun = self._stopped(running)
        try:
            self.say(f"Starting {version} ...", "starting")
            self.versions.switch(version, must_begin=begun)
            self._judge(running)
        except BaseException:
            for name in running:
                self.services.start(name)
            raise

    def _stopped(self, running: Sequence[str]) -> bool:
        """Stops what runs while no hand is played; gives whether all of it had begun. UpdateError."""
        while True:
            self._idle()
            begun = self.services.begun(running)
            for name in running:
                self.services.stop(name)
            if not self.playing():
                return begun
            for name in running:  # a hand was dealt just then: it goes on
                self.services.start(name)
            if self.wait is None:
                self._idle()

    def _copy(self, running: Sequence[str]) -> None:
        """A backup of what a newer program may bring up to date."""
        self.copies.mkdir(mode=0o700, parents=True, exist_ok=True)
        program, keep = str(self.versions.program()), str(KEPT_COPIES)
        for name in running:
            data = HUB_DATA if name == HUB else TABLE_DATA
            if self.run((program, "backup", str(self.copies), "--keep", keep, "--data", str(data))) != 0:
                raise UpdateError(
                    f"No backup could be written into {self.copies}: nothing was changed.", "no_backup"
                )

    def _settle(self) -> None:
        if self.versions.on_trial():
            self.say(f"{self.versions.version(CURRENT)} is still on trial ...", "trying")
            self._judge(self.services.enabled())
            return
        if self.versions.taking_back():
            self._made()
            self.services.restart(self.services.enabled())
        self.versions.keep()
        self.versions.tidy()

    def _judge(self, running: Sequence[str]) -> None:
        """Starts the current version; UpdateError where it does not work, and the previous one runs again."""
        tried, must_begin = self.versions.version(CURRENT), self.versions.must_begin()
        if self._made() and self._starts(running, must_begin):
            self.versions.keep()
            self.versions.tidy()
            self.services.refresh_screen()
            return
        before = self.versions.take_back()
        if before is None:
            raise UpdateError(
                f"{tried} does not come up, and no earlier version is there: `journalctl -e`.", "not_up"
            )
        self._made()  # units that it cannot make may well start it as they are
        self.versions.taken_back()
        again = self._starts(running, must_begin)
        self.services.refresh_screen()
        self.versions.tidy()
        so = "runs again" if again else f"is back, but did not come up; restore a backup from {self.copies}"
        raise UpdateError(
            f"{tried} does not come up here: {before} {so}. See `journalctl -u 'jantaku-*'`.", "not_up"
        )

    def _made(self) -> bool:
        """Whether the current version makes its units."""
        return self.run((str(self.versions.program()), "install", *self.options())) == 0

    def _starts(self, running: Sequence[str], must_begin: bool) -> bool:
        """Whether the current version works."""
        self.services.restart(running)
        self.say("It is tried ...", "trying")
        return self.services.works(running, must_begin=must_begin)


def installing(python: str, folder: Path, wheels: Sequence[Path]) -> Iterator[Sequence[str]]:
    """The commands that install a version into its folder, and try it; `python` is the system's. Of all they
    say one line stays in the log: the version."""
    own = str(folder / "bin/python")
    pip = (own, "-m", "pip", "--disable-pip-version-check", "install", "-q")
    yield python, "-m", "venv", "--system-site-packages", str(folder)
    yield *pip, "--no-index", "--no-deps", "--ignore-installed", *map(str, wheels)
    yield own, "-c", "import controller.cli.run"
    yield str(folder / "bin/jantaku"), "--version"
