"""Where the Unix sockets of a table's own broker lie: in a folder that its user alone can enter.

The kernel takes paths of 107 bytes at most (unix(7)), mosquitto none with blanks, and some file systems hold
no sockets at all: then a private folder of this computer is used.
"""

from __future__ import annotations

import hashlib
import os
import re
import socket
import stat
from pathlib import Path
from typing import Final

from controller.broker.errors import BrokerError

TEMPORARY: Final = Path("/tmp")
HOUSE: Final = "house"
"""Programs of the same user, and the service itself: whoever reaches it commands."""
SCREENS: Final = "screens"
"""What the web server hands on from browsers: accounts only."""


def socket_folder(folder: Path) -> Path:
    """Where the sockets of the broker of `folder` lie, the same each time. BrokerError: nowhere."""
    private = folder.resolve()
    private.mkdir(mode=0o700, parents=True, exist_ok=True)
    private.chmod(0o700)
    if _takes_sockets(private):
        return private
    mark = hashlib.sha256(os.fsencode(private)).hexdigest()[:12]
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    for base in (*([Path(runtime)] if Path(runtime).is_absolute() else []), TEMPORARY):
        made = base / f"jantaku-{os.geteuid()}-{mark}"
        if _own(made) and _takes_sockets(made):
            return made
    raise BrokerError(
        f"The broker's sockets find no place: the path {private} is too long, has blanks or takes none, and "
        "neither XDG_RUNTIME_DIR nor /tmp has a private folder for them. Give a short path with --data."
    )


def _own(folder: Path) -> bool:
    """Whether it is there, ours, and closed to everybody else; it is made where nothing is."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o077


def _takes_sockets(folder: Path) -> bool:
    if re.search(r"\s", str(folder)):  # mosquitto takes the rest of such a path for something else
        return False
    probe = folder / ".socket"  # as long as the longest name
    try:
        probe.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(str(probe))
        probe.unlink()
    except OSError:
        return False
    return True
