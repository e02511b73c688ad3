from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.messages.seat_panel import Button, Lamp
from controller.config import PanelSection, parse
from controller.panel.panel import PanelSignal
from controller.panel.panel_gpio import (
    EQUAL,
    Debouncer,
    GpioPanel,
    Key,
    PanelError,
    header_chip,
    meaning,
    pi_factory,
)

PINS = PanelSection()


class Pi:
    """A panel on mock pins, sampled every 5 ms of its own clock."""

    def __init__(self) -> None:
        mock = pytest.importorskip("gpiozero.pins.mock", reason="needs gpiozero (extra pi)")
        self.factory: Any = mock.MockFactory()
        self.panel = GpioPanel(PINS, self.factory)
        self.factory.pin(PINS.estop).drive_low()
        self.now = 0.0

    def run(self, samples: int) -> list[PanelSignal]:
        for _ in range(samples):
            self.now += 0.005
            self.panel.sample(self.now)
        return self.panel.poll(self.now)

    def press(self, pin: int) -> list[PanelSignal]:
        self.factory.pin(pin).drive_low()
        out = self.run(10)
        self.factory.pin(pin).drive_high()
        return out + self.run(10)

    def lit(self, seat: int) -> bool:
        return bool(self.factory.pin(PINS.lamps[seat]).state)


@pytest.fixture
def pi() -> Iterator[Pi]:
    pi = Pi()
    pi.run(10)
    yield pi
    pi.panel.close()


@given(st.lists(st.integers(1, EQUAL - 1), max_size=20))
def test_a_contact_that_bounces_is_one_press(bounces: list[int]) -> None:
    debouncer = Debouncer()
    changes = 0
    level = True
    for length in bounces:
        changes += sum(debouncer.sample(level) for _ in range(length))
        level = not level
    changes += sum(debouncer.sample(True) for _ in range(20))
    assert changes == 1
    assert debouncer.level


def test_a_level_counts_from_its_fourth_equal_sample() -> None:
    debouncer = Debouncer()
    assert [debouncer.sample(True) for _ in range(5)] == [False, False, False, True, False]


@pytest.mark.parametrize(
    ("key", "lamp", "button"),
    [
        (Key.RIICHI, Lamp.TURN, Button.RIICHI),
        (Key.WIN, Lamp.TURN, Button.TSUMO),
        (Key.WIN, Lamp.OFF, Button.RON),
        (Key.CONFIRM, Lamp.ASK_CONFIRM, Button.CONFIRM),
        (Key.CONFIRM, Lamp.ASK_START, Button.START),
        (Key.CONFIRM, Lamp.ASK_TENPAI, Button.NOTEN),
        (Key.DISPUTE, Lamp.ASK_CONFIRM, Button.DISPUTE),
        (Key.DISPUTE, Lamp.TURN, Button.ABORT),
    ],
)
def test_a_key_means_what_the_lamp_asks_for(key: Key, lamp: Lamp, button: Button) -> None:
    assert meaning(key, lamp) is button


@pytest.mark.parametrize("seat", range(4))
def test_every_key_of_every_seat_is_heard_once(pi: Pi, seat: int) -> None:
    said = [(s.seat, s.button) for pins in (PINS.riichi, PINS.win) for s in pi.press(pins[seat])]
    assert said == [(seat, Button.RIICHI), (seat, Button.RON)]
    pi.panel.show(seat, Lamp.ASK_START)
    assert [(s.seat, s.button) for s in pi.press(PINS.confirm[seat])] == [(seat, Button.START)]


def test_a_press_carries_the_time_at_which_it_was_sure(pi: Pi) -> None:
    begun = pi.now
    (signal,) = pi.press(PINS.riichi[2])
    assert signal.t == pytest.approx(begun + EQUAL * 0.005)


def test_lamps_light_for_the_turn_and_blink_when_they_ask(pi: Pi) -> None:
    pi.panel.show(0, Lamp.TURN)
    pi.panel.show(1, Lamp.ASK_CONFIRM)
    pi.panel.show(2, Lamp.ATTENTION)
    seen: list[tuple[bool, ...]] = []
    for tick in range(16):
        pi.panel.poll(100 + tick / 8)
        seen.append(tuple(pi.lit(seat) for seat in range(4)))
    steady, slow, quick, off = zip(*seen, strict=True)
    assert all(steady)
    assert not any(off)
    assert slow == (True,) * 4 + (False,) * 4 + (True,) * 4 + (False,) * 4
    assert quick == (True, False) * 8


def test_the_emergency_stop_and_a_cut_wire_are_reported(pi: Pi) -> None:
    assert pi.panel.trouble is None
    pi.factory.pin(PINS.estop).drive_high()
    pi.run(10)
    assert pi.panel.trouble is not None
    assert "emergency stop" in pi.panel.trouble
    pi.factory.pin(PINS.estop).drive_low()
    pi.run(10)
    assert pi.panel.trouble is None


def test_a_pin_for_two_things_is_refused_in_words(pi: Pi) -> None:
    pi.panel.close()
    with pytest.raises(PanelError, match="check \\[panel\\]"):
        GpioPanel(PINS.model_copy(update={"estop": PINS.lamps[0]}), pi.factory)


def test_the_header_is_found_by_its_label_whatever_its_number() -> None:
    assert header_chip([(0, "pinctrl-rp1"), (10, "gpio-brcmstb@107d508500")]) == 0
    assert header_chip([(0, "gpio-brcmstb@107d508500"), (4, "pinctrl-rp1")]) == 4
    assert header_chip([(0, "pinctrl-bcm2711"), (1, "raspberrypi-exp-gpio")]) == 0
    with pytest.raises(PanelError, match=r"chips: gpio-mockup"):
        header_chip([(0, "gpio-mockup")])


def test_without_a_pi_there_is_no_panel_and_never_a_mock_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    with pytest.raises(PanelError, match="extra pi"):
        pi_factory()


_ASK = """
import pathlib, controller.panel.panel_gpio as pins
pins.DEVICES = pathlib.Path("/nowhere")
try:
    pins.pi_factory()
except pins.PanelError as error:
    print(error)
"""


@pytest.mark.skipif(importlib.util.find_spec("lgpio") is None, reason="needs lgpio (extra pi)")
def test_lgpio_itself_needs_no_working_directory_that_can_be_written_to() -> None:
    """A service has `/`, which is read-only for it; nobody can write to /proc."""
    asked = [sys.executable, "-c", _ASK]
    said = subprocess.run(asked, cwd="/proc", capture_output=True, text=True, check=True)
    assert said.stdout.startswith("No chip of a Raspberry Pi's header is here")


def test_pins_that_may_not_be_opened_are_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A user who is not in the group gpio."""

    class Refused(Exception):  # noqa: N818 - lgpio calls it error
        pass

    def closed(_: int) -> int:
        raise Refused("can not open gpiochip")

    fake = ModuleType("lgpio")
    vars(fake).update(error=Refused, gpiochip_open=closed)
    pins = ModuleType("gpiozero.pins.lgpio")
    vars(pins).update(LGPIOFactory=lambda chip: chip)
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", pins)
    monkeypatch.setattr("controller.panel.panel_gpio.DEVICES", tmp_path)
    with pytest.raises(PanelError, match=r"can not open gpiochip.*usermod -aG gpio"):
        pi_factory()


def test_the_pins_are_configured_per_seat() -> None:
    config = parse({"panel": {"kind": "gpio", "lamps": [1, 2, 3, 4]}}, "the test")
    assert config.panel.lamps == (1, 2, 3, 4)
    every = [p for row in (PINS.riichi, PINS.win, PINS.confirm, PINS.dispute, PINS.lamps) for p in row]
    assert len({*every, PINS.estop}) == 21
