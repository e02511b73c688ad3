"""`jantaku club clock`: the timetable of an event, and the clock of the round that a hub keeps."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from club.cli_input import refuse
from club.cli_log import DATA, DATABASE, opened
from club.clock import RoundClock
from club.hub.config import state_directory
from club.hub.timekeeper import CLOCK_FILE, MARK_MS, Mark, gong_of, kept, uptime_ms
from club.log.desk import Desk
from club.log.faults import Fault
from club.log.tournament import Round
from club.schedule import Plan, timetable

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
@click.option("--watch", is_flag=True, help="Say it again every second, until Ctrl+C.")
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
    """The time left in the round that the hub of this computer keeps, for the hall and for each table.

    With --games the timetable of an event, day by day (K-TIMER-08). --data and --database name the hub's, as
    `jantaku club hub` was told them. Exit status 1 when no round is played.
    """
    try:
        if games is not None:
            _print_days(Plan(games, days, slot, pause, lunch, start), as_json)
        else:
            _show(data, database, watch, as_json)
    except (Fault, ValueError) as error:
        refuse(str(error))


def _print_days(plan: Plan, as_json: bool) -> None:
    for day, lines in enumerate(timetable(plan), 1):
        if not as_json:
            click.echo(f"Day {day}")
        for line in lines:
            if as_json:
                told = {"day": day, "time": line.clock, "part": line.part, "number": line.number}
                click.echo(json.dumps(told))
            else:
                number = "" if line.number is None else f" {line.number}"
                click.echo(f"  {line.clock}  {line.part}{number}")


def _show(data: Path | None, database: str | None, watch: bool, as_json: bool) -> None:
    store = opened(data, database)
    try:
        desk = Desk(store)
        while True:
            desk.refresh()
            told = _now((data or state_directory()) / CLOCK_FILE, desk)
            click.echo(json.dumps(told.data) if as_json else told.text)
            if not watch:
                raise SystemExit(0 if told.playing else 1)
            time.sleep(_LOOK_S)
    except KeyboardInterrupt:
        raise SystemExit(0) from None
    finally:
        store.close()


@dataclass(frozen=True, slots=True)
class _Told:
    data: Mapping[str, Any]
    text: str
    playing: bool


def _now(file: Path, desk: Desk) -> _Told:
    """What the hub's mark and the log tell now."""
    now = uptime_ms()
    mark = kept(file, now)
    found = None if mark is None else desk.state.tournaments.get(mark.tournament)
    round_ = None if mark is None or found is None else found.rounds.get(mark.round)
    if mark is None or round_ is None or round_.closed is not None or not _same_gong(mark, round_):
        return _Told({"state": "none"}, "No round is played.", playing=False)
    if mark.age_ms > _STALE_MS:
        text = f"The hub has said nothing for {mark.age_ms // 1000} s: start it with `jantaku club hub`."
        return _Told({"state": "silent", "age_ms": mark.age_ms}, text, playing=False)
    return _told(mark, round_, mark.clock, now)


def _same_gong(mark: Mark, round_: Round) -> bool:
    """The hub keeps the clock of this round, and none of another log or before its gong."""
    return bool(mark.gong) and mark.gong == gong_of(round_)


def _told(mark: Mark, round_: Round, clock: RoundClock, now: int) -> _Told:
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
    return _Told(
        data, f"Round {mark.round}, {state}: {_minutes(clock.left(now))}{other}; {playing}", playing=True
    )


def _minutes(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"
