"""The penalty table: what each violation costs, and the ladder of fines for repetitions (K-PEN, K-ESC).

Facts from the regulation of the riichi community, version 1.0 of 30 December 2024 (RRC-2024): rows
P-01 to P-46 section 9.9 table 1, escalation 9.4.1, amounts 3.13, 6.5, 9.3, 9.4 and 9.7. All points are
deducted after uma (K-PEN-02).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from engine.state.events import Sanction


class Measure(StrEnum):
    """What a row prescribes."""

    REMINDER = "reminder"
    REMINDER_CANCEL = "reminder_cancel"
    """A reminder, and the call is cancelled."""
    DEAD_HAND = "dead_hand"
    CHOMBO = "chombo"
    REDEAL = "redeal"
    FINE = "fine"
    REPLACEMENT = "replacement"
    """A substitute sits down; the result of the game is a fixed penalty."""
    REPLACEMENT_PENALTY = "replacement_penalty"
    """The player goes on, the result is still that of a substitute."""
    DISQUALIFICATION = "disqualification"
    DISCRETION = "discretion"
    """The judge decides."""
    SPECIAL = "special"
    """The circumstances decide (P-46)."""

    @property
    def sanction(self) -> Sanction | None:
        """The ruling of a game that carries it out; None where there is none."""
        return _SANCTIONS.get(self)


_SANCTIONS: Final = {
    Measure.REMINDER: Sanction.REMINDER,
    Measure.REMINDER_CANCEL: Sanction.REMINDER,
    Measure.DEAD_HAND: Sanction.DEAD_HAND,
    Measure.CHOMBO: Sanction.CHOMBO,
    Measure.REDEAL: Sanction.REDEAL,
    Measure.FINE: Sanction.FINE,
    Measure.DISQUALIFICATION: Sanction.DISQUALIFICATION,
}


@dataclass(frozen=True, slots=True)
class Penalty:
    """A row; `minimum` only with mitigating circumstances, None when there is no mitigation (K-PEN-03).

    `seen` says whether a table with sensors can notice the case: `yes`, `partly` or `no`.
    """

    id: str
    section: str
    violation: str
    standard: Measure
    minimum: Measure | None
    seen: str
    clauses: tuple[str, ...]


_TABLE: Final = """\
P-01 | shuffle_draw | redeal | - | yes | R-DEAL-05 | Mistakes while dealing
P-02 | shuffle_draw | dead_hand | - | yes | R-DEAD-05 | Too few or too many tiles in the hand
P-03 | shuffle_draw | dead_hand | reminder | partly | - | Tile taken in a wrong way
P-04 | shuffle_draw | dead_hand | reminder | no | - | Tiles shown in a wrong way
P-05 | shuffle_draw | dead_hand | reminder | yes | - | Tile taken out of turn
P-06 | shuffle_draw | dead_hand | reminder | yes | - | Tile taken from a wrong place of the wall
P-07 | shuffle_draw | reminder | - | yes | R-WIN-08 | Winning tile taken from the opponent's pond
P-08 | shuffle_draw | chombo | discretion | partly | - | Tile taken from an opponent's hand
P-09 | calls | reminder | - | yes | R-CALL-10 R-DEAD-04 | Mistaken set call without exposing tiles, or withdrawal of a set call
P-10 | calls | reminder_cancel | - | yes | R-CALL-10 | Set call whose error is noticed right after exposing
P-11 | calls | reminder | - | yes | R-CALL-10 | Withdrawing a technically correct set call after exposing
P-12 | calls | dead_hand | reminder | partly | R-RIICHI-05 | Mistaken riichi declaration
P-13 | calls | dead_hand | - | yes | R-WIN-13 | Mistaken win declaration without exposing the hand
P-14 | calls | chombo | - | yes | R-CHOMBO-04 | Mistaken win declaration with exposure of the hand
P-15 | calls | chombo | - | yes | R-DEAD-03 | Any declaration with a dead hand
P-16 | calls | dead_hand | - | yes | R-DEAD-03 | Any declaration with a hand that should be dead but has not been declared dead
P-17 | sets | dead_hand | - | yes | R-CALL-10 | Invalid open set in the hand
P-18 | sets | dead_hand | - | yes | R-KUI-02 | Shifting a set / swap calling (kuikae)
P-19 | sets | reminder | - | yes | - | Tiles placed wrongly in open sets or in the pond
P-20 | riichi | reminder | - | yes | R-RIICHI-08 | Declaration tile not turned sideways
P-21 | riichi | chombo | - | yes | R-RIICHI-16 | Riichi without tenpai (noten riichi)
P-22 | riichi | dead_hand | - | yes | - | Exposing the waits or the whole hand in riichi
P-23 | riichi | dead_hand | - | partly | R-RIICHI-10 | Exchanging a tile of the hand in riichi
P-24 | riichi | chombo | - | yes | R-RIICHI-13 | Closed kan that changes the reading of the hand
P-25 | conduct | disqualification | - | no | - | Cheating
P-26 | conduct | disqualification | discretion | no | - | Obstruction, insulting players, unsporting conduct
P-27 | conduct | discretion | - | no | - | Behaviour that disturbs the hand
P-28 | conduct | discretion | - | partly | - | Objects on the table not provided for by the regulation
P-29 | conduct | discretion | - | no | - | Passing information (own hand included)
P-30 | conduct | chombo | - | no | - | Peeking at tiles in another player's hand
P-31 | late | fine | - | yes | K-LATE-01 | Up to ten minutes late for the start of a game
P-32 | late | replacement | replacement_penalty | yes | K-LATE-02 | More than ten minutes late
P-33 | late | replacement | - | yes | K-SUB-03 | Missing a hanchan
P-34 | exposure | dead_hand | reminder | yes | - | Exposing 1 to 3 tiles of the dead wall
P-35 | exposure | chombo | - | yes | - | Exposing more than 3 tiles of the dead wall
P-36 | exposure | chombo | discretion | yes | - | Exposing tiles of the live wall
P-37 | exposure | chombo | - | partly | R-DORA-07 | Peeking at ura dora before the end of the hand
P-38 | exposure | reminder | - | yes | - | Showing an insignificant number of own tiles before the end of the hand
P-39 | exposure | dead_hand | - | yes | - | Showing a significant number of own tiles or the whole hand before the end
P-40 | exposure | chombo | reminder | yes | - | Exposing any number of tiles of an opponent's hand
P-41 | exposure | reminder | - | yes | R-WALL-14 | Turning a wrong dora indicator
P-42 | other | reminder | - | yes | - | Laying the own hand face down
P-43 | other | discretion | reminder | partly | - | Table is too noisy
P-44 | other | reminder | - | yes | - | Exposing wall tiles after a win was declared
P-45 | other | chombo | reminder | yes | - | Careless discarding, chaos in the pond included (tiles apart from each other, tiles outside the pond)
P-46 | other | special | - | yes | R-PAY-02 | Mixing tiles before the payments were settled
"""  # noqa: E501


def _row(line: str) -> Penalty:
    id_, section, standard, minimum, seen, clauses, violation = line.split(" | ")
    return Penalty(
        id_,
        section,
        violation,
        Measure(standard),
        None if minimum == "-" else Measure(minimum),
        seen,
        () if clauses == "-" else tuple(clauses.split()),
    )


PENALTIES: Final = {row.id: row for row in map(_row, _TABLE.splitlines())}

_OTHERWISE: Final = {("ema_2012", "P-10"): Measure.DEAD_HAND, ("ema_2012", "P-40"): Measure.DEAD_HAND}
"""Rows that a preset punishes otherwise: wrong sets, and tiles of others exposed (EMA-2012 §3.4.7)."""


def penalty(number: str, preset: str) -> Penalty:
    """The row as it stands in the rules of a preset; KeyError when there is none."""
    row = PENALTIES[number]
    otherwise = _OTHERWISE.get((preset, number))
    return row if otherwise is None else replace(row, standard=otherwise, minimum=None)


ESCALATION: Final = (2000, 4000, 8000, 16000)
"""Fines for the first repetitions of a reason after its reminder (K-ESC-01)."""


def escalated(repetition: int) -> int:
    """The fine for the n-th repetition, from 1; after the ladder twice the one before (K-ESC-01)."""
    if repetition < 1:
        raise ValueError("The first repetition is number 1; before it stands the reminder.")
    if repetition <= len(ESCALATION):
        return ESCALATION[repetition - 1]
    return ESCALATION[-1] << repetition - len(ESCALATION)


LATE_PER_MINUTE: Final = 1000
LATE_MINUTES: Final = 10
"""Longest lateness that is fined; afterwards a substitute plays (K-LATE-01, K-LATE-02)."""
OBSTRUCTION: Final = (8000, 12000)
"""Deliberate obstruction: one or the other (K-PEN-01)."""
MALICIOUS: Final = (12000, 48000)
"""Malicious or repeated violations: least and most (K-PEN-01)."""
TELEPHONE: Final = (8000, 12000)
"""Talking on the telephone during a game: least and most (K-PEN-05)."""
DEAD_WALL_MIXED: Final = 8000
"""The least fine for mixing the dead wall before the payments are settled (P-46)."""
