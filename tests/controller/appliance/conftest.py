"""Data of a table in the middle of a hand, and a backup of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.appliance.backup import save
from tests.controller.appliance.saved import table_data


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return table_data(tmp_path / "table")


@pytest.fixture
def file(data: Path, tmp_path: Path) -> Path:
    return save(data, tmp_path / "backup.zip")[0]
