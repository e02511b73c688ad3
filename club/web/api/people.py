"""The people of the club: their data for who organises, lists that are read in, and being forgotten."""

from __future__ import annotations

import csv
import io
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from club.access.roles import Role
from club.log.people.people import Details
from club.web.request.endpoint import Call
from club.web.request.problem import ProblemError
from club.web.views.revision import known, revision, unchanged

DESK: Final = (Role.DIRECTOR, Role.SCOREKEEPER)
COLUMNS: Final = ("name", "club", "country", "ema", "contact", "given", "family")
Text = Annotated[str, StringConstraints(max_length=200, strip_whitespace=True)]


class Person(BaseModel):
    """What is asked of somebody: the name, and as little else as the event needs.

    `given` and `family` are for lists that ask for both; what is not told follows from the name.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: Annotated[Text, StringConstraints(min_length=1)]
    club: Text | None = None
    country: Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2}$")] | None = None
    ema: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,16}$")] | None = None
    contact: Text | None = None
    given: Text | None = None
    family: Text | None = None

    @property
    def details(self) -> Details:
        names = (self.given or None, self.family or None)
        return Details(self.name, self.club, self.country, self.ema, self.contact, *names)


class ChangedPerson(Person):
    """`revision` is that of what was read."""

    revision: Text


class NewPeople(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    people: Annotated[tuple[Person, ...], Field(min_length=1, max_length=2000)]


class Listed(BaseModel):
    """A list as CSV; its first line names the columns, of which `name`, or `given` and `family`, must be
    there."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    csv: Annotated[str, StringConstraints(max_length=1_000_000)]


def people(call: Call) -> object:
    """Everybody who is not forgotten, with all that is known and its revision."""
    need_desk(call)
    found = {person: known(details) for person, details in call.services.people.get().items()}
    return {str(person): {**fields, "revision": revision(fields)} for person, fields in found.items()}


def add(call: Call) -> object:
    need_desk(call)
    given = call.read(NewPeople)
    return {"ids": call.services.people.add_all(person.details for person in given.people)}


def read_list(call: Call) -> object:
    """Adds everybody of the list, or nobody: ProblemError names the line that is wrong."""
    need_desk(call)
    rows = csv.DictReader(io.StringIO(call.read(Listed).csv.lstrip("\ufeff")))
    if not {"name"} <= set(rows.fieldnames or ()) and not {"given", "family"} <= set(rows.fieldnames or ()):
        raise ProblemError(422, "columns")
    read = [_person(row, rows.line_num) for row in rows]
    if not read:
        raise ProblemError(422, "empty_list")
    return {"ids": call.services.people.add_all(person.details for person in read)}


def change(call: Call) -> object:
    """All that is known of somebody, anew."""
    need_desk(call)
    given = call.read(ChangedPerson)
    sent = given.details
    call.services.people.change(
        call.number("person"), sent, lambda now: unchanged(given.revision, known(now), known(sent))
    )
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


def need_desk(call: Call) -> None:
    """ProblemError for who organises no event."""
    if not call.identity.anywhere(DESK):
        raise ProblemError(403, "role")


def _person(row: dict[str, Any], line: int) -> Person:
    given = {name: (row.get(name) or "").strip() or None for name in COLUMNS}
    given["name"] = given["name"] or " ".join(filter(None, (given["given"], given["family"]))) or None
    try:
        return Person.model_validate(given)
    except ValueError:
        if given["name"] is None:
            raise ProblemError(422, "line_name", line=line) from None
        raise ProblemError(422, "line", line=line) from None
