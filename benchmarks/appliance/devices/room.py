"""The people, their tiles, the camera above and the keys at the seats: all of a table but its computer."""

from __future__ import annotations

from collections import deque
from typing import Final

import cv2

from benchmarks.appliance.devices.far_end import FarEnd
from benchmarks.appliance.devices.outside import Outside
from benchmarks.appliance.devices.screen import Screen
from contract.messages.seat_panel import Button, Lamp
from controller.config import PanelSection
from controller.panel.panel import PanelSignal
from controller.panel.panel_gpio import Key
from controller.virtual.world import VirtualTable
from vision.scene.camera import RenderedCamera
from vision.scene.venue import Venue

PICTURE_S: Final = 0.1
"""Between two pictures."""
PRESS_S: Final = 0.3
"""So long a key is held."""
KEYS: Final = {
    Button.RIICHI: Key.RIICHI,
    Button.TSUMO: Key.WIN,
    Button.RON: Key.WIN,
    Button.NOTEN: Key.CONFIRM,
    Button.START: Key.CONFIRM,
    Button.CONFIRM: Key.CONFIRM,
    Button.ABORT: Key.DISPUTE,
    Button.DISPUTE: Key.DISPUTE,
}
"""The key that a person presses to say it; what it means is for the table to find out, by its lamp."""


class Room:
    """Its clock is that of the emulated computer."""

    def __init__(
        self,
        world: VirtualTable,
        outside: Outside,
        machine: FarEnd,
    ) -> None:
        self.world = world
        self.t = 0.0
        self.pressed = 0
        """How often people pressed a key."""
        self.machine = machine
        self._outside = outside
        self._screen: Screen | None = None
        self._lit: set[int] = set()
        self._camera = RenderedCamera(world.scene, Venue().rig(), lambda: self.t)
        self._pins = PanelSection()
        self._keys: deque[PanelSignal] = deque()
        self._released = 0.0
        self._drawn = 0.0
        outside.close_contacts([self._pins.estop])

    def enter(self, screen: Screen) -> None:
        """The people sit down and see the table's screen."""
        self._screen = screen

    @property
    def doing(self) -> str:
        """What goes on, at the machine and at the table."""
        return f"{self.machine.status.state.name} {self.world.step_name}"

    @property
    def lit(self) -> list[int]:
        """Seats whose lamp was seen to light."""
        return sorted(self._lit)

    def step(self) -> None:
        """Everything until it is as late as the computer's clock says."""
        if self._outside.t <= self.t:
            return
        self.t = now = self._outside.t
        for seat in range(4):
            self.world.panel.show(seat, self._lamp(seat))
        self.world.step(self.t)
        self._keys += self.world.panel.poll(self.t)
        self.machine.step(self.t)
        self._press(now)
        if now - self._drawn >= PICTURE_S:
            self._drawn = now
            self._draw()

    def _lamp(self, seat: int) -> Lamp:
        """What the screen says that the lamp asks; that the lamp itself lights is noted."""
        if self._pins.lamps[seat] in self._outside.high:
            self._lit.add(seat)
        return Lamp.OFF if self._screen is None else self._screen.lamp(seat)

    def _draw(self) -> None:
        frame = self._camera.read()
        assert frame is not None
        _, data = cv2.imencode(".jpg", frame.pixels, [cv2.IMWRITE_JPEG_QUALITY, 85])
        self._outside.show(data.tobytes())

    def _press(self, now: float) -> None:
        """One key at a time; START only when no tile lies before the open hatch."""
        if now < self._released:
            return
        if now < self._released + PRESS_S / 2 or not self._keys:
            self._outside.close_contacts([self._pins.estop])
            return
        said = self._keys.popleft()
        if said.button is Button.START:
            if self.machine.takes_in or self._lamp(said.seat) is not Lamp.ASK_START:
                return
            self.machine.pressed()
        line = getattr(self._pins, KEYS[said.button].value)[said.seat]
        self._outside.close_contacts([self._pins.estop, line])
        self._released, self.pressed = now + PRESS_S, self.pressed + 1
