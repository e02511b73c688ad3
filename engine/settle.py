"""From the end of a hand to the points: wins, draws, sticks, honba (R-PAY, R-DRAW, R-STICK, R-NAGASHI)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.chombo import chombo
from engine.declare import declared_win, win_of
from engine.events import EndReason, HandEnded, Seats4, WinDeclared
from engine.faults import Fault
from engine.hand import Game, Hand, Phase, Riichi, Seat, Source
from engine.meld import MeldType
from engine.points import MANGAN, honba_by_discarder, pao_payments, payments
from engine.rules import Ruleset
from engine.score import HandValue, pao_base, value
from engine.shape import tenpai
from engine.win import Win

NOTHING: Final[Seats4] = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class WinResult:
    """One declared win. `value` is None while the hand is unknown and when `faults` says what is wrong.

    `deltas` are points by seat with honba and the `sticks` this winner takes; `responsible` is
    the seat that pays under pao. A win that atamahane passes over is `paid` False.
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


def add(rows: Iterable[Sequence[int]]) -> Seats4:
    """The sum of deltas by seat."""
    a, b, c, d = (sum(column) for column in zip(NOTHING, *rows, strict=True))
    return a, b, c, d


def wins(game: Game) -> tuple[WinResult, ...]:
    """Every declared win of the hand, in turn order after the discarder, valued as far as known."""
    hand = game.hand
    if hand is None or not hand.wins:
        return ()
    source = hand.wins[0].source
    declared = sorted(hand.wins, key=lambda w: (w.seat - source) % 4)
    found = [_valued(game, hand, w) for w in declared]
    valid = [w for w in found if w.value is not None]
    heads = valid[:1] if game.rules.choice("call.multi_ron") == "atamahane" else valid
    out = []
    for w in found:
        if w not in heads:
            out.append(WinResult(w.seat, w.source, w.win, w.value, w.faults, paid=False))
        else:
            out.append(_with_points(game, hand, w, heads))
    return tuple(out)


def _valued(game: Game, hand: Hand, declared: WinDeclared) -> WinResult:
    win = win_of(game, hand, declared)
    faults = declared_win(game, declared)
    worth = None if win is None or faults else value(win, game.rules)
    return WinResult(declared.seat, declared.source, win, worth, faults)


def _with_points(game: Game, hand: Hand, won: WinResult, heads: Sequence[WinResult]) -> WinResult:
    rules = game.rules
    assert won.value is not None
    first = won is heads[0]
    honba = hand.honba if first or rules.choice("honba.multi_ron") == "each" else 0
    sticks = _sticks(game, hand, won, heads)
    seat, covered = _responsible(rules, hand, won, won.value)
    payer = None if won.source == won.seat else won.source
    extra = rules.number("honba.value")
    if seat is None:
        paid = payments(won.value.base, won.seat, payer, hand.dealer, honba, extra, _wareme(rules, hand))
    else:
        discarder = honba_by_discarder(rules)
        paid = pao_payments(
            won.value.base, won.seat, payer, seat, hand.dealer, honba * extra, covered, discarder
        )
    taken = [0, 0, 0, 0]
    taken[won.seat] = sticks * rules.number("riichi.deposit")
    return WinResult(won.seat, won.source, won.win, won.value, won.faults, add((paid, taken)), sticks, seat)


def _sticks(game: Game, hand: Hand, won: WinResult, heads: Sequence[WinResult]) -> int:
    """Riichi sticks a winner takes (R-STICK-01, R-STICK-02)."""
    own = [w for w in heads if hand.seats[w.seat].riichi is Riichi.PAID]
    if len(heads) == 1 or game.rules.choice("riichi.multi_ron_sticks") == "pot_to_first":
        own = []
    mine = 1 if any(w is won for w in own) else 0
    return mine + (game.kyotaku - len(own) if won is heads[0] else 0)


def _responsible(rules: Ruleset, hand: Hand, won: WinResult, worth: HandValue) -> tuple[int | None, int]:
    """The seat that answers for the win, and for how much of its base (R-PAO)."""
    me = hand.seats[won.seat]
    names = {name for name, _ in worth.yaku}
    seat = next((seat for yakuman, seat in me.responsible if yakuman in names), None)
    if seat is not None:
        return seat, pao_base(worth, rules)
    last = me.melds[-1] if me.melds else None
    if (
        rules.flag("pao.rinshan")
        and won.source == won.seat
        and hand.source is Source.REPLACEMENT
        and last is not None
        and last.type is MeldType.DAIMINKAN
    ):
        return last.source, pao_base(worth, rules, rinshan=True)
    return None, 0


def _wareme(rules: Ruleset, hand: Hand) -> int | None:
    """The owner of the broken side, where that counts double (R-OPT-01)."""
    if hand.dice is None or not rules.flag("score.wareme"):
        return None
    return (hand.dealer + sum(hand.dice) - 1) % 4


def result(game: Game, *, trust: bool = False) -> HandEnded | None:
    """The only right result of the hand as it stands; None while something is still to be shown.

    `trust` takes an unseen hand that was not declared noten for tenpai, and nine kinds for shown:
    for records that do not hold these tiles.
    """
    hand = game.in_play
    if hand is None:
        return None
    if hand.ending is not None and hand.ending.void:
        return _void(game, hand, trust)
    if _unpaid(game.rules, hand):
        return None
    ending = hand.ending if hand.phase is Phase.SHOWING else hand.automatic_end(game.rules)
    if ending is None:
        return None
    if ending is EndReason.WIN:
        return _won(game, hand)
    if ending is EndReason.EXHAUSTIVE:
        return _exhausted(game, hand, trust)
    if ending is EndReason.KYUUSHU:
        assert hand.aborted_by is not None
        me = hand.seats[hand.aborted_by]
        if not trust and me.shown is None and me.unknown:
            return None
    return HandEnded(ending, NOTHING, game.kyotaku)


def _void(game: Game, hand: Hand, trust: bool) -> HandEnded | None:
    """A hand that counts as not played: deposits go back, chombo in points is paid (R-CHOMBO)."""
    rules = game.rules
    if not trust and any(hand.seats[seat].unknown for seat in hand.to_show(rules)):
        return None
    rows: list[Seats4] = [chombo(rules, seat, hand.dealer).deltas for seat in hand.offenders]
    paid = [seat.riichi is Riichi.PAID for seat in hand.seats]
    kyotaku = game.kyotaku
    if hand.ending is EndReason.REDEAL or rules.flag("chombo.refund_riichi"):
        a, b, c, d = (rules.number("riichi.deposit") * mine for mine in paid)
        rows.append((a, b, c, d))
        kyotaku -= sum(paid)
    assert hand.ending is not None
    return HandEnded(hand.ending, add(rows), kyotaku)


def _unpaid(rules: Ruleset, hand: Hand) -> bool:
    """A riichi stands whose stick is still to be laid: one on whose tile nobody won (R-RIICHI-07)."""
    void = hand.void_deposit(rules)
    return any(s.riichi is Riichi.DISCARDED and i != void for i, s in enumerate(hand.seats))


def _won(game: Game, hand: Hand) -> HandEnded | None:
    found = wins(game)
    if hand.dora_due or any(w.value is None and not w.faults for w in found):
        return None
    valid = [w for w in found if w.value is not None]
    if not valid:
        return None
    if len(valid) == 3 and game.rules.flag("abort.sanchahou"):
        return HandEnded(EndReason.SANCHAHOU, NOTHING, game.kyotaku)
    heads = [w for w in valid if w.paid]
    riichi = any(hand.seats[w.seat].riichi.stands for w in heads)
    if riichi and not hand.ura and game.rules.flag("dora.ura"):
        return None
    if any(hand.seats[w.seat].shown is None for w in heads):
        return None
    return HandEnded(EndReason.WIN, add(w.deltas for w in heads), 0, tuple(w.seat for w in heads))


def noten_payment(ready: Sequence[bool], total: int) -> Seats4:
    """What tenpai players receive and the others pay at an exhaustive draw (R-DRAW-02)."""
    n = sum(ready)
    if n in (0, 4):
        return NOTHING
    a, b, c, d = (total // n if r else -total // (4 - n) for r in ready)
    return a, b, c, d


def _exhausted(game: Game, hand: Hand, trust: bool) -> HandEnded | None:
    rules = game.rules
    rule = rules.choice("draw.no_live_wait_rule")
    ready = []
    for seat in hand.seats:
        if seat.shown is not None:
            ready.append(tenpai(seat.shown, seat.melds, rule))
        elif seat.noten or trust:
            ready.append(not seat.noten)
        else:
            return None
    a, b, c, d = ready
    found = [_nagashi(seat) for seat in hand.seats] if rules.flag("score.nagashi_mangan") else [False]
    if None in found:
        return None
    if not any(found):
        deltas = noten_payment(ready, rules.number("draw.noten_total"))
        return HandEnded(EndReason.EXHAUSTIVE, deltas, game.kyotaku, (), (a, b, c, d))
    return _nagashi_paid(game, hand, [i for i, f in enumerate(found) if f], (a, b, c, d))


def _nagashi(seat: Seat) -> bool | None:
    """Only terminals and honours, none called; None if an unread discard decides (R-NAGASHI-02)."""
    if any(p.called_by is not None or (p.tile is not None and not p.tile.yaochuu) for p in seat.pond):
        return False
    return None if any(p.tile is None for p in seat.pond) else bool(seat.pond)


def _nagashi_paid(
    game: Game, hand: Hand, seats: Sequence[int], ready: tuple[bool, bool, bool, bool]
) -> HandEnded:
    """A mangan tsumo each; still a draw (R-NAGASHI-03, R-NAGASHI-04)."""
    rules = game.rules
    honba = hand.honba if rules.flag("nagashi.honba_paid") else 0
    rows = [payments(MANGAN, s, None, hand.dealer, honba, rules.number("honba.value")) for s in seats]
    kyotaku = game.kyotaku
    if rules.flag("nagashi.takes_sticks"):
        first = min(seats, key=lambda s: (s - hand.dealer) % 4)
        taken = [0, 0, 0, 0]
        taken[first] = kyotaku * rules.number("riichi.deposit")
        rows.append((taken[0], taken[1], taken[2], taken[3]))
        kyotaku = 0
    if rules.flag("nagashi.noten_payment"):
        rows.append(noten_payment(ready, rules.number("draw.noten_total")))
    return HandEnded(EndReason.NAGASHI, add(rows), kyotaku, (), ready)
