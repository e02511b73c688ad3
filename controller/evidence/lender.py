"""What the club's hub asks for of the evidence: read in a thread of its own, sent by the main loop.

A table of a club is known there only through the broker, so pictures for its referees go that way, piece by
piece. Only those of games that the club has assigned.
"""

from __future__ import annotations

import base64
import os
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from contract.messages import EvidenceGetBody, EvidenceListBody, EvidenceMessage, KeptView
from contract.stored.codec import Json
from controller.bus.gate import Order
from controller.evidence.store import CLIP, PICTURE, folder_of, kept
from controller.history.hands import course
from controller.sentences.refusals import Refusal
from controller.table.journal import JournalError, Record, read
from controller.table.journal_notes import assigned
from engine.state.events import HandStarted
from runtime.tasks import Part, Pool, Tasks

PIECE: Final = 98_304
"""Bytes of a file in one message: 128 KiB in base64, as much as most pictures have."""
MOST: Final = 16
"""Questions that may wait for the disk."""


class NotLentError(Exception):
    """What is asked for cannot be had; `why_not` says why."""

    def __init__(self, why_not: Refusal) -> None:
        super().__init__(str(why_not))
        self.why_not = why_not


@dataclass(frozen=True, slots=True)
class _Game:
    """A journal of `size` bytes. `begins`: the line with which each hand begins, as hands count after
    corrections; `over` of them are finished."""

    path: Path
    size: int
    records: Sequence[Record]
    begins: Sequence[int]
    over: int

    def hand(self, line: int) -> int:
        """The hand to which a line belongs; -1 before the first."""
        return bisect_right(self.begins, line) - 1


class Lender:
    """`ask`, `ready` and `close` are called from the main loop, and none of them waits for the disk."""

    def __init__(self, games: Path, boot: str, *, bare: bool = False, part: Part | None = None) -> None:
        """`games` is the folder of journals; `bare`: kept pictures show standing hands."""
        self._games = games
        self._boot = boot
        self._bare = bare
        self._pool = Pool(part or Tasks().part("evidence-lent"), 1, expected=(NotLentError,))
        self._asked: deque[tuple[Order, Future[EvidenceMessage]]] = deque()
        self._game: _Game | None = None

    def ask(self, order: Order) -> Refusal | None:
        """Takes an `evidence.list` or `evidence.get` in; a refusal where too many wait."""
        if len(self._asked) >= MOST:
            return Refusal("many_pictures")
        self._asked.append((order, self._pool.submit(self._answer, order)))
        return None

    def ready(self) -> Iterator[tuple[Order, EvidenceMessage | Refusal]]:
        """What has been read since, in the order in which it was asked for; a refusal in place of what
        cannot be had."""
        while self._asked and self._asked[0][1].done():
            order, found = self._asked.popleft()
            try:
                yield order, found.result()
            except NotLentError as error:
                yield order, error.why_not
            except Exception:  # the pool has reported it; whoever asked gets an answer all the same
                yield order, Refusal("evidence_unreadable", detail="an error of the program")

    def close(self) -> None:
        """Ends the lender; safe to call twice. Waiting pictures are dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    # the thread

    def _answer(self, order: Order) -> EvidenceMessage:
        body = order.read()
        assert isinstance(body, EvidenceListBody | EvidenceGetBody)
        try:
            game = self._found(body.game)
            about = {"boot": self._boot, "id": order.id, "game": body.game}
            if isinstance(body, EvidenceListBody):
                return EvidenceMessage(**about, kept=list(_listed(game, body.hand)))
            if self._bare and not body.opened and game.hand(body.line) >= game.over:
                raise NotLentError(Refusal("hands_closed"))
            size, data = _piece(game.path, body)
        except (OSError, JournalError) as error:
            raise NotLentError(Refusal("evidence_unreadable", detail=str(error))) from error
        encoded = base64.b64encode(data).decode()
        return EvidenceMessage(**about, size=size, offset=body.offset, data=encoded)

    def _found(self, name: str) -> _Game:
        """The game as it is now; NotLentError for one that the club has not assigned."""
        path = self._games / f"{name}.jsonl"
        size = path.stat().st_size if path.is_file() else 0
        if self._game is None or (self._game.path, self._game.size) != (path, size):
            records = read(path).records if size else ()
            if assigned(records) is None:
                raise NotLentError(Refusal("game_not_lent"))
            self._game = _game(path, size, records)
        return self._game


def _game(path: Path, size: int, records: Sequence[Record]) -> _Game:
    # The line of an event stands here where `course` keeps its time; what a correction put in has none.
    found = course(path.stem, [replace(record, ts_ms=record.seq) for record in records])
    begins: list[int] = []
    for event in () if found is None else found.log:
        if found is not None and isinstance(event, HandStarted):
            line = found.at_ms(event)
            begins.append(line if line is not None else (begins or [0])[-1])
    return _Game(path, size, records, begins, 0 if found is None else len(found.spans))


def _listed(game: _Game, hand: int) -> Iterator[KeptView]:
    for line, files in kept(game.path).items():
        if game.hand(line) == hand and line < len(game.records):
            record = game.records[line]
            about = _about(record)
            seat = about.get("seat")
            yield KeptView(
                line=line,
                ts_ms=record.ts_ms,
                type=record.kind if record.kind != "event" else str(about["type"]),
                seat=seat if isinstance(seat, int) else None,
                picture=files.picture is not None,
                clip=files.clip is not None,
            )


def _about(record: Record) -> dict[str, Json]:
    """The event of a line, accepted or refused; of another line what it says."""
    event = record.body.get("event") if record.kind == "refused" else None
    return event if isinstance(event, dict) else record.body


def _piece(journal: Path, body: EvidenceGetBody) -> tuple[int, bytes]:
    """The size of the whole file, and a part of it; NotLentError where there is none."""
    path = folder_of(journal) / f"{body.line}{CLIP if body.clip else PICTURE}"
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(body.offset)
            return size, file.read(PIECE)
    except FileNotFoundError:
        raise NotLentError(Refusal("nothing_kept")) from None
