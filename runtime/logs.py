"""The log of a process: one place for its levels, its form and its secrets, and errors that nobody caught.

Lines go to stderr. Where that is the journal of systemd, each carries its priority (`<3>` for errors, see
sd-daemon(3)); elsewhere time and level. Secrets are struck out of every line, tracebacks included.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import TracebackType
from typing import Final, Literal, TextIO

from runtime.tasks import Tasks

Level = Literal["debug", "info", "warning", "error"]
LEVELS: Final[tuple[Level, ...]] = ("debug", "info", "warning", "error")
STRUCK: Final = "***"
_LOG = logging.getLogger(__name__)
_PRIORITIES: Final = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
_NAMED: Final = r"password|passwd|secret|token|ticket|pin|key|link|here|csrf|authorization|cookie"
_PATTERNS: Final = (
    (re.compile(r"(://[^\s:/@]*:)[^\s@/]+@"), rf"\g<1>{STRUCK}@"),
    (re.compile(r"\b(basic|bearer)\s+[\w+/=._-]{6,}", re.IGNORECASE), rf"\g<1> {STRUCK}"),
    (
        re.compile(
            rf"(\b|_)({_NAMED})(['\"]?\s*[=:]\s*['\"]?)(?!(?:basic|bearer)\b)[^\s'\"&,;)}}\]]+", re.IGNORECASE
        ),
        rf"\g<1>\g<2>\g<3>{STRUCK}",
    ),
)
_SHORTEST: Final = 4
"""A secret of fewer letters would strike out half of every line."""


class Lines(logging.Formatter):
    """`journal`: with priorities for the journal instead of time and level."""

    def __init__(self, *, journal: bool) -> None:
        super().__init__(
            "%(name)s: %(message)s" if journal else "%(asctime)s %(levelname)s %(name)s: %(message)s"
        )
        self._journal = journal
        self._hidden: set[str] = set()

    def hide(self, *secrets: str) -> None:
        """These are struck out, too, wherever they stand."""
        self._hidden |= {secret for secret in secrets if len(secret) >= _SHORTEST}

    def format(self, record: logging.LogRecord) -> str:
        text = struck(super().format(record))
        for secret in sorted(self._hidden, key=len, reverse=True):
            text = text.replace(secret, STRUCK)
        if not self._journal:
            return text
        # Each line of a traceback is an entry of its own there.
        priority = next((p for level, p in _PRIORITIES if record.levelno >= level), 7)
        return "\n".join(f"<{priority}>{line}" for line in text.splitlines())


def struck(text: str) -> str:
    """Without the secrets that are known by their form."""
    for pattern, instead in _PATTERNS:
        text = pattern.sub(instead, text)
    return text


def to_journal(stream: TextIO) -> bool:
    """Whether a stream ends in the journal (JOURNAL_STREAM of systemd.exec(5))."""
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"


@contextmanager
def log(level: str, tasks: Tasks, *secrets: str) -> Iterator[None]:
    """The log of this process meanwhile, with the errors that nobody catches; those of threads that are
    nobody's become the part `other` of `tasks`. `secrets` never stand in it."""
    lines = Lines(journal=to_journal(sys.stderr))
    lines.hide(*secrets)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(lines)
    root = logging.getLogger()
    before = root.handlers[:], root.level, threading.excepthook, sys.unraisablehook
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    sys.excepthook = partial(_uncaught, handler)  # it is called when all else has ended
    threading.excepthook = lambda lost: _of_thread(lost, tasks)
    sys.unraisablehook = _unraisable
    try:
        yield
    finally:
        root.handlers[:], level_before, threading.excepthook, sys.unraisablehook = before
        root.setLevel(level_before)


def _uncaught(
    handler: logging.Handler, kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    lost = (kind, error, trace)
    handler.handle(
        _LOG.makeRecord(__name__, logging.CRITICAL, "", 0, "The program ended by an error.", (), lost)
    )


def _of_thread(lost: threading.ExceptHookArgs, tasks: Tasks) -> None:
    if lost.exc_value is not None and not isinstance(lost.exc_value, SystemExit):
        tasks.other().slipped(lost.exc_value)


def _unraisable(lost: sys.UnraisableHookArgs) -> None:
    if lost.exc_value is not None:
        _LOG.error("An error in %r had nowhere to go.", lost.object, exc_info=lost.exc_value)
