"""A backup takes the place of a data folder and of the settings beside it: as a whole or not at all, and what
was there is kept aside."""

from __future__ import annotations

import ctypes
import fcntl
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

from controller.appliance import settings
from controller.appliance.backup import (
    OF_COMPUTER,
    BackupError,
    Kept,
    Manifest,
    contents,
    opened,
    room,
    wanted,
)
from controller.appliance.settings import Kind
from controller.appliance.system import first_hub
from runtime.stored import sync_folder, sync_name
from upkeep.trouble import of_disk

_HERE: Final = -100
"""AT_FDCWD of openat(2)."""
_EXCHANGE: Final = 2
"""RENAME_EXCHANGE of renameat2(2)."""


def restore(file: Path, data: Path) -> Path | None:
    """Where what was there lies now; None where there was nothing. BackupError, and then all is as it was.

    Of a backup without accounts only what it may have is replaced.
    """
    with ExitStack() as held:
        packed, manifest = opened(file)
        held.enter_context(packed)
        held.enter_context(alone(data))
        fresh = data.with_name(f".{data.name}.restoring")
        held.callback(shutil.rmtree, fresh, ignore_errors=True)
        try:
            shutil.rmtree(fresh, ignore_errors=True)
            _enough(manifest, data)
            fresh.mkdir(parents=True, mode=0o700)
            if not manifest.whole:
                _rest(data, fresh, manifest)
            beside = [kept for kept in manifest.files if _is_setting(kept)]
            for kept in manifest.files:
                if kept not in beside:
                    _write(fresh / kept.path, contents(packed, kept))
            if (own := data / OF_COMPUTER).is_file():
                _write(fresh / OF_COMPUTER, iter((own.read_bytes(),)))
            give(fresh, data)
            place = settings.beside(data)
            for kept in beside:
                if place is None or _replaces(manifest, place / Path(kept.path).name):
                    _write(fresh / kept.path, contents(packed, kept))
            return take_place(manifest.kind, fresh, data, place)
        except OSError as error:
            raise BackupError(
                f"{error.filename or data} cannot be written ({error.strerror}): nothing was changed.",
                of_disk(error),
            ) from error


@contextmanager
def alone(data: Path) -> Iterator[None]:
    """Nobody else uses the folder meanwhile; BackupError where a table or a hub runs."""
    if not (data / "lock").exists():  # nobody has begun there; one of root's would keep its user out
        yield
        return
    with (data / "lock").open("rb") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise BackupError(
                f"A table or a hub runs with the data in {data}: stop it first, such as with "
                "`sudo systemctl stop jantaku-table`.",
                "busy",
            ) from error
        yield


def _is_setting(kept: Kept) -> bool:
    return PurePosixPath(kept.path).parent.name == settings.FOLDER


def _replaces(manifest: Manifest, path: Path) -> bool:
    """Whether a setting takes the place of what is there; one without passwords only where nobody has set
    anything."""
    if not settings.belongs(manifest.kind, path.name, path.parent):
        return False
    return manifest.whole or not path.exists() or path.read_bytes() == first_hub().encode()


def _enough(manifest: Manifest, data: Path) -> None:
    needed = sum(kept.size for kept in manifest.files)
    if not manifest.whole and data.is_dir():
        needed += sum(path.stat().st_size for path in data.rglob("*") if path.is_file())
    if room(data.parent) < needed:
        raise BackupError(
            f"{needed // 1_000_000 + 1} MB of room are needed beside {data}: nothing was changed.",
            "full",
        )


def _rest(data: Path, fresh: Path, manifest: Manifest) -> None:
    """What such a backup never has stays as it is."""
    for path in sorted(data.rglob("*")) if data.is_dir() else ():
        name = path.relative_to(data)
        replaced = wanted(manifest.kind, PurePosixPath(name.as_posix()), whole=False)
        if path.is_file() and not path.is_symlink() and not replaced:
            (fresh / name).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            shutil.copy2(path, fresh / name)
            sync_name(fresh / name)


def _write(path: Path, blocks: Iterator[bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        for block in blocks:
            file.write(block)
        file.flush()
        os.fsync(file.fileno())


def give(fresh: Path, data: Path) -> None:
    """Gives a folder or a file to the user whose data lie in `data`, and has it on the disk. OSError."""
    for folder in (path for path in (fresh, *fresh.rglob("*")) if path.is_dir()):
        sync_folder(folder)
    if os.geteuid() == 0:
        owner = (data if data.is_dir() else data.parent).stat()
        for path in (fresh, *fresh.rglob("*")):
            os.chown(path, owner.st_uid, owner.st_gid)


def take_place(kind: Kind, fresh: Path, data: Path, place: Path | None) -> Path | None:
    """Puts a folder in the place of another, and the settings in it in theirs (`place`); gives where that one
    lies now, with the settings that were there; None where there was none. OSError, and all is as it was."""
    if place is None or not (fresh / settings.FOLDER).is_dir():
        return _exchange(fresh, data)
    sync_folder(fresh / settings.FOLDER)
    sync_folder(fresh)
    new = not data.is_dir()
    if new:  # so that settings of before lie aside, too
        data.mkdir(mode=0o700)
        give(data, data.parent)
    settings.stow(kind, data, place)
    nothing = new and not any((data / settings.FOLDER).iterdir())
    try:
        aside = _exchange(fresh, data)
    except OSError:
        shutil.rmtree(data / settings.FOLDER, ignore_errors=True)
        raise
    assert aside is not None
    try:
        settings.put(kind, data, place)
    except OSError:
        take_back(kind, aside, data, place)
        raise
    if not nothing:
        return aside
    shutil.rmtree(aside, ignore_errors=True)
    return None


def _exchange(fresh: Path, data: Path) -> Path | None:
    """Without settings.

    A power cut leaves the old folder or the new one there, where the file system can exchange two.
    """
    if not data.is_dir():
        fresh.rename(data)
        sync_folder(data.parent)
        return None
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    aside = next(
        free
        for name in (f"{data.name}.before-{stamp}{'' if n == 0 else f'-{n}'}" for n in range(1000))
        if not (free := data.with_name(name)).exists()
    )
    fresh.rename(aside)
    _swap(aside, data)
    return aside


def take_back(kind: Kind, aside: Path, data: Path, place: Path | None) -> None:
    """What lay aside is in its place again, and what had taken that is deleted. OSError."""
    _swap(aside, data)
    shutil.rmtree(aside, ignore_errors=True)
    if place is not None:
        settings.put(kind, data, place, exact=True)


def asides(data: Path) -> list[Path]:
    """What lies aside of this folder, the oldest first."""
    return sorted(path for path in data.parent.glob(f"{data.name}.before-*") if path.is_dir())


def _swap(one: Path, data: Path) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.renameat2(_HERE, os.fsencode(one), _HERE, os.fsencode(data), _EXCHANGE) != 0:
        between = one.with_name(f".{one.name}")
        data.rename(between)
        one.rename(data)
        between.rename(one)
    sync_folder(data.parent)
