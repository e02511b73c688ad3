"""Evidence of the tables for the referees' desk, asked for over the broker when somebody looks.

A table is known to the club only through the broker. What came is kept for a while in memory and nowhere
else: the table has the original.
"""

from __future__ import annotations

import base64
import binascii
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, Final

from club.hub.messages import BadMessageError, why
from club.hub.pending_commands import Sender
from club.sentences import ToldError
from contract.messages import EvidenceMessage, KeptView, Reply

WAIT_S: Final = 5.0
"""For one answer; a table gives it within two turns of its main loop."""
AT_ONCE: Final = 4
"""Files on their way; a table takes in sixteen questions, and reports its game beside them."""
LARGEST: Final = 4 << 20
"""Bytes of a file: a picture has 30 to 300 kB, a clip of nine pictures 250 kB."""
ROOM: Final = 24 << 20
"""Bytes of what is kept in memory."""
JPEG: Final = b"\xff\xd8\xff"
AVI: Final = b"RIFF"


class PictureError(ToldError):
    """A picture cannot be had."""

    @property
    def passing(self) -> bool:
        """Whether it may be had later."""
        return self.code in {"table_away", "table_silent", "pictures_busy"}


@dataclass(frozen=True, slots=True)
class File:
    """A picture of a line of a game's journal, or the clip of it. `opened`: judges may see concealed hands in
    it (K-JUDGE-10)."""

    device: str
    game: str
    line: int
    clip: bool = False
    opened: bool = False


@dataclass(frozen=True, slots=True)
class _Question:
    device: str
    answer: SimpleQueue[EvidenceMessage | Reply] = field(default_factory=SimpleQueue)


def _nowhere(_device: str, _id: str, _name: str, _body: Mapping[str, Any]) -> None:
    """Before a hub is there nothing is sent."""


class Pictures:
    """Thread-safe: pages ask and wait, the hub's thread brings what came. `send` and `there` are set by the
    hub: what it sends a command with, and whether a table is there."""

    def __init__(self, wait_s: float = WAIT_S) -> None:
        self.send: Sender = _nowhere
        self.there: Callable[[str], bool] = lambda _device: False
        self._wait_s = wait_s
        self._lock = threading.Lock()
        self._ways = threading.BoundedSemaphore(AT_ONCE)
        self._asked: dict[str, _Question] = {}
        self._kept: OrderedDict[File, bytes] = OrderedDict()
        self._bytes = 0

    def of_hand(self, device: str, game: str, hand: int) -> list[KeptView]:
        """The lines of a hand of which something is kept; PictureError."""
        return self._ask(device, "evidence.list", {"game": game, "hand": hand}).kept

    def file(self, file: File) -> bytes:
        """JPEG, or AVI of a clip; PictureError."""
        with self._lock:
            if file in self._kept:
                self._kept.move_to_end(file)
                return self._kept[file]
        if not self._ways.acquire(timeout=self._wait_s):
            raise PictureError("pictures_busy")
        try:
            data = self._fetch(file)
        finally:
            self._ways.release()
        self._keep(file, data)
        return data

    # what the hub receives

    def received(self, device: str, message: EvidenceMessage) -> None:
        """BadMessageError for what nobody has asked this table for."""
        with self._lock:
            question = self._asked.get(message.id)
        if question is None or question.device != device:
            raise BadMessageError("unasked", "Nobody has asked this table for that.")
        question.answer.put(message)

    def replied(self, device: str, reply: Reply) -> None:
        """The answer to a command, which may have been another's."""
        with self._lock:
            question = self._asked.get(reply.id)
        if question is not None and question.device == device and not reply.ok:
            question.answer.put(reply)

    def _ask(self, device: str, name: str, body: Mapping[str, Any]) -> EvidenceMessage:
        if not self.there(device):
            raise PictureError("table_away")
        id_, question = f"evidence-{secrets.token_hex(8)}", _Question(device)
        with self._lock:
            self._asked[id_] = question
        try:
            self.send(device, id_, name, body)
            found = question.answer.get(timeout=self._wait_s)
        except Empty:
            raise PictureError("table_silent") from None
        finally:
            with self._lock:
                del self._asked[id_]
        if isinstance(found, Reply):
            raise PictureError("not_lent", why=why(found))
        return found

    def _fetch(self, file: File) -> bytes:
        data = b""
        size: int | None = None
        while size is None or len(data) < size:
            asked = {"game": file.game, "line": file.line, "clip": file.clip, "opened": file.opened}
            reply = self._ask(file.device, "evidence.get", {**asked, "offset": len(data)})
            size, piece = reply.size if size is None else size, _piece(reply)
            if reply.size != size or reply.offset != len(data) or not 0 < len(piece) <= size - len(data):
                raise PictureError("picture_broken")
            if size > LARGEST:
                raise PictureError("picture_large", bytes=size, limit=LARGEST)
            data += piece
        if not data.startswith(AVI if file.clip else JPEG):
            raise PictureError("picture_broken")
        return data

    def _keep(self, file: File, data: bytes) -> None:
        with self._lock:
            self._bytes += len(data) - len(self._kept.pop(file, b""))
            self._kept[file] = data
            while self._bytes > ROOM:
                _, gone = self._kept.popitem(last=False)
                self._bytes -= len(gone)


def _piece(reply: EvidenceMessage) -> bytes:
    try:
        return base64.b64decode(reply.data)
    except binascii.Error:
        raise PictureError("picture_broken") from None
