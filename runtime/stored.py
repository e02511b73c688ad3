"""Stored formats: a file says its version; an older one is brought up, a newer one refused.

JSON files carry `"format": "jantaku-NAME/VERSION"`, arrays the same as `format`, databases the number
of their kind (`application_id`) and of their version (`user_version`). What the first release wrote carries
nothing and counts as version 1. All formats: docs/release.md.
"""

from __future__ import annotations

import contextlib
import json
import logging
import lzma
import os
import re
import secrets
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final, Literal

LOW_DISK_MB: Final = 1_000
"""Free below that, people are warned: journals are small, but kept pictures, logs and updates are not."""
UNFINISHED: Final = ".new"
"""How the name of a file ends that is being written; it begins with a dot."""
COPY: Final = ".good"
"""How the name of the last good copy of a file ends."""
FIRST: Final = 1
"""The version of a file that names none."""
_LOG: Final = logging.getLogger("jantaku")
_MARK: Final = re.compile(r"jantaku-([a-z-]+)/([1-9][0-9]{0,5})")
DAMAGED: Final = (
    *(OSError, EOFError, ValueError, LookupError, AttributeError, TypeError, struct.error),
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, RuntimeError, MemoryError),
)
"""What reading a packed file (zip) raises over single changed bytes: unknown methods and passwords are a
RuntimeError."""
Json = Any
"""What `json.loads` gives."""
Mended = Literal["copy", "lost"]
"""A broken file was put aside: its last good copy stands in its place, or there was none."""
Step = Callable[[dict[str, Json]], dict[str, Json]]
"""From the data of one version to those of the next."""


class StoredError(Exception):
    """A stored file is not ours, damaged, or of a newer program; one sentence, and the file is as it was."""


class NewerError(StoredError):
    """A newer program wrote the file."""


@dataclass(frozen=True, slots=True)
class Format:
    """`what` is the file in a few words, such as `list of accounts`; `advice` what to do about a broken one.

    `steps` lead from the version that is their key to the next one.
    """

    name: str
    version: int
    what: str
    advice: str
    steps: Mapping[int, Step] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if sorted(self.steps) != list(range(FIRST, self.version)):
            raise ValueError(f"{self.name} has no step from one of its versions to the next.")

    @property
    def mark(self) -> str:
        """What a file of this version carries."""
        return f"jantaku-{self.name}/{self.version}"

    def broken(self, path: Path) -> StoredError:
        """The file is something else or damaged."""
        return StoredError(f"{path} is no {self.what}: {self.advice}.")

    def version_of(self, path: Path, mark: object) -> int:
        """The version that a mark names, None for none; StoredError for a newer one or another format."""
        if mark is None:
            return FIRST
        found = _MARK.fullmatch(mark) if isinstance(mark, str) else None
        if found is None or found[1] != self.name:
            raise self.broken(path)
        return self.checked(path, int(found[2]))

    def checked(self, path: Path, version: int) -> int:
        """NewerError for a newer version than this program knows."""
        if version > self.version:
            raise NewerError(
                f"{path} was written by a newer version of Jantaku (format {version}, this program knows "
                f"{self.version}): update the program, nothing was changed."
            )
        return version

    def upgraded(self, data: dict[str, Json], version: int) -> dict[str, Json]:
        """The data as this version has them."""
        for number in range(version, self.version):
            data = self.steps[number](data)
        return data

    def read(self, path: Path) -> dict[str, Json]:
        """The object of a JSON file, brought up to this version, without its mark.

        FileNotFoundError where there is none, StoredError for everything else that is wrong.
        """
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise
        except OSError as error:
            raise StoredError(f"{path} cannot be read ({error.strerror}): {self.advice}.") from error
        except (ValueError, RecursionError) as error:
            raise self.broken(path) from error
        if not isinstance(found, dict):
            raise self.broken(path)
        version = self.version_of(path, found.pop("format", None))
        try:
            return self.upgraded(found, version)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise self.broken(path) from error

    def write(
        self, path: Path, data: Mapping[str, Json], *, private: bool = False, copied: bool = False
    ) -> None:
        """Replaces the JSON file as a whole (`replace_file`); OSError. `copied`: and its copy (`mended`)."""
        text = self.text(data).encode()
        replace_file(path, text, private=private)
        if copied:
            replace_file(copy_of(path), text, private=private)

    def text(self, data: Mapping[str, Json]) -> str:
        """What `write` writes."""
        return json.dumps({"format": self.mark, **data}, indent=1, ensure_ascii=False) + "\n"


def replace_file(path: Path, data: bytes, *, private: bool = False) -> None:
    """A power cut leaves the old file or the new one, whole. OSError, and then the old one stands.

    The owner of the file that is replaced stays; `private`: nobody else may read it.
    """
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        file = os.open(
            fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600 if private else 0o644
        )
        try:
            rest = data
            while rest:
                rest = rest[os.write(file, rest) :]
            os.fsync(file)
        finally:
            os.close(file)
        if path.exists() and os.geteuid() == 0:
            owner = path.stat()
            os.chown(fresh, owner.st_uid, owner.st_gid)
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    sync_name(path)


def put_aside(path: Path, why: Exception) -> None:
    """Gives a broken file that we can do without a name of its own, and says so in the log; OSError."""
    target = _aside(path)
    path.replace(target)
    _LOG.warning("%s It lies in %s now.", why, target)


def cut_aside(path: Path, size: int, why: Exception) -> None:
    """Leaves the first bytes of a file that is damaged behind them; whole, it lies aside. OSError.

    A power cut in between leaves the file as it was.
    """
    data, target = path.read_bytes(), _aside(path)
    replace_file(target, data)
    replace_file(path, data[:size])
    _LOG.warning("%s The whole file lies in %s now.", why, target)


def _aside(path: Path) -> Path:
    names = (f"{path.name}.aside{'' if n == 1 else f'-{n}'}" for n in count(1))
    return next(free for name in names if not (free := path.with_name(name)).exists())


def copy_of(path: Path) -> Path:
    """Where the last good copy of a file lies, of those that have one."""
    return path.with_name(path.name + COPY)


def mended(path: Path, load: Callable[[Path], object], refused: type[Exception]) -> Mended | None:
    """Sees to a file that a process needs before that reads it; None where it is good, or not there.

    Where `load` refuses it, it is put aside and its last good copy takes its place; a good file is copied.
    NewerError: a newer program's is as it was. OSError where a damaged one cannot be put aside.
    """
    if not path.exists():
        return None
    copy = copy_of(path)
    try:
        load(path)
    except refused as error:
        if isinstance(error, NewerError) or isinstance(error.__cause__, NewerError):
            raise
        put_aside(path, error)
    else:
        _copied(path, copy)
        return None
    with contextlib.suppress(refused):
        load(copy)
        _copy(copy, path)
        return "copy"
    return "lost"


def _copied(path: Path, copy: Path) -> None:
    """Sees that the copy of a good file is like it. It is missed only where that file is damaged later: one
    that cannot be read is written anew, and one that cannot be written is reported and holds nothing up."""
    try:
        if copy.is_dir():
            put_aside(copy, StoredError(f"{copy} is a folder, and no copy of a file."))
        if not _alike(path, copy):
            _copy(path, copy)
    except OSError as error:
        _LOG.warning("%s, the copy of a good file, cannot be written (%s).", copy, error.strerror)


def _alike(path: Path, copy: Path) -> bool:
    with contextlib.suppress(OSError):
        return copy.read_bytes() == path.read_bytes()
    return False


def _copy(path: Path, target: Path) -> None:
    """Whose mode stays: who may not read the one may not read the other. OSError."""
    replace_file(target, path.read_bytes(), private=not path.stat().st_mode & 0o077)


def sync_name(path: Path) -> None:
    """A file that was given this name survives a power cut under it; OSError.

    On FAT, which sticks have, the entry of a name has the file's size and place, and is written with the
    file: a backup whose folder alone was synchronised was empty (Linux 6.1, fs/fat/namei_vfat.c)."""
    _sync(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """A new name is safe only when its folder is synchronised, too; OSError."""
    _sync(folder)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
