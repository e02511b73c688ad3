"""Releases for the walk: the one of this checkout under other numbers, some of which do not work."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path
from typing import Final

from controller.appliance.updates.make import pack
from upkeep.release import Kind

RUNS: Final = "controller/assembly/run.py"
ENDS: Final = '"""A version that ends at once."""\nraise SystemExit(1)\n'


def wheels_of(release: Path, folder: Path) -> list[Path]:
    """Unpacks the wheels of a release."""
    with zipfile.ZipFile(release) as packed:
        members = [member for member in packed.namelist() if member.endswith(".whl")]
        return [Path(packed.extract(member, folder)) for member in members]


def kind_of(release: Path) -> Kind:
    """The computers that a release is for, by its name."""
    _, _, python, machine = release.stem.split("-")
    return Kind(python, machine)


def numbered(release: Path, version: str, out: Path, changed: dict[str, str] | None = None) -> Path:
    """The same release under another version, with files of the program changed. `out`: the folder."""
    work = out / f".{version}"
    wheels = wheels_of(release, work)
    ours = next(wheel for wheel in wheels if wheel.name.startswith("jantaku-"))
    others = [wheel for wheel in wheels if wheel != ours]
    file = pack([_wheel(ours, version, work, changed or {}), *others], out, kind_of(release))
    shutil.rmtree(work)
    return file


def _wheel(wheel: Path, version: str, folder: Path, changed: dict[str, str]) -> Path:
    """pip does not look at the sums of RECORD, so these stay."""
    before = wheel.name.split("-")[1]
    old, new = (f"jantaku-{each}.dist-info" for each in (before, version))
    out = folder / wheel.name.replace(before, version, 1)
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(out, "w") as packed:
        for member in source.infolist():
            data = source.read(member)
            name = member.filename.replace(old, new)
            if name == f"{new}/METADATA":
                data = data.replace(f"\nVersion: {before}\n".encode(), f"\nVersion: {version}\n".encode())
            elif name == f"{new}/RECORD":
                data = data.replace(old.encode(), new.encode())
            packed.writestr(name, changed[name].encode() if name in changed else data)
    return out
