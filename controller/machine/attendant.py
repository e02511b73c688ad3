"""The service at its machine: what it reports, what the cycle makes of it, and what is published of both.

Nothing here blocks. What goes wrong becomes an alert: a machine that does not answer or must not be moved, a
command that it refused, a fault. After a refusal nothing moves by itself: START tries again.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from contract.messages import ActCode, ActView, MachineCode, MachineView
from controller.machine import machine_views as machine
from controller.machine.cycle import Cycle
from controller.machine.selftest.guide import Guide, Word
from controller.machine.transitions import CycleStep, Trigger
from controller.machine.way_out import held
from controller.sentences.refusals import Refusal
from firmware_bridge.device import Answered, DeviceLostError, Greeted, News, Peopled
from firmware_bridge.message import (
    NONE,
    Answer,
    ClearFault,
    Command,
    CommitConfig,
    Configure,
    Counters,
    DiceFell,
    Done,
    Fault,
    MachineHello,
    MachineState,
    Outcome,
    PartTested,
    Press,
    ReadCounters,
    ReadFaults,
    SelfTest,
    Service,
    Sorter,
    Status,
    Stop,
    WallsPresented,
)

if TYPE_CHECKING:
    from contract.messages import CountersView, FaultView, MachineReport, PartView
    from controller.machine.selftest.acts import Act
    from controller.sentences.alerts import Alerts
    from controller.table.journal_notes import Notes
    from firmware_bridge.device import Device

STOPPED: Final = (MachineState.FAULT, MachineState.ESTOP)
"""States that START leaves, once a person has removed the cause."""
RESTING: Final = (
    *STOPPED,
    *(MachineState.BOOT, MachineState.UNHOMED, MachineState.READY, MachineState.INTAKE),
    *(MachineState.STAGED, MachineState.PRESENTED, MachineState.HOLD),
)
"""States in which nothing moves, but for the sorter while walls stand."""
BLACK_BOX: Final = 16
"""How many faults of the machine's memory are published: the last ones."""
TESTABLE: Final = (MachineState.READY, MachineState.UNHOMED)
GUIDABLE: Final = (*TESTABLE, *STOPPED)
"""A machine that cannot be moved is tried all the same, by hand: an input that is stuck may be why it
stands."""
REPORT_S: Final = 1.0
_BETWEEN: Final = (CycleStep.BOOT, CycleStep.HOMING, CycleStep.WAIT, CycleStep.DONE)
"""Steps of the cycle without tiles on the lifts or in the hatch."""


class Attendant:
    """Owns the cycle; `view` is what the screens are sent."""

    def __init__(self, device: Device, cycle: Cycle, alerts: Alerts, notes: Notes) -> None:
        self._device = device
        self._alerts = alerts
        self._notes = notes
        self._hello: MachineHello | None = None
        self._status: Status | None = None
        self._connected = False
        self.lost = False
        """It does not answer, or must not be moved."""
        self.configuring = False
        """It is sent its settings: a press would come too late to count."""
        self.rests = False
        """People build the walls: no command is sent to it."""
        self._test_action: int | None = None
        self._testing = False
        self._tested: list[PartView] = []
        self._guide: Guide | None = None
        self._act: Act | None = None
        self._counters: CountersView | None = None
        self._remembered: list[FaultView] = []
        self._held: bool = False
        self._waiting: list[Command] = []
        self._reported: MachineReport | None = None
        self._report_at = 0.0
        self.cycle = cycle
        self.view = MachineView(state=MachineCode.BOOT)

    @property
    def status(self) -> Status | None:
        """The status as it was last published."""
        return self._status

    @property
    def testing(self) -> bool:
        """A self-test runs, of the machine alone or with somebody's help."""
        return self._testing or self._guide is not None

    @property
    def stopped(self) -> bool:
        """A fault, the emergency stop or motion that was interrupted waits for a person."""
        status = self._status
        return status is not None and (status.state in STOPPED or held(status))

    @property
    def moving(self) -> bool:
        """A machine that does not answer has stopped: its lease has run out."""
        status = self._status
        if not self._connected or status is None:
            return False
        if self._guide is not None:
            return self._guide.moving
        return self._testing or status.state not in RESTING or status.sorter is Sorter.SORTING

    def poll(self, now: float) -> list[WallsPresented | DiceFell]:
        """What the machine reports of walls and dice since the last call."""
        try:
            news = self._device.poll(now)
        except DeviceLostError as error:
            self._connected, self.lost = False, True
            self._alerts.lost(error)
            return []
        if news:
            self._connected, self.lost = True, False
            self._alerts.lost(None)
        for item in news:
            self._receive(item)
            if self._guide is not None:
                self._guide.feed(item)  # the cycle waits: it would home the machine under somebody's hands
            else:
                commands = self.cycle.feed(item)
                self.send([] if self.rests else commands)
        if self._guide is not None:
            self._guide.tick(now)
            self._follow_guide(self._guide)
        return [item for item in news if isinstance(item, WallsPresented | DiceFell)]

    def ready(self, now: float) -> bool:
        """Never: the machine raises walls only after START."""
        del now
        return False

    def resume(self, thrown: int) -> None:
        """A hand was on the table when the service stopped, and so many throws had fallen."""
        self.send(self.cycle.resume(thrown))

    def thrown(self, count: int) -> None:
        """How many throws of this hand have been accepted."""
        self.send(self.cycle.thrown(count))

    def send(self, commands: Iterable[Command]) -> None:
        for command in commands:
            if self._held:
                self._waiting.append(command)
            else:
                self._device.send(command)

    def hold(self, held: bool) -> None:
        """What moves comes to its end, and nothing else begins until it is let go."""
        self._held = held
        if not held:
            waiting, self._waiting = self._waiting, []
            self.send(waiting)

    def tell(self, trigger: Trigger) -> None:
        """What happened in the game, or START."""
        if trigger is Trigger.DISCARD:  # nothing of the machine follows from it
            return
        if self._guide is not None and trigger is Trigger.START:
            return
        if trigger is Trigger.START:
            self._device.send(Press())
        self.send(self.cycle.feed(trigger))

    def clear(self) -> bool:
        """Somebody pressed START: clears what stopped the machine; False when nothing did. To a guided
        self-test it says that the machine may move, where that was asked, and nothing else begins."""
        if self._guide is not None:
            view = self._guide.view
            if view is not None:
                self.step(view.step, Word.GO)
            return True
        if not self.stopped:
            return False
        self._device.send(Press())
        if self._status is not None and self._status.state in STOPPED:
            self._device.send(ClearFault())
        return True

    def act(self, chosen: ActView) -> None:
        """Somebody who sees the machine chose what it offers now (`way_out`)."""
        status = self._status
        if chosen.act is ActCode.BY_HAND:
            self._stand_still(status)
            self.cycle.rest()
        if chosen.act is ActCode.BY_HAND or status is None:
            return
        if chosen.act is ActCode.ROW_EMPTY:
            self._device.send(Stop())
        if status.state is MachineState.SERVICE:
            self._device.send(Service(False))
            return
        cleared = self.clear()
        if not (cleared and chosen.act is ActCode.GO_ON):
            self._device.send(Press())
            self.send(self.cycle.act(chosen.act, chosen.set))

    def _stand_still(self, status: Status | None) -> None:
        """What was interrupted is over, and hands may reach in."""
        if self._connected and status is not None and (status.action or status.sorter is Sorter.SORTING):
            self._device.send(Stop())

    def test(self, axis: int = NONE) -> Refusal | None:
        """Begins a self-test, of one axis or of all; a refusal when it is not the time for it."""
        if not self._may_test(TESTABLE, (CycleStep.WAIT, CycleStep.DONE)):
            return Refusal("not_at_rest")
        self._testing, self._test_action, self._tested = True, None, []
        self._device.send(Press())
        self.send((Service(True), SelfTest(axis)))
        return None

    def guide(self, now: float) -> Refusal | None:
        """Begins the guided self-test; a refusal when it is not the time for it. `now` as `poll` has it."""
        if not self._may_test(GUIDABLE, _BETWEEN):
            return Refusal("not_at_rest")
        self._guide, self._act, self._tested = Guide(now), None, []
        return None

    def step(self, step: int, word: Word) -> Refusal | None:
        """Somebody's word to a step of it; a refusal where it does not wait for that."""
        guide = self._guide
        if guide is None or not guide.say(step, word):
            return Refusal("no_such_step")
        self._follow_guide(guide)
        return None

    def _may_test(self, states: tuple[MachineState, ...], steps: tuple[CycleStep, ...]) -> bool:
        at_rest = self._connected and self._status is not None and self._status.state in states
        tests = self.testing
        return at_rest and not tests and self.cycle.step in steps

    def _follow_guide(self, guide: Guide) -> None:
        """What it sends to the machine; a virtual machine has its own people for the acts."""
        self.send(guide.take())
        self._tested = list(guide.parts)
        if guide.act is not self._act:
            self._act = guide.act
            if self._act is not None and isinstance(self._device, Peopled):
                self._device.touch(self._act.inputs)
        if guide.over:
            self._guide = None

    def read(self) -> Refusal | None:
        """Asks for counters and faults; a refusal when the machine does not answer. Nothing moves for it."""
        if not self._connected:
            return Refusal("machine_away")
        self._remembered = []
        self._device.send(ReadCounters())
        self._device.send(ReadFaults())
        return None

    def report(self) -> MachineReport | None:
        """The machine in detail, when that has changed, once in `REPORT_S` at most, and at once where a
        guided self-test asks for something else."""
        guide = None if self._guide is None else self._guide.view
        published = None if self._reported is None else self._reported.guide
        if guide == published and time.monotonic() < self._report_at:
            return None
        report = machine.report(
            self._hello,
            self._status if self._connected else None,
            self._device.statistics,
            alerts=[alert for alert in self._alerts.all if alert.code.startswith("machine_")],
            test=machine.SelfTested(self.testing, self._tested, guide),
            counters=self._counters,
            remembered=self._remembered,
        )
        if report == self._reported:
            return None
        self._reported, self._report_at = report, time.monotonic() + REPORT_S
        return report

    def _receive(self, item: News) -> None:
        if isinstance(item, Answered) and isinstance(item.command, Configure | CommitConfig):
            self.configuring = isinstance(item.command, Configure)
        match item:
            case Greeted(hello, fresh):
                self._hello = hello
                if fresh:
                    self._waiting = []  # all is sent again to a machine that was reset
            case Status():
                self._status = item
                self.view = machine.seen(self.view, item)
                self._alerts.machine(item)
            case Counters():
                self._counters = machine.counted(item)
            case Fault(outcome=Outcome.RECORDED):
                self._remembered = [machine.remembered(item), *self._remembered][:BLACK_BOX]
            case Fault():
                self.view = machine.seen(self.view, item)
                self._alerts.fault(item)
                self._notes.put("fault", machine.noted(item))
            case Answered(ReadCounters() | ReadFaults() | Press(), _):
                pass
            case Answered(_, reply):
                self._alerts.refused(reply.reason if reply.answer is Answer.REFUSED else None)
        if self._testing:
            self._follow_test(item)

    def _follow_test(self, item: News) -> None:
        """The machine leaves SERVICE when its test is over, however that ended."""
        match item:
            case PartTested():
                self._tested.append(machine.part(item))
            case Answered(SelfTest(), reply) if reply.answer is Answer.ACCEPTED:
                self._test_action = reply.action
            case Answered(SelfTest() | Service(True), reply) if reply.answer is Answer.REFUSED:
                self._end_test()
            case Done(action) if action == self._test_action:
                self._end_test()
            case Fault(outcome=Outcome.LATCHED):
                self._end_test()

    def _end_test(self) -> None:
        self._testing = False
        self._device.send(Service(False))
