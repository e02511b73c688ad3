"""The guided self-test, step by step: what the person is asked for, what is sent to the machine, what came of
it.

Pure: news of the machine, answers of the person and the time in, commands out. First the person operates what
no axis does, with the motor supply off. Then, after a press, the machine tries one axis after the other by
its own self-test, whose limits and stops are those of the firmware; a fault ends that, and the next axis
waits for another press. Last, with the supply off again, the person operates the inputs that the machine did
not.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from contract.messages import GuideView, PartView
from controller.machine.selftest.acts import FIRST, GUARDS, OF_AXIS, ORDER, PLACES, Act
from controller.machine.selftest.findings import Findings, Found, Seen, Trial, concerns, millivolts
from firmware_bridge.device import Answered, Greeted, News
from firmware_bridge.faults import fault_of
from firmware_bridge.message import (
    NONE,
    Answer,
    ClearFault,
    Command,
    Done,
    Fault,
    Flag,
    MachineState,
    Outcome,
    PartTested,
    Press,
    SelfTest,
    Service,
    Status,
    Stop,
    Telemetry,
    Watch,
)
from firmware_bridge.pins import LANE, Axis

STEP_S: Final = 300.0
"""Nobody acts for so long: the step is left out."""
ANSWER_S: Final = 3.0
"""The machine answers, and the motor supply comes up, within this."""
AXIS_S: Final = 120.0
"""An axis with all attempts of its ladder takes less."""
WATCH_MS: Final = 50
MOST_STOPS: Final = 2
"""Something that is not of the axis has stopped it so often: none can be tried."""
STOPPED: Final = (MachineState.FAULT, MachineState.ESTOP)
BROKEN_OFF: Final = ("ESTOP", "LID_OPEN", "HOST_LOST")
"""Faults by which people, or their computer, stop an axis that has done nothing wrong."""


class Word(StrEnum):
    """What a person says to a step."""

    GO = "go"
    """START: hands are away, the machine may move."""
    FAILS = "fails"
    """It was done, and nothing happened."""
    SKIP = "skip"
    STOP = "stop"
    """The self-test ends here."""


@dataclass(frozen=True, slots=True)
class _Said:
    word: Word


class _Tick:
    """Time has passed."""


_Event = News | _Said | _Tick
_Steps = Generator[None, _Event, None]


class _StoppedError(Exception):
    """Somebody ends the self-test, or the machine was reset."""


class Guide:
    """`over` when nothing follows any more; `view` is what is asked for now, None when nothing is."""

    def __init__(self, now: float) -> None:
        self._now = now
        self._commands: list[Command] = []
        self._findings = Findings()
        self._status: Status | None = None
        self._seen = Seen()
        self._step = 0
        self._steps = len(FIRST) + 1
        self._stops = 0
        self.act: Act | None = None
        """What the person is asked to do now."""
        self.view: GuideView | None = None
        self.moving = False
        """The machine moves, or may at once."""
        self.over = False
        self._run = self._all()
        self._event: _Event = _Tick()
        next(self._run)

    @property
    def parts(self) -> tuple[PartView, ...]:
        """What is known so far of every input and every axis."""
        return self._findings.parts

    def take(self) -> list[Command]:
        """The commands that the machine is to be sent now, in their order; each is given once."""
        taken, self._commands = self._commands, []
        return taken

    def feed(self, news: News) -> None:
        """What the machine reported."""
        if isinstance(news, Status):
            self._status = news
        elif isinstance(news, Telemetry):
            self._findings.supplied(news.asserted, news.released, millivolts(news.analogs))
            self._seen.add(news.asserted, news.released)
        elif isinstance(news, Fault) and news.outcome is Outcome.LATCHED and self.moving:
            tried = None if self.view is None or self.view.axis is None else Axis[self.view.axis]
            own = tried is not None and concerns(news, tried)
            name = fault_of(news.code).name
            self._stops += not own and name not in BROKEN_OFF
            if name == "AXIS_RUNAWAY" and news.axis != NONE:
                self._findings.ran_away(Axis(news.axis))
        self._advance(news)

    def tick(self, now: float) -> None:
        """Time passes, in seconds of any clock; often."""
        self._now = now
        self._advance(_Tick())

    def say(self, step: int, word: Word) -> bool:
        """A person's word to that step; False where the self-test waits for no such word there."""
        view = self.view
        if self.over or view is None or word.value not in view.words:
            return False
        if view.step != step and word is not Word.STOP:
            return False
        self._advance(_Said(word))
        return True

    def _advance(self, event: _Event) -> None:
        if self.over:
            return
        self._event = event
        try:
            if isinstance(event, Greeted) and event.fresh:
                self._run.throw(_StoppedError())
            else:
                self._run.send(event)
        except StopIteration:
            self.over, self.view, self.act, self.moving = True, None, None, False

    # The whole.

    def _all(self) -> _Steps:
        try:
            self._commands.append(Stop())
            for act in FIRST:
                yield from self._by_hand(act)
            yield from self._by_machine()
            rest = [axis for axis in OF_AXIS if self._findings.missing(axis)]
            self._steps = self._step + len(rest)
            for axis in rest:
                yield from self._by_hand(OF_AXIS[axis])
                self._findings.left_out(axis)
        except _StoppedError:
            for axis in OF_AXIS:
                self._findings.left_out(axis)
        self._commands += [Stop(), Watch(0)]

    # Waiting.

    def _next(self, limit: float | None) -> Generator[None, _Event, _Event | None]:
        """What happens next; None once the clock shows `limit`. A word to stop ends everything."""
        yield
        if self._event == _Said(Word.STOP):
            raise _StoppedError
        return None if limit is not None and self._now >= limit else self._event

    def _watch_anew(self) -> _Steps:
        """Counts what is seen from now on."""
        if self.view is not None:
            self.view = self.view.model_copy(update={"words": (Word.STOP.value,)})
        command, limit = Watch(WATCH_MS), self._now + ANSWER_S
        self._commands.append(command)
        while (event := (yield from self._next(limit))) is not None:
            if isinstance(event, Answered) and event.command == command:
                break
        self._seen = Seen()

    def _ask(self, act: Act | None, name: str, words: tuple[Word, ...], axis: Axis | None = None) -> None:
        self._step += name != "moving"
        self._steps = max(self._steps, self._step)
        self.act = act
        waits_for = () if act is None else tuple(one.name for one in act.inputs)
        self.view = GuideView(
            step=self._step,
            steps=self._steps,
            act=name,
            place="" if act is None else act.name,
            lane=act.lane if act is not None else None if axis is None else LANE.get(axis),
            axis=None if axis is None else axis.name,
            waits_for=waits_for,
            words=tuple(word.value for word in words),
        )

    # A person's acts.

    def _by_hand(self, act: Act) -> _Steps:
        """Ends when all inputs of the act have changed and are again as they were, or by a word, or when
        nobody is there."""
        yield from self._watch_anew()
        before = self._now_of(act)
        self._ask(act, act.name, (Word.FAILS, Word.SKIP, Word.STOP), act.axis)
        limit, done = self._now + STEP_S, False
        while (event := (yield from self._next(limit))) is not None:
            self._report_seen(act)
            done = event == _Said(Word.FAILS)
            if done or event == _Said(Word.SKIP):
                break
            if not isinstance(event, Status):
                continue  # what was reported before it may be older than what was seen
            if all(self._seen.both(one) for one in act.inputs) and self._now_of(act) == before:
                break
        self._findings.acted(act.inputs, self._seen, done=done)
        self._findings.strayed(act.inputs, self._seen)

    def _now_of(self, act: Act) -> list[bool]:
        """Which of its inputs are asserted."""
        asserted = 0 if self._status is None else int.from_bytes(self._status.inputs, "little")
        return [bool(asserted >> one & 1) for one in act.inputs]

    def _report_seen(self, act: Act) -> None:
        assert self.view is not None
        seen = tuple(one.name for one in act.inputs if self._seen.both(one))
        if seen != self.view.seen:
            self.view = self.view.model_copy(update={"seen": seen})

    # The machine's own.

    def _by_machine(self) -> _Steps:
        """Axis after axis; each time that something stopped it, after another press."""
        if any(self._findings.of(one) in (Found.STUCK_ON, Found.STUCK_OFF) for one in GUARDS):
            return
        waiting, name = list(ORDER), "go"
        while waiting and self._stops < MOST_STOPS:
            if not (yield from self._permitted(name, waiting[0])):
                break
            name, ready = "go_on", (yield from self._switched_on())
            while ready and waiting:
                trial = yield from self._try(waiting[0])
                if trial is None:
                    break
                self._stops = 0
                self._findings.tried(trial)
                waiting.pop(0)
                ready = trial.fault is None
            self.moving = False
        self._commands.append(Stop())

    def _permitted(self, name: str, axis: Axis) -> Generator[None, _Event, bool]:
        """Whether a person says that the machine may move."""
        self._ask(None, name, (Word.GO, Word.SKIP, Word.STOP), axis)
        limit = self._now + STEP_S
        while (event := (yield from self._next(limit))) is not None:
            if event == _Said(Word.GO):
                return True
            if event == _Said(Word.SKIP):
                break
        return False

    def _switched_on(self) -> Generator[None, _Event, bool]:
        """Faults cleared, SERVICE, the supply up; False: somebody has to press again."""
        self._ask(None, "moving", (Word.STOP,))
        self.moving = True
        self._commands.append(Press())
        if self._status is not None and self._status.state in STOPPED:
            self._commands.append(ClearFault())
        self._commands += [Service(True), Watch(WATCH_MS)]
        limit = self._now + ANSWER_S
        while (event := (yield from self._next(limit))) is not None:
            if isinstance(event, Fault) and event.outcome is Outcome.LATCHED:
                return False
            if isinstance(event, Answered) and event.reply.answer is Answer.REFUSED:
                return False
            if isinstance(event, Status) and _served(event):
                return True
        return False

    def _try(self, axis: Axis) -> Generator[None, _Event, Trial | None]:
        """One axis by the machine's own self-test; None where something else stopped it, or it is refused."""
        yield from self._watch_anew()
        assert self.view is not None
        self.view = self.view.model_copy(
            update={"axis": axis.name, "lane": LANE.get(axis), "place": PLACES[axis]}
        )
        trial, command, action, limit = Trial(axis), SelfTest(axis), None, self._now + AXIS_S
        self._commands.append(command)
        while (event := (yield from self._next(limit))) is not None:
            if isinstance(event, PartTested):
                trial.parts.append(event)
            elif isinstance(event, Answered) and event.command == command:
                if event.reply.answer is Answer.REFUSED:
                    return None
                action = event.reply.action
            elif isinstance(event, Done) and event.action == action and event.outcome is Outcome.DONE:
                break
            elif isinstance(event, Fault) and event.outcome is Outcome.LATCHED:
                if not concerns(event, axis):
                    return None
                trial.fault = event
                break
        if event is None:
            self._commands.append(Stop())
        while event is not None and not isinstance(event, Telemetry):
            event = yield from self._next(limit)
        trial.seen = self._seen
        return trial


def _served(status: Status) -> bool:
    """In SERVICE, with the motor supply up."""
    return status.state is MachineState.SERVICE and Flag.SUPPLY in status.flags
