"""People say that no face shows where the eyes see a tile: what lies there is no discard."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.state import events as ev
from engine.tiles.tile import Tile
from tests.controller.infer.scripted.script import Script, odds
from tests.controller.infer.scripted.test_hands import play, pond
from tests.controller.infer.scripted.test_taught import asked
from tests.controller.infer.scripted.test_unanswered import HIDDEN, lay, shown, tiles
from vision.calibration.mat import Zone

OPENING = "0 9m\n1 1z\n2 2z\n3 3z\n0 8m\n"
GHOST = OPENING + "ghost 1 6s?8s\nwait 4\n"


def corrections(script: Script) -> list[str]:
    events = [record.event for record in script.follower.table.records]
    return [event.reason for event in events if isinstance(event, ev.Correct)]


def test_what_is_no_tile_becomes_no_discard(tmp_path: Path) -> None:
    script = play(tmp_path, GHOST)
    assert [code for code, _, _ in asked(script)] == ["unread_discard"]
    script.run("answer none\nwait 45")
    assert [code for code, _, _ in asked(script)] == ["awaits_discard"]
    assert pond(script.follower.snapshot(), 1) == "1z"
    script.run("1 5p\n2 6p")
    assert [pond(script.follower.snapshot(), seat) for seat in (1, 2)] == ["1z 5p", "2z 6p"]


def test_it_stays_none_however_doubtful_it_reads(tmp_path: Path) -> None:
    script = play(tmp_path, GHOST + "answer none\nreads 1 1 7s~8s\nwait 45")
    assert [code for code, _, _ in asked(script)] == ["awaits_discard"]
    assert pond(script.follower.snapshot(), 1) == "1z"


def test_a_tile_laid_just_there_is_seen(tmp_path: Path) -> None:
    script = play(tmp_path, GHOST + "answer none\nreads 1 1 5p\nwait 4")
    assert pond(script.follower.snapshot(), 1) == "1z 5p"


def test_a_face_that_was_sure_before_does_not_come_back(tmp_path: Path) -> None:
    """A fifth copy of a face cannot be: the last one that was read is asked about."""
    four = "0 9m\n1 9m\n2 9m\n3 9m\n0 8m\nghost 1 9m\nwait 4\n"
    script = play(tmp_path, four)
    while asked(script):
        script.run("answer none")
        if pond(script.follower.snapshot(), 1) != "9m":
            pytest.fail("a discard was taken away")
    script.run("wait 45\n1 5p")
    assert pond(script.follower.snapshot(), 1) == "9m 5p"


@pytest.mark.parametrize("more", ["", "2 tsumo\n"])
def test_what_was_accepted_unread_is_taken_back_while_nobody_has_acted_on_it(
    tmp_path: Path, more: str
) -> None:
    script = play(tmp_path, GHOST + "wait 40")
    assert pond(script.follower.snapshot(), 1) == "1z ?"
    script.run("answer none\nwait 4")
    assert pond(script.follower.snapshot(), 1) == "1z"
    assert corrections(script) == ["The players say that no tile lies there."]
    script.run("1 5p\n2 6p")
    assert [pond(script.follower.snapshot(), seat) for seat in (1, 2)] == ["1z 5p", "2z 6p"]


@pytest.mark.parametrize(
    ("lines", "ponds"),
    [
        # another discard lies unread beside what is no tile
        (GHOST + "answer none\n1 3p?4p\nwait 40", ["1z ?", "2z"]),
        # others have acted on it
        (GHOST + "wait 40\n2 6p\nanswer none\nwait 4", ["1z ?", "2z 6p"]),
        # somebody fetches it, and nobody has said that it is none
        ("0 9m?8m\n1 1z\nanswer 9m\n2 2z\n3 3z\n0 8m\n1 6s?8s\nwait 40\nhide meld 2\n2 takes 6'78s",
         ["1z ?", "2z"]),
    ],
)  # fmt: skip
def test_no_other_discard_is_taken_back(tmp_path: Path, lines: str, ponds: list[str]) -> None:
    script = play(tmp_path, lines)
    assert corrections(script) == []
    assert [pond(script.follower.snapshot(), seat) for seat in (1, 2)] == ponds


def test_who_errs_is_asked_again_when_others_play_on(tmp_path: Path) -> None:
    script = play(tmp_path, GHOST + "answer none\n2 6p\n3 7p\nwait 4")
    assert [code for code, _, _ in asked(script)] == ["unread_discard"]
    script.run("answer 8s\nwait 4")
    assert [pond(script.follower.snapshot(), seat) for seat in (1, 2, 3)] == ["1z 8s", "2z 6p", "3z 7p"]


def test_a_tile_that_lies_face_down_in_an_open_hand_counts_when_it_is_turned(tmp_path: Path) -> None:
    script = play(tmp_path, "0 tsumo")
    lay(script, 0, [*tiles("123m456p7895s55z"), HIDDEN], "5s")
    script.run("wait 6\nanswer none\nwait 6")
    assert shown(script, 0) is None
    hand = script.reader.seats[0].hand
    hand[-2] = replace(hand[-2], odds=odds("5z"))
    script.follower.feed(script.reader.look((Zone.HAND, 0), script.follower.now))
    script.run("wait 4")
    assert Tile.parse("5z") in (shown(script, 0) or ())
