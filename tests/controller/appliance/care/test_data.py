"""The data of a table: saved, put back and begun anew, never during a hand, and nothing is lost meanwhile."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.appliance.backup import Kind, save
from controller.appliance.care.data import KEPT_HERE, Keeper
from controller.appliance.care.found import found
from controller.appliance.care.playing import hand_played
from controller.appliance.restore import asides
from controller.appliance.updates.services import HUB, TABLE, Services
from tests.controller.history.test_hands import game, write
from tests.upkeep.computer import Computer
from upkeep import places
from upkeep.progress import Progress, latest
from upkeep.trouble import TroubleError
from upkeep.wish import Place, Wish

FIRST = "[web]\nport = 8090\n"


@pytest.fixture(autouse=True)
def _disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """It writes at once."""
    monkeypatch.setattr("os.fsync", lambda file: None)


class Table:
    """A computer with a table whose data are real; `bad` data make none that runs. `before_stop` happens just
    before it stops."""

    def __init__(self, root: Path) -> None:
        self.computer = Computer(root)
        self.data = root / "state/table"
        self.hub = root / "state/club"
        self.stick, self.here = root / "stick", root / "state/backups"
        self.settings = root / "club.toml"
        self.stick.mkdir()
        self.runs, self.begins = True, True
        self.bad: Callable[[Path], bool] = lambda data: False
        self.before_stop: Callable[[], object] = lambda: None
        self.after_start: Callable[[], object] = lambda: None
        self.ran: list[str] = []
        self.released: str | None = None
        self.kind: Kind = "table"
        write(self.data / "games", "g000001-a", game(1)).close()
        for name, text in {"table.toml": "# mine\n", "host.json": "{}", "broker/accounts.json": "{}"}.items():
            (self.data / name).parent.mkdir(parents=True, exist_ok=True)
            (self.data / name).write_text(text)

    def run(self, command: Sequence[str]) -> int:
        self.ran.append(" ".join(command))
        if command[1:] in (("stop", TABLE), ("stop", HUB)):
            self.before_stop()
            self.runs = False
        if command[1:] in (("start", TABLE), ("start", HUB)):
            self.runs = True
            self.after_start()
        return 0

    def ask(self, *command: str) -> str:
        good = self.runs and self.begins and not self.bad(self.data)
        state, status = "active" if self.runs else "inactive", "All is well." if good else "No table: x"
        if self.runs and self.bad(self.data):
            state = "failed"
        return f"ActiveState={state}\nNRestarts=0\nStatusText={status}\nUnitFileState=enabled\n"

    def keeper(self, what: Any) -> Keeper:
        where: dict[Place, Path] = {"stick": self.stick, "here": self.here}
        return Keeper(
            Services(self.run, self.ask, lambda seconds: None),
            lambda: hand_played(self.data),
            lambda: FIRST,
            self.computer.progress(what),
            self.kind,
            self.hub if self.kind == "hub" else self.data,
            self.hub,
            self.data.parent,
            self.data.parent / "before-updates",
            where,
            lambda: self.computer.stick,
            lambda folder: self.released,
            self.settings,
        )

    def does(self, wish: Wish) -> Progress:
        """What became of it."""
        self.keeper("restore" if wish.what == "foreign" else wish.what).does(wish)
        found = latest(self.computer.folders.run)
        assert found is not None
        return found

    def deal(self) -> None:
        write(self.data / "games", "g000002-b", game(2, finish=False)).close()

    def files(self) -> dict[str, bytes]:
        return {str(p.relative_to(self.data)): p.read_bytes() for p in self.data.rglob("*") if p.is_file()}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def refused(table: Table, wish: Wish) -> str:
    """The code; nothing is changed, and the table runs."""
    before = table.files()
    with pytest.raises(TroubleError) as error:
        table.does(wish)
    assert table.files() == before
    assert table.runs
    return error.value.code


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
    monkeypatch.setattr("controller.appliance.backup.os.fsync", broken(number))
    assert refused(table, Wish("backup", "here")) == code
    assert [path.name for path in table.here.iterdir()] == [kept], "the one before, and nothing half"
    monkeypatch.setattr("controller.appliance.restore.os.fsync", broken(number))
    assert refused(table, Wish("restore", "here", kept)) == code
    assert refused(table, Wish("reset")) == code


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
    table.does(Wish("backup", "here"))
    table.does(Wish("forget"))
    assert list(table.here.iterdir()) == []
    assert "host.json" in table.files()


def test_what_lies_on_the_stick_is_found_and_strange_files_are_not(table: Table) -> None:
    table.computer.stick = True
    table.released = "0.9.0"
    save(table.data, table.stick)
    (table.stick / "holiday.zip").write_bytes(b"PK")
    (table.stick / "a backup.zip").write_bytes(next(table.stick.glob("jantaku*")).read_bytes())
    found = table.does(Wish("look"))
    assert (len(found.backups), found.release) == (1, "0.9.0")
    table.computer.stick = False
    assert table.does(Wish("look")).backups == []


def test_of_the_backups_in_a_place_the_twenty_newest_are_shown(tmp_path: Path) -> None:
    table = Table(tmp_path)
    first, _ = save(table.data, table.stick)
    for number in range(20):
        copy = first.with_name(first.name.replace("jantaku", f"jantaku-{number:02}", 1))
        copy.write_bytes(first.read_bytes())
        os.utime(copy, (1e9 + number, 1e9 + number))
    os.utime(first, (1.0, 1.0))
    shown = [each.file for each in found({"stick": table.stick}, "table")]
    assert len(shown) == 20
    assert first.name not in shown


@pytest.fixture
def hub(table: Table) -> Table:
    """A computer that is a club's alone, which nobody directs yet."""
    table.kind = "hub"
    shutil.rmtree(table.data)
    table.computer.stick = True
    table.hub.mkdir(parents=True, exist_ok=True)
    club(table.hub, "mine")
    (table.hub / "first-link").write_text("http://club.local:8080/me.html#link=abc\n")
    table.settings.write_text('club = "mine"\n')
    return table


def club(folder: Path, name: str) -> None:
    with closing(sqlite3.connect(folder / "club.db")) as log:
        log.execute("CREATE TABLE IF NOT EXISTS club (name)")
        log.execute("DELETE FROM club")
        log.execute("INSERT INTO club VALUES (?)", (name,))
        log.commit()


def named(folder: Path) -> str:
    with closing(sqlite3.connect(folder / "club.db")) as log:
        return str(log.execute("SELECT name FROM club").fetchone()[0])


def test_a_hub_alone_is_saved_and_put_back(hub: Table) -> None:
    saved = hub.does(Wish("backup", "stick"))
    assert (saved.code, saved.detail.startswith("jantaku-hub-")) == ("done", True)
    noted = places.noted(hub.data.parent)
    assert noted is not None
    assert noted.file == str(hub.stick / saved.detail)
    assert [each.file for each in hub.does(Wish("look")).backups] == [saved.detail]
    club(hub.hub, "spoilt")
    assert hub.does(Wish("restore", "stick", saved.detail)).code == "done"
    assert named(hub.hub) == "mine"
    assert [line for line in hub.ran if "jantaku-table" in line] == []


def test_a_hub_that_does_not_come_up_gets_back_what_it_had(hub: Table) -> None:
    saved = hub.does(Wish("backup", "here"))
    club(hub.hub, "later")
    hub.bad = lambda data: named(hub.hub) == "mine"
    with pytest.raises(TroubleError) as told:
        hub.does(Wish("restore", "here", saved.detail))
    assert (told.value.code, named(hub.hub)) == ("not_up", "later")


def test_a_table_s_backup_is_none_of_a_hub(hub: Table) -> None:
    write(hub.data / "games", "g000001-a", game(1)).close()
    file, _ = save(hub.data, hub.stick)
    with pytest.raises(TroubleError) as told:
        hub.does(Wish("restore", "stick", file.name))
    assert (told.value.code, named(hub.hub)) == ("damaged", "mine")


def test_a_hub_is_as_at_the_beginning_and_its_link_comes_on_the_stick(hub: Table) -> None:
    assert hub.does(Wish("backup", "stick")).code == "done"
    link = hub.stick / "jantaku-director.txt"
    assert link.read_text() == "http://club.local:8080/me.html#link=abc\n"
    with zipfile.ZipFile(next(hub.stick.glob("jantaku-hub-*"))) as packed:
        assert "first-link" not in packed.namelist(), "a backup authorises nobody"
    hub.after_start = lambda: (hub.hub / "first-link").write_text("http://club.local:8080/me.html#link=new\n")
    done = hub.does(Wish("reset"))
    assert (done.code, done.detail.startswith("jantaku-hub-")) == ("done", True)
    assert [path.name for path in hub.hub.iterdir()] == ["first-link"]
    assert [file.name for file in hub.here.iterdir()] == [done.detail]
    assert asides(hub.hub) == []
    assert link.read_text() == "http://club.local:8080/me.html#link=new\n"
    assert (hub.settings.read_text(), hub.settings.stat().st_mode & 0o777) == (FIRST, 0o600)
    assert [path.name for path in hub.settings.parent.glob(".club*")] == []


def test_a_hub_that_does_not_come_up_new_has_its_settings_again(hub: Table) -> None:
    hub.bad = lambda data: not (hub.hub / "club.db").exists()
    with pytest.raises(TroubleError) as told:
        hub.does(Wish("reset"))
    assert (told.value.code, named(hub.hub)) == ("not_up", "mine")
    assert hub.settings.read_text() == 'club = "mine"\n'


def test_a_hub_without_settings_has_none_again_where_the_new_one_does_not_come_up(hub: Table) -> None:
    hub.settings.unlink()
    hub.bad = lambda data: not (hub.hub / "club.db").exists()
    with pytest.raises(TroubleError):
        hub.does(Wish("reset"))
    assert not hub.settings.exists()


def test_damaged_data_of_which_no_backup_can_be_made_stay_aside(hub: Table) -> None:
    (hub.hub / "club.db").write_bytes(b"damaged" * 999)
    with pytest.raises(TroubleError) as told:
        hub.does(Wish("backup", "stick"))
    assert told.value.code == "broken_data"
    assert (hub.stick / "jantaku-director.txt").exists(), "the link leads to the page that says so"
    done = hub.does(Wish("reset"))
    (aside,) = asides(hub.hub)
    assert (done.code, done.detail) == ("done", aside.name)
    assert (aside / "club.db").read_bytes().startswith(b"damaged")
    assert not (hub.hub / "club.db").exists()
    assert hub.settings.read_text() == FIRST


def test_a_hub_that_had_begun_has_to_begin_with_what_is_put_back(hub: Table) -> None:
    """The page that says why none can begin is not enough."""
    saved = hub.does(Wish("backup", "here"))
    club(hub.hub, "later")
    hub.after_start = lambda: setattr(hub, "begins", named(hub.hub) == "later")
    with pytest.raises(TroubleError) as told:
        hub.does(Wish("restore", "here", saved.detail))
    assert (told.value.code, named(hub.hub)) == ("not_up", "later")


def test_a_link_that_is_good_no_more_is_not_handed_out(hub: Table) -> None:
    os.utime(hub.hub / "first-link", (0, 0))
    hub.does(Wish("backup", "stick"))
    assert not (hub.stick / "jantaku-director.txt").exists()
