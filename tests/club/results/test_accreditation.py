"""The accreditation report, against the lists of K-ACC."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from club.event import SizeClass
from club.results.accreditation import Deviation, Facts, report
from engine.rules.ruleset import Ruleset

EVENT = Facts(players=16, games_by_day=(3, 1), places=16, open_places=8, methods=("swiss",))
"""The least that is rated."""
RRC = Ruleset.preset("rrc")


def failed(facts: Facts, rules: Ruleset = RRC) -> list[str]:
    return [criterion.id for criterion in report(facts, rules).criteria if not criterion.ok]


def test_the_least_event_is_rated_and_says_its_size() -> None:
    found = report(EVENT, RRC)
    assert (found.rating, found.size, found.deviations) == ("RR", SizeClass.SMALL, ())
    assert report(replace(EVENT, players=81), RRC).size is SizeClass.LARGE


@pytest.mark.parametrize(
    ("change", "criterion"),
    [
        ({"players": 15}, "players"),
        ({"games_by_day": (3,)}, "games"),
        ({"open_places": 7}, "open"),
        ({"regional": True}, "region"),
        ({"money": True}, "money"),
        ({"games_by_day": (6,)}, "games_a_day"),
        ({"methods": ("swiss", "manual")}, "seating"),
    ],
)
def test_each_criterion_fails_alone(change: dict[str, Any], criterion: str) -> None:
    facts = replace(EVENT, **change)
    assert failed(facts) == [criterion]
    assert report(facts, RRC).rating == "CRR"


def test_an_event_online_that_ended_early_is_not_rated() -> None:
    """K-ONLINE-06."""
    facts = replace(EVENT, ended_early=True)
    assert failed(facts) == ["ended_early"]
    assert report(facts, RRC).rating == "none"


@pytest.mark.parametrize(
    "options",
    [
        {"tiles.red_fives": "none"},
        {"game.start_points": 25000},
        {"game.uma": [30000, 10000, -10000, -30000]},
        {"game.uma": [20000, 0, 0, -20000]},
        {"game.tobi": True},
        {"wall.dice_throws": "double"},
        {"game.yakitori": True, "game.yakitori_amount": 3000},
    ],
)
def test_permitted_variations_are_listed_and_cost_nothing(options: dict[str, Any]) -> None:
    """K-ACC-03."""
    found = report(EVENT, Ruleset.preset("rrc", options))
    assert found.rating == "RR"
    assert set(options) <= {d.option for d in found.deviations}
    assert all(d.permitted for d in found.deviations)


@pytest.mark.parametrize(
    "options", [{"game.agariyame": True}, {"game.uma": [30000, 10000, 0, -40000]}, {"game.oka": 20000}]
)
def test_other_variations_are_named(options: dict[str, Any]) -> None:
    rules = Ruleset.preset("rrc", options)
    assert failed(EVENT, rules) == ["rules"]
    refused = {d.option for d in report(EVENT, rules).deviations if not d.permitted}
    assert set(options) <= refused


def test_a_short_game_is_for_clubs() -> None:
    assert "hanchan" in failed(EVENT, Ruleset.preset("rrc", {"game.length": "tonpuusen"}))


def test_another_preset_is_measured_too() -> None:
    """EMA has no red fives, which is permitted; the values of JP-SCORING are not."""
    assert "tiles.red_fives" in {d.option for d in report(EVENT, Ruleset.preset("ema")).deviations}
    assert "rules" in failed(EVENT, Ruleset.preset("japanese"))


def test_another_game_is_a_deviation_as_a_whole() -> None:
    found = report(EVENT, Ruleset.preset("classical"))
    assert found.deviations == (Deviation("preset", "classical", permitted=False),)
    assert found.rating == "CRR"
