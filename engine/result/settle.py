"""From the end of a hand to the points: declared wins, and the result of the hand (R-PAY, R-CHOMBO)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.classical import account as classical
from engine.result.chombo import chombo
from engine.result.declared_win import declared_win, win_of
from engine.result.drawn_hand import aborted, exhausted
from engine.result.manual_result import entered_result
from engine.result.pay import NOTHING, Claim, Paid, add, pay, single
from engine.rules.ruleset import Ruleset
from engine.state.events import EndReason, HandEnded, Seats4, WinDeclared
from engine.state.faults import Fault
from engine.state.hand import Game, Hand, Phase, Riichi, Source
from engine.tiles.meld import MeldType
from engine.value.score import HandValue, pao_base, value
from engine.value.win import Win


@dataclass(frozen=True, slots=True)
class WinResult:
    """One declared win. `value` is None while the hand is unknown and when `faults` says what is wrong.

    `deltas` are points by seat with the `honba` counters paid for it and the `sticks` this winner
    takes; `responsible` is the seat that pays under pao, `wareme` the one that paid or received
    double. A win that atamahane passes over is `paid` False.
    """

    seat: int
    source: int
    win: Win | None
    value: HandValue | None
    faults: Fault
    deltas: Seats4 = NOTHING
    sticks: int = 0
    responsible: int | None = None
    paid: bool = True
    honba: int = 0
    wareme: int | None = None


def wins(game: Game) -> tuple[WinResult, ...]:
    """Every declared win of the hand, in turn order after the discarder, valued as far as known.

    None in Chinese Classical, whose hands `engine.classical.account` counts.
    """
    hand = game.hand
    if hand is None or not hand.wins or game.rules.game == "classical":
        return ()
    source = hand.wins[0].source
    declared = sorted(hand.wins, key=lambda w: (w.seat - source) % 4)
    found = [_valued(game, hand, w) for w in declared]
    claims = [_claim(game.rules, hand, w) for w in found]
    valid = [claim for claim in claims if claim is not None]
    pot = game.kyotaku - len(_returned(game.rules, hand))
    paid = iter(pay(game.rules, hand, valid, pot, _deposited(hand)))
    rows = [None if claim is None else next(paid) for claim in claims]
    return tuple(_with_points(*row) for row in zip(found, claims, rows, strict=True))


def _valued(game: Game, hand: Hand, declared: WinDeclared) -> WinResult:
    win = win_of(game, hand, declared)
    faults = declared_win(game, declared)
    worth = None if win is None or faults else value(win, game.rules)
    return WinResult(declared.seat, declared.source, win, worth, faults)


def _deposited(hand: Hand) -> tuple[int, ...]:
    """Seats whose riichi stick of this hand lies on the table."""
    return tuple(i for i, seat in enumerate(hand.seats) if seat.riichi is Riichi.PAID)


def _returned(rules: Ruleset, hand: Hand) -> tuple[int, ...]:
    """Who laid the stick before the declaration tile was won on: it counts as not laid (R-RIICHI-07)."""
    void = hand.void_deposit(rules)
    return tuple(seat for seat in _deposited(hand) if seat == void)


def _claim(rules: Ruleset, hand: Hand, won: WinResult) -> Claim | None:
    if won.value is None:
        return None
    seat, covered = _responsible(rules, hand, won, won.value)
    return Claim(won.seat, won.source, won.value.base, seat, covered)


def _with_points(won: WinResult, claim: Claim | None, paid: Paid | None) -> WinResult:
    if claim is None or paid is None:
        return replace(won, paid=False)
    return replace(
        won,
        deltas=paid.deltas,
        sticks=paid.sticks,
        responsible=claim.responsible,
        honba=paid.honba,
        wareme=paid.wareme,
    )


def _responsible(rules: Ruleset, hand: Hand, won: WinResult, worth: HandValue) -> tuple[int | None, int]:
    """The seat that answers for the win, and for how much of its base (R-PAO)."""
    me = hand.seats[won.seat]
    names = {name for name, _ in worth.yaku}
    seat = next((seat for yakuman, seat in me.responsible if yakuman in names), None)
    if seat is not None:
        answers = [yakuman for yakuman, who in me.responsible if who == seat]
        return seat, pao_base(worth, rules, answers=answers)
    if (
        rules.flag("pao.rinshan")
        and won.source == won.seat
        and hand.source is Source.REPLACEMENT
        and hand.kan is not None
        and hand.kan.type is MeldType.DAIMINKAN
    ):
        return hand.kan.source, pao_base(worth, rules, rinshan=True)
    return None, 0


def result(game: Game, *, trust: bool = False) -> HandEnded | None:
    """The only right result of the hand as it stands; None while something is still to be shown.

    `trust` takes an unseen hand that was not declared noten for tenpai, and nine kinds for shown:
    for records that do not hold these tiles.
    """
    hand = game.in_play
    if hand is None:
        return None
    if hand.entered is not None:
        return entered_result(game, hand, hand.entered)
    ending = hand.ending if hand.phase is Phase.SHOWING else hand.automatic_end(game.rules)
    if ending is None:
        return None
    if ending.void:
        return _void(game, hand, ending, trust)
    if game.rules.game == "classical":
        return classical.result(game, ending)
    if _unpaid(game.rules, hand):
        return None
    if ending is EndReason.WIN:
        return _won(game, hand, trust)
    return (
        exhausted(game, hand, trust) if ending is EndReason.EXHAUSTIVE else aborted(game, hand, ending, trust)
    )


def _unpaid(rules: Ruleset, hand: Hand) -> bool:
    """A riichi stands whose stick is still to be laid: one on whose tile nobody won (R-RIICHI-07)."""
    void = hand.void_deposit(rules)
    return any(s.riichi is Riichi.DISCARDED and i != void for i, s in enumerate(hand.seats))


def _won(game: Game, hand: Hand, trust: bool) -> HandEnded | None:
    found = wins(game)
    if hand.dora_due or any(w.value is None and not w.faults for w in found):
        return None
    valid = [w for w in found if w.value is not None]
    if not valid:
        return None
    back = _returned(game.rules, hand)
    returned = [single(seat, game.rules.number("riichi.deposit")) for seat in back]
    if len(valid) == 3 and hand.three_rons(game.rules):
        drawn = aborted(game, hand, EndReason.SANCHAHOU, trust)
        return drawn and replace(
            drawn, deltas=add((drawn.deltas, *returned)), kyotaku=drawn.kyotaku - len(back)
        )
    heads = [w for w in valid if w.paid]
    riichi = any(hand.seats[w.seat].riichi.stands for w in heads)
    if riichi and not hand.ura and game.rules.flag("dora.ura"):
        return None
    if any(hand.seats[w.seat].shown is None for w in heads):
        return None
    deltas = add((*(w.deltas for w in heads), *returned))
    return HandEnded(EndReason.WIN, deltas, 0, tuple(w.seat for w in heads))


def _void(game: Game, hand: Hand, ending: EndReason, trust: bool) -> HandEnded | None:
    """A hand that counts as not played: deposits go back, chombo in points is paid (R-CHOMBO).

    Found at a draw, it waits until every riichi hand was shown (R-DRAW-08).
    """
    rules = game.rules
    if not trust and any(hand.seats[seat].unknown for seat in hand.to_show(rules)):
        return None
    rows = [chombo(rules, seat, hand.dealer).deltas for seat in hand.offenders]
    kyotaku = game.kyotaku
    if ending is EndReason.REDEAL or rules.flag("chombo.refund_riichi"):
        back = _deposited(hand)
        rows += [single(seat, rules.number("riichi.deposit")) for seat in back]
        kyotaku -= len(back)
    return HandEnded(ending, add(rows), kyotaku)
