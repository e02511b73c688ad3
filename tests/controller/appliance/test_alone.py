"""Whatever changes versions or data of a computer does so alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.appliance.alone import alone
from controller.appliance.backup import BackupError, save
from tests.controller.card import image
from upkeep.release import UpdateError
from upkeep.trouble import TroubleError


def test_the_second_is_refused_until_the_first_has_ended(tmp_path: Path) -> None:
    with (
        alone(tmp_path),
        pytest.raises(UpdateError, match="wait until it has ended") as refused,
        alone(tmp_path, UpdateError),
    ):
        pass
    assert refused.value.code == "busy"
    with alone(tmp_path):
        pass


def test_nothing_is_changed_where_nothing_would_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.card.ROOT", image(tmp_path, mounted=None))
    with pytest.raises(UpdateError, match="its card fails") as refused, alone(tmp_path, UpdateError):
        pass
    assert refused.value.code == "unkept"
    with pytest.raises(BackupError, match="its card fails"):
        save(tmp_path, tmp_path)
    image(tmp_path, mounted="ro,errors=remount-ro")  # who can read it saves what is on it
    with alone(tmp_path), pytest.raises(BackupError, match="holds no data"):
        save(tmp_path, tmp_path)


def test_one_that_fails_lets_the_next_begin(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), alone(tmp_path):
        1 / 0  # noqa: B018
    with alone(tmp_path), pytest.raises(TroubleError), alone(tmp_path):
        pass
