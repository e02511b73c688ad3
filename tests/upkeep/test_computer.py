"""What a computer is: of a table, of a club, of both, or no appliance at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from upkeep.computer import hub_alone, table_here


@pytest.mark.parametrize(
    ("units", "table", "alone"),
    [((), False, False), (("table",), True, False), (("hub",), False, True), (("hub", "table"), True, False)],
)
def test_its_units_say_what_it_is(tmp_path: Path, units: tuple[str, ...], table: bool, alone: bool) -> None:
    for unit in units:
        (tmp_path / f"jantaku-{unit}.service").touch()
    assert (table_here(tmp_path), hub_alone(tmp_path)) == (table, alone)
