from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from club.cli import COMMANDS
from club.log.desk import Accepted, LogDesk
from club.log.events import (
    AppealDecided,
    AppealFiled,
    Event,
    Late,
    Plan,
    ResultCorrected,
    RoundClosed,
    RoundStarted,
    StageClosed,
    TournamentChanged,
    TournamentClosed,
)
from club.log.store.store import Store
from controller.cli import main
from tests.club.log.build import created, drawn, registered, sheet, stage
from tests.club.log.values import FOUR, T


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A club in which Ann Example has written names where none belong."""
    url = f"sqlite:///{tmp_path}/club.db"
    store = Store(url)
    desk = LogDesk(store)
    plan = Plan.model_validate(
        {"place": "Riga", "officials": [{"person": 9, "account": "ann@example.org", "head": True}]}
    )
    events: list[Event] = [
        created(),
        TournamentChanged(tournament=T, plan=plan),
        *registered(FOUR),
        stage(1),
        drawn(1, FOUR),
        RoundStarted(tournament=T, round=1),
        Late(tournament=T, round=1, person=2, seconds=30),
        sheet(1),
        ResultCorrected(tournament=T, round=1, table=1, scores=(30_000,) * 4, reason="Ann misread it"),
        RoundClosed(tournament=T, round=1),
        StageClosed(tournament=T, stage=1),
        TournamentClosed(tournament=T),
        AppealFiled(tournament=T, person=1, situation="Ann", decision="Ann", reasons="Ann"),
    ]
    assert isinstance(desk.submit(events, "ann@example.org", "k1", 1_700_000_000_000), Accepted)
    decided = AppealDecided(
        tournament=T, appeal=desk.state.seq, board=("bob", "carol"), upheld=False, explanation="Ann is wrong"
    )
    assert isinstance(desk.submit(decided, "bob", "k2", 1_700_000_000_000), Accepted)
    store.close()
    return url


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["club", *arguments])


def test_every_command_says_what_it_is_for() -> None:
    for name in COMMANDS:
        result = run(name, "--help")
        assert result.exit_code == 0, name
        assert "Example" in result.output, name


def test_verify_counts_the_entries_or_names_the_broken_one(database: str) -> None:
    result = run("verify", "--database", database)
    assert result.exit_code == 0
    assert result.output.startswith("All 17 entries are as they were written. The last hash is ")
    store = Store(database)
    store.write(
        lambda c: c.execute(text("UPDATE entries SET event = replace(event, '30', '31') WHERE seq = 10"))
    )
    store.close()
    result = run("verify", "--database", database)
    assert result.exit_code == 1
    assert "Entry 10 " in result.output


def test_the_log_is_that_of_the_hubs_folder(database: str, tmp_path: Path) -> None:
    assert run("verify", "--data", str(tmp_path)).output == run("verify", "--database", database).output


def test_the_export_names_nobody(database: str) -> None:
    result = run("export", "--database", database)
    assert result.exit_code == 0
    rows = [json.loads(line) for line in result.output.splitlines()]
    assert [row["seq"] for row in rows] == list(range(1, 18))
    assert not re.search("ann|bob|carol", result.output, re.IGNORECASE)
    assert {row["by"] for row in rows[:-1]} == {"account-1"}
    assert rows[1]["event"]["plan"]["officials"][0]["account"] == "account-1"
    assert rows[1]["event"]["plan"]["place"] == "Riga"
    assert rows[-1]["event"]["board"] == ["account-2", "account-3"]
    assert rows[-1]["by"] == "account-2"
    assert rows[7]["event"]["sittings"] == [{"table": 1, "players": [1, 2, 3, 4]}]


def test_the_log_is_reported_line_by_line(database: str) -> None:
    result = run("log", "--database", database, "--tournament", str(T))
    lines = result.output.splitlines()
    assert lines[9] == "2023-11-14 22:13:20  ann@example.org: 10 (#2 late, round 1)"
    assert run("log", "--database", database, "--tournament", "2").output == ""


@pytest.mark.parametrize("command", ["verify", "export", "log"])
def test_a_log_that_is_not_there_is_not_made(tmp_path: Path, command: str) -> None:
    result = run(command, "--database", f"sqlite:///{tmp_path}/club.db")
    assert result.exit_code == 2
    assert "There is no log at" in result.output
    assert list(tmp_path.iterdir()) == []
    assert "There is no log at" in run(command, "--data", str(tmp_path)).output
    assert "cannot be used" in run(command, "--database", "nonsense://x").output
    assert run(command, "--database", "::").exit_code == 2
