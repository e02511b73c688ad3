"""The one writer: legal, then on the disk, then applied; nothing else."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from contract.stored.codec import encode
from controller.table.journal import Journal, JournalError, read
from controller.table.writer import Accepted, Refused, Table
from engine.play.apply import Outcome, outcome
from engine.state import events as ev
from engine.state.faults import Fault
from engine.state.hand import Game
from engine.tiles.tile import Tile
from tests.controller.given import FIRST_DRAW
from tests.mine import mine

OPENING: list[ev.Event] = [*FIRST_DRAW, ev.Discarded(0, Tile.parse("9m"))]


def table(path: Path) -> Table:
    return Table(Journal(path / "game.jsonl", durable=False), wall_clock=lambda: 5)


def opened(path: Path) -> Table:
    made = table(path)
    for n, event in enumerate(OPENING):
        done = made.submit(event, because=(n,))
        assert isinstance(done, Accepted)
        assert (done.event, done.game, done.seq) == (event, made.game, n)
    return made


def test_what_was_accepted_is_there_again_after_a_restart(tmp_path: Path) -> None:
    before = opened(tmp_path)
    before._journal.close()
    after = table(tmp_path)
    assert after.game == before.game
    assert after.events == tuple(OPENING)
    assert after.rev == before.rev == len(OPENING)


def test_a_refused_event_is_recorded_and_changes_nothing(tmp_path: Path) -> None:
    made = opened(tmp_path)
    before = made.game
    done = made.submit(ev.Drawn(2))
    assert isinstance(done, Refused)
    assert Fault.OUT_OF_TURN in done.fault
    assert made.game is before
    assert made.rev == len(OPENING)
    last = read(tmp_path / "game.jsonl").records[-1]
    assert (last.kind, last.body) == ("refused", {"event": encode(ev.Drawn(2)), "faults": ["OUT_OF_TURN"]})


def test_an_outcome_counts_in_the_game_that_it_was_judged_in_and_is_judged_anew_in_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = opened(tmp_path)
    drawn, again = outcome(made.game, ev.Drawn(1)), outcome(made.game, ev.Drawn(1))
    judged: list[ev.Event] = []

    def judging(game: Game | None, event: ev.Event) -> Outcome:
        judged.append(event)
        return outcome(game, event)

    monkeypatch.setattr("controller.table.writer.outcome", judging)
    done = made.submit(drawn)
    assert isinstance(done, Accepted)
    assert made.game is drawn.after
    assert judged == []
    late = made.submit(again)
    assert isinstance(late, Refused)
    assert made.game is drawn.after
    assert judged == [ev.Drawn(1)]


def test_an_event_that_cannot_be_recorded_did_not_happen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = opened(tmp_path)
    before = made.game

    def full(file: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        mine(patch, os, write=full)
        with pytest.raises(JournalError):
            made.submit(ev.Drawn(1))
    assert made.game is before
    assert isinstance(made.submit(ev.Drawn(1)), Accepted)


def test_a_journal_that_breaks_the_rules_is_refused_with_its_line(tmp_path: Path) -> None:
    with Journal(tmp_path / "game.jsonl", durable=False) as journal:
        for event in (OPENING[0], OPENING[1], ev.Drawn(0)):
            journal.append_event(event, 0)
    with pytest.raises(JournalError, match=r"does not follow the rules in line 3: .*\.$"):
        table(tmp_path)


def test_notes_are_kept_beside_the_game(tmp_path: Path) -> None:
    made = opened(tmp_path)
    made.note("question", {"id": "pond.0.3"})
    assert made.rev == len(OPENING)
    assert read(tmp_path / "game.jsonl").records[-1].kind == "question"


def test_the_judge_reads_when_a_word_was_said_not_when_it_was_believed(tmp_path: Path) -> None:
    """A ron in time is not late because the hand was opened slowly (R-WIN-04)."""
    clock = iter(range(0, 100_000, 1000))
    journal = Journal(tmp_path / "game.jsonl", durable=False)
    made = Table(journal, wall_clock=lambda: next(clock))
    for event in OPENING:
        made.submit(event)
    made.note("word", {"seat": 2, "button": "ron", "t": 1.0})
    said = journal.records[-1].ts_ms
    for _ in range(5):
        made.note("question", {"id": "hand.2.7"})
    made.submit(ev.WinDeclared(2, 0))
    made.submit(ev.WinDeclared(3, 0))
    case = made.case
    assert case is not None
    assert [step.entry.at_ms for step in case.steps[-2:]] == [said, None]
    made.close()
    restored = table(tmp_path).case
    assert restored is not None
    assert [step.entry for step in restored.steps] == [step.entry for step in case.steps]
