"""Wins that the engine cannot value, unseen or against the rules: their worth follows from what was paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from engine.notation.claims import WinClaim
from engine.play.apply import apply
from engine.result.settle import WinResult, result
from engine.state.events import EndReason, EnteredWin, ResultEntered, WinDeclared
from engine.state.hand import Game, Riichi
from engine.value.points import YAKUMAN, base_points, total

_FU: Final = (30, 40, 20, 25, *range(50, 120, 10))
_HANDS: Final = (*((han, fu) for han in range(1, 5) for fu in _FU), *((han, 30) for han in (5, 6, 8, 11, 13)))
_YAKUMAN: Final = (1, 2, 3, 4)


def needed(game: Game, found: Sequence[WinResult], *, ura_known: bool) -> bool:
    """Whether the engine finds no result: an unseen hand, unseen ura indicators, or no valid win."""
    hand = game.in_play
    assert hand is not None
    riichi = any(hand.seats[won.seat].riichi.stands for won in found if won.paid)
    if riichi and not ura_known and game.rules.flag("dora.ura"):
        return True
    return any(won.value is None and not won.faults for won in found) or all(w.value is None for w in found)


def entered(
    game: Game,
    claims: Sequence[WinClaim],
    recorded: Sequence[int] | None,
    won: Sequence[WinDeclared] | None = None,
) -> ResultEntered | None:
    """The result that pays what the record says; None where there is none or the record does not say.

    `won` are the wins of a hand of which the record has no play, by default those declared.
    """
    hand = game.in_play
    assert hand is not None
    paid = tuple(seat for seat, me in enumerate(hand.seats) if me.riichi is Riichi.PAID)
    by_seat = {claim.seat: claim for claim in claims}
    if recorded is None and not all(_values(claim) for claim in claims):
        return None
    for found in product(*(list(_worth(game, win, by_seat[win.seat])) for win in won or hand.wins)):
        event = ResultEntered(EndReason.WIN, found, riichi=paid)
        ended = result(apply(game, event, trust=True), trust=True)
        if ended is not None and (recorded is None or ended.deltas == tuple(recorded)):
            return event
    return None


def _values(claim: WinClaim) -> bool:
    return claim.points is not None or (claim.fu is not None and claim.han is not None)


def _worth(game: Game, win: WinDeclared, claim: WinClaim) -> Iterator[EnteredWin]:
    """What the win can have been worth by the record, each value once, cheap hands first."""
    dealer, tsumo = game.dealer == win.seat, win.seat == win.source
    bases = {base_points(han, fu, game.rules)[0]: (han, fu) for han, fu in reversed(_HANDS)}
    claimed = (
        None if claim.fu is None or claim.han is None else base_points(claim.han, claim.fu, game.rules)[0]
    )
    for base, (han, fu) in sorted(bases.items()):
        if claimed in (None, base) and _pays(game, claim, total(base, dealer, tsumo)):
            yield EnteredWin(win.seat, win.source, han, fu)
    for times in _YAKUMAN:
        if _pays(game, claim, total(times * YAKUMAN, dealer, tsumo)):
            for seat in (None, *(s for s in range(4) if s != win.seat)):
                yield EnteredWin(win.seat, win.source, 0, 0, times, seat)


def _pays(game: Game, claim: WinClaim, points: int) -> bool:
    """Whether points, and honba and sticks at most, are what the record gives the winner."""
    if claim.points is not None:
        return claim.points == points
    if claim.deltas is None:
        return True
    more = claim.deltas[claim.seat] - points
    extra = game.honba * game.rules.number("honba.value") + game.kyotaku * game.rules.number("riichi.deposit")
    return 0 <= more <= extra
