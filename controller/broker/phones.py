"""Telephones get the account of a seat by a code that the table shows: read it, press once, and play.

A code is valid while the table shows it, for `CODE_S` at most, and for one telephone. The second one is
rejected, and in place of the code the table shows that a telephone is there: a photographed code takes no
seat over unseen. The account is valid until somebody sends the telephone away or the host ends the evening.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol

from contract.roles import Role
from controller.broker.accounts import Account

CODE_S: Final = 300.0
"""A code holds so long; a table that still shows codes shows another one then."""
SHOWN_S: Final = 20.0
"""A table that shows codes asks for them again more often than that; codes that nobody shows are over."""
LABEL: Final = "phone-"
"""How the labels of such accounts begin."""
EACH: Final = 4
"""Telephones at one seat; the oldest goes when there are more."""
SEATS: Final = range(4)


class Book(Protocol):
    """The accounts of telephones, oldest first. `pair` and `send_away` raise AccountError."""

    def known(self) -> Sequence[Account]: ...
    def pair(self, seat: int) -> tuple[Account, str]: ...
    def send_away(self, names: Sequence[str]) -> None: ...


def is_phone(account: Account) -> bool:
    """Whether a code has made it."""
    return account.role is Role.SEAT and account.name.partition("-")[2].startswith(LABEL)


@dataclass(frozen=True, slots=True)
class Code:
    """`taken`: a telephone has used it; it is stored so that the second one is refused with the reason."""

    text: str
    seat: int
    until: float
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Here:
    """What a seat's place on the table shows: a code, or None where telephones are."""

    seat: int
    code: Code | None
    phones: tuple[str, ...]


class Phones:
    """May be used by several threads; `clock` gives seconds that never go back."""

    def __init__(self, book: Book, clock: Callable[[], float] = time.monotonic) -> None:
        self._book = book
        self._clock = clock
        self._lock = threading.Lock()
        self._codes: list[Code] = []
        self._another: set[int] = set()
        self._shown_until = 0.0

    def show(self) -> list[Here]:
        """The table shows codes: what is to be seen at each seat."""
        with self._lock:
            self._forget()
            self._shown_until = self._clock() + SHOWN_S
            phones = {seat: self._of(seat) for seat in SEATS}
            return [Here(seat, self._code(seat, phones[seat]), phones[seat]) for seat in SEATS]

    def another(self, seat: int) -> None:
        """A seat that has a telephone wants one more."""
        with self._lock:
            self._another.add(seat)

    def close(self) -> None:
        """The table shows no codes any more: they open nothing."""
        with self._lock:
            self._shown_until = 0.0
            self._forget()

    def away(self, device: str | None = None) -> None:
        """Takes the account of one telephone, or of all, and every code. AccountError."""
        with self._lock:
            gone = [each.name for each in self._book.known() if device in (None, each.name)]
            if gone:
                self._book.send_away(gone)
            if device is None:
                self._codes, self._another = [], set()

    def look(self, text: str) -> Code | None:
        """The code that somebody has read, where it holds or was taken by another; None: it is over."""
        with self._lock:
            self._forget()
            return self._found(text)

    def claim(self, text: str, before: str | None = None) -> tuple[Account, str] | Literal["over", "taken"]:
        """The account of the code's seat with its secret; `before` is the account that this telephone has
        proved to have, which it gives back. AccountError, and the code holds on."""
        with self._lock:
            self._forget()
            code = self._found(text)
            if code is None or code.taken:
                return "over" if code is None else "taken"
            given = self._book.pair(code.seat)
            self._codes = [replace(each, taken=True) if each == code else each for each in self._codes]
            self._another.discard(code.seat)
            mine = [each.name for each in self._book.known() if each.name == before]
            at_seat = [name for name in self._of(code.seat) if name != given[0].name and name not in mine]
            gone = mine + at_seat[: max(0, len(at_seat) + 1 - EACH)]
            if gone:
                self._book.send_away(gone)
            return given

    def _of(self, seat: int) -> tuple[str, ...]:
        return tuple(each.name for each in self._book.known() if each.seat == seat)

    def _code(self, seat: int, phones: Sequence[str]) -> Code | None:
        """The code of a seat that has no telephone, or wants one more."""
        if phones and seat not in self._another:
            return None
        found = next((each for each in self._codes if each.seat == seat and not each.taken), None)
        if found is None:
            found = Code(secrets.token_urlsafe(12), seat, self._clock() + CODE_S)
            self._codes.append(found)
        return found

    def _found(self, text: str) -> Code | None:
        given = text.encode()
        return next((each for each in self._codes if secrets.compare_digest(each.text.encode(), given)), None)

    def _forget(self) -> None:
        now = self._clock()
        shown = now < self._shown_until
        self._codes = [each for each in self._codes if each.until > now and (shown or each.taken)]
        self._another = self._another if shown else set()
