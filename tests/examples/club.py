"""The worked examples of clubs and events, every line of these kinds."""

from __future__ import annotations

from club.event import size_class
from club.penalties import Lateness, lateness, substitute_result
from club.schedule import Part, Plan, TimetableLine, timetable
from engine.play.correct import Remedy, seating_remedy
from tests.examples.register import Data, runner

WORDS = {
    Part.GATHER: "players gather",
    Part.OPENING: "opening words",
    Part.GAME: "game {}",
    Part.BREAK: "break",
    Part.LUNCH: "lunch",
    Part.CLOSE: "end of day {}, hall closed",
    Part.EVENING: "evening activities",
    Part.RESULTS: "results and prizes prepared",
    Part.AWARDS: "award ceremony",
    Part.END: "end of day {}, clearing",
    Part.AFTERWARDS: "after-event activities",
}


@runner("lateness")
def _lateness(given: Data, expected: Data, _: str) -> None:
    cost = lateness(60 * given["minutes_late"])
    assert cost == Lateness(expected.get("fine", 0), expected.get("replacement", False))


@runner("substitute")
def _substitute(given: Data, expected: Data, _: str) -> None:
    parts = substitute_result(given["uma"])
    assert sum(parts) == expected["result"]
    assert list(parts) == expected.get("parts", list(parts))


def words(line: TimetableLine) -> list[str]:
    return [line.clock, WORDS[line.part].format(line.number)]


@runner("timetable")
def _timetable(given: Data, expected: Data, _: str) -> None:
    plan = Plan(given["games"], given["days"], given["slot_minutes"], given["break_minutes"])
    days = [[words(line) for line in day] for day in timetable(plan)]
    assert days == [expected["day1"], expected["day2"]]


@runner("size_class")
def _size_class(given: Data, expected: Data, _: str) -> None:
    assert size_class(given["registered"]) == expected["class"]


@runner("wrong_seating")
def _wrong_seating(given: Data, expected: Data, _: str) -> None:
    remedy = seating_remedy(given["hands_played"])
    assert (remedy is Remedy.REENTER) == expected["cancel_and_reenter"]
    assert (remedy is Remedy.CORRECT_SEATS) == expected.get("judge_corrects_seats", False)
