"""The people at a table with real keys."""

from __future__ import annotations

import pytest

from benchmarks.appliance.devices.room import KEYS
from contract.messages.seat_panel import Button, Lamp
from controller.panel.panel_gpio import meaning

SAID_AT = {
    Button.RIICHI: Lamp.TURN,
    Button.TSUMO: Lamp.TURN,
    Button.RON: Lamp.OFF,
    Button.NOTEN: Lamp.ASK_TENPAI,
    Button.ABORT: Lamp.TURN,
    Button.CONFIRM: Lamp.ASK_CONFIRM,
    Button.DISPUTE: Lamp.ASK_CONFIRM,
    Button.START: Lamp.ASK_START,
}


@pytest.mark.parametrize("button", Button)
def test_the_key_that_they_press_means_what_they_say(button: Button) -> None:
    assert meaning(KEYS[button], SAID_AT[button]) is button
