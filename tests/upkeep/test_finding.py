"""What the doctor says: in every language, with one thing to do first."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

import pytest

import club.doctor
import controller.doctor
from controller.card import Trouble
from upkeep.finding import LANGUAGES, Finding, Level, first, report, said
from vision.calibration.advice import Quality, hints
from words import catalogue

HUB = Path(club.doctor.__file__)
FOLDER = Path(controller.doctor.__file__).parent
FAULT = Finding("disk", Level.FAULT, "disk_low", {"mb": "12", "folder": "/srv"}, "sudo apt clean")
ADVICE = Finding("browser", Level.ADVICE, "browser_missing")
GOOD = Finding("python", Level.OK, "python_ok", {"version": "3.13"})


def test_it_speaks_six_languages() -> None:
    assert set(LANGUAGES) == {"en", "de", "ru", "uk", "ja", "sv"}
    assert len({FAULT.said(language) for language in LANGUAGES}) == 6
    assert all("12" in FAULT.said(language) for language in LANGUAGES)
    assert FAULT.said("xx") == FAULT.said("en") == FAULT.message


def test_each_code_and_check_in_the_source_has_its_words_and_no_other_has() -> None:
    words = catalogue("en", "doctor")
    texts = {
        node.value
        for path in (*FOLDER.glob("*.py"), HUB)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    made = {f"machine_{kind}" for kind in ("simulated", "none")}
    made |= {f"certificate_{whose}" for whose in ("pages", "broker")} | {"markers_ok", "edges_ok"}
    made |= set(get_args(Trouble))
    assert set(words["found"]) - texts - made == set()
    assert set(words["check"]) - texts == set()


def test_a_hint_on_the_pictures_is_that_of_the_calibration_page() -> None:
    dark = Quality(640, 480, 12.0, 10.0, 0.0, 0.0, None, 1.0, 0.2, 50, frozen=True)
    codes = [each.code for each in hints(dark)]
    assert {"frozen", "dim", "no_edge", "flickers"} <= set(codes)
    for each in hints(dark):
        found = Finding("picture", Level.ADVICE, each.code, each.values, hint=True)
        assert len({found.said(language) for language in LANGUAGES}) == 6


@pytest.mark.parametrize(
    ("findings", "found"),
    [([GOOD, ADVICE, FAULT], FAULT), ([GOOD, ADVICE], ADVICE), ([GOOD], None), ([], None)],
)
def test_one_thing_comes_first(findings: list[Finding], found: Finding | None) -> None:
    assert first(findings) == found
    answer = report(findings, "de")
    assert answer["first"] == (None if found is None else findings.index(found))


def test_a_page_reads_the_name_the_sentence_and_the_command() -> None:
    assert report([FAULT], "sv")["findings"] == [
        {
            "check": "disk",
            "code": "disk_low",
            "name": "Disk",
            "level": "fault",
            "message": "Bara 12 MB är lediga för journaler och bilder i /srv.",
            "fix": "sudo apt clean",
        }
    ]
    assert said("first", "de", what="Kabel stecken.") == "Zuerst dies: Kabel stecken."
