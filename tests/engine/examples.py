"""The worked examples of the rules (tests/data/README.md) and a register of what runs each kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from engine.rules import Ruleset

Data = dict[str, Any]
Runner = Callable[[Data, Data, str], None]
RulesRunner = Callable[[Data, Data, Ruleset], None]
_FILE: Final = Path(__file__).parents[1] / "data" / "examples.jsonl"
LINES: Final[list[Data]] = [json.loads(line) for line in _FILE.read_text("utf-8").splitlines()]


class Register:
    """Runners by kind of example; `of(kind)` decorates one."""

    def __init__(self) -> None:
        self.runners: dict[str, Runner] = {}

    def of(self, kind: str) -> Callable[[Runner], Runner]:
        def register(run: Runner) -> Runner:
            self.runners[kind] = run
            return run

        return register

    def of_rules(self, kind: str) -> Callable[[RulesRunner], RulesRunner]:
        """As `of`, for one that takes the rules of the preset instead of its name."""

        def register(run: RulesRunner) -> RulesRunner:
            self.runners[kind] = lambda given, expected, preset: run(given, expected, Ruleset.preset(preset))
            return run

        return register

    @property
    def lines(self) -> list[Data]:
        return [line for line in LINES if line["kind"] in self.runners]

    def run(self, line: Data) -> None:
        self.runners[line["kind"]](line["input"], line["expected"], line.get("preset", "rrc"))
