"""The configuration file on the disk, and its last versions."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.setup.keep import Kept
from runtime.stored import replace_file


def test_it_is_written_beside_the_version_before(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "new" / "table.toml")
    assert (kept.read(), kept.revision(), kept.versions()) == (None, "", [])
    kept.write("a = 1\n")
    first = kept.revision()
    kept.write("a = 2\r\n")
    assert kept.read() == "a = 2\r\n"
    assert kept.revision() != first
    (version,) = kept.versions()
    assert (version.number, version.path.read_text()) == (1, "a = 1\n")


def test_the_last_ten_are_kept(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "table.toml")
    for n in range(15):
        kept.write(f"a = {n}\n")
    assert [version.number for version in kept.versions()] == list(range(14, 4, -1))
    assert kept.versions()[0].path.read_text() == "a = 13\n"
    assert len(list(tmp_path.iterdir())) == 11


def test_only_its_owner_reads_it_unless_others_do_already(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "table.toml")
    kept.write("a = 1\n")
    assert kept.path.stat().st_mode & 0o777 == 0o600
    kept.path.chmod(0o644)
    kept.write("a = 2\n")
    assert kept.path.stat().st_mode & 0o044 == 0o044
    kept.path.chmod(0o600)
    kept.write("a = 3\n")
    assert [version.path.stat().st_mode & 0o077 for version in kept.versions()] == [0, 0o044]


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept(tmp_path / "table.toml")
    kept.write("a = 1\n")
    real = replace_file

    def full(path: Path, data: bytes, *, private: bool = False) -> None:
        if path == kept.path:
            raise OSError(28, "No space left on device")
        real(path, data, private=private)

    monkeypatch.setattr("controller.setup.keep.replace_file", full)
    with pytest.raises(OSError, match="No space"):
        kept.write("a = 2\n")
    assert kept.read() == "a = 1\n"


def test_other_files_beside_it_are_no_versions(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "table.toml")
    for name in ("table.toml.~0~", "table.toml.~x~", "other.toml.~1~", "table.toml.bak"):
        (tmp_path / name).write_text("")
    assert kept.versions() == []
