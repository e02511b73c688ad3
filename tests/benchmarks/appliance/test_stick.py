"""What lies on a stick after the power failed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks.appliance.stick import backups, formatted, spoilt
from controller.appliance.backup import save
from tests.controller.appliance.saved import table_data
from upkeep.computer import KEPT_BACKUPS


@pytest.mark.skipif(
    shutil.which("mkfs.fat") is None or shutil.which("mcopy") is None,
    reason="needs Debian's dosfstools and mtools",
)
def test_backups_are_read_to_their_end(tmp_path: Path) -> None:
    stick = formatted(tmp_path / "stick.img")
    assert backups(stick, tmp_path) == {}
    file, _ = save(table_data(tmp_path / "data"), tmp_path / "jantaku-table-whole.zip")
    (tmp_path / "jantaku-table-torn.zip").write_bytes(file.read_bytes()[:-700] + bytes(700))
    (tmp_path / "jantaku-0.9.1-cp311-x86_64.zip").write_bytes(b"a newer version")
    for name in ("jantaku-table-whole.zip", "jantaku-table-torn.zip", "jantaku-0.9.1-cp311-x86_64.zip"):
        subprocess.run(["mcopy", "-i", stick, tmp_path / name, "::"], check=True)
    assert backups(stick, tmp_path) == {"jantaku-table-whole.zip": True, "jantaku-table-torn.zip": False}


def test_a_backup_may_be_replaced_by_newer_ones_but_not_spoilt() -> None:
    before = {"1.zip": True, "2.zip": True, "3.zip": False}
    assert spoilt(before, {"2.zip": True, "3.zip": False, "4.zip": False}) == []
    assert spoilt(before, {"1.zip": True, "2.zip": False}) == ["2.zip"]


def test_the_oldest_of_too_many_may_be_half_deleted() -> None:
    before = {f"{n:02}.zip": True for n in range(KEPT_BACKUPS)}
    now = before | {f"{KEPT_BACKUPS:02}.zip": True}
    assert spoilt(before, now | {"00.zip": False}) == []
    assert spoilt(before, now | {"01.zip": False}) == ["01.zip"]
