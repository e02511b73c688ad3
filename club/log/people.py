"""Names and other personal data, beside the log: forgetting somebody changes no sum."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from club.log.faults import Fault
from club.log.store import Store
from club.log.tables import NAMES_ONLINE, PEOPLE


@dataclass(frozen=True, slots=True)
class Details:
    """What is known of somebody, as little as an event needs; only the name must be there.

    `club` and `country` keep people apart in a draw, `country` is ISO 3166 of two letters, `ema` the
    number of the EMA, `contact` how the organisers reach the person.
    """

    name: str
    club: str | None = None
    country: str | None = None
    ema: str | None = None
    contact: str | None = None


class People:
    """The people of a club by id. Every method may raise Fault when the database cannot."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, details: Details) -> int:
        """The id of somebody new. Fault without a name."""
        row = _checked(details)
        query = insert(PEOPLE).values(row).returning(PEOPLE.c.id)
        return int(self._store.write(lambda c: c.execute(query).scalar_one()))

    def change(self, person: int, details: Details) -> None:
        """Fault for nobody, and for somebody who is forgotten."""
        row = _checked(details)
        query = update(PEOPLE).where(PEOPLE.c.id == person, PEOPLE.c.name.is_not(None)).values(row)
        if not self._store.write(lambda c: c.execute(query).rowcount):
            raise Fault("no_person", person=person)

    def forget(self, person: int) -> None:
        """Deletes everything but the id, to which the events of the log refer. Fault for nobody."""
        blank = {column.name: None for column in PEOPLE.c if column.name != "id"}
        query = update(PEOPLE).where(PEOPLE.c.id == person).values(blank)
        online = delete(NAMES_ONLINE).where(NAMES_ONLINE.c.person == person)
        if not self._store.write(lambda c: (c.execute(online), c.execute(query).rowcount)[1]):
            raise Fault("no_person", person=person)

    def get(self, persons: Iterable[int] | None = None) -> dict[int, Details]:
        """Those who are known of these, or all; nobody who is forgotten."""
        query = select(PEOPLE).where(PEOPLE.c.name.is_not(None)).order_by(PEOPLE.c.id)
        if persons is not None:
            query = query.where(PEOPLE.c.id.in_(list(persons)))
        return {row.id: _details(row) for row in self._store.rows(query)}

    def name_online(self, person: int, platform: str, account: str) -> None:
        """Fault when the account is somebody else's, or the person has another one there."""
        known = self.online(platform)
        if known.get(account) == person:
            return
        if account in known:
            raise Fault("account_taken", account=account, platform=platform, person=known[account])
        other = next((name for name, owner in known.items() if owner == person), None)
        if other is not None:
            raise Fault("second_account", person=person, account=other, platform=platform)
        row = {"platform": platform, "account": account, "person": person}
        try:
            self._store.write(lambda c: c.execute(insert(NAMES_ONLINE).values(row)))
        except IntegrityError as error:
            raise Fault("no_person", person=person) from error

    def online(self, platform: str) -> Mapping[str, int]:
        """Persons by their account on a platform."""
        query = select(NAMES_ONLINE).where(NAMES_ONLINE.c.platform == platform)
        return {row.account: row.person for row in self._store.rows(query)}


def _checked(details: Details) -> dict[str, Any]:
    if not details.name.strip():
        raise Fault("no_name")
    if details.country is not None and not (len(details.country) == 2 and details.country.isalpha()):
        raise Fault("country")
    return asdict(details)


def _details(row: Row[Any]) -> Details:
    return Details(row.name, row.club, row.country, row.ema, row.contact)
