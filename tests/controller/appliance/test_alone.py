"""Whatever changes versions or data of a computer does so alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.appliance.alone import alone
from controller.appliance.trouble import TroubleError
from controller.appliance.updates.release import UpdateError


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


def test_one_that_fails_lets_the_next_begin(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), alone(tmp_path):
        1 / 0  # noqa: B018
    with alone(tmp_path), pytest.raises(TroubleError), alone(tmp_path):
        pass
