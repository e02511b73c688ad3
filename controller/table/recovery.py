"""The interrupted game after a start, also where its files are damaged: nothing is deleted, and it is said.

A journal goes on from its last whole line before the damage; whole, it lies aside. Where that cannot be it is
put aside, and a new game begins. What was found is a code of an alert with its English sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from controller.table.games import Games
from controller.table.journal import DamagedError, JournalError, NewerJournalError
from runtime.stored import cut_aside, put_aside

Found = dict[str, str]
"""Codes of alerts, with their English sentences."""
CUT: Final = "mended_journal_cut"
ASIDE: Final = "mended_journal_aside"
NEWER: Final = "mended_journal_newer"
SENTENCES: Final = {
    CUT: "The record of this game was damaged on the disk: it goes on from the last whole entry. Compare "
    "hand and scores before you play on.",
    ASIDE: "The record of the interrupted game cannot be used: it was put aside, and a new game begins.",
    NEWER: "A newer version of the program went on with the interrupted game: it was put aside, and a new "
    "game begins.",
}
_OVER: Final = b'"type":"game_ended"'
T = TypeVar("T")


class Recovery:
    """Repairs the newest journal of `games` and adds what was wrong to `found`.

    `keeps` False: a cut game cannot go on, since a virtual table has gone on without it.
    """

    def __init__(self, games: Games, found: Found, *, keeps: bool) -> None:
        self._games = games
        self._found = found
        self._keeps = keeps

    def unfinished(self) -> Path | None:
        """As `Games.unfinished`. JournalError where the disk cannot be read or written.

        A game begins with its first line: a journal without any byte has lost what it had."""
        newest = self._games.newest()
        if newest is not None and _emptied(newest):
            self._say(ASIDE, newest, JournalError(f"The journal {newest} is empty."))
            return None
        return self._whole(self._games.newest, self._games.unfinished)

    def open(self, path: Path, of: Callable[[Path], T]) -> T | None:
        """What `of` makes of the journal; None where no game can go on. JournalError as `unfinished`."""
        return self._whole(lambda: path, lambda: of(path))

    def _whole(self, newest: Callable[[], Path | None], do: Callable[[], T | None]) -> T | None:
        """A journal that is cut has fewer lines each time, so this ends."""
        while True:
            path = newest()
            try:
                return do()
            except NewerJournalError as error:
                self._say(NEWER, path, error)
                return None
            except DamagedError as error:
                if path is None or _over(path, error.size):
                    return None
                if not (self._keeps and error.size):
                    self._say(ASIDE, path, error)
                    return None
                self._say(CUT, path, error, error.size)

    def _say(self, code: str, path: Path | None, why: JournalError, size: int = 0) -> None:
        assert path is not None
        try:
            if code == CUT:
                cut_aside(path, size, why)
            else:
                put_aside(path, why)
        except OSError as error:
            raise JournalError(f"{why} It cannot be put aside ({error.strerror}): mend the disk.") from error
        self._found[code] = SENTENCES[code]


def _emptied(path: Path) -> bool:
    try:
        return not path.read_bytes().strip(b"\0")
    except OSError:
        return False  # who reads it says so


def _over(path: Path, whole: int) -> bool:
    """Whether a game was over that is damaged: nothing goes on then, and its file stays for the history."""
    return any(b'"kind":"event"' in line and _OVER in line for line in path.read_bytes()[whole:].split(b"\n"))
