"""Options that change what a hand is worth; points worked out by hand (R-YAKU, R-DORA, R-FU, R-SCORE)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from engine.value.win import Win
from tests.engine.hands import win
from tests.engine.options import NO, YES, Flip, points, yaku

# Riichi by ron: 20 + 10 + 2 for the middle wait, 40 fu; 1 han 1300, 2 han 2600, 3 han 5200.
RIICHI = win("123m456p789s46s77p", "5s", riichi=True)
RIICHI_DORA = win("123m456p789s46s77p", "5s", riichi=True, dora="6p")
FIFTH = replace(RIICHI, honba=5)
FIFTH_DORA = replace(RIICHI_DORA, honba=5)
NOTHING = win("123m456p789s46s77p", "5s", renhou=True)
PINFU_TSUMO = win("123m456p789s45s77p", "6s", tsumo=True)
OPEN_TANYAO = win("456p345s88p67s", "8s", "2'34m")
KANS = win("333m789s45s77p", "6s", "X22mX", tsumo=True, rinshan=True)
KAN_AT_THE_END = win("333m789s45s77p", "6s", "X22mX", tsumo=True, rinshan=True, haitei=True)
THIRTEEN = win("19m19p19s1234567z", "1z")

FLIPS: Final = {
    "call.open_tanyao": Flip(points(OPEN_TANYAO), ((YES, 1000), (NO, None))),
    # Waits for the white dragon, which has a yaku, and for 9p, which has none.
    "call.atozuke": Flip(points(win("789s456p55z99p", "5z", "2'22m")), ((YES, 1000), (NO, None))),
    # Without a wait no pinfu: 1 han 30 fu instead of 2 han 20 fu.
    "win.merged_tsumo_tile": Flip(
        points(win("123m456p789s45s77p", "6s", tsumo=True, merged=True)), ((YES, 1100), (NO, 1500))
    ),
    "riichi.ippatsu": Flip(
        points(win("123m456p789s46s77p", "5s", riichi=True, ippatsu=True)), ((YES, 2600), (NO, 1300))
    ),
    "riichi.double_riichi": Flip(
        points(win("123m456p789s46s77p", "5s", riichi=True, double_riichi=True)), ((YES, 2600), (NO, 1300))
    ),
    "dora.dora": Flip(points(RIICHI_DORA), ((YES, 5200), (NO, 1300))),
    "dora.kan_dora": Flip(
        points(win("123m456p789s46s77p", "5s", riichi=True, dora="1z6p")), ((YES, 5200), (NO, 1300))
    ),
    "dora.ura": Flip(
        points(win("123m456p789s46s77p", "5s", riichi=True, dora="1z", ura="6p")), ((YES, 5200), (NO, 1300))
    ),
    "dora.kan_ura": Flip(
        points(win("123m456p789s46s77p", "5s", riichi=True, dora="1z3z", ura="2z6p")),
        ((YES, 5200), (NO, 1300)),
    ),
    "dora.aka_stacks": Flip(
        points(win("123m406p789s46s77p", "5s", riichi=True, dora="4p")), ((YES, 5200), (NO, 2600))
    ),
    "fu.base": Flip(points(RIICHI), ((20, 1300), (30, 1600))),
    "fu.closed_ron": Flip(points(RIICHI), ((10, 1300), (0, 1000))),
    # 2 han: 20 + 2 + 2 = 24, 30 fu; with 10 for the tsumo 32, 40 fu.
    "fu.tsumo": Flip(
        points(win("123m456p789s46s77p", "5s", tsumo=True, riichi=True)), ((2, 2000), (10, 2700))
    ),
    "fu.tsumo_with_pinfu": Flip(points(PINFU_TSUMO), ((0, 1500), (2, 2000))),
    # 20 + 16 + 4 = 40 exactly; two more make 50.
    "fu.tsumo_with_rinshan": Flip(points(KANS), ((0, 2700), (2, 3200))),
    "fu.open_pinfu_ron": Flip(points(OPEN_TANYAO), ((30, 1000), (20, 700))),
    # The dealer's open hand: 20 + 4 + 2 + 2 and the pair, 32 or 30.
    "fu.double_wind_pair": Flip(
        points(win("46s789p11z", "5s", "5'55z", "2'22m", seat="E")), ((4, 2000), (2, 1500))
    ),
    "score.bazoro": Flip(points(RIICHI), ((2, 1300), (3, 2600))),
    # With honitsu and riichi six han, a haneman, or five, a mangan.
    "score.chiitoitsu_variant": Flip(
        points(win("113355m1122334z", "4z", riichi=True)), (("2han_25fu", 12000), ("1han_50fu", 8000))
    ),
    # 3s completes 345s with pinfu, 3 han 20 fu, or the pair, 2 han with 20 + 60 + 2, 90 fu.
    "score.interpretation": Flip(
        points(win("123m456p789m3345s", "3s", tsumo=True, riichi=True)),
        (("max_points", 5900), ("max_han", 2700)),
        {"fu.tsumo": 60},
    ),
    # Riichi, pinfu, tanyao, iipeikou: 4 han 30 fu.
    "score.kiriage_mangan": Flip(
        points(win("223344m567p34s88p", "5s", riichi=True)), ((NO, 7700), (YES, 8000))
    ),
    # Riichi, ippatsu, pinfu, tanyao, iipeikou, chinitsu and three dora: 14 han.
    "score.kazoe_yakuman": Flip(
        points(win("2233445677888m", "6m", riichi=True, ippatsu=True, dora="7m")),
        ((YES, 32000), (NO, 24000)),
    ),
    "score.yakuman_stack": Flip(points(win("5556667771122z", "2z")), ((YES, 64000), (NO, 32000))),
    "score.double_yakuman": Flip(points(THIRTEEN), (([], 32000), (["kokushi_13_sided"], 64000))),
    "score.ryanhan_shibari_from": Flip(points(FIFTH), ((0, 1300), (5, None))),
    "score.ryanhan_counts_dora": Flip(
        points(FIFTH_DORA),
        ((NO, None), (YES, 5200)),
        {"score.ryanhan_shibari_from": 5},
    ),
    "score.renhou": Flip(points(NOTHING), (("off", None), ("mangan", 8000), ("yakuman", 32000))),
    # Tanyao alone is less than a mangan; added to five han it makes a haneman.
    "score.renhou_combine": Flip(
        points(win("234m456p678s46s77p", "5s", renhou=True)), (("max_of", 8000), ("adds", 12000))
    ),
    "yaku.rinshan_haitei_combine": Flip(
        yaku(KAN_AT_THE_END),
        (
            (NO, {"menzen_tsumo": 1, "rinshan": 1}),
            (YES, {"menzen_tsumo": 1, "rinshan": 1, "haitei": 1}),
        ),
    ),
    # Without the green dragon only chinitsu, tanyao, iipeikou: eight han.
    "yaku.ryuuiisou_needs_hatsu": Flip(points(win("2222334466688s", "8s")), ((NO, 32000), (YES, 16000))),
}


@pytest.mark.parametrize("option", FLIPS)
def test_the_option_changes_the_value(option: str) -> None:
    FLIPS[option].check(option)


@pytest.mark.parametrize(
    ("form", "own"),
    [
        ("daisuushii", win("111222z99s33z", "3z", "4'44z")),
        ("suuankou_tanki", win("222m333p888s444s5z", "5z")),
        ("kokushi_13_sided", THIRTEEN),
        ("chuuren_9_sided", win("1112345678999m", "5m")),
    ],
)
def test_every_form_that_may_count_double(form: str, own: Win) -> None:
    Flip(points(own), (([], 32000), ([form], 64000))).check("score.double_yakuman")


def test_nine_gates_on_one_side_are_never_double() -> None:
    one_sided = points(win("1123455678999m", "1m", tsumo=True))
    assert one_sided({"score.double_yakuman": ["chuuren_9_sided"]}) == 32000
