"""What counts as a game that was followed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.follow import KINDS, Game, follow, games, head, row
from controller.run import Wishes
from controller.virtual.compare import Tally

ALL = {kind: Tally(right=250) for kind in (*KINDS, "wins")}
GOOD = Game("seed 1", 8, 8, ALL, {}, (1, 2), (1, 2), False, 900, 60.0)


def test_a_game_without_fault_is_reached() -> None:
    assert GOOD.reached
    assert GOOD.percent == 100.0


@pytest.mark.parametrize(
    "fault",
    [
        replace(GOOD, paid=7),
        replace(GOOD, stuck=True),
        replace(GOOD, scores=(2, 1)),
        replace(GOOD, scores=None),
        replace(GOOD, tallies=ALL | {"calls": Tally(right=244, missing=6)}),
        replace(GOOD, tallies=ALL | {"dora": Tally(right=249, wrong=1)}),
        replace(GOOD, tallies=ALL | {"riichi": Tally(right=250, extra=1)}),
    ],
)
def test_any_of_these_fails(fault: Game) -> None:
    assert not fault.reached


def test_few_missed_tiles_that_were_asked_about_are_allowed() -> None:
    assert replace(GOOD, tallies=ALL | {"discards": Tally(right=246, missing=4)}).reached


def test_a_row_says_all() -> None:
    told = row(replace(GOOD, questions={"unread": 2, "contradiction": 1}))
    assert told.split() == [
        "seed", "1", "8", "8", *["250/0/0"] * 4, "100.00", "3", "equal", "900", "60", "66.7",
    ]  # fmt: skip
    assert len(head().splitlines()[0]) == len(told)


def test_seeds_come_before_records() -> None:
    names = [(name, preset, wishes.seed) for name, preset, wishes in games([4, 9], [], 2)]
    assert names == [("seed 4", "rrc", 4), ("seed 9", "rrc", 9)]


@pytest.mark.slow
def test_one_hand_is_followed_to_its_payment(tmp_path: Path) -> None:
    game = follow("seed 42", "rrc", Wishes(speed=0, seed=42, hands=1, new=True), tmp_path)
    assert game.plain()["reached"], game
    assert (game.hands, game.tallies["dora"].right) == (1, 4)
