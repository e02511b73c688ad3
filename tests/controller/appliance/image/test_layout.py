"""Partitions, their numbers, and a small image laid together twice: judged by sfdisk, mtools and e2fsck."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest

from controller.appliance.image.layout import MIB, Names, disk_bytes, parts, table, words
from controller.appliance.image.make import Maker, put_together
from controller.appliance.image.target import MIRROR, PC, PI4, TARGETS, Target

EPOCH = 1_700_000_000
NEEDED = ("sfdisk", "mkfs.vfat", "mcopy", "mkfs.ext4", "e2fsck", "debugfs")


@pytest.mark.parametrize("target", TARGETS.values(), ids=list(TARGETS))
@pytest.mark.parametrize("system", [1, MIB, MIB + 1, 700 * MIB + 4096])
def test_no_partition_lies_upon_another_and_data_is_the_last(target: Target, system: int) -> None:
    laid = parts(target, system)
    end = MIB
    for part in laid:
        assert part.start >= end
        assert part.start % MIB == 0
        end = part.start + part.size
    assert laid[1].size >= system
    assert disk_bytes(laid) >= end


@pytest.mark.parametrize("target", TARGETS.values(), ids=list(TARGETS))
def test_the_kinds_of_the_partitions_are_those_that_firmware_and_systemd_know(target: Target) -> None:
    """UEFI 2.10 (table 5.7) and the Discoverable Partitions Specification; of the old table their numbers."""
    kinds = [
        line.rpartition("type=")[2].split(",")[0]
        for line in table(Names(target, "a"), parts(target, 1)).splitlines()
    ]
    esp, linux = "C12A7328-F81F-11D2-BA4B-00A0C93EC93B", "0FC63DAF-8483-4772-8E79-3D69D8477DE4"
    wanted = [esp, linux, linux] if target.label == "gpt" else ["c", "83", "83"]
    assert [kind for kind in kinds if kind in {esp, linux, "c", "83"}] == wanted


def test_two_images_are_told_apart_and_the_same_one_is_the_same() -> None:
    one, other = Names(PC, "a"), Names(PC, "b")
    assert words(one) == words(Names(PC, "a"))
    assert not {one.part(2), one.part(3), one.disk} & {other.part(2), other.part(3), other.disk}


def whole(folder: Path, target: Target) -> Path:
    work = folder / "work"
    (work / "boot").mkdir(parents=True)
    (work / "boot/vmlinuz").write_bytes(b"kernel" * 9999)
    system = work / "system.squashfs"
    system.write_bytes(bytes(range(256)) * 5000)
    names = Names(target, "test")
    maker = Maker(target, "bookworm", MIRROR, EPOCH, work)
    out = folder / "image"
    put_together(names, (maker.boot(names), system, maker.data(names)), out)
    return out


@pytest.mark.skipif(
    not all(shutil.which(tool, path="/usr/sbin:/usr/bin:/sbin:/bin") for tool in NEEDED),
    reason="needs Debian's fdisk, mtools, dosfstools and e2fsprogs",
)
@pytest.mark.parametrize("target", [replace(PC, boot_mib=40), replace(PI4, boot_mib=40)], ids=["pc", "pi4"])
def test_the_image_is_the_planned_one_byte_for_byte(
    target: Target, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
    one, again = whole(tmp_path / "1", target), whole(tmp_path / "2", target)
    assert subprocess.run(["cmp", str(one), str(again)], check=False).returncode == 0
    names = Names(target, "test")
    partitions = json.loads(subprocess.check_output(["sfdisk", "--json", str(one)]))["partitiontable"]
    boot, system, data = parts(target, (tmp_path / "1/work/system.squashfs").stat().st_size)
    assert partitions["label"] == target.label
    assert partitions["id"].lower().removeprefix("0x") == names.disk
    laid = [(part["start"] * 512, part["size"] * 512) for part in partitions["partitions"]]
    assert laid == [(part.start, part.size) for part in (boot, system, data)]
    if target.name == "pc":  # with an MBR the kernel makes them of the disk's number
        assert [part["uuid"].lower() for part in partitions["partitions"]] == [
            names.part(n) for n in (1, 2, 3)
        ]
    kernel = subprocess.check_output(["mtype", "-i", f"{one}@@{boot.start}", "::vmlinuz"])
    assert kernel == b"kernel" * 9999
    line = "EFI/debian/grub.cfg" if target.name == "pc" else "cmdline.txt"
    assert words(names) in subprocess.check_output(
        ["mtype", "-i", f"{one}@@{boot.start}", f"::{line}"], text=True
    )
    with one.open("rb") as file:
        file.seek(data.start)
        (tmp_path / "data").write_bytes(file.read(data.size))
    checked = subprocess.run(["e2fsck", "-fn", str(tmp_path / "data")], capture_output=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_the_table_of_a_pc_names_what_the_firmware_looks_for() -> None:
    lines = table(Names(PC, "test"), parts(PC, MIB))
    assert "type=C12A7328-F81F-11D2-BA4B-00A0C93EC93B" in lines  # UEFI 2.10, table 5.7: EFI System Partition


@pytest.mark.skipif(shutil.which("mksquashfs") is None, reason="needs Debian's squashfs-tools")
def test_the_system_is_the_same_byte_for_byte_whenever_it_is_packed(tmp_path: Path) -> None:
    (tmp_path / "tree/etc").mkdir(parents=True)
    (tmp_path / "tree/etc/name").write_text("table\n")
    os.utime(tmp_path / "tree/etc/name", (EPOCH, EPOCH))
    tar = tmp_path / "system.tar"
    subprocess.run(
        ["tar", "-C", str(tmp_path / "tree"), f"--mtime=@{EPOCH}", "-cf", str(tar), "etc"], check=True
    )
    packed = []
    for number in ("1", "2"):
        work = tmp_path / number
        work.mkdir()
        packed.append(Maker(PC, "bookworm", MIRROR, EPOCH, work).squash(tar))
        time.sleep(1.1)  # a second is what a squashfs counts in
    assert packed[0].read_bytes() == packed[1].read_bytes()
    assert subprocess.check_output(["unsquashfs", "-cat", str(packed[0]), "etc/name"]) == b"table\n"
