"""One firmware for another, and back when the new one does not greet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from firmware_bridge.flash.boot import BootHello
from firmware_bridge.flash.bootloader import (
    GREET_S,
    Bootloader,
    BusyMachineError,
    Clock,
    FlashError,
    Progress,
)
from firmware_bridge.flash.image import Identity, Image, identity_of
from firmware_bridge.link import Port
from firmware_bridge.message import MachineHello

STAND_S: Final = 1.0
"""A firmware that falls over at once, and is reset and greets again, is none to stay."""
HAND_S: Final = 60.0
"""For a person to switch the machine off and on."""
QUIET_S: Final = 2.0


class ResetPort(Port, Protocol):
    def pulse_reset(self) -> None:
        """Resets the board where its RESET-EN is not cut; nothing happens where it is."""


@dataclass(frozen=True, slots=True)
class Reporting:
    """How far it is: `progress` for the share of an image, `say` for what a person should know or do."""

    say: Callable[[str], None]
    progress: Progress


def standing(host: Bootloader, clock: Clock, identity: Identity) -> MachineHello | None:
    """A greeting of this firmware that is `STAND_S` later than its first, in the same life. What waited in
    the port may be older, or the other firmware's."""
    first: MachineHello | None = None
    end = clock.now() + STAND_S + GREET_S
    while clock.now() < end:
        hello = host.greeting(STAND_S)
        if hello is not None and identity_of(hello) == identity:
            first = first or hello
            if hello.uptime_ms >= first.uptime_ms + 1000 * STAND_S:
                return hello
        clock.sleep(STAND_S / 10)
    return None


class Exchange:
    """The machine at a port, with the firmware that goes in and the one that is kept (None: none is).
    A person has `hand_s` to switch the machine off and on."""

    def __init__(self, port: ResetPort, clock: Clock, reporting: Reporting, hand_s: float = HAND_S) -> None:
        self._port, self._clock, self._reporting, self._hand_s = port, clock, reporting, hand_s
        self._host = Bootloader(port, clock)

    def look(self) -> MachineHello | BootHello | None:
        return self._host.look()

    def run(self, new: Image, before: Image | None) -> MachineHello:
        """The greeting of the new firmware, which is another than `before`. FlashError otherwise: with the
        one from before in its place, if
        there is one and the bootloader can be reached."""
        self._reach()
        hello = self._install(new)
        if hello is not None:
            return hello
        if before is None:
            raise FlashError(
                "The new firmware does not greet, and none is kept to go back to: give the same command with "
                "jantaku.hex of a release that worked."
            )
        self._reporting.say(f"The new firmware does not greet: going back to {before.identity}.")
        self._reach_by_hand()
        if self._install(before) is None:
            raise FlashError(
                "Neither the new firmware nor the one from before greets: measure the 5 V of the board, "
                "press RESET, "
                "and try again."
            )
        raise FlashError(
            "The new firmware does not greet; the machine has its firmware from before again "
            f"({before.identity}): report it with `jantaku support`.",
            "back",
        )

    def _install(self, image: Image) -> MachineHello | None:
        self._host.write(image, self._reporting.progress)
        if not self._host.start():
            raise FlashError(
                "The bootloader does not find the firmware whole after it was written: give the same "
                "command again."
            )
        return standing(self._host, self._clock, image.identity)

    def _reach(self) -> None:
        try:
            self._host.enter()
        except BusyMachineError:
            raise
        except FlashError:
            self._port.pulse_reset()
            self._host.enter(QUIET_S)

    def _reach_by_hand(self) -> None:
        try:
            self._reach()
        except FlashError:
            self._reporting.say(
                f"Switch the machine off and on within {self._hand_s:.0f} seconds, "
                "or press RESET on its board."
            )
            self._host.enter(self._hand_s)
