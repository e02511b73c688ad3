from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from club.hub.timekeeper import CLOCK_FILE, Timekeeper, uptime_ms
from club.log.desk import Accepted, LogDesk
from club.log.events import Event, RoundStarted, TimeAdded
from club.log.store.store import Store
from controller.cli import main
from tests.club.log.build import created, drawn, registered, sheet, stage
from tests.club.log.values import EIGHT, T
from tests.mine import mine

MINUTE = 60_000


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["club", "clock", *arguments])


def lines(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.output.splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Of a hub: round 1 is played at two tables, the second with three minutes more."""
    store = Store(f"sqlite:///{tmp_path}/club.db")
    desk = LogDesk(store)
    events: list[Event] = [
        created(),
        *registered(EIGHT),
        stage(1),
        drawn(1, EIGHT),
        RoundStarted(tournament=T, round=1),
        TimeAdded(tournament=T, round=1, table=2, seconds=180, reason="a torn sleeve"),
    ]
    assert isinstance(desk.submit(events, "ann", "k1", 0), Accepted)
    store.close()
    return tmp_path


def marked(folder: Path, uptime: Callable[[], int]) -> None:
    """What the hub writes down beside its log."""
    store = Store(f"sqlite:///{folder}/club.db")
    Timekeeper(folder / CLOCK_FILE, lambda: 0, uptime).follow(LogDesk(store).state)
    store.close()


def test_a_timetable_has_its_games_in_their_slots() -> None:
    rows = lines(run("--games", "3", "--start", "09:30", "--slot", "80", "--break", "10", "--json"))
    games = [(line["time"], line["number"]) for line in rows if line["part"] == "game"]
    assert games == [("09:30", 1), ("11:00", 2), ("12:30", 3)]
    assert rows[0] == {"day": 1, "time": "08:30", "part": "gather", "number": None}


def test_a_timetable_for_people_has_its_days() -> None:
    said = run("--games", "8", "--days", "2").output.splitlines()
    assert [line for line in said if line.startswith("Day")] == ["Day 1", "Day 2"]
    assert sum(" game " in line for line in said) == 8


def test_the_time_left_is_that_of_each_table(folder: Path) -> None:
    marked(folder, uptime_ms)
    result = run("--data", str(folder), "--json")
    assert result.exit_code == 0
    (clock,) = lines(result)
    assert (clock["state"], clock["tournament"], clock["round"]) == ("running", T, 1)
    tables = clock["tables"]
    assert isinstance(tables, dict)
    assert tables["2"] - tables["1"] == 3 * MINUTE
    assert 74 * MINUTE < tables["1"] <= 75 * MINUTE


def test_a_table_that_has_finished_has_no_time_left(folder: Path) -> None:
    marked(folder, uptime_ms)
    store = Store(f"sqlite:///{folder}/club.db")
    assert isinstance(LogDesk(store).submit(sheet(1), "ann", "k2", 0), Accepted)
    store.close()
    (rows,) = lines(run("--data", str(folder), "--json"))
    assert rows["finished"] == [1]
    said = run("--data", str(folder)).output
    assert "1 of 2 tables play" in said
    assert ", table 2 " in said


def test_each_event_that_is_played_has_a_line_with_its_name(folder: Path) -> None:
    store = Store(f"sqlite:///{folder}/club.db")
    other = [
        each.model_copy(update={"tournament": 2})
        for each in (created(), *registered(range(11, 15)), stage(1), drawn(1, range(11, 15)))
    ]
    begun = RoundStarted(tournament=2, round=1)
    assert isinstance(LogDesk(store).submit([*other, begun], "ann", "k3", 0), Accepted)
    store.close()
    marked(folder, uptime_ms)
    assert [line["tournament"] for line in lines(run("--data", str(folder), "--json"))] == [T, 2]
    said = run("--data", str(folder)).output.splitlines()
    assert [line.partition(":")[0] for line in said] == ["Open", "Open"]


def test_without_a_round_or_a_hub_the_answer_is_no(folder: Path) -> None:
    result = run("--data", str(folder))
    assert (result.exit_code, result.output) == (1, "No round is played.\n")
    marked(folder, lambda: uptime_ms() - MINUTE)
    result = run("--data", str(folder))
    assert result.exit_code == 1
    assert "The hub has said nothing for 60 s" in result.output


def test_watching_says_it_again_until_it_is_stopped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marked(folder, uptime_ms)
    pauses = iter((None, None))

    def pause(_seconds: float) -> None:
        if next(pauses, 1):
            raise KeyboardInterrupt

    mine(monkeypatch, time, sleep=pause)
    result = run("--data", str(folder), "--watch", "--json")
    assert result.exit_code == 0
    assert len(lines(result)) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--games", "3", "--start", "9.30"], "'9.30' is no time of day: write it as 09:30."),
        (["--games", "2", "--days", "3"], "cannot be played on 3 days"),
        (["--games", "12"], "ends after midnight"),
        (["--games", "2", "--lunch", "10"], "Lunch takes an hour at least"),
        (["--data", "/nowhere"], "There is no log at"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output
