"""Fees, the waiting list and bans over HTTP: what organisers are told, and what strangers are not."""

from __future__ import annotations

import pytest

from club.access.roles import Role
from club.log.events import BanLifted, Banned, Paid, Reverted, Withdrew
from club.log.events.base import Plan
from tests.club.web.stand import EVENT, NOW_S, Stand

PATH = f"/api/tournaments/{EVENT}/registrations"
DAY_MS = 86_400_000
NOW_MS = int(NOW_S) * 1000


def waits(stand: Stand) -> dict[int, str | None]:
    answer = stand.signed(Role.SCOREKEEPER).get(PATH).data
    return {each["person"]: each["waits"] for each in answer}


def test_who_waits_and_why_in_the_order_of_registration(stand: Stand) -> None:
    ids = stand.tournament(plan=Plan(capacity=8), names=[f"Player {n}" for n in range(8)])
    more = stand.registered(["Late One", "Late Two"])
    assert list(waits(stand)) == [*ids, *more]
    assert [waits(stand)[person] for person in more] == ["full", "full"]
    stand.enter(Withdrew(tournament=EVENT, person=ids[7], from_round=1))
    assert [waits(stand)[person] for person in more] == [None, "full"]


def test_where_the_fee_confirms_a_place_who_has_not_paid_waits_for_that(stand: Stand) -> None:
    ids = stand.tournament(plan=Plan(confirmed_by_fee=True), names=["Anna", "Bo"], rounds=1, seated=False)
    assert set(waits(stand).values()) == {"fee"}
    seq = stand.enter(Paid(tournament=EVENT, person=ids[1])).entries[0].seq
    assert waits(stand) == {ids[0]: "fee", ids[1]: None}
    paid = {each["person"]: each["paid"] for each in stand.signed(Role.DIRECTOR).get(PATH).data}
    assert paid == {ids[0]: None, ids[1]: seq}
    stand.enter(Reverted(tournament=EVENT, seqs=(seq,)))
    assert stand.signed(Role.DIRECTOR).get(PATH).data[1]["paid"] is None


def test_bans_are_in_force_until_their_day_is_over_or_they_are_lifted(stand: Stand) -> None:
    ids = stand.tournament()
    for person, days in ((ids[0], 30), (ids[1], 1), (ids[2], 30)):
        stand.enter(Banned(person=person, until_ms=NOW_MS + days * DAY_MS, reason="late"))
    stand.enter(BanLifted(person=ids[2]))
    desk = stand.signed(Role.SCOREKEEPER)
    assert list(desk.get("/api/bans").data) == [str(ids[0]), str(ids[1])]
    assert desk.get("/api/bans").data[str(ids[0])]["reason"] == "late"
    stand.now_s += 36_000
    stand.now_s += 86_400
    assert list(stand.signed(Role.SCOREKEEPER).get("/api/bans").data) == [str(ids[0])]


@pytest.mark.parametrize("path", [PATH, "/api/bans"])
def test_fees_and_bans_are_for_who_organises(stand: Stand, path: str) -> None:
    stand.tournament()
    assert stand.browser().get(path).status == 401
    for role in set(Role) - {Role.DIRECTOR, Role.SCOREKEEPER}:
        assert stand.signed(role).get(path).status == 403
