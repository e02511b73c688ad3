"""What the table waits for and does not see: after a while it says so, instead of standing still.

Only where nothing else is asked. It is done on the mat or the panel and goes away by itself. A discard after
which others have played on must lie there: it is asked for, and play goes on without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.infer.columns import UNSEEN
from controller.infer.context import Look
from controller.infer.pond import PondSeen
from controller.infer.question import put_right, unseen
from engine.result.settle import result
from engine.state.events import Discarded, Event, Identified
from engine.state.hand import Hand, Phase
from engine.tiles.tile import Tile
from vision.calibration.mat import Zone

DISCARD_AFTER: Final = 20.0
"""Seconds without a discard: thinking takes 15 at most (E-PACE-01)."""
FIRST_AFTER: Final = 60.0
"""Seconds without the first discard: the players take and sort their tiles before it."""
HAND_AFTER: Final = 10.0
"""Seconds without the hand that is to be shown or hidden."""
LAST_LEFT: Final = 3
"""Tiles of the live wall by the count, of which some may be missing: then nobody can draw them."""
DICE_AFTER: Final = 20.0
MISSED_AFTER: Final = 5.0
"""Seconds that a discard may not be found while others play on."""
PLAYED_ON: Final = 2
"""Acts of others, after which such a discard is accepted: a single one may be a discard out of turn."""
TURN: Final = 1.0
"""Seconds that a turn takes at least, in which the eyes have read a pond again."""
RESULT_AFTER: Final = 60.0
"""Seconds after the last tile until people read that they may enter a result that cannot be seen
(K-FAIL-02): twice the time that an answer has."""
_BEFORE: Final = (Phase.BUILD, Phase.THROWN)


def ask(look: Look) -> None:
    """Says what keeps play from going on; `Inference` asks it when nothing follows from a look."""
    _ask_awaited(look)
    late = look.hand.phase is Phase.SHOWING and look.timers.age("result") >= RESULT_AFTER
    if late and result(look.game) is None:
        look.asks.put(put_right("result", "enter_result", None), 0.0)


def _ask_awaited(look: Look) -> None:
    hand, rules = look.hand, look.game.rules
    if look.asks.raised:
        return
    since = len(hand.flow)
    if hand.phase in _BEFORE:
        what = ("awaits_dice", DICE_AFTER) if look.dice else ("awaits_deal", FIRST_AFTER)
        look.asks.put(put_right(f"awaits.{len(hand.throws)}", what[0], None), what[1])
    elif hand.phase is Phase.SHOWING or hand.automatic_end(rules) is not None:
        winners = [win.seat for win in hand.wins if hand.seats[win.seat].shown is None]
        for seat in winners or hand.to_show(rules):
            look.asks.put(put_right(f"awaits.hand.{seat}.{since}", "awaits_hand", seat), HAND_AFTER)
    elif hand.phase is not Phase.ENDED:
        seat = hand.next_seat if hand.phase is Phase.CALLS else hand.turn
        after = DISCARD_AFTER if any(me.pond for me in hand.seats) else FIRST_AFTER
        code = "wall_short" if hand.live_left <= LAST_LEFT else "awaits_discard"
        look.asks.put(put_right(f"awaits.{seat}.{since}", code, seat), after)


def missed(look: Look, seat: int) -> bool:
    """Whether a discard of the seat must lie there, since others have played on or a person has named it, and
    none is found; its next one may lie there already."""
    if any(True for _ in look.called_from(seat)):
        return False
    if not look.played_on(seat):
        return not look.laid(seat) and _named_unseen(look, seat) is not None
    return not look.laid(seat) or _later_one(look, seat)


def _later_one(look: Look, seat: int) -> bool:
    """Whether the new tile of the seat came after those of others, and left room for one before it."""
    seen, mine = look.pond(seat), look.hand.seats[seat].pond
    if seen is None or not seen.room or (mine and mine[-1].called_by is not None):
        return False
    laid = {other: tiles[0] for other in range(4) if (tiles := look.laid(other))}
    since = {other: look.views.since(look.place(Zone.POND, other, tile)) for other, tile in laid.items()}
    return since[seat] >= min(since.values()) + TURN


def _plain(look: Look, seat: int) -> bool:
    """Whether so many have played on that it was no discard out of turn."""
    return look.played_on(seat) >= PLAYED_ON or bool(look.laid(seat))


def _missed_for_long(look: Look, seat: int) -> bool:
    """So that it is asked about."""
    after = TURN if look.laid(seat) else MISSED_AFTER if _plain(look, seat) else DISCARD_AFTER
    return look.timers.age(f"missed.{seat}.{len(look.hand.seats[seat].pond)}") >= after


def missed_discard(look: Look, seat: int, turned: bool) -> Iterator[Event]:
    """A person can say what the discard is that nobody saw; where play plainly went on it is accepted as
    unread meanwhile."""
    named = _named_unseen(look, seat)
    if named is not None:
        yield Discarded(seat, named, sideways=turned)
    elif _missed_for_long(look, seat):
        look.asks.put(unseen((Zone.POND, seat, UNSEEN)), 0.0)
        if _plain(look, seat):
            yield Discarded(seat, None, sideways=turned)


def _named_unseen(look: Look, seat: int) -> Tile | None:
    """What a person said the discard is that the eyes do not find."""
    named = look.views.named((Zone.POND, seat, UNSEEN))
    return named if named is not None and look.unseen(named) else None


def passed_over(look: Look, seat: int) -> bool:
    """Whether the seat, which was to draw, has discarded what nobody saw; nobody took the last discard.

    Of a hand that is short two tiles may not be seen, or a set that takes it: a person says which.
    """
    offer = look.hand.offer
    lies = None if offer is None or offer.index is None else look.pond(offer.seat)
    if lies is None or offer is None or offer.index not in dict(lies.known) or not missed(look, seat):
        return False
    if _named_unseen(look, seat) is not None:
        return True
    if not _missed_for_long(look, seat):
        return False
    may_call = any(look.short(other) for other in range(4) if other != seat and look.laid(other))
    if may_call:
        look.asks.put(unseen((Zone.POND, seat, UNSEEN)), 0.0)
    return not may_call


def hidden(look: Look, seat: int, seen: PondSeen) -> Iterator[Event]:
    """Discards that were accepted though nobody saw them: until the eyes find them a person can say what they
    are, one after the other."""
    lying, pond = dict(seen.known), look.hand.seats[seat].pond
    unread = (n for n in sorted(look.hidden.get(seat, ())) if n < len(pond) and pond[n].tile is None)
    index = next((n for n in unread if n not in lying), None)
    if index is None:
        return
    named = _named_unseen(look, seat)
    if named is not None:
        yield Identified(seat, index, named)
    look.asks.put(unseen((Zone.POND, seat, UNSEEN)), 0.0)


def unnamed(hand: Hand) -> dict[int, set[int]]:
    """By seat, the history indexes of discards without a name."""
    return {
        seat: {n for n, tile in enumerate(me.pond) if tile.tile is None} for seat, me in enumerate(hand.seats)
    }
