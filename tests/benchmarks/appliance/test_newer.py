"""Newer versions that come on a stick to a virtual machine."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks.appliance.newer import TRUSTED, Newer
from benchmarks.appliance.stick import formatted
from controller.appliance.updates.make import pack
from tests.controller.appliance.updates.test_real import wheel
from upkeep.release import HERE, unpacked

pytestmark = pytest.mark.skipif(
    any(shutil.which(tool) is None for tool in ("mkfs.fat", "mcopy", "minisign")),
    reason="needs Debian's dosfstools, mtools and minisign",
)


def test_a_newer_one_is_brought_as_soon_as_the_last_one_runs(tmp_path: Path) -> None:
    stick = formatted(tmp_path / "stick.img")
    newer = Newer(pack([wheel(tmp_path, "0.1.0")], tmp_path), tmp_path / "newer")

    def there() -> list[str]:
        listed = subprocess.check_output(["mdir", "-b", "-i", str(stick), "::"], text=True).split()
        return sorted(name.removeprefix("::/") for name in listed)

    def names(version: str) -> list[str]:
        return [f"jantaku-{version}-{HERE}.zip{more}" for more in ("", ".minisig")]

    newer.put(stick, None)
    assert (there(), newer.offered) == (names("0.9.1"), "0.9.1")
    for name in names("0.9.1"):
        subprocess.run(["mcopy", "-i", str(stick), f"::{name}", str(tmp_path)], check=True)
    (tmp_path / "maker.pub").write_text(newer.trusted[TRUSTED])
    file = tmp_path / f"jantaku-0.9.1-{HERE}.zip"
    (tmp_path / "unpacked").mkdir()
    assert unpacked(file, tmp_path / "unpacked", [tmp_path / "maker.pub"]).version == "0.9.1"
    newer.put(stick, "0.1.0")
    assert there() == names("0.9.1"), "it is still to be installed"
    newer.put(stick, "0.9.1")
    assert there() == names("0.9.2")
