"""Draws of earlier versions are made again as they were, for whoever audits them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from club.seating.apart import Apart
from club.seating.draw import VERSION, History, Method, Seating, bound, draw

DRAWN: Final[list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[2] / "data" / "seating" / "draws_0.1.json").read_text("utf-8")
)
"""Draws that release 0.1 made. This file is never written again."""


def again(case: dict[str, Any], version: int) -> Seating:
    totals = {int(player): total for player, total in case["totals"].items()}
    history = History([tuple(map(tuple, tables)) for tables in case["history"]], totals)
    return draw(
        case["players"],
        case["rounds"],
        Method(case["method"]),
        history,
        Apart(case["never"], case["rather_not"]),
        case["seed"],
        case["interval"],
        case["last"],
        version,
    )


@pytest.mark.parametrize("number", range(len(DRAWN)))
def test_what_release_0_1_drew_is_drawn_again(number: int) -> None:
    case = DRAWN[number]
    found = again(case, 1)
    assert [[list(four) for four in tables] for tables in found.rounds] == case["drawn"]
    assert [list(resting) for resting in found.byes] == case["byes"]


def test_the_newest_version_is_another_draw() -> None:
    """Otherwise the versions would not be told apart by anything."""
    case = next(case for case in DRAWN if len(case["players"]) == 20)
    assert again(case, VERSION) != again(case, 1)


def test_a_commitment_binds_the_version_and_the_first_one_is_not_named() -> None:
    terms = [bound(range(16), 4, Method.RANDOM, version=version) for version in range(1, VERSION + 1)]
    assert [one.get("version") for one in terms] == [None, *range(2, VERSION + 1)]


@pytest.mark.parametrize("version", [0, VERSION + 1])
def test_a_version_that_is_not_known_is_refused(version: int) -> None:
    with pytest.raises(ValueError, match=f"not by {version}"):
        draw(range(16), 4, Method.RANDOM, version=version)
