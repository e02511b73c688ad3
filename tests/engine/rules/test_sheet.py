"""The rule sheet: what goes together, how values read, and that two games are not compared."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rules.presets import PRESETS
from engine.rules.ruleset import Ruleset
from engine.rules.sheet import AREAS, differences, sheet, words


def notes(options: dict[str, object], preset: str = "rrc") -> str:
    return " ".join(sheet(Ruleset.preset(preset, options)).notes)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"game.return_points": 33000}, "do not sum to zero"),
        ({"game.tobi": True}, "riichi.needs_1000"),
        ({"timer.minutes": 85}, "finish_current"),
        ({"call.multi_ron": "atamahane"}, "riichi.multi_ron_sticks"),
        ({"kan.dora_timing_open": "after_discard"}, "kan.dora_vs_replacement"),
        ({"chombo.form": "reverse_mangan"}, "inadmissible in tournaments"),
    ],
)
def test_options_that_do_not_go_together_are_noted(options: dict[str, object], named: str) -> None:
    assert named not in notes({})
    assert named in notes(options)


@pytest.mark.parametrize(
    "options",
    [
        {"game.tobi": True, "riichi.needs_1000": True},
        {"timer.minutes": 85, "timer.after": "finish_current"},
        {"game.start_points": 25000, "game.oka": 20000},
    ],
)
def test_what_goes_together_needs_no_note(options: dict[str, object]) -> None:
    assert notes(options) == ""


def test_a_source_without_yaku_says_where_they_come_from() -> None:
    silent = {name for name in PRESETS if "list of yaku" in notes({}, name)}
    assert silent == {"ema_2012", "ema", "wrc", "japanese"}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "yes"),
        (None, "not set"),
        (1000, "1000"),
        ("own_next_tile", "own next tile"),
        ((15000, 5000, -5000, -15000), "+15000, +5000, -5000, -15000"),
        (("daisuushii", "suuankou_tanki"), "daisuushii, suuankou tanki"),
        ((), "none"),
        ({"m": 1, "p": 0}, "m: 1, p: 0"),
        ({"mangan": (5, 5), "haneman": (6, 7), "on": (13, None)}, "mangan: 5, haneman: 6 to 7, on: from 13"),
    ],
)  # fmt: skip
def test_values_read_as_words(value: Any, text: str) -> None:
    assert words(value) == text


def test_every_area_of_the_options_has_a_heading() -> None:
    for name in PRESETS:
        assert {row.area for row in sheet(Ruleset.preset(name)).rows} <= set(AREAS.values())


def test_two_games_are_not_compared() -> None:
    with pytest.raises(ValueError, match="different games"):
        differences(sheet(Ruleset.preset("rrc")), sheet(Ruleset.preset("classical")))


ABORTS = ("kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou")


@pytest.mark.parametrize(
    ("options", "refused"),
    [
        ({}, []),
        ({"timer.minutes": 85}, ["timer.minutes"]),
        ({"timer.minutes": 84, "timer.after": "finish_current"}, ["timer.minutes"]),
        ({"timer.minutes": 85, "timer.after": "finish_current"}, []),
        ({"timer.minutes": 90, "timer.after": "finish_current"}, []),
        ({"timer.minutes": 91, "timer.after": "finish_current"}, ["timer.minutes"]),
        ({"game.uma": [20000, 5000, -5000, -20000]}, []),
        ({"game.uma": [20000, 5000, -10000, -15000]}, ["game.uma"]),
        ({"game.uma": [15000, 10000, -5000, -20000]}, ["game.uma"]),
        ({f"abort.{kind}": True for kind in ABORTS}, []),
        ({f"abort.{kind}": False for kind in ABORTS}, []),
        ({"abort.kyuushu_kyuuhai": False}, ["abort.kyuushu_kyuuhai"]),
        ({"sticks.start_set": {"10000": 1, "5000": 4}}, []),
        ({"tiles.red_fives": {"m": 0, "p": 0, "s": 0}}, []),
    ],
)
def test_a_game_may_be_rated_with_the_deviations_that_its_rules_permit(
    options: dict[str, Any], refused: list[str]
) -> None:
    found = sheet(Ruleset.preset("rrc", options))
    assert [row.id for row in found.rows if not row.accreditable] == refused
    assert found.accreditable == (not refused)


def test_other_rules_than_rrc_say_nothing_of_rating() -> None:
    found = sheet(Ruleset.preset("ema", {"timer.minutes": 33}))
    assert found.accreditable is None
    assert all(row.accreditable for row in found.rows)


def test_two_sheets_differ_in_what_has_another_value() -> None:
    one, other = (
        sheet(Ruleset.preset("rrc", options)) for options in ({}, {"game.tobi": True, "timer.minutes": 85})
    )
    found = [(each.one.id, each.one.value, each.other.value) for each in differences(one, other)]
    assert found == [("game.tobi", False, True), ("timer.minutes", 75, 85)]
    assert differences(one, one) == ()
