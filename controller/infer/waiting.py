"""What the table waits for and does not see: after a while it says so, instead of standing still.

Only where nothing else is asked. It is done on the mat or the panel and goes away by itself.
"""

from __future__ import annotations

from typing import Final

from controller.infer.context import Look
from controller.infer.question import put_right
from engine.result.settle import result
from engine.state.hand import Phase

DISCARD_AFTER: Final = 20.0
"""Seconds without a discard: thinking takes 15 at most (E-PACE-01)."""
FIRST_AFTER: Final = 60.0
"""Seconds without the first discard: the players take and sort their tiles before it."""
HAND_AFTER: Final = 10.0
"""Seconds without the hand that is to be shown or hidden."""
LAST_LEFT: Final = 3
"""Tiles of the live wall by the count, of which some may be missing: then nobody can draw them."""
DICE_AFTER: Final = 20.0
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
