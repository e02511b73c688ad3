"""The command `club standings`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from club.cli.standings import standings_command
from tests.club.line import LINE

FULL = LINE | {"scores": [36000, 36000, 36000, 11000], "sticks_left": 1, "penalties": [0, 0, 0, 0]}


def run(*lines: dict[str, Any] | str, options: tuple[str, ...] = ("--json",)) -> Result:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    return CliRunner().invoke(standings_command, ["-", *options], input=text)


def test_the_example_of_the_contract() -> None:
    result = run(LINE)
    assert result.exit_code == 0
    (answer,) = map(json.loads, result.stdout.splitlines())
    rows = answer["standings"]
    assert [(r["place"], r["player"], r["total"]) for r in rows] == [
        (1, 7, 31500),
        (2, 2, 300),
        (3, 9, -25900),
        (4, 30, -45900),
    ]
    assert [r["uma"] for r in rows] == [15000, 5000, -10000, -10000]
    assert [s["place"] for s in answer["games"][0]["players"]] == [1, 2, 3, 3]
    assert (rows[3]["penalties"], rows[3]["fines"]) == (-20000, -20000)
    assert answer["check"]["wrong"] == [{"round": 1, "table": 3, "points": 100000, "expected": 120000}]
    assert "Round 1, table 3: the points with the sticks left are 100000" in result.stderr
    assert run(LINE, options=("--json", "--check")).exit_code == 1


def test_fractions_are_exact_and_equal_totals_share_the_place() -> None:
    answer = json.loads(run(FULL).stdout)
    rows = answer["standings"]
    assert [(r["place"], r["player"], r["total"]) for r in rows] == [
        (1, 2, "34000/3"),
        (1, 7, "34000/3"),
        (1, 9, "34000/3"),
        (4, 30, -34000),
    ]
    assert (answer["check"]["ok"], answer["check"]["total"]) == (True, 0)


def test_preset_and_options_choose_the_rules() -> None:
    lost = json.loads(run(FULL, options=("--json", "--preset", "wrc")).stdout)
    assert lost["standings"][0]["total"] == 11000
    assert (lost["check"]["ok"], lost["check"]["parts"]["sticks_lost"]) == (True, -1000)
    wide = ("--json", "--options", "game.uma=[30000,10000,-10000,-30000]")
    assert json.loads(run(LINE, options=wide).stdout)["standings"][0]["total"] == 46500


def test_the_table_for_people_shows_the_sum() -> None:
    result = run(FULL, options=())
    head, first, *_, last = result.stdout.splitlines()
    assert head.split() == ["place", "player", "total", "points", "uma", "games", "1st-4th", "mean"]
    assert first.split() == ["1", "2", "11333.33", "6333.33", "5000", "1", "1-0-0-0", "2.00"]
    assert last == "Sum 0, must be 0"


def test_a_bad_line_is_one_sentence_with_its_number_and_nothing_is_printed() -> None:
    result = run(FULL, "{", FULL | {"table": 4, "players": [1, 2, 3]})
    assert result.exit_code == 2
    assert result.stdout == ""
    first, second = result.stderr.splitlines()
    assert first == "<stdin>: Line 2: this is no JSON: write one object a line."
    assert second.startswith("<stdin>: Line 3: 'players' is [1, 2, 3]")


def test_a_file_that_is_none_is_not_told_line_by_line() -> None:
    assert run(*["{"] * 50).stderr.splitlines()[-1] == "<stdin>: wrong lines besides these: 40."


def test_wrong_use_is_one_sentence() -> None:
    for options in (("--options", "game.uma"), ("--options", "no.such=1"), ("--options", "game.uma=[1,2]")):
        result = run(FULL, options=options)
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1
    assert run("").exit_code == 2
    assert run(FULL, options=("--preset", "none")).exit_code == 2


def test_an_earlier_stage_counts_in_part(tmp_path: Path) -> None:
    before = tmp_path / "before.jsonl"
    before.write_text(json.dumps(FULL | {"scores": [40000, 30000, 30000, 20000], "sticks_left": 0}))
    even = FULL | {"scores": [30000] * 4, "sticks_left": 0}
    answer = json.loads(run(even, options=("--json", "--before", str(before), "--carry", "50")).stdout)
    assert [(r["player"], r["total"]) for r in answer["standings"]] == [
        (7, 12500),
        (2, 0),
        (9, 0),
        (30, -12500),
    ]


@pytest.mark.parametrize("share", ["-1", "101", "half"])
def test_a_part_is_a_percentage(share: str) -> None:
    result = run(FULL, options=("--carry", share))
    assert result.exit_code == 2
    assert "--carry" in result.stderr


def test_spreadsheets_get_names_and_no_formulas(tmp_path: Path) -> None:
    people = tmp_path / "people.csv"
    people.write_text("player,first,last,country,ema\n7,=1+1,Ek,SE,09000001\n2,Bo,Ås,NO,\n")
    sheet = run(LINE, options=("--ema", "--people", str(people))).stdout.splitlines()
    assert sheet[1:3] == ["1,'=1+1,Ek,09000001,,31500,yes,SE", "2,Bo,Ås,,,300,no,NO"]
    table = run(LINE, options=("--csv", "--people", str(people))).stdout.splitlines()
    assert table[0].startswith("place,player,name,total,carried,points,uma")
    assert table[2].startswith("2,2,Bo Ås,300,0,-4700,5000")
    people.write_text("name\nBo\n")
    assert run(LINE, options=("--people", str(people))).exit_code == 2


def test_a_field_that_is_not_known_is_reported_with_the_one_that_was_meant() -> None:
    result = run(FULL | {"penaltys": [0, 0, 0, 0], "xyzzyplugh": 1})
    assert result.exit_code == 0
    assert "'penaltys' is not known and does not count: did you mean penalties?" in result.stderr
    assert "'xyzzyplugh' is not known and does not count.\n" in result.stderr


def test_what_the_rules_need_and_a_line_lacks_is_asked_for(tmp_path: Path) -> None:
    """With the round and the table; nothing is printed but that."""
    line = {"round": 2, "table": 3, "players": [1, 2, 3, 4], "scores": [50000, 40000, 20000, 10000]}
    file = tmp_path / "results.jsonl"
    file.write_text(json.dumps(line), "utf-8")
    rules = ["--options", "game.yakitori=yes", "--options", "game.yakitori_amount=10000", "--chip", "1000"]
    refused = CliRunner().invoke(standings_command, [str(file), *rules])
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == (
        "Round 2, table 3: write in `won` which of the four has won a hand (yakitori) and "
        "write in `chips` what each has won or lost.\n"
    )
    file.write_text(json.dumps(line | {"won": [True, True, False, True], "chips": [2, -1, -1, 0]}), "utf-8")
    counted = CliRunner().invoke(standings_command, [str(file), "--json", *rules])
    assert counted.exit_code == 0
    rows = {row["player"]: row["total"] for row in json.loads(counted.stdout)["standings"]}
    assert rows == {1: 37_000, 2: 14_000, 3: -26_000, 4: -35_000}
