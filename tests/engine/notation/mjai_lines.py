"""Lines of mjai records for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.notation.mjai_writer import write
from engine.notation.read import read
from engine.state import events as ev
from tests.engine.board import Dealer

GAMES = sorted((Path(__file__).parents[4] / "shared" / "games").glob("*.mjson"))


Line = dict[str, Any]


def records() -> list[Path]:
    if not GAMES:
        pytest.skip("the recorded games are not on this machine")
    return GAMES


def played(seed: int, hands: int = 2) -> list[ev.Event]:
    dealer = Dealer("tenhou", seed, game__length="tonpuusen")
    dealer.play_game(hands)
    return dealer.events


def hand_lines(seed: int) -> list[Line]:
    return [json.loads(line) for line in write(played(seed, 1))] + [{"type": "end_game"}]


def reading(lines: list[Line]) -> list[ev.Event]:
    return read([json.dumps(line) for line in lines])


WRITTEN = (
    "hora_tehais",
    "ura_markers",
    "uradora_markers",
    "yaku",
    "yakus",
    "fu",
    "fan",
    "points",
    "hora_points",
)
