"""Timetables: the parts of a day, and plans that cannot be kept."""

from __future__ import annotations

from typing import Any

import pytest

from club.schedule import Part, Plan, TimetableLine, published, timetable


def parts(plan: Plan) -> list[list[Part]]:
    return [[line.part for line in day] for day in timetable(plan)]


def test_an_event_of_one_day_opens_and_ends_on_it() -> None:
    game, rest = Part.GAME, Part.BREAK
    end = [Part.RESULTS, Part.AWARDS, Part.END, Part.AFTERWARDS]
    assert parts(Plan(4)) == [
        [Part.GATHER, Part.OPENING, game, rest, game, Part.LUNCH, game, rest, game, *end]
    ]


def test_no_lunch_when_the_last_game_ends_at_noon() -> None:
    assert Part.LUNCH not in parts(Plan(1))[0]


def test_games_are_numbered_through_and_the_earlier_days_have_more() -> None:
    days = timetable(Plan(7, days=3))
    assert [[line.number for line in day if line.part is Part.GAME] for day in days] == [
        [1, 2, 3],
        [4, 5],
        [6, 7],
    ]
    assert [day[-1].part for day in days] == [Part.EVENING, Part.EVENING, Part.AFTERWARDS]


def test_a_line_tells_its_time() -> None:
    assert TimetableLine(9 * 60 + 5, Part.GATHER).clock == "09:05"


def test_no_two_parts_overlap() -> None:
    for day in timetable(Plan(12, days=3, slot=80, pause=10)):
        minutes = [line.minute for line in day]
        assert minutes == sorted(minutes)


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        ({"games": 1, "days": 2}, "one a day"),
        ({"games": 4, "slot": 0}, "slot"),
        ({"games": 4, "lunch": 45}, "an hour"),
        ({"games": 4, "lunch": 59}, "an hour"),
    ],
)
def test_a_plan_that_contradicts_itself_is_refused(plan: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Plan(**plan)


def test_a_day_that_ends_after_midnight_is_refused() -> None:
    with pytest.raises(ValueError, match="midnight"):
        timetable(Plan(9))


def test_the_lines_of_a_plan_name_the_day_by_its_date_or_its_number() -> None:
    lines = published(Plan(games=3, days=2, start=10 * 60), ("2026-12-05",))
    assert lines[:3] == ("2026-12-05 09:00 gather", "2026-12-05 09:50 opening", "2026-12-05 10:00 game 1")
    assert "2 10:00 game 3" in lines
    assert len(lines) == sum(map(len, timetable(Plan(games=3, days=2, start=10 * 60))))
