"""Files that a table needs before it begins, damaged: put aside, taken from their copy, and said."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from contract.roles import Role
from controller.assembly.files import SENTENCES, see_to_files
from controller.broker.accounts import FILE, Account, AccountError, Accounts
from controller.config import Config, parse
from runtime.stored import copy_of
from vision.calibration.surface import CalibrationError, Surface

RELEASE = Path(__file__).parents[2] / "data" / "releases" / "0.1" / "riichi"
SPOILT = [b"", b"{", b"[]", b"\xff\x00", b'{"format": "jantaku-accounts/2", "accounts": 3}']


def config(data: Path, **sections: Any) -> Config:
    camera = {"kind": "v4l2", "source": "/dev/video-none"}
    given = {"camera": camera, "machine": {"kind": "none"}, "data": data, **sections}
    return parse(given, "the test")


def folder_with_accounts(data: Path) -> Path:
    folder = data / "broker"
    folder.mkdir(parents=True)
    accounts = Accounts(folder, "home")
    accounts.put(Account.named("anna", Role.REFEREE), "secret")
    accounts.write()
    return folder / FILE


@pytest.mark.parametrize("spoilt", SPOILT)
def test_accounts_come_from_their_good_copy(tmp_path: Path, spoilt: bytes) -> None:
    path = folder_with_accounts(tmp_path)
    path.write_bytes(spoilt)
    code = "mended_accounts_copy"
    assert see_to_files(config(tmp_path)) == {code: SENTENCES[code]}
    assert Accounts(path.parent, "home").role("referee-anna", "secret") is Role.REFEREE
    assert path.with_name(f"{FILE}.aside").read_bytes() == spoilt
    assert all(each.stat().st_mode & 0o077 == 0 for each in (path, copy_of(path)))
    assert see_to_files(config(tmp_path)) == {}


@pytest.mark.parametrize("copy", [None, b"", b"{"])
def test_accounts_without_a_good_copy_are_made_anew(tmp_path: Path, copy: bytes | None) -> None:
    path = folder_with_accounts(tmp_path)
    path.write_bytes(b"")
    if copy is None:
        copy_of(path).unlink()
    else:
        copy_of(path).write_bytes(copy)
    code = "mended_accounts_lost"
    assert see_to_files(config(tmp_path)) == {code: SENTENCES[code]}
    assert list(Accounts(path.parent, "home")) == []


def test_a_copy_that_is_spoilt_holds_no_good_file_up(tmp_path: Path) -> None:
    path = folder_with_accounts(tmp_path)
    copy = copy_of(path)
    good = path.read_bytes()
    copy.unlink()
    copy.symlink_to(copy.name)  # cannot be read, by nobody
    assert see_to_files(config(tmp_path)) == {}
    assert copy.read_bytes() == good
    copy.unlink()
    (copy / "within").mkdir(parents=True)
    assert see_to_files(config(tmp_path)) == {}
    assert copy.read_bytes() == good
    assert path.read_bytes() == good


def test_a_copy_that_cannot_be_written_holds_no_good_file_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = folder_with_accounts(tmp_path)
    copy_of(path).write_bytes(b"another")

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("runtime.stored.replace_file", full)
    assert see_to_files(config(tmp_path)) == {}
    assert "cannot be written (No space left on device)" in caplog.text


def test_an_account_that_was_removed_does_not_come_back(tmp_path: Path) -> None:
    path = folder_with_accounts(tmp_path)
    accounts = Accounts(path.parent, "home")
    accounts.remove("referee-anna")
    accounts.write()
    path.write_bytes(b"")
    see_to_files(config(tmp_path))
    assert "referee-anna" not in Accounts(path.parent, "home")


def test_what_an_older_release_wrote_is_copied_at_the_first_start(tmp_path: Path) -> None:
    shutil.copytree(RELEASE, tmp_path / "data")
    assert see_to_files(config(tmp_path / "data")) == {}
    for path in (tmp_path / "data" / "broker" / FILE, tmp_path / "data" / "calibration.json"):
        assert copy_of(path).read_bytes() == path.read_bytes()
        path.write_bytes(b"")
    assert set(see_to_files(config(tmp_path / "data"))) == {"mended_accounts_copy", "mended_calibration_copy"}


@pytest.mark.parametrize("named", [False, True])
def test_a_calibration_comes_from_its_good_copy_or_is_asked_for_again(tmp_path: Path, named: bool) -> None:
    path = tmp_path / ("mine.json" if named else "calibration.json")
    good = Surface.load(RELEASE / "calibration.json")
    good.save(path)
    camera = {"kind": "v4l2", "source": "/dev/video-none", "calibration": path if named else None}
    asked = config(tmp_path, camera=camera)
    path.write_bytes(b"")
    assert set(see_to_files(asked)) == {"mended_calibration_copy"}
    assert Surface.load(path) == good
    path.write_bytes(b"")
    copy_of(path).write_bytes(b"")
    assert set(see_to_files(asked)) == {"mended_calibration_lost"}
    assert not path.exists()


def test_files_of_a_newer_release_are_left_as_they_are(tmp_path: Path) -> None:
    path = folder_with_accounts(tmp_path)
    path.write_text('{"format": "jantaku-accounts/9"}')
    with pytest.raises(AccountError, match="newer version"):
        see_to_files(config(tmp_path))
    path.unlink()
    calibration = tmp_path / "calibration.json"
    calibration.write_text('{"format": "jantaku-calibration/9"}')
    with pytest.raises(CalibrationError, match="newer version"):
        see_to_files(config(tmp_path))
    assert calibration.read_text() == '{"format": "jantaku-calibration/9"}'


def test_the_accounts_of_a_clubs_broker_are_not_ours(tmp_path: Path) -> None:
    folder_with_accounts(tmp_path).write_bytes(b"")
    assert see_to_files(config(tmp_path, broker={"url": "mqtt://127.0.0.1:1"})) == {}
