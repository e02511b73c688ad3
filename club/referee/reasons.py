"""What a ruling can be about: the rows of the penalty table, and the cases that stand beside it.

Every reason carries the kind of norm that was broken (RRC-2024 §2.1), so that every message can say it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.judge.penalties import (
    DEAD_WALL_MIXED,
    MALICIOUS,
    OBSTRUCTION,
    PENALTIES,
    TELEPHONE,
    Measure,
    penalty,
)
from engine.state.events import Sanction


class Norm(StrEnum):
    """The four kinds of norms and what follows from breaking one (RRC-2024 §2.1)."""

    CONVENIENCE = "convenience"
    """No consequences; the player bears the risk."""
    FAIR_PLAY = "fair_play"
    """A reminder, a fine on repetition."""
    MECHANICS = "mechanics"
    """A sanction."""
    CONDUCT = "conduct"
    """A reminder; repeated: the judge decides."""


@dataclass(frozen=True, slots=True)
class Reason:
    """`clause` is the rule broken; `least` and `most` bound a fine where the regulation does, else 0.

    `minimum` is None where no mitigation is provided (K-PEN-03).
    """

    id: str
    clause: str
    norm: Norm
    standard: Measure
    minimum: Measure | None = None
    least: int = 0
    most: int = 0

    def measure(self, *, mild: bool) -> Measure:
        """The one of the column; the standard one where there is no other."""
        return self.minimum if mild and self.minimum is not None else self.standard


FREE: Final = tuple(Sanction)
"""What a judge may choose from where the regulation leaves it to the judge."""

_TABLE_CLAUSE: Final = "K-PEN-03"
_CONDUCT: Final = {"P-43"}
"""Rows outside the section on conduct that are about behaviour all the same."""
_LEAST: Final = {"P-46": DEAD_WALL_MIXED}

_BESIDE: Final = (
    Reason("telephone", "K-PEN-05", Norm.CONDUCT, Measure.FINE, None, *TELEPHONE),
    Reason("obstruction", "K-PEN-01", Norm.CONDUCT, Measure.FINE, None, *OBSTRUCTION),
    Reason("malicious", "K-PEN-01", Norm.CONDUCT, Measure.FINE, None, *MALICIOUS),
    Reason("food", "K-PEN-06", Norm.CONDUCT, Measure.REMINDER),
    Reason("headphones", "K-PEN-06", Norm.CONVENIENCE, Measure.REMINDER),
    Reason("drunkenness", "K-PEN-06", Norm.CONDUCT, Measure.DISQUALIFICATION),
    Reason("etiquette", "K-PEN-04", Norm.FAIR_PLAY, Measure.REMINDER),
    Reason("wrong_seating", "K-FAIL-01", Norm.FAIR_PLAY, Measure.REMINDER),
    Reason("tiles_mixed", "K-JUDGE-02", Norm.MECHANICS, Measure.DISCRETION),
    Reason("own_stick", "K-EQUIP-06", Norm.FAIR_PLAY, Measure.REMINDER),
)
"""Violations that the regulation sanctions outside its table; amounts after uma."""


def _of_row(id_: str, preset: str) -> Reason:
    row = penalty(id_, preset)
    if row.section == "conduct" or id_ in _CONDUCT:
        norm = Norm.CONDUCT
    else:
        norm = Norm.FAIR_PLAY if row.standard is Measure.REMINDER else Norm.MECHANICS
    clause = row.clauses[0] if row.clauses else _TABLE_CLAUSE
    return Reason(id_, clause, norm, row.standard, row.minimum, _LEAST.get(id_, 0))


def reasons(preset: str) -> dict[str, Reason]:
    """All reasons in the rules of a preset, rows first."""
    return {id_: _of_row(id_, preset) for id_ in PENALTIES} | {each.id: each for each in _BESIDE}
