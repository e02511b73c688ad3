"""The data of a table: saved, put back and begun anew, never during a hand, and nothing is lost meanwhile."""

from __future__ import annotations

import errno
import json
import os
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from time import gmtime
from typing import Any

import pytest

from controller.appliance.backup import save
from controller.appliance.care.data import KEPT_HERE
from controller.appliance.care.found import found
from controller.appliance.care.playing import hand_played
from controller.appliance.restore import asides
from controller.appliance.updates.services import TABLE
from tests.controller.appliance.care.computer import FIRST, Table, refused
from tests.mine import mine
from upkeep import places
from upkeep.trouble import TroubleError
from upkeep.wish import Wish


def test_a_backup_here_and_on_the_stick_and_when_it_was(table: Table) -> None:
    assert places.noted(table.data.parent) is None
    first = table.does(Wish("backup", "here"))
    assert (first.code, first.what) == ("done", "backup")
    assert (table.here / first.detail).is_file()
    table.computer.stick = True
    second = table.does(Wish("backup", "stick"))
    last = places.noted(table.data.parent)
    assert last is not None
    assert last.file == str(table.stick / second.detail)
    found = table.does(Wish("look"))
    assert [(each.place, each.own) for each in found.backups] == [("stick", True), ("here", True)]
    assert table.runs
    assert not any("stop" in line for line in table.ran), "the table plays on"


def test_so_many_stay_here(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(1_800_000_000_000, 1_900_000_000_000, 5000))
    monkeypatch.setattr("controller.appliance.backup.CLOCK.now_ms", lambda: next(now))
    made = [table.does(Wish("backup", "here")).detail for _ in range(KEPT_HERE + 2)]
    assert sorted(path.name for path in table.here.iterdir()) == sorted(made)[-KEPT_HERE:]


def test_without_a_stick_nothing_is_written(table: Table) -> None:
    assert refused(table, Wish("backup", "stick")) == "no_stick"
    assert list(table.stick.iterdir()) == []


@pytest.mark.parametrize(
    "wish", [Wish("backup", "stick"), Wish("look"), Wish("restore", "stick", "x.zip")], ids=str
)
@pytest.mark.parametrize(("number", "code"), [(errno.ENODEV, "stick_unread"), (errno.EIO, "worn")])
def test_a_stick_whose_file_system_cannot_be_mounted_is_not_said_to_be_missing(
    table: Table, monkeypatch: pytest.MonkeyPatch, wish: Wish, number: int, code: str
) -> None:
    table.computer.stick = True
    true = os.scandir

    def fails(path: Any = ".") -> Any:
        if Path(path) == table.stick:
            raise OSError(number, os.strerror(number), str(path))
        return true(path)

    monkeypatch.setattr("os.scandir", fails)
    with pytest.raises(TroubleError) as told:
        table.does(wish)
    assert told.value.code == code
    assert not any("stop" in line for line in table.ran)


def broken(number: int) -> Callable[..., Any]:
    def fails(*_: Any, **__: Any) -> Any:
        raise OSError(number, os.strerror(number), "a file")

    return fails


@pytest.mark.parametrize(
    ("number", "code"),
    [(errno.ENOSPC, "full"), (errno.EROFS, "read_only"), (errno.EIO, "worn"), (errno.EACCES, "other")],
)
def test_a_full_a_worn_and_a_closed_disk_are_told(
    table: Table, monkeypatch: pytest.MonkeyPatch, number: int, code: str
) -> None:
    kept = table.does(Wish("backup", "here")).detail
    mine(monkeypatch, os, fsync=broken(number))
    assert refused(table, Wish("backup", "here")) == code
    assert [path.name for path in table.here.iterdir()] == [kept], "the one before, and nothing half"
    mine(monkeypatch, os, fsync=broken(number))
    assert refused(table, Wish("restore", "here", kept)) == code
    assert refused(table, Wish("reset")) == code


def test_a_reset_that_the_disk_refuses_leaves_nothing_that_was_begun(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.appliance.restore._exchange", broken(errno.ENOSPC))
    assert refused(table, Wish("reset")) == "full"
    assert list(table.data.parent.glob(".*")) == []


def test_a_backup_is_put_back_and_what_was_there_lies_aside(table: Table) -> None:
    before = table.files()
    kept = table.does(Wish("backup", "here")).detail
    (table.data / "table.toml").write_text("# another\n")
    done = table.does(Wish("restore", "here", kept))
    assert (done.code, done.what) == ("done", "restore")
    assert {name: text for name, text in table.files().items() if name in before} == before
    (aside,) = asides(table.data)
    assert (aside / "table.toml").read_text() == "# another\n"
    assert table.ran[-3:] == [
        f"systemctl start {TABLE}",
        f"systemctl start {TABLE}",
        "systemctl try-restart jantaku-kiosk.service",
    ]


def test_what_was_there_stays_aside_whatever_the_clock_says(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of the last three restores; this one's, too, where it is 1970."""
    kept = table.does(Wish("backup", "here")).detail
    for day in (2, 3, 4, 0):
        mine(monkeypatch, time, gmtime=lambda day=day: gmtime(86_400 * day))
        (table.data / "host.json").write_text(f'"{day}"')
        table.does(Wish("restore", "here", kept))
    assert [(aside / "host.json").read_text() for aside in asides(table.data)] == ['"0"', '"3"', '"4"']


def test_another_computers_backup_asks_first(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.appliance.backup.machine", lambda: "another")
    table.computer.stick = True
    file, _ = save(table.data, table.stick)
    monkeypatch.undo()
    (found,) = table.does(Wish("look")).backups
    assert not found.own
    (table.data / "host.json").write_text('{"names": ["Anna"]}')
    assert refused(table, Wish("restore", "stick", file.name)) == "foreign"
    table.does(Wish("foreign", "stick", file.name))
    assert (table.data / "host.json").read_text() == "{}"


@pytest.mark.parametrize("cut", [0.0, 0.3, 0.9])
def test_a_damaged_backup_and_one_that_is_gone_change_nothing(table: Table, cut: float) -> None:
    kept = table.here / table.does(Wish("backup", "here")).detail
    whole = kept.read_bytes()
    kept.write_bytes(whole[: int(len(whole) * cut)])
    assert refused(table, Wish("restore", "here", kept.name)) == "damaged"
    kept.unlink()
    assert refused(table, Wish("restore", "here", kept.name)) == "gone"


def test_data_with_which_no_table_runs_are_taken_back(table: Table) -> None:
    kept = table.does(Wish("backup", "here")).detail
    (table.data / "table.toml").write_text("# good\n")
    table.bad = lambda data: (data / "table.toml").read_text() == "# mine\n"
    assert refused(table, Wish("restore", "here", kept)) == "not_up"
    assert (table.data / "table.toml").read_text() == "# good\n"
    assert asides(table.data) == []


STOPPING = [Wish("restore", "here", "x.zip"), Wish("foreign", "here", "x.zip"), Wish("reset")]


@pytest.mark.parametrize("wish", STOPPING, ids=str)
def test_a_hand_that_is_played_goes_on(table: Table, wish: Wish) -> None:
    save(table.data, table.stick)
    table.here.mkdir()
    next(table.stick.iterdir()).rename(table.here / "x.zip")
    table.deal()
    assert refused(table, wish) == "hand"
    assert not any("stop" in line for line in table.ran)


@pytest.mark.parametrize("wish", STOPPING, ids=str)
def test_so_does_one_that_is_dealt_while_the_table_stops(table: Table, wish: Wish) -> None:
    save(table.data, table.stick)
    table.here.mkdir()
    next(table.stick.iterdir()).rename(table.here / "x.zip")
    table.before_stop = table.deal
    with pytest.raises(TroubleError) as error:
        table.does(wish)
    assert error.value.code == "hand"
    assert (table.runs, hand_played(table.data)) == (True, True)


def test_a_factory_reset_leaves_one_backup_and_nothing_of_anybody(table: Table) -> None:
    (table.data / "evidence.avi").write_text("a picture")
    old = table.data.parent / "before-updates/jantaku-table-x-1.zip"
    old.parent.mkdir()
    old.write_text("Anna")
    before = table.files()
    table.does(Wish("backup", "here"))
    table.does(Wish("restore", "here", table.does(Wish("backup", "here")).detail))
    done = table.does(Wish("reset"))
    assert {name: text.decode() for name, text in table.files().items()} == {"table.toml": FIRST}
    assert (table.data / "table.toml").stat().st_mode & 0o077 == 0
    assert [path.name for path in table.here.iterdir()] == [done.detail]
    assert (asides(table.data), old.exists(), table.runs) == ([], False, True)
    table.does(Wish("restore", "here", done.detail))
    del before["evidence.avi"]
    assert {name: text for name, text in table.files().items() if name in before} == before


def test_a_reset_after_which_no_table_runs_is_taken_back(table: Table) -> None:
    table.bad = lambda data: (data / "table.toml").read_text() == FIRST
    assert refused(table, Wish("reset")) == "not_up"
    assert len(list(table.here.iterdir())) == 1, "the backup of before stays"


def test_backups_here_are_forgotten(table: Table) -> None:
    """Also what a power cut left of one, which has accounts, too."""
    table.does(Wish("backup", "here"))
    (table.here / ".jantaku-table-east-20261127-011438.zip.new").write_bytes(b"PK")
    table.does(Wish("forget"))
    assert list(table.here.iterdir()) == []
    assert "host.json" in table.files()


def test_what_lies_on_the_stick_is_found_and_strange_files_are_not(table: Table) -> None:
    table.computer.stick = True
    table.released = "0.9.0"
    save(table.data, table.stick)
    (table.stick / "holiday.zip").write_bytes(b"PK")
    found = table.does(Wish("look"))
    assert (len(found.backups), found.unread, found.release) == (1, [], "0.9.0")
    table.computer.stick = False
    assert table.does(Wish("look")).backups == []


def test_why_one_cannot_be_restored_is_said(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.computer.stick = True
    good = save(table.data, table.stick)[0].rename(table.stick / "Sicherung Müller (1).zip")
    (table.stick / os.fsdecode(b"kopia \xe5.zip")).write_bytes(good.read_bytes())
    with zipfile.ZipFile(good) as packed:
        manifest = json.loads(packed.read("backup.json")) | {
            "format": "jantaku-backup/99",
            "files": "otherwise",
        }
    newer = table.stick / "jantaku-table-east-20291127-011438.zip"
    with zipfile.ZipFile(newer, "w") as out:
        out.writestr("backup.json", json.dumps(manifest))
    cut = table.stick / "jantaku-table-east-20261127-011438.zip"
    cut.write_bytes(good.read_bytes()[:-99])
    (table.stick / "jantaku-hub-east-20261127-011438.zip").write_bytes(b"PK")
    (table.stick / "jantaku-0.9.0-cp311-x86_64.zip").write_bytes(b"PK")
    seen = table.does(Wish("look"))
    assert seen.backups == []
    assert {each.file: each.why for each in seen.unread} == {
        good.name: "name",
        "kopia \ufffd.zip": "name",
        newer.name: "newer",
        cut.name: "damaged",
    }
    assert refused(table, Wish("foreign", "stick", newer.name)) == "newer"


def test_of_the_backups_in_a_place_the_twenty_newest_are_shown(tmp_path: Path) -> None:
    table = Table(tmp_path)
    first, _ = save(table.data, table.stick)
    for number in range(20):
        copy = first.with_name(first.name.replace("jantaku", f"jantaku-{number:02}", 1))
        copy.write_bytes(first.read_bytes())
        os.utime(copy, (1e9 + number, 1e9 + number))
    os.utime(first, (1.0, 1.0))
    shown = [each.file for each in found({"stick": table.stick}, ["table"])[0]]
    assert len(shown) == 20
    assert first.name not in shown
