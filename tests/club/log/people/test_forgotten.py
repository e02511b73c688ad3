"""A forgotten person is in no byte of any file of the club, whatever happens meanwhile."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from club.access.roles import Grant, Role
from club.access.services import Access
from club.database import copies
from club.log.desk import Accepted, LogDesk
from club.log.head import Head
from club.log.people.people import Details, People
from club.log.people.sweep import Sweeper, attempt
from club.log.store import marks
from club.log.store.store import Store
from tests.club.database.golden import laid
from tests.club.databases import Postgres
from tests.club.log.build import created, registered

GONE = Details("Zebedee Quux", "Xyzzyville", "ZW", "918273645", "zq@quux.example")
LOGIN = "zebquux"
ONLINE = "quuxonline"
WORDS = ("Zebedee", "Quux", "Xyzzyville", "918273645", "zq@quux", LOGIN, ONLINE, "Zebediah")
"""What must not be found; the last one is how the name was written first."""


def traces(folder: Path) -> list[str]:
    """Files in which something of the person is left."""
    found = []
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        held = path.read_bytes()
        for word in WORDS:
            for coding in ("utf-8", "utf-16-le", "utf-16-be"):
                if word.encode(coding) in held:
                    found.append(f"{path.name}: {word} ({coding})")
    return found


def known(store: Store) -> int:
    """Somebody of whom everything is known that can be, in an event and among others."""
    people, access = People(store), Access(store.database)
    others = [
        people.add(Details(f"Player {n}", "Riga", "LV", str(n), f"p{n}@example.org")) for n in range(60)
    ]
    person = people.add(Details("Zebediah Quux"))
    people.change(person, GONE)
    people.name_online(person, "tenhou", ONLINE)
    access.accounts.add("director", others[0], (Grant(Role.DIRECTOR),))
    account = access.accounts.add(LOGIN, person, (Grant(Role.PLAYER),))
    access.accounts.set_password(account, "correct horse battery")
    access.sign_in.password(LOGIN, "correct horse battery", "192.0.2.1", 0)
    assert isinstance(LogDesk(store).submit([created(), *registered([person])], "ann", "k", 0), Accepted)
    return person


def forget(store: Store, person: int) -> None:
    """As the page does it."""
    accounts = Access(store.database).accounts
    account = accounts.of_person(person)
    assert account is not None
    accounts.remove(account)
    People(store).forget(person)


@pytest.fixture
def lite(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path}/club.db")
    yield store
    store.close()


def test_no_byte_of_the_data_directory_has_the_name(lite: Store, tmp_path: Path) -> None:
    head = Head(tmp_path)
    head.open(LogDesk(lite), lite, People(lite, head.people))
    person = known(lite)
    assert traces(tmp_path) != []
    forget(lite, person)
    assert attempt(lite)
    assert traces(tmp_path) == []
    assert People(lite).verify() == 60
    assert lite.verify() == 2


def test_the_thread_of_the_hub_does_it_as_soon_as_somebody_is_forgotten(lite: Store, tmp_path: Path) -> None:
    sweeper = Sweeper(lite)
    person = known(lite)
    sweeper.start()
    time.sleep(0.3)
    accounts = Access(lite.database).accounts
    accounts.remove(accounts.of_person(person) or 0)
    People(lite, forgotten=sweeper.ask).forget(person)
    until = time.monotonic() + 20
    while traces(tmp_path) and time.monotonic() < until:
        time.sleep(0.05)
    sweeper.close()
    assert traces(tmp_path) == []


def forgets_and_dies(url: str, person: int) -> None:
    forget(Store(url), person)
    os.kill(os.getpid(), signal.SIGKILL)


def test_killed_before_it_was_done_the_next_start_does_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/club.db"
    store = Store(url)
    person = known(store)
    store.close()
    program = multiprocessing.get_context("fork").Process(target=forgets_and_dies, args=(url, person))
    program.start()
    program.join()
    assert program.exitcode == -signal.SIGKILL
    assert traces(tmp_path) != []
    store = Store(url)
    assert person not in People(store).get()
    assert attempt(store)
    assert traces(tmp_path) == []
    store.close()


def test_while_somebody_reads_an_older_state_it_waits(lite: Store, tmp_path: Path) -> None:
    person = known(lite)
    with lite.engine.connect() as reader:
        reader.execute(text("SELECT count(*) FROM people")).scalar()
        forget(lite, person)
        assert not attempt(lite)
        assert traces(tmp_path) != []
        assert reader.execute(text("SELECT count(*) FROM people WHERE name IS NOT NULL")).scalar() == 61
    assert attempt(lite)
    assert traces(tmp_path) == []


def test_a_copy_from_before_an_update_goes_with_the_person(tmp_path: Path) -> None:
    store = Store(laid("0.1", tmp_path))
    file = tmp_path / "club.db"
    assert len(copies.of_file(file)) == 1
    People(store).forget(2)
    (tmp_path / "club.db.before-0003.part").write_text("Bo Ek", "utf-8")
    assert attempt(store)
    assert copies.of_file(file) == []
    assert not any(b"Bo Ek" in path.read_bytes() for path in tmp_path.iterdir())
    store.close()


def test_what_the_first_release_has_left_of_somebody_goes_with_the_update(tmp_path: Path) -> None:
    """It deleted, and where SQLite was built so it overwrote nothing."""
    url = laid("0.1", tmp_path)
    with closing(sqlite3.connect(tmp_path / "club.db", isolation_level=None)) as link:
        link.execute("PRAGMA secure_delete=OFF")
        link.executemany("INSERT INTO people (name) VALUES (?)", [("Zebedee Quux",)] * 200)
        link.execute("DELETE FROM people WHERE name = 'Zebedee Quux'")
    assert any("Quux" in each for each in traces(tmp_path))
    store = Store(url)
    assert attempt(store)
    assert traces(tmp_path) == []
    assert len(copies.of_file(tmp_path / "club.db")) == 1, "the copy has nothing that was deleted, and stays"
    store.close()


def test_on_a_full_disk_it_is_tried_again(
    lite: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = known(lite)
    forget(lite, person)

    def full(*_: object) -> bool:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("club.log.people.sweep._lite", full)
    assert not attempt(lite)
    monkeypatch.undo()
    assert attempt(lite)
    assert traces(tmp_path) == []


def on_disk(server: Postgres, store: Store) -> list[str]:
    """What is left in the tables of the server, as they lie on its disk."""
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
        number = db.execute(text("SELECT oid FROM pg_database WHERE datname = current_database()")).scalar()
        db.execute(text("CHECKPOINT"))
    return traces(server.home / "data" / "base" / str(number))


def test_no_table_of_postgresql_has_the_name_nor_have_its_statistics(server: Postgres) -> None:
    store = Store(server.create())
    person = known(store)
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
        db.execute(text("ANALYZE"))
    assert on_disk(server, store) != []
    forget(store, person)
    assert attempt(store)
    assert on_disk(server, store) == []
    assert People(store).verify() == 60
    store.close()


def test_postgresql_waits_for_whoever_reads_an_older_state(server: Postgres) -> None:
    store = Store(server.create())
    person = known(store)
    with store.engine.connect().execution_options(isolation_level="REPEATABLE READ") as reader:
        reader.execute(text("SELECT 1 FROM marks")).all()
        forget(store, person)
        assert not attempt(store)
        assert on_disk(server, store) != []
    assert attempt(store)
    assert on_disk(server, store) == []
    with store.engine.connect() as db:
        assert marks.get(db, marks.SWEEP) is None
    store.close()


def test_the_copies_in_postgresql_go_too(server: Postgres, tmp_path: Path) -> None:
    store = Store(laid("0.1", tmp_path, server))
    with store.engine.connect() as db:
        assert copies.schemas(db) == ["before_0003"]
    People(store).forget(2)
    assert attempt(store)
    with store.engine.connect() as db:
        assert copies.schemas(db) == []
    store.close()
