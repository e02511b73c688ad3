"""Makes a release of this checkout, for computers like this one:

    python -m controller.appliance.updates.make dist --key ~/.minisign/minisign.key

It builds the wheel with the pages and the firmware in it, gets the wheels of all that it needs as pip chooses
them here, and puts them into one file. That file is the lock: a table installs these and no others. The index
of all releases in the folder is written, too.

    python -m controller.appliance.updates.make dist --for cp311-aarch64

does it for a Raspberry Pi on another computer: of what it needs nothing is built then, and wheels alone are
taken.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import click

from upkeep.network import INDEX, index_of
from upkeep.release import ABOUT, FORMAT, HERE, Kind, name_of

ROOT: Final = Path(__file__).resolve().parents[3]
_OURS: Final = "jantaku-"
_GLIBC: Final = {"cp311": range(17, 37), "cp313": range(17, 42)}
"""By the Python of Debian 12 and 13: for which glibc 2.x wheels are made that run there."""


def pack(wheels: Iterable[Path], out: Path, kind: Kind = HERE) -> Path:
    """Writes the release of these wheels into a folder. ValueError where the program's is not among them."""
    found = sorted(wheels)
    ours = next((wheel for wheel in found if wheel.name.startswith(_OURS)), None)
    if ours is None:
        raise ValueError("no wheel of the program itself")
    version = ours.name.removeprefix(_OURS).split("-")[0]
    about = {"format": FORMAT, "version": version, "python": kind.python, "machine": kind.machine}
    file = out / name_of(version, kind)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as packed:
        packed.writestr(ABOUT, json.dumps(about, indent=1) + "\n")
        for wheel in found:
            packed.write(wheel, f"wheels/{wheel.name}")
    return file


def extras(kind: Kind) -> str:
    """What of the program's extras a release has: keys and lamps of a Pi where lgpio has a wheel (0.2.2 has
    none for Python 3.13; Raspberry Pi OS has a package of it)."""
    return "club,pi" if kind == Kind("cp311", "aarch64") else "club"


def elsewhere(kind: Kind) -> list[str]:
    """pip's options for wheels of another kind of computer."""
    platforms = [f"--platform=manylinux_2_{minor}_{kind.machine}" for minor in _GLIBC[kind.python]]
    abis = [f"--abi={abi}" for abi in (kind.python, "abi3", "none")]
    version = kind.python.removeprefix("cp")
    return [
        *("--only-binary=:all:", f"--python-version={version[0]}.{version[1:]}", "--implementation=cp"),
        *(f"--platform=manylinux2014_{kind.machine}", *platforms, *abis),
    ]


def wheels(folder: Path, kind: Kind) -> None:
    """Puts the wheels of the program and of what it needs into a folder. CalledProcessError."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    ours = {**os.environ, "JANTAKU_RELEASE": "1"}
    more = extras(kind)
    if kind == HERE:
        subprocess.run([*pip, "wheel", "-q", "-w", str(folder), f"{ROOT}[{more}]"], check=True, env=ours)
        return
    subprocess.run([*pip, "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)], check=True, env=ours)
    (own,) = folder.glob(f"{_OURS}*.whl")
    needed = ["download", "-q", "-d", str(folder), f"{own}[{more}]"]
    subprocess.run([*pip, *needed, *elsewhere(kind)], check=True)


def _kind(_context: click.Context, _option: click.Parameter, value: str | None) -> Kind:
    if value is None:
        return HERE
    python, _, machine = value.partition("-")
    if python not in _GLIBC or not machine:
        pythons = " or ".join(_GLIBC)
        raise click.BadParameter(f"not {pythons}, a hyphen and a processor, such as cp311-aarch64.")
    return Kind(python, machine)


@click.command()
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@click.option("--key", type=click.Path(path_type=Path), help="minisign's secret key: the release is signed.")
@click.option(
    "--for",
    "kind",
    callback=_kind,
    metavar="KIND",
    help="Another kind of computer, such as cp311-aarch64: its Python and its processor.",
)
def main(out: Path, key: Path | None, kind: Kind) -> None:
    """Make a release of this checkout in the folder OUT, for computers like this one or those of --for,
    and the index there."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        wheels(Path(folder), kind)
        file = pack(Path(folder).glob("*.whl"), out, kind)
    index = out / INDEX
    index.write_text(index_of(out.glob("jantaku-*.zip")), encoding="utf-8")
    if key is not None:
        subprocess.run(["minisign", "-S", "-s", str(key), "-m", str(file), str(index)], check=True)
    click.echo(f"{file}: {file.stat().st_size / 1e6:.0f} MB.")


if __name__ == "__main__":
    main()
