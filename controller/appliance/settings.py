"""What a table or a hub needs of /etc/jantaku beside its data: part of a backup, and put back with the data.

Data change places in one step of the file system, and these files lie elsewhere. So they travel in a folder
of the data: what stands there, and is root's, is still to be put in its place, by who has put the data there
or, after a power cut, before table and hub begin (jantaku-settings.service). Keys of those whose releases are
installed, units and mosquitto's own files are never part of it: they would give rights.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Final, Literal

from controller.appliance.description import HUB_FILE
from runtime.stored import replace_file, sync_folder, sync_name
from upkeep.computer import SETTINGS, STATE

Kind = Literal["table", "hub"]
FOLDER: Final = "settings"
CLUB: Final = HUB_FILE.name
"""The configuration of a hub; that of a table lies in its data."""
BROKER: Final = ("accounts.json", "ca.key", "ca.pem", "club.json", "server.key", "server.pem")
"""Of a club's broker; all else of it follows from these (`jantaku mqtt setup`)."""
_PUBLIC: Final = ("ca.pem", "server.pem")
_FORM: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,100}\.(cer|crt|json|key|pem|toml)")


def beside(data: Path) -> Path | None:
    """Where they lie; None for data of a table or a hub that is no appliance's."""
    return SETTINGS if data.is_relative_to(STATE) else None


def known(kind: Kind, name: str, *, whole: bool) -> bool:
    """Whether a file of this name may be part of a backup; of one without passwords the club's alone."""
    if not whole:
        return kind == "hub" and name == CLUB
    return _FORM.fullmatch(name) is not None and (kind == "hub" or name != CLUB)


def belongs(kind: Kind, name: str, place: Path) -> bool:
    """Whether it is this one's: where a hub is here, too, the club's broker is the hub's."""
    of_hub = name in BROKER and (place / CLUB).exists()
    return known(kind, name, whole=True) and (kind == "hub" or not of_hub)


def listed(kind: Kind, place: Path | None) -> list[Path]:
    """Those that are there."""
    if place is None or not place.is_dir():
        return []
    return sorted(path for path in place.iterdir() if path.is_file() and belongs(kind, path.name, place))


def stow(kind: Kind, data: Path, place: Path) -> None:
    """Copies what is there into the data, which lie aside afterwards, whole or not at all. OSError."""
    fresh = data.with_name(f".{data.name}.{FOLDER}")
    try:
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700)
        for path in listed(kind, place):
            replace_file(fresh / path.name, path.read_bytes(), private=True)
        shutil.rmtree(data / FOLDER, ignore_errors=True)
        fresh.rename(data / FOLDER)
        sync_folder(data)
    except OSError:
        shutil.rmtree(fresh, ignore_errors=True)
        raise


def put(kind: Kind, data: Path, place: Path, *, exact: bool = False) -> None:
    """Puts what travels in the data in its place; nothing where nothing does. `exact`: what is not among it
    is taken away. OSError: done again, it goes on."""
    folder = data / FOLDER
    if not folder.is_dir() or folder.is_symlink() or folder.stat().st_uid != os.geteuid():
        return
    found = [path for path in sorted(folder.iterdir()) if path.is_file() and not path.is_symlink()]
    place.mkdir(exist_ok=True)
    if exact:
        names = {path.name for path in found}
        for path in listed(kind, place):
            if path.name not in names:
                path.unlink()
    for path in found:
        if belongs(kind, path.name, place):
            _replace(place / path.name, path.read_bytes(), data)
    shutil.rmtree(folder)


def _replace(path: Path, text: bytes, data: Path) -> None:
    """Certificates and keys that are there stay their readers'. What has passwords is that of who reads the
    data; of a broker nobody but root reads a new one, who gives it on."""
    fresh = path.with_name(f".{path.name}.restored")
    replace_file(fresh, text, private=True)
    before = path.stat() if path.exists() and path.suffix != ".toml" else None
    owner = before or (path.parent if path.name in BROKER else data).stat()
    if os.geteuid() == 0:
        os.chown(fresh, owner.st_uid, owner.st_gid)
    fresh.chmod(before.st_mode & 0o777 if before is not None else 0o644 if path.name in _PUBLIC else 0o600)
    fresh.replace(path)
    sync_name(path)
