"""The service at its machine: what it reports, what the cycle makes of it, and what is told of both.

Nothing here blocks. What goes wrong becomes an alert: a machine that is not heard or must not be moved, a
command that it refused, a fault. After a refusal nothing moves by itself: START tries again.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from contract.messages import ActCode, ActView, MachineCode, MachineView
from controller.machine import machine_views as machine
from controller.machine.cycle import Cycle, CycleStep, Trigger
from controller.machine.way_out import held
from controller.sentences.refusals import Refusal
from firmware_bridge.device import Answered, DeviceLostError, Greeted, News
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
REPORT_S: Final = 1.0


class Attendant:
    """Owns the cycle; `view` is what the screens are sent."""

    def __init__(self, device: Device, cycle: Cycle, alerts: Alerts, notes: Notes) -> None:
        self._device = device
        self._alerts = alerts
        self._notes = notes
        self._hello: MachineHello | None = None
        self._status: Status | None = None
        self._heard = False
        self.lost = False
        """It does not answer, or must not be moved."""
        self.configuring = False
        """It is sent its settings: a press would come too late to count."""
        self.rests = False
        """People build the walls: it is told nothing."""
        self._test_action: int | None = None
        self._testing = False
        self._tested: list[PartView] = []
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
        """As it was last told."""
        return self._status

    @property
    def testing(self) -> bool:
        """A self-test runs."""
        return self._testing

    @property
    def stopped(self) -> bool:
        """A fault, the emergency stop or motion that was interrupted waits for a person."""
        status = self._status
        return status is not None and (status.state in STOPPED or held(status))

    @property
    def moving(self) -> bool:
        """A machine that is not heard stands: its lease has run out."""
        status = self._status
        if not self._heard or status is None:
            return False
        return self._testing or status.state not in RESTING or status.sorter is Sorter.SORTING

    def poll(self, now: float) -> list[WallsPresented | DiceFell]:
        """What the machine reports of walls and dice since the last call."""
        try:
            news = self._device.poll(now)
        except DeviceLostError as error:
            self._heard, self.lost = False, True
            self._alerts.lost(error)
            return []
        if news:
            self._heard, self.lost = True, False
            self._alerts.lost(None)
        for item in news:
            self._hear(item)
            commands = self.cycle.feed(item)
            self.send([] if self.rests else commands)
        return [item for item in news if isinstance(item, WallsPresented | DiceFell)]

    def ready(self, now: float) -> bool:
        """Never: the machine raises walls only after START."""
        del now
        return False

    def resume(self, thrown: int) -> None:
        """A hand was on the table when the service stopped, and so many throws had fallen."""
        self.send(self.cycle.resume(thrown))

    def thrown(self, count: int) -> None:
        """So many throws of this hand have been accepted."""
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
        if trigger is Trigger.START:
            self._device.send(Press())
        self.send(self.cycle.feed(trigger))

    def clear(self) -> bool:
        """Somebody pressed START: clears what stopped the machine; False when nothing did."""
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
        if self._heard and status is not None and (status.action or status.sorter is Sorter.SORTING):
            self._device.send(Stop())

    def test(self, axis: int = NONE) -> Refusal | None:
        """Begins a self-test, of one axis or of all; a refusal when it is not the time for it."""
        at_rest = self._status is not None and self._status.state in TESTABLE
        if not at_rest or self._testing or self.cycle.step not in (CycleStep.WAIT, CycleStep.DONE):
            return Refusal("not_at_rest")
        self._testing, self._test_action, self._tested = True, None, []
        self._device.send(Press())
        self.send((Service(True), SelfTest(axis)))
        return None

    def read(self) -> Refusal | None:
        """Asks for counters and faults; a refusal when the machine does not answer. Nothing moves for it."""
        if not self._heard:
            return Refusal("machine_away")
        self._remembered = []
        self._device.send(ReadCounters())
        self._device.send(ReadFaults())
        return None

    def report(self) -> MachineReport | None:
        """The machine in detail, when that has changed, once in `REPORT_S` at most."""
        if time.monotonic() < self._report_at:
            return None
        report = machine.report(
            self._hello,
            self._status if self._heard else None,
            self._device.statistics,
            alerts=[alert for alert in self._alerts.all if alert.code.startswith("machine_")],
            tested=self._tested,
            testing=self._testing,
            counters=self._counters,
            remembered=self._remembered,
        )
        if report == self._reported:
            return None
        self._reported, self._report_at = report, time.monotonic() + REPORT_S
        return report

    def _hear(self, item: News) -> None:
        if isinstance(item, Answered) and isinstance(item.command, Configure | CommitConfig):
            self.configuring = isinstance(item.command, Configure)
        match item:
            case Greeted(hello, fresh):
                self._hello = hello
                if fresh:
                    self._waiting = []  # a machine that was reset is told anew
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
