"""Draws: who takes the sticks where nagashi mangan does, whoever deals."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.play.apply import replay
from engine.result.drawn_hand import nagashi_paid
from engine.rules.ruleset import Ruleset
from engine.state import events as ev


@pytest.mark.parametrize("dealer", range(4))
def test_the_first_of_several_from_the_dealer_on_takes_the_sticks(dealer: int) -> None:
    started = ev.HandStarted(0, dealer + 1, 0, 2, dealer, (29500,) * 4)
    game = replay([ev.GameStarted("rrc"), started], trust=True)
    assert game is not None
    assert game.hand is not None
    takes, leaves = (Ruleset.preset("rrc", {"nagashi.takes_sticks": flag}) for flag in (True, False))
    nobody = (False,) * 4
    for size in (1, 2, 3):
        for seats in combinations(range(4), size):
            taken, left = (nagashi_paid(rules, game.hand, seats, nobody, 2) for rules in (takes, leaves))
            more = [a - b for a, b in zip(taken.deltas, left.deltas, strict=True)]
            first = next(seat % 4 for seat in range(dealer, dealer + 4) if seat % 4 in seats)
            assert more == [2000 * (seat == first) for seat in range(4)], seats
            assert (taken.kyotaku, left.kyotaku) == (0, 2)
