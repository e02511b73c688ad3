"""The timetable of an event: game slots, breaks, lunch, beginning and end of each day (K-TIMER-08)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Part(StrEnum):
    """What a line of the timetable begins."""

    GATHER = "gather"
    OPENING = "opening"
    GAME = "game"
    BREAK = "break"
    LUNCH = "lunch"
    CLOSE = "close"
    EVENING = "evening"
    RESULTS = "results"
    AWARDS = "awards"
    END = "end"
    AFTERWARDS = "afterwards"


class TimetableLine(NamedTuple):
    """`minute` counts from midnight; `number` is that of the game, or of the day that ends."""

    minute: int
    part: Part
    number: int | None = None

    @property
    def clock(self) -> str:
        """The time as `09:50`."""
        return f"{self.minute // 60:02}:{self.minute % 60:02}"


@dataclass(frozen=True, slots=True)
class Plan:
    """What an organiser decides, in minutes; times of day count from midnight (RRC-2024 §6.4).

    `lunch` comes after the first game that ends at `lunch_from` or later, and is an hour at least.
    `gather` holds how long before the first game people come on the first and on later days.
    `awards` is the time for the results and for the ceremony each.
    """

    games: int
    days: int = 1
    slot: int = 90
    pause: int = 15
    lunch: int = 75
    start: int = 10 * 60
    lunch_from: int = 13 * 60
    gather: tuple[int, int] = (60, 30)
    opening: int = 10
    evening: int = 30
    awards: int = 30
    clearing: int = 45

    def __post_init__(self) -> None:
        if not 1 <= self.days <= self.games:
            raise ValueError(f"{self.games} games cannot be played on {self.days} days: one a day at least.")
        if self.slot < 1 or self.pause < 0:
            raise ValueError("A game has a slot of minutes, and a break is not negative.")
        if self.lunch < 60:
            raise ValueError(f"Lunch takes an hour at least, not {self.lunch} minutes.")


def timetable(plan: Plan) -> tuple[tuple[TimetableLine, ...], ...]:
    """The lines of each day; earlier days have the more games. ValueError when a day is too short."""
    days = []
    played = 0
    for day in range(plan.days):
        games = -(-(plan.games - played) // (plan.days - day))
        lines, end = _games(plan, played + 1, games)
        days.append((*_morning(plan, day), *lines, *_end(plan, day, end)))
        if days[-1][-1].minute >= 24 * 60:
            raise ValueError(f"Day {day + 1} ends after midnight: plan fewer games or more days.")
        played += games
    return tuple(days)


def published(plan: Plan, dates: Sequence[str] = ()) -> tuple[str, ...]:
    """The lines as the plan of an event keeps them, such as `2026-12-05 10:00 game 1`.

    A day is named by its date, by its number where there is none; pages say the part in their language.
    ValueError as `timetable`.
    """
    rows = []
    for day, lines in enumerate(timetable(plan)):
        named = dates[day] if day < len(dates) else str(day + 1)
        for line in lines:
            number = "" if line.number is None else f" {line.number}"
            rows.append(f"{named} {line.clock} {line.part}{number}")
    return tuple(rows)


def _morning(plan: Plan, day: int) -> list[TimetableLine]:
    gather = TimetableLine(plan.start - plan.gather[day > 0], Part.GATHER)
    return [gather] if day else [gather, TimetableLine(plan.start - plan.opening, Part.OPENING)]


def _games(plan: Plan, first: int, games: int) -> tuple[list[TimetableLine], int]:
    """The games of a day with what lies between them, and when the last one ends."""
    lines, now, eaten = [], plan.start, False
    for number in range(first, first + games):
        lines.append(TimetableLine(now, Part.GAME, number))
        now += plan.slot
        if number == first + games - 1:
            break
        hungry = not eaten and now >= plan.lunch_from
        lines.append(TimetableLine(now, Part.LUNCH if hungry else Part.BREAK))
        now += plan.lunch if hungry else plan.pause
        eaten = eaten or hungry
    return lines, now


def _end(plan: Plan, day: int, end: int) -> list[TimetableLine]:
    if day < plan.days - 1:
        return [TimetableLine(end, Part.CLOSE, day + 1), TimetableLine(end + plan.evening, Part.EVENING)]
    over = end + 2 * plan.awards
    return [
        TimetableLine(end, Part.RESULTS),
        TimetableLine(end + plan.awards, Part.AWARDS),
        TimetableLine(over, Part.END, day + 1),
        TimetableLine(over + plan.clearing, Part.AFTERWARDS),
    ]
