"""A desk at which an assigned game may begin."""

from __future__ import annotations

import pytest

from firmware_bridge.message import MachineState
from tests.controller.club_link.sitting import assign
from tests.controller.desk import Desk


@pytest.fixture
def seated(desk: Desk) -> Desk:
    """The gong of an assigned game has sounded."""
    desk.machine(MachineState.READY)
    assert assign(desk).ok
    assert desk.says("clock.start").ok
    return desk
