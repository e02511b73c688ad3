from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from club.log.desk import Accepted, LogDesk
from club.log.events import Event, Penalised, PenaltyLifted
from club.log.people.people import Details, People
from club.log.store.store import Store
from controller.cli import main
from engine.explain.words import LANGUAGES
from tests.club.log.build import created, registered
from tests.club.log.values import FOUR, T


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["club", "penalties", *arguments])


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.output.splitlines()]


def penalised(person: int, reason: str, sanction: str, points: int = 0) -> Event:
    return Penalised.model_validate(
        {"tournament": T, "person": person, "reason": reason, "sanction": sanction, "points": points}
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A club whose player 1, Ann, has been reminded and fined for the same, and player 2 wrongly."""
    store = Store(f"sqlite:///{tmp_path}/club.db")
    assert People(store).add(Details("Ann Example")) == 1
    desk = LogDesk(store)
    events: list[Event] = [
        created(),
        *registered(FOUR),
        penalised(1, "P-19", "reminder"),
        penalised(1, "P-19", "fine", -2000),
        penalised(2, "P-19", "reminder"),
        penalised(1, "P-42", "reminder"),
    ]
    assert isinstance(desk.submit(events, "ref", "k1", 0), Accepted)
    lift = PenaltyLifted(tournament=T, penalty=8, reason="It was the neighbour")
    assert isinstance(desk.submit(lift, "ref", "k2", 0), Accepted)
    store.close()
    return tmp_path


def test_the_table_is_that_of_the_regulation() -> None:
    rows = lines(run("--json"))
    assert len(rows) == 46
    (kuikae,) = lines(run("--row", "P-18", "--json"))
    assert (kuikae["section"], kuikae["standard"], kuikae["minimum"]) == ("sets", "dead_hand", None)
    assert kuikae["clauses"] == ["R-KUI-02"]


def test_it_is_printed_in_every_language() -> None:
    said = {language: run("--row", "P-18", "--language", language).output for language in LANGUAGES}
    assert len(set(said.values())) == len(LANGUAGES)
    assert "Byte inom ett set (kuikae)" in said["sv"]
    assert "Kuikae" in said["de"]
    assert said["ja"].splitlines()[0] == "副露"


def test_a_preset_may_punish_otherwise() -> None:
    """EMA 2012 3.4.7: a wrong set is a dead hand."""
    (row,) = lines(run("--row", "P-10", "--preset", "ema_2012", "--json"))
    assert row["standard"] == "dead_hand"


def test_an_event_tells_its_penalties_and_what_comes_next(folder: Path) -> None:
    """K-ESC-01: reminder, 2000, 4000; what was lifted does not count, reasons count apart."""
    rows = lines(run("--tournament", str(T), "--data", str(folder), "--json"))
    assert [(p["person"], p["row"], p["points"]) for p in rows] == [
        (1, "P-19", 0), (1, "P-19", -2000), (2, "P-19", 0), (1, "P-42", 0)
    ]  # fmt: skip
    assert [p["step"] for p in rows[:2]] == [0, 1]
    assert [p["next"]["points"] for p in rows] == [4000, 4000, 0, 2000]
    assert [p["name"] for p in rows] == ["Ann Example", "Ann Example", None, "Ann Example"]
    assert rows[2]["lifted"] == "It was the neighbour"
    assert len(lines(run("--tournament", "1", "--data", str(folder), "--row", "P-42", "--json"))) == 1
    said = run("--tournament", "1", "--data", str(folder)).output.splitlines()
    assert "Ann Example: P-19, Fine -2000; step 1, next time Fine 4000" in said[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--row", "P-99"], "There is no row 'P-99': rows are P-01 to P-46."),
        (["--data", "/nowhere"], "Name the tournament"),
        (["--tournament", "1", "--data", "/nowhere"], "There is no log at"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in result.output


def test_a_tournament_that_is_not_there(folder: Path) -> None:
    result = run("--tournament", "7", "--data", str(folder))
    assert result.exit_code == 2
    assert "Traceback" not in result.output
