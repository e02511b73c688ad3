"""A discard that the eyes did not find: others play on, the table asks for it and goes on, too."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.tiles.meld import MeldType
from tests.controller.infer.scripted.script import Script, odds
from tests.controller.infer.scripted.test_unseen import begun, codes, melds, ponds
from vision.calibration import mat
from vision.calibration.mat import Zone


def discards(script: Script, seat: int) -> list[str | None]:
    return [tile.tile for tile in script.follower.snapshot().seats[seat].pond]


MISSED = "0 9m\n1 1z\nlost 2 2z\n3 3z\n0 4p"


def test_a_discard_that_nobody_saw_is_asked_for_and_play_goes_on(tmp_path: Path) -> None:
    script = begun(tmp_path, MISSED)
    assert ponds(script) == [1, 1, 0, 0]
    assert codes(script) == []
    script.run("wait 2")
    assert ponds(script) == [2, 1, 1, 1]
    (question,) = script.follower.questions
    assert (question.code, question.seat, question.quad) == ("unseen_discard", 2, None)
    script.run("1 2p\n2 3p\n3 6p\n0 7p")
    assert discards(script, 2) == [None, "3p"]
    assert codes(script) == ["unseen_discard"]
    script.run("answer 2z\nwait 2\n1 8p\n2 9p")
    assert discards(script, 2) == ["2z", "3p", "9p"]
    assert codes(script) == []


@pytest.mark.parametrize("before", ["", "1 2p\n2 3p\n3 6p\n0 7p"])
def test_a_discard_that_is_found_later_is_the_one_that_was_missed(tmp_path: Path, before: str) -> None:
    script = begun(tmp_path, f"{MISSED}\nwait 6\n{before}\nfound 2\nwait 2")
    assert discards(script, 2) == ["2z", "3p"][: 2 if before else 1]
    assert codes(script) == []
    script.run("1 8p\n2 8m")
    assert discards(script, 2)[-1] == "8m"


def test_two_discards_of_one_player_are_asked_for_one_after_the_other(tmp_path: Path) -> None:
    script = begun(tmp_path, f"{MISSED}\nwait 6\n1 2p\nlost 2 3p\n3 6p\n0 7p\nwait 6\n1 8p\n2 9p\nwait 2")
    assert discards(script, 2) == [None, None, "9p"]
    script.run("answer 2z\nwait 2")
    assert codes(script) == ["unseen_discard"]
    script.run("answer 3p\nwait 2")
    assert discards(script, 2) == ["2z", "3p", "9p"]
    assert codes(script) == []


@pytest.mark.parametrize("lost", range(8))
def test_a_missed_discard_may_lie_anywhere_in_its_row(tmp_path: Path, lost: int) -> None:
    script = begun(tmp_path)
    for turn in range(9):
        for seat, suit in enumerate("mpsz"):
            tile = f"{1 + turn}{suit}" if suit != "z" else f"{1 + turn % 7}z"
            script.run(f"{'lost ' if (turn, seat) == (lost, 2) else ''}{seat} {tile}")
    script.run("wait 6")
    assert discards(script, 2) == [None if turn == lost else f"{1 + turn}s" for turn in range(9)]
    assert codes(script) == ["unseen_discard"]
    script.run("found 2\nwait 2")
    assert discards(script, 2)[lost] == f"{1 + lost}s"
    assert codes(script) == []


def test_one_discard_out_of_turn_makes_no_discard_of_who_thinks(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 9m\n1 1z\n3 3z\nwait 12")
    assert codes(script) == []
    script.run("wait 60")
    assert codes(script) == ["unseen_discard"]
    assert ponds(script) == [1, 1, 0, 0]
    script.run("2 2z\nwait 2")
    assert ponds(script) == [1, 1, 1, 1]
    assert codes(script) == []


def test_the_discard_of_who_has_called_may_be_missed(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 9m\n1 4p\n2 takes 4'23p\nlost 2 2z\n3 3z\n0 4z\nwait 6")
    assert ponds(script) == [2, 1, 1, 1]
    assert codes(script) == ["unseen_discard"]
    script.run("answer 2z\nwait 2")
    assert discards(script, 2) == ["2z"]


def test_a_missed_discard_that_lies_in_a_set_is_known_by_it(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 9m\nlost 1 1z\n3 takes 11'1z\n3 3z\n0 4z\nwait 6")
    assert discards(script, 1) == ["1z"]
    assert melds(script, 3) == [MeldType.PON]
    assert codes(script) == []


def test_the_next_discard_of_who_was_missed_is_not_taken_for_the_missed_one(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 9m\n1 1z\n2 8m\n3 2z\n0 4p\n1 3z\npace 1\nlost 2 2s\n3 3p\n0 4z\n1 6z\n2 4m")
    assert discards(script, 2) == ["8m", None]
    script.run("found 2\nwait 2")
    assert discards(script, 2) == ["8m", "2s", "4m"]
    assert codes(script) == []


@pytest.mark.parametrize("after", ["", "1 2p\n2 3p\n3 6p\n0 7p"])
def test_after_a_restart_it_is_still_the_one_that_nobody_saw(tmp_path: Path, after: str) -> None:
    script = begun(tmp_path, f"{MISSED}\nwait 6\n{after}")
    script.follower.restart()
    script.look_anew()
    assert discards(script, 2) == [None, "3p"][: 2 if after else 1]
    assert codes(script) == ["unseen_discard"]
    script.run("1 8p\n2 9p\nanswer 2z\nwait 2")
    assert discards(script, 2) == ["2z", "3p", "9p"] if after else ["2z", "9p"]
    assert codes(script) == []


def test_after_a_restart_a_discard_that_lies_there_unread_is_not_taken_for_unseen(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 9m\n1 1z\n2 2z?3z\n3 3z\n0 4p\n1 2p\n2 3p\nwait 12")
    before = codes(script)
    assert "unseen_discard" not in before
    script.follower.restart()
    script.look_anew()
    script.run("wait 30")
    assert codes(script) == before
    script.run("3 8p\n0 6z\n1 6p\n2 7z")
    assert discards(script, 2) == [None, "3p", "7z"]


def test_it_is_asked_for_once_the_next_one_lies_behind_its_place(tmp_path: Path) -> None:
    script = begun(tmp_path, "pace 1\n0 9m\n1 1z\nlost 2 2s\n3 3p\n0 4z\n1 6z\n2 4m\nwait 2")
    assert discards(script, 2) == [None, "4m"]
    assert codes(script) == ["unseen_discard"]


def test_a_pond_that_begins_aside_hides_nothing_when_much_is_read_at_once(tmp_path: Path) -> None:
    """After an outage all tiles are new, and people lay their rows where they like."""
    script = begun(tmp_path, "0 9m")
    script.run("together\n1 1z\n2 8m\n3 2z\n0 4p\n1 3z\n2 7z")
    looks = [script.reader.look((Zone.POND, seat), script.follower.now) for seat in range(4)]
    aside = [replace(o, tiles=tuple(replace(t, x=t.x + mat.TILE_W) for t in o.tiles)) for o in looks]
    script.follower.feed(*aside)
    script.follower.wait(8.0)
    assert [discards(script, seat) for seat in range(4)] == [["9m", "4p"], ["1z", "3z"], ["8m", "7z"], ["2z"]]
    assert codes(script) == []


def test_a_discard_at_the_place_of_a_called_one_is_a_new_one_though_its_track_went_on(tmp_path: Path) -> None:
    """A dark tile on dark cloth changes too few pixels for the eyes to begin another track."""
    script = begun(tmp_path, "0 9m\n1 6m")
    pond = script.reader.seats[1].pond
    called = pond[-1].track
    script.run("hide pond 1\n2 takes 6'57m\n2 1z\n3 3z\n0 4z")
    for key in script.reader.discard(1, odds("2z")):
        pond[-1] = replace(pond[-1], track=called)
        script.follower.feed(script.reader.look(key, script.follower.now))
    script.run("wait 2\n2 9p")
    assert discards(script, 1) == ["6m", "2z"]
    assert ponds(script) == [2, 2, 2, 1]
    assert codes(script) == []
