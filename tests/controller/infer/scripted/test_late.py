"""A hand that nobody saw begin is followed in the order in which everything was laid down and said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from controller.infer.begun import Raised
from controller.table.writer import Accepted
from engine.state import events as ev
from tests.controller.infer.scripted.script import Script, odds
from tests.controller.infer.scripted.table_reader import TableReader

BEFORE = "unseen 3 4\n0 9m\n1 9p\n2 5p\n3 1z\n0 1z"


def happened(script: Script) -> list[str]:
    """Discards, calls and riichi in their order, with the seat."""
    out = []
    for event in script.follower.table.events:
        match event:
            case ev.Discarded(seat, tile):
                out.append(f"{seat} {tile}")
            case ev.Called(seat) | ev.KanDeclared(seat):
                out.append(f"{seat} takes")
            case ev.RiichiDeclared(seat):
                out.append(f"{seat} riichi")
    return out


def test_a_call_stands_where_it_was_made(tmp_path: Path) -> None:
    """The last east wind was called, not the one that fell before it."""
    script = Script(tmp_path, walls=Raised.RAISED)
    script.run(f"{BEFORE}\n2 takes 11'1z\n2 3s\n3 9s\ndora 4s\nbegun\nwait 6")
    assert happened(script) == ["0 9m", "1 9p", "2 5p", "3 1z", "0 1z", "2 takes", "2 3s", "3 9s"]
    assert script.follower.snapshot().dora == ["4s"]
    assert not script.follower.questions


def test_a_riichi_that_was_said_meanwhile_is_one(tmp_path: Path) -> None:
    script = Script(tmp_path, walls=Raised.RAISED)
    script.run(f"{BEFORE}\n1 riichi\n1 2s'\n1 stick\n2 3s\ndora 4s\nbegun\nwait 6")
    assert happened(script) == ["0 9m", "1 9p", "2 5p", "3 1z", "0 1z", "1 riichi", "1 2s", "2 3s"]
    assert [seat.riichi for seat in script.follower.snapshot().seats] == ["no", "paid", "no", "no"]


def test_the_last_hands_discards_are_no_part_of_one_that_is_begun_before_they_are_pushed_in(
    tmp_path: Path,
) -> None:
    """Somebody presses START while they lie there still."""
    script = Script(tmp_path, walls=Raised.RAISED)
    script.run("walls\nunseen 3 4\ndora 4s\n0 9m\n1 9p\n2 6p\n0 ron\n0 shows 123m789m45p55s678s")
    script.follower.settle()
    before = len(happened(script))
    assert before == 3
    script.run("begun\nwait 30")
    assert script.follower.game.in_play is not None
    assert len(happened(script)) == before
    assert script.follower.snapshot().dora == []
    script.reader = TableReader()
    script.look_anew()
    script.run("unseen 3 4\ndora 7p\n0 1z\n1 2z\nwait 4")
    assert happened(script)[before:] == ["0 1z", "1 2z"]
    assert script.follower.snapshot().dora == ["7p"]


def test_nor_are_they_where_the_table_started_again_between_the_hands(tmp_path: Path) -> None:
    """It knows the hand that ended from its journal alone, and the mat shows what that left."""
    script = Script(tmp_path, walls=Raised.RAISED)
    script.run(
        "walls\nunseen 3 4\ndora 4s\n0 9m\n1 4p\n2 takes 4'23p\n2 6p\n0 ron\n0 shows 123m789m45p55s678s"
    )
    script.follower.settle()
    before = happened(script)
    script.follower.restart()
    script.follower.wait(0.5)
    for zone in script.reader.all(script.follower.now):
        script.follower.feed(zone)
    script.run("begun\nwait 30")
    assert script.follower.game.in_play is not None
    assert happened(script) == before
    assert script.follower.snapshot().dora == []
    script.reader = TableReader()
    script.look_anew()
    script.run("unseen 3 4\ndora 7p\n0 1z\n1 2z\nwait 4")
    assert happened(script)[len(before) :] == ["0 1z", "1 2z"]
    assert script.follower.snapshot().dora == ["7p"]


def test_an_indicator_of_the_same_face_as_the_last_one_is_seen(tmp_path: Path) -> None:
    """It was turned before anybody knew that a hand began, as a table does that deals."""
    script = Script(tmp_path, walls=Raised.RAISED)
    script.run("walls\nunseen 3 4\ndora 4s\n0 9m\n1 9p\n2 6p\n0 ron\n0 shows 123m789m45p55s678s")
    script.follower.settle()
    script.follower.restart()
    script.follower.wait(0.5)
    script.reader = TableReader()
    script.look_anew()
    script.run("unseen 3 4\ndora 4s\nbegun\n0 1z\n1 2z\nwait 4")
    assert script.follower.snapshot().dora == ["4s"]
    assert happened(script)[-2:] == ["0 1z", "1 2z"]


def test_what_lies_there_after_a_start_may_be_of_the_hand_that_begins(tmp_path: Path) -> None:
    """Other discards lie there than those of the hand that ended: it was cleared."""
    script = Script(tmp_path, walls=Raised.RAISED)
    script.run("walls\nunseen 3 4\ndora 4s\n0 9m\n1 9p\n2 6p\n0 ron\n0 shows 123m789m45p55s678s")
    script.follower.settle()
    before = happened(script)
    script.follower.restart()
    script.follower.wait(0.5)
    script.reader = TableReader()
    script.run("unseen 3 4\n0 1z\n1 2z\ndora 7p\nbegun\nwait 8")
    assert happened(script)[len(before) :] == ["0 1z", "1 2z"]


def test_the_sets_of_the_last_hand_are_no_part_of_the_next_one(tmp_path: Path) -> None:
    script = Script(tmp_path, walls=Raised.RAISED)
    script.run(
        "walls\nunseen 3 4\ndora 4s\n0 9m\n1 4p\n2 takes 4'23p\n2 6p\n0 ron\n0 shows 123m789m45p55s678s"
    )
    script.follower.settle()
    before = happened(script)
    script.run("begun\nwait 30\ndora 7p\n0 1z\nwait 5")
    assert happened(script) == [*before, "0 1z"], "who discards beside what lies there still is followed"
    assert not script.follower.questions


def test_a_tile_that_lies_at_the_place_of_an_old_one_is_a_new_one_though_its_track_went_on(
    tmp_path: Path,
) -> None:
    """A dark tile on dark cloth changes too few pixels for the eyes to begin another track."""
    script = Script(tmp_path, walls=Raised.RAISED)
    script.run("walls\nunseen 3 4\ndora 4s\n0 9m\n1 9p\n2 6p\n0 ron\n0 shows 123m789m45p55s678s")
    script.follower.settle()
    before, old = happened(script), script.reader.seats[0].pond[0].track
    script.run("begun\nwait 2")
    script.reader = TableReader()
    script.run("unseen 3 4\ndora 7p")
    for key in script.reader.discard(0, odds("1z")):
        script.reader.seats[0].pond[0] = replace(script.reader.seats[0].pond[0], track=old)
        script.follower.feed(script.reader.look(key, script.follower.now))
    script.run("wait 3\n1 2z\nwait 3")
    assert happened(script)[len(before) :] == ["0 1z", "1 2z"]


def test_a_hand_that_a_correction_opens_again_keeps_its_tiles(tmp_path: Path) -> None:
    script = Script(tmp_path, walls=Raised.RAISED)
    script.run("walls\nunseen 3 4\ndora 4s\n0 9m\n1 9p\n2 6p\n0 ron\n0 shows 123m789m45p55s678s")
    script.follower.settle()
    log = script.follower.game.log
    won = next(n for n, event in enumerate(log) if isinstance(event, ev.WinDeclared))
    before = happened(script)
    correction = ev.Correct(won, len(log) - won, (), "nobody has won")
    assert isinstance(script.follower.table.submit(correction), Accepted)
    script.run("3 1z\nwait 3")
    assert happened(script) == [*before, "3 1z"]
