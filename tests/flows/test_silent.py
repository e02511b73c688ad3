"""A game that stands is no perfect one, whatever was followed before."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.infer.begun import Raised
from controller.machine.builders import Builders
from tests.flows.silent import play


def test_a_hand_that_never_begins_is_not_paid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Builders, "ready", lambda *_: False)
    monkeypatch.setattr("tests.flows.silent.PATIENCE_S", 30.0)
    report = play(Raised.PEOPLE, "rrc", 501, tmp_path, hands=2)
    assert not report.equal
    assert (report.paid, len(report.hands)) == (0, 1)
