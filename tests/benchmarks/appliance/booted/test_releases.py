"""Releases under other numbers, with which a walk updates a computer: pip installs them as these versions."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from benchmarks.appliance.booted.releases import numbered, wheels_of
from controller.appliance.updates.make import pack
from tests.controller.appliance.updates.test_real import wheel
from upkeep.release import HERE, name_of, opened


def test_a_release_gets_another_number_and_other_files(tmp_path: Path) -> None:
    first = pack([wheel(tmp_path, "0.1.0")], tmp_path)
    out = tmp_path / "out"
    out.mkdir()
    other = numbered(first, "0.1.7", out, {"jantaku_small.py": "def main(): print('changed')\n"})
    assert other == out / name_of("0.1.7")
    assert [path.name for path in out.iterdir()] == [other.name]
    staging = tmp_path / "staging"
    staging.mkdir()
    with zipfile.ZipFile(other) as packed:
        assert opened(packed, staging, HERE).version == "0.1.7"
    (ours,) = wheels_of(other, tmp_path / "wheels")
    place = tmp_path / "place"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "-q", "--no-deps")
    subprocess.run([*pip, "--no-index", "--target", str(place), str(ours)], check=True)
    assert (place / "jantaku-0.1.7.dist-info").is_dir()
    assert "changed" in (place / "jantaku_small.py").read_text()
