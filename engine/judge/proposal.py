"""From a finding to the ruling a referee would make, and who may make it (K-PEN, K-ESC)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.judge.finding import Finding
from engine.judge.penalties import escalated
from engine.state.events import BY_THE_TABLE, Penalised, Sanction

_COUNTED = (Sanction.REMINDER, Sanction.FINE)


def proposal(finding: Finding, earlier: Iterable[Penalised] = (), *, mild: bool = False) -> Penalised | None:
    """The ruling that follows from a finding; None where there is nothing or nobody to punish.

    `earlier` are the rulings of the event so far (K-ESC-03): a reminder for the same reason is
    followed by the fines of the ladder (K-ESC-01). `mild` takes the minimum sanction where there is
    one (K-PEN-03). The reason is the row of the penalty table, or the clause where no row fits.
    """
    sanction = finding.minimum if mild and finding.minimum is not None else finding.sanction
    if finding.seat is None or sanction is None:
        return None
    return ruling(finding.seat, sanction, finding.penalty or finding.clause, earlier)


def ruling(seat: int, sanction: Sanction, reason: str, earlier: Iterable[Penalised]) -> Penalised:
    """A sanction, or the next fine of the ladder for a reminder that is repeated (K-ESC-01)."""
    if sanction is not Sanction.REMINDER:
        return Penalised(seat, sanction, reason)
    repetition = sum(
        before.seat == seat and before.penalty == reason and before.sanction in _COUNTED for before in earlier
    )
    if not repetition:
        return Penalised(seat, sanction, reason)
    return Penalised(seat, Sanction.FINE, reason, escalated(repetition))


def judge_needed(sanction: Sanction) -> bool:
    """Whether players may not settle it themselves: all but dead hand and chombo (K-PEN-08)."""
    return sanction not in BY_THE_TABLE


def settled_by_table(ruling: Penalised, confirmed: Iterable[int]) -> bool:
    """Whether the table has settled a case: all four seats agree, the offender included (K-PEN-08)."""
    return not judge_needed(ruling.sanction) and set(confirmed) == {0, 1, 2, 3}
