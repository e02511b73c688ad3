"""Opening a database of any version: brought up to date wholly or left as it was, in both databases."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from click.testing import CliRunner
from sqlalchemy import Engine, create_engine, inspect, text

from club.access.tables import ACCOUNTS
from club.database import copies, migrate
from club.database.engine import file_of
from club.database.metadata import METADATA
from club.database.migrations.versions.r0001_first import TABLES
from club.log.desk import LogDesk
from club.log.faults import LogRefusal
from club.log.people.people import People
from club.log.store.store import Store
from club.log.store.tables import ENTRIES
from controller.cli import main
from tests.club.database.golden import laid
from tests.club.databases import Postgres

OLD = "0.1"
NEXT = """
import time
from pathlib import Path
from alembic import op
from sqlalchemy import Column, Text, text

revision = "0004"
down_revision = "0003"


def upgrade():
    op.add_column("people", Column("nickname", Text))
    op.execute(text("UPDATE people SET nickname = name, contact = 'changed'"))
    op.execute(text("DELETE FROM entries WHERE seq > 10"))
    {last}
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of the first release, which nobody has opened since."""
    server: Postgres | None = request.getfixturevalue("server") if request.param == "postgresql" else None
    return laid(OLD, tmp_path, server)


@pytest.fixture
def engine(old: str) -> Iterator[Engine]:
    made = create_engine(old)
    yield made
    made.dispose()


def said(url: str, *, make: bool = True) -> str:
    """The one sentence with which it is not opened."""
    with pytest.raises(LogRefusal) as caught:
        Store(url, patience_s=0.2, make=make)
    sentence = caught.value.sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def held(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    """Everything in the database."""
    with engine.connect() as db:
        return {
            table: sorted((tuple(row) for row in db.execute(text(f'SELECT * FROM "{table}"'))), key=repr)
            for table in sorted(inspect(db).get_table_names())
        }


def next_step(folder: Path, monkeypatch: pytest.MonkeyPatch, last: str = "pass") -> None:
    """The program has one more step, which ends with this."""
    there = folder / "migrations"
    shutil.copytree(migrate.MIGRATIONS, there)
    (there / "versions" / "r0004_next.py").write_text(NEXT.format(last=last), "utf-8")
    monkeypatch.setattr(migrate, "MIGRATIONS", there)


def differences(engine: Engine) -> list[object]:
    assert ENTRIES.metadata is ACCOUNTS.metadata is METADATA
    with engine.connect() as db:
        found = compare_metadata(MigrationContext.configure(db, opts={"compare_type": True}), METADATA)
    return [each for each in found if getattr(each[1], "name", None) != "alembic_version"]


def test_a_new_database_has_the_tables_that_the_modules_declare(store: Store) -> None:
    assert differences(store.engine) == []
    with store.engine.connect() as db:
        assert db.execute(text("SELECT version_num FROM alembic_version")).scalar() == migrate.newest()


def test_so_has_one_of_the_first_release_when_it_was_opened(old: str, engine: Engine) -> None:
    assert differences(engine) != []
    Store(old).close()
    assert differences(engine) == []


def test_a_column_that_no_step_makes_is_noticed(store: Store) -> None:
    with store.engine.begin() as db:
        db.execute(text("ALTER TABLE people ADD COLUMN nickname TEXT"))
    assert len(differences(store.engine)) == 1


def test_all_names_of_steps_are_numbers_in_their_order() -> None:
    names = sorted(path.stem for path in (migrate.MIGRATIONS / "versions").glob("r*.py"))
    assert [name[:5] for name in names] == [f"r{number:04}" for number in range(1, len(names) + 1)]
    assert names[-1][1:5] == migrate.newest()


def test_before_a_step_a_copy_is_laid_beside_it_that_the_older_program_opens(
    old: str, engine: Engine
) -> None:
    before = held(engine)
    Store(old).close()
    file = file_of(engine.url)
    if file is not None:
        [copy] = copies.of_file(file)
        assert copy.name == f"club.db.before-{migrate.newest()}"
        assert copy.stat().st_mode & 0o777 == 0o600
        kept = create_engine(f"sqlite:///{copy}")
        assert held(kept) == before
        kept.dispose()
        return
    with engine.connect() as db:
        [schema] = copies.schemas(db)
        assert schema == f"before_{migrate.newest()}"
        for table, rows in before.items():
            found = db.execute(text(f'SELECT * FROM "{schema}"."{table}"'))
            assert sorted((tuple(row) for row in found), key=repr) == rows


def test_what_is_of_today_gets_no_copy(url: str, tmp_path: Path) -> None:
    for _ in range(2):
        store = Store(url)
        with store.engine.connect() as db:
            assert store.engine.dialect.name == "sqlite" or copies.schemas(db) == []
        store.close()
    assert not list(tmp_path.glob("*before*"))


def test_a_step_that_fails_leaves_everything_as_it_was(
    old: str, engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = held(engine)
    next_step(tmp_path, monkeypatch, "raise ValueError('the step is wrong')")
    assert "is as it was (the step is wrong)" in said(old)
    assert held(engine) == before
    monkeypatch.undo()
    store = Store(old)
    assert store.verify() == 35
    store.close()


def test_a_step_that_is_killed_leaves_everything_as_it_was(
    old: str, engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = held(engine)
    begun = tmp_path / "begun"
    next_step(tmp_path, monkeypatch, f"Path({str(begun)!r}).touch(); time.sleep(60)")
    engine.dispose()
    program = multiprocessing.get_context("fork").Process(target=Store, args=(old,))
    program.start()
    until = time.monotonic() + 30
    while not begun.exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert begun.exists()
    assert program.pid is not None
    os.kill(program.pid, signal.SIGKILL)
    program.join()
    monkeypatch.undo()
    assert held(engine) == before
    store = Store(old)
    assert store.verify() == 35
    assert People(store).verify() == 8
    store.close()


def test_two_programs_at_once_bring_it_up_to_date_once(old: str) -> None:
    context = multiprocessing.get_context("fork")
    programs = [context.Process(target=Store, args=(old,)) for _ in range(3)]
    for program in programs:
        program.start()
    for program in programs:
        program.join()
    assert [program.exitcode for program in programs] == [0, 0, 0]
    store = Store(old)
    assert store.verify() == 35
    store.close()


def test_a_database_of_a_newer_program_is_left_as_it_is(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(url).close()
    next_step(tmp_path, monkeypatch)
    Store(url).close()
    monkeypatch.undo()
    engine = create_engine(url)
    before = held(engine)
    assert before["alembic_version"] == [("0004",)]
    assert "was written by a newer version of the program (0004)" in said(url)
    assert held(engine) == before
    engine.dispose()


def test_a_reader_changes_nothing_and_says_what_to_do(old: str, engine: Engine) -> None:
    before = held(engine)
    assert "start the hub once" in said(old, make=False)
    assert held(engine) == before
    result = CliRunner().invoke(main, ["club", "verify", "--database", old])
    assert result.exit_code == 2
    assert "start the hub once" in result.output


def test_an_old_database_with_other_tables_than_it_should_have_is_left_as_it_is(
    old: str, engine: Engine
) -> None:
    with engine.begin() as db:
        db.execute(text("ALTER TABLE grants ADD COLUMN more TEXT"))
    before = held(engine)
    assert "was left as it is" in said(old)
    assert held(engine) == before


def test_of_an_old_database_that_was_not_finished_the_rest_is_made(old: str, engine: Engine) -> None:
    """The first release made its tables one by one, and could be killed between them."""
    with engine.begin() as db:
        for table in ("used_links", "access_keys"):
            db.execute(text(f"DROP TABLE {table}"))
    Store(old).close()
    assert differences(engine) == []


def test_a_database_of_another_program_is_left_as_it_is(url: str) -> None:
    engine = create_engine(url)
    with engine.begin() as db:
        db.execute(text("CREATE TABLE songs (name TEXT)"))
    before = held(engine)
    assert "is no database of a club" in said(url)
    assert held(engine) == before
    engine.dispose()


def of_nobody(file: Path, kind: str) -> None:
    match kind:
        case "text":
            file.write_text("a shopping list\n" * 100, "utf-8")
        case "half":
            file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
        case "overwritten":
            whole = bytearray(file.read_bytes())
            whole[4096 : 5 * 4096] = b"x" * (4 * 4096)
            file.write_bytes(whole)
        case "folder":
            file.unlink()
            file.mkdir()


@pytest.mark.parametrize("kind", ["text", "half", "overwritten", "folder"])
def test_a_file_of_nobody_is_left_as_it_is(tmp_path: Path, kind: str) -> None:
    url = laid(OLD, tmp_path)
    file = tmp_path / "club.db"
    of_nobody(file, kind)
    before = None if file.is_dir() else file.read_bytes()
    assert str(file) in said(url) or "unable to open" in said(url)
    assert before is None or file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["club.db"]


def test_an_empty_file_is_one_that_was_not_begun(tmp_path: Path) -> None:
    (tmp_path / "club.db").touch()
    store = Store(f"sqlite:///{tmp_path}/club.db")
    assert LogDesk(store).state.seq == 0
    store.close()


def test_without_room_for_a_copy_nothing_is_changed(
    old: str, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = held(engine)
    if engine.dialect.name == "sqlite":
        full = shutil._ntuple_diskusage(10, 10, 0)
        monkeypatch.setattr("shutil.disk_usage", lambda _: full)
        assert "MB of room are needed" in said(old)
    else:
        with engine.begin() as db:
            database = db.execute(text("SELECT current_database()")).scalar()
            db.execute(text("DROP ROLE IF EXISTS poor"))
            db.execute(text("CREATE ROLE poor LOGIN"))
            db.execute(text("GRANT ALL ON ALL TABLES IN SCHEMA public TO poor"))
        assert "permission denied for database" in said(old.replace("postgres@", "poor@")), database
    assert held(engine) == before


def test_a_memory_that_forgets_is_no_database() -> None:
    assert "SQLite needs a file" in said("sqlite://")


def test_the_copy_put_back_is_the_database_before(tmp_path: Path) -> None:
    url = laid(OLD, tmp_path)
    Store(url).close()
    (tmp_path / f"club.db.before-{migrate.newest()}").replace(tmp_path / "club.db")
    with closing(sqlite3.connect(tmp_path / "club.db")) as link:
        assert not link.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchall()
    store = Store(url)
    assert store.verify() == 35
    store.close()


def test_the_copy_in_postgresql_is_put_back_as_the_documents_say(server: Postgres, tmp_path: Path) -> None:
    """The older program makes its tables and an account for its director."""
    url = laid(OLD, tmp_path, server)
    engine = create_engine(url)
    before = held(engine)
    Store(url).close()
    documents = Path(__file__).parents[3] / "docs" / "club-log.md"
    drop, fill = documents.read_text("utf-8").split("```sql\n")[1].split("```")[0].split("-- start", 1)
    with engine.begin() as db:
        db.execute(text(drop))
        TABLES.create_all(db)
        db.execute(text("INSERT INTO accounts (login, edition) VALUES ('director', 0)"))
        db.execute(text(fill.split("\n", 1)[1]))
    assert held(engine) == before
    with engine.begin() as db:
        assert db.execute(text("INSERT INTO people (name) VALUES ('Nora') RETURNING id")).scalar() == 10
    engine.dispose()
    store = Store(url)
    assert store.verify() == 35
    assert People(store).verify() == 9
    store.close()
