"""The messages of a table, recorded and replayed: for authors of displays who have no table.

A session is JSON lines, packed with gzip where its name ends in `.gz`: first `{"session": 1, "root": ...}`,
then a line for each message with `t` (seconds since the first), `topic` (below the root), `retain` and
`payload` (null for an empty one, which clears a retained topic).
"""

from __future__ import annotations

import gzip
import json
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from runtime.stored import Format, NewerError

VERSION: Final = 1
FORMAT: Final = Format("session", VERSION, "session", "record another with `jantaku mqtt record`")
PASSING: Final = ("event", "tick")
"""Not retained. A broker calls retained only what it had kept, not what comes while one listens."""
UNRECORDED: Final = ("cmd", "cleared/", "reply/", "presence/", "delayed/")
"""Topics to the table or to one device, and topics that repeat others."""


class SessionError(Exception):
    """A session cannot be read or written; one sentence that says where and why."""


@dataclass(frozen=True, slots=True)
class SessionMessage:
    """`payload` is what the JSON says; None clears a retained topic."""

    t: float
    topic: str
    retain: bool
    payload: Any

    @property
    def data(self) -> bytes:
        return b"" if self.payload is None else json.dumps(self.payload, ensure_ascii=False).encode()


@contextmanager
def _opened(path: Path, mode: str) -> Iterator[IO[str]]:
    try:
        with (gzip.open if path.suffix == ".gz" else open)(path, mode, encoding="utf-8") as file:
            yield file  # type: ignore[misc]
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no session"
        raise SessionError(f"{path} cannot be used ({reason}).") from error


def read(path: Path) -> list[SessionMessage]:
    """All recorded messages in order. SessionError names the line that is wrong."""
    out: list[SessionMessage] = []
    with _opened(path, "rt") as file:
        for number, line in enumerate(file, 1):
            try:
                found = json.loads(line)
                if number == 1:
                    FORMAT.checked(path, int(found["session"]))
                    if found["session"] != VERSION:
                        raise ValueError("another version")
                else:
                    payload = found["payload"]
                    out.append(
                        SessionMessage(float(found["t"]), str(found["topic"]), bool(found["retain"]), payload)
                    )
            except NewerError as error:
                raise SessionError(str(error)) from error
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                raise SessionError(
                    f"{path}, line {number}: this is no session of `jantaku mqtt record`."
                ) from error
    return out


class Recorder:
    """Writes a session from `received`, which may be called in another thread."""

    def __init__(self, file: IO[str], root: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = file
        self._root = root
        self._clock = clock
        self._began: float | None = None
        self.count = 0
        file.write(json.dumps({"session": VERSION, "root": root}) + "\n")

    def received(self, topic: str, payload: bytes, retain: bool) -> None:
        """A message; what is no JSON, and what is not recorded, is left out."""
        name = topic.removeprefix(f"{self._root}/")
        if name == topic or name.startswith(UNRECORDED):
            return
        try:
            body = json.loads(payload) if payload else None
        except ValueError:
            return
        now = self._clock()
        self._began = now if self._began is None else self._began
        kept = retain or name not in PASSING
        line = {"t": round(now - self._began, 3), "topic": name, "retain": kept, "payload": body}
        self._file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
        self.count += 1


@contextmanager
def recorder(path: Path, root: str) -> Iterator[Recorder]:
    """SessionError when the file cannot be written."""
    with _opened(path, "wt") as file:
        yield Recorder(file, root)


def play(
    session: Iterable[SessionMessage],
    send: Callable[[SessionMessage], None],
    speed: float,
    wait: Callable[[float], None],
) -> None:
    """Passes each message to `send` at its recorded time, `speed` times as fast; with 0 all at once.

    The pauses between messages are those of the recording: time that a slow `send` takes is not caught up.
    """
    before = 0.0
    for message in session:
        if speed and message.t > before:
            wait((message.t - before) / speed)
        before = max(before, message.t)
        send(message)


def again(session: Iterable[SessionMessage], boot: str) -> list[SessionMessage]:
    """The same as another run of the service: screens ignore revisions that go back within one run."""
    out = []
    for message in session:
        payload = message.payload
        if isinstance(payload, dict) and "boot" in payload:
            payload = {**payload, "boot": boot}
        out.append(SessionMessage(message.t, message.topic, message.retain, payload))
    return out
