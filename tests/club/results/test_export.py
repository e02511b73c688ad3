"""The EMA's sheet: both names, and whole points whose sum is that of the standings."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.results.export import (
    COLUMNS,
    Person,
    exact,
    people_of,
    shown,
    standings_data,
    to_csv,
    to_ema,
    whole,
)
from club.results.game import GameResult
from club.results.standings import Standings, standings
from engine.rules.ruleset import Ruleset

THIRDS = GameResult(1, 1, (1, 2, 3, 4), (36000, 36000, 36000, 11000), sticks_left=1)
CHOMBO = GameResult(
    *(2, 1, (1, 2, 3, 4), (36000, 36000, 36000, 11000)), sticks_left=1, chombo=(-80000, 0, 0, 0)
)


def sheet(found: Standings, people: dict[int, Person]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(to_ema(found.rows, people))))


def test_the_sum_of_the_sheet_is_that_of_the_standings() -> None:
    """Thirds of a stick, rounded one by one, had made -80001 of -80000."""
    found = standings([THIRDS, CHOMBO], Ruleset.preset("rrc"))
    assert any(row.total.denominator == 3 for row in found.rows)
    scores = [int(row["Score"]) for row in sheet(found, {})]
    assert sum(scores) == sum(row.total for row in found.rows) == -80000
    assert scores == sorted(scores, reverse=True)


def test_both_names_stand_in_the_sheet() -> None:
    people = people_of(
        "player,first,last,name,country,ema\n1,Anna,Berg,,SE,123\n2,,,田中 太郎,,\n3,,,Zoë,,\n"
    )
    found = standings([THIRDS], Ruleset.preset("rrc"))
    names = {row["First name"]: row["Last name"] for row in sheet(found, people)}
    assert names == {"Anna": "Berg", "太郎": "田中", "Zoë": "", "#4": ""}
    assert "田中 太郎" in to_csv(found.rows, people)


def test_somebody_with_a_family_name_alone_stands_with_it_first() -> None:
    found = standings([THIRDS], Ruleset.preset("rrc"))
    first = sheet(found, {player: Person(last="Berg") for player in range(1, 5)})[0]
    assert (first["First name"], first["Last name"]) == ("Berg", "")


@given(st.lists(st.fractions(-200_000, 200_000, max_denominator=12), max_size=40))
def test_whole_points_keep_the_sum_and_are_near(totals: list[Fraction]) -> None:
    rounded = whole(totals)
    assert sum(rounded) == round(sum(totals, Fraction(0)))
    assert all(abs(points - total) < 1 for points, total in zip(rounded, totals, strict=True))
    pairs = sorted(zip(totals, rounded, strict=True), reverse=True)
    assert all(one[0] == other[0] or one[1] >= other[1] for one, other in pairwise(pairs))


@pytest.mark.parametrize(
    ("value", "points", "thousands", "as_data"),
    [
        (0, "0", "0.0", 0),
        (-500, "-500", "-0.5", -500),
        (12_340, "12340", "12.3", 12_340),
        (-80_000, "-80000", "-80.0", -80_000),
        (Fraction(1000, 3), "333.33", "0.3", "1000/3"),
        (Fraction(-1, 200), "0.00", "0.0", "-1/200"),
        (Fraction(-3, 200), "-0.02", "0.0", "-3/200"),
        (Fraction(5, 1), "5", "0.0", 5),
    ],
)
def test_a_number_is_exact_for_machines_and_short_for_people(
    value: Fraction | int, points: str, thousands: str, as_data: int | str
) -> None:
    assert (shown(value), shown(value, thousands=True), exact(value)) == (points, thousands, as_data)


def test_the_table_for_a_spreadsheet_has_each_part_of_a_total() -> None:
    found = standings([THIRDS, CHOMBO], Ruleset.preset("rrc"))
    people = {1: Person("Anna", "Berg"), 2: Person(shown="=2+2")}
    rows = list(csv.DictReader(io.StringIO(to_csv(found.rows, people))))
    assert list(rows[0]) == [
        *("place", "player", "name", "total", "carried", "points", "uma", "oka", "chips", "yakitori"),
        *("fixed", "chombo", "lateness", "fines", "games", "absences", "mean_place"),
    ]
    for line, row in zip(rows, found.rows, strict=True):
        assert (line["place"], line["player"]) == (str(row.place), str(row.player))
        assert line["total"] == shown(row.total)
        assert [line[each] for each in COLUMNS] == [shown(getattr(row, each)) for each in COLUMNS]
        assert sum(Fraction(getattr(row, each)) for each in COLUMNS) == row.total
        assert (line["games"], line["absences"]) == ("2", "0")
        assert line["mean_place"] == shown(row.mean_place or 0)
    names = {line["player"]: line["name"] for line in rows}
    assert (names["1"], names["3"]) == ("Anna Berg", "")
    assert not names["2"].startswith("="), "no spreadsheet computes a name"


def test_everything_as_data_is_exact_and_by_seat() -> None:
    found = standings([THIRDS, CHOMBO], Ruleset.preset("rrc"))
    data = standings_data([THIRDS, CHOMBO], found)
    assert json.loads(json.dumps(data)) == data
    assert [(game["round"], game["table"], len(game["players"])) for game in data["games"]] == [
        (1, 1, 4),
        (2, 1, 4),
    ]
    assert [row["player"] for row in data["standings"]] == [row.player for row in found.rows]
    assert [Fraction(row["total"]) for row in data["standings"]] == [row.total for row in found.rows]
    assert data["check"]["ok"]


def test_who_is_in_the_list_of_the_ema_is_a_member() -> None:
    found = standings([THIRDS], Ruleset.preset("rrc"))
    rows = sheet(found, {1: Person("Anna", "Berg", "SE", "123"), 2: Person("Bo", "Ek")})
    by_name = {row["First name"]: row for row in rows}
    assert list(rows[0]) == [
        *("Place", "First name", "Last name", "EMA number", "Table points", "Score", "EMA member", "Country")
    ]
    anna, bo = by_name["Anna"], by_name["Bo"]
    assert (anna["EMA number"], anna["EMA member"], anna["Country"]) == ("123", "yes", "SE")
    assert (bo["EMA number"], bo["EMA member"], bo["Country"], bo["Table points"]) == ("", "no", "", "")
