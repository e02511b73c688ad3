"""The printed shapes of questions and answers: kept in docs/, and true of what goes in and comes out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.cli.questions.schemas import FOLDER, SHAPES, document, text
from controller.cli.questions.score import score, waits
from controller.cli.questions.settle import settle
from engine.notation.schema import faults, fits
from tests.controller.cli.questions.test_settle import LINE as SETTLED
from tests.engine.notation.misspelled import LINES
from tests.engine.notation.questions import TSUMO

COMMANDS = {"score": score, "waits": waits, "settle": settle}
GAMES = Path(__file__).parents[5] / "shared" / "games"
QUESTIONS: dict[str, list[Any]] = {
    "score": [TSUMO, {**TSUMO, "win_tile": "9s"}, {**TSUMO, "richi": True}, [], {"melds": [{}]}],
    "waits": [
        {"id": "a", "tiles": "123456m2256p678s"},
        {"tiles": "123456m2256p678s9m"},
        {"tiles": "147m258p369s1234z"},
        {"tiles": "123456m2256p", "melds": [{"type": "pon", "tiles": "555z"}]},
        {"tiles": "1m"},
    ],
    "settle": [
        SETTLED,
        {**SETTLED, "winner": None, "from": None, "win_tile": None},
        {"values": [0, 0, 0, 0], "east": 0},
        {},
    ],
}


@pytest.mark.parametrize("command", SHAPES)
def test_the_documents_are_kept_in_step(command: str) -> None:
    """`python -m controller.cli.questions.schemas` writes them."""
    assert (FOLDER / f"{command}.json").read_text("utf-8") == text(command) + "\n"


@pytest.mark.parametrize("command", SHAPES)
def test_the_schema_is_printed_and_named_in_the_help(command: str) -> None:
    result = CliRunner().invoke(COMMANDS[command], ["--schema"])
    assert result.exit_code == 0
    assert json.loads(result.stdout) == document(command)
    assert f"docs/schemas/{command}.json" in " ".join(
        CliRunner().invoke(COMMANDS[command], ["--help"]).stdout.split()
    )


@pytest.mark.parametrize("command", SHAPES)
def test_every_field_says_what_it_is(command: str) -> None:
    shown = document(command)
    assert shown["additionalProperties"] is False
    assert all(each["title"] for each in shown["properties"].values())


@pytest.mark.parametrize("command", SHAPES)
@pytest.mark.parametrize("more", [[], ["--explain", "sv"]])
def test_answers_have_the_shape_that_is_printed(command: str, more: list[str]) -> None:
    lines = [*QUESTIONS[command], *(line for name, line in LINES if name == command)]
    more = [] if command == "waits" else more
    result = CliRunner().invoke(COMMANDS[command], ["--json", *more], input="\n".join(map(json.dumps, lines)))
    answers = [json.loads(row) for row in result.stdout.splitlines()]
    assert len(answers) == len(lines)
    _, shape = SHAPES[command]
    valued, refused = map(fits, shape["anyOf"])
    for answer in answers:
        assert valued(answer) or refused(answer), list(
            faults(shape["anyOf"][answer.get("ok") is False], answer)
        )
    assert any(map(valued, answers))
    assert any(map(refused, answers))


@pytest.mark.parametrize("command", SHAPES)
def test_what_is_answered_has_the_shape_of_a_question(command: str) -> None:
    question, _ = SHAPES[command]
    for line in (line for name, line in LINES if name == command):
        assert list(faults(question, line)) == []


@pytest.mark.skipif(not GAMES.exists(), reason="the recorded wins ../shared/games are not here")
def test_every_recorded_win_has_the_shape() -> None:
    question, _ = SHAPES["score"]
    for row in (GAMES / "wins.jsonl").read_text("utf-8").splitlines():
        assert list(faults(question, json.loads(row))) == []
