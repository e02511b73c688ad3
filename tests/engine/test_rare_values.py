"""Wins that a few real games do not hold, as questions of `score`; values worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.notation.query import win_query
from engine.value.points import honba_by_discarder, pao_payments, payments
from engine.value.score import HandValue, pao_base, value

Line = dict[str, Any]
TABLE: Line = {"preset": "tenhou", "seat": 1, "from": 1, "dealer": 0, "round_wind": "E"}
RON = {"from": 2}


def worth(line: Line) -> HandValue:
    query = win_query({**TABLE, **line})
    found = value(query.win, query.rules)
    assert found is not None
    return found


def names(found: HandValue) -> set[str]:
    return {name for name, _ in found.yaku}


@pytest.mark.parametrize(
    ("line", "yaku", "han", "fu", "points"),
    [
        # Pair of the double wind 4, closed ron 10: 34 fu.
        (
            {"tiles": "123m456p789s23s11z", "win_tile": "4s", **RON, "dealer": 1, "riichi": True},
            {"riichi"},
            1,
            40,
            2000,
        ),
        # Three sets of one kind in a row read as runs: tsumo, pinfu, iipeikou, junchan.
        (
            {"tiles": "111222333m99p23s", "win_tile": "1s"},
            {"menzen_tsumo", "pinfu", "iipeikou", "junchan"},
            6,
            20,
            12000,
        ),
        ({"tiles": "112233m445566p7s", "win_tile": "7s", **RON}, {"ryanpeikou"}, 3, 40, 5200),
        (
            {"tiles": "1133557799m112z", "win_tile": "2z"},
            {"menzen_tsumo", "chiitoitsu", "honitsu"},
            6,
            25,
            12000,
        ),
        # Rinshan is not haitei at the site.
        (
            {
                "tiles": "23m99p456678s",
                "melds": [{"type": "ankan", "tiles": "1111z"}],
                "win_tile": "4m",
                "rinshan": True,
                "haitei": True,
            },
            {"menzen_tsumo", "yakuhai", "rinshan"},
            3,
            60,
            7900,
        ),
        # Open hand without any fu: 30 at a ron.
        (
            {
                "tiles": "23m88p456678s",
                "melds": [{"type": "chi", "tiles": "345p", "called": "3p", "from": 0}],
                "win_tile": "4m",
                **RON,
            },
            {"tanyao"},
            1,
            30,
            1000,
        ),
    ],
)
def test_a_hand_is_worth(line: Line, yaku: set[str], han: int, fu: int, points: int) -> None:
    found = worth(line)
    assert names(found) == yaku
    assert (found.han, found.fu, found.points) == (han, fu, points)


@pytest.mark.parametrize(
    ("line", "yaku", "points"),
    [
        # No double yakuman at the site: single waits and thirteen sides count once.
        ({"tiles": "1112345678999m", "win_tile": "5m"}, {"chuuren_poutou"}, 32000),
        ({"tiles": "19m19p19s1234567z", "win_tile": "1z", **RON, "dealer": 1}, {"kokushi_musou"}, 48000),
        ({"tiles": "5556667771112z", "win_tile": "2z"}, {"suuankou", "daisangen", "tsuuiisou"}, 96000),
        ({"tiles": "1112223334z", "melds": [{"type": "ankan", "tiles": "5555z"}], "win_tile": "4z"},
         {"suuankou", "shousuushii", "tsuuiisou"}, 96000),
        ({"tiles": "5556667771122z", "win_tile": "2z", **RON}, {"daisangen", "tsuuiisou"}, 64000),
        ({"tiles": "1122334455667z", "win_tile": "7z"}, {"tsuuiisou"}, 32000),
    ],
)  # fmt: skip
def test_yakuman_stack_and_none_is_double(line: Line, yaku: set[str], points: int) -> None:
    found = worth(line)
    assert names(found) == yaku
    assert found.yakuman == len(yaku)
    assert found.points == points


def test_counted_yakuman() -> None:
    # Riichi, ippatsu, pinfu, tanyao, iipeikou 1 each, chinitsu 6, three dora.
    found = worth(
        {
            "tiles": "2233445677888m",
            "win_tile": "6m",
            **RON,
            "riichi": True,
            "ippatsu": True,
            "dora_indicators": ["7m"],
        }
    )
    assert found.yakuman == 0
    assert found.limit == "yakuman"
    assert found.points == 32000


@pytest.mark.parametrize(
    ("line", "red"),
    [
        ({"tiles": "234m567p6678s", "melds": [{"type": "ankan", "tiles": "0555m"}], "win_tile": "6s"}, 1),
        (
            {
                "tiles": "234m46p88p",
                "melds": [
                    {"type": "chi", "tiles": "067s", "called": "6s", "from": 0},
                    {"type": "shouminkan", "tiles": "5550m", "called": "0m", "from": 3},
                ],
                "win_tile": "0p",
                **RON,
            },
            3,
        ),
    ],
)
def test_red_fives_count_wherever_they_lie(line: Line, red: int) -> None:
    assert worth(line).red == red


DRAGONS = [
    {"type": "pon", "tiles": tile * 3 + "z", "called": f"{tile}z", "from": source}
    for tile, source in (("5", 0), ("6", 2), ("7", 3))
]


@pytest.mark.parametrize(
    ("tiles", "win_tile", "source", "preset", "deltas"),
    [
        ("23m99p", "4m", 1, "tenhou", (0, 32600, 0, -32600)),
        ("23m99p", "4m", 2, "tenhou", (0, 32600, -16000, -16600)),
        ("23m99p", "4m", 2, "rrc", (0, 32600, -16600, -16000)),
        ("23m99p", "4m", 3, "tenhou", (0, 32600, 0, -32600)),
        ("1122z", "1z", 0, "tenhou", (-32000, 64600, 0, -32600)),
        ("1122z", "1z", 1, "tenhou", (0, 64600, 0, -64600)),
    ],
)
def test_pao(tiles: str, win_tile: str, source: int, preset: str, deltas: tuple[int, int, int, int]) -> None:
    line = {"tiles": tiles, "melds": DRAGONS, "win_tile": win_tile, "from": source, "preset": preset}
    query = win_query({**TABLE, **line, "pao": 3, "honba": 2})
    found = value(query.win, query.rules)
    assert found is not None
    payer = None if source == 1 else source
    covered = pao_base(found, query.rules)
    by_discarder = honba_by_discarder(query.rules)
    assert pao_payments(found.base, 1, payer, 3, 0, 600, covered, by_discarder) == deltas
    if payer == 3:
        assert deltas == payments(found.base, 1, payer, 0, 2)
