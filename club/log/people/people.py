"""Names and other personal data, beside the log: forgetting somebody changes no sum."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Row, delete, insert, select, text, update

from club.log.faults import LogRefusal
from club.log.people import seal
from club.log.state import GENESIS
from club.log.store import marks
from club.log.store.store import Store
from club.log.store.tables import NAMES_ONLINE, PEOPLE, PEOPLE_CHANGES
from club.names import both

PERSONAL: Final = ("name", "club", "country", "ema", "contact")
ADDED: Final = ("given", "family")
"""Personal columns that came later: sealed where somebody has any of them."""
Noted = Callable[[int, str], None]
"""Receives the number and the hash of the newest change."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Details:
    """What is known of somebody, as little as an event needs; only the name must be there.

    `club` and `country` keep people apart in a draw, `country` is ISO 3166 of two letters, `ema` the
    number of the EMA, `contact` how the organisers reach the person. `given` and `family` are the two names
    where others ask for both and `name` does not separate them (`club.names`).
    """

    name: str
    club: str | None = None
    country: str | None = None
    ema: str | None = None
    contact: str | None = None
    given: str | None = None
    family: str | None = None

    @property
    def names(self) -> tuple[str, str]:
        """Given and family name."""
        return both(self.name, self.given, self.family)


class People:
    """The people of a club by id. Every method may raise LogRefusal when the database cannot."""

    def __init__(
        self,
        store: Store,
        noted: Noted = lambda seq, hash_: None,
        forgotten: Callable[[], None] = lambda: None,
    ) -> None:
        """`forgotten` is called when somebody was."""
        self._store = store
        self._noted = noted
        self._forgotten = forgotten

    def add(self, details: Details) -> int:
        """The id of somebody new. LogRefusal without a name."""
        return self.add_all([details])[0]

    def add_all(self, people: Iterable[Details]) -> list[int]:
        """The ids of these, all or none. LogRefusal where one has no name."""
        rows = [_checked(details) for details in people]

        def work(db: Connection) -> list[int]:
            made = []
            for row in rows:
                made.append(int(db.execute(insert(PEOPLE).values(row).returning(PEOPLE.c.id)).scalar_one()))
                self._seal(db, made[-1])
            return made

        return self._change(work)

    def change(
        self, person: int, details: Details, seen: Callable[[Details], None] = lambda now: None
    ) -> None:
        """LogRefusal for an unknown or forgotten person, or raised by `seen` about the present details."""
        row = _checked(details)

        def work(db: Connection) -> None:
            seen(_known(db, person))
            db.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(row))
            self._seal(db, person)

        self._change(work)

    def forget(self, person: int) -> None:
        """Deletes everything but the id, to which the events of the log refer. LogRefusal for nobody.

        What is left of it in the files of the database goes with `club.log.people.sweep`.
        """
        blank = {column.name: None for column in PEOPLE.c if column.name != "id"}

        def work(db: Connection) -> None:
            db.execute(delete(NAMES_ONLINE).where(NAMES_ONLINE.c.person == person))
            if not db.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(blank)).rowcount:
                raise LogRefusal("no_person", person=person)
            self._seal(db, person)
            for mark in (marks.SWEEP, marks.COPIES):
                marks.put(db, mark, marks.moment(db))

        self._change(work)
        self._forgotten()

    def get(self, persons: Iterable[int] | None = None) -> dict[int, Details]:
        """Those of these people, or of all, who are known; forgotten people are left out."""
        query = select(PEOPLE).where(PEOPLE.c.name.is_not(None)).order_by(PEOPLE.c.id)
        if persons is not None:
            query = query.where(PEOPLE.c.id.in_(list(persons)))
        return {row.id: _details(row) for row in self._store.rows(query)}

    def name_online(self, person: int, platform: str, account: str, *, instead: bool = False) -> None:
        """LogRefusal when the account is another person's, or the person has another one there; `instead` of
        these where that was wrong."""

        def work(db: Connection) -> None:
            _known(db, person)
            rows = db.execute(select(NAMES_ONLINE).where(NAMES_ONLINE.c.platform == platform))
            known = {row.account: row.person for row in rows}
            if known.get(account) == person:
                return
            if instead:
                self._unnamed(db, platform, {account}, {person})
                known = {name: owner for name, owner in known.items() if name != account and owner != person}
            if account in known:
                raise LogRefusal("account_taken", account=account, platform=platform, person=known[account])
            other = next((name for name, owner in known.items() if owner == person), None)
            if other is not None:
                raise LogRefusal("second_account", person=person, account=other, platform=platform)
            db.execute(insert(NAMES_ONLINE).values(platform=platform, account=account, person=person))
            self._seal(db, person)

        self._change(work)

    def _unnamed(self, db: Connection, platform: str, accounts: set[str], people: set[int]) -> None:
        """Takes these accounts, and those of these people, from who has them."""
        there = NAMES_ONLINE.c.platform == platform
        wrong = there & (NAMES_ONLINE.c.account.in_(accounts) | NAMES_ONLINE.c.person.in_(people))
        owners = {row.person for row in db.execute(select(NAMES_ONLINE).where(wrong))}
        db.execute(delete(NAMES_ONLINE).where(wrong))
        for owner in sorted(owners - people):
            self._seal(db, owner)

    def online(self, platform: str) -> Mapping[str, int]:
        """Persons by their account on a platform."""
        query = select(NAMES_ONLINE).where(NAMES_ONLINE.c.platform == platform)
        return {row.account: row.person for row in self._store.rows(query)}

    def verify(self) -> int:
        """How many people there are, without the forgotten; LogRefusal names who is not as was entered."""
        before, newest = GENESIS, dict[int, str]()
        for at, row in enumerate(self._store.rows(select(PEOPLE_CHANGES).order_by(PEOPLE_CHANGES.c.seq)), 1):
            if row.seq != at or seal.chained(before, at, row.person, row.digest) != row.hash:
                raise LogRefusal("people_broken", change=at)
            before, newest[row.person] = row.hash, row.digest
        rows = self._store.rows(select(PEOPLE).order_by(PEOPLE.c.id))
        online = self._all_online()
        for row in rows:
            if row.id not in newest:
                raise LogRefusal("person_added", person=row.id)
            if _digest(row, online.pop(row.id, [])) != newest.pop(row.id):
                raise LogRefusal("person_changed", person=row.id)
        for person in (*newest, *online):
            raise LogRefusal("person_gone", person=person)
        return sum(row.name is not None for row in rows)

    def newest(self) -> tuple[int, str]:
        """The number and the hash of the newest change; 0 where there is none."""
        found = self._store.rows(_NEWEST)
        return (found[0].seq, found[0].hash) if found else (0, GENESIS)

    def changed(self, seq: int) -> str | None:
        """The hash of a change; None where there is none."""
        found = self._store.rows(select(PEOPLE_CHANGES.c.hash).where(PEOPLE_CHANGES.c.seq == seq))
        return str(found[0].hash) if found else None

    def _change(self, work: Callable[[Connection], T]) -> T:
        """Does the work while nobody else changes people."""

        def alone(db: Connection) -> tuple[T, Row[Any] | None]:
            if db.dialect.name != "sqlite":
                db.execute(text("LOCK TABLE people_changes IN EXCLUSIVE MODE"))
            return work(db), db.execute(_NEWEST).first()

        done, newest = self._store.write(alone)
        if newest is not None:
            self._noted(newest.seq, newest.hash)
        return done

    def _seal(self, db: Connection, person: int) -> None:
        """Chains what is known of the person now."""
        row = db.execute(select(PEOPLE).where(PEOPLE.c.id == person)).one()
        made = seal.FORGOTTEN
        if row.name is not None:
            salt = seal.salt()
            db.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(salt=salt))
            named = db.execute(select(NAMES_ONLINE).where(NAMES_ONLINE.c.person == person))
            online = [(each.platform, each.account) for each in named]
            made = seal.digest(salt, person, _personal(row), online)
        last = db.execute(_NEWEST).first()
        seq, before = (last.seq + 1, last.hash) if last else (1, GENESIS)
        hash_ = seal.chained(before, seq, person, made)
        db.execute(insert(PEOPLE_CHANGES).values(seq=seq, person=person, digest=made, hash=hash_))

    def _all_online(self) -> dict[int, list[tuple[str, str]]]:
        found: dict[int, list[tuple[str, str]]] = {}
        for row in self._store.rows(select(NAMES_ONLINE)):
            found.setdefault(row.person, []).append((row.platform, row.account))
        return found


_NEWEST: Final = select(PEOPLE_CHANGES).order_by(PEOPLE_CHANGES.c.seq.desc()).limit(1)


def _known(db: Connection, person: int) -> Details:
    row = db.execute(select(PEOPLE).where(PEOPLE.c.id == person, PEOPLE.c.name.is_not(None))).first()
    if row is None:
        raise LogRefusal("no_person", person=person)
    return _details(row)


def _digest(row: Row[Any], online: Iterable[tuple[str, str]]) -> str:
    """The digest with which the row should have been sealed; a forgotten person keeps nothing."""
    if all(value is None for value in (*_personal(row), row.salt)) and not online:
        return seal.FORGOTTEN
    return seal.digest(row.salt or b"", row.id, _personal(row), online)


def _personal(row: Row[Any]) -> list[str | None]:
    later = [getattr(row, column) for column in ADDED]
    return [getattr(row, column) for column in PERSONAL] + (later if any(later) else [])


def _checked(details: Details) -> dict[str, Any]:
    if not details.name.strip():
        raise LogRefusal("no_name")
    if details.country is not None and not (len(details.country) == 2 and details.country.isalpha()):
        raise LogRefusal("country")
    return asdict(details)


def _details(row: Row[Any]) -> Details:
    return Details(row.name, row.club, row.country, row.ema, row.contact, row.given, row.family)
