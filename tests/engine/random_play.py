"""Random play under a preset, from the most careful players to the most reckless, hand after hand."""

from __future__ import annotations

import random
from collections import Counter

from engine.play.apply import replay
from engine.rules.presets import CLASSICAL, PRESETS
from tests.engine.board import Dealer, total, unseen
from tests.engine.classical.table import Players

EVERY = (*PRESETS, *CLASSICAL.presets)
"""The presets of every game."""
_HANDS_OF_A_GAME = 12


def play(preset: str, seed: int, hands: int) -> Counter[str]:
    """Plays so many hands and counts how they ended; raises whatever the engine raises.

    Every game is replayed with the tiles unseen and must come to the same results.
    """
    endings: Counter[str] = Counter()
    rng = random.Random(seed)
    while endings.total() < hands:
        dealer = _dealer(preset, rng)
        game = dealer.play_game(min(_HANDS_OF_A_GAME, hands - endings.total()))
        endings += Counter(over.ended.reason.value for over in game.history)
        assert total(game) == 4 * game.rules.number("game.start_points") or game.finished
        blind = replay(unseen(dealer.events))
        assert blind is not None
        assert blind.history == game.history
    return endings


def _dealer(preset: str, rng: random.Random) -> Dealer:
    seed = rng.randrange(1 << 32)
    dealer = Players(seed) if preset in CLASSICAL.presets else Dealer(preset, seed)
    dealer.folly, dealer.calling = rng.choice((0.0, 0.1, 0.5, 1.0)), rng.choice((0.1, 0.35, 1.0))
    return dealer
