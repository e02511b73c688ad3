"""The seat panel on the pins of a Raspberry Pi: four keys and a lamp per seat, and what the E-stop says.

No motion depends on it: the emergency stop cuts the motors by wire, and this only reads that it did. Keys are
sampled every 5 ms and debounced here (gpiozero's own filter drops edges); a key means what its seat's lamp
asks for. No panel has been built.
"""

from __future__ import annotations

import contextlib
import importlib
import queue
import tempfile
import time
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from contract.messages.seat_panel import Button, Lamp
from controller.config import ConfigError
from controller.panel.panel import PanelSignal
from runtime.tasks import Part, Tasks

if TYPE_CHECKING:
    from gpiozero import Factory

    from controller.config import PanelSection

SAMPLE_S: Final = 0.005
DEVICES: Final = Path("/dev")
EQUAL: Final = 4
"""Samples that must agree: a contact that bounces for less than 15 ms gives one press."""
HEADERS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chip that leads to the header: Pi 5, Pi 4, older ones. Its number changed between kernels
(raspberrypi/linux #6144), so it is never assumed."""
ESTOP: Final = (
    "The emergency stop is pressed or its wire is cut: release it when nobody's hand is in the table."
)
BLINK_S: Final = {Lamp.ASK_CONFIRM: 0.5, Lamp.ASK_TENPAI: 0.5, Lamp.ASK_START: 0.5, Lamp.ATTENTION: 0.125}
"""Half periods of lamps that ask; OFF and TURN do not blink."""


class PanelError(ConfigError):
    """The panel cannot be used; one sentence."""


class Key(StrEnum):
    RIICHI = "riichi"
    WIN = "win"
    CONFIRM = "confirm"
    DISPUTE = "dispute"


def meaning(key: Key, lamp: Lamp) -> Button:
    """What a key says while its seat's lamp shows something."""
    match key, lamp:
        case Key.WIN, _:
            return Button.TSUMO if lamp is Lamp.TURN else Button.RON
        case Key.CONFIRM, Lamp.ASK_START:
            return Button.START
        case Key.CONFIRM, Lamp.ASK_TENPAI:
            return Button.NOTEN
        case Key.CONFIRM, _:
            return Button.CONFIRM
        case Key.DISPUTE, Lamp.TURN:
            return Button.ABORT
        case Key.DISPUTE, _:
            return Button.DISPUTE
    return Button.RIICHI


class Debouncer:
    """A level that has been the same for `EQUAL` samples; time does not matter, samples do."""

    def __init__(self, level: bool = False) -> None:
        self.level = level
        self._other = 0

    def sample(self, level: bool) -> bool:
        """Whether this sample changed the level."""
        self._other = 0 if level is self.level else self._other + 1
        if self._other < EQUAL:
            return False
        self.level, self._other = level, 0
        return True


class GpioPanel:
    """A `controller.panel.panel.Panel`. Call `start` for the sampling thread; without it, call `sample`."""

    def __init__(self, pins: PanelSection, factory: Factory, part: Part | None = None) -> None:
        """PanelError when a pin is used twice or does not exist."""
        from gpiozero import DigitalInputDevice, DigitalOutputDevice, GPIOZeroError  # noqa: PLC0415

        try:
            self._keys = {
                (key, seat): DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
                for key in Key
                for seat, pin in enumerate(getattr(pins, key.value))
            }
            self._lamps = [DigitalOutputDevice(pin, pin_factory=factory) for pin in pins.lamps]
            # The chain is closed while all is well: a cut wire reads as pressed.
            self._estop = DigitalInputDevice(pins.estop, pull_up=True, pin_factory=factory)
        except (GPIOZeroError, ValueError) as error:
            raise PanelError(f"The seat panel's pins cannot be used ({error}): check [panel].") from error
        self._debounced = {place: Debouncer() for place in self._keys}
        self._stop_level = Debouncer(not self._estop.value)
        self._pressed: queue.SimpleQueue[tuple[int, Key, float]] = queue.SimpleQueue()
        self._shown = [Lamp.OFF] * 4
        self._part = part or Tasks().part("seat-panel")

    @property
    def trouble(self) -> str | None:
        """One sentence while the emergency stop is pressed."""
        return ESTOP if self._stop_level.level else None

    def start(self, clock: Callable[[], float]) -> None:
        """Samples from now on; presses carry the time of `clock`."""

        def run() -> None:
            while not self._part.stopping.wait(SAMPLE_S):
                self.sample(clock())

        self._part.start(run)

    def sample(self, now: float) -> None:
        """Reads every key once; a press is queued and acted on by nobody but `poll`."""
        for (key, seat), device in self._keys.items():
            debounced = self._debounced[key, seat]
            if debounced.sample(bool(device.value)) and debounced.level:
                self._pressed.put((seat, key, now))
        self._stop_level.sample(not self._estop.value)

    def poll(self, now: float) -> list[PanelSignal]:
        signals = []
        while not self._pressed.empty():
            seat, key, t = self._pressed.get()
            signals.append(PanelSignal(seat, meaning(key, self._shown[seat]), t))
        for seat, lamp in enumerate(self._shown):
            half = BLINK_S.get(lamp)
            lit = lamp is Lamp.TURN or (half is not None and int(now / half) % 2 == 0)
            self._lamps[seat].value = lit
        return signals

    def show(self, seat: int, lamp: Lamp) -> None:
        self._shown[seat] = lamp

    def close(self) -> None:
        """Lamps off, pins free."""
        self._part.end(1.0)
        for device in (*self._keys.values(), *self._lamps, self._estop):
            device.close()


def header_chip(chips: Iterable[tuple[int, str]]) -> int:
    """Number of the chip that leads to the header, of (number, label); PanelError where there is none."""
    found = {label: number for number, label in chips}
    for label in HEADERS:
        if label in found:
            return found[label]
    seen = ", ".join(sorted(found)) or "none"
    raise PanelError(f"No chip of a Raspberry Pi's header is here (chips: {seen}): set panel.kind to screen.")


def pi_factory() -> Factory:
    """The pins of this Raspberry Pi; PanelError with one sentence where they are not. Never mock pins."""
    try:
        lgpio = _lgpio()
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415
    except ImportError as error:
        raise PanelError(
            f"The seat panel needs gpiozero and lgpio ({error}): install jantaku with its extra pi."
        ) from error
    try:
        return LGPIOFactory(chip=header_chip(_chips(lgpio)))
    except (lgpio.error, OSError) as error:
        raise PanelError(
            f"The Pi's pins cannot be opened ({error}): sudo usermod -aG gpio $USER, and log in again."
        ) from error


def _lgpio() -> ModuleType:
    """ImportError. As it is imported it makes a pipe in the working directory (0.2.2, `_callback_thread`),
    which is read-only for a service; it needs the name of the pipe at that moment only."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return importlib.import_module("lgpio")


def _chips(lgpio: Any) -> Iterable[tuple[int, str]]:
    """All chips of the system with their labels."""
    for path in sorted(DEVICES.glob("gpiochip*")):
        number = int(path.name.removeprefix("gpiochip"))
        handle = lgpio.gpiochip_open(number)
        try:
            _, _, _, label = lgpio.gpio_get_chip_info(handle)
        finally:
            lgpio.gpiochip_close(handle)
        yield number, label


def open_panel(pins: PanelSection, part: Part | None = None) -> GpioPanel:
    """The panel of the configuration on this Pi, sampling; PanelError."""
    panel = GpioPanel(pins, pi_factory(), part)
    panel.start(time.monotonic)
    return panel
