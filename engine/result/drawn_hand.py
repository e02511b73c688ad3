"""What a drawn hand pays: tenpai and noten, nagashi mangan, abortive draws (R-DRAW, R-NAGASHI, R-ABORT)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.result.pay import NOTHING, add, single
from engine.rules.ruleset import Ruleset
from engine.state.events import EndReason, HandEnded, Seats4
from engine.state.hand import Game, Hand, Seat
from engine.state.hand_showing import counts_as_tenpai, nine_kinds
from engine.value.points import MANGAN, payments

Ready = tuple[bool, bool, bool, bool]


def noten_payment(ready: Sequence[bool], total: int) -> Seats4:
    """What tenpai players receive and the others pay at an exhaustive draw (R-DRAW-02)."""
    n = sum(ready)
    if n in (0, 4):
        return NOTHING
    a, b, c, d = (total // n if r else -total // (4 - n) for r in ready)
    return a, b, c, d


def exhausted(game: Game, hand: Hand, trust: bool) -> HandEnded | None:
    """An exhaustive draw; None while hands are still to be shown or hidden, unless `trust`."""
    rules = game.rules
    if not trust and hand.to_show(rules):
        return None
    ready = _ready(rules, hand, trust)
    found = [nagashi(seat) for seat in hand.seats] if rules.flag("score.nagashi_mangan") else [False]
    if None in found:
        return None
    if any(found):
        return nagashi_paid(rules, hand, [i for i, f in enumerate(found) if f], ready, game.kyotaku)
    deltas = noten_payment(ready, rules.number("draw.noten_total"))
    return HandEnded(EndReason.EXHAUSTIVE, deltas, game.kyotaku, (), ready)


def aborted(game: Game, hand: Hand, ending: EndReason, trust: bool) -> HandEnded | None:
    """An abortive draw; None while hands that nobody has seen must be shown, unless `trust` (R-RIICHI-16)."""
    rules = game.rules
    if not trust and any(hand.seats[seat].unknown for seat in hand.to_show(rules)):
        return None
    claimer = None if hand.aborted_by is None else hand.seats[hand.aborted_by]
    if claimer is not None and (claimer.dead or nine_kinds(claimer) is False):
        return None
    deltas = NOTHING
    if rules.flag("abort.noten_payment"):
        deltas = noten_payment(_ready(rules, hand, trust), rules.number("draw.noten_total"))
    return HandEnded(ending, deltas, game.kyotaku)


def _ready(rules: Ruleset, hand: Hand, trust: bool) -> Ready:
    a, b, c, d = (_tenpai(rules, hand, seat, trust) for seat in range(4))
    return a, b, c, d


def _tenpai(rules: Ruleset, hand: Hand, seat: int, trust: bool) -> bool:
    """Whether the seat counts as tenpai: what was shown, never a dead hand (R-DRAW-04, R-DRAW-07)."""
    me = hand.seats[seat]
    if me.dead or me.noten:
        return False
    return trust if me.shown is None else bool(counts_as_tenpai(rules, hand, seat))


def nagashi(seat: Seat) -> bool | None:
    """Only terminals and honours, none called; None if an unread discard decides (R-NAGASHI-02)."""
    if seat.dead:
        return False
    if any(p.called_by is not None or (p.tile is not None and not p.tile.yaochuu) for p in seat.pond):
        return False
    return None if any(p.tile is None for p in seat.pond) else bool(seat.pond)


def nagashi_paid(rules: Ruleset, hand: Hand, seats: Sequence[int], ready: Ready, kyotaku: int) -> HandEnded:
    """A mangan tsumo for each of the seats; still a draw (R-NAGASHI-03, R-NAGASHI-04)."""
    honba = hand.honba if rules.flag("nagashi.honba_paid") else 0
    rows = [payments(MANGAN, s, None, hand.dealer, honba, rules.number("honba.value")) for s in seats]
    if rules.flag("nagashi.takes_sticks"):
        first = min(seats, key=lambda s: (s - hand.dealer) % 4)
        rows.append(single(first, kyotaku * rules.number("riichi.deposit")))
        kyotaku = 0
    if rules.flag("nagashi.noten_payment"):
        rows.append(noten_payment(ready, rules.number("draw.noten_total")))
    return HandEnded(EndReason.NAGASHI, add(rows), kyotaku, (), ready)
