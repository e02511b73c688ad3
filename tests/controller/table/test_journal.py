"""The journal keeps what was accepted, cuts what was torn off and refuses what was damaged."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.table.journal import FORMAT, DamagedError, Journal, JournalError, read, restore
from engine.state.events import Drawn, Event, GameStarted
from tests.mine import mine

EVENTS: list[Event] = [GameStarted("rrc"), Drawn(0), Drawn(1), Drawn(2, replacement=True)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "games" / "one.jsonl"
    with Journal(file, durable=False) as journal:
        for n, event in enumerate(EVENTS):
            journal.append_event(event, ts_ms=n, because=(n,))
        journal.append("refused", {"faults": ["OUT_OF_TURN"]}, ts_ms=9)
    return file


def test_restores_the_events_and_keeps_the_notes(path: Path) -> None:
    assert restore(path) == EVENTS
    assert [(r.seq, r.kind, r.ts_ms, r.because) for r in read(path).records] == [
        *((n, "event", n, (n,)) for n in range(4)),
        (4, "refused", 9, ()),
    ]


def test_the_version_stands_once_at_the_first_line(path: Path) -> None:
    with Journal(path, durable=False) as journal:
        journal.append_event(Drawn(3), ts_ms=10)
    marks = [json.loads(line).get("format") for line in path.read_text().splitlines()]
    assert marks == [FORMAT.mark, *[None] * len(EVENTS), None]


def test_goes_on_where_it_stopped(path: Path) -> None:
    with Journal(path, durable=False) as journal:
        assert journal.torn == 0
        assert journal.events == EVENTS
        journal.append_event(Drawn(3), ts_ms=10)
    assert restore(path) == [*EVENTS, Drawn(3)]


@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_torn_last_line_is_cut_off_and_reported(data: st.DataObject, path: Path) -> None:
    whole = path.read_bytes()
    torn = path.with_name("torn.jsonl")
    at = data.draw(st.integers(0, len(whole)))
    torn.write_bytes(whole[:at])
    lines = whole[:at].count(b"\n")
    with Journal(torn, durable=False) as journal:
        assert len(journal.records) == lines
        assert journal.torn == at - (whole[:at].rfind(b"\n") + 1)
        journal.append_event(Drawn(3), ts_ms=1)
    assert len(read(torn).records) == lines + 1


@given(data=st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_flipped_bit_never_passes_for_the_game(data: st.DataObject, path: Path) -> None:
    whole = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] ^= 1 << data.draw(st.integers(0, 7))
    damaged = path.with_name("damaged.jsonl")
    damaged.write_bytes(whole)
    line = path.read_bytes()[:at].count(b"\n") + 1
    # A flipped bit in the number of the format cannot be told from a newer program's.
    with pytest.raises(JournalError, match=rf"damaged in line {line}:|by a newer version of Jantaku"):
        Journal(damaged)
    assert damaged.read_bytes() == whole


@pytest.mark.parametrize("end", [b"\x0b", b"\x00", b"x", b"\x00" * 400, b" {"])
def test_a_last_line_whose_end_is_damaged_was_not_torn_off(path: Path, end: bytes) -> None:
    """It was accepted: it is not dropped without a word. The same without its end was not."""
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + end)
    with pytest.raises(DamagedError, match=f"damaged in line {len(lines(whole))}:") as found:
        Journal(path)
    assert found.value.size == len(b"".join(lines(whole)[:-1]))
    assert path.read_bytes() == whole[:-1] + end
    path.write_bytes(whole[:-1])
    assert read(path).torn


def lines(whole: bytes) -> list[bytes]:
    return whole.splitlines(keepends=True)


def test_a_line_taken_out_is_noticed(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:1] + lines[2:]))
    with pytest.raises(JournalError, match=r"damaged in line 2:.*\.$"):
        restore(path)


def test_a_second_writer_is_refused(path: Path) -> None:
    program = "import sys, pathlib, controller.table.journal as j; j.Journal(pathlib.Path(sys.argv[1]))"
    with Journal(path):
        run = subprocess.run(
            [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=False
        )
        assert "belongs to another running process" in run.stderr
        with pytest.raises(JournalError, match="another running process"):
            Journal(path)
    Journal(path).close()


def test_a_full_disk_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_bytes()
    write = os.write

    def half(file: int, data: bytes) -> int:
        if len(data) > 20:
            return write(file, data[:20])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with Journal(path) as journal:
        with monkeypatch.context() as patch:
            mine(patch, os, write=half)
            with pytest.raises(JournalError, match=r"No space left on device.*\.$"):
                journal.append_event(Drawn(3), ts_ms=10)
        assert path.read_bytes() == before
        assert journal.events == EVENTS
        journal.append_event(Drawn(0), ts_ms=11)
    assert restore(path) == [*EVENTS, Drawn(0)]


def test_what_could_not_be_synchronised_does_not_count(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(file: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with Journal(path) as journal, monkeypatch.context() as patch:
        mine(patch, os, fsync=fail)
        with pytest.raises(JournalError, match="cannot be written"):
            journal.append_event(Drawn(3), ts_ms=10)
    assert restore(path) == EVENTS


def test_what_cannot_be_opened_gives_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"cannot be opened: Is a directory\.$"):
        Journal(tmp_path)
    with pytest.raises(JournalError, match=r"cannot be read: No such file or directory\.$"):
        restore(tmp_path / "none")


WRITER = """
import sys
from pathlib import Path
from controller.table.journal import Journal
from engine.state.events import Drawn
with Journal(Path(sys.argv[1])) as journal:
    for n in range(len(journal.records), 10**9):
        journal.append_event(Drawn(n % 4), ts_ms=n)
        print(n, flush=True)
"""


@pytest.mark.slow
def test_a_killed_writer_loses_nothing_it_reported(tmp_path: Path) -> None:
    path = tmp_path / "killed.jsonl"
    chance = random.Random(5)
    for _ in range(12):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        printed = [writer.stdout.readline() for _ in range(chance.randrange(1, 40))]
        writer.send_signal(signal.SIGKILL)
        printed += writer.stdout.readlines()
        writer.wait()
        writer.stdout.close()
        last = int([line for line in printed if line.endswith("\n")][-1])
        events = restore(path)
        assert len(events) > last
        assert events == [Drawn(n % 4) for n in range(len(events))]


def test_the_folders_of_a_journal_are_made_with_it(tmp_path: Path) -> None:
    path = tmp_path / "data" / "games" / "a.jsonl"
    with Journal(path) as journal:
        journal.append_event(GameStarted("rrc"), 1)
    assert restore(path) == [GameStarted("rrc")]
