"""The displays that are connected, by their presence messages."""

from __future__ import annotations

from typing import Final

from pydantic import ValidationError

from contract.messages import Presence

MOST: Final = 1000
"""Displays that are counted."""


class Screens:
    """The connected displays by device name."""

    def __init__(self) -> None:
        self._there: set[str] = set()

    def __len__(self) -> int:
        return len(self._there)

    def receive(self, device: str, payload: bytes) -> None:
        """Takes in the presence message of a device; an empty payload is its last will."""
        try:
            there = bool(payload) and bool(Presence.model_validate_json(payload).screen)
        except ValidationError:
            there = False
        if not there:
            self._there.discard(device)
        elif len(self._there) < MOST:
            self._there.add(device)

    def forget(self) -> None:
        """A broker starts again, and reports all that are there."""
        self._there.clear()
