"""Answers and corrections of people hold on the mat: nothing is asked twice or changed in silence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.table.writer import Accepted
from engine.state import events as ev
from engine.tiles.tile import Tile
from tests.controller.infer.scripted.script import Script
from tests.controller.infer.scripted.test_hands import play, pond

OPENING = "0 9m\n1 1z\n2 2z\n3 3z\n0 8m\n"
ASKED = "0 9m\n1 6s?8s\n2 1z\nanswer 8s\n"


def asked(script: Script) -> list[tuple[str, list[str], list[str]]]:
    return [(q.code, q.candidates, q.faults) for q in script.follower.questions]


def contested(read: str, known: str) -> list[tuple[str, list[str], list[str]]]:
    return [("contradiction", [read, known], ["ALREADY_READ"])]


def correct(script: Script, seat: int, index: int, tile: str) -> None:
    """A referee says what a discard was, where it was laid or where it was named later."""
    log = script.follower.game.log
    laid = [n for n, event in enumerate(log) if isinstance(event, ev.Discarded) and event.seat == seat]
    named = {(e.seat, e.index): n for n, e in enumerate(log) if isinstance(e, ev.Identified)}
    at = named.get((seat, index), laid[index])
    old = log[at]
    assert isinstance(old, ev.Discarded | ev.Identified)
    correction = ev.Correct(at, 1, (replace(old, tile=Tile.parse(tile)),), "the players agree")
    assert isinstance(script.follower.table.submit(correction), Accepted)


def test_a_named_discard_is_not_asked_about_again(tmp_path: Path) -> None:
    script = play(tmp_path, ASKED + "reads 1 0 6s?8s\nwait 4\nreads 1 0 6s~8s\nwait 4")
    assert asked(script) == []
    assert pond(script.follower.snapshot(), 1) == "8s"


def test_a_clear_reading_against_an_answer_is_asked_and_changes_nothing(tmp_path: Path) -> None:
    script = play(tmp_path, ASKED + "reads 1 0 6s\nwait 4")
    assert asked(script) == contested("6s", "8s")
    assert pond(script.follower.snapshot(), 1) == "8s"
    script.run("answer 8s\nwait 4\nreads 1 0 6s?8s\nreads 1 0 6s\nwait 4")
    assert asked(script) == []
    script.run("reads 1 0 7s\nwait 4")
    assert asked(script) == contested("7s", "8s")


def test_who_answers_otherwise_than_was_accepted_corrects_it(tmp_path: Path) -> None:
    script = play(tmp_path, ASKED + "reads 1 0 6s\nwait 4\nanswer 6s\nwait 4")
    assert asked(script) == []
    assert pond(script.follower.snapshot(), 1) == "6s"
    (correction,) = [r.event for r in script.follower.table.records if r.body.get("type") == "correct"]
    assert isinstance(correction, ev.Correct)
    assert correction.reason == "The players say which tile it is."


def test_a_tile_that_now_reads_otherwise_can_be_confirmed(tmp_path: Path) -> None:
    script = play(tmp_path, OPENING + "reads 0 0 1m\nwait 4")
    assert asked(script) == contested("1m", "9m")
    script.run("answer 9m\nwait 4\n1 4z\nreads 0 0 1m\nwait 4")
    assert asked(script) == []
    assert pond(script.follower.snapshot(), 0) == "9m 8m"


@pytest.mark.parametrize("index", [0, 1])
def test_what_a_referee_corrects_is_not_asked_about_though_the_eyes_read_it_otherwise(
    tmp_path: Path, index: int
) -> None:
    script = play(tmp_path, OPENING)
    correct(script, 0, index, "7p")
    script.run("wait 4\n1 4z\n2 5z\n3 6z\n0 7m\nwait 4")
    expected = ["9m", "8m", "7m"]
    expected[index] = "7p"
    assert asked(script) == []
    assert pond(script.follower.snapshot(), 0) == " ".join(expected)


def test_a_clear_reading_against_a_correction_is_asked(tmp_path: Path) -> None:
    script = play(tmp_path, OPENING)
    correct(script, 0, 0, "7p")
    script.run("wait 4\nreads 0 0 3s\nwait 4")
    assert asked(script) == contested("3s", "7p")
    assert pond(script.follower.snapshot(), 0) == "7p 8m"


def test_a_correction_that_takes_a_discard_back_names_no_other_tile(tmp_path: Path) -> None:
    """The last discard was never made: the tile that still lies there is laid again."""
    script = play(tmp_path, OPENING + "1 4z\n")
    log = script.follower.game.log
    last = max(n for n, event in enumerate(log) if isinstance(event, ev.Discarded))
    assert isinstance(script.follower.table.submit(ev.Correct(last - 1, 2, (), "not yet")), Accepted)
    script.run("wait 4")
    assert asked(script) == []
    assert [pond(script.follower.snapshot(), n) for n in (0, 1)] == ["9m 8m", "1z 4z"]
