"""What records call the yaku of a win."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.notation.yaku_words import BY_KANJI, BY_NUMBER, canonical, kanji, row_of
from engine.rules.ruleset import Ruleset
from engine.tiles.tile import Tile, parse_tiles
from engine.value.score import HandValue, value
from engine.value.win import Win
from tests.engine.hands import WINDS, win

RULES = Ruleset.preset("tenhou")


def worth(made: Win) -> HandValue:
    found = value(made, RULES)
    assert found is not None
    return found


def named(made: Win) -> list[str]:
    found = worth(made)
    return [kanji(name, made, found) for name in row_of(found) if name not in ("dora", "red", "ura")]


@pytest.mark.parametrize(
    ("concealed", "tile", "name"),
    [
        ("1112345678999m", "5m", "純正九蓮宝燈"),
        ("1112345678999m", "1m", "純正九蓮宝燈"),
        ("1112344678999m", "5m", "九蓮宝燈"),
        ("1112345678999p", "9p", "純正九蓮宝燈"),
        ("19m19p19s1234567z", "1m", "国士無双１３面"),
        ("19m19p19s1123456z", "7z", "国士無双"),
        ("111m222p333s444z5z", "5z", "四暗刻単騎"),
    ],
)
def test_a_yakuman_on_its_widest_wait_has_a_name_of_its_own(concealed: str, tile: str, name: str) -> None:
    assert named(win(concealed, tile)) == [name]


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("field", range(2))
def test_winds_are_named_by_the_seat_and_by_the_round(seat: int, field: int) -> None:
    made = win("234m456p678s55s", "5s", "1'11z", seat=WINDS[seat], field=WINDS[field])
    own, of_round = kanji("seat_wind", made, SIMPLE), kanji("round_wind", made, SIMPLE)
    assert (own, of_round) == (f"自風 {'東南西北'[seat]}", f"場風 {'東南西北'[field]}")
    assert (BY_KANJI[own], BY_KANJI[of_round]) == ("seat_wind", "round_wind")


SIMPLE = worth(win("234m456p678s34s55p", "5s", riichi=True))


def test_every_name_is_that_of_one_yaku_and_back() -> None:
    for name in set(BY_NUMBER) - {"seat_wind", "round_wind"}:
        assert BY_KANJI[kanji(name, win("234m456p678s34s55p", "5s"), SIMPLE)] == name
    numbers = {0: "menzen_tsumo", 1: "riichi", 18: "haku", 52: "dora"}
    assert {number: BY_NUMBER[number] for number in numbers} == numbers


def test_the_row_of_a_value_names_each_dragon_and_wind_and_ends_with_dora() -> None:
    made = win("234m55p", "5p", "5'55z", "111'z", seat="E", dora="1m", tsumo=False)
    assert row_of(worth(replace(made, tiles=parse_tiles("234m55p67s"), win_tile=Tile.parse("8s")))) == {
        "seat_wind": 1,
        "round_wind": 1,
        "haku": 1,
        "dora": 1,
    }
    double = worth(win("234m456p678s34s55p", "5s", riichi=True, double_riichi=True, dora="1m", ura="1m"))
    row = row_of(double)
    assert row["double_riichi"] == 2
    assert "riichi" not in row
    assert [*row][-2:] == ["dora", "ura"]


@pytest.mark.parametrize(
    ("said", "row"),
    [
        ([("立直", 1), ("裏ドラ", 0), ("ドラ", 2)], {"riichi": 1, "dora": 2}),
        ([("reach", 1), ("aka_dora", 1), ("akadora", 1)], {"riichi": 1, "red": 2}),
        ([("ittsuu", 1), ("toitoiho", 2)], {"ittsu": 1, "toitoi": 2}),
        ([("四暗刻単騎", 13)], {"suuankou": 13}),
        ([("nothing", 1)], None),
        ([], {}),
    ],
)
def test_what_a_record_says_is_read_by_any_of_its_names(
    said: list[tuple[str, int]], row: dict[str, int] | None
) -> None:
    assert canonical(said) == row
