"""JSON questions: what is accepted, and that every contradiction is named."""

from __future__ import annotations

from typing import Any

import pytest

from engine.notation.query import QueryError, hand_query, win_query
from engine.tiles.meld import MeldType
from engine.tiles.tile import Tile, format_tiles
from tests.engine.notation.questions import TSUMO

LINE: dict[str, Any] = {"preset": "rrc", **TSUMO}
PON = {"type": "pon", "tiles": "555z", "called": "5z", "from": 3}
ANKAN = {"type": "ankan", "tiles": "1111z"}
CLOSED_KAN = {"tiles": "123456m2256p", "melds": [ANKAN]}
OPEN = {"tiles": "123456m2256p", "melds": [PON], "riichi": False}


def faults(**changes: Any) -> list[str]:
    with pytest.raises(QueryError) as error:
        win_query({**LINE, **changes})
    assert all(fault.text.endswith((".", "?")) for fault in error.value.faults)
    return [fault.code for fault in error.value.faults]


def test_a_full_line() -> None:
    query = win_query(LINE)
    assert query.win.tsumo
    assert query.win.dealer
    assert format_tiles(query.win.tiles) == LINE["tiles"]
    assert (query.seat, query.source, query.kyotaku, query.pao) == (1, 1, 1, None)


def test_all_kinds_of_meld() -> None:
    melds = [
        {"type": "chi", "tiles": "340m", "called": "0m", "from": 0},
        {"type": "shouminkan", "tiles": "0555p", "called": "5p", "from": 2},
        {"type": "daiminkan", "tiles": "2222s", "called": "2s", "from": 3},
        ANKAN,
    ]
    changes = {"tiles": "9m", "win_tile": "9m", "melds": melds, "riichi": False, "ura_indicators": []}
    query = win_query({**LINE, **changes})
    assert [meld.type for meld in query.win.melds] == [
        MeldType.CHI,
        MeldType.SHOUMINKAN,
        MeldType.DAIMINKAN,
        MeldType.ANKAN,
    ]


def test_the_rules_of_a_line() -> None:
    assert win_query({**LINE, "preset": "wrc", "options": {"call.multi_ron": "all"}}).rules.name == "wrc"
    unnamed = {key: item for key, item in LINE.items() if key != "preset"}
    assert win_query(unnamed).rules.name == "rrc"
    assert win_query(unnamed, "tenhou").rules.name == "tenhou"
    assert win_query({**unnamed, "ruleset": "tenhou-aka-kuitan"}).rules.name == "tenhou"


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"tiles": "11111m2256p678s1z"}, ["FIVE_COPIES"]),
        ({"dora_indicators": ["2p", "2p", "2p"]}, ["FIVE_COPIES"]),
        ({"tiles": "123456m2256p678"}, ["BAD_TILES"]),
        ({"tiles": "123456m2256p67s"}, ["TILE_COUNT"]),
        ({"tiles": 5}, ["BAD_FIELD"]),
        ({"win_tile": "4p4p"}, ["BAD_TILES"]),
        ({"tiles": "123406m2206p678s", "win_tile": "0p"}, ["NO_SUCH_RED_FIVE"]),
        ({"tiles": "123406m2256p678s", "options": {"tiles.red_fives": "none"}}, ["NO_SUCH_RED_FIVE"]),
        ({"options": {"tiles.red_five": "none"}}, ["BAD_RULES"]),
        ({"preset": "club"}, ["BAD_RULES"]),
        ({"preset": 5}, ["BAD_FIELD"]),
        ({"preset": "tenho"}, ["BAD_RULES"]),
        ({"options": {"game.toby": True, "call.multi_ron": "al"}}, ["BAD_RULES", "BAD_RULES"]),
        ({"richi": True, "dora": ["4m"]}, ["UNKNOWN_FIELD", "UNKNOWN_FIELD"]),
        ({"melds": [{"typ": "pon", "tiles": "555z"}]}, ["UNKNOWN_FIELD"]),
        ({"riichi": None}, ["BAD_FIELD"]),
        ({"honba": 1.0}, ["BAD_FIELD"]),
        ({"dora_indicators": ["4m", 5]}, ["BAD_FIELD"]),
        ({"tiles": "555m22p456p678s22z", "win_tile": "5m"}, ["RED_FIVE_MISSING"]),
        ({"tiles": "555m22p456p678s22z", "win_tile": "5p", "dora_indicators": ["5m"]}, ["RED_FIVE_MISSING"]),
        ({"tiles": "055m22p456p678s22z", "win_tile": "0m"}, ["NO_SUCH_RED_FIVE"]),
        ({"tiles": "055m22p456p678s22z", "win_tile": "5m", "ura_indicators": ["5m"]}, ["FIVE_COPIES"]),
        (
            {
                "tiles": "55m222p456p678s22z",
                "win_tile": "2z",
                "options": {"tiles.red_fives": {"m": 2, "p": 2, "s": 2}},
            }
            | {"dora_indicators": ["5m"]},
            ["RED_FIVE_MISSING"],
        ),
        ({"seat": 4}, ["BAD_FIELD"]),
        ({"from": None}, ["BAD_FIELD"]),
        ({"honba": -1}, ["BAD_FIELD"]),
        ({"riichi": "yes"}, ["BAD_FIELD"]),
        ({"round_wind": "Q"}, ["BAD_FIELD"]),
        ({"melds": {}, "dora_indicators": "4m"}, ["BAD_FIELD", "BAD_FIELD"]),
        ({"melds": [{**PON, "tiles": "556z"}, {**PON, "type": "kong"}]}, ["BAD_MELD", "BAD_FIELD"]),
        ({"dora_indicators": ""}, ["BAD_FIELD"]),
        ({"options": []}, ["BAD_FIELD"]),
        ({"options": {"score.bazoro": 10**9}}, ["BAD_RULES"]),
        ({"options": {"game.uma": [10**40, 0, 0, -(10**40)]}}, ["BAD_RULES"]),
        ({"preset": "classical"}, ["BAD_RULES"]),
        ({"honba": 10**40}, ["BAD_FIELD"]),
        ({"tiles": "1m" * 5000}, ["BAD_TILES"]),
        ({"melds": [{**PON, "type": "kong"}]}, ["BAD_FIELD"]),
        ({"melds": [{**PON, "tiles": "556z"}]}, ["BAD_MELD"]),
        ({"melds": [{**PON, "from": 1}]}, ["BAD_MELD"]),
        ({"melds": [{"type": "pon", "tiles": "555z", "from": 1}]}, ["BAD_MELD"]),
        ({"melds": [{"type": "chi", "tiles": "123s", "from": 3}]}, ["BAD_MELD"]),
        ({"melds": [{**ANKAN, "called": "1z"}]}, ["BAD_MELD"]),
        ({"melds": [{**ANKAN, "from": 3}]}, ["BAD_MELD"]),
        ({"melds": [{**PON, "added": "5z"}]}, ["BAD_MELD"]),
        ({**CLOSED_KAN, "double_riichi": True, "ippatsu": True}, ["DOUBLE_RIICHI_KAN"]),
        ({"melds": [{"type": "chi", "tiles": "123s", "called": "1s", "from": 3}]}, ["BAD_MELD"]),
        ({**OPEN, "pao": 1}, ["PAO_SELF"]),
        ({"pao": 2}, ["PAO_WITHOUT_CALL"]),
        ({**CLOSED_KAN, "pao": 2}, ["PAO_WITHOUT_CALL"]),
        ({"riichi": False, "ippatsu": True}, ["IPPATSU_WITHOUT_RIICHI"]),
        ({**OPEN, "riichi": True}, ["RIICHI_OPEN"]),
        ({"from": 2, "haitei": True}, ["HAITEI_ON_RON"]),
        ({"houtei": True}, ["HOUTEI_ON_TSUMO"]),
        ({"rinshan": True}, ["RINSHAN_WITHOUT_KAN"]),
        ({"from": 2, "rinshan": True}, ["RINSHAN_ON_RON", "RINSHAN_WITHOUT_KAN"]),
        (
            {"tiles": "123456m2256p", "melds": [ANKAN], "rinshan": True, "ippatsu": True},
            ["IPPATSU_AFTER_KAN"],
        ),
        ({"chankan": True}, ["CHANKAN_ON_TSUMO"]),
        ({"from": 2, "chankan": True, "houtei": True}, ["CHANKAN_HOUTEI"]),
        ({"from": 2, "chankan": True, "dora_indicators": ["4p"]}, ["CHANKAN_TILE_HELD"]),
        ({"riichi": False, "tenhou": True, "dealer": 0}, ["TENHOU_SEAT"]),
        ({"riichi": False, "chihou": True}, ["CHIHOU_SEAT"]),
        ({"riichi": False, "chihou": True, "from": 2, "dealer": 0}, ["CHIHOU_ON_RON"]),
        ({"riichi": False, "renhou": True, "dealer": 0}, ["RENHOU_ON_TSUMO"]),
        ({"riichi": False, "renhou": True, "from": 2}, ["RENHOU_SEAT"]),
        ({"tenhou": True}, ["FIRST_TURN_RIICHI"]),
        ({**OPEN, "tenhou": True}, ["FIRST_TURN_WITH_MELD"]),
        ({"riichi": False, "tenhou": True, "haitei": True}, ["FIRST_TURN_LAST"]),
        ({"from": 2, "merged": True}, ["MERGED_ON_RON"]),
        ({"tsumo": False}, ["TSUMO_SEAT"]),
        ({"tsumo": True, "from": 2}, ["TSUMO_SEAT"]),
        ({"seat_wind": "N"}, ["SEAT_WIND"]),
        ({"ura_indicators": ["9p", "9s"]}, ["INDICATORS"]),
        ({"dora_indicators": ["1z", "2z", "3z", "4z", "5z", "6z"]}, ["INDICATORS"]),
    ],
)
def test_a_contradiction_is_named(changes: dict[str, Any], codes: list[str]) -> None:
    assert faults(**changes) == codes


def test_everything_that_is_wrong_is_said() -> None:
    assert faults(tiles="11111m2256p678s", riichi=False, ippatsu=True, houtei=True) == [
        "TILE_COUNT",
        "FIVE_COPIES",
        "IPPATSU_WITHOUT_RIICHI",
        "HOUTEI_ON_TSUMO",
    ]


def test_fields_that_cannot_be_read_do_not_hide_other_faults() -> None:
    assert (
        faults(tiles="12x", seat=7, dealer=9, honba=-1, round_wind="Q") == ["BAD_TILES"] + ["BAD_FIELD"] * 4
    )
    assert faults(tiles="12x", riichi=False, ippatsu=True) == ["BAD_TILES", "IPPATSU_WITHOUT_RIICHI"]
    assert faults(tiles="11111m2256p678s", seat=7) == ["BAD_FIELD", "TILE_COUNT", "FIVE_COPIES"]


def test_a_fault_shows_what_was_sent_in_brief() -> None:
    nested: list[object] = []
    for _ in range(300):
        nested = [nested]
    for sent in (nested, "x" * 10_000):
        with pytest.raises(QueryError) as error:
            win_query({**LINE, "seat": sent, "options": {"tiles.red_fives": sent}})
        assert all(len(fault.text) < 200 for fault in error.value.faults)


def test_hands_of_the_waits_command() -> None:
    green = {"type": "pon", "tiles": "666z", "called": "6z"}
    query = hand_query({"tiles": "1122m", "melds": [{"type": "pon", "tiles": "555z"}, green, ANKAN]})
    assert len(query.melds) == 3
    for wrong, code in (("123m", "TILE_COUNT"), ("11111m22233344p", "FIVE_COPIES"), ("1x", "BAD_TILES")):
        with pytest.raises(QueryError) as error:
            hand_query({"tiles": wrong})
        assert code in [fault.code for fault in error.value.faults]


def test_the_reason_of_a_red_five_that_is_missing() -> None:
    with pytest.raises(
        QueryError, match=r"There are 4 plain 5m, but one of the four 5m is red under these rules: write 0m"
    ):
        win_query({**LINE, "tiles": "555m22p456p678s22z", "win_tile": "5m"})


def test_four_plain_fives_are_right_in_a_set_without_red_ones() -> None:
    line = {**LINE, "tiles": "555m22p456p678s22z", "win_tile": "5m"}
    assert win_query({**line, "options": {"tiles.red_fives": "none"}}).win.win_tile == Tile.parse("5m")
    assert win_query({**line, "preset": "wrc"}).rules.name == "wrc"
    assert win_query({**{**line, "preset": "tenhou"}, "ruleset": "tenhou-kuitan"}).rules.name == "tenhou"


def test_a_fault_says_where_it_is_and_what_was_meant() -> None:
    with pytest.raises(QueryError) as error:
        win_query({**LINE, "options": {"game.toby": True}, "melds": [PON, {**PON, "form": 3}], "seat": "1"})
    assert [(fault.path, fault.near) for fault in error.value.faults] == [
        (("options", "game.toby"), ("game.tobi",)),
        (("melds", 1, "form"), ("from",)),
        (("seat",), ()),
    ]


def test_what_a_misnamed_field_says_is_not_guessed() -> None:
    """Ippatsu needs a riichi, which may be what `richi` says."""
    misnamed = {("richi" if name == "riichi" else name): value for name, value in LINE.items()}
    with pytest.raises(QueryError) as error:
        win_query({**misnamed, "ippatsu": True})
    assert [fault.code for fault in error.value.faults] == ["UNKNOWN_FIELD"]


def test_a_hand_for_the_waits_has_no_third_red_five() -> None:
    with pytest.raises(QueryError, match=r"holds fewer than 3 of 0m"):
        hand_query({"tiles": "000m123456789p1z"})
    assert hand_query({"tiles": "0055m123456789p"}).tiles


def test_where_nobody_says_which_tile_was_called_it_is_the_first_of_the_set() -> None:
    meld = {"type": "chi", "tiles": "345p", "from": 0}
    query = win_query({**LINE, "tiles": "123456m2256s", "melds": [meld], "riichi": False, "win_tile": "6s"})
    assert query.win.melds[0].called == Tile.parse("3p")
