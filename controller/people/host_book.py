"""What the table remembers for its host: names of players, and who plays the next game by which rules.

Names are personal: the file is for the table's own user alone, and a name that is forgotten is gone from it.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from contract.messages import GameBody, PlayerBody
from runtime.stored import Format, NewerError, StoredError, put_aside

FILE: Final = "host.json"
FORMAT: Final = Format("host", 1, "list of players", "put it aside, and enter the names again")
MOST: Final = 200
"""Names that are kept: more than a club has regular guests."""
_LOG: Final = logging.getLogger(__name__)


class BookError(Exception):
    """The file cannot be written; says why in the words of the disk."""


class Book:
    """Durable: what a method has changed lies on the disk when it returns.

    A damaged file is put aside and one of a newer program left alone; `trouble` says so then.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._names: tuple[str, ...] = ()
        self._plan: GameBody | None = None
        self._usual = ""
        self._kept = True
        self.trouble: str | None = None
        try:
            self._take(FORMAT.read(self._path))
        except FileNotFoundError:
            pass
        except NewerError as error:
            self._kept, self.trouble = False, str(error)
        except StoredError as error:
            self._damaged(error)

    @property
    def names(self) -> tuple[str, ...]:
        """The stored names of players, in alphabetical order."""
        return self._names

    def plan(self, usual: str) -> GameBody | None:
        """Who plays the next game and by which rules, chosen where `usual` were the table's own rules; None
        where nobody has chosen, or those are others now."""
        return self._plan if self._usual == usual else None

    def keep(self, name: str) -> None:
        """BookError."""
        if name not in self._names:
            self._write(tuple(sorted((*self._names, name), key=str.casefold)), self._plan, self._usual)

    def forget(self, name: str) -> None:
        """BookError."""
        if name in self._names:
            self._write(tuple(each for each in self._names if each != name), self._plan, self._usual)

    def choose(self, plan: GameBody | None, usual: str) -> None:
        """Stores the choice of the next game until another choice; None ends it. BookError."""
        if (plan, usual if plan else "") != (self._plan, self._usual):
            self._write(self._names, plan, usual if plan else "")

    def _take(self, found: dict[str, object]) -> None:
        try:
            listed = found["names"]
            if not isinstance(listed, list):
                raise FORMAT.broken(self._path)
            names = tuple(PlayerBody.model_validate({"name": each}).name for each in listed)
            chosen = found["next"]
            plan = None if chosen is None else GameBody.model_validate(chosen)
            self._names, self._plan, self._usual = names[:MOST], plan, str(found["usual"])
        except (KeyError, ValidationError) as error:
            raise FORMAT.broken(self._path) from error

    def _damaged(self, error: StoredError) -> None:
        self.trouble = "The list of players was damaged on the disk and put aside: enter the names again."
        try:
            put_aside(self._path, error)
        except OSError as failed:
            self._kept = False
            _LOG.warning("%s It cannot be put aside (%s).", error, failed)

    def _write(self, names: tuple[str, ...], plan: GameBody | None, usual: str) -> None:
        chosen = None if plan is None else plan.model_dump(mode="json")
        if self._kept:
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                FORMAT.write(self._path, {"names": names, "next": chosen, "usual": usual}, private=True)
            except OSError as error:
                raise BookError(error.strerror or str(error)) from error
        self._names, self._plan, self._usual = names, plan, usual
