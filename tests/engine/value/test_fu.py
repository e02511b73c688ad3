"""Fu: every part by its name (R-FU)."""

from __future__ import annotations

import pytest

from engine.rules.ruleset import Ruleset
from engine.value.fu import rounded
from engine.value.score import value
from engine.value.win import Win
from tests.engine.hands import win

RRC = Ruleset.preset("rrc")

CASES: list[tuple[Win, int, dict[str, int]]] = [
    (win("234m456p678s34s55s", "2s", tsumo=True), 20, {"base": 20}),
    (win("234m456p678s34s55s", "2s"), 30, {"base": 20, "closed_ron": 10}),
    (win("234m456p34s55s", "2s", "6'78s"), 30, {"base": 20, "open_pinfu": 2}),
    (win("234m456p34s55s", "2s", "6'78s", tsumo=True), 30, {"base": 20, "tsumo": 2}),
    (win("1122m3344p5566s7z", "7z"), 25, {"chiitoitsu": 25}),
    (
        win("222m678p99s34s", "2s", "5'55z"),
        30,
        {"base": 20, "closed_pon_simple": 4, "open_pon_yaochuu": 4},
    ),
    (win("46p22s678m", "5p", "X22mX", "5555'z"), 60, {"base": 20, "closed_kan_simple": 16}),
    (
        win("678m46p22s", "5p", "X22mX", "5555'z"),
        60,
        {"base": 20, "closed_kan_simple": 16, "open_kan_yaochuu": 16, "kanchan": 2},
    ),
    (
        win("99m22s678m", "2s", "X11zX", "333'3s"),
        70,
        {"base": 20, "closed_kan_yaochuu": 32, "open_kan_simple": 8, "pon_by_ron_simple": 2},
    ),
    (
        win("123m456p789s12s55z", "3s", riichi=True),
        40,
        {"base": 20, "pair": 2, "penchan": 2, "closed_ron": 10},
    ),
    (win("123m456p789s345s1z", "1z", seat="E", riichi=True), 40, {"base": 20, "pair": 4, "tanki": 2}),
]


@pytest.mark.parametrize(("own", "fu", "parts"), CASES, ids=str)
def test_parts(own: Win, fu: int, parts: dict[str, int]) -> None:
    worth = value(own, Ruleset.preset("rrc", {"yaku.rinshan_haitei_combine": False}))
    assert worth is not None
    found = dict(worth.fu_parts)
    assert parts.items() <= found.items()
    assert rounded(sum(found.values())) == worth.fu == fu


@pytest.mark.parametrize(
    ("own", "option", "fu"),
    [
        (win("123m456p789s345s1z", "1z", seat="E", riichi=True), {"fu.double_wind_pair": 2}, 40),
        (win("234m456p34s55s", "2s", "6'78s"), {"fu.open_pinfu_ron": 20}, 20),
        (win("1122m3344p5566s7z", "7z"), {"score.chiitoitsu_variant": "1han_50fu"}, 50),
        (
            win("345m67p99m", "5p", "X11mX", "2'34s", tsumo=True, rinshan=True),
            {"fu.tsumo_with_rinshan": 2},
            60,
        ),
    ],
    ids=str,
)
def test_options(own: Win, option: dict[str, object], fu: int) -> None:
    worth = value(own, Ruleset.preset("rrc", option))
    assert worth is not None
    assert worth.fu == fu


def test_rinshan_gives_no_tsumo_fu_in_rrc_and_two_elsewhere() -> None:
    own = win("345m67p99m", "5p", "X11mX", "2'34s", tsumo=True, rinshan=True)
    found = {name: value(own, Ruleset.preset(name)) for name in ("rrc", "wrc", "tenhou")}
    given = {name: dict(worth.fu_parts).get("tsumo", 0) for name, worth in found.items() if worth}
    assert given == {"rrc": 0, "wrc": 2, "tenhou": 2}


def test_a_merged_tile_leaves_no_wait_fu() -> None:
    kept = value(win("123m456p789s13s55z", "2s", tsumo=True), RRC)
    merged = value(win("123m456p789s13s55z", "2s", tsumo=True, merged=True), RRC)
    assert kept is not None
    assert merged is not None
    assert "kanchan" in dict(kept.fu_parts)
    assert "kanchan" not in dict(merged.fu_parts)


@pytest.mark.parametrize(("raw", "fu"), [(20, 20), (22, 30), (25, 25), (30, 30), (54, 60), (102, 110)])
def test_rounding(raw: int, fu: int) -> None:
    assert rounded(raw) == fu
