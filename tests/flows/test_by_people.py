"""Games at tables without a machine of ours, at which nobody presses anything: perfect eyes.

People build the walls, or a bought table raises them or deals, too; the same code as in the service sees when
a hand begins (`Builders`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.infer.begun import Raised
from tests.flows.mishaps import KINDS, Mishaps
from tests.flows.scene_eyes import LateEyes, SceneEyes
from tests.flows.silent import play
from tests.flows.weak_eyes import WeakEyes


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
    report = play(Raised.PEOPLE, preset, seed, tmp_path, hands=1, eyes=SceneEyes(dice=False))
    assert report.equal
    assert report.paid == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("walls", "seed"), [(Raised.PEOPLE, 7200), (Raised.RAISED, 7201), (Raised.DEALT, 7202)]
)
def test_hands_that_nobody_saw_begin_are_followed(walls: Raised, seed: int, tmp_path: Path) -> None:
    """Discards beside a turned tile say it."""
    report = play(walls, "rrc", seed, tmp_path, hands=3, begun=False)
    assert report.equal
    assert report.paid == 3


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


@pytest.mark.slow
def test_who_takes_the_first_discard_and_thinks_begins_no_other_hand(tmp_path: Path) -> None:
    """The ponds were empty for so long that the discards after it looked like those of a hand that nobody saw
    begin; when this one was paid it was paid again."""
    report = play(Raised.RAISED, "rrc", 118001, tmp_path, 2, mishaps=Mishaps(118001))
    assert report.equal


@pytest.mark.parametrize(
    ("walls", "seed"), [(Raised.PEOPLE, 8102), (Raised.RAISED, 8103), (Raised.DEALT, 8108)]
)
def test_calls_from_before_the_indicator_was_read_stand_where_they_were_made(
    walls: Raised, seed: int, tmp_path: Path
) -> None:
    """Nobody saw the hand begin, and it is begun only when the indicator is read beside many discards."""
    report = play(walls, "rrc", seed, tmp_path, hands=2, begun=False, eyes=LateEyes(after=14))
    assert report.equal
    assert sum(tally.total for kind, tally in report.tallies.items() if kind == "calls") > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("walls", "seed"), [(Raised.PEOPLE, 31011), (Raised.RAISED, 31012), (Raised.DEALT, 31013)]
)
def test_hands_are_followed_by_eyes_that_miss_and_doubt_tiles(
    walls: Raised, seed: int, tmp_path: Path
) -> None:
    """People answer what they are asked."""
    report = play(walls, "rrc", seed, tmp_path, hands=3, eyes=WeakEyes(seed), answers=9)
    assert report.paid == 3
    assert all(tally.extra == 0 for tally in report.tallies.values())
    assert report.tallies["discards"].missing <= 1, "the last one of a hand may go unseen"
