from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from club.log.desk import LogDesk
from club.log.store.store import Store
from tests.club.databases import Postgres, postgres


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    """A PostgreSQL server of this session."""
    running = postgres()
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/club.db"
    server: Postgres = request.getfixturevalue("server")
    return server.create()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store on either database."""
    opened = Store(url)
    yield opened
    opened.close()


@pytest.fixture
def desk(store: Store) -> LogDesk:
    return LogDesk(store)
