"""What a record that is played again knows before its first line."""

from __future__ import annotations

import pytest

from engine.notation.record import Playback, RecordError
from engine.tiles.tile import parse_tiles
from tests.engine.board import Board


def test_before_a_game_or_a_hand_starts_there_are_no_rules_and_no_hand() -> None:
    playback = Playback()
    with pytest.raises(RecordError, match="no game has started yet"):
        _ = playback.rules
    with pytest.raises(RecordError, match="no hand has started yet"):
        _ = playback.hand


def test_the_hand_of_a_seat_is_known_in_order_once_every_tile_is() -> None:
    """A drawn red five stands before the plain ones."""
    board = Board().deal("123m55m789m99s111z", first="0m")
    playback = Playback(game=board.game)
    assert playback.known(0) == parse_tiles("123m055m789m99s111z")
    assert playback.known(1) is None
