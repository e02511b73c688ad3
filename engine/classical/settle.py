"""Settlement: everybody pays the winner, then the losers settle among themselves (C-SETTLE)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.state.events import Seats4


@dataclass(frozen=True, slots=True)
class Payment:
    """What one seat pays another; `points` may be 0."""

    payer: int
    receiver: int
    points: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """The payments between the six pairs of seats and what each seat has won by them (C-SETTLE-04)."""

    payments: tuple[Payment, ...]
    net: Seats4


def settle(values: Sequence[int], winner: int | None, east: int) -> Settlement:
    """The settlement of four counted hands; nothing is paid where nobody won (C-DRAW-01)."""
    if winner is None:
        values = (0, 0, 0, 0)
    payments = tuple(_payment(values, pair, winner, east) for pair in combinations(range(4), 2))
    net = [0, 0, 0, 0]
    for payment in payments:
        net[payment.payer] -= payment.points
        net[payment.receiver] += payment.points
    a, b, c, d = net
    return Settlement(payments, (a, b, c, d))


def _payment(values: Sequence[int], pair: tuple[int, int], winner: int | None, east: int) -> Payment:
    """One pair: a loser pays the winner's value, of two losers the lower the difference (C-SETTLE-05)."""
    factor = 2 if east in pair else 1
    if winner in pair:
        payer = pair[0] if winner == pair[1] else pair[1]
        return Payment(payer, sum(pair) - payer, values[winner] * factor)
    payer, receiver = sorted(pair, key=lambda seat: (values[seat], seat))
    return Payment(payer, receiver, (values[receiver] - values[payer]) * factor)
