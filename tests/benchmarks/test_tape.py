"""A game that was kept is followed again from its tape alone, to the same events."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.tape import Manner, Tape, Taped, replay
from contract.messages.seat_panel import Button
from contract.stored.codec import CodecError
from controller.ending.confirm import Who
from controller.infer import Input
from controller.infer.begun import WallsBuilt
from controller.panel.panel import PanelSignal
from engine.play.apply import apply
from engine.state import events as ev
from tests.controller.infer.scripted.script import Script

HAND = """
walls
dice 3 4
dora 4s
0 9m?8m
answer 9m
1 takes X05Xm
dora 7p
1 1z
2 riichi
2 2z'
2 stick
"""


def kept(path: Path) -> tuple[Script, Path]:
    script = Script(path)
    started = script.follower.table.events[0]
    assert isinstance(started, ev.GameStarted)
    tape = path / "tape.jsonl"
    taped = Taped(tape, started)
    script.follower.inference = taped
    script.run(HAND)
    taped.close([script.follower.table.events[1:]])
    return script, tape


def test_a_tape_gives_the_events_and_the_questions_of_then(tmp_path: Path) -> None:
    script, path = kept(tmp_path)
    followed = replay(Tape.load(path))
    assert followed.events == tuple(script.follower.table.events)
    assert [question.code for _, question in followed.asked] == ["unread_discard"]


def test_without_the_answers_what_was_named_stays_unread(tmp_path: Path) -> None:
    _, path = kept(tmp_path)
    followed = replay(Tape.load(path).unanswered())
    assert next(e.tile for e in followed.events if isinstance(e, ev.Discarded)) is None


def test_the_truth_of_a_tape_is_that_of_the_hands_as_they_were_played(tmp_path: Path) -> None:
    script, path = kept(tmp_path)
    tape = Tape.load(path)
    assert tape.truth == (tuple(script.follower.table.events[1:]),)
    (plan,) = tape.plans
    assert plan.after == script.follower.game


def test_a_tape_is_followed_as_its_table_was_played(tmp_path: Path) -> None:
    """People build the walls, a hand laid open declares, and silence accepts a result."""
    started = Script(tmp_path).follower.table.events[0]
    assert isinstance(started, ev.GameStarted)
    manner = Manner(machine=False, declared_by_tiles=True, who=Who.ONE, silence_s=5.0)
    taped = Taped(tmp_path / "tape.jsonl", started, manner)
    rows: list[Input] = [WallsBuilt(1.0), PanelSignal(0, Button.START, 2.0)]
    taped.feed(apply(None, started), rows, 2.0)
    taped.close([])
    tape = Tape.load(tmp_path / "tape.jsonl")
    assert tape.manner == manner
    assert tape.looks == ((2.0, tuple(rows)),)


def test_a_line_that_is_no_observation_is_refused(tmp_path: Path) -> None:
    _, path = kept(tmp_path)
    path.write_text(path.read_text().replace('"seat": 0', '"seat": "east"'))
    with pytest.raises(CodecError, match="This is no"):
        Tape.load(path)
