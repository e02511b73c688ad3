"""Copies that are made before tables change, in a file of SQLite."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from club.database import copies
from club.database.engine import parsed
from club.log.faults import LogRefusal
from club.log.store.store import Store
from tests.mine import mine


class Usage(NamedTuple):
    total: int
    used: int
    free: int


@pytest.fixture
def file(tmp_path: Path) -> Path:
    Store(f"sqlite:///{tmp_path / 'club.db'}").close()
    return tmp_path / "club.db"


def full(_: Any) -> Usage:
    return Usage(1, 1, 0)


def in_the_way(path: Path) -> None:
    path.with_name(f"{path.name}.before-r9.part").mkdir()


def no_database(path: Path) -> None:
    path.write_bytes(b"no database" * 999)


@pytest.mark.parametrize(
    ("fault", "why"),
    [(in_the_way, "Is a directory"), (no_database, "file is not a database")],
)
def test_where_no_copy_can_be_made_one_sentence_says_why(
    file: Path, fault: Callable[[Path], None], why: str
) -> None:
    fault(file)
    with pytest.raises(LogRefusal) as refused:
        copies.keep(parsed(f"sqlite:///{file}"), "r9")
    assert (refused.value.code, refused.value.values) == ("no_copy", {"where": str(file), "error": why})


def test_a_disk_without_room_for_a_copy_says_how_much_it_wants(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine(monkeypatch, shutil, disk_usage=full)
    with pytest.raises(LogRefusal) as refused:
        copies.keep(parsed(f"sqlite:///{file}"), "r9")
    assert refused.value.values["error"] == f"1 MB of room are needed in {file.parent}"
    assert copies.of_file(file) == []


def test_a_copy_that_was_cut_off_is_made_again(file: Path) -> None:
    file.with_name("club.db.before-r9.part").write_bytes(b"half")
    copies.keep(parsed(f"sqlite:///{file}"), "r9")
    assert [each.name for each in copies.of_file(file)] == ["club.db.before-r9"]
