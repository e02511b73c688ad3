"""The configuration file on the disk: replaced as a whole, with its last versions beside it."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from runtime.stored import replace_file

MOST: Final = 10
"""Earlier versions that are kept."""


@dataclass(frozen=True, slots=True)
class Version:
    """An earlier content of the file: the highest number is the newest. `at_ms`: until when it held, in
    milliseconds since 1970."""

    number: int
    at_ms: int
    path: Path


@dataclass(frozen=True, slots=True)
class Kept:
    """One configuration file; it need not be there yet."""

    path: Path

    def read(self) -> str | None:
        """The text, as it lies there; None where there is no file. OSError, UnicodeDecodeError."""
        try:
            return self.path.read_bytes().decode("utf-8")
        except FileNotFoundError:
            return None

    def revision(self) -> str:
        """Changes with the content; empty where there is none. OSError."""
        try:
            return hashlib.sha256(self.path.read_bytes()).hexdigest()[:16]
        except FileNotFoundError:
            return ""

    def versions(self) -> list[Version]:
        """The newest first; OSError."""
        named = re.compile(rf"{re.escape(self.path.name)}\.~([1-9][0-9]{{0,8}})~")
        if not self.path.parent.is_dir():
            return []
        found = ((named.fullmatch(each.name), each) for each in self.path.parent.iterdir())
        kept = [Version(int(n[1]), int(p.stat().st_mtime * 1000), p) for n, p in found if n is not None]
        return sorted(kept, key=lambda version: -version.number)

    def write(self, text: str) -> None:
        """Replaces the file; what was there is the newest version then, and the eldest beyond `MOST` go.

        After a power cut the old file lies there or the new one. Only its owner reads it, since passwords may
        stand in it, unless others read the old one. OSError: the file is as it was.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        private = not self.path.exists() or not self.path.stat().st_mode & 0o077
        before = self.versions()
        if self.path.exists():
            number = before[0].number + 1 if before else 1
            copy = self.path.with_name(f"{self.path.name}.~{number}~")
            replace_file(copy, self.path.read_bytes(), private=private)
        replace_file(self.path, text.encode(), private=private)
        for old in self.versions()[MOST:]:
            old.path.unlink(missing_ok=True)
