"""What no event can say is refused when it is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.state import events as ev
from engine.state.events import Sanction
from engine.tiles.tile import parse_tiles

ALL = (0, 1, 2, 3)


def started(**change: Any) -> ev.HandStarted:
    given: dict[str, Any] = {
        "round_wind": 0,
        "number": 1,
        "honba": 0,
        "kyotaku": 0,
        "dealer": 0,
        "scores": (30_000,) * 4,
    }
    return ev.HandStarted(**given | change)


def ruled(sanction: Sanction, **more: Any) -> ev.Penalised:
    return ev.Penalised(0, sanction, **more)


@pytest.mark.parametrize(
    ("make", "allowed", "refused", "why"),
    [
        (ev.Drawn, ALL, (-1, 4), "A seat is a number from 0 to 3"),
        (lambda dealer: started(dealer=dealer), ALL, (-1, 4), "A seat is a number from 0 to 3"),
        (lambda wind: started(round_wind=wind), ALL, (-1, 4), "a wind 0..3 and a number 1..4"),
        (lambda number: started(number=number), (1, 4), (0, 5), "a wind 0..3 and a number 1..4"),
        (lambda honba: started(honba=honba), (0, 99), (-1,), "are not negative"),
        (lambda sticks: started(kyotaku=sticks), (0, 99), (-1,), "are not negative"),
        (lambda die: ev.DiceThrown((die, 3)), (1, 6), (0, 7), "A die shows 1 to 6"),
        (lambda die: ev.DiceThrown((3, die)), (1, 6), (0, 7), "A die shows 1 to 6"),
        (lambda seats: ev.Dealt((None,) * seats), (4,), (0, 3, 5), "four hands of thirteen"),
        (lambda n: ev.Dealt((parse_tiles("1m") * n, None, None, None)), (0, 13), (14,), "four hands"),
        (lambda seat: ev.EnteredWin(seat, 0, 1, 30), ALL, (-1, 4), "A seat is a number"),
        (lambda source: ev.EnteredWin(0, source, 1, 30), ALL, (-1, 4), "A seat is a number"),
        (
            lambda seat: ev.EnteredWin(0, 1, 0, 0, yakuman=1, responsible=seat),
            (None, *ALL),
            (-1, 4),
            "A seat is a number",
        ),
        (lambda han: ev.EnteredWin(0, 1, han, 30), (1, 13), (0, -1), "han and fu, or yakuman"),
        (lambda fu: ev.EnteredWin(0, 1, 1, fu), (0, 30), (-1,), "han and fu, or yakuman"),
        (lambda count: ev.EnteredWin(0, 1, 0, 0, yakuman=count), (1, 2), (0, -1), "or yakuman"),
        (lambda at: ev.Correct(at, 0), (0, 5), (-1,), "a place in the game and a number of events"),
        (lambda count: ev.Correct(0, count), (0, 5), (-1,), "a place in the game and a number of events"),
        (lambda points: ruled(Sanction.FINE, points=points), (0, 1, 1000), (-1,), "A fine is a number"),
        (lambda points: ruled(Sanction.CHOMBO, points=points), (0,), (-1, 1), "A fine is a number"),
        (
            lambda seats: ruled(Sanction.CHOMBO, confirmed=seats),
            ((), (0, 1, 2, 3), (3, 1, 0, 2)),
            ((0, 1, 2), (0, 1, 2, 4), (0, 1, 2, 2), (0, 1, 2, 3, 3)),
            "all four confirm it",
        ),
    ],
)
def test_what_an_event_may_say(
    make: Callable[[Any], object], allowed: tuple[Any, ...], refused: tuple[Any, ...], why: str
) -> None:
    for value in allowed:
        make(value)
    for value in refused:
        with pytest.raises(ValueError, match=why):
            make(value)


@pytest.mark.parametrize("sanction", Sanction)
def test_a_table_settles_dead_hands_and_chombo_alone(sanction: Sanction) -> None:
    """K-PEN-08."""
    if sanction in (Sanction.DEAD_HAND, Sanction.CHOMBO):
        assert ruled(sanction, confirmed=ALL).confirmed == ALL
        return
    with pytest.raises(ValueError, match="A table settles dead hand and chombo only"):
        ruled(sanction, confirmed=ALL)
