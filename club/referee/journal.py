"""The judges' journal: every decision with what led to it, its export, and what it says of players."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from club.log.events import (
    HandCorrected,
    HandOpened,
    Penalised,
    PenaltyLifted,
    Reseated,
    ResultCorrected,
    Ruled,
    Settled,
    TimeAdded,
)
from club.log.events.entry import LogEntry
from club.log.tournament.tournament import Tournament
from club.referee.reasons import Reason, reasons
from club.referee.ruling import price
from club.referee.views import JournalLine, Notorious
from runtime.spreadsheet import cell

FIELDS: Final = tuple(JournalLine.model_fields)
"""Columns of the export, in their order."""
Make = Callable[[Tournament, LogEntry, Any], dict[str, Any]]


def journal(tournament: Tournament) -> tuple[JournalLine, ...]:
    """All lines, in the order in which they were entered."""
    return tuple(_lines(tournament))


def _lines(tournament: Tournament) -> Iterator[JournalLine]:
    known = reasons(tournament.preset)
    punished = {penalty.entry.key for penalty in tournament.penalties.values()}
    for entry in tournament.log:
        make = _KINDS.get(type(entry.event))
        ruled_beside = isinstance(entry.event, Ruled) and entry.key in punished
        if make is not None and not ruled_beside:
            fields = make(tournament, entry, entry.event)
            yield _line(tournament, entry, known.get(fields.get("reason", "")), fields)


def _line(
    tournament: Tournament, entry: LogEntry, reason: Reason | None, fields: Mapping[str, Any]
) -> JournalLine:
    event = entry.event
    given: dict[str, Any] = {
        "entry": entry.seq,
        "ts_ms": entry.ts_ms,
        "judge": entry.by,
        "tournament": tournament.id,
        "round": getattr(event, "round", None),
        "table": getattr(event, "table", None),
        "game": None,
        "hand": getattr(event, "hand", None),
        "persons": (),
        "reason": "",
        "clause": reason.clause if reason else "",
        "norm": reason.norm if reason else None,
        "facts": "",
        "sanction": None,
        "points": 0,
        "step": 0,
        "explanation": "",
        "snapshot": None,
        "call": getattr(event, "call", None),
        "ruling": None,
        "penalty": None,
        "lifted": None,
        "superseded": None,
        **fields,
    }
    if given["round"] in tournament.rounds and given["table"] is not None:
        game = tournament.rounds[given["round"]].games.get(given["table"])
        given["game"] = None if game is None else game.id
    return JournalLine(**given)


def _ruling(tournament: Tournament, entry: LogEntry, event: Ruled) -> dict[str, Any]:
    """What a ruling says of the case; of a sanction beside it more."""
    return {
        "kind": "ruling",
        "persons": event.persons,
        "reason": event.reason,
        **({"clause": event.clause} if event.clause else {}),
        "facts": event.facts,
        "sanction": event.sanction,
        "step": event.step,
        "explanation": event.explanation,
        "snapshot": event.snapshot,
        "call": event.call,
        "ruling": entry.seq,
        "superseded": tournament.rulings[entry.seq].superseded,
    }


def _settled(tournament: Tournament, entry: LogEntry, event: Settled) -> dict[str, Any]:
    points = -price(tournament, event.sanction)
    return {
        "kind": "settled",
        "persons": (event.person,),
        "reason": event.reason,
        "sanction": event.sanction,
        "points": points,
    }


def _penalty(tournament: Tournament, entry: LogEntry, event: Penalised) -> dict[str, Any]:
    """A sanction of one person, with the ruling that it was entered with."""
    of = next((r for r in tournament.rulings.values() if r.entry.key == entry.key), None)
    case = {"kind": "penalty"} if of is None else _ruling(tournament, of.entry, of.event)
    return {
        **case,
        "persons": (event.person,),
        "reason": event.reason,
        "facts": event.text,
        "sanction": event.sanction,
        "points": event.points,
        "penalty": entry.seq,
        "lifted": _lifted(tournament, tournament.penalties[entry.seq].lifted),
    }


def _opened(tournament: Tournament, entry: LogEntry, event: HandOpened) -> dict[str, Any]:
    """It stays said where the draw has been taken back; then nobody sits there."""
    found = tournament.rounds.get(event.round)
    here = found is not None and event.table in found.games
    persons = (found.sits(event.table)[event.seat],) if found is not None and here else ()
    return {"kind": "hand_opened", "persons": persons, "facts": event.reason, "clause": "K-JUDGE-10"}


def _correction(tournament: Tournament, entry: LogEntry, event: HandCorrected) -> dict[str, Any]:
    return {"kind": "correction", "facts": event.reason, "clause": "K-ASSIST-05"}


def _result(tournament: Tournament, entry: LogEntry, event: ResultCorrected) -> dict[str, Any]:
    return {"kind": "result_correction", "facts": event.reason}


def _seating(tournament: Tournament, entry: LogEntry, event: Reseated) -> dict[str, Any]:
    (first, *_) = event.sittings
    fields = {"table": first.table, "persons": first.players, "facts": event.reason}
    return {"kind": "seating", "clause": "K-FAIL-01", **fields}


def _time(tournament: Tournament, entry: LogEntry, event: TimeAdded) -> dict[str, Any]:
    return {"kind": "time", "clause": "K-TIMER-07", "facts": f"+{event.seconds} s. {event.reason}"}


_KINDS: Final[Mapping[type[Any], Make]] = {
    Ruled: _ruling,
    Settled: _settled,
    Penalised: _penalty,
    HandOpened: _opened,
    HandCorrected: _correction,
    ResultCorrected: _result,
    Reseated: _seating,
    TimeAdded: _time,
}


def _lifted(tournament: Tournament, seq: int | None) -> str | None:
    """Why a penalty counts no more."""
    if seq is None:
        return None
    found = next(entry.event for entry in tournament.log if entry.seq == seq)
    assert isinstance(found, PenaltyLifted)
    return found.reason


def notorious(lines: Iterable[JournalLine]) -> tuple[Notorious, ...]:
    """Players with more than one entry about their play or conduct, who repeated most first (K-JUDGE-11)."""
    entries: Counter[int] = Counter()
    repeated: Counter[int] = Counter()
    seen: set[tuple[int, str]] = set()
    for line in lines:
        if not line.reason or line.lifted is not None or line.superseded is not None:
            continue
        for person in line.persons:
            entries[person] += 1
            repeated[person] += (person, line.reason) in seen
            seen.add((person, line.reason))
    found = [Notorious(person=p, entries=n, repeated=repeated[p]) for p, n in entries.items() if n > 1]
    return tuple(sorted(found, key=lambda each: (-each.repeated, -each.entries, each.person)))


def as_csv(lines: Iterable[JournalLine], name: Callable[[int], str]) -> str:
    """The journal as a table with one head line; people by `name`."""
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS)
    writer.writeheader()
    for line in lines:
        row = line.model_dump(mode="json")
        row["persons"] = ", ".join(map(name, line.persons))
        writer.writerow({key: cell(value) for key, value in row.items()})
    return out.getvalue()
