"""A release in one file: the wheels of the program and of all that it needs, for one kind of computer.

A zip file `jantaku-VERSION-cp311-aarch64.zip` with its signature `....zip.minisig` beside it. The signature
is minisign's (https://jedisct1.github.io/minisign/), checked by Debian's package of that name; nothing of the
file is opened before.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import stat
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from runtime.programs import Call, call
from runtime.stored import DAMAGED
from upkeep.computer import TRUSTED
from upkeep.trouble import TroubleError, of_disk

FORMAT: Final = "jantaku-release/1"
ABOUT: Final = "release.json"
SIGNED: Final = ".minisig"
LARGEST: Final = 1_000_000_000
"""Bytes of all wheels: more is no release, whoever has signed it."""
VERSION: Final = re.compile(r"[0-9][0-9A-Za-z.+]{0,40}")
OWN_KEYS: Final = Path(__file__).parent / "keys"
"""Public keys that came with the version that runs."""
_WHEEL: Final = re.compile(r"wheels/[0-9A-Za-z._+-]+\.whl")


class UpdateError(TroubleError):
    """One sentence: what is wrong and what to do. The version that ran still runs."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The kind of a computer: the Python of its system, such as cp311, and its processor, such as aarch64."""

    python: str
    machine: str

    def __str__(self) -> str:
        return f"{self.python}-{self.machine}"


HERE: Final = Kind(f"cp{sys.version_info.major}{sys.version_info.minor}", platform.machine())


@dataclass(frozen=True, slots=True)
class Release:
    """A checked one, unpacked into `wheels`."""

    version: str
    wheels: tuple[Path, ...]


def name_of(version: str, kind: Kind = HERE) -> str:
    """What the file of a release is called."""
    return f"jantaku-{version}-{kind}.zip"


def order(version: str) -> tuple[tuple[int, str], ...]:
    """A key for comparing versions: 0.10.0 is after 0.9.2."""
    parts = version.replace("+", ".").split(".")
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in parts)


def newest(folder: Path, kind: Kind = HERE) -> tuple[str, Path] | None:
    """The latest version of which a release for this kind of computer lies in a folder, by its name, and its
    file. OSError."""
    before, after = name_of("*", kind).split("*")
    named = (
        (file.name.removeprefix(before).removesuffix(after), file) for file in folder.glob(name_of("*", kind))
    )
    return max(
        (one for one in named if VERSION.fullmatch(one[0])), key=lambda one: order(one[0]), default=None
    )


def later(folder: Path, now: str | None, kind: Kind = HERE) -> tuple[str, Path] | None:
    """The same, where it is later than the version `now`. OSError."""
    found = newest(folder, kind)
    return found if found is not None and now is not None and order(found[0]) > order(now) else None


def trusted(folder: Path = TRUSTED, own: Path = OWN_KEYS) -> list[Path]:
    """The public keys of those whose releases are installed here. One that somebody but root (or who asks)
    may change or exchange counts for nothing."""
    return [*filter(_safe, sorted(folder.glob("*.pub"))), *sorted(own.glob("*.pub"))]


def _safe(key: Path) -> bool:
    """Whether nobody else can write it, nor a folder in which it lies."""
    whole = key.resolve()
    try:
        found = [each.stat() for each in (whole, *whole.parents)]
    except OSError:
        return False
    return all(
        each.st_uid in {0, os.geteuid()} and (not each.st_mode & 0o022 or bool(each.st_mode & stat.S_ISVTX))
        for each in found
    )


def unpacked(file: Path, folder: Path, keys: Sequence[Path], run: Call = call, kind: Kind = HERE) -> Release:
    """Copies a release into an empty `folder`, checks the copy and unpacks it there. UpdateError.

    `keys` are minisign's public keys of those who are trusted.
    """
    copy = folder / "release.zip"
    signature = file.with_name(file.name + SIGNED)
    if not keys:
        raise UpdateError(
            "Nobody's releases are trusted here: `jantaku update --trust KEY.pub` takes the minisign public "
            "key of who makes yours.",
            "no_key",
        )
    try:
        shutil.copyfile(file, copy)
    except OSError as error:
        raise UpdateError(
            f"{file} cannot be read ({error.strerror}): choose the file of a release.",
            of_disk(error),
        ) from error
    try:
        shutil.copyfile(signature, copy.with_name(copy.name + SIGNED))
    except OSError as error:
        raise UpdateError(
            f"{file} has no signature beside it: copy {signature.name} there, too.", "unsigned"
        ) from error
    signed(file, copy, keys, run)
    try:
        with zipfile.ZipFile(copy) as packed:
            return opened(packed, folder, kind)
    except DAMAGED as error:
        raise UpdateError(
            f"{file} is no release of Jantaku, though it is signed: {error}.", "no_release"
        ) from error


def signed(file: Path, copy: Path, keys: Sequence[Path], run: Call) -> None:
    """UpdateError unless somebody who is trusted has signed the copy of a file."""
    for key in keys:
        done = run(("minisign", "-V", "-q", "-m", str(copy), "-p", str(key)))
        if done == 127:
            raise UpdateError(
                "Signatures cannot be checked: sudo apt install minisign, then update again.", "no_minisign"
            )
        if done == 0:
            return
    raise UpdateError(
        f"{file} was changed, or is signed by nobody who is trusted here: get it again "
        "from where you got it.",
        "stranger",
    )


def opened(packed: zipfile.ZipFile, folder: Path, kind: Kind) -> Release:
    """Unpacks a release that is trusted. UpdateError: it is for others. ValueError, KeyError: it is none."""
    about = json.loads(packed.read(ABOUT))
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise ValueError(f"{ABOUT} does not say {FORMAT}")
    version = about.get("version")
    if not isinstance(version, str) or not VERSION.fullmatch(version):
        raise ValueError(f"{ABOUT} has no version")
    made = Kind(str(about.get("python")), str(about.get("machine")))
    if made != kind:
        raise UpdateError(
            f"This release is for {made} and this computer is {kind}: get {name_of(version, kind)}.",
            "other_kind",
        )
    members = [member for member in packed.infolist() if member.filename != ABOUT]
    strange = [member.filename for member in members if not _WHEEL.fullmatch(member.filename)]
    if strange or not members:
        raise ValueError(f"{strange[0] if strange else 'no wheel'} in it")
    if sum(member.file_size for member in members) > LARGEST:
        raise ValueError("it unpacks to more than a gigabyte")
    return Release(version, tuple(Path(packed.extract(member, folder)) for member in members))
