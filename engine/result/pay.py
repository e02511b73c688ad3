"""Who pays whom for wins: heads, honba, riichi sticks, pao (R-PAY, R-HONBA-03, R-STICK, R-PAO, R-WIN-06)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rules.ruleset import Ruleset
from engine.state.events import Seats4
from engine.state.hand import Hand
from engine.value.points import doubled, honba_by_discarder, pao_payments, payments

NOTHING: Final[Seats4] = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Claim:
    """A valid win that is to be paid; under pao the seat `responsible` answers for `covered` of the base."""

    seat: int
    source: int
    base: int
    responsible: int | None = None
    covered: int = 0


@dataclass(frozen=True, slots=True)
class Paid:
    """What a claim moves: points by seat with `honba` counters and the riichi `sticks` its winner takes.

    `wareme` is the seat that paid or received double.
    """

    deltas: Seats4
    sticks: int
    honba: int
    wareme: int | None = None


def add(rows: Iterable[Sequence[int]]) -> Seats4:
    """The sum of deltas by seat."""
    a, b, c, d = (sum(column) for column in zip(NOTHING, *rows, strict=True))
    return a, b, c, d


def single(seat: int, amount: int) -> Seats4:
    """Points for one seat alone."""
    a, b, c, d = (amount if i == seat else 0 for i in range(4))
    return a, b, c, d


def pay(
    rules: Ruleset, hand: Hand, claims: Sequence[Claim], pot: int, deposited: Collection[int]
) -> tuple[Paid | None, ...]:
    """What each of the claims moves, None for one that atamahane passes over.

    `claims` are the valid wins in turn order after the discarder, `pot` the riichi sticks on the
    table, `deposited` the seats whose stick of this hand is among them.
    """
    heads = claims[:1] if rules.choice("call.multi_ron") == "atamahane" else claims
    sticks = _sticks(rules, heads, pot, deposited)
    rows = [_paid(rules, hand, claim, sticks[i], first=i == 0) for i, claim in enumerate(heads)]
    return (*rows, *(None,) * (len(claims) - len(heads)))


def _paid(rules: Ruleset, hand: Hand, claim: Claim, sticks: int, *, first: bool) -> Paid:
    honba = hand.honba if first or rules.choice("honba.multi_ron") == "each" else 0
    row, wareme = _row(rules, hand, claim, honba), _wareme(rules, hand)
    if wareme is not None and not row[wareme]:
        wareme = None
    if wareme is not None and rules.flag("score.wareme_after_honba"):
        row = doubled(row, claim.seat, wareme)
    elif wareme is not None:
        bare = _row(rules, hand, claim, 0)
        row = add((row, doubled(bare, claim.seat, wareme), [-amount for amount in bare]))
    taken = single(claim.seat, sticks * rules.number("riichi.deposit"))
    return Paid(add((row, taken)), sticks, honba, wareme)


def _row(rules: Ruleset, hand: Hand, claim: Claim, honba: int) -> Seats4:
    """Who pays the winner what, with so many counters."""
    extra = rules.number("honba.value")
    payer = None if claim.source == claim.seat else claim.source
    if claim.responsible is None:
        return payments(claim.base, claim.seat, payer, hand.dealer, honba, extra)
    return pao_payments(
        claim.base,
        claim.seat,
        payer,
        claim.responsible,
        hand.dealer,
        honba * extra,
        claim.covered,
        honba_by_discarder(rules),
    )


def _sticks(rules: Ruleset, heads: Sequence[Claim], pot: int, deposited: Collection[int]) -> list[int]:
    """Riichi sticks that each winner takes (R-STICK-01, R-STICK-02)."""
    shared = rules.choice("riichi.multi_ron_sticks") == "own_back_rest_first"
    own = [int(shared and claim.seat in deposited) for claim in heads]
    return [mine + (pot - sum(own) if i == 0 else 0) for i, mine in enumerate(own)]


def _wareme(rules: Ruleset, hand: Hand) -> int | None:
    """The owner of the broken side, where that counts double (R-OPT-01)."""
    if hand.dice is None or not rules.flag("score.wareme"):
        return None
    return (hand.dealer + sum(hand.dice) - 1) % 4
