"""Upgrades step by step, in one transaction with a copy first; files that a power cut leaves whole."""

from __future__ import annotations

import errno
import json
import logging
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from runtime.database import Database
from runtime.stored import Format, StoredError, put_aside, replace_file
from tests.mine import mine

PLAIN = Format(
    "plain",
    3,
    "plain file",
    "write it anew",
    {1: lambda data: {"names": data["people"]}, 2: lambda data: {"names": sorted(data["names"])}},
)
TABLES = Database(
    "tables", b"JtTs", 1, "test", "delete it", ("CREATE TABLE one (n INTEGER)",), frozenset({"one"})
)


def add_name(opened: sqlite3.Connection) -> None:
    opened.execute("ALTER TABLE one ADD COLUMN name TEXT")
    opened.execute("UPDATE one SET name = 'n' || n")


def fails(opened: sqlite3.Connection) -> None:
    opened.execute("UPDATE one SET n = 99")
    raise sqlite3.OperationalError("disk I/O error")


def test_an_old_file_takes_every_step(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"people": ["b", "a"]}')
    assert PLAIN.read(path) == {"names": ["a", "b"]}
    path.write_text('{"format": "jantaku-plain/2", "names": ["b", "a"]}')
    assert PLAIN.read(path) == {"names": ["a", "b"]}
    PLAIN.write(path, {"names": ["b", "a"]})
    assert PLAIN.read(path) == {"names": ["b", "a"]}


def test_a_step_that_does_not_fit_is_a_broken_file(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"colour": 1}')
    with pytest.raises(StoredError, match=r"is no plain file: write it anew\.$"):
        PLAIN.read(path)


def test_a_version_without_a_step_to_it_cannot_be_declared() -> None:
    with pytest.raises(ValueError, match="no step"):
        Format("plain", 2, "", "")
    with pytest.raises(ValueError, match="a step from each version"):
        replace(TABLES, version=2)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database of the first version."""
    path = tmp_path / "t.sqlite"
    with closing(TABLES.open(path)) as opened:
        opened.execute("INSERT INTO one VALUES (5)")
    return path


def rows(path: Path) -> list[Any]:
    with closing(sqlite3.connect(path)) as opened:
        return opened.execute("SELECT * FROM one").fetchall()


def test_a_database_is_brought_up_and_a_copy_lies_beside_it(old: Path) -> None:
    newer = replace(TABLES, version=2, steps={1: add_name})
    newer.open(old).close()
    assert rows(old) == [(5, "n5")]
    assert rows(old.with_name("t.sqlite.1.bak")) == [(5,)]
    with pytest.raises(StoredError, match="newer version"):
        TABLES.open(old)
    newer.open(old).close()


def test_an_upgrade_that_fails_changes_nothing(old: Path) -> None:
    with pytest.raises(sqlite3.OperationalError, match="disk I/O"):
        replace(TABLES, version=3, steps={1: add_name, 2: fails}).open(old)
    assert rows(old) == [(5,)]
    TABLES.open(old).close()


def test_a_newer_version_that_only_the_log_knows_is_seen(old: Path) -> None:
    """The newer program was killed before its log was written into the file."""
    killed = "\n".join(
        [
            "import os, sqlite3, sys",
            "c = sqlite3.connect(sys.argv[1], isolation_level=None)",
            "c.execute('PRAGMA journal_mode = WAL')",
            "c.execute('PRAGMA user_version = 8')",
            "os._exit(0)",
        ]
    )
    subprocess.run([sys.executable, "-c", killed, str(old)], check=True)
    log = old.with_name("t.sqlite-wal")
    before = old.read_bytes(), log.read_bytes()
    with pytest.raises(StoredError, match="format 8, this program knows 1"):
        TABLES.open(old)
    assert (old.read_bytes(), log.read_bytes()) == before


def test_the_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    replace(TABLES, kind=b"JtXx").open(path).close()
    before = path.read_bytes()
    with pytest.raises(StoredError, match=r"is no test: delete it\.$"):
        TABLES.open(path)
    assert path.read_bytes() == before


def test_a_file_is_on_the_disk_before_it_gets_its_name_then_under_it_and_then_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    sync, rename = os.fsync, Path.replace

    def synced(file: int) -> None:
        done.append("folder" if os.path.isdir(f"/proc/self/fd/{file}") else "file")  # noqa: PTH112
        sync(file)

    def renamed(self: Path, target: Path) -> Path:
        done.append("name")
        return rename(self, target)

    mine(monkeypatch, os, fsync=synced)
    monkeypatch.setattr(Path, "replace", renamed)
    replace_file(tmp_path / "a", b"new")
    assert done == ["file", "name", "file", "folder"]


@pytest.mark.parametrize("call", ["fsync", "write"])
def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    path = tmp_path / "a"
    replace_file(path, b"old", private=True)

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        mine(patched, os, **{call: full})
        with pytest.raises(OSError, match="No space"):
            replace_file(path, b"new")
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {"a": b"old"}
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_is_put_aside_never_replaces_what_was_put_aside_before(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "a.json"
    with caplog.at_level(logging.WARNING):
        for n in range(3):
            path.write_text(json.dumps(n))
            put_aside(path, PLAIN.broken(path))
    assert {p.name: p.read_text() for p in tmp_path.iterdir()} == {
        "a.json.aside": "0",
        "a.json.aside-2": "1",
        "a.json.aside-3": "2",
    }
    assert "a.json.aside-3" in caplog.text
