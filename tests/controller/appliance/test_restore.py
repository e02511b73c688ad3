"""A backup is put back as a whole or not at all, and what was there is kept."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.appliance import backup as packing
from controller.appliance import restore as putting
from controller.appliance.backup import BackupError, make, opened
from controller.appliance.restore import restore
from controller.cli import main
from controller.table.games import Games
from tests.controller.appliance.saved import SECRET, names
from tests.mine import mine


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_a_backup_takes_the_place_of_the_data_which_are_kept(data: Path, file: Path) -> None:
    (data / "host.json").write_text('{"names": ["Bo"]}')
    before = contents(data)
    aside = restore(file, data)
    assert aside is not None
    assert contents(aside) == before
    with zipfile.ZipFile(file) as found:
        assert contents(data) == {name: found.read(name) for name in names(found)}
    assert [each.name for each in data.parent.glob(".*")] == []
    assert restore(file, data) != aside, "twice within a second is no trouble either"


def test_a_new_computer_gets_it_where_nothing_was(file: Path, tmp_path: Path) -> None:
    assert restore(file, tmp_path / "new") is None
    assert (tmp_path / "new/broker/accounts.json").read_text() == f'"{SECRET}-6"'
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0


def test_a_hosts_backup_leaves_accounts_and_pictures_as_they_are(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "host.zip"
    with file.open("wb") as out:
        make(data, out, whole=False)
    (data / "broker/accounts.json").write_text("newer")
    (data / "games/g000003-c.jsonl").write_text("later")
    restore(file, data)
    assert (data / "broker/accounts.json").read_text() == "newer"
    assert (data / "games/g000002-b/picture.jpg").read_text() == "a hand"
    assert not (data / "games/g000003-c.jsonl").exists()


def test_what_is_left_as_it_is_is_on_the_disk_before_it_takes_its_place(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names without contents are what a power cut leaves of copies that were not synchronised (ext4)."""
    file = tmp_path / "host.zip"
    with file.open("wb") as out:
        make(data, out, whole=False)
    synced = set[int]()
    monkeypatch.setattr(os, "fsync", lambda opened: synced.add(os.fstat(opened).st_ino))
    restore(file, data)
    every = {path for path in data.rglob("*") if path.is_file() and path.name != "lock"}
    assert {path for path in every if path.stat().st_ino not in synced} == set()


def rewritten(file: Path, change: Callable[[dict[str, Any], dict[str, bytes]], None]) -> None:
    """The backup with other contents, whose own checksums are right."""
    with zipfile.ZipFile(file) as found:
        every = {name: found.read(name) for name in found.namelist()}
    manifest = json.loads(every.pop(packing.MANIFEST))
    change(manifest, every)
    with zipfile.ZipFile(file, "w") as out:
        for name, text in every.items():
            out.writestr(name, text)
        out.writestr(packing.MANIFEST, json.dumps(manifest))


def newer(manifest: dict[str, Any], _: dict[str, bytes]) -> None:
    manifest["format"] = "jantaku-backup/7"


def another_format(manifest: dict[str, Any], _: dict[str, bytes]) -> None:
    manifest["format"] = "jantaku-world/1"


def changed_file(_: dict[str, Any], every: dict[str, bytes]) -> None:
    every["host.json"] = every["host.json"].replace(b"Anna", b"Anno")


def longer_file(_: dict[str, Any], every: dict[str, bytes]) -> None:
    every["host.json"] += b" "


def missing_file(_: dict[str, Any], every: dict[str, bytes]) -> None:
    del every["host.json"]


def outside(manifest: dict[str, Any], every: dict[str, bytes]) -> None:
    manifest["files"][0]["path"] = "../../evil.toml"
    every["../../evil.toml"] = b"evil"


def of_nobody(manifest: dict[str, Any], _: dict[str, bytes]) -> None:
    manifest["kind"] = "cat"


def no_list(manifest: dict[str, Any], _: dict[str, bytes]) -> None:
    manifest["files"] = 7


WRONG = [newer, another_format, changed_file, longer_file, missing_file, outside, of_nobody, no_list]


def test_a_backup_that_is_refused_is_closed(data: Path, file: Path) -> None:
    """A stick can be pulled as soon as the sentence stands there."""
    rewritten(file, changed_file)
    with pytest.raises(BackupError) as refused:  # its traceback keeps all that was open
        restore(file, data)
    held = [entry.readlink() for entry in Path("/proc/self/fd").iterdir() if entry.is_symlink()]
    assert file not in held, refused


@pytest.mark.parametrize("change", WRONG)
def test_what_is_no_whole_backup_changes_nothing(change: Any, data: Path, file: Path) -> None:
    rewritten(file, change)
    before = contents(data)
    with pytest.raises(BackupError) as refused:
        restore(file, data)
    assert str(refused.value).endswith(".")
    assert contents(data) == before
    assert {each.name for each in data.parent.iterdir()} == {"table", "backup.zip"}


@pytest.mark.parametrize("cut", [0, 100, -10])
def test_a_file_that_ends_early_is_refused(cut: int, data: Path, file: Path) -> None:
    file.write_bytes(file.read_bytes()[:cut])
    before = contents(data)
    with pytest.raises(BackupError, match="backup"):
        restore(file, data)
    assert contents(data) == before


def test_a_table_that_runs_is_left_alone(data: Path, file: Path) -> None:
    release = Games(data).lock()
    with pytest.raises(BackupError, match="stop it first"):
        restore(file, data)
    release()
    restore(file, data)


def test_a_disk_without_room_is_told_before_anything_is_written(
    data: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(putting, "room", lambda _: 10)
    before = contents(data)
    with pytest.raises(BackupError, match="MB of room"):
        restore(file, data)
    assert contents(data) == before


class Cut(BaseException):
    """The plug is pulled: nothing after it happens, not even what cleans up."""


def test_a_power_cut_leaves_the_old_data_or_the_new(
    data: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (data / "host.json").write_text("old")
    before = contents(data)
    with zipfile.ZipFile(file) as found:
        after = {name: found.read(name) for name in names(found)}
    remove = shutil.rmtree
    for system_call in ("fsync", "chown", "rename"):
        for turn in range(30):
            left = [turn]
            true = getattr(os, system_call)

            def counted(*given: Any, left: list[int] = left, true: Any = true, **named: Any) -> Any:
                left[0] -= 1
                if left[0] < 0:
                    raise Cut
                return true(*given, **named)

            def cleaned(*given: Any, left: list[int] = left, **named: Any) -> None:
                if left[0] >= 0:
                    remove(*given, **named)

            with monkeypatch.context() as patched:
                mine(patched, os, **{system_call: counted})
                mine(patched, shutil, rmtree=cleaned)
                try:
                    restore(file, data)
                except Cut:
                    pass
                else:
                    break
            assert contents(data) in (before, after)
            assert before in [contents(each) for each in data.parent.iterdir()], "the old data are somewhere"
    restore(file, data)
    assert contents(data) == after


@pytest.fixture
def stranger(file: Path) -> Path:
    def elsewhere(manifest: dict[str, Any], _: dict[str, bytes]) -> None:
        manifest["machine"], manifest["computer"] = "0" * 16, "west"

    rewritten(file, elsewhere)
    return file


def test_another_computers_backup_is_named_and_asked_about(data: Path, stranger: Path) -> None:
    before = contents(data)
    words = ["restore", str(stranger), "--data", str(data)]
    refused = CliRunner().invoke(main, words, input="n\n")
    assert refused.exit_code == 1
    assert "table on “west” of 20" in refused.output
    assert contents(data) == before
    told = CliRunner().invoke(main, words, input="y\n")
    assert told.exit_code == 0
    assert "What was there lies in" in told.output
    assert CliRunner().invoke(main, [*words, "--yes"]).exit_code == 0


def test_the_own_one_is_put_back_without_a_question(data: Path, tmp_path: Path) -> None:
    saved = CliRunner().invoke(main, ["backup", str(tmp_path), "--data", str(data)])
    assert saved.exit_code == 0, saved.output
    (file,) = tmp_path.glob("jantaku-table-*.zip")
    assert str(file) in saved.output
    told = CliRunner().invoke(main, ["restore", str(file), "--data", str(data)])
    assert (told.exit_code, "another computer" in told.output) == (0, False)
    packed, manifest = opened(file)
    packed.close()
    assert manifest.whole


@pytest.mark.parametrize("words", [["backup", "a.zip"], ["restore"]])
def test_who_may_not_read_the_data_is_told_to_be_root(
    data: Path, file: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on an appliance, whose data are its own user's: even whether there are any cannot be read."""

    def closed(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    given = [*words, str(file)] if words == ["restore"] else words
    monkeypatch.setattr("controller.cli.appliance.backup.TABLE_DATA", data)
    monkeypatch.setattr(Path, "is_dir", closed)
    told = CliRunner().invoke(main, given)
    assert told.exit_code == 2
    assert told.stderr == (
        f"jantaku: {data} cannot be read (Permission denied): on an appliance root does this, by sudo.\n"
    )


def test_what_is_used_wrongly_is_said_in_a_sentence(data: Path, tmp_path: Path) -> None:
    for words in (
        ["backup", str(tmp_path / "a.zip"), "--keep", "2", "--data", str(data)],
        ["backup", str(tmp_path), "--data", str(tmp_path)],
        ["restore", str(tmp_path / "none.zip")],
    ):
        told = CliRunner().invoke(main, words)
        assert told.exit_code == 2
        assert told.stderr.startswith("jantaku: ")
        assert told.stderr.count("\n") == 1
