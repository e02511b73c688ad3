"""Where the games of a table lie on the disk, and which one goes on after a restart."""

from __future__ import annotations

import json
import secrets
import time
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
        self.folder = data / "games"

    def unfinished(self) -> Path | None:
        """The newest journal whose game is not over; None when there is none.

        JournalError when it cannot be read: a damaged journal is for a person to look at.
        """
        found = sorted(self.folder.glob("*.jsonl"))
        if not found:
            return None
        try:
            events = read(found[-1]).events
        except CodecError as error:
            raise JournalError(f"The journal {found[-1]} cannot be understood: {error}") from error
        return None if not events or any(isinstance(e, GameEnded) for e in events) else found[-1]

    def new(self) -> Path:
        """A path for a new game; names sort by time."""
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
        return self.folder / f"{stamp}-{secrets.token_hex(3)}.jsonl"

    def open(self, path: Path) -> Table:
        return Table(Journal(path))

    def world(self, path: Path) -> dict[str, Any] | None:
        """The physical table of a virtual game; None for a real one or when the file is damaged."""
        try:
            found = json.loads(path.with_suffix(WORLD).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def keep_world(self, path: Path, saved: dict[str, Any]) -> None:
        """Replaces the file as a whole, so that a kill leaves the old one or the new one."""
        target = path.with_suffix(WORLD)
        partial = target.with_suffix(".new")
        partial.write_text(json.dumps(saved), encoding="utf-8")
        partial.replace(target)
