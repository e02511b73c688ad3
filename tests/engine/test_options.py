"""Every option of the contract is honoured: by the engine, with a result that changes, or where it says."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from engine.rules.option_values import choices
from engine.rules.presets import OPTIONS, Honoured
from tests.engine import (
    test_options_game,
    test_options_pay,
    test_options_play,
    test_options_riichi,
    test_options_score,
)

ROOT = Path(__file__).resolve().parents[2]
TABLES = (
    test_options_score.FLIPS,
    test_options_play.FLIPS,
    test_options_riichi.FLIPS,
    test_options_pay.FLIPS,
    test_options_game.FLIPS,
)


def test_each_option_of_the_engine_changes_a_result_in_one_test() -> None:
    flipped = [option for table in TABLES for option in table]
    assert sorted(flipped) == sorted(key for key, row in OPTIONS.items() if row.honoured is Honoured.ENGINE)


@pytest.mark.parametrize("option", [key for table in TABLES for key in table])
def test_the_values_compared_are_all_that_are_listed(option: str) -> None:
    (flip,) = (table[option] for table in TABLES if option in table)
    compared = {str(value) for value, _ in flip.answers}
    assert compared >= {str(value) for value in choices(OPTIONS[option]) if value != "fixed"}


def test_an_option_is_fixed_when_the_contract_allows_one_value() -> None:
    single = {key for key, row in OPTIONS.items() if len(choices(row)) == 1 or row.allowed == {"fixed": True}}
    assert single == {key for key, row in OPTIONS.items() if row.honoured is Honoured.FIXED}


PLACED = {key: row for key, row in OPTIONS.items() if row.honoured not in (Honoured.ENGINE, Honoured.FIXED)}


@pytest.mark.parametrize("option", PLACED)
def test_the_place_that_honours_an_option_knows_it(option: str) -> None:
    row = PLACED[option]
    if row.honoured is Honoured.CLUB and not row.place:
        return
    files = sources(row.place)
    assert any(option in file.read_text("utf-8") for file in files) or row.honoured is Honoured.VISION


def sources(place: str) -> list[Path]:
    """The files of a document, or of a module or package."""
    if "/" in place:
        return [ROOT / place]
    found = find_spec(place)
    assert found is not None
    assert found.origin is not None
    return sorted(Path(found.origin).parent.glob("*.py"))
