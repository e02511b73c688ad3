"""The computer of the benchmark installs a version by all commands of an update, and each is a step."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.updates import Computer
from controller.appliance.updates.update import installing
from tests.controller.appliance.updates.plug import PowerCutError


@pytest.mark.parametrize("version", ["0.2.0", "0.2.1"])
def test_it_runs_every_command_that_installs_a_version(version: str, tmp_path: Path) -> None:
    computer = Computer(tmp_path, 1)
    folder = computer.place / version
    commands = list(installing(sys.executable, folder, [tmp_path / "jantaku.whl"]))
    assert [computer._run(command) for command in commands] == [0] * len(commands)
    assert {path.name for path in (folder / "bin").iterdir()} == {"jantaku", "python"}


def test_a_bad_version_ends_as_soon_as_it_is_to_run_a_table(tmp_path: Path) -> None:
    computer = Computer(tmp_path, 1)
    computer.program("0.2.1")
    assert computer._run((str(computer.place / "0.2.1/bin/jantaku"), "run", "--no-browser")) == 1


def test_the_power_fails_before_a_step(tmp_path: Path) -> None:
    computer = Computer(tmp_path, 1)
    computer.pull(2)
    assert computer._run(("systemctl", "daemon-reload")) == 0
    with pytest.raises(PowerCutError):
        computer._run(("systemctl", "daemon-reload"))
