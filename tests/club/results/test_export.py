"""The EMA's sheet: both names, and whole points whose sum is that of the standings."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from club.results.export import Person, people_of, to_csv, to_ema, whole
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
