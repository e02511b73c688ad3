"""What a record that is played again knows before its first line."""

from __future__ import annotations

import pytest

from engine.notation.record import Playback, RecordError


def test_before_a_game_or_a_hand_starts_there_are_no_rules_and_no_hand() -> None:
    playback = Playback()
    with pytest.raises(RecordError, match="no game has started yet"):
        _ = playback.rules
    with pytest.raises(RecordError, match="no hand has started yet"):
        _ = playback.hand
