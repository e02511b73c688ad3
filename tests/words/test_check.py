"""All catalogues say the same, and whatever one says otherwise is named by file and line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from words import FOLDER
from words.check import faults, texts

LINE = '  "hands_played": '
"""Of `ui` in `ru/table.json`."""


def test_the_catalogues_are_whole() -> None:
    assert faults() == []


def test_a_line_is_that_of_the_file() -> None:
    path = FOLDER / "en/club.json"
    lines = path.read_text("utf-8").splitlines()
    known = dict(texts(json.loads(path.read_text("utf-8"))))
    assert all(json.dumps(said.text, ensure_ascii=False) in lines[said.line - 1] for said in known.values())
    assert len(known) > 900


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    for code in ("en", "ru"):
        shutil.copytree(FOLDER / code, tmp_path / code)
    return tmp_path


def changed(folder: Path, line: str | None) -> list[str]:
    """What the check says where the line of `ui.hands_played` is another."""
    path = folder / "ru/table.json"
    lines = path.read_text("utf-8").splitlines()
    at = next(n for n, text in enumerate(lines) if text.startswith(LINE))
    lines[at : at + 1] = [] if line is None else [f"  {line},"]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return [fault.replace(f":{at + 1}:", ":HERE:").replace(f":{at}:", ":BEFORE:") for fault in faults(folder)]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (None, "BEFORE: ui.hands_played is missing after this line"),
        ('"hands_plaid": "{n}"', "HERE: ui.hands_plaid is not in English"),
        ('"hands_played": "{m}"', "HERE: ui.hands_played: lacks n"),
        ('"hands_played": "{n} {m}"', "HERE: ui.hands_played: uses m, which English does not"),
        ('"hands_played": "{n"', "HERE: ui.hands_played: no value and no plural: '{n'"),
        ('"hands_played": " "', "HERE: ui.hands_played: no text"),
        (
            '"hands_played": "{n, plural, one {#} other {#}}"',
            "HERE: ui.hands_played: the plural of n has one, other, the language one, few, many, other",
        ),
        (
            '"hands_played":  "{n}"',
            "HERE: a key twice, or not in the form of `-m words.check --write`",
        ),
        ('"hands_played" "{n}"', "HERE: no JSON: Expecting ':' delimiter"),
    ],
)
def test_a_fault_is_named_by_file_and_line(copied: Path, line: str | None, said: str) -> None:
    assert f"ru/table.json:{said}" in changed(copied, line)


def test_a_plural_that_the_language_does_not_have_is_refused(copied: Path) -> None:
    path = copied / "en/table.json"
    tree = json.loads(path.read_text("utf-8"))
    tree["ui"]["table"] = "{n, plural, one {#} few {#} other {#}}"
    path.write_text(json.dumps(tree, ensure_ascii=False, indent=1) + "\n", "utf-8")
    assert any(
        "the plural of n has one, few, other, the language one, other" in fault for fault in faults(copied)
    )


def test_a_language_that_is_not_listed_and_a_catalogue_without_english_are_named(copied: Path) -> None:
    (copied / "ru").rename(copied / "xx")
    (copied / "en/table.json").rename(copied / "en/more.json")
    (copied / "en/names.json").rename(copied / "en/other.json")
    assert "xx: the language is missing in languages.json" in faults(copied)
