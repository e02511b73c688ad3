"""Games played online, entered into a round behind the guards of the event (K-ONLINE)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Final, NotRequired, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from typing_extensions import TypedDict

from club.log.events import GameRecorded
from club.log.faults import LogRefusal
from club.log.tournament.tournament import Tournament
from club.online.guard import Admitted, Guards, NotAdmittedError, admit, folded
from club.online.source import read
from club.sentences import Said, Told
from club.web.api.log import enter
from club.web.api.paths import ROUND
from club.web.api.people import DESK
from club.web.api.public import found
from club.web.request.call import Asked, Call
from club.web.request.malformed import wrong
from club.web.request.operation import post
from club.web.request.problem import ProblemError
from engine.notation.read import RecordError

T = TypeVar("T")
_MARK: Final = "online-"
"""How the keys of these entries begin; the fingerprint of the game follows."""


class Log(BaseModel):
    """A record and the name of its file, which gives the id where the record does not."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    text: str
    name: Annotated[str, StringConstraints(max_length=300)] = ""


class Given(BaseModel):
    """`accounts` are names of the site with people, beside those that earlier records have made known; with
    `relearn` they hold where earlier records say otherwise. The times bound when a game may have been
    played."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    records: Annotated[tuple[Log, ...], Field(min_length=1, max_length=100)]
    accounts: dict[str, int] = {}
    relearn: bool = False
    lobby: str | None = None
    since_ms: int | None = None
    until_ms: int | None = None


class RecordEntered(TypedDict):
    """A record that was read: `table` and `notes` if it counts, otherwise the `reasons`."""

    name: str
    ok: bool
    reasons: NotRequired[list[Told]]
    table: NotRequired[int]
    notes: NotRequired[list[Told]]


@post(f"{ROUND}/online", roles=DESK)
def enter_records(call: Asked[Given]) -> list[RecordEntered]:
    """Enters the records that count, each in its own transaction, and returns why the others do not."""
    known, number = found(call), call.number("round")
    call.need(known.id)
    if number not in known.rounds:
        raise ProblemError(404, "not_drawn", round=number)
    given = call.given
    return [_entered(call, number, given, log) for log in given.records]


def _entered(call: Call, number: int, given: Given, log: Log) -> RecordEntered:
    known = found(call)
    try:
        record = read(log.text, log.name)
        accounts = _accounts(record.site, call.services.people.online(record.site), given)
        admitted = admit(record, _guards(known, number, given, accounts))
        enter(call, (_event(known, admitted),), f"{_MARK}{admitted.online.fingerprint}")
        for account, person in admitted.accounts.items():
            call.services.people.name_online(person, record.site, account, instead=given.relearn)
    except NotAdmittedError as refused:
        return {"name": log.name, "ok": False, "reasons": [each.data for each in refused.reasons]}
    except RecordError as error:
        return {
            "name": log.name,
            "ok": False,
            "reasons": [Said("record", line=error.line, what=str(error)).data],
        }
    except LogRefusal as fault:
        return {"name": log.name, "ok": False, "reasons": [fault.said.data]}
    notes = [each.data for each in admitted.notes]
    return {"name": log.name, "ok": True, "table": admitted.result.table, "notes": notes}


def _accounts(site: str, remembered: Mapping[str, int], given: Given) -> dict[str, int]:
    """The accounts given, together with the stored ones of others; LogRefusal where the two contradict each
    other."""
    named = {folded(name): person for name, person in given.accounts.items()}
    for name, person in named.items():
        if not given.relearn and remembered.get(name, person) != person:
            raise LogRefusal("account_taken", account=name, platform=site, person=remembered[name])
    renamed = set(named.values()) if given.relearn else set[int]()
    others = {
        name: person for name, person in remembered.items() if name not in named and person not in renamed
    }
    return {**given.accounts, **others}


def _guards(known: Tournament, number: int, given: Given, accounts: Mapping[str, int]) -> Guards:
    round_ = known.rounds[number]
    sittings = {frozenset(round_.sits(table)): (number, table) for table in round_.games}
    taken = {entry.key.rpartition(_MARK)[2] for entry in known.log if _MARK in entry.key}
    return Guards(
        accounts,
        sittings,
        known.rules,
        given.lobby,
        _time(given.since_ms),
        _time(given.until_ms),
        taken,
    )


def _time(ms: int | None) -> datetime | None:
    try:
        return None if ms is None else datetime.fromtimestamp(ms / 1000, UTC)
    except (OverflowError, OSError, ValueError):
        raise wrong(("time",), "number") from None


def _event(known: Tournament, admitted: Admitted) -> GameRecorded:
    """The result in the order of the seats drawn: the site lets another player begin."""
    result = admitted.result
    order = [result.players.index(person) for person in known.rounds[result.round].sits(result.table)]
    a, b, c, d = (result.scores[seat] for seat in order)
    return GameRecorded(
        tournament=known.id,
        round=result.round,
        table=result.table,
        source="online",
        scores=(a, b, c, d),
        sticks_left=result.sticks_left,
        chips=_seated(result.chips, order),
        won=_seated(result.won, order),
    )


def _seated(row: tuple[T, T, T, T] | None, order: list[int]) -> tuple[T, T, T, T] | None:
    if row is None:
        return None
    a, b, c, d = (row[seat] for seat in order)
    return a, b, c, d
