"""`jantaku club clock`: the timetable of an event, and the clocks of the rounds that a hub keeps."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import click

from club.cli.input import refuse
from club.cli.log import DATA, DATABASE, opened
from club.hub.config import state_directory
from club.hub.timekeeper import CLOCK_FILE, MARK_MS, Mark, gong_of, kept, uptime_ms
from club.log.desk import LogDesk
from club.log.faults import LogRefusal
from club.log.tournament.tournament import Round
from club.schedule import Plan, timetable
from runtime.stored import StoredError

_EXAMPLE: Final = """\b
Examples:
  jantaku club clock --games 8 --days 2 --start 09:30
  jantaku club clock --data /var/lib/jantaku --watch"""
_TIME: Final = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
_STALE_MS: Final = 3 * MARK_MS
"""A hub that has not written for so long is not running."""
_LOOK_S: Final = 1.0


class _TimeOfDay(click.ParamType[int]):
    """`09:30` as minutes from midnight."""

    name = "HH:MM"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        found = _TIME.fullmatch(value)
        if found is None:
            self.fail(f"{value!r} is no time of day: write it as 09:30.", param, ctx)
        return 60 * int(found[1]) + int(found[2])


@click.command(name="clock", epilog=_EXAMPLE)
@click.option("--games", type=int, help="Print the timetable of an event of so many games instead.")
@click.option("--days", type=int, default=1, show_default=True)
@click.option("--start", type=_TimeOfDay(), default="10:00", show_default=True, help="Of the first game.")
@click.option("--slot", type=int, default=90, show_default=True, help="Minutes of a game's slot.")
@click.option("--break", "pause", type=int, default=15, show_default=True, help="Minutes between.")
@click.option("--lunch", type=int, default=75, show_default=True, help="Minutes of lunch.")
@DATA
@DATABASE
@click.option("--watch", is_flag=True, help="Print it again every second, until Ctrl+C.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line only.")
def clock_command(  # noqa: PLR0913, PLR0917 - one argument an option
    games: int | None,
    days: int,
    start: int,
    slot: int,
    pause: int,
    lunch: int,
    data: Path | None,
    database: str | None,
    watch: bool,
    as_json: bool,
) -> None:
    """The time left in each round that the hub of this computer keeps, for the hall and for each table.

    With --games the timetable of an event, day by day (K-TIMER-08). --data and --database name the hub's, as
    `jantaku club hub` has them. Exit status 1 when no round is played.
    """
    try:
        if games is not None:
            _print_days(Plan(games, days, slot, pause, lunch, start), as_json)
        else:
            _show(data, database, watch, as_json)
    except (LogRefusal, StoredError, ValueError) as error:
        refuse(str(error))


def _print_days(plan: Plan, as_json: bool) -> None:
    for day, lines in enumerate(timetable(plan), 1):
        if not as_json:
            click.echo(f"Day {day}")
        for line in lines:
            if as_json:
                entry = {"day": day, "time": line.clock, "part": line.part, "number": line.number}
                click.echo(json.dumps(entry))
            else:
                number = "" if line.number is None else f" {line.number}"
                click.echo(f"  {line.clock}  {line.part}{number}")


def _show(data: Path | None, database: str | None, watch: bool, as_json: bool) -> None:
    store = opened(data, database)
    try:
        desk = LogDesk(store)
        while True:
            desk.refresh()
            lines = _now((data or state_directory()) / CLOCK_FILE, desk)
            for line in lines:
                click.echo(json.dumps(line.data) if as_json else line.text)
            if not watch:
                raise SystemExit(0 if any(line.playing for line in lines) else 1)
            time.sleep(_LOOK_S)
    except KeyboardInterrupt:
        raise SystemExit(0) from None
    finally:
        store.close()


@dataclass(frozen=True, slots=True)
class _Line:
    data: Mapping[str, Any]
    text: str
    playing: bool
    name: str = ""
    """Of the event, said where several are played."""


def _now(file: Path, desk: LogDesk) -> list[_Line]:
    """What the hub's marks and the log say now, an event a line."""
    now = uptime_ms()
    lines = []
    for mark in kept(file, now):
        found = desk.state.tournaments.get(mark.tournament)
        round_ = None if found is None else found.rounds.get(mark.round)
        if found is None or round_ is None or found.over(mark.round) or not _same_gong(mark, round_):
            continue
        if mark.age_ms > _STALE_MS:
            text = f"The hub has said nothing for {mark.age_ms // 1000} s: start it with `jantaku club hub`."
            return [_Line({"state": "silent", "age_ms": mark.age_ms}, text, playing=False)]
        lines.append(_line(mark, round_, found.name, now))
    if len(lines) < 2:
        return lines or [_Line({"state": "none"}, "No round is played.", playing=False)]
    return [replace(each, text=f"{each.name}: {each.text}") for each in lines]


def _same_gong(mark: Mark, round_: Round) -> bool:
    """The hub keeps the clock of this round, and none of another log or before its gong."""
    return bool(mark.gong) and mark.gong == gong_of(round_)


def _line(mark: Mark, round_: Round, name: str, now: int) -> _Line:
    clock = mark.clock
    left = {
        table: clock.left(now, table) for table in sorted(round_.games) if round_.games[table].result is None
    }
    state = clock.state(now)
    data = {
        "state": state,
        "tournament": mark.tournament,
        "round": mark.round,
        "left_ms": clock.left(now),
        "tables": {str(table): ms for table, ms in left.items()},
        "finished": sorted(round_.games.keys() - left.keys()),
    }
    other = "".join(f", table {table} {_minutes(ms)}" for table, ms in left.items() if ms != clock.left(now))
    playing = f"{len(left)} of {len(round_.games)} tables play"
    text = f"Round {mark.round}, {state}: {_minutes(clock.left(now))}{other}; {playing}"
    return _Line(data, text, playing=True, name=name)


def _minutes(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"
