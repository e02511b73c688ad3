"""SQLite files with a version: made, recognised, brought up with a copy beside them first."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from runtime.stored import FIRST, Format, sync_name

_MAGIC: Final = b"SQLite format 3\x00"
_VERSION_AT: Final = 60
_KIND_AT: Final = 68
"""Where the header of a SQLite file says `user_version` and `application_id` (fileformat2.html)."""
Migration = Callable[[sqlite3.Connection], None]


@dataclass(frozen=True, slots=True)
class Database:
    """`kind` is the application_id, four letters; by `tables` a file of the first version is known; `schema`
    makes an empty file of the newest; `steps` as of a `Format`, inside the transaction."""

    name: str
    kind: bytes
    version: int
    what: str
    advice: str
    schema: tuple[str, ...]
    tables: frozenset[str]
    steps: Mapping[int, Migration] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.kind) != 4 or sorted(self.steps) != list(range(FIRST, self.version)):
            raise ValueError(f"{self.name} needs four letters and a step from each version to the next.")

    @property
    def format(self) -> Format:
        """Its sentences."""
        passed = {number: lambda data: data for number in self.steps}
        return Format(self.name, self.version, self.what, self.advice, passed)

    def open(self, path: Path, *, timeout: float = 5.0, threads: bool = False) -> sqlite3.Connection:
        """The database of this version, with a write-ahead log; autocommit.

        StoredError for a file that is newer, damaged or something else, which is left as it is; OSError and
        sqlite3.Error where the disk fails.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        self._look(path)
        opened = sqlite3.connect(path, isolation_level=None, timeout=timeout, check_same_thread=not threads)
        try:
            self._bring_up(path, opened)
        except BaseException:
            opened.close()
            raise
        return opened

    def _look(self, path: Path) -> None:
        """Refuses before SQLite touches the file: opening one may already write its log into it."""
        try:
            with path.open("rb") as file:
                head = file.read(100)
        except FileNotFoundError:
            return
        if head and (len(head) < 100 or not head.startswith(_MAGIC)):
            raise self.format.broken(path)
        if head:
            self._known(path, _number(head, _KIND_AT), _number(head, _VERSION_AT))
        if not path.with_name(path.name + "-wal").exists():
            if head and path.stat().st_size < _size(head):
                raise self.format.broken(path)
        else:
            # What stands in the log counts, and the header may not know it yet.
            with self._sentences(path), contextlib.closing(_reading(path)) as reading:
                self._known(path, *_marks(reading))

    def _known(self, path: Path, kind: int, version: int) -> None:
        if kind not in (0, int.from_bytes(self.kind)) or (kind and version < FIRST):
            raise self.format.broken(path)
        if kind:
            self.format.checked(path, version)

    def _bring_up(self, path: Path, opened: sqlite3.Connection) -> None:
        with self._sentences(path):
            kind, version = _marks(opened)
            tables = {
                name for (name,) in opened.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            }
            if not kind and tables and (version or not tables >= self.tables):
                raise self.format.broken(path)
            if tables and opened.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise self.format.broken(path)
            opened.execute("PRAGMA journal_mode = WAL")
            if not tables:
                self._change(opened, [lambda made: _run(made, self.schema)])
            elif (known := version if kind else FIRST) < self.version:
                self._copy(path, opened, known)
                self._change(opened, [self.steps[number] for number in range(known, self.version)])
            elif not kind:
                self._change(opened, [])

    def _change(self, opened: sqlite3.Connection, steps: Iterable[Migration]) -> None:
        """All of it or nothing."""
        opened.execute("BEGIN IMMEDIATE")
        try:
            for step in steps:
                step(opened)
            opened.execute(f"PRAGMA application_id = {int.from_bytes(self.kind)}")
            opened.execute(f"PRAGMA user_version = {self.version}")
            opened.execute("COMMIT")
        except BaseException:
            if opened.in_transaction:
                opened.execute("ROLLBACK")
            raise

    @staticmethod
    def _copy(path: Path, opened: sqlite3.Connection, version: int) -> None:
        """Beside the file, as it was before the upgrade; one that is there already stays."""
        target = path.with_name(f"{path.name}.{version}.bak")
        if target.exists():
            return
        part = target.with_name(target.name + ".part")
        part.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(part)) as copy:
            opened.backup(copy)
        part.replace(target)
        sync_name(target)

    @contextlib.contextmanager
    def _sentences(self, path: Path) -> Iterator[None]:
        """Refuses a damaged file in one sentence. A damaged name in SQLite's message cannot be decoded."""
        try:
            yield
        except UnicodeDecodeError as error:
            raise self.format.broken(path) from error
        except sqlite3.DatabaseError as error:
            code = getattr(error, "sqlite_errorcode", 0)  # what Python itself raises has none
            if code & 0xFF in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
                raise self.format.broken(path) from error
            raise


def _size(head: bytes) -> int:
    """Bytes of the file, as its header says: SQLite does not miss the end of the last page."""
    page = int.from_bytes(head[16:18])
    sure = head[24:28] == head[92:96]
    return (65536 if page == 1 else page) * _number(head, 28) if sure else 0


def _number(head: bytes, at: int) -> int:
    return int.from_bytes(head[at : at + 4])


def _reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)


def _marks(opened: sqlite3.Connection) -> tuple[int, int]:
    (kind,), (version,) = (
        opened.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")
    )
    return int(kind), int(version)


def _run(opened: sqlite3.Connection, statements: Iterable[str]) -> None:
    for statement in statements:
        opened.execute(statement)
