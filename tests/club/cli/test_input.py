"""What is read from files: which line of results or accounts is wrong; options of the rules."""

from __future__ import annotations

import gzip
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from club.cli.input import accounts_of, games_of, overrides, text_of, whole
from club.results.game import Terms
from engine.rules.ruleset import Ruleset
from tests.club.line import LINE


def test_accounts_are_names_with_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("account,player\n ann ,1\nbo, 2 \n", "utf-8")
    assert accounts_of(path) == {"ann": 1, "bo": 2}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (",2", "line 3: write an account and the player's number."),
        ("bo,", "line 3: write an account and the player's number."),
        ("bo,two", "line 3: write an account and the player's number."),
        ("ann,2", "line 3: the account 'ann' stands there twice."),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"account,player\nann,1\n{line}\n", "utf-8")
    with pytest.raises(ValueError, match=re.escape(f"{path}, {said}")):
        accounts_of(path)


def of_text(text: str, name: str = "may.jsonl") -> io.StringIO:
    made = io.StringIO(text)
    made.name = name
    return made


def refused(capsys: pytest.CaptureFixture[str], reading: Callable[[], object]) -> list[str]:
    """What is said by a program that ends with status 2."""
    with pytest.raises(SystemExit) as ended:
        reading()
    assert ended.value.code == 2
    said, wrong = capsys.readouterr()
    assert said == ""
    return wrong.splitlines()


@pytest.mark.parametrize("wrong", [1, 9, 10, 11, 12])
def test_ten_wrong_lines_are_named_and_the_others_counted(
    capsys: pytest.CaptureFixture[str], wrong: int
) -> None:
    lines = refused(capsys, lambda: games_of(of_text(json.dumps(LINE) + "\n" + "{\n" * wrong)))
    named = [f"may.jsonl: Line {n + 2}: this is no JSON: write one object a line." for n in range(wrong)]
    others = [f"may.jsonl: wrong lines besides these: {wrong - 10}."] if wrong > 10 else []
    assert lines == named[:10] + others


def test_a_field_that_is_not_known_is_said_and_its_line_read(capsys: pytest.CaptureFixture[str]) -> None:
    text = json.dumps(LINE | {"penalty": 1, "xyzzy": 2, "Ж\udcff": 3})
    assert len(games_of(of_text(text))) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "Line 1: the field 'penalty' is not known and does not count: did you mean penalties?"
    assert said[1] == "Line 1: the field 'xyzzy' is not known and does not count."
    assert "Ж" in said[2]


def test_a_file_without_a_result_is_none() -> None:
    with pytest.raises(ValueError, match=r"^may\.jsonl holds no result: write one JSON object a line\.$"):
        games_of(of_text("\n \n"))
    with pytest.raises(ValueError, match=r"^<stdin> holds no result"):
        games_of(io.StringIO())


@pytest.mark.parametrize("lacking", [0, 1, 10, 11])
def test_what_results_lack_by_the_rules_is_said_of_ten(
    capsys: pytest.CaptureFixture[str], lacking: int
) -> None:
    rules = Ruleset.preset("rrc", {"game.yakitori": True, "game.yakitori_amount": 3000})
    lines = [LINE | {"round": n, "won": [True] * 4} for n in range(20, 22)]
    lines += [LINE | {"round": n + 1} for n in range(lacking)]
    games = games_of(of_text("\n".join(map(json.dumps, lines))))
    if not lacking:
        assert whole(games, rules, Terms()) == games
        return
    said = refused(capsys, lambda: whole(games, rules, Terms()))
    wish = "write in `won` which of the four has won a hand (yakitori)"
    named = [f"Round {n + 1}, table 3: {wish}." for n in range(lacking)]
    others = [f"Results that lack something besides these: {lacking - 10}."] if lacking > 10 else []
    assert said == named[:10] + others


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("game.tobi=yes", True),
        ("game.tobi = no", " no"),
        ("game.tobi=no", False),
        ("game.start_points=25000", 25000),
        ("game.uma=[1, 2]", [1, 2]),
        ("game.length=hanchan", "hanchan"),
        ("game.length=a=b", "a=b"),
    ],
)
def test_an_option_is_a_word_or_what_json_says(text: str, value: Any) -> None:
    assert list(overrides(["first=1", text]).items()) == [
        ("first", 1),
        (text.partition("=")[0].strip(), value),
    ]


def test_what_is_no_option_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^'game\.tobi' is no option: write ID=VALUE"):
        overrides(["game.tobi"])


def test_a_file_is_read_packed_or_not_and_what_is_neither_is_refused(tmp_path: Path) -> None:
    file, text = tmp_path / "a.csv", "account,player\nЖ,1\n"
    packed = gzip.compress(text.encode())
    for good in (text.encode(), text.encode("utf-8-sig"), packed):
        file.write_bytes(good)
        assert text_of(file) == text
    for bad, why in (
        (packed[:-9], "the packed file is damaged"),
        (packed[:12] + b"\xff" * 9, "the packed file is damaged"),
        (b"\x1f\x8bno", "the packed file is damaged"),
        (b"\xff\xfe", "it is no text"),
    ):
        file.write_bytes(bad)
        with pytest.raises(ValueError, match=re.escape(f"{file} cannot be read: {why}.")):
            text_of(file)
    with pytest.raises(ValueError, match=r"cannot be read: No such file or directory\.$"):
        text_of(tmp_path / "none.csv")
