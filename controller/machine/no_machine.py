"""A table without a machine, whoever prepares its hands: nothing moves, stops or is tested."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from contract.messages import MachineCode, MachineView
from controller.sentences.refusals import Refusal

if TYPE_CHECKING:
    from contract.messages import ActView, MachineReport
    from controller.machine.selftest.guide import Word


class NoMachine:
    """The part of a `Preparation` that is about the machine."""

    stopped: Final = False
    moving: Final = False

    @property
    def view(self) -> MachineView:
        """What the screens are sent: that there is none."""
        return MachineView(state=MachineCode.NONE)

    def take_over(self) -> None:
        """People prepare the hands from now on, no machine."""

    def hold(self, held: bool) -> None:
        """People stop by themselves."""

    def clear(self) -> bool:
        """Nothing has stopped."""
        return False

    def read(self) -> Refusal | None:
        """Nothing has counted."""
        return Refusal("no_machine")

    def test(self, axis: int) -> Refusal | None:
        """There is nothing to test."""
        del axis
        return Refusal("no_machine")

    def guide(self, now: float) -> Refusal | None:
        """Nor with somebody's help."""
        del now
        return Refusal("no_machine")

    def step(self, step: int, word: Word) -> Refusal | None:
        """Nothing was asked."""
        del step, word
        return Refusal("no_machine")

    def offer(self, *, may_begin: bool) -> None:
        """There is nothing to do about it."""

    def refuses(self, chosen: ActView) -> Refusal | None:
        """There is nothing to do about it."""
        del chosen
        return Refusal("no_machine")

    def act(self, chosen: ActView) -> None:
        """Never called: everything is refused."""

    def report(self) -> MachineReport | None:
        """There is nothing to report."""
        return None
