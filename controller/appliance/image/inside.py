"""What is done inside the new system, as mmdebstrap's last hook: the program and the appliance are installed
by the code that installs them on a running computer.

    python -m controller.appliance.image.inside ROOT TARGET SUITE RELEASE BOOT
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

from controller.appliance.carry_out import carry_out
from controller.appliance.description import Appliance
from controller.appliance.image.boot import taken
from controller.appliance.image.files import imaging
from controller.appliance.image.target import TARGETS, Target
from controller.appliance.steps import Run, Step, installing
from controller.appliance.updates.update import installing as unpacking
from upkeep.computer import CURRENT, PLACE
from upkeep.release import opened

_PYTHON = "/usr/bin/python3"
_STAGING = "opt/.release"
_FORGOTTEN = ("boot", "tmp", "var/cache", "var/lib/apt/lists", "var/log", "usr/share/doc", "usr/share/man")
"""Folders whose content no table needs."""


class Inside:
    """The system that lies in the folder `root`."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, command: Sequence[str]) -> int:
        """As on the computer that it will be; systemd knows that it does not run there. The exit code."""
        environment = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "LC_ALL": "C.UTF-8",
            "HOME": "/root",
            "DEBIAN_FRONTEND": "noninteractive",
            "SYSTEMD_OFFLINE": "1",
            "SOURCE_DATE_EPOCH": os.environ["SOURCE_DATE_EPOCH"],
        }
        asked = ["chroot", str(self.root), *command]
        return subprocess.run(asked, stdin=subprocess.DEVNULL, env=environment, check=False).returncode

    def must(self, command: Sequence[str]) -> None:
        """The same; SystemExit where it fails."""
        if self.run(command) != 0:
            raise SystemExit(f"`{' '.join(command[:6])}` failed in the new system: see its message above.")

    def own(self, path: Path, user: str) -> None:
        """To a user of that system, which the one that builds does not know."""
        lines = (self.root / "etc/passwd").read_text("utf-8").splitlines()
        found = next(fields for fields in (line.split(":") for line in lines) if fields[0] == user)
        os.chown(path, int(found[2]), int(found[3]))

    def program(self, file: Path, target: Target, suite: str) -> str:
        """Installs the release in a file; its version."""
        staging = self.root / _STAGING  # pip writes its name down with each package: always the same
        staging.mkdir(mode=0o700)
        with zipfile.ZipFile(file) as packed:
            release = opened(packed, staging, target.kind(suite))
        wheels = [Path("/", wheel.relative_to(self.root)) for wheel in release.wheels]
        folder = PLACE / release.version
        for command in unpacking(_PYTHON, folder, wheels):
            self.must(command)
        shutil.rmtree(staging)
        # Times of files are made equal in an image, so what is compiled may not go by them.
        compiled = ("-m", "compileall", "-q", "-f", "--invalidation-mode", "unchecked-hash", str(folder))
        self.must((_PYTHON, *compiled))
        return release.version

    def boot_files(self, target: Target, folder: Path) -> None:
        """Copies what the computer's firmware reads into `folder`."""
        for pattern, place in taken(target).items():
            found = [path for path in self.root.glob(pattern) if path.is_file()]
            if len(found) != 1 and (place or not found):
                raise SystemExit(f"{len(found)} files are called {pattern}, and one is needed.")
            for path in found:
                (folder / place).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, folder / (place or path.name))

    def slim(self) -> None:
        """What was needed to build only, and what differs between two builds."""
        for name in _FORGOTTEN:
            for path in (self.root / name).iterdir():
                shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        (self.root / "var/log/journal").mkdir()
        for path in self.root.glob("etc/ssl/private/*"):
            path.unlink()

    def fonts(self) -> None:
        """The list of fonts, which the browser would make anew at each start. It holds for folders of the
        time that it notes, and no file of an image is newer than the release."""
        then = int(os.environ["SOURCE_DATE_EPOCH"])
        folder = self.root / "usr/share/fonts"
        for each in (folder, *folder.rglob("*")):
            if each.is_dir():
                os.utime(each, (then, then))
        self.must(("fc-cache", "--system-only", "--force"))


def built(version: str) -> list[Step]:
    """Those of `jantaku install` and the image's own, without what speaks to a running system."""
    appliance = Appliance(PLACE / CURRENT / "bin/jantaku", version)
    steps = (*installing(appliance), *imaging())
    return [step for step in steps if not (isinstance(step, Run) and step.live)]


def main() -> None:
    root, name, suite, release, boot = sys.argv[1:]
    inside, target = Inside(Path(root)), TARGETS[name]
    version = inside.program(Path(release), target, suite)
    carry_out(built(version), lambda line: print(line, flush=True), inside.root, inside.run, inside.own)
    inside.boot_files(target, Path(boot))
    inside.slim()
    inside.fonts()


if __name__ == "__main__":
    main()
