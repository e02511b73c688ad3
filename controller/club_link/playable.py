"""Which rules a table can play with what it has."""

from __future__ import annotations

from controller.sentences.refusals import Refusal
from engine.classical.flower import with_flowers
from engine.rules.ruleset import Ruleset

_SEEN_ONLY = ("score.wareme",)
"""Options that pay by what lies on the mat: whose wall was broken."""


def unplayable(rules: Ruleset, *, watched: bool) -> Refusal | None:
    """Why these rules can never be played here; `watched`: a camera follows the hands."""
    if not watched:
        return _unseen(rules)
    return Refusal("flowers") if with_flowers(rules) else None


def _unseen(rules: Ruleset) -> Refusal | None:
    """A result that is entered has han and fu, which Chinese Classical does not count."""
    if rules.game == "classical":
        return Refusal("needs_tiles", detail=rules.name)
    found = next((option for option in _SEEN_ONLY if rules.flag(option)), None)
    return None if found is None else Refusal("needs_tiles", detail=found)
