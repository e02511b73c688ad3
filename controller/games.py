"""Where the games of a table lie on the disk, and which one goes on after a restart."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from controller.codec import CodecError
from controller.journal import Journal, JournalError, read
from controller.table import Table
from engine.events import GameEnded

WORLD: Final = ".world.json"
"""Beside the journal of a virtual game: how its physical table stands."""


class Games:
    """The folder of journals, one file a game, the newest last by name."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.folder = data / "games"

    def lock(self) -> Callable[[], None]:
        """Makes the data directory ours; the result gives it back.

        JournalError when it cannot be used, or when another running table uses it.
        """
        path = self.data / "lock"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            held = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise JournalError(
                f"The data directory {self.data} cannot be used ({error.strerror}): give another with --data."
            ) from error
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(held)
            raise JournalError(
                f"Another running table uses the data directory {self.data}: stop it first, "
                "or give another directory with --data."
            ) from error
        return lambda: os.close(held)

    @property
    def running(self) -> bool:
        """Whether a table uses the data directory now."""
        try:
            with (self.data / "lock").open("rb") as held:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False
        return False

    def unfinished(self) -> Path | None:
        """The newest journal whose game is not over; None when there is none.

        A virtual game is over when its people have left. JournalError when a file cannot be read:
        a damaged journal is for a person to look at.
        """
        found = sorted(self.folder.glob("*.jsonl"))
        if not found:
            return None
        try:
            events = read(found[-1]).events
        except CodecError as error:
            raise JournalError(f"The journal {found[-1]} cannot be understood: {error}") from error
        if not events:
            return None
        over = any(isinstance(e, GameEnded) for e in events)
        if over and not found[-1].with_suffix(WORLD).exists():
            return None
        saved = self.world(found[-1])
        return None if saved is not None and saved["world"]["finished"] else found[-1]

    def new(self) -> Path:
        """A path for a new game; names sort by time."""
        now = time.time_ns()
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now // 1_000_000_000))
        return self.folder / f"{stamp}-{now // 1_000_000 % 1000:03}{secrets.token_hex(2)}.jsonl"

    def open(self, path: Path) -> Table:
        return Table(Journal(path))

    def world(self, path: Path) -> dict[str, Any] | None:
        """The physical table of a virtual game; None where there is no such file.

        JournalError when the file is damaged.
        """
        file = path.with_suffix(WORLD)
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
            saved: dict[str, Any] = found["saved"]
            good = found["digest"] == _digest(saved)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError):
            good = False
        if not good:
            raise JournalError(
                f"{file} is damaged, so nobody knows how the interrupted game's table stood: "
                "begin another game with --new."
            )
        return saved

    def keep_world(self, path: Path, saved: dict[str, Any]) -> None:
        """Replaces the file as a whole, so that a kill leaves the old one or the new one; OSError."""
        target = path.with_suffix(WORLD)
        partial = target.with_suffix(".new")
        partial.write_text(json.dumps({"digest": _digest(saved), "saved": saved}), encoding="utf-8")
        partial.replace(target)


def _digest(saved: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(saved, sort_keys=True).encode()).hexdigest()
