"""The memory of commands over restarts, and over entries of it that nobody can read."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from contract.messages import Reply
from controller.bus.replies import Known, Replies

NOW = 1_800_000_000_000
DONE = Reply(id="1", ok=True, code="ok", rev=3)


def memory(path: Path | None, boot: str = "boot-1") -> Replies:
    return Replies(path, boot, lambda: NOW)


def test_a_command_is_known_with_its_reply_after_a_restart(tmp_path: Path) -> None:
    with closing(memory(tmp_path / "c.sqlite")) as first:
        assert first.enter("seat1-a", "1", "digest") is None
        assert first.enter("seat1-a", "1", "other") == Known("digest", "boot-1", None)
        first.finish("seat1-a", "1", DONE)
        first.finish("seat1-a", "never came", DONE)
    with closing(memory(tmp_path / "c.sqlite", "boot-2")) as second:
        assert second.enter("seat1-a", "1", "digest") == Known("digest", "boot-1", DONE)
        assert second.enter("seat1-b", "1", "digest") is None
        assert second.enter("seat1-a", "never came", "digest") is None
        assert second.trouble is None


def test_a_reply_that_cannot_be_read_is_said_and_its_command_is_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite"
    with closing(memory(path)) as first:
        first.enter("seat1-a", "1", "digest")
        first.finish("seat1-a", "1", DONE)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE replies SET reply = '{'")
    with closing(memory(path, "boot-2")) as second:
        second.finish("seat1-a", "1", DONE)
        assert second.trouble is not None
        assert second.enter("seat1-a", "1", "digest") is None
        assert second.enter("seat1-a", "1", "digest") == Known("digest", "boot-2", None)
        assert second.trouble is None, "it is written anew"


def test_without_a_file_this_run_remembers_alone() -> None:
    alone = memory(None)
    assert alone.enter("a", "1", "digest") is None
    alone.finish("a", "1", DONE)
    assert alone.enter("a", "1", "digest") == Known("digest", "boot-1", DONE)
    alone.close()
    alone.close()
    assert memory(None).enter("a", "1", "digest") is None
