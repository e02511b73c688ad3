"""Laws of whole games of Chinese Classical played from a seed."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.play.apply import apply, replay
from engine.result.game import standings
from engine.state import events as ev
from engine.state.hand import Game, Phase
from tests.engine.board import unseen
from tests.engine.classical.table import Players

SEEDS = st.integers(0, 2**32)
CHOICES = {
    "flowers": st.booleans(),
    "several_mahjong": st.sampled_from(("farthest", "nearest")),
    "claimed_last_set": st.sampled_from(("open", "concealed")),
    "ready_freezes_hand": st.booleans(),
    "rob_out_of_turn": st.booleans(),
    "added_kong_only_drawn_tile": st.booleans(),
}


def walls(game: Game) -> int:
    """All tiles of the set, wherever they are: the seven stacks are never touched."""
    hand = game.hand
    assert hand is not None
    held = sum(len(seat.concealed) + len(seat.flowers) for seat in hand.seats)
    laid = sum(p.called_by is None for seat in hand.seats for p in seat.pond)
    sets = sum(len(meld.tiles) for seat in hand.seats for meld in seat.melds)
    return held + laid + sets + hand.live_left + hand.loose + 14


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.fixed_dictionaries(CHOICES))
def test_a_hand_keeps_points_and_tiles(seed: int, options: dict[str, object]) -> None:
    players = Players(seed, **options)
    players.play_game(1)
    game: Game | None = None
    for event in players.events:
        game = apply(game, event)
        assert sum(game.scores) == 8000
        hand = game.hand
        if hand is None or hand.phase in (Phase.BUILD, Phase.THROWN) or hand.wins:
            continue
        assert walls(game) == (144 if options["flowers"] else 136)
        assert all(n <= 4 for n in Counter(hand.seen()).values())
    assert game is not None
    assert len(game.history) == 1


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_a_hand_with_unseen_tiles_settles_as_the_known_one(seed: int) -> None:
    players = Players(seed)
    players.play_game(2)
    blind = replay(unseen(players.events))
    assert blind is not None
    assert blind.history == players.game.history


@pytest.mark.slow
@pytest.mark.parametrize("short", [False, True])
def test_whole_games_end_after_four_rounds(short: bool) -> None:
    for seed in range(3):
        players = Players(seed, short_game=short, draw="do_not_replay")
        game = players.play_game(200)
        assert game.finished
        assert isinstance(players.events[-1], ev.GameEnded)
        assert sum(row.total for row in standings(game)) == 0
        rounds = Counter((h.started.round_wind, h.started.number) for h in game.history)
        assert set(rounds) == {(wind, n) for wind in range(4) for n in range(1, 3 if short else 5)}
