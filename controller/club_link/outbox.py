"""The outbox of a table: finished hands that wait until the club's log has them.

Everything in it is made of the journals on the disk, so there is nothing that a kill could take. Beside
them only this is stored, in SQLite: which revision of a hand says what, which the club has, and how its
log named its newest entry when it said so last.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Final

from contract.messages import AckBody, AgainBody, AssignBody, RecordMessage
from controller.club_link.finished import Finished, Owed
from controller.sentences.refusals import Refusal
from controller.table.journal import JournalError, read
from controller.table.journal_notes import ASSIGNED
from controller.table.names import journals, order
from controller.table.writer import Table
from engine.judge import judge
from engine.state import events as ev
from runtime.database import Database
from runtime.stored import StoredError

if TYPE_CHECKING:
    from controller.bus.mqtt import Bus

WINDOW: Final = 16
"""Messages that wait for an acknowledgement at a time; the rest waits here."""
RESEND_S: Final = 30.0
"""After which a message that nobody acknowledges makes room for those that were sent less often."""
RESULT: Final = -1
"""In place of the hand, where the result of a game is stored."""
_MARK: Final = f'"kind":"{ASSIGNED}"'.encode()
_CHANGES: Final = (ev.Correct, ev.Reseated)
"""They may change hands that are over."""
_ENDS: Final = (ev.HandEnded, ev.GameEnded)
DATABASE: Final = Database(
    "outbox",
    b"JtOb",
    1,
    "outbox of a table",
    "put it aside, and the club is sent all its hands again",
    (
        "CREATE TABLE told (game TEXT NOT NULL, hand INTEGER NOT NULL, rev INTEGER NOT NULL, "
        "digest TEXT NOT NULL, acknowledged INTEGER NOT NULL, PRIMARY KEY (game, hand)) WITHOUT ROWID",
        "CREATE TABLE done (game TEXT PRIMARY KEY, size INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE TABLE heard (one INTEGER PRIMARY KEY CHECK (one = 1), log TEXT)",
    ),
    frozenset({"told", "done", "heard"}),
)


@dataclass
class _Waiting:
    message: Owed
    sent_at: float = -inf


@dataclass
class LastSent:
    """What of a hand was sent last, and whether the club has it."""

    rev: int = -1
    digest: str = ""
    acknowledged: bool = False


@dataclass
class Memory:
    """The database, or this run's memory alone where the disk refuses; `trouble` says so."""

    file: sqlite3.Connection | None = None
    trouble: str | None = None
    sent: dict[tuple[str, int], LastSent] = field(default_factory=dict)
    log: str | None = None

    @classmethod
    def open(cls, path: Path) -> Memory:
        memory = cls()
        try:
            memory.file = DATABASE.open(path)
            rows = memory.file.execute("SELECT game, hand, rev, digest, acknowledged FROM told")
            memory.sent = {(g, h): LastSent(r, d, bool(a)) for g, h, r, d, a in rows}
            memory.log = next((log for (log,) in memory.file.execute("SELECT log FROM heard")), None)
        except StoredError as error:
            memory.trouble = str(error)
        except (OSError, sqlite3.DatabaseError) as error:
            memory._failed(error)
        return memory

    def put(self, game: str, hand: int, sent: LastSent) -> None:
        self.sent[game, hand] = sent
        self._run(
            "INSERT OR REPLACE INTO told VALUES (?, ?, ?, ?, ?)",
            (game, hand, sent.rev, sent.digest, sent.acknowledged),
        )

    def done(self, game: str) -> int:
        """The size of a journal of which the club has everything; -1 for another."""
        rows = self._run("SELECT size FROM done WHERE game = ?", (game,))
        return rows[0][0] if rows else -1

    def finish(self, game: str, size: int) -> None:
        self._run("INSERT OR REPLACE INTO done VALUES (?, ?)", (game, size))

    def note(self, log: str | None) -> None:
        """The newest entry of the club's log."""
        self.log = log
        self._run("INSERT OR REPLACE INTO heard VALUES (1, ?)", (log,))

    def forget(self, game: str) -> None:
        """The club has no hand of this game any more: all are sent again."""
        for (name, _), sent in self.sent.items():
            sent.acknowledged = sent.acknowledged and name != game
        self._run("UPDATE told SET acknowledged = 0 WHERE game = ?", (game,))
        self._run("DELETE FROM done WHERE game = ?", (game,))

    def close(self) -> None:
        if self.file is not None:
            self.file.close()

    def _run(self, order: str, values: tuple[object, ...]) -> list[tuple[int]]:
        if self.file is None:
            return []
        try:
            return self.file.execute(order, values).fetchall()
        except sqlite3.DatabaseError as error:
            self._failed(error)
            return []

    def _failed(self, error: OSError | sqlite3.DatabaseError) -> None:
        self.trouble = (
            f"What the club has of this table cannot be stored ({error}): make room on the disk, or put "
            "outbox.sqlite aside; hands are sent again until then."
        )


class Outbox:
    """`data` is the table's data directory. Times are seconds of the table's clock."""

    def __init__(self, bus: Bus, data: Path, boot: str) -> None:
        self._bus = bus
        self._boot = boot
        self._folder = data / "games"
        self._memory = Memory.open(data / "outbox.sqlite")
        self._waiting: dict[tuple[str, int], _Waiting] = {}
        self._lost: list[Path] = []
        self.damaged: str | None = None
        """Why a journal could not be sent."""

    @property
    def trouble(self) -> str | None:
        """What a person should see to; None while all is well."""
        return self._memory.trouble or self.damaged

    @property
    def log(self) -> str | None:
        """The newest entry of the club's log, as its last acknowledgement named it."""
        return self._memory.log

    def __len__(self) -> int:
        """Messages that the club does not have yet."""
        return len(self._waiting)

    def restore(self, table: Table) -> None:
        """Restores at the start which hands in the journals the club has not got. `table` is the game in
        play."""
        for path in journals(self._folder):
            size = path.stat().st_size
            if path.stem == table.name or self._memory.done(path.stem) == size:
                continue
            with contextlib.suppress(OSError):
                if _MARK in path.read_bytes():
                    self._old(path)
            self._close(path.stem)
        self._put(Finished.of(table.name, table.records), None)

    def feed(self, table: Table, event: ev.Event) -> None:
        """An event was accepted: a finished hand is sent, and after a correction others are sent again."""
        game = table.game
        if isinstance(event, _CHANGES):
            self._put(Finished.of(table.name, table.records), None)
        elif isinstance(event, _ENDS) or (game is not None and game.finished):
            found, case = Finished.of(table.name, table.records), table.case
            if found is not None:
                self._put(found, found.last(() if case is None else judge(case)))

    def turn(self, now: float) -> None:
        """Sends what waits: first what was never sent, then again what nobody has acknowledged, so that what
        the club does not take keeps nothing else from it."""
        if self._lost:
            self._old(self._lost.pop(0))
        due = [waiting for waiting in self._waiting.values() if now - waiting.sent_at >= RESEND_S]
        room = WINDOW - (len(self._waiting) - len(due))
        for waiting in sorted(due, key=lambda each: each.sent_at)[:room]:
            waiting.sent_at = now
            self._bus.show(_topic(waiting.message), waiting.message, qos=1)

    def acknowledge(self, body: AckBody) -> Refusal | None:
        """The club's log has a revision; a refusal when there is no such hand."""
        hand = RESULT if body.hand is None else body.hand
        known = self._memory.sent.get((body.game, hand))
        if known is None:
            # Left on the broker by a table of this name whose disk is gone.
            self._bus.show(_topic_of(body.game, body.hand), None, qos=1)
            return Refusal("no_such_record")
        waiting = self._waiting.get((body.game, hand))
        if body.rev > known.rev and waiting is not None:
            self._send(waiting.message, LastSent(body.rev + 1, known.digest))
        elif body.rev == known.rev and waiting is not None:
            del self._waiting[body.game, hand]
            self._memory.put(body.game, hand, LastSent(known.rev, known.digest, acknowledged=True))
            self._memory.note(body.log)
            self._bus.show(_topic(waiting.message), None, qos=1)
            self._close(body.game)
        return None

    def again(self, body: AgainBody) -> None:
        """The club's log was restored from a backup: what it had acknowledged comes again, a game a turn."""
        for game in sorted({game for game, _ in self._memory.sent}, key=order):
            path = self._folder / f"{game}.jsonl"
            sitting = _sitting(path)
            ours = sitting is not None and sitting.id.startswith(f"{body.log}-")
            if sitting is not None and ours and sitting.tournament not in body.closed:
                self._memory.forget(game)
                self._lost.append(path)
        self._memory.note(None)

    def close(self) -> None:
        """Lets the database go."""
        self._memory.close()

    def _old(self, path: Path) -> None:
        try:
            self._put(Finished.of(path.stem, read(path).records), None)
        except (JournalError, ValueError) as error:
            self.damaged = f"The club does not get the game {path.stem}: {error}"

    def _put(self, found: Finished | None, news: Sequence[Owed] | None) -> None:
        """`news` None: everything of the game, and what it does not hold any more is withdrawn."""
        if found is None:
            return
        messages = found.everything() if news is None else news
        for message in messages:
            self._owe(message)
        game, there = found.course.id, {_hand(message) for message in messages}
        for name, hand in list(self._memory.sent) if news is None else ():
            if name == game and hand not in there:
                self._owe(found.withdrawn(None if hand == RESULT else hand))

    def _owe(self, message: Owed) -> None:
        key = (message.game, _hand(message))
        known = self._memory.sent.get(key, LastSent())
        digest = _digest(message)
        if known.digest != digest:
            self._send(message, LastSent(known.rev + 1, digest))
        elif not known.acknowledged and key not in self._waiting:
            self._wait(message, known.rev)

    def _send(self, message: Owed, entry: LastSent) -> None:
        self._memory.put(message.game, _hand(message), entry)
        self._wait(message, entry.rev)

    def _wait(self, message: Owed, rev: int) -> None:
        stamped = message.model_copy(update={"rev": rev, "boot": self._boot})
        self._waiting[message.game, _hand(message)] = _Waiting(stamped)

    def _close(self, game: str) -> None:
        """A game of which nothing waits is not looked at again until its journal grows."""
        if not any(name == game for name, _ in self._waiting):
            with contextlib.suppress(OSError):
                self._memory.finish(game, (self._folder / f"{game}.jsonl").stat().st_size)


def _sitting(path: Path) -> AssignBody | None:
    """That of a journal, which is searched and not read: there may be many. None where it has none."""
    with contextlib.suppress(OSError, ValueError):
        lines = [line for line in path.read_bytes().splitlines() if _MARK in line]
        return AssignBody.model_validate(json.loads(lines[-1])["body"]) if lines else None
    return None


def _hand(message: Owed) -> int:
    return message.hand if isinstance(message, RecordMessage) else RESULT


def _topic(message: Owed) -> str:
    """Below the table's root."""
    return _topic_of(message.game, message.hand if isinstance(message, RecordMessage) else None)


def _topic_of(game: str, hand: int | None) -> str:
    return f"result/{game}" if hand is None else f"record/{game}/{hand}"


def _digest(message: Owed) -> str:
    """The digest of a record; wins and calls follow from the moves, and 0.1 wrote digests without them."""
    return hashlib.sha256(
        message.model_dump_json(exclude={"boot", "rev", "wins", "called"}).encode()
    ).hexdigest()[:32]
