"""A release is installed by the real venv, pip and minisign, and its programs are real ones."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from controller.appliance.updates.make import pack
from controller.appliance.updates.services import Services
from controller.appliance.updates.update import Updating
from runtime.programs import call
from tests.upkeep.test_release import Maker
from upkeep.release import UpdateError
from upkeep.versions import Versions

PROGRAM = """\
import sys

def main():
    print("jantaku, version {version}\\n" + "Usage: \\n" * ("--help" in sys.argv), end="")
"""


def wheel(folder: Path, version: str) -> Path:
    """A wheel of a small program of our name."""
    about = f"jantaku-{version}.dist-info"
    inside = {
        "jantaku_small.py": PROGRAM.format(version=version),
        "controller/cli/run.py": "",
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: jantaku\nVersion: {version}\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: us\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": "[console_scripts]\njantaku = jantaku_small:main\n",
    }
    inside[f"{about}/RECORD"] = "".join(f"{name},,\n" for name in (*inside, f"{about}/RECORD"))
    file = folder / f"jantaku-{version}-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as packed:
        for name, text in inside.items():
            packed.writestr(name, text)
    return file


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("minisign") is None, reason="needs Debian's minisign")
def test_from_the_file_to_the_version_that_runs(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    maker, place = Maker(tmp_path / "keys"), tmp_path / "opt"
    first = place / "0.1.0/bin/jantaku"
    first.parent.mkdir(parents=True)
    first.write_text("#!/bin/sh\n")
    first.chmod(0o755)
    (place / "current").symlink_to("0.1.0")

    def run(command: Sequence[str]) -> int:
        return 0 if command[0] == "systemctl" else call(command)

    def ask(*command: str) -> str:
        return "ActiveState=active\nNRestarts=0\nStatusText=All is well.\nUnitFileState=enabled\n"

    services, copies = Services(run, ask, lambda seconds: None), tmp_path / "copies"
    keys = [maker.public]
    updating = Updating(
        Versions(place),
        services,
        lambda: False,
        tuple,
        lambda line, step: print(line),
        keys,
        run=run,
        copies=copies,
        room=lambda at: 10**10,
    )
    file = pack([wheel(tmp_path, "0.2.0")], tmp_path)
    with pytest.raises(UpdateError, match="has no signature beside it"):
        updating.update(file)
    maker.sign(file)
    capfd.readouterr()
    assert updating.update(file) == "0.2.0"
    log = capfd.readouterr().out.partition("Installing")[2].partition("Starting")[0]
    assert log.splitlines()[1:] == ["jantaku, version 0.2.0"]
    said = subprocess.run([place / "current/bin/jantaku"], capture_output=True, text=True, check=True)
    assert said.stdout == "jantaku, version 0.2.0\n"
    assert {path.name for path in place.iterdir() if path.is_symlink()} == {"current", "previous"}
