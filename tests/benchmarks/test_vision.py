"""What is asked of the eyes and what was found, from what the parts print."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from benchmarks import vision
from benchmarks.rows import Row

OPTIONS = argparse.Namespace(shared=Path("s"), models=Path("m"), every=1, pictures=2, games=1, hands=1)


def test_a_row_is_reached_from_its_bound_on_and_says_so() -> None:
    assert Row("share", 0.99, 0.99).reached
    assert not Row("share", 0.99, 0.98).reached
    assert Row("ms", 60, 60, most=True).reached
    assert not Row("ms", 60, 61, most=True).reached
    assert str(Row("ms", 60, 61, most=True)).startswith("NO")
    assert str(Row("ms", 60, 59, most=True)).startswith("yes")


def test_tidy_and_loose_mats_are_one_share(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {"tidy": (2, 2), "loose": (1, 2), "messy": (2, 2), "wild": (0, 2)}
    fields = {
        f"1080p, other sets, table: {level}": {"pictures without any fault": right, "pictures": shown}
        for level, (right, shown) in seen.items()
    }
    monkeypatch.setattr(vision, "output", lambda *_: json.dumps(fields))
    assert [(row.found, row.reached) for row in vision.mats(OPTIONS)] == [(0.75, False), (1.0, True)]


def test_a_fault_that_was_not_always_named_is_not_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    line = {"fault": "dark", "pictures a second": 4.0, "trials": 3, "named": 2, "slowest s": 0.5}
    monkeypatch.setattr(vision, "output", lambda *_: json.dumps(line))
    assert [row.reached for row in vision.sight(OPTIONS)] == [False]


def test_without_photographs_their_parts_say_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["vision", "--only", "crops", "photographs", "--shared", str(tmp_path)])
    assert vision.main() == 0
    assert capsys.readouterr().out.count("left out") == 2
