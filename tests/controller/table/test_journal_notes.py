"""Notes wait for the disk, and words outlive a restart until they are used up or given up."""

from __future__ import annotations

from pathlib import Path

import pytest

from contract.messages.seat_panel import Button
from controller.panel.panel import PanelSignal
from controller.table.journal import Journal, JournalError, Record, read
from controller.table.journal_notes import KEPT, Notes, open_words
from controller.table.writer import Table
from tests.controller.desk import Disk


def word(seat: int, button: Button) -> Record:
    return Record(0, "word", 0, {"seat": seat, "button": button.value, "t": 1.0})


def event(name: str) -> Record:
    return Record(0, "event", 0, {"type": name})


def test_words_of_this_hand_are_open_in_their_order_and_once() -> None:
    records = [
        word(1, Button.RON),
        event("hand_started"),
        word(2, Button.RIICHI),
        word(0, Button.TSUMO),
        word(2, Button.RIICHI),
    ]
    assert open_words(records) == [(2, Button.RIICHI), (0, Button.TSUMO)]
    assert open_words([*records, event("hand_ended")]) == []


def test_a_word_that_was_given_up_is_not_open() -> None:
    given_up = Record(0, "question", 0, {"id": "word.2.riichi.12.500", "code": "refused_event"})
    other = Record(0, "question", 0, {"id": "pond.2.17", "code": "unread_discard"})
    assert open_words([word(2, Button.RIICHI), word(3, Button.RON), other, given_up]) == [(3, Button.RON)]
    assert open_words([word(2, Button.RIICHI), given_up, word(2, Button.RIICHI)]) == [(2, Button.RIICHI)]


def test_notes_wait_for_room_and_are_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch)
    notes, table = Notes(), Table(Journal(tmp_path / "g.jsonl", durable=False))
    notes.word(PanelSignal(1, Button.RON, 2.0))
    notes.word(PanelSignal(1, Button.CONFIRM, 2.0))
    notes.put("fault", {"code": 1})
    disk.left = 1
    with pytest.raises(JournalError, match="make room"):
        notes.write(table)
    assert len(notes) == 1
    disk.full, disk.left = False, None
    notes.write(table)
    notes.write(table)
    assert [r.kind for r in read(tmp_path / "g.jsonl").records] == ["word", "fault"]


def test_a_long_outage_does_not_fill_the_memory(tmp_path: Path) -> None:
    notes, table = Notes(), Table(Journal(tmp_path / "g.jsonl", durable=False))
    for n in range(KEPT + 50):
        notes.put("fault", {"code": n})
    notes.write(table)
    kept = [r.body["code"] for r in read(tmp_path / "g.jsonl").records]
    assert kept == list(range(50, KEPT + 50))
