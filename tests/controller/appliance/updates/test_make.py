"""Releases for another kind of computer: which wheels pip takes for them."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.appliance.updates.make import elsewhere, main
from upkeep.release import Kind

PI = Kind("cp311", "aarch64")
WHEELS = {
    "1.0": "py3-none-any",
    "1.1": "cp310-abi3-manylinux_2_28_aarch64",
    "1.2": "cp311-cp311-manylinux2014_aarch64",
    "1.3": "cp311-cp311-manylinux_2_36_aarch64",
}
"""Version -> tags that Debian 12 on a Pi runs."""
OTHERS = ("cp311-cp311-manylinux_2_37_aarch64", "cp311-cp311-manylinux_2_28_x86_64", "cp313-cp313-any")


def wheel(folder: Path, version: str, tags: str) -> None:
    about = f"tile-{version}.dist-info"
    with zipfile.ZipFile(folder / f"tile-{version}-{tags}.whl", "w") as packed:
        packed.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: tile\nVersion: {version}\n")
        packed.writestr(f"{about}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tags}\n")
        packed.writestr(f"{about}/RECORD", "")


@pytest.mark.parametrize("newest", WHEELS)
def test_pip_takes_wheels_that_run_there_and_no_others(newest: str, tmp_path: Path) -> None:
    there, taken = tmp_path / "there", tmp_path / "taken"
    there.mkdir()
    for version, tags in WHEELS.items():
        if version <= newest:
            wheel(there, version, tags)
    for number, tags in enumerate(OTHERS):
        wheel(there, f"2.{number}", tags)
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-index", "--find-links", str(there)]
    subprocess.run([*pip, "-d", str(taken), "tile", *elsewhere(PI)], check=True)
    assert [each.name for each in taken.iterdir()] == [f"tile-{newest}-{WHEELS[newest]}.whl"]


@pytest.mark.parametrize("kind", ["pi4", "cp39-aarch64", "cp311", "cp311-"])
def test_another_kind_of_computer_has_a_python_and_a_processor(kind: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, [str(tmp_path), "--for", kind])
    assert done.exit_code == 2
    assert "such as cp311-aarch64" in done.output
