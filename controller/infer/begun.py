"""How a hand begins where no machine says so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Raised(StrEnum):
    """Where the walls of a table without a machine of ours come from."""

    PEOPLE = "people"
    """They build them, and throw the dice on the mat."""
    RAISED = "raised"
    """A bought table raises four of them at once; often nobody sees its dice."""
    DEALT = "dealt"
    """It has dealt the hands, too, and turned the indicator."""


@dataclass(frozen=True, slots=True)
class WallsBuilt:
    """The walls of a hand stand since `since` (s); dice that fall later count."""

    since: float
    turned: bool = False
    """The first indicator may be turned already."""


@dataclass(frozen=True, slots=True)
class HandBegun:
    """The players deal a hand that nobody watches."""
