"""Who prepares the next hand: the machine, or people who build the walls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from contract.messages import ActView, MachineReport, MachineView
    from controller.infer.inference import Input
    from controller.machine.selftest.guide import Word
    from controller.machine.transitions import CycleStep, Trigger
    from controller.sentences.refusals import Refusal


class HandCycle(Protocol):
    """Where the table stands between hands."""

    step: CycleStep
    throws: int
    """Throws of the dice that break the wall."""

    @property
    def waits_for_start(self) -> bool:
        """Whether nothing goes on before somebody presses START."""
        ...


class Preparation(Protocol):
    """What the main loop needs of either; nothing blocks."""

    @property
    def cycle(self) -> HandCycle: ...

    @property
    def view(self) -> MachineView:
        """What the screens are sent of it."""
        ...

    @property
    def stopped(self) -> bool:
        """A fault or the emergency stop waits for a person."""
        ...

    def poll(self, now: float) -> Sequence[Input]:
        """Walls and dice since the last call, as far as this knows of them."""
        ...

    def ready(self, now: float) -> bool:
        """Whether the walls of another hand stand though nobody has pressed START."""
        ...

    def resume(self, thrown: int) -> None:
        """A hand was on the table when the service stopped, and so many throws had fallen."""
        ...

    def thrown(self, count: int) -> None:
        """How many throws of this hand are no longer awaited (`engine.state.wall_break.fallen`)."""
        ...

    def tell(self, trigger: Trigger) -> None:
        """What happened in the game, or START."""
        ...

    def hold(self, held: bool) -> None:
        """Nothing begins while the table is paused."""
        ...

    def clear(self) -> bool:
        """Clears what stopped the machine; False when nothing did."""
        ...

    @property
    def moving(self) -> bool:
        """Whether something moves, or will by itself: nobody may end the program then."""
        ...

    def read(self) -> Refusal | None:
        """Asks the machine what it has counted and which faults it remembers, for `report`; a refusal when it
        cannot be asked."""
        ...

    def test(self, axis: int) -> Refusal | None:
        """Begins a self-test; a refusal when there is nothing to test, or it is not the time for it."""
        ...

    def guide(self, now: float) -> Refusal | None:
        """Begins the guided self-test; a refusal as `test`."""
        ...

    def step(self, step: int, word: Word) -> Refusal | None:
        """Somebody's word to a step of it; a refusal where it does not wait for that."""
        ...

    def offer(self, *, may_begin: bool) -> None:
        """Whether another hand may begin, for what people can do now (`view.acts`)."""
        ...

    def refuses(self, chosen: ActView) -> Refusal | None:
        """Why people cannot do this now; what a screen offered may be over."""
        ...

    def act(self, chosen: ActView) -> None:
        """Does what somebody at the machine chose and `refuses` did not refuse, all but START."""
        ...

    def report(self) -> MachineReport | None:
        """The machine in detail, when that has changed."""
        ...
