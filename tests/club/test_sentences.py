"""What people are told has words in all languages, and the words use no value that nobody gives."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from club.access.authority import types
from club.hub import hub, log_queue, recorder
from club.log.events import EVENT
from club.log.events.words import about
from club.log.faults import LogRefusal
from club.log.steps import INSTEAD
from club.sentences import Said, entry_in_english
from club.web.server import CODES as DOOR
from engine.rules.option_values import choices
from engine.rules.presets import table_of
from engine.rules.sheet import ACCREDITED
from runtime import clock
from runtime.parts import HUB
from screens import CLUB_LANGUAGES
from words import catalogue

CLUB = Path(__file__).resolve().parents[2] / "club"
TOLD = {
    *("LogRefusal", "ProblemError", "AccessError", "RefusedError", "DrawError", "ReplayError"),
    *("BadLinkError", "CorrectionError", "FontMissingError", "PictureError", "Said", "Gone"),
}
"""What takes a code and its values by name; `ProblemError` has a status before them."""
STATUS = "ProblemError"


def words(language: str) -> dict[str, Any]:
    found: dict[str, Any] = dict(catalogue(language, "club"))
    return found


def holes(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def named(node: ast.Call) -> str:
    func = node.func
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every place that makes one of them, with where it is."""
    for path in sorted(CLUB.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and named(node) in TOLD and node.args:
                yield f"{path.relative_to(CLUB)}:{node.lineno}", node


def used() -> list[tuple[str, str, set[str]]]:
    """Place, code and names of the values, where the code stands there."""
    found = []
    for where, node in calls():
        code = node.args[-1]
        given = {keyword.arg for keyword in node.keywords if keyword.arg}
        if isinstance(code, ast.Constant) and all(keyword.arg for keyword in node.keywords):
            found.append((where, str(code.value), given))
    return found


def test_only_codes_and_values_are_told_never_a_sentence() -> None:
    wrong = [where for where, node in calls() if len(node.args) != (2 if named(node) == STATUS else 1)]
    assert wrong == []


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_every_code_has_a_sentence_that_uses_only_what_is_given(language: str) -> None:
    sentences = words(language)["refusal"]
    assert [f"{where} {code}" for where, code, _ in used() if code not in sentences] == []
    wrong = [f"{where} {code}" for where, code, given in used() if not holes(sentences[code]) <= given]
    assert wrong == []
    assert set(INSTEAD.values()) <= sentences.keys()


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_no_sentence_is_cut_off_spare_or_left_in_english(language: str) -> None:
    sentences, english = words(language)["refusal"], words("en")["refusal"]
    assert sentences.keys() == english.keys()
    ends = (".", "。", "}", "）", ")")
    assert [code for code, text in sentences.items() if not text.endswith(ends)] == []
    codes = {code for _, code, _ in used()} | {*INSTEAD.values(), *DOOR.values(), "depends", "depends_more"}
    assert sentences.keys() - codes == set()
    same = [code for code in sentences if sentences[code] == english[code]]
    assert same == [] or language == "en"


def test_what_is_told_reads_in_english_and_goes_to_pages_as_code_and_values() -> None:
    said = Said("registered", person=7)
    assert str(said) == "Player 7 is registered already."
    assert said.data == {"code": "registered", "values": {"person": 7}, "message": str(said)}
    fault = LogRefusal("cannot_end", hand=3, fault=["NO_YAKU", "FURITEN"])
    assert fault.sentence == (
        "Hand 3 cannot have ended so: The hand is complete but has no yaku. "
        "The player is furiten and can win only by tsumo."
    )


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_every_kind_of_entry_has_words(language: str) -> None:
    entry = words(language)["entry"]
    assert sorted(entry) == sorted(types())


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"type": "registered", "person": 7}, "#7 registered"),
        ({"type": "withdrew", "person": 7, "from_round": 3}, "#7 withdraws from round 3 on"),
        (
            {"type": "seed_committed", "rounds": [1, 2], "commitment": "0" * 64},
            "Commitment published, round 1, 2",
        ),
        ({"type": "time_added", "round": 2, "seconds": 300}, "Extra time, round 2, all tables: 5 min"),
        (
            {"type": "time_added", "round": 2, "table": 3, "seconds": 60},
            "Extra time, round 2, Table 3: 1 min",
        ),
        ({"type": "table_bound", "table": 3}, "Table 3 is the device –"),
        ({"type": "reverted", "seqs": [4, 9]}, "Taken back: 4, 9"),
        (
            {"type": "replaced", "round": 1, "table": 2, "seat": 0, "substitute": 9},
            "#9 takes a seat, round 1, table 2",
        ),
        (
            {"type": "penalised", "person": 2, "reason": "P-14", "sanction": "reminder"},
            "Penalty P-14: #2",
        ),
    ],
)
def test_an_entry_is_said_in_a_few_words(event: dict[str, Any], said: str) -> None:
    assert entry_in_english(about(EVENT.validate_python({"tournament": 1} | event))) == said


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_every_trouble_that_the_hub_tells_of_has_words(language: str) -> None:
    tables = {log_queue.REFUSED, log_queue.RULING, recorder.OTHER_LOG, hub.RULING, hub.RULES}
    own = {*get_args(clock.Code), *(f"part_failed_{name}" for name in HUB)}
    assert set(words(language)["trouble"]) == tables | own


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_only_english_has_words_of_other_programs(language: str) -> None:
    """What a table, a library or a database says of itself is English, and not repeated elsewhere."""
    foreign = {"what", "said", "error"} if language != "en" else set()
    sentences = words(language)["refusal"]
    shown = {code for code, text in sentences.items() if holes(text) & foreign}
    assert shown <= {"depends", "depends_more"}, "where `what` is an entry of the log"


@pytest.mark.parametrize("language", CLUB_LANGUAGES)
def test_every_rule_option_and_each_of_its_values_has_words(language: str) -> None:
    rules, table = catalogue(language, "names"), table_of(ACCREDITED)
    options = dict(rules["option"])
    assert options.pop("preset"), "a deviation may be the game as a whole"
    titles = {f"{area}.{name}" for area, names in options.items() for name in names}
    assert titles == set(table.options)
    known = {name for family in ("choice", "found", "after") for name in rules[family]}
    values = {
        value for option in table.options.values() for value in choices(option) if isinstance(value, str)
    }
    assert values - known == set()
    assert set(rules["preset"]) == {*table.presets, "classical"}, "another game, which has a deviation too"
