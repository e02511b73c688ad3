"""A small event in its first round."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.club.referee.given import Event8, event


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Event8]:
    with event(tmp_path) as made:
        yield made


@pytest.fixture
def large(tmp_path: Path) -> Iterator[Event8]:
    """One of 84 players."""
    with event(tmp_path, people=range(1, 85)) as made:
        yield made
