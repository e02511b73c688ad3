"""From han and fu to a base, and from the base to who pays whom (R-SCORE, R-LIMIT, R-PAY, R-PAO)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.rules.ruleset import Ruleset
from engine.rules.value_options import Scoring

Deltas = tuple[int, int, int, int]
MANGAN: Final = 2000
YAKUMAN: Final = 8000
_LIMITS: Final[Mapping[str, int]] = {
    "mangan": MANGAN,
    "haneman": 3000,
    "baiman": 4000,
    "sanbaiman": 6000,
    "yakuman": YAKUMAN,
}


def base_points(han: int, fu: int, rules: Ruleset) -> tuple[int, str | None]:
    """Base of an ordinary hand, and its limit by name or None (R-SCORE-01, R-LIMIT-01)."""
    return base_of(han, fu, rules.scoring)


def base_of(han: int, fu: int, options: Scoring) -> tuple[int, str | None]:
    """The same by the options of scoring."""
    limit = next((name for low, name in options.limits if han >= low), None)
    if limit is None:
        base = _uncapped(han, fu, options)
        kiriage = options.kiriage and (han, fu) in ((4, 30), (3, 60))
        if base < MANGAN and not kiriage:
            return base, None
        limit = "mangan"
    return _LIMITS[limit], limit


def uncapped(han: int, fu: int, rules: Ruleset) -> int:
    """fu x 2^(han + b), before the mangan cap."""
    return _uncapped(han, fu, rules.scoring)


def _uncapped(han: int, fu: int, options: Scoring) -> int:
    return fu << (han + options.bazoro)


def round_up(points: int) -> int:
    """Each payment is rounded up to 100 after multiplying (R-SCORE-02)."""
    return -(-points // 100) * 100


def ron_points(base: int, dealer: bool) -> int:
    """What the discarder pays the winner, without honba."""
    return round_up(base * (6 if dealer else 4))


def tsumo_points(base: int, dealer: bool) -> tuple[int, int]:
    """What the dealer and what every other player pays the winner, without honba; 0 for nobody."""
    if dealer:
        return 0, round_up(2 * base)
    return round_up(2 * base), round_up(base)


def total(base: int, dealer: bool, tsumo: bool) -> int:
    """The value of a hand without honba and sticks."""
    if not tsumo:
        return ron_points(base, dealer)
    by_dealer, by_other = tsumo_points(base, dealer)
    return 3 * by_other if dealer else by_dealer + 2 * by_other


def payments(
    base: int,
    winner: int,
    payer: int | None,
    dealer: int,
    honba: int = 0,
    honba_value: int = 300,
) -> Deltas:
    """Deltas by seat, sticks not among them; `payer` None is a tsumo (R-PAY-01, R-HONBA-02).

    `honba_value` is the whole extra of a counter (`honba.value`).
    """
    extra = honba * honba_value
    paid = [0, 0, 0, 0]
    if payer is not None:
        paid[payer] = ron_points(base, winner == dealer) + extra
    else:
        by_dealer, by_other = tsumo_points(base, winner == dealer)
        for seat in range(4):
            if seat != winner:
                paid[seat] = (by_dealer if seat == dealer else by_other) + extra // 3
    return _settled(paid, winner)


def doubled(deltas: Deltas, winner: int, owner: int) -> Deltas:
    """Payments of a win with those of `owner`, the player of the broken wall, doubled (R-OPT-01)."""
    paid = [-min(0, amount) * (2 if owner in (seat, winner) else 1) for seat, amount in enumerate(deltas)]
    return _settled(paid, winner)


def honba_by_discarder(rules: Ruleset) -> bool:
    """Whether the discarder, not the responsible player, pays the honba of a ron under pao (R-PAO-05)."""
    return rules.choice("pao.honba_payer") == "responsible_on_tsumo_discarder_on_ron"


def pao_payments(
    base: int,
    winner: int,
    payer: int | None,
    responsible: int,
    dealer: int,
    extra: int = 0,
    covered: int | None = None,
    honba_by_discarder: bool = True,
) -> Deltas:
    """Deltas by seat where `responsible` answers for `covered` of the base, by default all of it.

    Tsumo: the responsible player pays it as for a ron from them; ron from a third player: half
    each; ron from the responsible player is an ordinary ron (R-PAO-04). `extra` are the points of
    the honba: the responsible player pays them, at a ron the discarder, or without
    `honba_by_discarder` again the responsible player (R-PAO-05). What is not covered is paid in
    the ordinary way.
    """
    covered = base if covered is None else covered
    if winner == responsible:
        raise ValueError("Nobody is responsible for the own hand: name another seat in pao.")
    if not covered or payer == responsible:
        return payments(base, winner, payer, dealer, 1, extra)
    whole = ron_points(covered, winner == dealer)
    rest = payments(base - covered, winner, payer, dealer)
    paid = [-min(0, amount) for amount in rest]
    half = whole if payer is None else round_up(whole // 2)
    paid[responsible] += half
    if payer is not None:
        paid[payer] += whole - half
    paid[payer if payer is not None and honba_by_discarder else responsible] += extra
    return _settled(paid, winner)


def change(amount: int, laid: Mapping[int, int]) -> int:
    """What the receiver gives back for sticks laid, counted by their points (E-STICK-01).

    ValueError when they are fewer points than the amount.
    """
    back = sum(stick * count for stick, count in laid.items()) - amount
    if back < 0:
        raise ValueError(f"The sticks are {-back} points short: lay more.")
    return back


def _settled(paid: list[int], winner: int) -> Deltas:
    deltas = [-amount for amount in paid]
    deltas[winner] += sum(paid)
    return deltas[0], deltas[1], deltas[2], deltas[3]
