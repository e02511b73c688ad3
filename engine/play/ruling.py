"""What a referee or the people at the table decide: rulings and entered results (R-CHOMBO, K-FAIL-02)."""

from __future__ import annotations

from engine.play.deposit import too_poor
from engine.result.enterable import enterable
from engine.result.settle import wins
from engine.rules.ruleset import Ruleset
from engine.state.events import EndReason, EnteredWin, Penalised, ResultEntered, Sanction
from engine.state.faults import LEGAL, Fault
from engine.state.hand import Game, Hand, Riichi

_OF_A_HAND = (Sanction.DEAD_HAND, Sanction.CHOMBO, Sanction.REDEAL)


def check_penalised(game: Game, event: Penalised) -> Fault:
    """Reminders, fines and disqualification are possible at any time, the others during a hand."""
    hand = game.in_play
    if event.sanction not in _OF_A_HAND:
        return LEGAL
    if event.sanction is not Sanction.REDEAL and game.rules.game == "classical":
        return Fault.NOT_PLAYED
    if hand is None:
        return Fault.WRONG_MOMENT
    return _chombo(game, hand, event.seat) if event.sanction is Sanction.CHOMBO else LEGAL


def _chombo(game: Game, hand: Hand, seat: int) -> Fault:
    """A chombo beside a valid win is cancelled (R-CHOMBO-09); several may be given (R-CHOMBO-07)."""
    several = game.rules.flag("chombo.several_offenders")
    if seat in hand.offenders or (hand.offenders and not several):
        return Fault.ONE_CHOMBO
    if hand.ending is not EndReason.WIN or not game.rules.flag("chombo.cancelled_by_win"):
        return LEGAL
    if hand.entered is not None:
        return Fault.CHOMBO_CANCELLED if any(w.seat != seat for w in hand.entered.wins) else LEGAL
    others = [w for w in wins(game) if w.seat != seat]
    if any(w.value is not None for w in others):
        return Fault.CHOMBO_CANCELLED
    return Fault.RESULT_OPEN if any(not w.faults for w in others) else LEGAL


def check_entered(game: Game, hand: Hand, event: ResultEntered) -> Fault:
    """LEGAL; ENTERED_RESULT where the result contradicts itself or the rules do not have it; RIICHI_POINTS
    where the rules ask for the points of a stick that nobody has laid yet; WRONG_MOMENT while a chombo or
    redeal ends the hand, which a referee takes back first (R-CHOMBO-05).

    All winners of a hand win on the same tile, and a tsumo has one winner. Players with nagashi mangan stand
    in `wins`, too.
    """
    if hand.offenders or hand.ending is EndReason.REDEAL:
        return Fault.WRONG_MOMENT
    known = enterable(game.rules)
    if event.reason not in (EndReason.WIN, EndReason.EXHAUSTIVE, EndReason.REDEAL, *known.ends):
        return Fault.ENTERED_RESULT
    if event.reason is EndReason.SUUCHA and len(event.riichi) != len(hand.seats):
        return Fault.ENTERED_RESULT
    if any(win.yakuman > known.yakuman or _impossible(game.rules, win) for win in event.wins):
        return Fault.ENTERED_RESULT
    if any(hand.seats[seat].riichi is not Riichi.PAID and too_poor(game, seat) for seat in event.riichi):
        return Fault.RIICHI_POINTS
    named = len({w.seat for w in event.wins})
    won = event.reason is EndReason.WIN
    twice = named != len(event.wins) or len(set(event.riichi)) != len(event.riichi)
    if twice:
        return Fault.ENTERED_RESULT
    if won != bool(event.wins) and not (event.reason is EndReason.NAGASHI and event.wins):
        return Fault.ENTERED_RESULT
    if won and len({w.source for w in event.wins}) > 1:
        return Fault.ENTERED_RESULT
    tsumo = any(w.seat == w.source for w in event.wins)
    responsible = any(w.responsible == w.seat for w in event.wins)
    return Fault.ENTERED_RESULT if responsible or (won and tsumo and named > 1) else LEGAL


def _impossible(rules: Ruleset, win: EnteredWin) -> bool:
    """Fu that no hand of so many han has (R-PAY-03, R-FU-09)."""
    if win.yakuman:
        return False
    tsumo = win.seat == win.source
    if win.fu == 20:
        return not (tsumo and win.han > 1) and rules.number("fu.open_pinfu_ron") != 20
    return win.fu == 25 and (win.han == 1 or (tsumo and win.han == 2))
