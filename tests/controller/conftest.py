"""A desk, a broker and a club for every test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from contract.topics import Topics
from controller.broker.broker import EmbeddedBroker
from tests.controller.club import Club
from tests.controller.desk import Desk, Disk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[EmbeddedBroker]:
    """The broker of `table-1` at home; its files lie in `broker`."""
    made = EmbeddedBroker(tmp_path / "broker", Topics("home", "table-1"))
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    made = Club(tmp_path_factory.mktemp("club"))
    yield made
    made.close()
