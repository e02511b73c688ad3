"""What goes wrong around the log: it refuses in one sentence, or goes on, and loses nothing."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event, text

from club.log.desk import Accepted, LogDesk, Refused, Repeated
from club.log.faults import LogRefusal
from club.log.store.store import Store
from tests.club.databases import OWNER, Postgres
from tests.club.log.build import created, registered
from tests.club.log.dying import PEOPLE, dies_at
from tests.club.log.values import T


def accepted(outcome: object) -> Accepted:
    assert isinstance(outcome, Accepted), outcome
    return outcome


@pytest.mark.parametrize("step", range(1, 30))
def test_killed_at_any_step_nothing_acknowledged_is_lost(ready: str, step: int) -> None:
    acknowledged, died = dies_at(ready, step)
    assert died
    store = Store(ready)
    desk = LogDesk(store)
    tournament = desk.state.tournaments.get(T)
    there = list(tournament.registrations) if tournament else []
    assert there == sorted(there)
    assert len(there) - len(acknowledged) in {0, 1}, "at most the one under way is there unacknowledged"
    assert there[: len(acknowledged)] == acknowledged
    assert store.verify() == desk.state.seq
    outcomes = [desk.submit(created(), "ann", "created", 1)] if desk.state.seq == 0 else []
    outcomes += [desk.submit(registered([person]), "ann", f"p{person}", 1) for person in PEOPLE]
    assert {type(outcome) for outcome in outcomes} <= {Accepted, Repeated}
    assert list(desk.state.tournament(T).registrations) == list(PEOPLE)
    store.close()


def test_a_full_disk_refuses_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/club.db")
    pages = {"limit": 20}

    @event.listens_for(store.engine, "checkout")
    def _limit(connection: object, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages['limit']}")  # type: ignore[attr-defined]

    desk = LogDesk(store)
    accepted(desk.submit(created(), "ann", "k", 0))
    full = fills(desk)
    assert desk.state == LogDesk(store).state
    pages["limit"] = 10_000
    accepted(desk.submit(registered([full]), "ann", f"p{full}", 0))
    assert store.verify() == desk.state.seq == full + 1
    store.close()


def fills(desk: LogDesk) -> int:
    """Registers people until the disk is full; the first who was refused."""
    for person in range(1, 4000):
        outcome = desk.submit(registered([person]), "ann", f"p{person}", 0)
        if isinstance(outcome, Refused):
            assert outcome.fault.code == "disk_full"
            assert "nothing was recorded" in outcome.fault.sentence
            return person
    raise AssertionError("The disk was never full.")


@contextmanager
def entries_on_a_small_disk(server: Postgres, store: Store) -> Iterator[Path]:
    """The table of the log lies on a disk of its own, which has 100 kB."""
    place = server.home / "small"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", str(place)], check=False)
    if mounted.returncode:
        pytest.skip("A small disk is mounted by root alone: its test is left out.")
    shutil.chown(place, OWNER)
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as admin:
        try:
            admin.execute(text(f"CREATE TABLESPACE small LOCATION '{place}'"))
            admin.execute(text("ALTER TABLE entries SET TABLESPACE small"))
            yield place
        finally:
            admin.execute(text("ALTER TABLE entries SET TABLESPACE pg_default"))
            admin.execute(text("CHECKPOINT"))
            admin.execute(text("DROP TABLESPACE small"))
            subprocess.run(["umount", "--lazy", str(place)], check=True)


def test_postgresql_on_a_full_disk_refuses_and_goes_on_when_there_is_room(server: Postgres) -> None:
    store = Store(server.create())
    desk = LogDesk(store)
    accepted(desk.submit(created(), "ann", "k", 0))
    with entries_on_a_small_disk(server, store) as disk:
        full = fills(desk)
        assert desk.state == LogDesk(store).state
        subprocess.run(["mount", "-o", "remount,size=8m", str(disk)], check=True)
        accepted(desk.submit(registered([full]), "ann", f"p{full}", 0))
        assert isinstance(desk.submit(registered([full]), "ann", f"p{full}", 0), Repeated)
        assert store.verify() == desk.state.seq == full + 1
    store.close()


def test_a_full_disk_is_known_in_any_language(server: Postgres) -> None:
    """The words of PostgreSQL are those of its server; its state 53100 is not."""
    store = Store(server.create())
    full = "RAISE EXCEPTION 'Auf dem Gerät ist kein Speicherplatz mehr verfügbar' USING ERRCODE = '53100'"
    store.write(
        lambda db: db.execute(
            text(
                f"CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN {full}; END$$;"
                "CREATE TRIGGER full_disk BEFORE INSERT ON entries EXECUTE FUNCTION full_disk()"
            )
        )
    )
    desk = LogDesk(store)
    outcome = desk.submit(created(), "ann", "k", 0)
    assert isinstance(outcome, Refused)
    assert outcome.fault.code == "disk_full"
    store.write(lambda db: db.execute(text("DROP TRIGGER full_disk ON entries")))
    accepted(desk.submit(created(), "ann", "k", 0))
    store.close()


def test_a_database_that_restarts_is_waited_for_and_nothing_is_doubled(server: Postgres) -> None:
    store = Store(server.create(), patience_s=30)
    desk = LogDesk(store)
    accepted(desk.submit(created(), "ann", "k", 0))
    restart = threading.Thread(target=server.restart)
    restart.start()
    outcomes = [desk.submit(registered([person]), "ann", f"p{person}", 0) for person in range(1, 200)]
    restart.join()
    assert {type(outcome) for outcome in outcomes} == {Accepted}
    assert list(LogDesk(store).state.tournament(T).registrations) == list(range(1, 200))
    assert store.verify() == 200
    store.close()


def test_a_commit_whose_answer_is_lost_counts_once(server: Postgres) -> None:
    """The server is gone after the commit and before the answer: the entry is there and is acknowledged."""
    store = Store(server.create(), patience_s=30)
    desk = LogDesk(store)
    accepted(desk.submit(created(), "ann", "k", 0))
    commit = store.engine.dialect.do_commit

    def lose(connection: Any) -> None:
        commit(connection)
        store.engine.dialect.do_commit = commit  # type: ignore[method-assign]
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    store.engine.dialect.do_commit = lose  # type: ignore[method-assign, assignment]
    outcome = accepted(desk.submit(registered([1]), "ann", "p1", 0))
    assert [entry.seq for entry in outcome.entries] == [2]
    assert store.verify() == 2
    store.close()


def test_a_server_without_room_for_its_write_ahead_log_is_said_and_nothing_is_lost(server: Postgres) -> None:
    """PostgreSQL panics in the COMMIT, and does not come up before somebody has made room."""
    store = Store(server.create(), patience_s=0.5)
    desk = LogDesk(store)
    accepted(desk.submit(created(), "ann", "k", 0))
    commit = store.engine.dialect.do_commit
    with server.down() as crash:

        def panic(connection: Any) -> None:
            store.engine.dialect.do_commit = commit  # type: ignore[method-assign]
            crash()
            commit(connection)

        store.engine.dialect.do_commit = panic  # type: ignore[method-assign, assignment]
        for _ in range(2):
            outcome = desk.submit(registered([1]), "ann", "p1", 0)
            assert isinstance(outcome, Refused)
            assert outcome.fault.code == "unavailable"
            assert outcome.fault.sentence.startswith("The database does not take it (")
            assert outcome.fault.sentence.endswith("): send it again, nothing is recorded twice.")
            assert "\n" not in outcome.fault.sentence
        assert desk.state.seq == 1
    accepted(desk.submit(registered([1]), "ann", "p1", 0))
    assert isinstance(desk.submit(registered([1]), "ann", "p1", 0), Repeated)
    assert store.verify() == desk.state.seq == 2
    store.close()


def test_a_database_that_rejects_an_entry_is_not_asked_for_ever(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/club.db")
    store.write(
        lambda connection: connection.execute(
            text("CREATE TRIGGER no BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'no'); END")
        )
    )
    outcome = LogDesk(store).submit(created(), "ann", "k", 0)
    assert isinstance(outcome, Refused)
    assert outcome.fault.code == "rejected"
    store.close()


def test_a_database_that_stays_away_is_said(tmp_path: Path) -> None:
    with pytest.raises(LogRefusal) as caught:
        Store(f"postgresql+psycopg://nobody@/none?host={tmp_path}", patience_s=0.5)
    assert caught.value.code == "unavailable"
    with pytest.raises(LogRefusal) as caught:
        Store("nonsense://club")
    assert caught.value.code == "bad_url"
    with pytest.raises(LogRefusal) as caught:
        Store(f"sqlite:///{tmp_path}/missing/club.db")
    assert "unable to open" in caught.value.sentence


def test_a_database_held_by_another_program_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("club.database.engine.BUSY_MS", 50)
    store = Store(f"sqlite:///{tmp_path}/club.db")
    desk = LogDesk(store)
    with Store(f"sqlite:///{tmp_path}/club.db").engine.connect() as other:
        other.execute(text("INSERT INTO people (name) VALUES ('x')"))
        outcome = desk.submit(created(), "ann", "k", 0)
        assert isinstance(outcome, Refused)
        assert outcome.fault.code == "busy"
        other.rollback()
    accepted(desk.submit(created(), "ann", "k", 0))
    store.close()
