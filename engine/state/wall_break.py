"""Where the rules break the wall: how many throws of the dice, and what they say (R-WALL-03, R-WALL-07)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rules.ruleset import Ruleset
from engine.state.hand import Hand, Phase
from engine.tiles.wall import Wall, broken


def throws(rules: Ruleset) -> int:
    """How many throws of the dice break the wall (R-WALL-03, R-WALL-07)."""
    return 1 if rules.choice("wall.dice_throws") == "single" else 2


def fallen(rules: Ruleset, hand: Hand) -> int:
    """How many throws are no longer awaited: those that fell, and all once the tiles are dealt."""
    return len(hand.throws) if hand.phase in (Phase.BUILD, Phase.THROWN) else throws(rules)


def wall_of(rules: Ruleset, dealer: int, thrown: Sequence[tuple[int, int]]) -> Wall | None:
    """The wall that one throw breaks or, where the rules say so, two (R-WALL-03, R-WALL-07).

    `thrown` are the dealer's dice, then those of the side's owner; None while a throw is to come.
    """
    if len(thrown) < throws(rules):
        return None
    first, *others = (sum(dice) for dice in thrown)
    if throws(rules) == 1:
        return broken(dealer, first)
    both = rules.choice("wall.double_throw_count") == "sum_of_both"
    return broken(dealer, first, others[0], sum_of_both=both)
