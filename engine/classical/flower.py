"""Whether Chinese Classical is played with its eight extra tiles (C-FLOWER)."""

from __future__ import annotations

from engine.rules.ruleset import Ruleset


def with_flowers(rules: Ruleset) -> bool:
    """Whether the eight extra tiles are played with (C-FLOWER-01)."""
    return rules.game == "classical" and rules.flag("classical.flowers")
