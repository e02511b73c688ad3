"""The people of the club: their data for who organises, lists that are read in, and being forgotten."""

from __future__ import annotations

import csv
import io
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from typing_extensions import TypedDict

from club.access.roles import Role
from club.log.people.people import Details
from club.web.request.call import Asked, Call
from club.web.request.operation import Done, get, post
from club.web.request.problem import ProblemError
from club.web.views.revision import known, revision, unchanged

DESK: Final = (Role.DIRECTOR, Role.SCOREKEEPER)
COLUMNS: Final = ("name", "club", "country", "ema", "contact", "given", "family")
Text = Annotated[str, StringConstraints(max_length=200, strip_whitespace=True)]


class Person(BaseModel):
    """What is asked of somebody: the name, and as little else as the event needs.

    `given` and `family` are for lists that ask for both; what is not given follows from the name.
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


class Known(TypedDict):
    """All that is known of a person, and its revision."""

    name: str
    club: str | None
    country: str | None
    ema: str | None
    contact: str | None
    given: str | None
    family: str | None
    revision: str


class Added(TypedDict):
    ids: list[int]


@get("/api/people", roles=DESK)
def people(call: Call) -> dict[str, Known]:
    """Everybody who is not forgotten, with all that is known and its revision."""
    call.need_anywhere()
    return {str(person): _known(details) for person, details in call.services.people.get().items()}


def _known(details: Details) -> Known:
    return {
        "name": details.name,
        "club": details.club,
        "country": details.country,
        "ema": details.ema,
        "contact": details.contact,
        "given": details.given,
        "family": details.family,
        "revision": revision(known(details)),
    }


@post("/api/people", roles=DESK)
def add(call: Asked[NewPeople]) -> Added:
    """Adds people."""
    call.need_anywhere()
    given = call.given
    return {"ids": call.services.people.add_all(person.details for person in given.people)}


@post("/api/people/list", roles=DESK)
def read_list(call: Asked[Listed]) -> Added:
    """Adds everybody of the list, or nobody: the problem names the line that is wrong."""
    call.need_anywhere()
    rows = csv.DictReader(io.StringIO(call.given.csv.lstrip("\ufeff"), newline=None))
    try:
        columns = set(rows.fieldnames or ())
        if not {"name"} <= columns and not {"given", "family"} <= columns:
            raise ProblemError(422, "columns")
        read = [_person(row, rows.line_num) for row in rows]
    except csv.Error as error:
        raise ProblemError(422, "line", line=rows.line_num) from error
    if not read:
        raise ProblemError(422, "empty_list")
    return {"ids": call.services.people.add_all(person.details for person in read)}


@post("/api/people/{person:int}", roles=DESK)
def change(call: Asked[ChangedPerson]) -> Done:
    """All that is known of somebody, anew."""
    call.need_anywhere()
    given = call.given
    sent = given.details
    call.services.people.change(
        call.number("person"), sent, lambda now: unchanged(given.revision, known(now), known(sent))
    )
    return Done()


@post("/api/people/{person:int}/forget", roles=(Role.DIRECTOR,))
def forget(call: Call) -> Done:
    """Deletes name and account; results and sums stay, of somebody without a name."""
    call.need()
    person = call.number("person")
    account = call.services.access.accounts.of_person(person)
    if account is not None:
        call.services.access.accounts.remove(account)
    call.services.people.forget(person)
    return Done()


def _person(row: dict[str, Any], line: int) -> Person:
    given = {name: (row.get(name) or "").strip() or None for name in COLUMNS}
    given["name"] = given["name"] or " ".join(filter(None, (given["given"], given["family"]))) or None
    try:
        return Person.model_validate(given)
    except ValueError:
        if given["name"] is None:
            raise ProblemError(422, "line_name", line=line) from None
        raise ProblemError(422, "line", line=line) from None
