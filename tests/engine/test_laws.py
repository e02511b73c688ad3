"""Laws of the whole engine over games played from a seed (R-GAME-04, R-TURN-06)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.play.apply import apply, replay
from engine.play.check import held
from engine.play.legal import legal, moves
from engine.result.game import standings
from engine.rules.presets import PRESETS
from engine.state import events as ev
from engine.state.faults import IllegalEventError
from engine.state.hand import Game, Phase
from engine.state.tile_count import limit
from tests.engine.board import Dealer, total, unseen

SEEDS = st.integers(0, 2**32)


def hand_of(preset: str, seed: int, hands: int = 1) -> Dealer:
    dealer = Dealer(preset, seed)
    dealer.play_game(hands)
    return dealer


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(PRESETS), SEEDS)
def test_a_hand_played_by_moves_ends_and_keeps_points_and_tiles(preset: str, seed: int) -> None:
    dealer = hand_of(preset, seed)
    game: Game | None = None
    for event in dealer.events:
        game = apply(game, event)
        assert total(game) == 4 * game.rules.number("game.start_points")
        hand = game.hand
        if hand is None:
            continue
        faces = Counter(hand.seen())
        assert all(n <= limit(game.rules, tile) for tile, n in faces.items())
        if hand.phase in (Phase.DISCARD, Phase.CALLS):
            for seat, me in enumerate(hand.seats):
                in_turn = hand.phase is Phase.DISCARD and seat == hand.turn
                assert len(me.concealed) == me.resting + in_turn
    assert game is not None
    assert len(game.history) == 1


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(PRESETS), SEEDS)
def test_a_hand_with_unseen_tiles_settles_as_the_known_one(preset: str, seed: int) -> None:
    dealer = hand_of(preset, seed)
    blind = replay(unseen(dealer.events))
    assert blind is not None
    assert blind.scores == dealer.game.scores
    assert blind.history == dealer.game.history


@settings(max_examples=6, deadline=None)
@given(st.sampled_from(("rrc", "tenhou")), SEEDS, st.data())
def test_an_event_at_another_moment_is_refused_or_leads_on(
    preset: str, seed: int, data: st.DataObject
) -> None:
    events = hand_of(preset, seed).events
    at = data.draw(st.integers(1, len(events) - 1))
    event = data.draw(st.sampled_from(events))
    game = replay(events[:at])
    assert game is not None
    if held(game.rules, legal(game, event)):
        assert apply(game, event) is not None
        return
    with pytest.raises(IllegalEventError) as refused:
        apply(game, event)
    assert refused.value.faults == legal(game, event)
    assert str(refused.value).endswith(".")


@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_every_move_offered_can_be_made(seed: int) -> None:
    dealer = hand_of("rrc", seed)
    game: Game | None = None
    for n, event in enumerate(dealer.events):
        game = apply(game, event)
        if n % 7 == 0:
            for seat in range(4):
                for move in moves(game, seat):
                    assert apply(game, move) is not None


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["rrc", "tenhou"])
def test_whole_games_end_and_add_up(preset: str) -> None:
    for seed in range(2):
        dealer = Dealer(preset, seed)
        game = dealer.play_game()
        assert game.finished
        assert isinstance(dealer.events[-1], ev.GameEnded)
        assert sum(game.scores) == 4 * game.rules.number("game.start_points")
        assert sum(row.total for row in standings(game)) == 0
        assert max(h.started.round_wind for h in game.history) <= (1 if preset == "rrc" else 2)
        blind = replay(unseen(dealer.events))
        assert blind is not None
        assert blind.history == game.history
