"""Who becomes responsible for a yakuman by discarding into its last declared set (R-PAO)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.rules.ruleset import Ruleset
from engine.tiles.meld import Meld, MeldType

_BY_KIND: Final = (
    ("daisangen", "pao.daisangen", frozenset(range(31, 34)), 3),
    ("daisuushii", "pao.daisuushii", frozenset(range(27, 31)), 4),
)


def responsible(
    rules: Ruleset, before: Sequence[Meld], meld: Meld, source: int
) -> tuple[tuple[str, int], ...]:
    """(yakuman, seat) pairs that a call makes, `before` being the sets that lay already (R-PAO-02)."""
    lying = [m for m in before if m.open or rules.flag("pao.closed_kan_counts")]
    out = []
    for yakuman, option, kinds, size in _BY_KIND:
        sets = {m.kind for m in lying if m.type is not MeldType.CHI} & kinds
        called = meld.type is not MeldType.CHI and meld.kind in kinds - sets
        if called and len(sets) == size - 1 and rules.flag(option):
            out.append((yakuman, source))
    kans = sum(m.type.kan for m in lying)
    if meld.type is MeldType.DAIMINKAN and kans == 3 and rules.flag("pao.suukantsu"):
        out.append(("suukantsu", source))
    return tuple(out)
