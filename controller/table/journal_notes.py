"""What is written beside the game: it waits while the disk is full, and words outlive a restart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from contract.messages import AssignBody
from contract.messages.seat_panel import Button
from contract.stored.codec import Json
from controller.panel.panel import DECLARATIONS, PanelSignal
from controller.table.journal import Record
from controller.table.writer import WORD, Table

ASSIGNED: Final = "assigned"
"""For whom a game is played (`controller.club_link.assignment`)."""
QUESTION: Final = "question"
ANSWER: Final = "answer"
KEPT: Final = 200
"""Notes that wait for the disk at most; the oldest are dropped, never an event."""


class Notes:
    """Notes in their order; each is written once."""

    def __init__(self) -> None:
        self._waiting: list[tuple[str, dict[str, Json]]] = []

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, kind: str, body: dict[str, Json]) -> None:
        self._waiting = [*self._waiting, (kind, body)][-KEPT:]

    def word(self, signal: PanelSignal) -> None:
        """A declaration counts only some moments later: a restart in between must not lose it."""
        if signal.button in DECLARATIONS:
            self.put(WORD, {"seat": signal.seat, "button": signal.button.value, "t": round(signal.t, 3)})

    def write(self, table: Table) -> None:
        """Writes what waits; JournalError leaves the rest waiting."""
        while self._waiting:
            table.note(*self._waiting[0])
            self._waiting.pop(0)


def open_words(records: Sequence[Record]) -> list[tuple[int, Button]]:
    """Words of the hand in play that had not been given up when the journal ends.

    Those that the state shows already are among them: inference drops them itself.
    """
    words: list[tuple[int, Button]] = []
    for record in records:
        if record.kind == "event" and record.body.get("type") in ("hand_started", "hand_ended"):
            words = []
        elif record.kind == WORD:
            words.append((int(str(record.body["seat"])), Button(str(record.body["button"]))))
        elif record.kind == QUESTION and str(record.body["id"]).startswith("word."):
            _, seat, button, *_ = str(record.body["id"]).split(".")
            words = [w for w in words if w != (int(seat), Button(button))]
    return list(dict.fromkeys(words))


def assigned(records: Iterable[Record]) -> AssignBody | None:
    """The club's assignment of the game; None where it has not assigned it."""
    found = [record.body for record in records if record.kind == ASSIGNED]
    return AssignBody.model_validate(found[-1]) if found and found[-1] else None
