"""Where everything lies on a computer that `jantaku install` has made an appliance."""

from __future__ import annotations

from pathlib import Path
from typing import Final

STATE: Final = Path("/var/lib/jantaku")
TABLE_DATA: Final = STATE / "table"
HUB_DATA: Final = STATE / "club"
SETTINGS: Final = Path("/etc/jantaku")
STICK: Final = Path("/media/jantaku")
STICK_LABEL: Final = "JANTAKU"
"""What the file system of a stick for backups is called."""
STICK_DEVICE: Final = f"/dev/disk/by-label/{STICK_LABEL}"
KEPT_BACKUPS: Final = 14
PLACE: Final = Path("/opt/jantaku")
"""Where versions of the program lie side by side, a folder each."""
CURRENT: Final = "current"
PREVIOUS: Final = "previous"
TRIAL: Final = "trial"
FAILED: Final = "failed"
"""Links there: to the one that runs, to the one before it, to the current one while it is tried, and to the
last one that did not work, which is deleted."""
TRUSTED: Final = SETTINGS / "trusted"
"""Public keys of those whose releases are installed."""
FIRST_LINK: Final = "first-link"
"""A file of a hub's data: the address that signs its first director in, once."""
UNITS: Final = Path("/etc/systemd/system")
"""Where the units of our own are."""


def hub_alone(units: Path = UNITS) -> bool:
    """Whether this computer is a club's appliance without a table, whose page would look after it."""
    return (units / "jantaku-hub.service").exists() and not table_here(units)


def table_here(units: Path = UNITS) -> bool:
    """Whether this computer is an appliance with a table."""
    return (units / "jantaku-table.service").exists()
