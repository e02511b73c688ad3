"""Agreement with the independent library `mahjong` under the options that both have."""

from __future__ import annotations

import os
import random
from typing import Final

import pytest

pytest.importorskip("mahjong", reason="install the developer's packages to compare with the library mahjong")

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.shanten import Shanten

from engine.rules.ruleset import Ruleset
from engine.tiles.shape import counts, shanten
from engine.tiles.tile import format_tiles, tile_of_id
from engine.value.points import tsumo_points
from engine.value.score import HandValue, value
from engine.value.win import Win
from tests.engine.library import question, yaku_of
from tests.engine.winning import wins

SEEDS: Final = range(10 if os.environ.get("JANTAKU_ALL_SCENARIOS") else 1)
"""Of 5,000 hands each; all of them take a minute."""


def ours(worth: HandValue, win: Win) -> dict[str, object]:
    dora = {"dora": worth.dora, "red": worth.red, "ura": worth.ura}
    payments = (worth.points, 0)
    if win.tsumo:
        dealer, other = tsumo_points(worth.base, win.dealer)
        payments = (other, other) if win.dealer else (dealer, other)
    return {
        "payments": payments,
        "points": worth.points,
        "han": worth.han,
        "fu": None if worth.yakuman else worth.fu,
        "yaku": dict(worth.yaku) | {name: han for name, han in dora.items() if han},
    }


def theirs(answer: HandResponse, win: Win) -> dict[str, object]:
    assert answer.cost is not None
    yakuman = any(yaku.is_yakuman for yaku in answer.yaku or ())
    return {
        "payments": (answer.cost["main"], answer.cost["additional"]),
        "points": answer.cost["total"],
        "han": answer.han,
        "fu": None if yakuman else answer.fu,
        "yaku": yaku_of(answer, opened=not win.closed),
    }


def compare(seed: int, count: int) -> None:
    for number, (win, rules) in enumerate(wins(seed, count)):
        worth, answer = value(win, rules), question(win, rules).ask()
        agreed = (
            answer.error == HandCalculator.ERR_NO_YAKU
            if worth is None
            else answer.error is None and ours(worth, win) == theirs(answer, win)
        )
        assert agreed, differences(f"hand {number} of seed {seed}", win, rules, worth, answer)


def differences(
    where: str, win: Win, rules: Ruleset, worth: HandValue | None, answer: HandResponse
) -> dict[str, object]:
    """All that explains why two values are not the same; made only where they are not."""
    return {
        "where": where,
        "win": win,
        "rules": {key: rules.value(key) for key in rules.overrides},
        "ours": None if worth is None else ours(worth, win),
        "theirs": answer.error or theirs(answer, win),
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_values_agree(seed: int) -> None:
    compare(seed=100 + seed, count=5000)


@pytest.mark.parametrize("size", [13, 14])
def test_shanten_agrees(size: int) -> None:
    rng = random.Random(size)
    for _ in range(2000):
        suits = rng.choice((range(136), range(36), range(36, 108), range(72, 136)))
        tiles = [tile_of_id(tile) for tile in rng.sample(suits, size)]
        assert shanten(tiles) == Shanten.calculate_shanten(counts(tiles)), format_tiles(tiles)
