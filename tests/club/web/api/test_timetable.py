"""The timetable over HTTP: worked out for organisers, refused in a sentence where a day is too short."""

from __future__ import annotations

from typing import Any

import pytest

from club.access.roles import Role
from tests.club.web.stand import Stand

SLOTS = {"games": 8, "slot": 90, "pause": 15, "lunch": 75, "start": 600, "lunch_from": 780}
DATES = ["2026-12-05", "2026-12-06"]


def asked(stand: Stand, **changed: Any) -> Any:
    body = {"dates": DATES} | SLOTS | changed
    return stand.signed(Role.SCOREKEEPER).post("/api/timetable", body)


def test_all_games_are_there_each_on_its_day(stand: Stand) -> None:
    lines = asked(stand).data["lines"]
    games = [line.split() for line in lines if " game " in line]
    assert [(day, int(number)) for day, _, _, number in games] == [(DATES[n // 4], n + 1) for n in range(8)]
    assert games[0][1] == "10:00"
    assert [line.split()[2] for line in lines].count("lunch") == 2


def test_without_dates_everything_is_on_the_first_day(stand: Stand) -> None:
    lines = asked(stand, dates=[], games=3).data["lines"]
    assert {line.split()[0] for line in lines} == {"1"}


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"games": 1}, "days_games"),
        ({"games": 40}, "day_full"),
        ({"lunch": 30}, "malformed"),
        ({"slot": 0}, "malformed"),
        ({"start": -1}, "malformed"),
        ({"dates": ["5 December"]}, "malformed"),
        ({"dates": "2026-12-05"}, "malformed"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(stand: Stand, changed: dict[str, Any], code: str) -> None:
    answer = asked(stand, **changed)
    assert (answer.status, answer.data["code"]) == (422, code)
    assert answer.data["message"].endswith(".")


def test_it_is_for_who_organises(stand: Stand) -> None:
    body = {"dates": DATES} | SLOTS
    assert stand.browser().post("/api/timetable", body).status == 401
    assert stand.signed(Role.REFEREE).post("/api/timetable", body).status == 403
