"""Events with anything in them: `legal` names what is wrong, and `apply` holds what it does not forbid."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.play.apply import apply, replay
from engine.play.check import held
from engine.play.legal import legal
from engine.rules.presets import PRESETS
from engine.state import events as ev
from engine.state.faults import IllegalEventError
from engine.state.hand import Game
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import ALL, tile_of_id
from tests.engine.board import Dealer

TILES = st.sampled_from(ALL)
SEATS = st.integers(0, 3)
POINTS = st.integers(-1000, 1000).map(lambda n: 100 * n)


@st.composite
def melds(draw: st.DrawFn) -> Meld:
    """Any set that is one by itself."""
    kind = draw(st.sampled_from(MeldType))
    if kind is MeldType.CHI:
        low = draw(st.integers(0, 26).filter(lambda n: n % 9 < 7))
        tiles = tuple(ALL[low + n] for n in range(3))
    else:
        number, reds = draw(st.integers(0, 33)), draw(st.integers(0, 1))
        tiles = tuple(tile_of_id(4 * number + n, reds) for n in range(4 if kind.kan else 3))
    if kind is MeldType.ANKAN:
        return Meld(kind, tiles)
    called = draw(st.sampled_from(tiles))
    added = draw(st.sampled_from(tiles)) if kind is MeldType.SHOUMINKAN else None
    return Meld(kind, tiles, called, draw(SEATS), added)


# What a field may hold, by its name.
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "seat": SEATS,
    "source": SEATS,
    "dealer": SEATS,
    "win_tile": st.none() | TILES,
    "tiles": st.lists(TILES, max_size=15).map(tuple),
    "meld": melds(),
    "index": st.integers(-2, 30),
    "sideways": st.booleans(),
    "tsumogiri": st.none() | st.booleans(),
    "replacement": st.booleans(),
    "fetched": st.booleans(),
    "dice": st.tuples(st.integers(1, 6), st.integers(1, 6)),
    "reason": st.sampled_from(ev.EndReason),
    "deltas": st.tuples(POINTS, POINTS, POINTS, POINTS),
    "scores": st.tuples(POINTS, POINTS, POINTS, POINTS),
    "kyotaku": st.integers(0, 5),
    "honba": st.integers(0, 9),
    "number": st.integers(1, 4),
    "round_wind": st.integers(0, 3),
    "winners": st.lists(SEATS, max_size=3).map(tuple),
    "tenpai": st.tuples(*(st.booleans(),) * 4),
}


@cache
def course(preset: str, seed: int) -> tuple[tuple[ev.Event, ...], tuple[Game, ...]]:
    """The events of a hand, and the game before each."""
    dealer = Dealer(preset, seed)
    dealer.play_game(1)
    before = [replay(dealer.events[:1])]
    for event in dealer.events[1:]:
        before.append(apply(before[-1], event))
    return tuple(dealer.events[1:]), tuple(game for game in before if game is not None)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PRESETS), st.integers(0, 5), st.data())
def test_what_is_not_forbidden_is_held(preset: str, seed: int, data: st.DataObject) -> None:
    events, games = course(preset, seed)
    game = data.draw(st.sampled_from(games))
    event = data.draw(st.sampled_from(events))
    unseen = isinstance(event, ev.Drawn | ev.Discarded)
    values = VALUES | {"tile": st.none() | TILES if unseen else TILES}
    names = [field.name for field in fields(event) if field.name in values]
    chosen = data.draw(st.lists(st.sampled_from(names), max_size=2, unique=True)) if names else []
    try:
        event = replace(event, **{name: data.draw(values[name]) for name in chosen})
    except ValueError:
        return
    faults = legal(game, event)
    if held(game.rules, faults):
        assert apply(game, event) != game
        return
    with pytest.raises(IllegalEventError) as refused:
        apply(game, event)
    assert refused.value.faults == faults
