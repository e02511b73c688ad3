from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.club.hub.evening import Evening
from tests.controller.broker.client import needs_mosquitto
from tests.controller.club import Club


@pytest.fixture
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A club's broker with TLS and accounts; a new one each time, because it keeps what tables have told."""
    made = Club(tmp_path_factory.mktemp("club"))
    yield made
    made.close()


@pytest.fixture
def evening(club: Club, tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    """Begins an evening in a folder of its own."""
    begun: list[Evening] = []

    def begin(tables: int = 1, **parts: Any) -> Evening:
        begun.append(Evening(club, tmp_path, tables, **parts))
        return begun[-1]

    yield begin
    for each in begun:
        each.close()


__all__ = ["needs_mosquitto"]
