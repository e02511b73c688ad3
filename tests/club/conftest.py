from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from club.log.desk import LogDesk
from club.log.store.store import Store
from tests.club.databases import Postgres, laid_out, postgres


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    """A PostgreSQL server of this session."""
    running = postgres()
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def url(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path}/club.db"
    server: Postgres = request.getfixturevalue("server")
    return server.create()


@pytest.fixture
def ready(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of either kind, of a club without an entry."""
    if kind == "sqlite":
        return laid_out(tmp_path / "club.db")
    server: Postgres = request.getfixturevalue("server")
    return server.laid_out()


@pytest.fixture
def store(ready: str) -> Iterator[Store]:
    """A store on either database."""
    opened = Store(ready)
    yield opened
    opened.close()


@pytest.fixture
def desk(store: Store) -> LogDesk:
    return LogDesk(store)
