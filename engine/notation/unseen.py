"""Wins that the engine cannot value, unseen or against the rules: their worth follows from what was paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from engine.events import EndReason, EnteredWin, ResultEntered, WinDeclared
from engine.hand import Game, Riichi
from engine.notation.claims import WinClaim
from engine.points import YAKUMAN, base_points, total
from engine.settle import WinResult, result
from engine.state import apply

_FU: Final = (30, 40, 20, 25, *range(50, 120, 10))
_LIMIT_HAN: Final = (5, 6, 8, 11, 13)
_YAKUMAN: Final = (1, 2, 3, 4)


def needed(found: Sequence[WinResult]) -> bool:
    """Whether a declared win has an unseen hand, or none is valid: then the engine finds no result."""
    return any(won.value is None and not won.faults for won in found) or all(w.value is None for w in found)


def entered(game: Game, claims: Sequence[WinClaim], recorded: Sequence[int] | None) -> ResultEntered | None:
    """The result that pays what the record says; None where there is none or the record does not say."""
    hand = game.in_play
    assert hand is not None
    paid = tuple(seat for seat, me in enumerate(hand.seats) if me.riichi is Riichi.PAID)
    told = {claim.seat: claim for claim in claims}
    if recorded is None and not all(_values(claim) for claim in claims):
        return None
    for found in product(*(list(_worth(game, win, told[win.seat])) for win in hand.wins)):
        event = ResultEntered(EndReason.WIN, found, riichi=paid)
        ended = result(apply(game, event, trust=True), trust=True)
        if ended is not None and (recorded is None or ended.deltas == tuple(recorded)):
            return event
    return None


def _values(claim: WinClaim) -> bool:
    return claim.points is not None or (claim.fu is not None and claim.han is not None)


def _worth(game: Game, win: WinDeclared, claim: WinClaim) -> Iterator[EnteredWin]:
    """What the win can have been worth by the record, cheap hands first."""
    dealer, tsumo = game.dealer == win.seat, win.seat == win.source
    for han, fu in [(h, f) for h in range(1, 5) for f in _FU] + [(h, 30) for h in _LIMIT_HAN]:
        base = base_points(han, fu, game.rules)[0]
        if claim.points in (None, total(base, dealer, tsumo)) and _fits(claim, han, fu):
            yield EnteredWin(win.seat, win.source, han, fu)
    for times in _YAKUMAN:
        if claim.points in (None, total(times * YAKUMAN, dealer, tsumo)):
            for seat in (None, *(s for s in range(4) if s != win.seat)):
                yield EnteredWin(win.seat, win.source, 0, 0, times, seat)


def _fits(claim: WinClaim, han: int, fu: int) -> bool:
    """Fu and han as told; above four han the fu say nothing and the han only the limit."""
    if claim.han is None or claim.fu is None:
        return True
    return (claim.han, claim.fu) == (han, fu) if claim.han < 5 else han >= 5
