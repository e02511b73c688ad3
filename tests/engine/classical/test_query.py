"""Questions of `settle`: what is read, and everything that is wrong with a line at once."""

from __future__ import annotations

from typing import Any

import pytest

from engine.classical.query import settle_query
from engine.notation.fields import QueryError

KAN = {"type": "ankan", "tiles": "2222p"}
LINE: dict[str, Any] = {
    "round_wind": "S",
    "east": 1,
    "winner": 3,
    "from": 2,
    "win_tile": "6s",
    "hands": [
        {"tiles": "147m369p258s1124z", "flowers": "1f"},
        {"tiles": "258m147p39s55667z"},
        {"tiles": "369m159p3s456z", "melds": [{"type": "chi", "tiles": "789s", "called": "7s", "from": 1}]},
        {"tiles": "234m567m33z45s", "melds": [KAN], "flowers": "13g"},
    ],
    "visible": "6s6s",
}


def line(**changes: object) -> dict[str, Any]:
    return {**LINE, **changes}


def hands(seat: int, **changes: object) -> list[dict[str, Any]]:
    return [{**hand, **(changes if i == seat else {})} for i, hand in enumerate(LINE["hands"])]


def faults(data: dict[str, Any]) -> list[str]:
    with pytest.raises(QueryError) as refused:
        settle_query(data)
    assert all(fault.text.endswith((".", "?")) for fault in refused.value.faults)
    return [fault.code for fault in refused.value.faults]


def test_a_line_is_read_whole() -> None:
    query = settle_query(LINE)
    assert (query.east, query.winner, query.values) == (1, 3, ())
    assert [rack.seat_wind for rack in query.racks] == [3, 0, 1, 2]
    assert {rack.round_wind for rack in query.racks} == {1}
    assert [flower.value for flower in query.racks[3].flowers] == ["1g", "3g"]
    assert query.won is not None
    assert not query.won.from_wall
    assert not query.won.last_of_four


def test_the_last_of_four_is_seen_among_discards_and_open_sets() -> None:
    def seen(**changes: object) -> bool:
        won = settle_query(line(**changes)).won
        assert won is not None
        return won.last_of_four

    held = hands(1, tiles="258m147p369s5567z")
    assert not seen(hands=held, visible=["6s", "6s"])
    other = {"type": "chi", "tiles": "678s", "called": "7s", "from": 0}
    assert seen(hands=hands(1, tiles="258m147p3s567z", melds=[other]), visible="6s6s")


def test_a_line_without_a_winner_is_a_draw() -> None:
    draw = {key: LINE[key] for key in ("round_wind", "east", "hands")}
    query = settle_query({**draw, "winner": None})
    assert query.winner is None
    assert query.won is None
    assert faults({**draw, "win_tile": "6s", "loose": True}) == ["NO_WINNER"]


def test_counted_values_by_seat_and_by_wind() -> None:
    query = settle_query({"values": [40, 100, 20, 60], "east": 2, "winner": 1})
    assert (query.values, query.east, query.winner) == ((40, 100, 20, 60), 2, 1)
    by_wind = settle_query({"values": {"S": 100, "E": 40, "N": 60, "W": 20}, "winner": "S"})
    assert (by_wind.values, by_wind.east, by_wind.winner) == ((40, 100, 20, 60), 0, 1)


def test_wrong_values_are_named_together() -> None:
    wrong = {"values": [45, 600, 0, 0], "east": 0, "winner": 0, "hands": LINE["hands"]}
    assert faults(wrong) == ["HANDS_AND_VALUES", "NOT_ROUNDED", "OVER_LIMIT"]
    assert faults({"values": [1, 2, 3], "east": 0, "winner": 0}) == ["BAD_FIELD"]
    assert faults({"values": [True, 0, 0, 0], "east": 0, "winner": 0}) == ["BAD_FIELD"]


CONTRADICTIONS = (
    ({"loose": True}, ["LOOSE_FROM_OTHER"]),
    ({"loose": True, "last_tile": True, "from": 3}, ["LOOSE_LAST_TILE"]),
    ({"robbed_kong": True}, ["ROBBED_WITHOUT_PUNG"]),
    ({"robbed_kong": True, "from": 3}, ["ROBBED_OWN_KONG", "ROBBED_WITHOUT_PUNG"]),
    ({"robbed_kong": True, "last_tile": True}, ["ROBBED_WITHOUT_PUNG", "ROBBED_LAST_TILE"]),
    ({"win_tile": "9s"}, ["NOT_COMPLETE"]),
    ({"win_tile": "66s"}, ["BAD_TILES"]),
    ({"visible": "6666s"}, ["FIVE_COPIES"]),
    ({"options": {"classical.flowers": False}}, ["FLOWERS_OFF"]),
    ({"options": {"classical.draw": 7}}, ["BAD_RULES"]),
    ({"preset": "rrc"}, ["BAD_FIELD"]),
    ({"lose": True}, ["UNKNOWN_FIELD"]),
    ({"visible": "0s"}, ["NO_SUCH_RED_FIVE"]),
    ({"visible": ["6s", 6]}, ["BAD_FIELD"]),
    ({"hands": hands(0, flower="1f")}, ["UNKNOWN_FIELD"]),
    ({"hands": hands(2, melds=[{"type": "chi", "tiles": "789s", "caled": "7s"}])}, ["UNKNOWN_FIELD"]),
    ({"hands": hands(2, melds=[{"type": "chi", "tiles": "789s", "from": 0}])}, ["BAD_MELD"]),
    ({"from": None}, ["BAD_FIELD"]),
    ({"win_tile": None}, ["BAD_FIELD"]),
    ({"options": {"riichi.deposit": 1000}}, ["BAD_RULES"]),
    ({"options": [1]}, ["BAD_FIELD"]),
    ({"hands": hands(0, tiles="147m369p258s112z")}, ["TILE_COUNT"]),
    ({"hands": hands(0, flowers="1g")}, ["FLOWER_TWICE"]),
    ({"hands": hands(0, flowers="5f")}, ["BAD_TILES"]),
    ({"hands": hands(0, flowers=1)}, ["BAD_FIELD"]),
    ({"hands": hands(0, melds=[{"type": "pon", "tiles": "123m"}])}, ["BAD_MELD"]),
    ({"hands": LINE["hands"][:3]}, ["BAD_FIELD"]),
    ({"winner": 4}, ["BAD_FIELD"]),
    ({"east": None}, ["BAD_FIELD"]),
    ({"round_wind": "X"}, ["BAD_FIELD"]),
    ({"last_tile": "yes"}, ["BAD_FIELD"]),
    ({"visible": "x"}, ["BAD_TILES"]),
)


@pytest.mark.parametrize(("changes", "expected"), CONTRADICTIONS)
def test_each_contradiction_has_its_name(changes: dict[str, object], expected: list[str]) -> None:
    assert faults(line(**changes)) == expected


def test_a_loose_tile_needs_a_kong_or_a_flower() -> None:
    bare = hands(3, tiles="234m567m33z45s234p", melds=[], flowers="")
    assert faults(line(hands=bare, loose=True, **{"from": 3})) == ["LOOSE_WITHOUT_KONG"]
    flower = hands(3, tiles="234m567m33z45s234p", melds=[], flowers="2f")
    assert settle_query(line(hands=flower, loose=True, **{"from": 3})).won is not None


def test_everything_that_is_wrong_is_named_with_its_seat() -> None:
    wrong = hands(2, tiles="1x", flowers="9g")
    with pytest.raises(QueryError) as refused:
        settle_query(line(hands=wrong, east=9, win_tile="", loose=1))
    assert [fault.code for fault in refused.value.faults] == [
        "BAD_FIELD",
        "BAD_TILES",
        "BAD_TILES",
        "BAD_TILES",
        "BAD_FIELD",
    ]
    assert "hands[2].flowers: " in str(refused.value)


def test_a_misspelled_winner_is_no_draw() -> None:
    misnamed = {("winer" if name == "winner" else name): value for name, value in LINE.items()}
    assert faults(misnamed) == ["UNKNOWN_FIELD"]


def test_a_robbed_kong_is_still_the_pung_of_the_other() -> None:
    pung = {"type": "pon", "tiles": "666s", "called": "6s", "from": 0}
    query = settle_query(line(hands=hands(2, melds=[pung]), robbed_kong=True, visible=""))
    assert query.won is not None
    assert query.won.robbed
    assert query.won.last_of_four
