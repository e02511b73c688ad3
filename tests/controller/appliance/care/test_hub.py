"""The data of a hub, alone or beside a table: saved, put back and begun anew with its settings."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from controller.appliance.backup import save
from controller.appliance.restore import asides
from controller.appliance.updates.services import TABLE
from tests.controller.appliance.care.computer import FIRST, Table
from tests.controller.history.test_hands import game, write
from upkeep import places
from upkeep.trouble import TroubleError
from upkeep.wish import Wish


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


@pytest.fixture
def both(table: Table) -> Table:
    """A computer with a table and a club's hub."""
    table.hub.mkdir(parents=True)
    club(table.hub, "mine")
    table.settings.write_text('club = "mine"\n')
    return table


def test_beside_a_table_the_clubs_backup_is_found_and_put_back(both: Table) -> None:
    both.does(Wish("backup", "here"))
    seen = both.does(Wish("look")).backups
    assert sorted(each.of for each in seen) == ["hub", "table"]
    (file,) = (each.file for each in seen if each.of == "hub")
    club(both.hub, "spoilt")
    both.settings.write_text("spoilt")
    before = both.files()
    assert both.does(Wish("restore", "here", file)).code == "done"
    assert (named(both.hub), both.settings.read_text()) == ("mine", 'club = "mine"\n')
    assert both.files() == before, "the table has its games"
    assert not any("stop" in line and TABLE in line for line in both.ran), "and plays on"
    both.does(Wish("forget"))
    assert (list(both.here.iterdir()), asides(both.hub)) == ([], []), "nothing of the club either"


def test_the_clubs_data_are_saved_although_those_of_the_table_are_damaged(both: Table) -> None:
    (both.data / "outbox.sqlite").write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    with pytest.raises(TroubleError) as failed:
        both.does(Wish("backup", "here"))
    assert failed.value.code == "broken_data"
    assert [path.name[:11] for path in both.here.iterdir()] == ["jantaku-hub"]


def test_a_hub_alone_is_saved_and_put_back(hub: Table) -> None:
    saved = hub.does(Wish("backup", "stick"))
    assert (saved.code, saved.detail.startswith("jantaku-hub-")) == ("done", True)
    noted = places.noted(hub.data.parent)
    assert noted is not None
    assert noted.file == str(hub.stick / saved.detail)
    assert [each.file for each in hub.does(Wish("look")).backups] == [saved.detail]
    club(hub.hub, "spoilt")
    hub.settings.write_text('club = "spoilt"\n')
    assert hub.does(Wish("restore", "stick", saved.detail)).code == "done"
    assert (named(hub.hub), hub.settings.read_text()) == ("mine", 'club = "mine"\n')
    assert [line for line in hub.ran if "jantaku-table" in line] == []


def test_a_hub_that_does_not_come_up_gets_back_what_it_had(hub: Table) -> None:
    (hub.settings.parent / "web.pem").write_text("the one of before")
    saved = hub.does(Wish("backup", "here"))
    (hub.settings.parent / "web.pem").unlink()
    club(hub.hub, "later")
    hub.settings.write_text("later")
    hub.bad = lambda data: named(hub.hub) == "mine"
    with pytest.raises(TroubleError) as told:
        hub.does(Wish("restore", "here", saved.detail))
    assert (told.value.code, named(hub.hub)) == ("not_up", "later")
    assert {path.name: path.read_text() for path in hub.settings.parent.iterdir()} == {"club.toml": "later"}


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


def test_a_hub_whose_reset_the_disk_refuses_has_its_settings_again(
    hub: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "a file")

    monkeypatch.setattr("controller.appliance.restore._exchange", full)
    with pytest.raises(TroubleError) as error:
        hub.does(Wish("reset"))
    assert (error.value.code, named(hub.hub)) == ("full", "mine")
    assert hub.settings.read_text() == 'club = "mine"\n'
    assert [path.name for path in hub.hub.parent.glob(".*")] == []


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
