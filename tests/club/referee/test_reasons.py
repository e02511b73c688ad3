"""What rulings are about: the rows of the contract's table and the cases beside it, with their norms."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from club.referee.reasons import Norm, reasons
from engine.judge.penalties import Measure
from engine.rules.presets import PRESETS

TABLE = Path(__file__).resolve().parents[4] / "shared" / "rules" / "penalties.json"


@pytest.fixture(scope="module")
def contract() -> dict[str, object]:
    if not TABLE.is_file():
        pytest.skip(f"the contract's table is absent: {TABLE}")
    found: dict[str, object] = json.loads(TABLE.read_text("utf-8"))
    return found


def test_the_rows_are_those_of_the_contract(contract: dict[str, object]) -> None:
    rows = contract["rows"]
    assert isinstance(rows, list)
    ours = reasons("rrc")
    assert [row["id"] for row in rows] == [id_ for id_ in ours if id_.startswith("P-")]
    for row in rows:
        found = ours[row["id"]]
        minimum = found.minimum and found.minimum.value
        assert (found.standard.value, minimum) == (row["standard"], row["minimum"])


def test_the_amounts_beside_the_table_are_those_of_the_contract(contract: dict[str, object]) -> None:
    ranges = contract["ranges"]
    assert isinstance(ranges, list)
    bounds = {each["id"]: each for each in ranges}
    ours = reasons("rrc")

    def of(id_: str) -> tuple[int, int]:
        return ours[id_].least, ours[id_].most

    assert of("telephone") == (bounds["telephone"]["min"], bounds["telephone"]["max"])
    assert of("malicious") == (bounds["malicious_or_repeated"]["min"], bounds["malicious_or_repeated"]["max"])
    assert of("obstruction") == tuple(bounds["deliberate_obstruction"]["points"])
    assert of("P-46") == (bounds["dead_wall_mixed"]["min"], 0)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_reason_names_a_clause_of_the_contract(contract: dict[str, object], preset: str) -> None:
    """A violation beside the table by the words that a referee reads; fines alone have bounds."""
    text = "".join(
        (TABLE.parent / name).read_text("utf-8") for name in ("club.md", "riichi.md", "classical.md")
    )
    clauses = set(re.findall(r"\*\*([A-Z]+-[A-Z]+-\d+)", text))
    found = reasons(preset)
    assert {each.clause for each in found.values()} <= clauses
    assert {id_: each.id for id_, each in found.items()} == {id_: id_ for id_ in found}
    beside = {id_: each for id_, each in found.items() if not id_.startswith("P-")}
    assert all(each.clause.startswith("K-") for each in beside.values())
    assert {id_ for id_, each in beside.items() if each.most} == {"telephone", "obstruction", "malicious"}


@pytest.mark.parametrize(
    ("reason", "clause", "standard"),
    [
        ("telephone", "K-PEN-05", Measure.FINE),
        ("food", "K-PEN-06", Measure.REMINDER),
        ("drunkenness", "K-PEN-06", Measure.DISQUALIFICATION),
        ("etiquette", "K-PEN-04", Measure.REMINDER),
        ("wrong_seating", "K-FAIL-01", Measure.REMINDER),
        ("tiles_mixed", "K-JUDGE-02", Measure.DISCRETION),
        ("own_stick", "K-EQUIP-06", Measure.REMINDER),
    ],
)
def test_a_violation_beside_the_table_has_one_measure(reason: str, clause: str, standard: Measure) -> None:
    found = reasons("rrc")[reason]
    assert (found.clause, found.standard, found.minimum) == (clause, standard, None)
    assert found.measure(mild=True) is standard


@pytest.mark.parametrize(
    ("reason", "norm"),
    [
        ("P-14", Norm.MECHANICS),
        ("P-01", Norm.MECHANICS),
        ("P-20", Norm.FAIR_PLAY),
        ("P-26", Norm.CONDUCT),
        ("P-43", Norm.CONDUCT),
        ("telephone", Norm.CONDUCT),
        ("headphones", Norm.CONVENIENCE),
    ],
)
def test_every_reason_has_a_kind_of_norm(reason: str, norm: Norm) -> None:
    assert reasons("rrc")[reason].norm is norm


def test_without_mitigation_the_standard_column_stays() -> None:
    ours = reasons("rrc")
    assert ours["P-14"].measure(mild=True) is Measure.CHOMBO
    assert ours["P-12"].measure(mild=True) is Measure.REMINDER
    assert ours["P-12"].measure(mild=False) is Measure.DEAD_HAND


def test_a_preset_has_its_own_measures() -> None:
    assert reasons("ema_2012")["P-10"].standard is Measure.DEAD_HAND
