"""Where the games of a table lie on the disk, and which one goes on after a restart."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from controller.table.journal import Journal, JournalError, read
from controller.table.names import journals, next_journal
from controller.table.writer import Table
from engine.state.events import GameEnded
from runtime.clock import CLOCK
from runtime.stored import Format, NewerError, StoredError

WORLD: Final = ".world.json"
"""Beside the journal of a virtual game: how its physical table stands."""
WORLD_FORMAT: Final = Format("world", 1, "virtual table", "begin another game with --new")


class WorldError(JournalError):
    """How the table of a virtual game stood is lost; the game itself is not."""


class BusyError(JournalError):
    """Another running table uses the data directory."""


class Games:
    """The folder of journals, one file a game."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.folder = data / "games"

    def lock(self) -> Callable[[], None]:
        """Makes the data directory ours; the result gives it back.

        JournalError when it cannot be used, BusyError when another running table uses it.
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
            raise BusyError(
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

    def newest(self) -> Path | None:
        """The journal of the last game; None where there is none."""
        return next(reversed(journals(self.folder)), None)

    def unfinished(self) -> Path | None:
        """The newest journal whose game is not over; None when there is none.

        A virtual game is over when its people have left. JournalError when a file cannot be read; `Recovery`
        sees to those that are damaged.
        """
        found = self.newest()
        if found is None:
            return None
        events = read(found).events
        if not events:
            return None
        over = any(isinstance(e, GameEnded) for e in events)
        if over and not found.with_suffix(WORLD).exists():
            return None
        saved = self.world(found)
        return None if saved is not None and saved["world"]["finished"] else found

    def new(self) -> Path:
        """A path for a new game, after all that are there."""
        return next_journal(self.folder, CLOCK.now_ms())

    def open(self, path: Path) -> Table:
        """JournalError where it cannot be opened or replayed; nobody holds it then."""
        journal = Journal(path)
        try:
            return Table(journal)
        except BaseException:
            journal.close()
            raise

    def world(self, path: Path) -> dict[str, Any] | None:
        """The physical table of a virtual game; None where there is no such file.

        WorldError when the file is damaged, or a newer program's.
        """
        file = path.with_suffix(WORLD)
        try:
            found = WORLD_FORMAT.read(file)
            saved: dict[str, Any] = found["saved"]
            good = found["digest"] == _digest(saved) and found.get("game", path.stem) == path.stem
        except FileNotFoundError:
            return None
        except NewerError as error:
            raise WorldError(str(error)) from error
        except (StoredError, KeyError, TypeError, ValueError):
            good = False
        if not good:
            raise WorldError(
                f"{file} is damaged, or of another game, so nobody knows how the interrupted game's table "
                "stood: begin another game with --new."
            )
        return saved

    def keep_world(self, path: Path, saved: dict[str, Any]) -> None:
        """Replaces the file as a whole, so that a kill leaves the old one or the new one; OSError."""
        kept = {"game": path.stem, "digest": _digest(saved), "saved": saved}
        WORLD_FORMAT.write(path.with_suffix(WORLD), kept)


def _digest(saved: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(saved, sort_keys=True).encode()).hexdigest()
