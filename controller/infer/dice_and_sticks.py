"""Dice and sticks: what the camera reads beside what the machine says and what a riichi costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from controller.infer.context import Look
from controller.infer.question import put_right
from engine.state.events import DiceThrown, Event
from engine.state.hand import Phase
from vision.eyes.observation import StickSeen

RIICHI_STICK: Final = 1000
AFRESH: Final = 0.5
"""Seconds after the table began to wait for a throw: dice that have lain still for longer are old ones."""
MACHINE_FIRST: Final = 4.0
"""Seconds that the machine has to report dice that lie still; it does so within one."""
DIFFERS_AFTER: Final = 3.0
"""Seconds that the dice may read otherwise than was reported: they are still rolling, or read once more."""
WRONG_STICK_AFTER: Final = 2.0
STICKS_AFTER: Final = 10.0
"""Seconds of play after which sticks of earlier hands and counters lie in their places."""
FULL_ROW: Final = 4
"""Where so many lie, more may lie upon them."""
COUNTER: Final = 100
"""A honba counter (E-MARK-03)."""
WRONG_MARGIN: Final = 0.98
"""Margin from which a stick before a pond is one of another value: not one riichi in a hundred is paid
wrongly, so the picture must be a hundred times likelier for it."""

THROWN: Final = 2
"""Dice of a throw."""


def thrown(look: Look) -> Iterator[Event]:
    """The throw that the camera has seen: by people, or where the machine is silent (E-MARK-04)."""
    waiting = look.timers.age(f"throw.{len(look.hand.throws)}")
    dice, since = look.views.dice()
    if not dice or not _just_thrown(look, since, waiting):
        return
    values = tuple(sorted(die.value for die in dice if die.value is not None))
    if len(values) == len(dice) == THROWN:
        yield DiceThrown((values[0], values[1]))
    else:
        code = "too_many_dice" if len(dice) > THROWN else "unread_dice"
        look.asks.put(put_right("dice", code, None, values))


def _just_thrown(look: Look, since: float, waiting: float) -> bool:
    """Whether dice that lie still since then are those of the throw that is awaited for `waiting` seconds."""
    if look.built is None:
        return since >= look.now - waiting + AFRESH and look.now - since >= MACHINE_FIRST
    # the first may fall before the table has seen that the walls stand
    return since > (look.now - waiting if look.hand.throws else look.built)


def stick_lies(look: Look, seat: int) -> bool:
    """Whether a riichi stick lies before the pond: of 1000 points, or an own one (E-RIICHI-05)."""
    return any(_may_pay(stick) for stick in look.views.sticks(seat))


def _may_pay(stick: StickSeen) -> bool:
    """What is laid there is a stick of 1000 unless the eyes are as good as certain of another value."""
    return stick.value in (None, RIICHI_STICK) or stick.margin < WRONG_MARGIN


def ask(look: Look) -> None:
    """Dice that show another throw than the one reported, riichi with a wrong stick, sticks miscounted."""
    hand = look.hand
    dice, _ = look.views.dice()
    values = tuple(sorted(die.value for die in dice if die.value is not None))
    shown = hand.throws and hand.phase in _SHOWS_THROW and len(values) == len(dice) == THROWN
    if shown and values != tuple(sorted(hand.throws[-1])):
        look.asks.put(put_right("dice", "dice_differ", None, values), DIFFERS_AFTER)
    for seat, me in enumerate(hand.seats):
        sticks = look.views.sticks(seat)
        if me.riichi.stands and sticks and not stick_lies(look, seat):
            worth = [stick.value for stick in sticks if stick.value is not None]
            look.asks.put(put_right(f"stick.{seat}", "wrong_stick", seat, worth), WRONG_STICK_AFTER)
    if hand.phase in _PLAYED and any(me.pond for me in hand.seats):
        _ask_sticks(look)


def _ask_sticks(look: Look) -> None:
    """Sticks of earlier hands and honba counters that are not as many as the table counts.

    Scores follow from the rules alone; people compare what lies there. Where none lies nothing is said:
    neither a place nor counters are prescribed (E-RIICHI-04, E-MARK-03), and some may lie upon others.
    """
    started, views = look.hand.started, look.views
    _compare(look, "centre", None, views.kept(), RIICHI_STICK * started.kyotaku)
    for seat in range(4):
        due = COUNTER * started.honba if seat == started.dealer else 0
        _compare(look, f"counters.{seat}", seat, views.counters(seat), due)


def _compare(look: Look, where: str, seat: int | None, lying: Sequence[StickSeen], due: int) -> None:
    worth = [stick.value for stick in lying if stick.value is not None]
    hidden = len(lying) >= FULL_ROW and sum(worth) < due
    if not lying or len(worth) < len(lying) or sum(worth) == due or hidden:
        return
    look.asks.put(put_right(f"sticks.{where}", "sticks_differ", seat, (sum(worth), due)), STICKS_AFTER)


_PLAYED: Final = (Phase.DISCARD, Phase.CALLS, Phase.KAN)
_SHOWS_THROW: Final = (Phase.THROWN, Phase.DEALT, Phase.DRAW)
"""Until the first discard; afterwards the dice are put away or bumped (E-MARK-01)."""
