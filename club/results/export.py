"""Standings as JSON, CSV and the EMA's sheet of results."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any, Final

from club.names import both
from club.results.check import Check
from club.results.game import GameResult, PlayerFinal
from club.results.row import Row
from club.results.standings import Standings
from runtime.spreadsheet import cell

COLUMNS: Final = (
    *("carried", "points", "uma", "oka", "chips", "yakitori", "fixed"),
    *("chombo", "lateness", "fines"),
)
"""What a total is the sum of."""
_SEAT: Final = (
    *("points", "base", "uma", "oka", "chips", "yakitori"),
    *("chombo", "lateness", "fines", "penalties"),
)
_EMA: Final = (
    *("Place", "First name", "Last name", "EMA number", "Table points", "Score", "EMA member", "Country"),
)


@dataclass(frozen=True, slots=True)
class Person:
    """What an export says of a player; `ema` is the number in the EMA's list, `shown` the whole name where it
    is not the two."""

    first: str = ""
    last: str = ""
    country: str = ""
    ema: str = ""
    shown: str = ""

    @property
    def name(self) -> str:
        return self.shown or f"{self.first} {self.last}".strip()


def exact(value: Fraction | int) -> int | str:
    """A whole number, or a fraction such as `1000/3` (R-FINAL-07)."""
    fraction = Fraction(value)
    return fraction.numerator if fraction.denominator == 1 else str(fraction)


def shown(value: Fraction | int, thousands: bool = False) -> str:
    """A number for people: in whole points with two decimals where there are more, or thousands with one."""
    digits = 1 if thousands else 2 if Fraction(value).denominator > 1 else 0
    scaled = round(Fraction(value) * 10**digits / (1000 if thousands else 1))
    whole, rest = divmod(abs(scaled), 10**digits)
    return f"{'-' if scaled < 0 else ''}{whole}" + (f".{rest:0{digits}}" if digits else "")


def standings_data(games: Sequence[GameResult], found: Standings) -> dict[str, Any]:
    """Everything as plain data, exact; amounts are in points whatever the unit of the rules."""
    return {
        "games": [
            {"round": game.round, "table": game.table, "players": [_seat(seat) for seat in four]}
            for game, four in zip(games, found.finals, strict=True)
        ],
        "standings": [_row(row) for row in found.rows],
        "check": _check(found.check),
    }


def to_csv(rows: Iterable[Row], people: Mapping[int, Person]) -> str:
    """The standings with every column, one player a line."""
    head = ("place", "player", "name", "total", *COLUMNS, "games", "absences", "mean_place")
    body = (
        (
            *(row.place, row.player, cell(people.get(row.player, Person()).name), shown(row.total)),
            *(shown(getattr(row, column)) for column in COLUMNS),
            *(row.games, row.absences, "" if row.mean_place is None else shown(row.mean_place)),
        )
        for row in rows
    )
    return _csv(head, body)


def to_ema(rows: Sequence[Row], people: Mapping[int, Person]) -> str:
    """The columns in which the European Mahjong Association takes results; scores in whole points.

    Table points belong to other games and stay empty. Somebody without a name is the number.
    """
    body = []
    for row, score in zip(rows, whole([row.total for row in rows]), strict=True):
        person = people.get(row.player, Person())
        first, last = (person.first, person.last) if person.first else (person.last, "")
        names = (cell(first or f"#{row.player}"), cell(last), cell(person.ema))
        member = "yes" if person.ema else "no"
        body.append((row.place, *names, "", score, member, cell(person.country)))
    return _csv(_EMA, body)


def whole(totals: Sequence[Fraction]) -> list[int]:
    """The totals as whole points whose sum is that of the totals, rounded.

    Points that rounding down leaves over go to those who lost most by it, of equals to the first.
    """
    out = [floor(total) for total in totals]
    left = round(sum(totals, Fraction(0))) - sum(out)
    order = sorted(range(len(totals)), key=lambda at: out[at] - totals[at])
    for at in order[:left]:
        out[at] += 1
    return out


def people_of(text: str) -> dict[int, Person]:
    """People from CSV with the columns `player`, `first`, `last`, `name`, `country`, `ema`; ValueError.

    Only `player` is needed; other columns are passed over. A `name` alone is taken apart.
    """
    rows = csv.DictReader(io.StringIO(text))
    if "player" not in (rows.fieldnames or ()):
        raise ValueError("The list of people has no column `player`: its first line names the columns.")
    out = {}
    for row in rows:
        try:
            number = int(row["player"])
        except (TypeError, ValueError):
            raise ValueError(f"Line {rows.line_num}: a player is a whole number.") from None
        fields = {key: (row.get(key) or "").strip() for key in ("first", "last", "name", "country", "ema")}
        first, last = both(fields["name"], fields["first"], fields["last"])
        out[number] = Person(first, last, fields["country"], fields["ema"], fields["name"])
    return out


def _seat(seat: PlayerFinal) -> dict[str, Any]:
    return {
        "player": seat.player,
        "substitute": seat.substitute,
        "place": seat.place,
        "tied": seat.tied,
        **{name: exact(getattr(seat, name)) for name in _SEAT},
        "total": exact(seat.total),
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "place": row.place,
        "player": row.player,
        "total": exact(row.total),
        **{name: exact(getattr(row, name)) for name in COLUMNS},
        "penalties": row.penalties,
        "games": row.games,
        "absences": row.absences,
        "places": list(row.places),
        "mean_place": None if row.mean_place is None else exact(row.mean_place),
        "rounds": {str(number): exact(points) for number, points in row.by_round.items()},
        "counted": None if row.counted is None else list(row.counted),
    }


def _check(check: Check) -> dict[str, Any]:
    return {
        "ok": check.ok,
        "total": exact(check.total),
        "expected": exact(check.expected),
        "parts": {name: exact(points) for name, points in check.parts.items()},
        "wrong": [
            {"round": game.round, "table": game.table, "points": game.points, "expected": game.expected}
            for game in check.wrong
        ],
    }


def _csv(head: Sequence[str], body: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(body)
    return out.getvalue()
