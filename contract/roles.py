"""Who has an account at a broker: the roles of tables, displays and people."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Role(StrEnum):
    CONTROLLER = "controller"
    """The program of a table: the only one that publishes the truth."""
    BRIDGE = "bridge"
    """A table's own broker that hands everything on to a club's: the rights of its controller."""
    TABLE = "table"
    """The screen that the four players share."""
    SEAT = "seat"
    """The display of one seat."""
    REFEREE = "referee"
    WALL = "wall"
    """The screen of a hall."""
    OVERLAY = "overlay"
    """Of a broadcast: reads everything late, so that nobody at the table is helped by it."""
    ARCHIVER = "archiver"
    """Keeps what was sent: reads all, asks for nothing."""
    TECHNICIAN = "technician"
    HUB = "hub"
    """The process of the club: says who plays where, and logs what was played."""
    HOUSE = "house"
    """The people whose table it is."""
    GUEST = "guest"
    """Whoever opens a table's page without an account of their own."""


PUBLISHERS: Final = frozenset({Role.CONTROLLER, Role.BRIDGE})
COMMANDERS: Final = frozenset({Role.TABLE, Role.SEAT, Role.REFEREE, Role.TECHNICIAN, Role.HUB, Role.HOUSE})
