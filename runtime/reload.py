"""A running mosquitto reads its accounts again, for certain.

A SIGHUP that meets it while it is reading them is lost with what was written for it (seen with mosquitto
2.0.11). So inotify(7) says whether it has read the new files, and else it is sent again.
"""

from __future__ import annotations

import ctypes
import logging
import os
import re
import select
import signal
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

_LOG = logging.getLogger(__name__)
AGAIN_S: Final = 0.3
"""Between two signals; a broker that is idle reads within a tenth of a second."""
PATIENCE_S: Final = 10.0
IN_CLOSE_NOWRITE: Final = 0x10
_EVENT: Final = struct.Struct("iIII")
_OPTION: Final = re.compile(r"^(password_file|acl_file|include_dir)\s+(.+?)\s*$", re.MULTILINE)


class Readers:
    """Watches for others who read these files to their end. OSError where that cannot be watched."""

    def __init__(self, files: list[Path]) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        self._fd = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._fd < 0:
            raise OSError(ctypes.get_errno(), "inotify")
        self._left: set[int] = set()
        for file in files:
            watch = libc.inotify_add_watch(self._fd, os.fsencode(file), IN_CLOSE_NOWRITE)
            if watch < 0:
                error = ctypes.get_errno()
                os.close(self._fd)
                raise OSError(error, os.strerror(error), str(file))
            self._left.add(watch)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._fd)

    def came(self, seconds: float) -> bool:
        """Whether all of the files were read, now or within this time."""
        end = time.monotonic() + seconds
        while self._left and select.select([self._fd], [], [], max(0.0, end - time.monotonic()))[0]:
            events = os.read(self._fd, 65_536)
            while events:
                watch, _, _, size = _EVENT.unpack_from(events)
                self._left.discard(watch)
                events = events[_EVENT.size + size :]
        return not self._left


def changed(pid_file: Path) -> bool:
    """Makes the broker of a `pid_file` read its accounts again, and returns when it has; False when none
    runs, or it is not ours."""
    try:
        pid = int(pid_file.read_text("ascii"))
        if Path(f"/proc/{pid}/comm").read_text("ascii").strip() != "mosquitto":
            return False
        _signalled(pid, [*_files_of(pid)])
    except (OSError, ValueError):
        return False
    return True


def _signalled(pid: int, files: list[Path]) -> None:
    """OSError where there is no such process, or it is another user's."""
    try:
        readers = Readers(files)
    except OSError as error:
        _LOG.info("It is not known whether the broker has read its accounts: %s", error)
        os.kill(pid, signal.SIGHUP)
        return
    end = time.monotonic() + PATIENCE_S
    with readers:
        os.kill(pid, signal.SIGHUP)
        while not readers.came(AGAIN_S):
            if time.monotonic() > end:
                _LOG.warning("The broker has not read its accounts for %g s.", PATIENCE_S)
                return
            os.kill(pid, signal.SIGHUP)


def _files_of(pid: int) -> Iterator[Path]:
    """The files of accounts and rights that the process has been configured with."""
    words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    if b"-c" in words[:-1]:
        folder = Path(f"/proc/{pid}/cwd").resolve()
        yield from _named_in(folder / os.fsdecode(words[words.index(b"-c") + 1]), folder)


def _named_in(config: Path, folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        for option, value in _OPTION.findall(config.read_text("utf-8", "replace")):
            if option == "include_dir":
                for part in sorted((folder / value).glob("*.conf")):
                    yield from _named_in(part, folder)
            elif (folder / value).exists():
                yield folder / value
