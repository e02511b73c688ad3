"""The people of the club: their data for who organises, lists that are read in, and being forgotten."""

from __future__ import annotations

import csv
import io
from dataclasses import asdict
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from club.access.roles import Role
from club.log.people import Details
from club.web.call import Call
from club.web.problem import ProblemError

DESK: Final = (Role.DIRECTOR, Role.SCOREKEEPER)
COLUMNS: Final = ("name", "club", "country", "ema", "contact")
Text = Annotated[str, StringConstraints(max_length=200, strip_whitespace=True)]


class Person(BaseModel):
    """What is asked of somebody: the name, and as little else as the event needs."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: Annotated[Text, StringConstraints(min_length=1)]
    club: Text | None = None
    country: Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2}$")] | None = None
    ema: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,16}$")] | None = None
    contact: Text | None = None

    @property
    def details(self) -> Details:
        return Details(self.name, self.club, self.country, self.ema, self.contact)


class NewPeople(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    people: Annotated[tuple[Person, ...], Field(min_length=1, max_length=2000)]


class Listed(BaseModel):
    """A list as CSV; its first line names the columns, of which only `name` must be there."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    csv: Annotated[str, StringConstraints(max_length=1_000_000)]


def people(call: Call) -> object:
    """Everybody who is not forgotten, with all that is known."""
    _need(call)
    return {str(person): asdict(details) for person, details in call.services.people.get().items()}


def add(call: Call) -> object:
    _need(call)
    given = call.read(NewPeople)
    return {"ids": [call.services.people.add(person.details) for person in given.people]}


def read_list(call: Call) -> object:
    """Adds everybody of the list, or nobody: ProblemError names the line that is wrong."""
    _need(call)
    rows = csv.DictReader(io.StringIO(call.read(Listed).csv.lstrip("\ufeff")))
    if "name" not in (rows.fieldnames or ()):
        raise ProblemError(422, "columns")
    read = [_person(row, rows.line_num) for row in rows]
    if not read:
        raise ProblemError(422, "empty_list")
    return {"ids": [call.services.people.add(person.details) for person in read]}


def change(call: Call) -> object:
    _need(call)
    call.services.people.change(call.number("person"), call.read(Person).details)
    return {}


def forget(call: Call) -> object:
    """Deletes name and account; results and sums stay, of somebody without a name."""
    call.need((Role.DIRECTOR,))
    person = call.number("person")
    account = call.services.access.accounts.of_person(person)
    if account is not None:
        call.services.access.accounts.remove(account)
    call.services.people.forget(person)
    return {}


def _need(call: Call) -> None:
    if not call.identity.anywhere(DESK):
        raise ProblemError(403, "role")


def _person(row: dict[str, Any], line: int) -> Person:
    given = {name: (row.get(name) or "").strip() or None for name in COLUMNS}
    try:
        return Person.model_validate(given)
    except ValueError:
        if given["name"] is None:
            raise ProblemError(422, "line_name", line=line) from None
        raise ProblemError(422, "line", line=line) from None
