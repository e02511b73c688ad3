"""A hand that nobody saw begin is followed in the order in which everything was laid down and said."""

from __future__ import annotations

from pathlib import Path

from controller.infer.begun import Raised
from engine.state import events as ev
from tests.controller.infer.scripted.script import Script

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
    script.run("pace 0.2\nbegun")
    assert script.follower.game.in_play is not None
    assert len(happened(script)) == before
