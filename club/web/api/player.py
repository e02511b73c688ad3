"""What a player sees of the own tournament: where to sit, and what was consented to."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from typing_extensions import TypedDict

from club.assistant import kept
from club.hub.desired_state import device_of
from club.hub.table_status import Hall
from club.log.tournament.tournament import Tournament
from club.web.api.paths import TOURNAMENT
from club.web.api.public import found
from club.web.request.call import Call
from club.web.request.operation import get
from club.web.request.problem import ProblemError

CONSENTS: Final = ("photo", "video", "stream", "spectators")


class Place(TypedDict):
    """`by_phone`: the hands of the game are entered on telephones, as no device records that table."""

    round: int
    table: int
    seat: int | None
    players: list[int]
    started: bool
    closed: bool
    by_phone: bool


class HandNow(TypedDict):
    """The hand that is played now at the own table: whether it may be shown late in a broadcast, and whether
    there is one."""

    round: int
    table: int
    hand: int
    stream: bool
    broadcast: bool


class Mine(TypedDict):
    """`telephones`: players may enter the hands of tables without electronics."""

    person: int
    registered: bool
    telephones: bool
    places: list[Place]
    consents: dict[str, bool]
    now: HandNow | None


@get(f"{TOURNAMENT}/mine", roles=())
def mine(call: Call) -> Mine:
    """The own place in each round that is drawn, and the own consents (K-EVENT-09)."""
    known, person = found(call), _player(call)
    recording = by_devices(call.services.hall, known)
    places = [_place(known, number, person, recording) for number in sorted(known.rounds)]
    playing = known.playing
    return {
        "person": person,
        "registered": person in known.registrations,
        "telephones": known.plan.telephones,
        "places": [place for place in places if place is not None],
        "consents": {what: known.consents_to(person, what) for what in CONSENTS},
        "now": None if playing is None else _hand(call, known, playing, person),
    }


def by_devices(hall: Hall, known: Tournament) -> set[tuple[int, int]]:
    """Round and table of each game that a device of the hall has taken up."""
    sittings = [table.sitting for table in hall.view().tables]
    return {
        (sits.round, int(sits.label))
        for sits in sittings
        if sits is not None and sits.tournament == known.id and sits.label.isdecimal()
    }


def _player(call: Call) -> int:
    person = call.identity.person
    if person is None:
        raise ProblemError(403, "no_player")
    return person


def _place(
    known: Tournament, number: int, person: int, recording: Collection[tuple[int, int]]
) -> Place | None:
    round_ = known.rounds[number]
    table = round_.table_of(person)
    if table is None:
        return None
    sits = round_.sits(table)
    return {
        "round": number,
        "table": table,
        "seat": sits.index(person) if person in sits else None,
        "players": list(sits),
        "started": round_.started is not None,
        "closed": known.over(number),
        "by_phone": kept.goes_on(known, number, table) and (number, table) not in recording,
    }


def _hand(call: Call, known: Tournament, number: int, person: int) -> HandNow | None:
    """The hand that is played now at the own table, whether it may be shown late in a broadcast, and whether
    there is one."""
    table = known.rounds[number].table_of(person)
    if table is None or known.rounds[number].games[table].result is not None:
        return None
    hand = max(known.rounds[number].games[table].hands, default=-1) + 1
    shown = known.consents_to(person, "stream", number, hand)
    broadcast = call.services.public_delay.covers(device_of(known, table))
    return {"round": number, "table": table, "hand": hand, "stream": shown, "broadcast": broadcast}
