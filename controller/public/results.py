"""A result with all that it is made of: begun, previewed or paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from contract.messages import (
    CountedView,
    EnteredView,
    HandWin,
    ResultView,
    WinView,
)
from controller.ending.confirm import Confirmed
from controller.public.phases import showing
from controller.public.seats import meld_view
from engine.classical.account import Account, account
from engine.result.manual_result import entered_wins
from engine.result.pay import Paid
from engine.result.settle import WinResult, wins
from engine.state.events import EndReason, EnteredWin, HandEnded, Penalised, ResultEntered
from engine.state.hand import Game, Hand, Phase
from engine.value.points import YAKUMAN, base_points, total


def current_result(
    game: Game | None, confirmed: Confirmed, settled: Game | None, window_closed: bool
) -> ResultView | None:
    """The result of the hand on the table; `settled` and `window_closed` as in a snapshot."""
    if game is None or game.hand is None:
        return None
    if confirmed.preview is not None:
        return result_view(game, confirmed.preview, paid=False, rulings=confirmed.rulings)
    if game.hand.phase is Phase.ENDED and settled is not None and game.history:
        return result_view(settled, game.history[-1].ended, paid=True)
    reason = showing(game, game.hand, window_closed)
    return None if reason is None else _begun(game.hand, reason)


def _begun(hand: Hand, reason: EndReason) -> ResultView:
    """What is known of a result while hands are still being laid open."""
    shown = [None if s.shown is None else [str(t) for t in s.shown] for s in hand.seats]
    tenpai = [tiles is not None and reason is EndReason.EXHAUSTIVE for tiles in shown]
    return ResultView(reason=reason.value, tenpai=tenpai, shown=shown, deltas=[0, 0, 0, 0])


def result_view(
    before: Game, ended: HandEnded, *, paid: bool, rulings: Sequence[Penalised] = ()
) -> ResultView:
    """A result with all that it is made of; `before` is the game when nothing was paid yet and
    `rulings` what the result still needs."""
    hand = before.hand
    assert hand is not None
    found = _account(before, ended)
    return ResultView(
        reason=ended.reason.value,
        wins=[] if ended.reason.void else _wins(before, hand),
        counted=[] if found is None else _counted(found),
        transfers=[] if found is None else _transfers(found),
        again=_again(before, ended.reason),
        tenpai=list(ended.tenpai),
        shown=[None if s.shown is None else [str(t) for t in s.shown] for s in hand.seats],
        deltas=list(ended.deltas),
        offenders=[*hand.offenders, *(ruling.seat for ruling in rulings)],
        entered=None if hand.entered is None else _as_entered(hand.entered),
        paid=paid,
    )


def _as_entered(said: ResultEntered) -> EnteredView:
    return EnteredView(
        reason=said.reason.value,
        wins=[HandWin(**asdict(win)) for win in said.wins],
        tenpai=list(said.tenpai),
        riichi=list(said.riichi),
    )


def _wins(game: Game, hand: Hand) -> list[WinView]:
    if hand.entered is not None:
        return [_entered(game, win, paid) for win, paid in entered_wins(game, hand, hand.entered)]
    return [_win(hand, won) for won in wins(game) if won.value and won.paid]


def _entered(game: Game, win: EnteredWin, paid: Paid) -> WinView:
    """A win as people entered it: worth so much, and nobody has entered its tiles."""
    base, limit = (
        (win.yakuman * YAKUMAN, "yakuman") if win.yakuman else base_points(win.han, win.fu, game.rules)
    )
    return WinView(
        seat=win.seat,
        source=win.source,
        tiles=[],
        win_tile="",
        yaku=[],
        han=win.han,
        fu=win.fu,
        limit=limit,
        yakuman=win.yakuman,
        points=total(base, win.seat == game.dealer, win.seat == win.source),
        deltas=list(paid.deltas),
        responsible=win.responsible,
    )


def _account(game: Game, ended: HandEnded) -> Account | None:
    """How Chinese Classical counts the mahjong that ended the hand; None for everything else."""
    counted = game.rules.game == "classical" and ended.reason is EndReason.WIN
    return account(game) if counted else None


def _counted(found: Account) -> list[CountedView]:
    return [
        CountedView(
            seat=seat,
            source=found.source if seat == found.winner else None,
            tiles=[str(t) for t in rack.tiles],
            melds=[meld_view(m) for m in rack.melds],
            flowers=[str(flower) for flower in rack.flowers],
            win_tile=str(found.tile) if seat == found.winner else None,
            base=list(worth.base),
            doubles=list(worth.doubles),
            limit=worth.limit,
            points=worth.value if worth.limit else worth.points * worth.factor,
            value=worth.value,
        )
        for seat, (rack, worth) in enumerate(zip(found.racks, found.values, strict=True))
    ]


def _transfers(found: Account) -> list[tuple[int, int, int]]:
    return [(paid.payer, paid.receiver, paid.points) for paid in found.settlement.payments]


def _again(game: Game, reason: EndReason) -> bool:
    """Dealt again, or a draw of Chinese Classical that is replayed (C-DRAW-02)."""
    draw = game.rules.game == "classical" and reason is EndReason.EXHAUSTIVE
    return reason is EndReason.REDEAL or (draw and game.rules.choice("classical.draw") == "replay")


def _win(hand: Hand, won: WinResult) -> WinView:
    worth, win = won.value, won.win
    assert worth is not None
    assert win is not None
    return WinView(
        seat=won.seat,
        source=won.source,
        tiles=[str(t) for t in win.tiles],
        melds=[meld_view(m) for m in hand.seats[won.seat].melds],
        win_tile=str(win.win_tile),
        yaku=list(worth.yaku),
        dora=worth.dora,
        red=worth.red,
        ura=worth.ura,
        han=worth.han,
        fu=worth.fu,
        fu_parts=list(worth.fu_parts),
        limit=worth.limit,
        yakuman=worth.yakuman,
        points=worth.points,
        deltas=list(won.deltas),
        responsible=won.responsible,
    )
