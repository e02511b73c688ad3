"""A table with a machine whose people can do without it: they build walls until it works again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from contract.messages import BY_PEOPLE, ActCode, ActView
from controller.infer.begun import Raised
from controller.machine.transitions import CycleStep, Trigger
from controller.machine.way_out import Stands, acts, asks, held
from controller.sentences.refusals import Refusal
from firmware_bridge.message import Flag, MachineState

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from contract.messages import MachineReport, MachineView
    from contract.stored.codec import Json
    from controller.infer.inference import Input
    from controller.machine.attendant import Attendant
    from controller.machine.builders import Builders
    from controller.machine.by_hand import ByHand
    from controller.machine.preparation import HandCycle
    from controller.machine.selftest.guide import Word
    from controller.table.journal import Record
    from controller.table.journal_notes import Notes
    from firmware_bridge.message import Status

WALLS: Final = "walls"
"""The note of a hand whose walls people build at a table with a machine."""
NOTE: Final[dict[str, Json]] = {"by": Raised.PEOPLE.value}
GIVEN_UP: Final = "given_up"
"""The note of a set that is played no more: `set`."""
BARRED_S: Final = 0.8
"""Seconds from the released stop or the closed lid until a press counts: 0.6 in the firmware, and its way."""
SETTLED_S: Final = 1.0
"""Within which a machine has begun to move after a command."""
ACTED_S: Final = 0.6
"""Seconds after an act in which none is offered: what it does shows within them."""
REPORTED_S: Final = 0.5
"""How old what the machine reports ten times a second may be: a command might not reach it."""
SILENT_S: Final = 10.0
"""Seconds from the start in which a machine may answer for the first time."""


def built(records: Iterable[Record]) -> bool:
    """Whether people built the walls of the hand in play at the end of this journal."""
    people = False
    for record in records:
        ended = record.kind == "event" and record.body.get("type") == "hand_ended"
        people = (people or record.kind == WALLS) and not ended
    return people


def given_up(records: Iterable[Record]) -> int | None:
    """The set that was given up by the end of this journal."""
    last = [record.body["set"] for record in records if record.kind == GIVEN_UP]
    return int(str(last[-1])) if last else None


class MachineOrPeople:
    """A `Preparation` by the machine, and by people as long as somebody has said so and it does not work."""

    def __init__(self, attendant: Attendant, hands: Builders | ByHand, notes: Notes) -> None:
        self._machine = attendant
        self._hands = hands
        self._notes = notes
        self.people = False
        """They build the walls."""
        self._may_begin = False
        self._held = False
        self._now = 0.0
        self._begun: float | None = None
        self._barred = self._acted = float("-inf")
        self._reported: Status | None = None
        self._reported_at = 0.0
        self._seen: tuple[object, ...] = ()
        self._since = 0.0

    @property
    def cycle(self) -> HandCycle:
        return self._hands.cycle if self.people else self._machine.cycle

    @property
    def view(self) -> MachineView:
        changes: dict[str, object] = {"acts": list(self.acts), "asks": not self._held and asks(self._stands)}
        if self.people:
            changes |= {"walls": Raised.PEOPLE.value, "stacks": self._hands.view.stacks}
        return self._machine.view.model_copy(update=changes)

    @property
    def acts(self) -> tuple[ActView, ...]:
        """What people can do now."""
        return () if self._held else acts(self._stands)

    @property
    def stopped(self) -> bool:
        return not self.people and self._machine.stopped

    @property
    def moving(self) -> bool:
        return self._machine.moving

    def poll(self, now: float) -> Sequence[Input]:
        self._now = now
        self._begun = now if self._begun is None else self._begun
        found = self._machine.poll(now)
        self._look(now)
        built = self._hands.poll(now)
        return built if self.people else found

    def _look(self, now: float) -> None:
        """Since when the machine stands so, and no press counts."""
        status = self._machine.status
        stops = status is not None and status.state is MachineState.ESTOP
        before = self._reported is not None and self._reported.state is MachineState.ESTOP
        if status is not self._reported:
            self._reported, self._reported_at = status, now
        if status is not None and (status.flags & (Flag.ESTOP | Flag.LID_OPEN) or (stops and not before)):
            self._barred = now  # its switch is reported a moment after the stop itself
        state = None if status is None else (status.state, status.sorter, status.action, status.fault)
        seen = (state, self.cycle.step, self.people)
        if seen != self._seen:
            self._seen, self._since = seen, now

    @property
    def _stands(self) -> Stands:
        machine, now = self._machine, self._now
        cycle = machine.cycle
        silent = machine.status is None and self._begun is not None and now - self._begun > SILENT_S
        return Stands(
            machine.status,
            self.cycle.step,
            lost=machine.lost or silent,
            begun=cycle.begun,
            short=cycle.short,
            sets=cycle.sets,
            people=self.people,
            barred=now - self._barred < BARRED_S,
            testing=machine.testing,
            acted=now - self._acted < ACTED_S,
            unsure=self._unsure,
            settled=now - self._since >= SETTLED_S,
            may_begin=self._may_begin,
        )

    @property
    def _unsure(self) -> bool:
        machine = self._machine
        return not machine.lost and (machine.configuring or self._now - self._reported_at > REPORTED_S)

    def offer(self, *, may_begin: bool) -> None:
        """Whether another hand may begin."""
        self._may_begin = may_begin

    def refuses(self, chosen: ActView) -> Refusal | None:
        """Why this cannot be done: what was offered when somebody looked may be over."""
        return None if chosen in self.acts and chosen.act not in BY_PEOPLE else Refusal("act_over")

    def act(self, chosen: ActView) -> None:
        """Does what `refuses` does not; START is pressed by whoever owns it."""
        self._acted = self._now
        if chosen.act is ActCode.BY_MACHINE:
            self._back()
            return
        self._machine.act(chosen)
        if chosen.act is ActCode.GIVE_UP:
            self._note_given_up()
        if chosen.act is ActCode.BY_HAND:
            self._to_people(CycleStep.WAIT)

    def give_up(self, tiles: int | None) -> None:
        """This set had been given up when the service stopped."""
        self._machine.cycle.given_up = tiles

    def _note_given_up(self) -> None:
        if self._machine.cycle.given_up is not None:
            self._notes.put(GIVEN_UP, {"set": self._machine.cycle.given_up})

    def resume_people(self) -> None:
        """People had built the walls of the hand that was on the table when the service stopped."""
        self._to_people(CycleStep.PLAY)
        self._machine.cycle.rest()

    def _to_people(self, step: CycleStep) -> None:
        self.people = self._machine.rests = True
        self._hands.take_over()
        self._hands.cycle.throws, self._hands.cycle.step = self._machine.cycle.throws, step

    def _back(self) -> None:
        """The machine prepares the next hand."""
        cycle = self._hands.cycle
        self._machine.cycle.throws = cycle.throws
        self._machine.cycle.rest(CycleStep.DONE if cycle.step is CycleStep.DONE else CycleStep.WAIT)
        self.people = self._machine.rests = False

    @property
    def _works(self) -> bool:
        status = self._machine.status
        if status is None or self._machine.lost or held(status):
            return False
        stopped = status.state in (MachineState.FAULT, MachineState.ESTOP)
        return not (stopped or status.flags & (Flag.ESTOP | Flag.LID_OPEN))

    def ready(self, now: float) -> bool:
        return self.people and not self._machine.testing and self._hands.ready(now)

    def resume(self, thrown: int) -> None:
        (self._hands if self.people else self._machine).resume(thrown)

    def thrown(self, count: int) -> None:
        (self._hands if self.people else self._machine).thrown(count)

    def tell(self, trigger: Trigger) -> None:
        if trigger is Trigger.GAME_ON:
            self._note_given_up()  # each game has a journal of its own
        if not self.people:
            self._machine.tell(trigger)
            return
        if trigger is Trigger.START and self._hands.cycle.step is CycleStep.WAIT:
            self._notes.put(WALLS, NOTE)
        self._hands.tell(trigger)
        if trigger in (Trigger.HAND_OVER, Trigger.GAME_OVER) and self._works:
            self._back()

    def hold(self, held: bool) -> None:
        self._held = held
        self._machine.hold(held)

    def clear(self) -> bool:
        return (not self.people or self._machine.testing) and self._machine.clear()

    def read(self) -> Refusal | None:
        return self._machine.read()

    def test(self, axis: int) -> Refusal | None:
        return self._in_hand() or self._machine.test(axis)

    def guide(self, now: float) -> Refusal | None:
        return self._in_hand() or self._machine.guide(now)

    def step(self, step: int, word: Word) -> Refusal | None:
        return self._machine.step(step, word)

    def _in_hand(self) -> Refusal | None:
        """Tiles of a hand lie where lifts and hatch would move: its machine is at rest, but not tried."""
        played = self.people and self.cycle.step not in (CycleStep.WAIT, CycleStep.DONE)
        return Refusal("not_at_rest") if played else None

    def report(self) -> MachineReport | None:
        return self._machine.report()
