"""What is written over carries the revision of what was read: two organisers, and nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest

from club.access.roles import Grant, Role
from club.log.events.base import Plan
from club.log.people.people import Details
from tests.club.web.stand import EVENT, NAMES, Answer, Browser, Stand

PLAN = f"/api/tournaments/{EVENT}/plan"


def change(browser: Browser, read: str | None, key: str, **changed: Any) -> Answer:
    """The name or a part of the plan, with the rest as it is now."""
    fields = browser.get(PLAN).data["fields"]
    rules = {name: fields.pop(name) for name in ("name", "preset", "options")}
    name = changed.pop("name", rules["name"])
    event = {"type": "tournament_changed", "tournament": EVENT, "name": name, "plan": fields | changed}
    return browser.post("/api/submit", {"events": [event], "key": key, "revision": read})


def test_of_two_who_have_read_the_same_plan_the_second_is_told_what_the_first_wrote(stand: Stand) -> None:
    stand.tournament(plan=Plan(fee="20 €", place="Rīga"))
    one, other = stand.signed(Role.DIRECTOR), stand.signed(Role.DIRECTOR)
    read = one.get(PLAN).data["revision"]
    assert other.get(PLAN).data["revision"] == read
    assert change(one, read, "key-0001", fee="25 €").status == 200
    answer = change(other, read, "key-0002", fee="30 €", place="Ogre")
    assert (answer.status, answer.data["code"]) == (409, "changed_meanwhile")
    reply = answer.data["values"]
    assert reply["difference"]["fee"] == {"now": "25 €", "sent": "30 €"}
    assert stand.desk.state.tournament(EVENT).plan.fee == "25 €"
    assert change(other, reply["revision"], "key-0003", fee="30 €").status == 200
    assert stand.desk.state.tournament(EVENT).plan.fee == "30 €"


def test_of_two_names_the_second_is_told_the_first(stand: Stand) -> None:
    stand.tournament()
    one, other = stand.signed(Role.DIRECTOR), stand.signed(Role.DIRECTOR)
    read = one.get(PLAN).data["revision"]
    assert change(one, read, "key-0001", name="Spring Cup").status == 200
    conflict = change(other, read, "key-0002", name="Autumn Cup").data["values"]
    assert conflict["difference"] == {"name": {"now": "Spring Cup", "sent": "Autumn Cup"}}


def test_what_was_written_and_not_answered_is_recognised_when_it_is_sent_again(stand: Stand) -> None:
    stand.tournament()
    director = stand.signed(Role.DIRECTOR)
    read = director.get(PLAN).data["revision"]
    assert change(director, read, "key-0001", fee="25 €").data["repeated"] is False
    assert change(director, read, "key-0001", fee="25 €").data["repeated"] is True
    assert change(director, read, "key-0001", fee="26 €").data["code"] == "other_events"


def test_a_plan_without_a_revision_is_written_by_nobody(stand: Stand) -> None:
    stand.tournament()
    answer = change(stand.signed(Role.DIRECTOR), None, "key-0001", fee="25 €")
    assert (answer.status, answer.data["values"]["field"]) == (422, "revision")
    assert stand.desk.state.tournament(EVENT).plan.fee == ""


def test_a_revision_is_that_of_the_content_and_comes_back_with_it(stand: Stand) -> None:
    stand.tournament()
    director = stand.signed(Role.DIRECTOR)
    first = director.get(PLAN).data["revision"]
    assert change(director, first, "key-0001", name="Spring Cup").status == 200
    second = director.get(PLAN).data["revision"]
    assert second != first
    assert change(director, second, "key-0002", name="Winter Cup").status == 200
    assert director.get(PLAN).data["revision"] == first


def test_a_person_is_changed_by_who_has_read_the_newest(stand: Stand) -> None:
    person = stand.people.add(Details(NAMES[0], contact="anna@example.org"))
    one, other = stand.signed(Role.DIRECTOR), stand.signed(Role.SCOREKEEPER)
    path, read = f"/api/people/{person}", one.get("/api/people").data[str(person)]["revision"]
    assert one.post(path, {"name": "Anna Berga", "revision": read}).status == 200
    answer = other.post(path, {"name": NAMES[0], "ema": "04290123", "revision": read})
    assert (answer.status, answer.data["code"]) == (409, "changed_meanwhile")
    assert answer.data["values"]["difference"] == {
        "name": {"now": "Anna Berga", "sent": NAMES[0]},
        "ema": {"now": None, "sent": "04290123"},
    }
    assert stand.people.get()[person] == Details("Anna Berga")
    fresh = answer.data["values"]["revision"]
    assert other.post(path, {"name": "Anna Berga", "ema": "04290123", "revision": fresh}).status == 200
    assert stand.people.get()[person] == Details("Anna Berga", ema="04290123")


@pytest.mark.parametrize("body", [{"name": "Anna"}, {"name": "", "revision": "0"}, {"revision": "0"}])
def test_a_person_without_name_or_revision_stays(stand: Stand, body: dict[str, str]) -> None:
    person = stand.people.add(Details(NAMES[0]))
    assert stand.signed(Role.DIRECTOR).post(f"/api/people/{person}", body).status == 422
    assert stand.people.get()[person] == Details(NAMES[0])


def test_who_is_forgotten_meanwhile_stays_forgotten(stand: Stand) -> None:
    person = stand.people.add(Details(NAMES[0]))
    director = stand.signed(Role.DIRECTOR)
    read = director.get("/api/people").data[str(person)]["revision"]
    stand.people.forget(person)
    answer = director.post(f"/api/people/{person}", {"name": "Anna", "revision": read})
    assert (answer.status, answer.data["code"]) == (409, "no_person")


def test_roles_given_by_two_directors_are_not_lost(stand: Stand) -> None:
    made = stand.access.accounts.add("bo")
    one, other = stand.signed(Role.DIRECTOR), stand.signed(Role.DIRECTOR)
    path = f"/api/accounts/{made}"
    read = next(each["revision"] for each in one.get("/api/accounts").data if each["id"] == made)
    assert one.post(path, {"grants": [{"role": "referee"}], "revision": read}).status == 200
    answer = other.post(path, {"grants": [{"role": "scorekeeper"}], "revision": read})
    assert (answer.status, answer.data["code"]) == (409, "changed_meanwhile")
    found = stand.access.accounts.identity(made)
    assert found is not None
    assert found.grants == {Grant(Role.REFEREE)}
    assert other.post(path, {"grants": []}).status == 422
    assert other.post(path, {"pin": "4829"}).status == 200, "a PIN is set, and says nothing of what was"
