"""The accounts of a club and their roles."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from club.access import links
from club.access.hashing import card_hash, hashed
from club.access.roles import Grant, Identity, Role
from club.access.tables import ACCOUNTS, GRANTS, KEYS, SESSIONS
from club.database.database import Database
from club.sentences import ToldError

SHORTEST: Final = 10
"""Characters of a password (NIST SP 800-63B asks for 8 at least)."""
PIN_DIGITS: Final = range(4, 9)
FIRST_LINK_S: Final = 86_400
LOGIN_LENGTH: Final = 64


class AccessError(ToldError):
    """What is asked of an account cannot be done."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account as its director sees it: no secret, only which ones it has."""

    id: int
    login: str
    person: int | None
    password: bool
    pin: bool
    card: bool
    grants: frozenset[Grant]

    @property
    def by(self) -> str:
        """What the log calls it."""
        return self._identity.by

    def roles(self, tournament: int) -> frozenset[Role]:
        """The roles of the account that count in a tournament."""
        return self._identity.roles(tournament)

    @property
    def _identity(self) -> Identity:
        return Identity(self.id, self.login, self.person, self.grants)


class Accounts:
    """Accounts in a database; may be used by several threads. Every method may raise LogRefusal when the
    database cannot."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._lock = threading.Lock()

    def key(self) -> bytes:
        """The hub's own secret, made once."""
        with self._lock, self.database.begin() as db:
            kept = db.execute(select(KEYS.c.key).where(KEYS.c.name == "sign")).scalar()
            if kept is None:
                kept = secrets.token_bytes(32)
                db.execute(insert(KEYS).values(name="sign", key=kept))
            return bytes(kept)

    def add(self, login: str, person: int | None = None, grants: Iterable[Grant] = ()) -> int:
        """A new account without any secret. AccessError for a name or a person that has one already."""
        name = login.strip()
        if not name or len(name) > LOGIN_LENGTH:
            raise AccessError("account_name", most=LOGIN_LENGTH)
        try:
            with self.database.begin() as db:
                made = insert(ACCOUNTS).values(login=name, person=person, edition=0).returning(ACCOUNTS.c.id)
                account = int(db.execute(made).scalar_one())
                _grant(db, account, grants)
        except IntegrityError:
            raise AccessError("account_exists", name=name) from None
        return account

    def all(self) -> list[Account]:
        with self.database.connect() as db:
            granted: dict[int, set[Grant]] = {}
            for row in db.execute(select(GRANTS)):
                granted.setdefault(row.account, set()).add(Grant(Role(row.role), row.tournament or None))
            rows = db.execute(select(ACCOUNTS).order_by(ACCOUNTS.c.login)).all()
        return [
            Account(
                id=row.id,
                login=row.login,
                person=row.person,
                password=row.password is not None,
                pin=row.pin is not None,
                card=row.card is not None,
                grants=frozenset(granted.get(row.id, ())),
            )
            for row in rows
        ]

    def identity(self, account: int) -> Identity | None:
        """What is known of an account; None for one that is gone."""
        with self.database.connect() as db:
            row = db.execute(select(ACCOUNTS).where(ACCOUNTS.c.id == account)).first()
            if row is None:
                return None
            return Identity(account, row.login, row.person, _granted(db, account))

    def of_person(self, person: int) -> int | None:
        """The account of a person of the log."""
        with self.database.connect() as db:
            return db.execute(select(ACCOUNTS.c.id).where(ACCOUNTS.c.person == person)).scalar()

    def grant(
        self,
        account: int,
        grants: Iterable[Grant],
        seen: Callable[[frozenset[Grant]], None] = lambda now: None,
    ) -> None:
        """These roles and no others. AccessError for no account, and where the club would be left without a
        director; `seen` may raise about the roles until now."""
        wanted = frozenset(grants)
        with self._lock, self.database.begin() as db:
            if db.execute(select(ACCOUNTS.c.id).where(ACCOUNTS.c.id == account)).first() is None:
                raise AccessError("no_account")
            seen(_granted(db, account))
            db.execute(delete(GRANTS).where(GRANTS.c.account == account))
            _grant(db, account, wanted)
            _keep_a_director(db)

    def set_password(self, account: int, password: str) -> None:
        """AccessError for one that is too short. Whoever was signed in with the account is signed out."""
        if len(password) < SHORTEST:
            raise AccessError("short_password", least=SHORTEST)
        self._change(account, password=hashed(password))
        with self.database.begin() as db:
            db.execute(delete(SESSIONS).where(SESSIONS.c.account == account))

    def rehash(self, account: int, kept: str) -> None:
        """The same password as a hash of today's parameters."""
        self._change(account, password=kept)

    def set_pin(self, account: int, pin: str) -> None:
        if not (pin.isascii() and pin.isdecimal() and len(pin) in PIN_DIGITS):
            raise AccessError("pin_digits", least=PIN_DIGITS[0], most=PIN_DIGITS[-1])
        self._change(account, pin=hashed(pin))

    def set_card(self, account: int, card: str) -> None:
        if not card.strip():
            raise AccessError("card_empty")
        try:
            self._change(account, card=card_hash(card, self.key()))
        except IntegrityError:
            raise AccessError("card_taken") from None

    def link(self, account: int, expires_s: int, *, once: bool = False) -> str:
        """A signed link's text, to be shown as a QR code."""
        with self.database.connect() as db:
            edition = db.execute(select(ACCOUNTS.c.edition).where(ACCOUNTS.c.id == account)).scalar_one()
        return links.sign(links.Link(account, edition, expires_s, links.once() if once else ""), self.key())

    def revoke(self, account: int) -> None:
        """Makes the links and sessions of the account void from now on."""
        with self.database.begin() as db:
            newer = ACCOUNTS.c.edition + 1
            db.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(edition=newer))
            db.execute(delete(SESSIONS).where(SESSIONS.c.account == account))

    def remove(self, account: int) -> None:
        """AccessError where it would leave the club without a director."""
        with self._lock, self.database.begin() as db:
            for table in (GRANTS, SESSIONS):
                db.execute(delete(table).where(table.c.account == account))
            db.execute(delete(ACCOUNTS).where(ACCOUNTS.c.id == account))
            _keep_a_director(db)

    def first_link(self, now_s: float) -> str | None:
        """The link of the first start: signs the director in once, within a day. None where somebody
        directs the club already and can sign in."""
        directing = [a for a in self.all() if Grant(Role.DIRECTOR) in a.grants]
        if any(a.password or a.pin or a.card for a in directing):
            return None
        account = directing[0].id if directing else self.add("director", grants=(Grant(Role.DIRECTOR),))
        return self.link(account, int(now_s) + FIRST_LINK_S, once=True)

    def _change(self, account: int, **values: str) -> None:
        with self.database.begin() as db:
            if db.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(**values)).rowcount == 0:
                raise AccessError("no_account")


def _granted(db: Any, account: int) -> frozenset[Grant]:
    rows = db.execute(select(GRANTS).where(GRANTS.c.account == account)).all()
    return frozenset(Grant(Role(each.role), each.tournament or None) for each in rows)


def _grant(db: Any, account: int, grants: Iterable[Grant]) -> None:
    rows = [{"account": account, "role": g.role.value, "tournament": g.tournament or 0} for g in grants]
    if rows:
        db.execute(insert(GRANTS), rows)


def _keep_a_director(db: Any) -> None:
    """Rolls the transaction back where nobody would direct the club any more."""
    directing = select(GRANTS.c.account).where(GRANTS.c.role == Role.DIRECTOR, GRANTS.c.tournament == 0)
    if db.execute(directing).first() is None:
        raise AccessError("last_director")
