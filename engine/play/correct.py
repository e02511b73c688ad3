"""Corrections as events: taking one back, cancelling a hand, wrong seats or dice (K-ASSIST-05, K-FAIL-01).

All of them are made into one `Correct`, which `state.apply` carries out or refuses whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final

from engine.play.apply import apply, replay
from engine.result.drawn_hand import nagashi
from engine.result.game import next_hand
from engine.result.settle import result, wins
from engine.state import events as ev
from engine.state.hand import Game, Hand, Phase, Riichi
from engine.state.wall_break import throws

REENTERED: Final = 3
"""So many hands played in wrong seats may be cancelled and entered again (K-FAIL-01)."""


class Remedy(StrEnum):
    """What a judge does about wrong seating (K-FAIL-01)."""

    REENTER = "cancel_and_reenter"
    """The people change places; the hands are entered again: `reentered`."""
    CORRECT_SEATS = "judge_corrects_seats"
    """They stay where they sit, and the names are corrected: `events.Reseated`."""


def seating_remedy(hands_played: int) -> Remedy:
    """What follows when the people turn out to sit in wrong seats after so many hands."""
    return Remedy.REENTER if hands_played <= REENTERED else Remedy.CORRECT_SEATS


def cancelled(game: Game, number: int, reason: str = "") -> ev.Correct:
    """Hand `number` of the game, the first is 0, taken out as if not played (K-ASSIST-05).

    ValueError when there is no such hand.
    """
    starts = [n for n, event in enumerate(game.log) if isinstance(event, ev.HandStarted)]
    if not 0 <= number < len(starts):
        raise ValueError(f"The game has hands 0 to {len(starts) - 1}, not {number}.")
    at = starts[number]
    rest = range(at, len(game.log))
    end = next((n + 1 for n in rest if isinstance(game.log[n], ev.HandEnded)), len(game.log))
    return ev.Correct(at, end - at, (), reason)


def rethrown(game: Game, dice: tuple[int, int], reason: str = "") -> ev.DiceThrown | ev.Correct | None:
    """What people say that the dice show: the throw that is awaited, one that nobody saw before the deal, or
    the last one put right. None where no hand waits for its first discard."""
    hand = game.in_play
    if hand is None or any(me.pond or me.melds for me in hand.seats):
        return None
    thrown, log = ev.DiceThrown(dice), game.log
    begun = max(at for at, event in enumerate(log) if isinstance(event, ev.HandStarted))
    fell = [at for at in range(begun, len(log)) if isinstance(log[at], ev.DiceThrown)]
    if len(fell) >= throws(game.rules):
        return ev.Correct(fell[-1], 1, (thrown,), reason)
    if hand.phase in (Phase.BUILD, Phase.THROWN):
        return thrown
    return ev.Correct(max([begun, *fell]) + 1, 0, (thrown,), reason)


def reentered(game: Game, order: Sequence[int], reason: str = "") -> ev.Correct:
    """The hands played in wrong seats, entered again for the right ones (K-FAIL-01).

    Who sat in `seat` belongs in `order[seat]`; the names of the seats stay. Winners, losers and
    values are kept, payments and the course of dealers are computed anew. ValueError for an order
    that is none, while a hand is being played, and after too many hands.
    """
    if sorted(order) != [0, 1, 2, 3]:
        raise ValueError("An order names each of the seats 0 to 3 once.")
    if game.in_play is not None:
        raise ValueError("A hand is being played: cancel it first.")
    if seating_remedy(len(game.history)) is not Remedy.REENTER:
        raise ValueError(f"More than {REENTERED} hands were played: correct the names of the seats instead.")
    first = next((n for n, event in enumerate(game.log) if isinstance(event, ev.HandStarted)), len(game.log))
    then = now = replay(game.log[:first])
    for event in game.log[first:]:
        assert then is not None
        assert now is not None
        for entered in _again(then, now, event, order):
            now = apply(now, entered)
        then = apply(then, event, trust=isinstance(event, ev.HandStarted))
    events = () if now is None else now.log[first:]
    return ev.Correct(first, len(game.log) - first, events, reason)


def _again(then: Game, now: Game, event: ev.Event, order: Sequence[int]) -> tuple[ev.Event, ...]:
    """What stands for an event of the game as it was, `then`, in the one entered again."""
    if isinstance(event, ev.Penalised):
        return (replace(event, seat=order[event.seat]),)
    if isinstance(event, ev.Reseated):
        return (event,)
    if isinstance(event, ev.HandStarted | ev.GameEnded):
        return () if now.finished else (next_hand(now),)
    if not isinstance(event, ev.HandEnded) or now.in_play is None:
        return ()
    entered = () if event.reason is ev.EndReason.CHOMBO else (_entered(then, event, order),)
    ended = result(apply(now, entered[0]) if entered else now)
    assert ended is not None
    return (*entered, ended)


def _entered(game: Game, ended: ev.HandEnded, order: Sequence[int]) -> ev.ResultEntered:
    """The result of the hand that is over now, by the people who had it."""
    hand = game.hand
    assert hand is not None
    shown = hand.entered
    if shown is None:
        won = _wins(game, hand) if ended.reason in (ev.EndReason.WIN, ev.EndReason.NAGASHI) else ()
        laid = tuple(seat for seat, me in enumerate(hand.seats) if me.riichi is Riichi.PAID)
        shown = ev.ResultEntered(ended.reason, won, ended.tenpai, laid)
    a, b, c, d = (shown.tenpai[order.index(seat)] for seat in range(4))
    moved = tuple(_moved(win, order) for win in shown.wins)
    return ev.ResultEntered(shown.reason, moved, (a, b, c, d), tuple(order[s] for s in shown.riichi))


def _wins(game: Game, hand: Hand) -> tuple[ev.EnteredWin, ...]:
    if not hand.wins:
        return tuple(ev.EnteredWin(n, n, 5, 0) for n, me in enumerate(hand.seats) if nagashi(me))
    return tuple(
        ev.EnteredWin(w.seat, w.source, w.value.han, w.value.fu, w.value.yakuman, w.responsible)
        for w in wins(game)
        if w.value is not None
    )


def _moved(win: ev.EnteredWin, order: Sequence[int]) -> ev.EnteredWin:
    responsible = None if win.responsible is None else order[win.responsible]
    return replace(win, seat=order[win.seat], source=order[win.source], responsible=responsible)
