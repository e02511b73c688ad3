"""A desk for every test that asks for one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.controller.desk import Desk, Disk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)
