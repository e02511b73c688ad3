"""Signing in: by password, by a signed link, by card, and by PIN at a table; and the sessions that follow."""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from club.access import links
from club.access.accounts import Accounts
from club.access.hashing import card_hash, fits, hashed, outdated
from club.access.roles import Identity
from club.access.tables import ACCOUNTS, SESSIONS, USED
from club.sentences import ToldError
from runtime.limit import Limiter
from runtime.web.address import origin

SESSION_S: Final = 16 * 3600
"""A day of an event; a lost phone is signed out by the next morning."""
FREE: Final = 5
"""Failures of one account at one address that cost no waiting."""
FREE_ADDRESS: Final = 50
"""Failures from one address: a hall shares it."""
FREE_NAME: Final = 50
"""Failures of one account from everywhere: many computers may guess together."""
TRUSTED: Final = 10_000
"""Accounts at addresses that are stored because they have signed in there."""


class RefusedError(ToldError):
    """Nobody is signed in; its sentence says no more than that to a stranger."""

    @property
    def wait_s(self) -> int:
        """After too many tries: in how many seconds the next one is looked at; else 0."""
        seconds = self.values.get("seconds")
        return seconds if isinstance(seconds, int) else 0


@dataclass(frozen=True, slots=True)
class Session:
    """`csrf` must come with every request that changes something."""

    identity: Identity
    csrf: str


class SignIn:
    """Who comes in; may be used by several threads. Times are seconds since 1970."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._database = accounts.database
        self._key = accounts.key()
        self._by_both = Limiter(FREE)
        self._by_address = Limiter(FREE_ADDRESS)
        self._by_name = Limiter(FREE_NAME)
        self._trusted: OrderedDict[tuple[Hashable, str], None] = OrderedDict()

    def password(self, login: str, password: str, address: str, now_s: float) -> str:
        """A session's token. RefusedError for a wrong name or password, or too many tries."""
        name = login.strip()
        self._wait(name, address, now_s)
        with self._database.connect() as db:
            row = db.execute(select(ACCOUNTS).where(ACCOUNTS.c.login == name)).first()
        if not fits(password, row.password if row else None) or row is None:
            self._failed(name, address, now_s)
            raise RefusedError("wrong_password")
        self._succeeded(name, address)
        if outdated(row.password):
            self._accounts.rehash(row.id, hashed(password))
        return self._open(row.id, now_s)

    def link(self, text: str, address: str, now_s: float) -> str:
        """A session's token for a signed link. RefusedError where it is void, expired or used."""
        return self._open(self._of_link(text, address, now_s, use=True), now_s)

    def card(self, card: str, address: str, now_s: float) -> str:
        """A session's token for a card's id, as the reader sent it."""
        return self._open(self._of_card(card, address, now_s), now_s)

    def at_table(self, table: str, seated: int | None, token: str, now_s: float) -> int:
        """The person who signs in at a seat: `token` is `pin:1234`, `card:04a2...` or `link:...`.

        A PIN only proves that somebody is the person who is `seated` there by the draw; card and link say
        who it is, and the caller sees whether that is the right seat. RefusedError where it proves nothing.
        """
        kind, _, secret = token.partition(":")
        if kind == "pin":
            return self._of_pin(table, seated, secret, now_s)
        if kind not in {"card", "link"}:
            raise RefusedError("sign_how")
        known = self._of_card if kind == "card" else self._of_link
        identity = self._accounts.identity(known(secret, f"table {table}", now_s))
        if identity is None or identity.person is None:
            raise RefusedError("no_player")
        return identity.person

    def session(self, token: str, now_s: float) -> Session | None:
        """Who holds the token; None for nobody."""
        with self._database.connect() as db:
            row = db.execute(select(SESSIONS).where(SESSIONS.c.token == _digest(token))).first()
        if row is None or now_s >= row.expires_s:
            return None
        identity = self._accounts.identity(row.account)
        return None if identity is None else Session(identity, row.csrf)

    def out(self, token: str) -> None:
        with self._database.begin() as db:
            db.execute(delete(SESSIONS).where(SESSIONS.c.token == _digest(token)))

    def _of_pin(self, table: str, seated: int | None, pin: str, now_s: float) -> int:
        key = ("pin", seated)
        self._wait(key, f"table {table}", now_s)
        with self._database.connect() as db:
            kept = db.execute(select(ACCOUNTS.c.pin).where(ACCOUNTS.c.person == seated)).scalar()
        if not fits(pin, kept) or seated is None:
            self._failed(key, f"table {table}", now_s)
            raise RefusedError("wrong_pin")
        self._succeeded(key, f"table {table}")
        return seated

    def _of_card(self, card: str, address: str, now_s: float) -> int:
        self._wait(None, address, now_s)
        with self._database.connect() as db:
            known = select(ACCOUNTS.c.id).where(ACCOUNTS.c.card == card_hash(card, self._key))
            account = db.execute(known).scalar()
        if account is None:
            self._failed(None, address, now_s)
            raise RefusedError("unknown_card")
        return int(account)

    def _of_link(self, text: str, address: str, now_s: float, *, use: bool = False) -> int:
        self._wait(None, address, now_s)
        try:
            link = links.read(text, self._key, now_s)
        except links.BadLinkError as error:
            self._failed(None, address, now_s)
            raise RefusedError(error.code) from None
        with self._database.connect() as db:
            edition = db.execute(select(ACCOUNTS.c.edition).where(ACCOUNTS.c.id == link.account)).scalar()
        if edition != link.edition or (link.nonce and not use):
            raise RefusedError("void_link")
        if link.nonce:
            self._use(link, now_s)
        return link.account

    def _use(self, link: links.Link, now_s: float) -> None:
        try:
            with self._database.begin() as db:
                db.execute(delete(USED).where(USED.c.expires_s < now_s))
                db.execute(insert(USED).values(nonce=link.nonce, expires_s=link.expires_s))
        except IntegrityError:
            raise RefusedError("used_link") from None

    def _open(self, account: int, now_s: float) -> str:
        token = secrets.token_urlsafe(32)
        row = {
            "token": _digest(token),
            "account": account,
            "csrf": secrets.token_urlsafe(24),
            "expires_s": int(now_s) + SESSION_S,
        }
        with self._database.begin() as db:
            db.execute(delete(SESSIONS).where(SESSIONS.c.expires_s < now_s))
            db.execute(insert(SESSIONS).values(**row))
        return token

    def _wait(self, name: Hashable, address: str, now_s: float) -> None:
        """RefusedError while somebody at this address must wait: for too many failures with the name there,
        too many of all names there, or too many with the name everywhere. The last of these, which strangers
        can bring about, is none for an address at which the name has signed in."""
        where = origin(address)
        both = (name, where)
        waits = [self._by_address.wait_s(where, now_s)]
        if name is not None:
            waits.append(self._by_both.wait_s(both, now_s))
        if name is not None and both not in self._trusted:
            waits.append(self._by_name.wait_s(name, now_s))
        if max(waits) > 0:
            raise RefusedError("too_many", seconds=int(max(waits)) + 1)

    def _failed(self, name: Hashable, address: str, now_s: float) -> None:
        where = origin(address)
        if name is not None:
            self._by_both.failed((name, where), now_s)
            self._by_name.failed(name, now_s)
        self._by_address.failed(where, now_s)

    def _succeeded(self, name: Hashable, address: str) -> None:
        both = (name, origin(address))
        self._by_both.forget([both])
        self._by_name.forget([name])
        self._trusted[both] = None
        while len(self._trusted) > TRUSTED:
            self._trusted.popitem(last=False)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
