"""What a computer is: of a table, of a club, of both, or no appliance at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from upkeep import computer, network, places, progress
from upkeep.computer import hub_alone, table_here


@pytest.mark.parametrize(
    ("units", "table", "alone"),
    [((), False, False), (("table",), True, False), (("hub",), False, True), (("hub", "table"), True, False)],
)
def test_its_units_say_what_it_is(tmp_path: Path, units: tuple[str, ...], table: bool, alone: bool) -> None:
    for unit in units:
        (tmp_path / f"jantaku-{unit}.service").touch()
    assert (table_here(tmp_path), hub_alone(tmp_path)) == (table, alone)


def test_everything_lies_where_units_rules_and_people_look_for_it() -> None:
    """docs/appliance.md. A version that looked elsewhere would lose the data of the one before it."""
    found = {
        *(computer.STATE, computer.TABLE_DATA, computer.HUB_DATA, computer.SETTINGS, computer.TRUSTED),
        *(computer.STICK, computer.PLACE, computer.UNITS, places.HERE, network.FETCHED, progress.RUN),
    }
    assert {str(each) for each in found} == {
        *("/var/lib/jantaku", "/var/lib/jantaku/table", "/var/lib/jantaku/club", "/var/lib/jantaku/backups"),
        *("/var/lib/jantaku/releases", "/etc/jantaku", "/etc/jantaku/trusted", "/media/jantaku"),
        *("/opt/jantaku", "/etc/systemd/system", "/run/jantaku-care"),
    }
    assert computer.STICK_DEVICE == "/dev/disk/by-label/JANTAKU"
    assert (places.PLACES["stick"], places.PLACES["here"]) == (computer.STICK, places.HERE)


def test_links_and_files_are_called_as_the_version_before_called_them() -> None:
    links = (computer.CURRENT, computer.PREVIOUS, computer.TRIAL, computer.FAILED)
    assert links == ("current", "previous", "trial", "failed")
    assert (computer.FIRST_LINK, computer.KEPT_BACKUPS) == ("first-link", 14)
