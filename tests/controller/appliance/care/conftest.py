"""Such a computer, whose disk writes at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.controller.appliance.care.computer import Table


@pytest.fixture(autouse=True)
def _disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """It writes at once."""
    monkeypatch.setattr("os.fsync", lambda file: None)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    (tmp_path / "etc").mkdir()
    monkeypatch.setattr("controller.appliance.settings.beside", lambda data: tmp_path / "etc")
    return Table(tmp_path)
