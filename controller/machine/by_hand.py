"""A table without a machine: its players build and deal, and START says that they do."""

from __future__ import annotations

from typing import Final

from controller.infer.begun import HandBegun
from controller.machine.no_machine import NoMachine
from controller.machine.transitions import CycleStep, Trigger

_AFTER: Final = {
    Trigger.START: CycleStep.PLAY,
    Trigger.HAND_OVER: CycleStep.WAIT,
    Trigger.GAME_OVER: CycleStep.DONE,
    Trigger.GAME_ON: CycleStep.WAIT,
    Trigger.HAND_ON: CycleStep.PLAY,
}


class HandsAlone:
    """The cycle of such a table: it waits for START, or a hand is played."""

    def __init__(self) -> None:
        self.step = CycleStep.WAIT
        self.throws = 0

    @property
    def waits_for_start(self) -> bool:
        return self.step is CycleStep.WAIT


class ByHand(NoMachine):
    """What stands in the place of the `Attendant` where there is no machine."""

    def __init__(self) -> None:
        self.cycle = HandsAlone()
        self._begun = False

    def poll(self, now: float) -> list[HandBegun]:
        """Whether a hand was begun since the last call."""
        del now
        begun, self._begun = self._begun, False
        return [HandBegun()] if begun else []

    def ready(self, now: float) -> bool:
        """Never: nobody sees that walls stand."""
        del now
        return False

    def resume(self, thrown: int) -> None:
        """A hand was being played when the service stopped."""
        del thrown
        self.cycle.step = CycleStep.PLAY

    def thrown(self, count: int) -> None:
        """Nothing follows from dice here."""

    def tell(self, trigger: Trigger) -> None:
        """What happened in the game, or START."""
        begins = trigger is Trigger.START and self.cycle.step is not CycleStep.PLAY
        self._begun = begins or (self._begun and trigger is not Trigger.GAME_OVER)
        self.cycle.step = _AFTER.get(trigger, self.cycle.step)
