"""The script that mounts before systemd begins, run by a shell with stand-ins for mount and e2fsck."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from controller.appliance.description import TABLE_FILE
from controller.appliance.image.early import CHANGED, KEPT, grow, hook, mounts
from controller.appliance.updates.update import SAFE_COPIES
from controller.card import DATA
from upkeep.computer import PLACE, STATE

FUNCTIONS = """\
resolve_device() { [ -e "$HOME/device" ] && echo /dev/card3; }
log_failure_msg() { echo "said $*" >>"$HOME/did"; }
"""
SHELL = """\
mount() {{ echo "mount $*" >>"$HOME/did"; {fails} }}
e2fsck() {{ echo "e2fsck $*" >>"$HOME/did"; return {damage}; }}
sleep() {{ :; }}
sync() {{ echo sync >>"$HOME/did"; }}
"""


class Start:
    """One start of the computer: its folders lie in `root`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.system, self.data = root / "root", root / "run/data"
        for folder in (*CHANGED, *KEPT):
            (self.system / folder[1:]).mkdir(parents=True, exist_ok=True)
        (root / "run").mkdir()
        (root / "functions").write_text(FUNCTIONS)
        (root / "cmdline").write_text("ro jantaku.data=PARTUUID=abc quiet\n")
        (root / "device").touch()

    def run(self, damage: int = 0, fails: str = "") -> list[str]:
        """What it did."""
        script = mounts().replace("/scripts/functions", str(self.root / "functions"))
        script = script.replace("/proc/cmdline", str(self.root / "cmdline"))
        script = script.replace("/run/jantaku", str(self.root / "run"))
        head, body = script.split("\n", 1)
        (self.root / "script").write_text(f"{head}\n{SHELL.format(damage=damage, fails=fails)}{body}")
        (self.root / "did").write_text("")
        for name in ("memory", "memory/upper", "memory/work"):
            path = self.root / "run" / name
            if path.is_dir():
                path.rmdir() if not any(path.iterdir()) else None
        environment = {"HOME": str(self.root), "PATH": "/usr/bin:/bin", "rootmnt": str(self.system)}
        done = subprocess.run(["sh", str(self.root / "script")], env=environment, check=False)
        assert done.returncode == 0
        return (self.root / "did").read_text().splitlines()


@pytest.fixture
def start(tmp_path: Path) -> Start:
    return Start(tmp_path)


def test_the_root_is_covered_first_then_the_data_come_then_what_is_kept(start: Start) -> None:
    did = start.run()
    where = [line.split()[-1] for line in did if line.startswith("mount")]
    covered = [f"{start.system}{folder}" for folder in (*CHANGED, *KEPT)]
    assert where == [f"{start.root}/run/{name}" for name in ("system", "memory")] + [
        str(start.system),
        f"{start.root}/run/data",
        *covered,
    ]
    data = next(line for line in did if "/dev/card3" in line and line.startswith("mount"))
    assert "errors=remount-ro" in data
    assert "nobarrier" not in data


def test_what_a_club_must_not_lose_lies_on_the_data_partition() -> None:
    kept = [Path(folder) for folder in KEPT]
    for path in (TABLE_FILE, SAFE_COPIES):
        assert any(path.is_relative_to(folder) for folder in kept)
    assert str(PLACE) in CHANGED
    assert str(STATE) in KEPT


def test_a_kept_folder_begins_as_the_system_has_it_and_is_left_alone_then(start: Start) -> None:
    place = start.system / str(STATE)[1:]
    (place / "table.toml").write_text("first")
    start.run()
    kept = start.data / "kept" / str(STATE)[1:]
    assert (kept / "table.toml").read_text() == "first"
    (kept / "table.toml").write_text("set up")
    (place / "table.toml").write_text("of a newer image")
    start.run()
    assert (kept / "table.toml").read_text() == "set up"


def test_a_first_start_that_was_cut_in_the_copy_begins_again(start: Start) -> None:
    (start.system / str(STATE)[1:] / "table.toml").write_text("whole")
    half = start.data / "beginning"
    half.mkdir(parents=True)
    (half / "half").write_text("")
    start.run()
    kept = start.data / "kept" / str(STATE)[1:]
    assert [path.name for path in kept.iterdir()] == ["table.toml"]
    assert not half.exists()


def test_a_damaged_file_system_is_mended_and_nobody_is_asked(start: Start) -> None:
    did = start.run(damage=4)
    assert [line for line in did if line.startswith("e2fsck")] == [
        "e2fsck -p /dev/card3",
        "e2fsck -y /dev/card3",
    ]
    assert [line for line in start.run(damage=1) if line.startswith("e2fsck")] == ["e2fsck -p /dev/card3"]


def test_without_a_data_partition_the_computer_comes_up_and_says_so(start: Start) -> None:
    (start.root / "device").unlink()
    did = start.run()
    assert did[-1].startswith("said The data partition cannot be mounted")
    assert not any(f"{start.system}/" in line for line in did if line.startswith("mount"))


def test_another_computer_is_left_alone(start: Start) -> None:
    (start.root / "cmdline").write_text("ro quiet\n")
    assert start.run() == []


@pytest.mark.parametrize("text", [mounts(), hook(), grow()])
def test_a_shell_understands_it(text: str, tmp_path: Path) -> None:
    (tmp_path / "script").write_text(text)
    assert subprocess.run(["sh", "-n", str(tmp_path / "script")], check=False).returncode == 0
    assert DATA in text or "copy_exec" in text
