"""The command `club forms`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from club.cli.forms import forms_command
from tests.club.fonts import installed

pytestmark = pytest.mark.skipif(not installed(), reason="fonts-dejavu-core is needed")


def run(out: Path, *arguments: str) -> Result:
    return CliRunner().invoke(forms_command, [*arguments, "--out", str(out)])


def pages(out: Path) -> int:
    return len(re.findall(rb"/Type /Page\b", out.read_bytes()))


def test_each_form_is_a_file(tmp_path: Path) -> None:
    seating, results, people = (tmp_path / name for name in ("seating.json", "results.jsonl", "people.csv"))
    seating.write_text(json.dumps({"rounds": [[[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 5, 2, 6], [3, 7, 4, 8]]]}))
    results.write_text(
        '{"round": 1, "table": 1, "players": [1, 2, 3, 4], "scores": [30000, 30000, 30000, 30000]}'
    )
    people.write_text("player,first,last\n1,Åsa,Öberg\n")
    out = tmp_path / "out.pdf"
    for count, arguments in (
        (3, ("results", "--tables", "3")),
        (4, ("results", "--seating", str(seating), "--people", str(people), "--event", "Öppna")),
        (2, ("results", "--seating", str(seating), "--round", "2", "--language", "uk")),
        (2, ("seating", "--seating", str(seating), "--round", "1", "--language", "ru")),
        (1, ("standings", "--results", str(results), "--language", "sv")),
        (1, ("poster", "--results", str(results), "--event", "Öppna")),
        (1, ("journal",)),
        (2, ("numbers", "--tables", "2")),
    ):
        assert run(out, *arguments).exit_code == 0, arguments
        assert pages(out) == count, arguments


def test_wrong_use_is_one_sentence_and_leaves_no_file(tmp_path: Path) -> None:
    seating = tmp_path / "seating.json"
    seating.write_text(json.dumps({"rounds": [[[1, 2, 3, 4]]]}))
    broken = tmp_path / "broken.json"
    broken.write_text('{"rounds": [[[1, 2, 3]]]}')
    out = tmp_path / "out.pdf"
    for sentence, arguments in (
        ("how many tables", ("results",)),
        ("which round", ("seating", "--seating", str(seating))),
        ("no round 2", ("seating", "--seating", str(seating), "--round", "2")),
        ("--results", ("standings",)),
        ("not what", ("results", "--seating", str(broken))),
        ("no rule option", ("journal", "--options", "no.such=1")),
    ):
        result = run(out, *arguments)
        assert result.exit_code == 2, arguments
        assert sentence in result.stderr, arguments
        assert not out.exists()
    assert "cannot be written" in run(tmp_path / "none" / "out.pdf", "journal").stderr
