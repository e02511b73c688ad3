"""What a chombo costs, in the two forms that rule sets know (R-CHOMBO-02, R-CHOMBO-03)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.result.game import uma_step
from engine.rules.ruleset import Ruleset
from engine.state.events import Seats4
from engine.value.points import base_points, payments


@dataclass(frozen=True, slots=True)
class Chombo:
    """`deltas` are paid at the table at once, `after_uma` is added to the offender's final result."""

    deltas: Seats4 = (0, 0, 0, 0)
    after_uma: int = 0


def chombo(rules: Ruleset, offender: int, dealer: int) -> Chombo:
    """The price for `offender`: a mangan tsumo paid instead of received, or points after uma.

    These are `chombo.amount_after_uma`, by default twice the uma step.
    """
    if rules.choice("chombo.form") == "after_uma":
        amount = rules.value("chombo.amount_after_uma")
        return Chombo(after_uma=-(amount if isinstance(amount, int) else 2 * uma_step(rules)))
    mangan, _ = base_points(5, 0, rules)
    a, b, c, d = (-delta for delta in payments(mangan, offender, None, dealer))
    return Chombo(deltas=(a, b, c, d))
