"""The disk of a virtual machine: what is written to it and read from it without a mount."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks.appliance.machine import PC, PI4, Board, Disk

MIB = 1 << 20
TOOLS = ("sfdisk", "mkfs.ext4", "debugfs", "e2fsck")


@pytest.mark.skipif(
    any(shutil.which(tool, path="/usr/sbin:/sbin:/usr/bin:/bin") is None for tool in TOOLS),
    reason="needs Debian's fdisk and e2fsprogs",
)
def test_what_is_put_on_the_data_partition_is_read_there_again(tmp_path: Path) -> None:
    path = tmp_path / "card.img"
    with path.open("wb") as file:
        file.truncate(64 * MIB)
    layout = "label: gpt\nstart=1MiB, size=1MiB\nstart=2MiB, size=1MiB\nstart=3MiB, size=48MiB\n"
    subprocess.run(["sfdisk", "-q", path], input=layout.encode(), check=True)
    made = ["mkfs.ext4", "-q", "-E", f"offset={3 * MIB}", str(path), f"{48 << 10}k"]
    subprocess.run(made, check=True, capture_output=True)
    disk = Disk(path)
    assert disk.parts == [(MIB, MIB), (2 * MIB, MIB), (3 * MIB, 48 * MIB)]
    disk.put({"kept/var/lib/jantaku/table/table.toml": "[web]\nport = 8090\n"}, 993)
    before = path.read_bytes()
    found = disk.folder("/kept/var/lib/jantaku", tmp_path / "data")
    assert (found / "table/table.toml").read_text() == "[web]\nport = 8090\n"
    assert path.read_bytes() == before, "it is read from a copy"
    part = str(tmp_path / "data.part")
    shown = ["debugfs", "-R", "stat kept/var/lib/jantaku/table/table.toml", part]
    said = subprocess.run(shown, check=True, capture_output=True, text=True).stdout
    assert "User:   993" in said
    assert "Mode:  0644" in said


@pytest.mark.skipif(
    any(shutil.which(tool) is None for tool in ("mkfs.fat", "mcopy", "mmd")),
    reason="needs Debian's dosfstools and mtools",
)
@pytest.mark.parametrize(
    ("board", "text"),
    [
        (PC, "search --set=root /jantaku.id\nlinux /vmlinuz root=A quiet\ninitrd /initrd.img\nboot\n"),
        (PI4, "root=A quiet\n"),
    ],
)
def test_an_image_says_which_computer_it_is_for_and_how_its_kernel_starts(
    board: Board, text: str, tmp_path: Path
) -> None:
    card = tmp_path / "card.img"
    with card.open("wb") as file:
        file.truncate(4 * MIB)
    subprocess.run(["mkfs.fat", "--offset=2048", str(card)], check=True, capture_output=True)
    place = Path(board.file)
    for folder in reversed(place.parents[:-1]):
        subprocess.run(["mmd", "-i", f"{card}@@{MIB}", f"::{folder}"], check=True)
    (tmp_path / "text").write_text(text)
    subprocess.run(["mcopy", "-i", f"{card}@@{MIB}", str(tmp_path / "text"), f"::{place}"], check=True)
    assert (Disk(card).board, Disk(card).words()) == (board, "root=A quiet")
