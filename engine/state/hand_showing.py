"""The end of a hand: what may be shown, hidden and turned, by whom (R-WIN-09, R-DRAW-03, R-ABORT-01)."""

from __future__ import annotations

from engine.rules.ruleset import Ruleset
from engine.state.events import AbortDeclared, EndReason, HandShown, NotenDeclared, UraRevealed
from engine.state.faults import LEGAL, Fault
from engine.state.furiten import yaku_waits
from engine.state.hand import Game, Hand, Phase, Seat, Source
from engine.state.tile_count import copies, missing
from engine.tiles.shape import tenpai, waits
from engine.tiles.tile import Tile

NINE = 9
"""Different terminals and honours for kyuushu kyuuhai (R-ABORT-01)."""


def nine_kinds(me: Seat) -> bool | None:
    """Whether the hand has nine different terminals and honours; None while nobody has seen it."""
    tiles = me.known if me.shown is None else me.shown
    if len({tile.kind for tile in tiles if tile.yaochuu}) >= NINE:
        return True
    return None if me.shown is None and me.unknown else False


def check_shown(game: Game, hand: Hand, event: HandShown) -> Fault:
    ending = hand.overruled or hand.ending_shown(game.rules)
    if ending is None or ending.void or hand.entered is not None:
        return Fault.WRONG_MOMENT
    me = hand.seats[event.seat]
    faults = Fault.SHOWN_TWICE if me.decided else LEGAL
    apart = _apart(hand, event)
    tiles = event.tiles if apart is None else (*event.tiles, apart)
    if ending is EndReason.WIN or hand.wins_by(event.seat):
        faults |= _winner(hand, event)
    elif ending is EndReason.KYUUSHU and event.seat == hand.aborted_by:
        if not NINE <= len(tiles) <= len(me.concealed):
            faults |= Fault.SHOWN_COUNT
        if len({t.kind for t in tiles if t.yaochuu}) < NINE:
            faults |= Fault.NOT_NINE_KINDS
    elif len(event.tiles) != me.resting or event.win_tile is not None:
        faults |= Fault.SHOWN_COUNT
    fresh = missing(me, tiles)
    if fresh is None or (len(tiles) == len(me.concealed) and len(fresh) != me.unknown):
        return faults | Fault.SHOWN_DIFFERS
    return faults | copies(game.rules, hand, fresh)


def _apart(hand: Hand, event: HandShown) -> Tile | None:
    """The tile beside the hand: the one named, or the known drawn one that a tsumo leaves there."""
    tsumo = any(w.seat == event.seat == w.source for w in hand.wins)
    left = tsumo and len(event.tiles) == hand.seats[event.seat].resting
    return hand.drawn if event.win_tile is None and left else event.win_tile


def _winner(hand: Hand, event: HandShown) -> Fault:
    won = next((w for w in hand.wins if w.seat == event.seat), None)
    if won is None:
        return Fault.NOT_A_WINNER
    apart = _apart(hand, event)
    faults = LEGAL
    resting = hand.seats[event.seat].resting
    if won.seat == won.source and event.win_tile is None and len(event.tiles) == resting + 1:
        return LEGAL if hand.drawn is None or hand.drawn in event.tiles else Fault.SHOWN_DIFFERS
    if len(event.tiles) != resting:
        faults |= Fault.SHOWN_COUNT
    elif won.seat != won.source:
        faults |= LEGAL if event.win_tile is None else Fault.SHOWN_COUNT
    elif apart is None:
        faults |= Fault.SHOWN_COUNT
    elif hand.drawn not in (None, apart):
        faults |= Fault.SHOWN_DIFFERS
    return faults


def check_ura(game: Game, hand: Hand, event: UraRevealed) -> Fault:
    winners = [hand.seats[w.seat] for w in hand.wins]
    faults = LEGAL
    if hand.ura or not any(s.riichi.stands and s.shown is not None for s in winners):
        faults |= Fault.NO_RIICHI_WINNER
    turned = len(hand.counted_indicators)
    if len(event.tiles) != (turned if game.rules.flag("dora.kan_ura") else 1) or not turned:
        faults |= Fault.URA_COUNT
    return faults | copies(game.rules, hand, event.tiles)


def check_noten(game: Game, hand: Hand, event: NotenDeclared) -> Fault:
    me, ending = hand.seats[event.seat], hand.overruled or hand.ending_shown(game.rules)
    asked = event.seat in hand.to_show(game.rules) and not hand.wins_by(event.seat)
    if ending is not EndReason.EXHAUSTIVE and not (ending and ending.abortive and asked):
        return Fault.WRONG_MOMENT
    faults = Fault.SHOWN_TWICE if me.decided else LEGAL
    if hand.must_show(event.seat, game.rules):
        faults |= Fault.NOTEN_IN_RIICHI
    elif not game.rules.flag("draw.hide_tenpai_allowed") and counts_as_tenpai(game.rules, hand, event.seat):
        faults |= Fault.TENPAI_HIDDEN
    return faults


def counts_as_tenpai(rules: Ruleset, hand: Hand, seat: int) -> bool | None:
    """Whether the hand counts as tenpai at a draw (R-DRAW-05, R-DRAW-06); None while it is unknown."""
    me = hand.seats[seat]
    tiles = me.ready_tiles
    if tiles is None:
        return None
    if not tenpai(tiles, me.melds, rules.choice("draw.no_live_wait_rule")):
        return False
    if rules.flag("draw.formal_tenpai"):
        return True
    kinds = waits(tiles, me.melds)
    return any(yaku_waits(hand, seat, rules, kinds, tsumo=tsumo) for tsumo in (False, True))


def check_abort(game: Game, hand: Hand, event: AbortDeclared) -> Fault:
    me = hand.seats[event.seat]
    faults = LEGAL if game.rules.flag("abort.kyuushu_kyuuhai") else Fault.ABORT_NOT_PLAYED
    faults |= Fault.DEAD_HAND if me.dead else LEGAL
    if hand.phase is not Phase.DISCARD or event.seat != hand.turn:
        faults |= Fault.OUT_OF_TURN
    if not hand.intact or me.pond or hand.source is not Source.WALL:
        faults |= Fault.NOT_FIRST_TURN
    if nine_kinds(me) is False:
        faults |= Fault.NOT_NINE_KINDS
    return faults
