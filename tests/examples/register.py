"""The worked examples of the rules (tests/data/README.md) and a register of what runs each kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from engine.rules.ruleset import Ruleset

Data = dict[str, Any]
Runner = Callable[[Data, Data, str], None]
RulesRunner = Callable[[Data, Data, Ruleset], None]
_FILE: Final = Path(__file__).parents[1] / "data" / "examples.jsonl"
LINES: Final[list[Data]] = [json.loads(line) for line in _FILE.read_text("utf-8").splitlines()]
RUNNERS: Final[dict[str, Runner]] = {}


def runner(kind: str) -> Callable[[Runner], Runner]:
    """Registers what runs the examples of a kind."""

    def register(run: Runner) -> Runner:
        assert kind not in RUNNERS, f"two runners for {kind}"
        RUNNERS[kind] = run
        return run

    return register


def rules_runner(kind: str) -> Callable[[RulesRunner], RulesRunner]:
    """As `runner`, for one that takes the rules of the preset instead of its name."""

    def register(run: RulesRunner) -> RulesRunner:
        runner(kind)(lambda given, expected, preset: run(given, expected, Ruleset.preset(preset)))
        return run

    return register


def kind_of(line: Data) -> str:
    """The kind of a line; the two games use some words for different things."""
    classical = any(clause.startswith("C-") for clause in line["clauses"])
    return f"classical.{line['kind']}" if classical else str(line["kind"])


def run(line: Data) -> None:
    RUNNERS[kind_of(line)](line["input"], line["expected"], line.get("preset", "rrc"))
