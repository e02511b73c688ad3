"""Who takes part in an event as organisers need it: fees, places, the waiting list; and who is banned."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from club.log.events import Banned, Paid
from club.log.state import taken_back
from club.log.tournament.places import Registration
from club.log.tournament.tournament import Tournament
from club.web.api.paths import TOURNAMENT
from club.web.api.people import DESK
from club.web.api.public import found
from club.web.request.call import Call
from club.web.request.operation import get
from club.web.views.revision import member, revision


class RegistrationLine(TypedDict):
    """`paid` is the entry that says so, `waits` why somebody has no place."""

    person: int
    kind: str
    paid: int | None
    team: int | None
    team_revision: str
    waits: Literal["fee", "full"] | None


class Ban(TypedDict):
    until_ms: int
    reason: str
    ts_ms: int
    by: str | None


@get(f"{TOURNAMENT}/registrations", roles=DESK)
def registrations(call: Call) -> list[RegistrationLine]:
    """Everybody who is registered, in the order of registration (K-EVENT-07)."""
    known = found(call)
    call.need(known.id)
    out = taken_back(known.log)
    paid = {
        entry.event.person: entry.seq
        for entry in known.log
        if isinstance(entry.event, Paid) and entry.seq not in out
    }
    return [_line(known, each, paid.get(each.person)) for each in known.registrations.values()]


@get("/api/bans", roles=DESK)
def bans(call: Call) -> dict[str, Ban]:
    """Who is not admitted now, by person (K-ORG-02)."""
    call.need_anywhere()
    logins = call.services.logins()
    banned: dict[str, Ban] = {}
    for person, entry in call.services.desk.state.bans.in_force(call.services.now_ms()).items():
        assert isinstance(entry.event, Banned)
        banned[str(person)] = {
            "until_ms": entry.event.until_ms,
            "reason": entry.event.reason,
            "ts_ms": entry.ts_ms,
            "by": logins.get(entry.by),
        }
    return banned


def _line(known: Tournament, each: Registration, paid: int | None) -> RegistrationLine:
    return {
        "person": each.person,
        "kind": each.event.kind,
        "paid": paid,
        "team": each.team,
        "team_revision": revision(member(each)),
        "waits": _waits(known, each),
    }


def _waits(known: Tournament, each: Registration) -> Literal["fee", "full"] | None:
    if each.person not in known.waiting:
        return None
    return "fee" if known.plan.confirmed_by_fee and not each.paid else "full"
