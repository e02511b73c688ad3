"""What screens and referees ask for, sorted for the main loop; every command gets its one answer."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from controller.codec import Json
from controller.commands import answer_of, axis_of, ruling_of, signal_of
from controller.infer.inference import Answer
from controller.notes import ANSWER, Notes
from controller.panel import Button, PanelSignal
from controller.table import Accepted, Table
from controller.topics import Command

if TYPE_CHECKING:
    from controller.mqtt import Bus


class Inbox:
    """Commands that came since the last turn of the loop, and rulings that wait for the disk.

    `synced` says that somebody asked for the whole picture again; reading it takes it back.
    """

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._answers: list[Command] = []
        self._rulings: list[Command] = []
        self._tests: list[Command] = []
        self._synced = False

    def __len__(self) -> int:
        """Rulings that are not decided yet."""
        return len(self._rulings)

    @property
    def synced(self) -> bool:
        was, self._synced = self._synced, False
        return was

    def words(self, now: float) -> list[PanelSignal]:
        """Takes in what has come; the buttons among it are given back."""
        self._answers = []
        signals = []
        for command in self._bus.poll():
            if command.name == "panel":
                signal = signal_of(command, now)
                if signal is not None:
                    signals.append(signal)
                self._bus.answer(command, "ok" if signal else "bad_schema")
            elif command.name == "cycle.start":
                signals.append(PanelSignal(0, Button.START, now))
                self._bus.answer(command)
            elif command.name == "machine.selftest":
                self._tests.append(command)
            elif command.name == "sync":
                self._synced = True
                self._bus.answer(command)
            elif command.name == "rule":
                self._rulings.append(command)
            else:
                self._answers.append(command)
        return signals

    def test(self, begin: Callable[[int], str | None]) -> None:
        """Self-tests that were asked for; `begin` says why one is not begun."""
        for command in self._tests:
            axis = axis_of(command)
            if isinstance(axis, str):
                self._bus.answer(command, "bad_schema", axis)
            else:
                why_not = begin(axis)
                self._bus.answer(command, "not_now" if why_not else "ok", why_not or "")
        self._tests = []

    def answers(self, open_questions: AbstractSet[str], notes: Notes) -> list[Answer]:
        """Answers to questions that are still open; each goes on record with who gave it (K-APPEAL-03)."""
        out = []
        for command in self._answers:
            answer = answer_of(command)
            if answer is None:
                self._bus.answer(command, "bad_schema", "An answer names an open question and a tile.")
            elif answer.question not in open_questions:
                self._bus.answer(command, "not_now", "That question is not open any more.")
            else:
                out.append(answer)
                body: dict[str, Json] = {
                    "question": answer.question,
                    "tile": str(answer.tile),
                    "by": command.by,
                }
                notes.put(ANSWER, body)
                self._bus.answer(command)
        return out

    def rule(self, table: Table) -> list[Accepted]:
        """What referees decided becomes events; a JournalError leaves the rest waiting."""
        out = []
        while self._rulings:
            command = self._rulings[0]
            event = ruling_of(command)
            if isinstance(event, str):
                self._bus.answer(command, "bad_schema", event)
            else:
                outcome = table.submit(event)
                if isinstance(outcome, Accepted):
                    out.append(outcome)
                    self._bus.answer(command)
                else:
                    self._bus.answer(command, "not_now", outcome.sentence)
            self._rulings.pop(0)
        return out
