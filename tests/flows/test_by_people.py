"""Games at tables without a machine of ours, at which nobody presses anything: perfect eyes.

People build the walls, or a bought table raises them or deals, too; the same code as in the service sees when
a hand begins (`Builders`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.infer.begun import Raised
from tests.flows.mishaps import KINDS, Mishaps
from tests.flows.silent import play


@pytest.mark.slow
@pytest.mark.parametrize(
    ("walls", "preset", "seed"),
    [
        (Raised.PEOPLE, "rrc", 501),
        (Raised.PEOPLE, "tenhou", 502),
        (Raised.PEOPLE, "ema", 503),
        (Raised.RAISED, "rrc", 504),
        (Raised.RAISED, "tenhou", 505),
        (Raised.DEALT, "rrc", 506),
        (Raised.DEALT, "tenhou", 507),
    ],
)
def test_hands_are_followed_though_nobody_presses_anything(
    walls: Raised, preset: str, seed: int, tmp_path: Path
) -> None:
    report = play(walls, preset, seed, tmp_path, hands=4)
    assert report.equal
    assert report.paid == 4


@pytest.mark.parametrize(("preset", "seed"), [("rrc", 521), ("tenhou", 522)])
def test_where_no_dice_are_read_the_indicator_says_where_the_wall_was_broken(
    preset: str, seed: int, tmp_path: Path
) -> None:
    report = play(Raised.PEOPLE, preset, seed, tmp_path, hands=1, dice=False)
    assert report.equal
    assert report.paid == 1


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "hands"), [(9105, 3), (9106, 2)])
def test_hands_that_are_opened_for_nothing_pay_nothing(seed: int, hands: int, tmp_path: Path) -> None:
    """By mistake, for a neighbour, knocked over, lifted. In the third hand of 9105 somebody fumbles at the
    exhaustive draw for so long that a hand counts as noten before its owner opens it."""
    mishaps = Mishaps(seed)
    report = play(Raised.PEOPLE, "rrc", seed, tmp_path, hands, mishaps=mishaps)
    assert report.equal
    assert {case.kind for case in mishaps.cases} == set(KINDS)
    assert all(case.as_it_should_be for case in mishaps.cases)
