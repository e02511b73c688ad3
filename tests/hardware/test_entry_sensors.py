"""Photo sensor and hall switch look at the same place: which of them is reported where one is dead."""

from __future__ import annotations

import pytest

from firmware_bridge.message import Shuffle
from firmware_bridge.pins import Axis, Input
from hardware.sim.rig import Ill
from tests.hardware.conftest import Make, loaded, small

STUCK = 0x70


@pytest.mark.parametrize("lane", range(4))
@pytest.mark.parametrize("seed", range(1, 6))
def test_magnets_that_come_and_go_where_no_tile_is_seen_report_the_photo_sensor(
    machine: Make, seed: int, lane: int
) -> None:
    """The time for which the hall switch saw them was added up: it was named where one stood there while the
    pusher moved the first pair."""
    rig = small(machine, seed, step_ms=10)
    assert rig.ready()
    assert rig.load(1), "of long magnets"
    rig.ill(Input.ENTRY0 + lane, Ill.STUCK1)
    rig.ask(Shuffle())
    assert rig.until(lambda: rig.latched is not None, 60)
    assert rig.latched is not None
    fault = rig.latched
    assert (fault.code, fault.axis, fault.detail) == (STUCK, Axis.PICK0 + lane, Input.ENTRY0 + lane)


@pytest.mark.parametrize("lane", range(4))
def test_a_magnet_that_never_goes_where_no_tile_is_reports_the_hall_switch(machine: Make, lane: int) -> None:
    rig = loaded(machine)
    rig.ill(Input.BACK_UP0 + lane, Ill.STUCK0)
    rig.ask(Shuffle())
    assert rig.until(lambda: rig.latched is not None, 60)
    assert rig.latched is not None
    fault = rig.latched
    assert (fault.code, fault.axis, fault.detail) == (STUCK, Axis.CONV0 + lane, Input.BACK_UP0 + lane)
