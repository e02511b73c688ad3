"""The memory of commands: an `id` gets the same reply for a day, also after a restart of the service.

SQLite with a write-ahead log: what was written survives a kill of the process; a power cut may take the
last moments. Where the disk fails the memory of this run goes on alone, and `trouble` says so.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from contract.messages import Reply
from contract.messages.command import DAY_MS
from runtime.database import Database
from runtime.stored import StoredError

MOST: Final = 20_000
"""Commands that are stored: with 300 bytes each 6 MB."""
RECENT: Final = 5000
"""Of them those that the memory of this run holds, whatever the disk does."""
SWEEP: Final = 200
"""So many new commands between two looks at what is too old or too many."""
DATABASE: Final = Database(
    "commands",
    b"JtCm",
    1,
    "memory of commands",
    "put it aside, and commands of the last day may be carried out twice",
    (
        "CREATE TABLE replies (sender TEXT NOT NULL, id TEXT NOT NULL, at_ms INTEGER NOT NULL, "
        "digest TEXT NOT NULL, boot TEXT NOT NULL, reply TEXT, PRIMARY KEY (sender, id)) WITHOUT ROWID",
        "CREATE INDEX by_age ON replies (at_ms)",
    ),
    frozenset({"replies"}),
)


@dataclass(frozen=True, slots=True)
class Known:
    """A command that came before: what it asked for, in which run of the service, its reply if it has one."""

    digest: str
    boot: str
    reply: Reply | None


class Replies:
    """The answers to commands, for a day. Safe to use from several threads. `path` None keeps everything in
    memory."""

    def __init__(self, path: Path | None, boot: str, wall_ms: Callable[[], int]) -> None:
        self._boot = boot
        self._wall_ms = wall_ms
        self._lock = threading.Lock()
        self._recent: OrderedDict[tuple[str, str], Known] = OrderedDict()
        self._since_sweep = 0
        self.trouble: str | None = None
        self._file: sqlite3.Connection | None = None
        if path is not None:
            self._open(path)

    def _open(self, path: Path) -> None:
        """A file that is not ours to write is left as it is, and this run remembers alone."""
        try:
            self._file = DATABASE.open(path, timeout=1.0, threads=True)
            self._file.execute("PRAGMA synchronous = NORMAL")
        except StoredError as error:
            self.trouble = str(error)
        except (OSError, sqlite3.Error) as error:
            self._failed(error)

    def enter(self, sender: str, name: str, digest: str) -> Known | None:
        """What is known of the command; one that is new is known from now on."""
        with self._lock:
            key = (sender, name)
            known = self._recent.get(key) or self._read(key)
            if known is None:
                self._keep(key, Known(digest, self._boot, None))
            return known

    def finish(self, sender: str, name: str, reply: Reply) -> None:
        with self._lock:
            known = self._recent.get((sender, name)) or self._read((sender, name))
            if known is not None:
                self._keep((sender, name), Known(known.digest, known.boot, reply))

    def close(self) -> None:
        """Closes the file; safe to call twice."""
        if self._file is not None:
            self._file.close()
        self._file = None

    def _read(self, key: tuple[str, str]) -> Known | None:
        if self._file is None:
            return None
        try:
            found = self._file.execute(
                "SELECT digest, boot, reply FROM replies WHERE sender = ? AND id = ? AND at_ms > ?",
                (*key, self._wall_ms() - DAY_MS),
            ).fetchone()
            reply = None if found is None or found[2] is None else Reply.model_validate_json(found[2])
            return None if found is None else Known(str(found[0]), str(found[1]), reply)
        except (sqlite3.Error, ValueError) as error:
            self._failed(error)
            return None

    def _keep(self, key: tuple[str, str], known: Known) -> None:
        self._recent[key] = known
        while len(self._recent) > RECENT:
            self._recent.popitem(last=False)
        if self._file is None:
            return
        reply = None if known.reply is None else known.reply.model_dump_json()
        try:
            self._file.execute(
                "INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?, ?)",
                (*key, self._wall_ms(), known.digest, known.boot, reply),
            )
            self._sweep()
            self.trouble = None
        except sqlite3.Error as error:
            self._failed(error)

    def _sweep(self) -> None:
        self._since_sweep += 1
        if self._since_sweep < SWEEP or self._file is None:
            return
        self._since_sweep = 0
        self._file.execute("DELETE FROM replies WHERE at_ms <= ?", (self._wall_ms() - DAY_MS,))
        self._file.execute(
            "DELETE FROM replies WHERE at_ms <= "
            "(SELECT at_ms FROM replies ORDER BY at_ms DESC LIMIT 1 OFFSET ?)",
            (MOST,),
        )

    def _failed(self, error: Exception) -> None:
        self.trouble = f"Commands cannot be stored over a restart ({error}): make room or mend the disk."
