"""The disk whose plug is pulled: what a guest reads, and what is left; asked by QEMU's own client."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks.appliance.disk import HOWS, SECTOR, How, Medium, Plug

ONE, TWO = b"\x11" * SECTOR, b"\x22" * SECTOR


def medium(folder: Path, sectors: int = 64) -> Medium:
    path = folder / "disk"
    path.write_bytes(bytes(sectors * SECTOR))
    return Medium(path)


def test_the_guest_reads_what_it_wrote_and_the_medium_has_it_when_it_is_flushed(tmp_path: Path) -> None:
    it = medium(tmp_path)
    it.write(SECTOR, ONE + TWO)
    assert it.read(0, 4 * SECTOR) == bytes(SECTOR) + ONE + TWO + bytes(SECTOR)
    assert it.path.read_bytes() == bytes(64 * SECTOR)
    it.flush()
    assert it.path.read_bytes()[SECTOR : 3 * SECTOR] == ONE + TWO
    it.close()


@pytest.mark.parametrize("how", HOWS)
def test_what_was_flushed_or_written_through_is_there_whatever_happens(tmp_path: Path, how: How) -> None:
    it = medium(tmp_path)
    it.write(0, ONE)
    it.flush()
    it.write(SECTOR, ONE, through=True)
    it.write(2 * SECTOR, TWO * 20)
    unflushed, reached = it.pull(how, random.Random(1))
    left = it.path.read_bytes()
    assert left[: 2 * SECTOR] == ONE + ONE
    assert unflushed == 20
    assert left.count(TWO) == reached == {"lost": 0, "reordered": reached, "torn": reached}[how]
    it.close()


def test_reordered_keeps_writes_whole_and_torn_does_not(tmp_path: Path) -> None:
    def kept(how: How, seed: int) -> list[bool]:
        it = medium(tmp_path)
        for number in range(8):
            it.write(number * 8 * SECTOR, ONE * 8)
        it.pull(how, random.Random(seed))
        it.close()
        left = it.path.read_bytes()
        return [left[n * SECTOR : (n + 1) * SECTOR] == ONE for n in range(64)]

    for seed in range(5):
        writes = [kept("reordered", seed)[n : n + 8] for n in range(0, 64, 8)]
        assert all(len(set(write)) == 1 for write in writes)
        assert 0 < sum(all(write) for write in writes) < 8
        torn = [kept("torn", seed)[n : n + 8] for n in range(0, 64, 8)]
        assert any(len(set(write)) == 2 for write in torn)


@pytest.mark.skipif(shutil.which("qemu-io") is None, reason="needs Debian's qemu-utils")
def test_a_client_that_nobody_here_wrote_reads_writes_and_flushes(tmp_path: Path) -> None:
    it = medium(tmp_path)
    plug = Plug(it, tmp_path / "nbd")

    def ask(*words: str) -> str:
        commands = [each for word in words for each in ("-c", word)]
        asked = ["qemu-io", "-f", "raw", *commands, f"nbd+unix:///?socket={tmp_path / 'nbd'}"]
        return subprocess.run(asked, capture_output=True, text=True, check=True, timeout=30).stdout

    assert "wrote 1024/1024" in ask("write -P 0x11 512 1024", "flush", "read -P 0x11 512 1024")
    assert it.path.read_bytes()[SECTOR : 3 * SECTOR] == ONE + ONE
    assert "wrote 512/512" in ask("write -f -P 0x22 4096 512")
    assert it.path.read_bytes()[8 * SECTOR : 9 * SECTOR] == TWO
    plug.close()
