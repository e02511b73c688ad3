"""The penalty table against the contract it states, and the ladder of fines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.judge import penalties
from engine.judge.penalties import PENALTIES, Measure, escalated, penalty
from engine.state.events import Sanction

CONTRACT = Path(__file__).parents[4] / "shared" / "rules" / "penalties.json"
SEEN = {True: "yes", False: "no", "partly": "partly"}


@pytest.fixture(scope="module")
def contract() -> dict[str, Any]:
    if not CONTRACT.exists():
        pytest.skip("the rules contract ../shared/rules is not here")
    data: dict[str, Any] = json.loads(CONTRACT.read_text("utf-8"))
    return data


def test_rows_are_those_of_the_contract(contract: dict[str, Any]) -> None:
    ours = [
        (row.id, row.section, row.violation, row.standard, row.minimum, row.seen, list(row.clauses))
        for row in PENALTIES.values()
    ]
    theirs = [
        (
            row["id"],
            row["section"],
            row["violation"],
            row["standard"],
            row["minimum"],
            SEEN[row["detectable_by_table"]],
            row["clauses"],
        )
        for row in contract["rows"]
    ]
    assert ours == theirs


def test_measures_are_those_of_the_contract(contract: dict[str, Any]) -> None:
    assert set(Measure) == set(contract["sanctions"])


def test_amounts_are_those_of_the_contract(contract: dict[str, Any]) -> None:
    amounts = {row["id"]: row for row in contract["ranges"]}
    assert list(penalties.ESCALATION) == contract["escalation"]["points"]
    assert amounts["lateness"]["points_per_minute"] == penalties.LATE_PER_MINUTE
    assert amounts["lateness"]["max_minutes"] == penalties.LATE_MINUTES
    assert amounts["deliberate_obstruction"]["points"] == list(penalties.OBSTRUCTION)
    for name, (least, most) in (
        ("malicious_or_repeated", penalties.MALICIOUS),
        ("telephone", penalties.TELEPHONE),
    ):
        assert (amounts[name]["min"], amounts[name]["max"]) == (least, most)
    assert amounts["dead_wall_mixed"]["min"] == penalties.DEAD_WALL_MIXED


def test_every_row_has_a_number_of_its_own() -> None:
    assert list(PENALTIES) == [f"P-{n:02}" for n in range(1, 47)]


def test_a_cancelled_call_is_a_reminder_and_discretion_is_no_ruling() -> None:
    assert PENALTIES["P-10"].standard.sanction is Sanction.REMINDER
    assert PENALTIES["P-18"].standard.sanction is Sanction.DEAD_HAND
    assert PENALTIES["P-27"].standard.sanction is None


def test_after_the_ladder_each_fine_is_twice_the_one_before() -> None:
    assert [escalated(n) for n in range(1, 8)] == [2000, 4000, 8000, 16000, 32000, 64000, 128000]


def test_the_reminder_is_no_repetition() -> None:
    with pytest.raises(ValueError, match="reminder"):
        escalated(0)


def test_a_wrong_set_makes_the_hand_dead_in_some_rules() -> None:
    assert penalty("P-10", "rrc") == PENALTIES["P-10"]
    assert penalty("P-10", "ema_2012").standard is Measure.DEAD_HAND
    assert penalty("P-18", "ema_2012") == PENALTIES["P-18"]
