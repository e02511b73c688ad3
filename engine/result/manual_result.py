"""The payments of a result that people enter where the table cannot see it (K-FAIL-02)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.result.drawn_hand import nagashi_paid, noten_payment
from engine.result.pay import NOTHING, Claim, Paid, add, pay, single
from engine.rules.ruleset import Ruleset
from engine.state.events import EndReason, EnteredWin, HandEnded, ResultEntered, Seats4
from engine.state.hand import Game, Hand, Riichi
from engine.value.points import YAKUMAN, base_points


def entered_result(game: Game, hand: Hand, entered: ResultEntered) -> HandEnded:
    """What the entered result moves.

    Deposits of the seats named in `riichi` that the table has not seen laid are taken now, those
    of others that it has seen are given back.
    """
    rules = game.rules
    moved, pot = _deposits(rules, hand, entered, game.kyotaku)
    if entered.reason is EndReason.WIN:
        ended = _won(rules, hand, entered, pot)
    elif entered.reason is EndReason.NAGASHI:
        seats = [win.seat for win in entered.wins]
        ended = nagashi_paid(rules, hand, seats, entered.tenpai, pot)
    elif entered.reason is EndReason.EXHAUSTIVE:
        paid = noten_payment(entered.tenpai, rules.number("draw.noten_total"))
        ended = HandEnded(EndReason.EXHAUSTIVE, paid, pot, (), entered.tenpai)
    else:
        ended = _aborted(rules, entered.reason, entered.tenpai, pot)
    deltas = add((ended.deltas, moved))
    return HandEnded(ended.reason, deltas, ended.kyotaku, ended.winners, ended.tenpai)


def _deposits(rules: Ruleset, hand: Hand, entered: ResultEntered, kyotaku: int) -> tuple[Seats4, int]:
    """Points moved by deposits that the table saw otherwise, and the sticks that lie on it then."""
    stick = rules.number("riichi.deposit")
    rows = []
    for seat, me in enumerate(hand.seats):
        laid = (seat in entered.riichi) - (me.riichi is Riichi.PAID)
        rows.append(single(seat, -laid * stick))
        kyotaku += laid
    return add(rows), kyotaku


def entered_wins(game: Game, hand: Hand, entered: ResultEntered) -> tuple[tuple[EnteredWin, Paid], ...]:
    """The wins that the entered result pays, in turn order after the discarder, with what each moves."""
    if entered.reason is not EndReason.WIN or _drawn_by_three(game.rules, entered):
        return ()
    return _heads(game.rules, hand, entered, _deposits(game.rules, hand, entered, game.kyotaku)[1])


def _drawn_by_three(rules: Ruleset, entered: ResultEntered) -> bool:
    return rules.three_rons_draw and len(entered.wins) == 3


def _aborted(rules: Ruleset, reason: EndReason, ready: Sequence[bool], pot: int) -> HandEnded:
    """An abortive draw, with noten payments where the rules make them (R-ABORT-07)."""
    pays = reason.abortive and rules.flag("abort.noten_payment")
    return HandEnded(reason, noten_payment(ready, rules.number("draw.noten_total")) if pays else NOTHING, pot)


def _heads(
    rules: Ruleset, hand: Hand, entered: ResultEntered, pot: int
) -> tuple[tuple[EnteredWin, Paid], ...]:
    source = entered.wins[0].source
    ordered = sorted(entered.wins, key=lambda win: (win.seat - source) % 4)
    paid = pay(rules, hand, [_claim(rules, win) for win in ordered], pot, entered.riichi)
    return tuple((win, row) for win, row in zip(ordered, paid, strict=True) if row is not None)


def _won(rules: Ruleset, hand: Hand, entered: ResultEntered, pot: int) -> HandEnded:
    if _drawn_by_three(rules, entered):
        winners = {win.seat for win in entered.wins}
        ready = [seat in winners or entered.tenpai[seat] for seat in range(4)]
        return _aborted(rules, EndReason.SANCHAHOU, ready, pot)
    heads = _heads(rules, hand, entered, pot)
    return HandEnded(
        EndReason.WIN, add(row.deltas for _, row in heads), 0, tuple(win.seat for win, _ in heads)
    )


def _claim(rules: Ruleset, win: EnteredWin) -> Claim:
    base = win.yakuman * YAKUMAN or base_points(win.han, win.fu, rules)[0]
    whole = rules.choice("pao.scope") == "whole_hand"
    return Claim(win.seat, win.source, base, win.responsible, base if whole else min(base, YAKUMAN))
