"""The guided self-test before an evening: the firmware, the cycle and a virtual machine's own people."""

from __future__ import annotations

import pytest

from controller.machine.selftest.guide import Word
from firmware_bridge.pins import Axis, Input
from tests.controller.machine.test_recovery import Evening, plant
from tests.hardware.conftest import need

SELFTEST_S = 200.0


def tried(evening: Evening) -> dict[str, str]:
    """The whole self-test; people press START where it asks them to."""
    at = evening.attendant
    limit = evening.now + SELFTEST_S
    report = at.report()
    while evening.now < limit and (report is None or report.testing or not report.tested):
        evening.now += 0.1
        at.poll(evening.now)
        report = at.report() or report
        guide = None if report is None else report.guide
        if guide is not None and "go" in guide.words:
            at.clear()
    assert report is not None
    return {part.part: part.how for part in report.tested}


@pytest.fixture(autouse=True)
def every_change_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    need("native")
    monkeypatch.setattr("controller.machine.attendant.REPORT_S", 0.0)


@pytest.mark.parametrize("sets", [1, 2])
def test_after_the_self_test_the_evening_goes_on(sets: int) -> None:
    evening = Evening(sets)
    for _ in range(20):
        evening.now += 0.1
        evening.attendant.poll(evening.now)
    assert evening.attendant.guide(evening.now) is None
    found = tried(evening)
    assert set(found) == {*Input.__members__, *Axis.__members__}
    assert set(found.values()) == {"works"}
    while evening.hands < 2 and evening.now < 900:
        evening.step()
    assert evening.hands == 2
    evening.device.close()


def test_a_stop_that_is_stuck_from_the_start_is_found() -> None:
    evening = Evening(1)
    plant("ill", Input.ESTOP, 2)(evening.device._box)
    for _ in range(20):
        evening.now += 0.1
        evening.attendant.poll(evening.now)
    assert evening.attendant.guide(evening.now) is None
    for _ in range(60):
        evening.now += 0.1
        evening.attendant.poll(evening.now)
    report = evening.attendant.report()
    assert report is not None
    assert report.guide is not None
    assert report.guide.act == "estop"
    assert evening.attendant.step(report.guide.step, Word.FAILS) is None
    report = evening.attendant.report()
    assert report is not None
    assert next(part.how for part in report.tested if part.part == "ESTOP") == "stuck_on"
    evening.device.close()
