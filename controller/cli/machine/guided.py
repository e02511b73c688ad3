"""The guided self-test at a terminal: one step after the other, with the drawing of where to act."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Final, Protocol

from contract.messages import GuideView, MachineReport, PartView
from controller.cli.machine.desk import MachineConsole
from controller.cli.machine.held_key import held_key
from controller.cli.machine.remote import Remote, RemoteError
from controller.machine.operator import Operator
from controller.machine.selftest.acts import Act
from controller.machine.selftest.guide import Guide, Word
from controller.machine.selftest.plan import drawn
from controller.sentences import machine_faults as words

TURN_S: Final = 0.1
KEYS: Final = {" ": Word.GO, "\n": Word.GO, "\r": Word.GO, "n": Word.FAILS, "s": Word.SKIP, "q": Word.STOP}
Read = Callable[[float], Word | None]


class Guided(Protocol):
    """A guided self-test that runs, here or at a running table."""

    @property
    def view(self) -> GuideView | None:
        """What is asked for now."""
        ...

    @property
    def parts(self) -> tuple[PartView, ...]:
        """What was found so far."""
        ...

    @property
    def over(self) -> bool: ...

    def turn(self) -> None:
        """Lets a moment pass."""
        ...

    def say(self, step: int, word: Word) -> None: ...


Opened = Callable[[MachineConsole], AbstractContextManager[Guided]]


def followed(desk: MachineConsole, opened: Opened) -> tuple[PartView, ...]:
    """Follows the test from the first step to the last; what was found of every input and every axis."""
    shown: tuple[int, str, str | None] | None = None
    with opened(desk) as guided, _answers() as read:
        while not guided.over:
            view = guided.view
            if view is not None and (view.step, view.act, view.axis) != shown:
                shown = (view.step, view.act, view.axis)
                _print(desk, view)
            word = read(0.0)
            if word is not None and view is not None:
                guided.say(view.step, word)
            guided.turn()
        return guided.parts


def _print(desk: MachineConsole, view: GuideView) -> None:
    sentence = words.step(view, desk.language)
    if view.act == "moving":
        desk.say(sentence, message=sentence, **view.model_dump())
        return
    drawing = drawn(view.place, view.lane)
    of = words.selftest("step", desk.language, n=view.step, of=view.steps)
    keys = words.selftest("keys_go" if "go" in view.words else "keys", desk.language)
    desk.say(f"\n{drawing}\n\n{of}: {sentence}\n{keys}", message=sentence, **view.model_dump())


@contextmanager
def _answers() -> Iterator[Read]:
    """Keys of a terminal, which need no Enter; else words, one a line."""
    if sys.stdin.isatty():
        with held_key(sys.stdin.fileno()) as pressed:
            yield lambda seconds: KEYS.get(pressed(seconds))
    else:
        yield _line


def _line(seconds: float) -> Word | None:
    """A line that is there; what is no word is ignored, as is a stdin that nobody can wait for."""
    with suppress(OSError, ValueError):
        if select.select([sys.stdin], [], [], seconds)[0]:
            return Word(sys.stdin.readline().strip())
    return None


class _Here:
    """A test at a machine of our own; at a virtual one its people do what is asked, START too."""

    def __init__(self, operator: Operator, *, virtual: bool) -> None:
        self._operator = operator
        self._virtual = virtual
        self._guide = Guide(operator.now)
        self._act: Act | None = None

    @property
    def view(self) -> GuideView | None:
        return self._guide.view

    @property
    def parts(self) -> tuple[PartView, ...]:
        return self._guide.parts

    @property
    def over(self) -> bool:
        return self._guide.over

    def say(self, step: int, word: Word) -> None:
        self._guide.say(step, word)

    def turn(self) -> None:
        guide = self._guide
        if guide.act is not self._act:
            self._act = guide.act
            if self._act is not None:
                self._operator.touch(self._act.inputs)
        if self._virtual and guide.view is not None:
            guide.say(guide.view.step, Word.GO)
        for command in guide.take():
            self._operator.tell(command)
        for news in self._operator.watch(TURN_S):
            guide.feed(news)
        guide.tick(self._operator.now)
        if guide.over:
            for command in guide.take():
                self._operator.tell(command)
            self._operator.watch(2 * TURN_S)


class _AtTable:
    """Through a running table."""

    def __init__(self, table: Remote) -> None:
        self._table = table
        self.view: GuideView | None = None
        self.parts: tuple[PartView, ...] = ()
        self.over = False

    def say(self, step: int, word: Word) -> None:
        self._table.ask("machine.step", step=step, word=word.value)
        self._look()

    def turn(self) -> None:
        with suppress(RemoteError):  # nothing has changed
            self._table.wait(lambda news: news if isinstance(news, MachineReport) else None, TURN_S)
        self._look()

    def _look(self) -> None:
        report = self._table.report
        if report is None:
            return
        self.over |= self.view is not None and report.guide is None
        self.view, self.parts = report.guide, report.tested


@contextmanager
def guided_by_hand(desk: MachineConsole) -> Iterator[Guided]:
    """The test at the machine itself."""
    with desk.operator() as operator:
        yield _Here(operator, virtual=desk.virtual)


@contextmanager
def guided_by_table(desk: MachineConsole) -> Iterator[Guided]:
    """The test at a running table; exit status 1 with its reason where the table does not test now."""
    with desk.table() as table:
        reply = table.ask("machine.selftest", guided=True)
        if not reply.ok:
            desk.fail(words.why_not(reply, desk.language))
        yield _AtTable(table)
