"""The yaku one by one, and their values against the contract."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.rules.presets import PRESETS
from engine.rules.ruleset import Ruleset
from engine.value.score import value
from engine.value.win import Win
from engine.value.yaku import YAKU
from tests.engine.hands import win

CONTRACT = Path(__file__).parents[4] / "shared" / "rules" / "yaku.json"
RRC = Ruleset.preset("rrc")

CASES: list[tuple[Win, dict[str, int]]] = [
    (win("123456m789p2345s", "5s"), {}),
    (win("234m456p678s3456s", "6s"), {"tanyao": 1, "pinfu": 1}),
    (win("234m456p678s34s55s", "2s", tsumo=True), {"tanyao": 1, "pinfu": 1, "menzen_tsumo": 1}),
    (win("22334m567p99s789s", "4m"), {"pinfu": 1, "iipeikou": 1}),
    (win("223344m556677p9s", "9s"), {"ryanpeikou": 3}),
    (win("2233445566778m", "8m"), {"ryanpeikou": 3, "chinitsu": 6, "tanyao": 1, "pinfu": 1}),
    # Three equal runs hold one pair of equal runs, four of them two.
    (win("111222333m456p9s", "9s", tsumo=True), {"menzen_tsumo": 1, "sanankou": 2}),
    (win("1111222233335m", "5m"), {"ryanpeikou": 3, "chinitsu": 6}),
    (win("1122m3344p5566s7z", "7z"), {"chiitoitsu": 2}),
    (win("1199m1199p1199s7z", "7z"), {"chiitoitsu": 2, "honroutou": 2}),
    (win("1122335577m11z2z", "2z"), {"chiitoitsu": 2, "honitsu": 3}),
    (win("123m123p12399s55z", "5z"), {"sanshoku_doujun": 2, "chanta": 2, "yakuhai": 1}),
    (win("22p99s", "2p", "2'22m", "22'2s", "1'23p"), {"sanshoku_doukou": 2}),
    (win("123456789m23p99s", "1p"), {"ittsu": 2, "pinfu": 1}),
    (win("123789m12p99s", "3p", "4'56m"), {"ittsu": 1}),
    (win("123m12p99s", "3p", "7'89m", "1'23s"), {"junchan": 2, "sanshoku_doujun": 1}),
    (win("123789m12399p12s", "3s"), {"junchan": 3, "sanshoku_doujun": 2}),
    (win("123m12p11z", "3p", "7'89m", "22'2z"), {"chanta": 1, "yakuhai": 1}),
    (win("222m333p88s55z", "8s", "2'22s", tsumo=True), {"toitoi": 2, "sanankou": 2}),
    (win("11m99p", "1m", "9'99s", "1'11z", "4'44z"), {"toitoi": 2, "honroutou": 2, "yakuhai": 1}),
    (win("67m99s", "8m", "X22mX", "X33pX", "4444's"), {"sankantsu": 2}),
    (win("7z234m345s", "7z", "5'55z", "66'6z"), {"shousangen": 2, "yakuhai": 2}),
    (win("234m99m11z", "1z", "7'89m", "4'44m"), {"honitsu": 2, "yakuhai": 1}),
    (win("1112345678999m", "5m"), {"chuuren_poutou": 13}),
    (win("1113345678999m", "2m"), {"chuuren_poutou": 13}),
    (win("345678999m1m", "1m", "1'23m"), {"chinitsu": 5}),
    (win("19m19p19s1234567z", "1m"), {"kokushi_musou": 13}),
    (win("222m333p888s55z44s", "4s", tsumo=True), {"suuankou": 13}),
    (win("222m333p888s444s5z", "5z"), {"suuankou": 13}),
    (win("5z", "5z", "X11mX", "2'222p", "X33sX", "4444's"), {"suukantsu": 13}),
    (win("55577z234m99s", "7z", "66'6z"), {"daisangen": 13}),
    (win("1112233z999s", "2z", "4'44z"), {"shousuushii": 13}),
    (win("111222z99s33z", "3z", "4'44z"), {"daisuushii": 13}),
    (win("1122334455667z", "7z"), {"tsuuiisou": 13}),
    (win("111999m11s99p", "1s", "9'99s"), {"chinroutou": 13}),
    (win("234234s88s66z", "6z", "6'66s"), {"ryuuiisou": 13}),
    (win("123m456p789s1199s", "9s", riichi=True, ippatsu=True), {"riichi": 1, "ippatsu": 1}),
    (win("123m456p789s1199s", "9s", double_riichi=True), {"riichi": 1, "double_riichi": 1}),
    (win("123m456p789s1199s", "9s", tsumo=True, haitei=True), {"menzen_tsumo": 1, "haitei": 1}),
    (win("123m456p789s1199s", "9s", houtei=True), {"houtei": 1}),
    (win("123m456p1199s", "9s", "X88mX", tsumo=True, rinshan=True), {"menzen_tsumo": 1, "rinshan": 1}),
    (
        win("123m456p1199s", "9s", "X88mX", tsumo=True, rinshan=True, haitei=True),
        {"menzen_tsumo": 1, "rinshan": 1},
    ),
    (win("123m456p789s1399s", "2s", chankan=True), {"chankan": 1}),
    (win("123m456p789s1199s", "9s", tsumo=True, tenhou=True, seat="E"), {"tenhou": 13}),
    (win("123m456p789s1199s", "9s", tsumo=True, chihou=True), {"chiihou": 13}),
    (win("123m456p789s1199s", "9s", renhou=True), {"renhou": 5}),
    (win("111z456p789s2344m", "1m", seat="E"), {"yakuhai": 2}),
    (win("123m456p789s23s99s", "4s", tsumo=True, merged=True), {"menzen_tsumo": 1}),
]
"""Hands with all the yaku they have under rrc."""


@pytest.mark.parametrize(("own", "expected"), CASES, ids=str)
def test_yaku(own: Win, expected: dict[str, int]) -> None:
    assert len(own.tiles) + 3 * len(own.melds) == 13
    worth = value(own, RRC)
    assert (dict(worth.yaku) if worth else {}) == expected


def test_every_yaku_has_a_case() -> None:
    assert {name for _, expected in CASES for name in expected} == set(YAKU)


def test_options_that_change_yaku() -> None:
    open_tanyao = win("234m456p678s5s", "5s", "2'34s")
    assert value(open_tanyao, RRC) is not None
    assert value(open_tanyao, Ruleset.preset("ema_2012")) is None
    both = win("123m456p1199s", "9s", "X88mX", tsumo=True, rinshan=True, haitei=True)
    combined = value(both, Ruleset.preset("rrc", {"yaku.rinshan_haitei_combine": True}))
    assert combined is not None
    assert {"rinshan", "haitei"} <= dict(combined.yaku).keys()
    green = win("223344666888s4s", "4s")
    assert value(green, Ruleset.preset("rrc")) != value(
        green, Ruleset.preset("rrc", {"yaku.ryuuiisou_needs_hatsu": True})
    )
    off = value(win("123m456p789s1199s", "9s", renhou=True), Ruleset.preset("tenhou"))
    assert off is None


@pytest.mark.parametrize(
    ("own", "form"),
    [
        (win("111222z99s33z", "3z", "4'44z"), "daisuushii"),
        (win("222m333p888s444s5z", "5z"), "suuankou_tanki"),
        (win("19m19p19s1234567z", "1m"), "kokushi_13_sided"),
    ],
)
def test_double_yakuman(own: Win, form: str) -> None:
    single = value(own, RRC)
    double = value(own, Ruleset.preset("rrc", {"score.double_yakuman": [form]}))
    assert single is not None
    assert double is not None
    assert (single.yakuman, double.yakuman) == (1, 2)


@pytest.mark.skipif(not CONTRACT.exists(), reason="the rules contract ../shared/rules is not here")
def test_values_equal_the_contract() -> None:
    table = {yaku["id"]: yaku for yaku in json.loads(CONTRACT.read_text("utf-8"))["yaku"]}
    assert set(table) == {*YAKU, "nagashi_mangan"}
    words = {"yakuman": 1, "double_yakuman": 2, "mangan": 1}
    for name, own in YAKU.items():
        assert own.yakuman == table[name]["yakuman"] or name == "renhou"
        for preset in set(PRESETS) - {"tenhou", "mahjong_soul"}:
            rules = Ruleset.preset(preset)
            double = name in rules.value("score.double_yakuman")  # type: ignore[operator]
            for state, han in (("closed", own.closed), ("open", own.open)):
                said = table[name]["han"][preset][state]
                closed_only = name == "tanyao" and not rules.flag("call.open_tanyao")
                times = 0 if closed_only and state == "open" else 2 if double else 1
                if said is not None:
                    assert words.get(said, said) == han * times, (name, preset, state)
