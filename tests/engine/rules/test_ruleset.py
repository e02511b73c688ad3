"""The option contract: presets, filling of silent options, overrides."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.rules.option_values import allows
from engine.rules.presets import OPTIONS, PRESETS, plain
from engine.rules.ruleset import Ruleset

CONTRACT = Path(__file__).parents[4] / "shared" / "rules" / "presets.json"


@pytest.mark.parametrize("name", PRESETS)
def test_every_option_of_a_preset_has_a_value_or_waits_for_the_organiser(name: str) -> None:
    rules = Ruleset.preset(name)
    unset = {key for key in OPTIONS if rules.value(key) is None}
    assert unset <= {"game.yakitori_amount", "chombo.exposed_tiles_limit"}
    assert unset <= rules.filled


def test_rrc_and_tenhou_differ_where_the_platform_does() -> None:
    rrc, tenhou = Ruleset.preset("rrc"), Ruleset.preset("tenhou")
    assert (rrc.number("game.start_points"), tenhou.number("game.start_points")) == (30000, 25000)
    assert not rrc.flag("abort.sanchahou")
    assert tenhou.flag("abort.sanchahou")
    assert tenhou.choice("kan.dora_timing_open") == "after_discard"
    assert tenhou.number("fu.tsumo_with_rinshan") == 2
    assert tenhou.numbers("score.double_yakuman") == ()


def test_silence_is_filled_from_the_fallback_then_from_the_recommendation() -> None:
    rules = Ruleset.preset("ema_2012")
    assert rules.number("game.start_points") == 30000
    assert not rules.flag("score.yakuman_stack")
    assert rules.number("fu.base") == 20
    assert {"game.start_points", "score.yakuman_stack", "fu.base"} <= rules.filled
    assert "call.kuikae_same" not in rules.filled


def test_points_to_return_and_sticks_follow_the_start() -> None:
    rules = Ruleset.preset("wrc", {"game.start_points": 25000, "game.oka": 20000})
    assert rules.number("game.return_points") == 30000


@pytest.mark.parametrize(
    ("points", "sticks"),
    [
        (25000, (1, 1, 9, 10)),  # R-SET-04
        (27800, (1, 1, 11, 18)),
        (10000, (0, 0, 9, 10)),
        (4300, (0, 0, 4, 3)),
    ],
)
def test_sticks_give_change_where_the_points_allow(points: int, sticks: tuple[int, ...]) -> None:
    rules = Ruleset.preset("wrc", {"game.start_points": points, "game.oka": 0})
    assert tuple(rules.counts("sticks.start_set").values()) == sticks
    assert sum(int(k) * n for k, n in rules.counts("sticks.start_set").items()) == points


@pytest.mark.parametrize(
    ("name", "overrides", "points"),
    [
        ("rrc", {}, 30000),
        ("rrc", {"game.start_points": 25000}, 25000),
        ("rrc", {"game.start_points": 25000, "game.oka": 20000}, 30000),
        ("rrc", {"game.start_points": 25000, "game.return_points": 30000}, 30000),
        ("tenhou", {}, 30000),
        ("tenhou", {"game.oka": 0}, 25000),
    ],
)
def test_the_points_to_return_make_the_results_sum_to_zero(
    name: str, overrides: Mapping[str, object], points: int
) -> None:
    assert Ruleset.preset(name, overrides).number("game.return_points") == points


def test_an_override_is_no_longer_filled() -> None:
    rules = Ruleset.preset("rrc", {"score.renhou_window": "first_go_around"})
    assert "score.renhou_window" not in rules.filled
    assert rules.overrides == {"score.renhou_window"}


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize(
    "overrides", [{}, {"game.tobi": True, "game.start_points": 27000}, {"game.return_points": 33000}]
)
def test_the_set_of_a_record_gives_the_same_rules(name: str, overrides: Mapping[str, object]) -> None:
    rules = Ruleset.preset(name, overrides)
    stored = json.loads(json.dumps(rules.record))
    assert len(stored) >= len(OPTIONS) - 2
    again = Ruleset.preset(name, stored)
    assert again == rules
    assert [again.origin(key) for key in OPTIONS] == [rules.origin(key) for key in OPTIONS]


def test_what_the_preset_says_is_no_override() -> None:
    assert Ruleset.preset("rrc", {"game.tobi": False}) == Ruleset.preset("rrc")


def test_none_is_a_word_for_no_red_fives() -> None:
    rules = Ruleset.preset("rrc", {"tiles.red_fives": "none"})
    assert dict(rules.counts("tiles.red_fives")) == {"m": 0, "p": 0, "s": 0}


@pytest.mark.parametrize(
    ("name", "overrides"),
    [
        ("rcc", {}),
        ("rrc", {"call.open_tanyo": True}),
        ("rrc", {"call.open_tanyao": 1}),
        ("rrc", {"call.multi_ron": "some"}),
        ("rrc", {"game.start_points": 25050}),
        ("rrc", {"game.start_points": True}),
        ("rrc", {"honba.value": 100}),
        ("rrc", {"fu.double_wind_pair": 3}),
        ("rrc", {"game.uma": [1, 2, 3, 4]}),
        ("rrc", {"tiles.red_fives": {"m": 3, "p": 1, "s": 1}}),
        ("rrc", {"score.double_yakuman": ["tanyao"]}),
        ("rrc", {"sticks.start_set": {"1000": 3}}),
        ("rrc", {"score.limits": {}}),
        ("rrc", {"fu.base": None}),
        ("rrc", {"game.yakitori": True}),
        ("rrc", {"game.uma": [5000, 15000, -5000, -15000]}),
    ],
)
def test_wrong_options_are_refused_with_one_sentence(name: str, overrides: Mapping[str, object]) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+\.$"):
        Ruleset.preset(name, overrides)


@pytest.mark.parametrize("name", PRESETS)
def test_every_value_of_a_preset_is_allowed_by_its_option(name: str) -> None:
    wrong = [key for key, row in OPTIONS.items() if name in row.values and not allows(row, row.values[name])]
    assert wrong == []


def test_values_beyond_the_contract_give_their_reason() -> None:
    added = {key: set(row.added) for key, row in OPTIONS.items() if row.added}
    assert added == {
        "game.extra_round": {"if_nobody_reached_30000"},
        "score.double_yakuman": {"chuuren_9_sided"},
        "pao.honba_payer": {"responsible"},
        "draw.no_live_wait_rule": {"concealed_part_holds_all_waits"},
    }
    assert all("knowledge" in reason for row in OPTIONS.values() for reason in row.added.values())


@pytest.mark.parametrize(
    ("name", "overrides", "option", "origin"),
    [
        ("rrc", {}, "game.tobi", "preset"),
        ("rrc", {"game.tobi": True}, "game.tobi", "chosen"),
        ("rrc", {"game.start_points": 25000}, "game.return_points", "derived"),
        ("rrc", {}, "furiten.missed_chankan_counts", "recommended"),
        ("rrc", {}, "game.yakitori_amount", "unset"),
        ("ema_2012", {}, "score.yakuman_stack", "fallback"),
        ("ema_2012", {}, "fu.base", "recommended"),
    ],
)
def test_the_origin_of_a_value(name: str, overrides: Mapping[str, object], option: str, origin: str) -> None:
    assert Ruleset.preset(name, overrides).origin(option) == origin


def test_the_same_values_are_the_same_rules() -> None:
    uma = {"game.uma": [30000, 10000, -10000, -30000], "game.tobi": True}
    rules = Ruleset.preset("rrc", uma)
    assert Ruleset.preset("rrc", dict(reversed(uma.items()))) is rules
    assert Ruleset.preset("rrc", {**uma, "game.uma": tuple(uma["game.uma"])}) is rules  # type: ignore[arg-type]
    assert Ruleset.preset("rrc", {**uma, "game.tobi": False}) != rules
    assert Ruleset.preset("wrc", uma) != rules


def test_one_is_not_yes_even_when_yes_was_asked_before() -> None:
    Ruleset.preset("rrc", {"game.tobi": True})
    with pytest.raises(ValueError, match=r"game\.tobi cannot be 1"):
        Ruleset.preset("rrc", {"game.tobi": 1})
    with pytest.raises(ValueError, match=r"game\.tobi cannot be"):
        Ruleset.preset("rrc", {"game.tobi": object()})


def test_more_rules_than_are_kept_are_still_right() -> None:
    for points in range(1000, 1000 + 300 * 100, 100):
        assert Ruleset.preset("rrc", {"game.start_points": points}).number("game.start_points") == points


@pytest.mark.skipif(not CONTRACT.exists(), reason="the rules contract ../shared/rules is not here")
def test_the_table_equals_the_contract() -> None:
    contract = json.loads(CONTRACT.read_text())
    assert [o["id"] for o in contract["options"]] == [key for key, row in OPTIONS.items() if not row.beyond]
    for option in contract["options"]:
        own = OPTIONS[option["id"]]
        assert plain(own.allowed) == option["allowed"]
        assert plain(own.recommended) == option["recommended_when_null"]
        assert plain(own.permitted) == (option.get("rrc_permitted") or [])
        assert list(own.clauses) == option["clauses"]
        for preset in contract["preset_ids"]:
            assert plain(own.values.get(preset)) == option["values"][preset]
            assert own.sources.get(preset) == option["source"][preset]
