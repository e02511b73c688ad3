"""What screens and referees ask for, sorted for the main loop; every order gets its one answer."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from contract.messages import ActBody, ActView, AnswerBody, Body, SelftestBody, StepBody
from contract.messages.seat_panel import Button
from contract.stored.codec import Json
from controller.bus.commands import answer_of, axis_of, signal_of
from controller.bus.gate import Order
from controller.club_link import link
from controller.infer.inference import Answer
from controller.machine.selftest.guide import Word
from controller.panel.panel import PanelSignal
from controller.people import hosting
from controller.people.decisions import NAMES, Decisions
from controller.sentences.refusals import Refusal
from controller.table.journal_notes import ANSWER, Notes
from controller.table.writer import Accepted, Table
from engine.state.hand import Game

if TYPE_CHECKING:
    from controller.bus.mqtt import Bus
    from controller.machine.preparation import Preparation


class Inbox:
    """Orders that came since the last turn of the loop, and decisions that wait for the disk.

    `synced` is true once a client has asked for the complete state again; reading it resets it.
    """

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._answers: list[Order] = []
        self._decisions: list[Order] = []
        self._tests: list[Order] = []
        self._starts: list[Order] = []
        self._club: list[Order] = []
        self._host: list[Order] = []
        self._reads: list[Order] = []
        self._acts: list[Order] = []
        self._synced = False

    def __len__(self) -> int:
        """Decisions that are not made yet."""
        return len(self._decisions)

    @property
    def synced(self) -> bool:
        was, self._synced = self._synced, False
        return was

    def words(self, now: float, *, paused: bool, previewed: bool) -> list[PanelSignal]:
        """Sorts the orders that have arrived and returns the button presses among them, except START.

        `previewed` says that a result waits for confirmation by the seats.
        """
        self._answers = []
        signals = []
        for order in self._bus.poll():
            if order.name in link.NAMES:
                self._club.append(order)
            elif order.name in hosting.NAMES:
                self._host.append(order)
            elif order.name == "machine.read":
                self._reads.append(order)
            elif order.name in NAMES:
                self._decisions.append(order)
            elif order.name == "sync":
                self._synced = True
                self._bus.answer(order)
            elif paused:
                self._bus.answer(order, Refusal("paused"))
            elif order.name in ("win.confirm", "win.dispute") and not previewed:
                self._bus.answer(order, Refusal("no_result"))
            elif order.name in ("panel", "win.confirm", "win.dispute"):
                signals += self._button(order, now)
            elif order.name == "cycle.start":
                self._starts.append(order)
            elif order.name == "machine.act":
                self._acts.append(order)
            elif order.name in ("machine.selftest", "machine.step"):
                self._tests.append(order)
            else:
                self._answers.append(order)
        return signals

    @property
    def club(self) -> list[Order]:
        """What concerns the club; reading it takes it out."""
        found, self._club = self._club, []
        return found

    @property
    def host(self) -> list[Order]:
        """What the host asks for; reading it takes it out."""
        found, self._host = self._host, []
        return found

    def read_machine(self, begin: Callable[[], Refusal | None]) -> None:
        """Whoever wants to know what the machine has counted; `begin` says why it cannot be read."""
        for order in self._reads:
            self._bus.answer(order, begin())
        self._reads = []

    def _button(self, order: Order, now: float) -> list[PanelSignal]:
        signal = signal_of(order, now)
        if signal.button is Button.START:
            self._starts.append(order)
            return []
        self._bus.answer(order)
        return [signal]

    def start(self, begin: Callable[[], Refusal | None]) -> None:
        """START by command; `begin` says why nothing begins."""
        for order in self._starts:
            self._bus.answer(order, begin())
        self._starts = []

    def act(self, do: Callable[[ActView], Refusal | None]) -> None:
        """What people chose of what the machine offers; `do` says why not."""
        for order in self._acts:
            body = order.read()
            assert isinstance(body, ActBody)
            self._bus.answer(order, do(ActView(act=body.act, lane=body.lane, set=body.set)))
        self._acts = []

    def test(self, machine: Preparation, now: float) -> None:
        """Self-tests that were asked for, and answers to the steps of one; the machine says why not."""
        for order in self._tests:
            self._bus.answer(order, _tested(order.read(), machine, now))
        self._tests = []

    def answers(self, open_questions: AbstractSet[str], notes: Notes) -> list[Answer]:
        """Answers to questions that are still open; each goes on record with who gave it (K-APPEAL-03)."""
        out = []
        for order in self._answers:
            body = order.read()
            assert isinstance(body, AnswerBody)
            answer = answer_of(body)
            if answer is None:
                self._bus.answer(order, Refusal("no_tile"))
            elif answer.question not in open_questions:
                self._bus.answer(order, Refusal("question_closed"))
            else:
                out.append(answer)
                said: dict[str, Json] = {
                    "question": answer.question,
                    "tile": None if answer.tile is None else str(answer.tile),
                    "by": order.by,
                }
                notes.put(ANSWER, said)
                self._bus.answer(order)
        return out

    def decide(self, decisions: Decisions, table: Table, now: float) -> list[Accepted]:
        """What was decided becomes notes and events; a JournalError leaves the rest waiting."""
        out = []
        while self._decisions:
            order = self._decisions[0]
            game = table.game
            assert isinstance(game, Game)
            decided = decisions.decide(order, table, game, now)
            if decided.accepted is not None:
                out.append(decided.accepted)
            self._bus.answer(order, decided.why_not)
            self._decisions.pop(0)
        return out


def _tested(body: Body, machine: Preparation, now: float) -> Refusal | None:
    if isinstance(body, StepBody):
        return machine.step(body.step, Word(body.word))
    assert isinstance(body, SelftestBody)
    if body.guided:
        return machine.guide(now)
    axis = axis_of(body.axis)
    return axis if isinstance(axis, Refusal) else machine.test(axis)
