"""A misspelled name is never ignored: a thousand of them, at every depth of every question."""

from __future__ import annotations

import pytest

from engine.notation.schema import MOST_NAMED
from tests.engine.notation.misspelled import LINES, Misspelled, answers, holders, misspelled, silent

SEED = 2611


def test_the_lines_themselves_are_answered() -> None:
    for command, line in LINES:
        (answer,) = answers(command, [line])
        assert answer.get("ok", True) is True, answer


def test_a_thousand_misspelled_names_are_answered_with_the_right_one() -> None:
    assert silent(SEED, 1000) == []


def test_every_depth_and_every_command_is_among_them() -> None:
    cases = list(misspelled(SEED, 1000))
    met = {
        (case.command, tuple("#" if isinstance(part, int) else part for part in case.path)) for case in cases
    }
    there = {
        (command, tuple("#" if isinstance(part, int) else part for part in path))
        for command, line in LINES
        for path, holder in holders(line)
        if holder
    }
    assert met == there
    assert ("settle", ("hands", "#", "melds", "#")) in met
    assert len({case.wrong for case in cases}) > 500


@pytest.mark.parametrize("case", [Misspelled("waits", {"tile": "123456m22p12345s"}, (), "tiles", "tile")])
def test_a_missing_field_is_not_reported_beside_its_misspelling(case: Misspelled) -> None:
    (answer,) = answers(case.command, [case.line])
    assert answer["faults"] == ["UNKNOWN_FIELD"]
    assert answer["details"] == [
        {
            "fault": "UNKNOWN_FIELD",
            "path": "tile",
            "message": "A line has no field 'tile': did you mean tiles?",
            "nearest": ["tiles"],
        }
    ]


def test_a_line_full_of_wrong_names_is_answered_soon() -> None:
    wrong = {f"tile{n}": 1 for n in range(5_000)}
    (answer,) = answers("waits", [{"tiles": "123456m22p12345s", **wrong}])
    assert len(answer["faults"]) == MOST_NAMED + 1
    assert answer["details"][-1]["message"] == "A line has 4980 more fields that are not known."
    (options,) = answers("score", [{**LINES[0][1], "options": wrong}])
    assert len(options["faults"]) == MOST_NAMED
