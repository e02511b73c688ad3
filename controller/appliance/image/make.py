"""Makes the image of a computer that is a table, from Debian's packages and a release:

    python -m controller.appliance.updates.make dist      # the release, for computers like this one
    python -m controller.appliance.image.make pc.img --for pc --release dist/jantaku-0.1.0-cp311-x86_64.zip

It needs Debian's packages mmdebstrap, squashfs-tools, mtools, dosfstools, fdisk and e2fsprogs, and no loop
device. Of the same release, packages and date it makes the same bytes.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import click

from controller.appliance.description import Appliance
from controller.appliance.image.boot import written
from controller.appliance.image.layout import DATA_MIB, MIB, Names, disk_bytes, parts, table
from controller.appliance.image.target import MIRROR, SUITES, SYSTEM, TARGETS, Target, sources
from upkeep.computer import PLACE

ROOT: Final = Path(__file__).resolve().parents[3]
TOOLS: Final = {
    "mmdebstrap": "mmdebstrap",
    "mksquashfs": "squashfs-tools",
    "mcopy": "mtools",
    "mkfs.vfat": "dosfstools",
    "sfdisk": "fdisk",
    "mkfs.ext4": "e2fsprogs",
}
_NOTHING: Final[Mapping[str, str]] = {}
_LEFT_OUT: Final = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*/LC_MESSAGES/*")
_LARGEST: Final = 1 << 29
"""Blocks of 4 KiB to which the data may grow: 2 TiB."""
_TIDIES_S: Final = 60.0
"""In which a program that is ended has taken away what it has mounted and written."""


class Maker:
    """Makes the parts of an image in the folder `work`. `epoch`: the date of everything in it, in seconds."""

    def __init__(self, target: Target, suite: str, mirror: str, epoch: int, work: Path) -> None:
        self.target, self.suite, self.mirror, self.work = target, suite, mirror, work
        self.epoch = epoch
        self.environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch), "TZ": "UTC", "LC_ALL": "C.UTF-8"}

    def system(self, release: Path) -> Path:
        """The system with the program in it, as a squashfs; what the firmware reads: `work/boot`."""
        boot, packed = self.work / "boot", self.work / "system.tar"
        boot.mkdir()
        inside = [sys.executable, "-m", "controller.appliance.image.inside"]
        given = [self.target.name, self.suite, str(release.resolve()), str(boot)]
        hook = f'PYTHONPATH={shlex.quote(str(ROOT))} {shlex.join(inside)} "$1" {shlex.join(given)}'
        self.run(bootstrap(self.target, self.suite, self.mirror, hook, packed))
        out = self.squash(packed)
        packed.unlink()
        return out

    def squash(self, packed: Path) -> Path:
        """A tar as a squashfs, which is read as it is."""
        out = self.work / "system.squashfs"
        squash = ["mksquashfs", "-", str(out), "-tar", "-comp", "zstd", "-b", "256K"]
        with packed.open("rb") as tar:
            self.run([*squash, "-no-progress", "-quiet"], stdin=tar.fileno())
        return out

    def boot(self, names: Names) -> Path:
        """The partition that the firmware reads."""
        folder, out = self.work / "boot", self.work / "boot.fat"
        for name, text in written(names).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        volume = names.uuid("boot")[:8]
        blocks = str(self.target.boot_mib * 1024)
        self.run(["mkfs.vfat", "-C", "-F", "32", "-n", "BOOT", "-i", volume, "--invariant", str(out), blocks])
        for path in [folder, *sorted(folder.rglob("*"))]:
            os.utime(path, (self.epoch, self.epoch))
        for path in sorted(folder.rglob("*")):
            place = f"::{path.relative_to(folder)}"
            made = ["mmd", "-i", str(out)] if path.is_dir() else ["mcopy", "-m", "-i", str(out), str(path)]
            self.run([*made, place])
        return out

    def data(self, names: Names) -> Path:
        """An empty file system with room in its tables to grow."""
        out = self.work / "data.ext4"
        out.touch()
        os.truncate(out, DATA_MIB * MIB)
        number = names.uuid("data")
        form = f"hash_seed={number},resize={_LARGEST},lazy_itable_init=0,lazy_journal_init=0"
        quiet = ["mkfs.ext4", "-q", "-b", "4096", "-m", "1", "-J", "size=16", "-L", "jantaku-data"]
        clock = {"E2FSPROGS_FAKE_TIME": str(self.epoch)}
        self.run([*quiet, "-U", number, "-E", form, str(out)], clock)
        return out

    def run(
        self, command: Sequence[str], more: Mapping[str, str] = _NOTHING, stdin: int = subprocess.DEVNULL
    ) -> None:
        """SystemExit with a sentence where it fails."""
        if _awaited(command, {**self.environment, **more}, stdin) != 0:
            raise SystemExit(f"`{' '.join(command[:4])} ...` failed: see its message above.")


def _awaited(command: Sequence[str], environment: Mapping[str, str], stdin: int) -> int:
    """Its exit code. Where this program is ended meanwhile the command is too, with all that it has begun,
    and has time to tidy up: killed at once, mmdebstrap would leave a whole system behind."""
    with subprocess.Popen(command, env=environment, stdin=stdin, start_new_session=True) as program:
        try:
            return program.wait()
        except BaseException:
            try:
                os.killpg(program.pid, signal.SIGTERM)
                program.wait(_TIDIES_S)
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(program.pid, signal.SIGKILL)
            raise


def _ended(number: int, _: object) -> None:
    raise SystemExit(128 + number)


def bootstrap(target: Target, suite: str, mirror: str, hook: str, out: Path) -> list[str]:
    """mmdebstrap's command: the packages of the target, then the hook in the new system, then a tar of it."""
    appliance = Appliance(PLACE, security=False)
    packages = [*SYSTEM, *appliance.packages, *target.all_packages(suite)]
    return [
        *("mmdebstrap", "--variant=apt", f"--architectures={target.architecture}", "--format=tar", "-q"),
        f"--include={','.join(packages)}",
        '--aptopt=APT::Install-Recommends "false"',
        *(f"--dpkgopt=path-exclude={each}" for each in _LEFT_OUT),
        *(f"--customize-hook={hook}", suite, str(out), *sources(target, suite, mirror)),
    ]


def put_together(names: Names, pieces: Sequence[Path], out: Path) -> None:
    """Lays the partitions into one file. `pieces`: boot, system, data. What is zero in them takes no room."""
    laid = parts(names.target, pieces[1].stat().st_size)
    with out.open("wb") as whole:
        whole.truncate(disk_bytes(laid))
    asked = ["sfdisk", "-q", "--no-reread", "--no-tell-kernel", str(out)]
    subprocess.run(asked, input=table(names, laid).encode(), check=True)
    nothing = bytes(MIB)
    with out.open("r+b") as whole:
        for part, piece in zip(laid, pieces, strict=True):
            whole.seek(part.start)
            with piece.open("rb") as file:
                while block := file.read(MIB):
                    whole.seek(len(block), 1) if block == nothing[: len(block)] else whole.write(block)


def _date() -> int:
    """The date of the commit of this checkout."""
    git = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    found = subprocess.run(git, capture_output=True, text=True, check=False)
    return int(found.stdout.strip() or 0)


def _missing() -> str | None:
    """What has to be installed first, as a sentence."""
    packages = [package for tool, package in TOOLS.items() if _nowhere(tool)]
    return f"Debian packages are missing: sudo apt install {' '.join(packages)}" if packages else None


def _nowhere(tool: str) -> bool:
    return shutil.which(tool, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin") is None


@click.command()
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--for", "name", type=click.Choice(sorted(TARGETS)), required=True, help="The computer.")
@click.option(
    "--release",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    required=True,
    help="The program: a file as `python -m controller.appliance.updates.make` makes it, for that computer.",
)
@click.option(
    "--suite", type=click.Choice(sorted(SUITES)), default="bookworm", show_default=True, help="Of Debian."
)
@click.option(
    "--mirror", default=MIRROR, show_default=True, help="Has the folders debian and debian-security."
)
@click.option(
    "--epoch",
    type=int,
    envvar="SOURCE_DATE_EPOCH",
    help="Date of all files, in seconds (default: the commit's).",
)
def main(out: Path, name: str, release: Path, suite: str, mirror: str, epoch: int | None) -> None:
    """Make the image OUT, to be written on a card, a stick or a disk."""
    if (missing := _missing()) is not None:
        raise SystemExit(f"image: {missing}")
    date = _date() if epoch is None else epoch
    target = TARGETS[name]
    names = Names(target, f"{suite}:{date}:{release.name}")
    out.parent.mkdir(parents=True, exist_ok=True)
    for number in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, _ended)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".image-") as folder:
        maker, whole = Maker(target, suite, mirror, date, Path(folder)), Path(folder, "image")
        system = maker.system(release)
        put_together(names, (maker.boot(names), system, maker.data(names)), whole)
        whole.replace(out)
    click.echo(f"{out}: {out.stat().st_size / 1e6:.0f} MB.")


if __name__ == "__main__":
    main()
