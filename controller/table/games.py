"""Where the games of a table lie on the disk, and which one goes on after a restart."""

from __future__ import annotations

import calendar
import contextlib
import fcntl
import hashlib
import json
import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from contract.stored.codec import CodecError
from controller.table.journal import Journal, JournalError, read
from controller.table.writer import Table
from engine.state.events import GameEnded
from runtime.clock import CLOCK
from runtime.stored import Format, NewerError, StoredError

WORLD: Final = ".world.json"
"""Beside the journal of a virtual game: how its physical table stands."""
WORLD_FORMAT: Final = Format("world", 1, "virtual table", "begin another game with --new")


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
        """A path for a new game; names sort by time, also where the clock went back: the last is resumed."""
        newest = max(map(_named_ms, self.folder.glob("*.jsonl")), default=0)
        now = max(CLOCK.now_ms(), newest + 1)
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now // 1000))
        return self.folder / f"{stamp}-{now % 1000:03}{secrets.token_hex(2)}.jsonl"

    def open(self, path: Path) -> Table:
        return Table(Journal(path))

    def world(self, path: Path) -> dict[str, Any] | None:
        """The physical table of a virtual game; None where there is no such file.

        JournalError when the file is damaged.
        """
        file = path.with_suffix(WORLD)
        try:
            found = WORLD_FORMAT.read(file)
            saved: dict[str, Any] = found["saved"]
            good = found["digest"] == _digest(saved) and found.get("game", path.stem) == path.stem
        except FileNotFoundError:
            return None
        except NewerError as error:
            raise JournalError(str(error)) from error
        except (StoredError, KeyError, TypeError, ValueError):
            good = False
        if not good:
            raise JournalError(
                f"{file} is damaged, or of another game, so nobody knows how the interrupted game's table "
                "stood: begin another game with --new."
            )
        return saved

    def keep_world(self, path: Path, saved: dict[str, Any]) -> None:
        """Replaces the file as a whole, so that a kill leaves the old one or the new one; OSError."""
        kept = {"game": path.stem, "digest": _digest(saved), "saved": saved}
        WORLD_FORMAT.write(path.with_suffix(WORLD), kept)


def _named_ms(path: Path) -> int:
    """The moment that `new` gave to a game; 0 of a file that was named otherwise."""
    with contextlib.suppress(ValueError):
        stamp, rest = path.stem[:15], path.stem[16:19]
        return calendar.timegm(time.strptime(stamp, "%Y%m%d-%H%M%S")) * 1000 + int(rest)
    return 0


def _digest(saved: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(saved, sort_keys=True).encode()).hexdigest()
