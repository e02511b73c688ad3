"""Steps of the state machine at the end of a hand: showing, abortive draws, rulings, entered results
(R-DRAW, R-ABORT, R-CHOMBO, R-DEAD)."""

from __future__ import annotations

from engine.play.claim import unsaid
from engine.play.turn import changed, passed
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.hand import Hand, Phase
from engine.state.replace_fast import evolve


def _showing(rules: Ruleset, hand: Hand) -> Hand:
    """The hand at its end: an automatic draw takes effect with the first hand shown or hidden."""
    if hand.ending is not None:
        return hand
    return evolve(passed(hand), phase=Phase.SHOWING, ending=hand.automatic_end(rules))


def shown(rules: Ruleset, hand: Hand, event: ev.HandShown) -> Hand:
    hand = _showing(rules, hand)
    me = hand.seats[event.seat]
    won = any(w.seat == event.seat == w.source for w in hand.wins)
    apart = won and len(event.tiles) == me.resting
    win_tile = (hand.drawn if event.win_tile is None else event.win_tile) if apart else None
    full = (*event.tiles, win_tile) if win_tile is not None else event.tiles
    concealed = full if len(full) == len(me.concealed) else me.concealed
    return changed(hand, event.seat, shown=event.tiles, win_tile=win_tile, concealed=concealed)


def ura(_rules: Ruleset, hand: Hand, event: ev.UraRevealed) -> Hand:
    return evolve(hand, ura=event.tiles)


def noten(rules: Ruleset, hand: Hand, event: ev.NotenDeclared) -> Hand:
    return changed(_showing(rules, hand), event.seat, noten=True)


def abort(_rules: Ruleset, hand: Hand, event: ev.AbortDeclared) -> Hand:
    ending = ev.EndReason.KYUUSHU
    return evolve(hand, phase=Phase.SHOWING, ending=ending, aborted_by=event.seat, before_word=hand)


def penalised(_rules: Ruleset, hand: Hand, event: ev.Penalised) -> Hand:
    """A dead hand plays on, and its claim of a win or draw falls; chombo and redeal end the hand."""
    if event.sanction is ev.Sanction.DEAD_HAND:
        if hand.ending is ev.EndReason.WIN and hand.wins_by(event.seat):
            return unsaid(hand, event.seat, dead=True)
        claimed = hand.ending is ev.EndReason.KYUUSHU and hand.aborted_by == event.seat
        if claimed and hand.before_word is not None:
            hand = hand.before_word
        return changed(hand, event.seat, dead=True)
    if event.sanction not in (ev.Sanction.CHOMBO, ev.Sanction.REDEAL):
        return hand
    hand = evolve(hand, phase=Phase.SHOWING, entered=None)
    if event.sanction is ev.Sanction.REDEAL:
        return evolve(hand, ending=ev.EndReason.REDEAL, overruled=None)
    before = hand.overruled if hand.offenders else hand.ending
    offenders = (*hand.offenders, event.seat)
    return evolve(hand, ending=ev.EndReason.CHOMBO, overruled=before, offenders=offenders)


def entered(_rules: Ruleset, hand: Hand, event: ev.ResultEntered) -> Hand:
    return evolve(hand, phase=Phase.SHOWING, ending=event.reason, entered=event)
