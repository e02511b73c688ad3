"""Which of several claims on one tile stands (R-CALL-04)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rules.ruleset import Ruleset
from engine.state.events import Called, WinDeclared
from engine.tiles.meld import MeldType

Claim = WinDeclared | Called


def standing(rules: Ruleset, claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """The claims that stand, out of those made in time and given in the order they were spoken.

    Every ron comes before every set; of the sets pon and kan come before chi, or the first spoken
    one stands (`call.priority`). How several rons are paid is settled later (R-WIN-06).
    """
    wins = tuple(claim for claim in claims if isinstance(claim, WinDeclared))
    if wins:
        return wins
    sets = [claim for claim in claims if isinstance(claim, Called)]
    if rules.choice("call.priority") == "ron>pon_kan>chi":
        sets.sort(key=lambda claim: claim.meld.type is MeldType.CHI)
    return tuple(sets[:1])
