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


CRITERIA = {
    "players": ("K-ACC-01", "16", "16 or more"),
    "games": ("K-ACC-01", "4", "4 or more"),
    "open": ("K-ACC-02", "8 of 16", "half of the places or more"),
    "region": ("K-ACC-04", "no", "no"),
    "four_players": ("K-ACC-01", "4", "4"),
    "hanchan": ("K-ACC-01", "hanchan", "hanchan"),
    "rules": ("K-ACC-03", "none", "no other deviation"),
    "seating": ("K-SEAT-03", "usual", "usual"),
    "money": ("K-ACC-04", "no", "no"),
    "games_a_day": ("K-ACC-04", "3", "5 at most"),
    "ended_early": ("K-ONLINE-06", "no", "no"),
}


def test_each_criterion_says_its_clause_what_the_event_has_and_what_it_must_have() -> None:
    found = report(EVENT, RRC).criteria
    assert {each.id: (each.clause, each.found, each.needed) for each in found} == CRITERIA


@pytest.mark.parametrize(
    ("change", "criterion", "found"),
    [
        ({"players": 15}, "players", "15"),
        ({"games_by_day": ()}, "games", "0"),
        ({"regional": True}, "region", "yes"),
        ({"money": True}, "money", "yes"),
        ({"methods": ("manual", "swiss", "by_hand")}, "seating", "by_hand, manual"),
        ({"games_by_day": (3, 6)}, "games_a_day", "6"),
        ({"ended_early": True}, "ended_early", "yes"),
    ],
)
def test_what_an_event_lacks_is_said(change: dict[str, Any], criterion: str, found: str) -> None:
    said = {each.id: each.found for each in report(replace(EVENT, **change), RRC).criteria}
    assert said[criterion] == found


def test_five_games_a_day_and_every_usual_scheme_are_rated() -> None:
    usual = ("predetermined", "random", "swiss", "interval")
    assert report(replace(EVENT, games_by_day=(5, 5), methods=usual), RRC).rating == "RR"


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
