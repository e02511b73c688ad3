"""A table whose journal the judge reads: what happened and what was tried, one second after the other."""

from __future__ import annotations

from typing import Self

import pytest

from engine.judge import Case, CaseEntry, CaseStep, Finding, Kind, judge
from engine.play.apply import apply, outcome
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault, IllegalEventError
from engine.state.hand import Game
from engine.tiles.tile import parse_tiles
from tests.engine.board import Board

SECOND = 1000


class Story(Board):
    """A board that keeps every step of the hand; `wait` before an event sets the time it takes."""

    def __init__(self, preset: str = "rrc", **options: object) -> None:
        super().__init__(preset, **options)
        self.steps: list[CaseStep] = []
        self.number = 0
        self.now = 0

    def wait(self, milliseconds: int) -> Self:
        """The next event comes so much after the last one, not a second."""
        self.now += milliseconds - SECOND
        return self

    def do(self, *events: ev.Event) -> Self:
        for event in events:
            found = outcome(self.game, event)
            before, self.game = self.game, found.game
            self._keep(CaseEntry(self.number, event, self.now + SECOND), before, found.faults)
        return self

    def tries(self, event: ev.Event) -> Self:
        """An event that the table refuses."""
        with pytest.raises(IllegalEventError) as error:
            apply(self.game, event)
        self._keep(CaseEntry(self.number, event, self.now + SECOND, error.value.faults), self.game)
        return self

    def _keep(self, entry: CaseEntry, before: Game, breaches: Fault = LEGAL) -> None:
        self.number += 1
        self.now += SECOND
        if isinstance(entry.event, ev.HandStarted):
            self.steps = []
        elif before.hand is not None:
            self.steps.append(CaseStep(entry, before, self.game, len(self.steps), breaches))

    def ron(self, seat: int, source: int) -> Self:
        return self.do(ev.WinDeclared(seat, source))

    def show(self, seat: int, tiles: str) -> Self:
        return self.do(ev.HandShown(seat, parse_tiles(tiles)))

    @property
    def last(self) -> int:
        """The id of the last entry."""
        return self.number - 1

    @property
    def case(self) -> Case:
        return Case(tuple(self.steps))

    @property
    def findings(self) -> tuple[Finding, ...]:
        return judge(self.case)

    @property
    def kinds(self) -> list[Kind]:
        return [finding.kind for finding in self.findings]

    def finding(self, kind: Kind) -> Finding:
        """The only finding, of this kind."""
        (found,) = self.findings
        assert found.kind is kind
        return found
