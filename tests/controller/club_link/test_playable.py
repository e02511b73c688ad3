"""Which rules a table can play, with a camera that follows the hands and without."""

from __future__ import annotations

from typing import Any

import pytest

from controller.club_link.playable import unplayable
from controller.sentences.refusals import Refusal
from engine.rules.ruleset import Ruleset


@pytest.mark.parametrize(
    ("preset", "options", "watched", "not_watched"),
    [
        ("rrc", {}, None, None),
        ("tenhou", {}, None, None),
        ("rrc", {"score.wareme": True}, None, Refusal("needs_tiles", detail="score.wareme")),
        ("classical", {}, None, Refusal("needs_tiles", detail="classical")),
        (
            "classical",
            {"classical.flowers": True},
            Refusal("flowers"),
            Refusal("needs_tiles", detail="classical"),
        ),
    ],
)
def test_why_rules_cannot_be_played_here(
    preset: str, options: dict[str, Any], watched: Refusal | None, not_watched: Refusal | None
) -> None:
    """Without a camera people enter han and fu, and nobody sees whose wall was broken."""
    rules = Ruleset.preset(preset, options)
    assert unplayable(rules, watched=True) == watched
    assert unplayable(rules, watched=False) == not_watched
