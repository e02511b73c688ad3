"""What counts as a game that was followed, and what answers gave."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.follow import follow, games, unasked
from benchmarks.followed import Game, head, row, summary
from benchmarks.touched import by_corners
from contract.stored.codec import encode
from controller.assembly.resuming import Wishes
from controller.table.journal import Record
from controller.virtual.compare import KINDS, Tally
from engine.state import events as ev
from engine.tiles.tile import Tile
from vision.calibration.surface import Surface
from vision.faces.makers import HELD
from vision.scene.venue import Venue

ALL = {kind: Tally(right=250) for kind in KINDS}
GOOD = Game("seed 1", 8, 8, ALL, ALL, {}, (1, 2), (1, 2), False, 900, 60.0)
MISSED = ALL | {"discards": Tally(right=240, missing=10)}
ONE, TWO = Tile.parse("1m"), Tile.parse("2m")
STARTED = ev.HandStarted(0, 1, 0, 0, 0, (30000,) * 4)


def test_a_game_without_fault_is_reached() -> None:
    assert GOOD.reached
    assert GOOD.perfect
    assert (GOOD.plain()["f1"], GOOD.plain()["f1_unasked"]) == (1.0, 1.0)


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
    assert not fault.reached or not fault.perfect


def test_few_tiles_may_be_asked_about() -> None:
    # 1500 events: 7 missed are F1 99.77 %, 16 are 99.46 %
    assert replace(GOOD, unasked=ALL | {"discards": Tally(right=243, missing=7)}).reached
    assert not replace(GOOD, unasked=ALL | {"discards": Tally(right=234, missing=16)}).reached


def test_a_row_says_all() -> None:
    line = row(replace(GOOD, unasked=MISSED, questions={"unread": 2, "contradiction": 1}))
    f1 = 100 * 2 * 1490 / (1500 + 1490)
    assert line.split() == [
        "seed", "1", "8", "8", *["250/0/0"] * 5, f"{f1:.2f}", "100.00", "3", "equal", "900", "60", "66.7",
    ]  # fmt: skip
    assert len(head().splitlines()[0]) == len(line)


def test_the_summary_is_of_all_games() -> None:
    bad = replace(GOOD, tallies=ALL | {"revealed": Tally(right=249, wrong=1)}, questions={"unread": 4})
    found = summary([GOOD, bad])
    assert (found["games"], found["hands"], found["events"]) == (2, 16, 3000)
    assert found["perfect_games"] == 50.0
    assert found["revealed_exact"] == 99.8
    assert found["questions_a_hand"] == 0.25
    assert found["f1"] == found["precision"] == found["recall"] == round(100 * 2999 / 3000, 3)


def journal(*lines: ev.Event | tuple[str, Tile | None]) -> list[Record]:
    """Events, and answers as id of the question and tile."""
    out = []
    for n, line in enumerate(lines):
        if isinstance(line, tuple):
            tile = None if line[1] is None else str(line[1])
            out.append(Record(n, "answer", n, {"question": line[0], "tile": tile}))
        else:
            out.append(Record(n, "event", n, encode(line)))
    return out


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (
            # named before it was accepted
            (STARTED, ("pond.1.4", ONE), ev.Drawn(1), ev.Discarded(1, ONE), ev.Discarded(2, TWO)),
            (STARTED, ev.Drawn(1), ev.Discarded(1, None), ev.Discarded(2, TWO)),
        ),
        (
            # named after play had gone on
            (STARTED, ev.Discarded(1, None), ("pond.1.4", ONE), ev.Identified(1, 0, ONE)),
            (STARTED, ev.Discarded(1, None)),
        ),
        (
            # a wrong one set right stays wrong
            (STARTED, ev.Discarded(1, TWO), ("pond.1.4", ONE), ev.Correct(1, 1, (ev.Discarded(1, ONE),))),
            (STARTED, ev.Discarded(1, TWO)),
        ),
        (
            # an answer that changes nothing
            (STARTED, ev.Discarded(1, ONE), ("pond.1.4", ONE), ev.Discarded(2, TWO)),
            (STARTED, ev.Discarded(1, ONE), ev.Discarded(2, TWO)),
        ),
        (
            (STARTED, ("wall.1.4", ONE), ev.DoraRevealed(ONE), ev.Discarded(1, ONE)),
            (STARTED, ev.Discarded(1, ONE)),
        ),
        (
            # what is no tile would have been a discard
            (STARTED, ("pond.1.4", None), ev.Discarded(1, ONE), STARTED, ev.Discarded(2, TWO)),
            (STARTED, STARTED, ev.Discarded(2, TWO)),
        ),
        (
            # a set or hand that waits for its answer holds up the hand, not the next one
            (STARTED, ev.Discarded(1, ONE), ("meld.2.4", ONE), ev.Discarded(2, TWO), STARTED),
            (STARTED, ev.Discarded(1, ONE), STARTED),
        ),
    ],
)
def test_what_answers_gave_is_taken_away(
    lines: Sequence[ev.Event | tuple[str, Tile]], left: Sequence[ev.Event]
) -> None:
    assert unasked(journal(*lines)) == list(left)


def options(**given: object) -> argparse.Namespace:
    usual: dict[str, object] = {
        "seeds": [],
        "records": [],
        "preset": "rrc",
        "venues": None,
        "known": False,
        "walls": "machine",
        "words": "all",
        "answers": 2,
        "hands": 2,
        "tile": 34.0,
        "centre": 0.0,
        "markers": "all",
    }
    return argparse.Namespace(**(usual | given))


def test_seeds_in_order_at_the_house_or_at_one_venue_after_the_other() -> None:
    plain = [(name, preset, wishes.seed, look) for name, preset, wishes, look in games(options(seeds=[4, 9]))]
    house = {"answers": 2, "words": "all", "tile": 34.0, "centre": 0.0, "markers": "all"}
    assert plain == [(f"seed {n}", "rrc", n, house) for n in (4, 9)]
    small = next(look for *_, look in games(options(seeds=[4], tile=28.0, centre=280.0)))
    assert (small["tile"], small["centre"]) == (28.0, 280.0)
    away = [look["venue"] for *_, look in games(options(seeds=[4, 9], venues=3))]
    assert away == [HELD + 3, HELD + 4]
    known = [look["venue"] for *_, look in games(options(seeds=[4, 9], venues=3, known=True))]
    assert known == [3, 4]


@pytest.mark.slow
def test_one_hand_is_followed_to_its_payment(tmp_path: Path) -> None:
    wishes = Wishes(speed=0, seed=42, hands=1, new=True)
    game = follow("seed 42", "rrc", wishes, tmp_path, {"bump": 30.0})
    assert game.plain()["reached"], game
    assert (game.hands, game.tallies["dora"].right) == (1, 4)


def test_a_club_without_markers_is_calibrated_by_its_corners(tmp_path: Path) -> None:
    path = by_corners({"tile": 28.0, "centre": 200.0, "venue": HELD + 6103}, tmp_path / "corners.json", 3)
    surface = Surface.load(path)
    assert (surface.unit, surface.layout.centre) == pytest.approx((28 / 34, 100 * 34 / 28))
    view = Venue.of(HELD + 6103).view
    places = np.array([(x, y, 0.0) for x in (-300, 0, 300) for y in (-300, 0, 300)])
    off = surface.table_points(view.project(places), 0.0) * surface.unit - places[:, :2]
    assert np.hypot(*off.T).max() < 1.5
