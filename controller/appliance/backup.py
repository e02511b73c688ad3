"""A backup: the data of a table or a hub in one zip file, with what it needs beside them, made while it runs.

It never has the hand that is played: a backup leaves the table, and who carries it may be a player. Databases
come by SQLite's own backup; journals come last, so nothing beside them mentions what they do not know yet.
The manifest, written last, has the SHA-256 of every file.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import socket
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Final, cast

from controller.appliance import settings
from controller.appliance.alone import must_keep
from controller.appliance.running_hand import without_running_hand
from controller.appliance.secrets import without_secrets
from controller.appliance.settings import Kind
from controller.config import KEPT, ConfigError
from controller.table.games import Games
from controller.table.journal import JournalError
from runtime.clock import CLOCK
from runtime.stored import DAMAGED, UNFINISHED, Format, NewerError, StoredError, sync_name
from runtime.version import version
from upkeep.computer import FIRST_LINK
from upkeep.trouble import Code, TroubleError, of_disk

FORMAT: Final = Format(
    "backup",
    2,
    "backup of Jantaku",
    "choose another file",
    {1: lambda manifest: manifest},  # it has no settings beside the data
)
MANIFEST: Final = "backup.json"
LOG: Final = "club.db"
_DATABASES: Final = (".db", ".sqlite")
_FOLDERS: Final = {"table": {"", "broker", "games", "sets"}, "hub": {"", "broker"}}
_OF_THE_RUN: Final = frozenset({
    *("lock", "here", "listens", "clock-seen.json", "pages.json", "commands.sqlite", FIRST_LINK),
    *("acl", "acl.house", "passwords", "mosquitto.conf", "mosquitto.log", "broker.pid"),
})  # fmt: skip
"""Files that only the running program or this very computer needs, or that follow from others."""
OF_COMPUTER: Final = "broker/ports"
"""The port of a hub's own broker: free on this computer, and where its tables look for it. A restore leaves
it as it is; another computer's may be held by a table there. Backups of before have it."""
_BESIDE: Final = (UNFINISHED, ".part", ".bak", "-wal", "-shm", "-journal", "~", ".missed")
_CHUNK: Final = 1 << 20
_LARGEST: Final = 50_000_000
"""Bytes of a manifest: root reads whatever lies on a stick."""
_WRITTEN_S: Final = 3600.0
"""In which a backup is written, whatever the stick."""


class BackupError(TroubleError):
    """Nothing was made or changed; one sentence."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A file of a backup."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """`whole`: with accounts and passwords; else what a host may take along. `machine` is the same for all
    backups of one computer, `computer` its name."""

    kind: Kind
    whole: bool
    computer: str
    machine: str
    version: str
    at_ms: int
    files: tuple[Kept, ...]


def kind_of(data: Path) -> Kind:
    """BackupError where the folder is neither's."""
    if any((data / name).exists() for name in (LOG, "club.head")):
        return "hub"
    if (data / "games").is_dir() or (data / KEPT).is_file():
        return "table"
    raise BackupError(f"{data} holds no data of a table or a hub: name the folder with --data.", "empty")


def wanted(kind: Kind, path: PurePosixPath, *, whole: bool) -> bool:
    """Whether a file of the data belongs in a backup; of games the journals alone. Settings beside the data
    are in a folder of their own."""
    if path.is_absolute() or ".." in path.parts or not path.name:
        return False
    folder, name = str(path.parent) if path.parent.name else "", path.name
    if folder == settings.FOLDER:
        return settings.known(kind, name, whole=whole)
    if folder not in _FOLDERS[kind] or name in _OF_THE_RUN or name.startswith("."):
        return False
    if name.endswith(_BESIDE) or ".aside" in name or ".before-" in name:
        return False
    if folder == "games":
        return name.endswith(".jsonl")
    return whole or folder != "broker"


def machine() -> str:
    """This computer, by a number that says nothing else (machine-id(5))."""
    try:
        number = Path("/etc/machine-id").read_text("ascii").strip()
    except OSError:
        number = socket.gethostname()
    return hashlib.sha256(f"jantaku {number}".encode()).hexdigest()[:16]


def file_name(kind: Kind, at_ms: int) -> str:
    """Names of one kind and computer are in the order of their time."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(at_ms / 1000))
    return f"jantaku-{kind}-{socket.gethostname()}-{stamp}.zip"


def make(data: Path, out: IO[bytes], *, whole: bool, unread: list[str] | None = None) -> Manifest:
    """Writes the backup of a data folder; BackupError, OSError. `unread` takes the names of files that the
    disk cannot read any more, and the backup has the others; without it such a file is an error."""
    kind, kept = kind_of(data), []
    beside = {
        path: f"{settings.FOLDER}/{path.name}"
        for path in settings.listed(kind, settings.beside(data))
        if settings.known(kind, path.name, whole=whole)
    }
    listed = {path: path.relative_to(data).as_posix() for path in _listed(data, kind, whole=whole)}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as packed:
        for path, name in (beside | listed).items():
            why = _unreadable(path)
            if why is not None and unread is None:
                raise BackupError(f"{path} cannot be read ({why.strerror}): the card makes errors.", "worn")
            if why is not None and unread is not None:
                unread.append(name)
                continue
            with tempfile.TemporaryDirectory(prefix="jantaku-backup-") as folder:
                source = _consistent(data, path, Path(folder), whole=whole)
                if source is not None:
                    kept.append(_put(packed, name, source))
        manifest = Manifest(
            kind, whole, socket.gethostname(), machine(), version(), CLOCK.now_ms(), tuple(kept)
        )
        packed.writestr(MANIFEST, json.dumps({"format": FORMAT.mark, **asdict(manifest)}, indent=1))
    return manifest


def save(data: Path, target: Path, keep: int | None = None) -> tuple[Path, Manifest]:
    """Into a folder, under a name of its own, or to a file; whole or not at all. `keep`: of those in the
    folder only the newest so many stay. BackupError, also after one was written without what the disk cannot
    read any more: none before it is deleted then."""
    must_keep(BackupError)  # what stands in memory would take the place of good backups
    kind = kind_of(data)
    file = target / file_name(kind, CLOCK.now_ms()) if target.is_dir() else target
    part, unread = _half(file), list[str]()
    try:
        with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as out:
            manifest = make(data, out, whole=True, unread=unread)
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
        sync_name(file)
        if keep is not None and not unread:
            _tidy(file, f"jantaku-{kind}-{socket.gethostname()}-*.zip", keep)
    except OSError as error:
        raise BackupError(
            f"{file} cannot be written ({error.strerror}): choose another place.", of_disk(error)
        ) from error
    finally:
        with suppress(OSError):  # a stick that was pulled takes what there is of it along
            part.unlink(missing_ok=True)
    if unread:
        raise BackupError(
            f"{file} has all but {', '.join(unread)}, which cannot be read: the card makes errors. Take "
            "another one, and restore this backup there.",
            "worn",
        )
    return file, manifest


def _tidy(file: Path, pattern: str, keep: int) -> None:
    """Of this computer's beside a backup the newest stay, and it stays in any case; another one may be called
    the same. What is later than it by its name was made with a clock that was wrong, or this one is: such go
    first. Halves of backups whose stick was pulled go, too, but those that may just be written.

    A backup goes under the name of a half: cut off by the power, it would stay as a damaged one for ever."""
    others = [each for each in file.parent.glob(pattern) if each != file and _own(each)]
    going = sorted(others, key=lambda each: (each.name < file.name, each.name))
    halves = [
        each
        for each in file.parent.glob(f".{pattern}{UNFINISHED}")
        if abs(time.time() - each.stat().st_mtime) > _WRITTEN_S
    ]
    for each in going[: max(0, len(others) + 1 - keep)]:
        half = each.replace(_half(each))
        sync_name(half)
        halves.append(half)
    for half in halves:
        half.unlink()


def _half(file: Path) -> Path:
    """The name of a backup that is not whole, or not any more."""
    return file.with_name(f".{file.name}{UNFINISHED}")


def _own(file: Path) -> bool:
    try:
        manifest = looked_at(file)
    except NewerError:
        return False
    return manifest is not None and manifest.machine == machine()


def _listed(data: Path, kind: Kind, *, whole: bool) -> list[Path]:
    """Databases after the notes that must not be ahead of them, journals last."""
    found = [
        path
        for folder in sorted(_FOLDERS[kind])
        if (data / folder).is_dir()
        for path in sorted((data / folder).iterdir())
        if path.is_file() and not path.is_symlink()
        if (name := path.relative_to(data).as_posix()) != OF_COMPUTER
        if wanted(kind, PurePosixPath(name), whole=whole)
    ]
    return sorted(found, key=lambda path: (path.parent.name == "games", path.suffix in _DATABASES))


def _consistent(data: Path, path: Path, folder: Path, *, whole: bool) -> Path | None:
    """The file as one moment had it; None where it is gone, or nothing of it may leave."""
    copy = folder / "copy"
    try:
        if path.suffix in _DATABASES:
            _database(path, copy)
            return copy
        if path == Games(data).newest():
            found = without_running_hand(path)
            if found is None:
                return None
            copy.write_bytes(found)
            return copy
        if path.name in (KEPT, settings.CLUB) and not whole:
            copy.write_text(without_secrets(path), "utf-8")
            return copy
        return path if path.exists() else None
    except (FileNotFoundError, JournalError, ConfigError):
        return None


def _unreadable(path: Path) -> OSError | None:
    """Why a file cannot be read to its end, if it cannot; that it is gone meanwhile is no reason."""
    try:
        with path.open("rb") as file:
            while file.read(_CHUNK):
                pass
    except FileNotFoundError:
        return None
    except OSError as error:
        return error
    return None


def _database(path: Path, copy: Path) -> None:
    """Copies a database by SQLite's online backup, then removes deleted data that it keeps in free pages."""
    try:
        source = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        with closing(source), closing(sqlite3.connect(copy, isolation_level=None)) as target:
            source.backup(target)
            target.execute("VACUUM")
            if target.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise BackupError(
                    f"{path} is damaged: mend it before a backup takes its place.", "broken_data"
                )
    except sqlite3.Error as error:
        raise BackupError(f"{path} cannot be copied ({error}).", _of_database(error)) from error


def _of_database(error: sqlite3.Error) -> Code:
    """A disk without room for the copy says nothing of the data."""
    primary = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    known: dict[int, Code] = {
        sqlite3.SQLITE_CORRUPT: "broken_data",
        sqlite3.SQLITE_NOTADB: "broken_data",
        sqlite3.SQLITE_FULL: "full",
        sqlite3.SQLITE_IOERR: "worn",
        sqlite3.SQLITE_READONLY: "read_only",
    }
    return known.get(primary, "other")


def _put(packed: zipfile.ZipFile, name: str, source: Path) -> Kept:
    digest, size = hashlib.sha256(), 0
    with source.open("rb") as read_from, packed.open(name, "w", force_zip64=True) as to:
        while block := read_from.read(_CHUNK):
            digest.update(block)
            size += len(block)
            to.write(block)
    return Kept(name, size, digest.hexdigest())


def opened(file: Path) -> tuple[zipfile.ZipFile, Manifest]:
    """A backup of which every file is as it was written; the caller closes it. BackupError."""
    try:
        packed = zipfile.ZipFile(file)
    except OSError as error:
        raise BackupError(f"{file} cannot be read ({error.strerror}).", of_disk(error)) from error
    except DAMAGED as error:
        raise BackupError(str(FORMAT.broken(file)), "damaged") from error
    try:
        return packed, _checked(packed, file)
    except BaseException:
        packed.close()
        raise


def looked_at(file: Path) -> Manifest | None:
    """What a backup says of itself, its files unchecked; None where it is none that can be read. NewerError:
    by a newer program."""
    try:
        with zipfile.ZipFile(file) as packed:
            return _manifest(packed, file)
    except NewerError:
        raise
    except (StoredError, *DAMAGED):
        return None


def _manifest(packed: zipfile.ZipFile, file: Path) -> Manifest:
    if packed.getinfo(MANIFEST).file_size > _LARGEST:
        raise ValueError(f"{MANIFEST} is too large.")
    fields = json.loads(packed.read(MANIFEST))
    fields = FORMAT.upgraded(fields, FORMAT.version_of(file, fields.pop("format")))
    return Manifest(**{**fields, "files": tuple(Kept(**each) for each in fields["files"])})


def _checked(packed: zipfile.ZipFile, file: Path) -> Manifest:
    try:
        manifest = _manifest(packed, file)
        kind = cast(Kind, {"table": "table", "hub": "hub"}[manifest.kind])
        for kept in manifest.files:
            if not wanted(kind, PurePosixPath(kept.path), whole=manifest.whole):
                raise BackupError(
                    f"{file} has a file that belongs in no backup, {kept.path!r}: nothing was changed.",
                    "damaged",
                )
            for _ in contents(packed, kept):
                pass
    except StoredError as error:
        raise BackupError(str(error), "newer" if isinstance(error, NewerError) else "damaged") from error
    except DAMAGED as error:
        raise BackupError(
            f"{FORMAT.broken(file)} Or it is damaged; nothing was changed.", "damaged"
        ) from error
    return manifest


def contents(packed: zipfile.ZipFile, kept: Kept) -> Iterator[bytes]:
    """The contents in blocks; ValueError at the end where they are not what was written, or longer."""
    digest, size = hashlib.sha256(), 0
    with packed.open(kept.path) as source:
        while block := source.read(_CHUNK):
            digest.update(block)
            size += len(block)
            if size > kept.size:
                break
            yield block
    if (size, digest.hexdigest()) != (kept.size, kept.sha256):
        raise ValueError(f"{kept.path} is damaged.")


def room(folder: Path) -> int:
    """Free bytes where a folder is, or will be."""
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free
