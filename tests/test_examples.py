"""Every worked example of the rules, run through the product (tests/data/README.md)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.examples import classical, club, end, judge, play, points, values
from tests.examples.register import LINES, RUNNERS, Data, kind_of, run

AREAS = (classical, club, end, judge, play, points, values)
"""Importing them registers their runners."""
CONTRACT = Path(__file__).parents[2] / "shared" / "rules" / "examples.jsonl"


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["id"])
def test_example(line: Data) -> None:
    run(line)


def test_every_runner_has_lines() -> None:
    assert {kind_of(line) for line in LINES} == set(RUNNERS)


@pytest.mark.skipif(not CONTRACT.exists(), reason="the rules contract ../shared/rules is not here")
def test_the_examples_are_the_testable_ones_of_the_contract() -> None:
    lines = [json.loads(line) for line in CONTRACT.read_text("utf-8").splitlines()]
    testable = [line for line in lines if line.get("testable", True) and line["kind"] != "source_defect"]
    assert testable == LINES
