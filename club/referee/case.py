"""What the desk is sent of one table.

Concealed tiles stay closed until a judge has opened them (K-JUDGE-10); what would give them away waits for
the end of the hand (K-ASSIST-02).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from club.log.events import Frozen, HandOpened
from club.log.events.entry import LogEntry
from club.log.tournament.game import Game
from club.log.tournament.tournament import Round, Tournament
from club.referee.journal import journal
from club.referee.reasons import Norm, reasons
from club.referee.view import Hall, Seen, open_call
from club.referee.views import CaseView, FindingView, HandLine, HandView, Ice
from contract.messages import EnterableView
from engine.judge import Kind
from engine.play.correct import seating_remedy

PUBLIC: Final = (
    *("phase", "round", "dealer", "turn", "tiles_left", "dora", "ura"),
    *("seats", "paused", "hands_played"),
)
"""What is sent of a table's own public state; its questions and findings are left out."""
_BETWEEN: Final = ("idle", "collect", "shuffle", "raise", "confirm", "finished")
"""Phases in which no hand is closed any more."""
CONCEALED: Final = frozenset(
    (
        *(Kind.RON_IN_OWN_FURITEN, Kind.RON_IN_TEMPORARY_FURITEN, Kind.RON_IN_RIICHI_FURITEN),
        *(Kind.WIN_NOT_COMPLETE, Kind.WIN_WITHOUT_YAKU, Kind.WIN_ROBBING_CLOSED_KAN),
        *(Kind.RIICHI_NOTEN, Kind.RIICHI_HIDDEN, Kind.RIICHI_KAN, Kind.RIICHI_TILE_SWAPPED),
        *(Kind.TILE_COUNT, Kind.DEAD_TO_BE_DECLARES),
    )
)
"""Findings that rest on concealed tiles."""
_PICTURE: Final = re.compile(r"/evidence/[^/]+/([0-9]{1,9})\.jpg")
"""The address of a picture on the table's own web server."""


def case(tournament: Tournament, hall: Hall, round_: int, table: int) -> CaseView:
    """A table with its case. KeyError where nobody sits there."""
    found = tournament.rounds[round_]
    game = found.games[table]
    seen = hall.get(table) or Seen()
    picture = _picture(seen, found.sits(table))
    running = _running(game, picture)
    shown, withheld = _findings(tournament, found.sits(table), picture, seen)
    return CaseView(
        seq=tournament.log[-1].seq,
        round=round_,
        table=table,
        players=found.sits(table),
        running=running,
        ice=_ice(found.frozen.get(table) or found.frozen.get(None)),
        call=open_call(tournament, round_, table),
        picture=picture,
        hands=tuple(_hands(tournament, round_, table, running, picture, seen)),
        findings=shown,
        withheld=withheld,
        played=tuple(_played(tournament, found, table)),
        lines=tuple(line for line in journal(tournament) if (line.round, line.table) == (round_, table)),
        remedy=seating_remedy(len(game.hands)).value,
        enterable=EnterableView.of(tournament.rules),
    )


def _picture(seen: Seen, players: tuple[int, ...]) -> dict[str, Any] | None:
    """The public state without names, which stay beside the log."""
    if seen.picture is None:
        return None
    picture = {key: seen.picture[key] for key in PUBLIC if key in seen.picture}
    picture["seats"] = [
        {**{key: value for key, value in seat.items() if key != "name"}, "person": person}
        for seat, person in zip(picture.get("seats", ()), players, strict=False)
    ]
    return picture


def snapshot(seen: Seen | None, players: tuple[int, ...]) -> dict[str, Any]:
    """What is stored of a table that is frozen (K-JUDGE-02); empty where nothing is known of it."""
    return (None if seen is None else _picture(seen, players)) or {}


def _running(game: Game, picture: Mapping[str, Any] | None) -> int | None:
    if game.result is not None:
        return None
    if picture is None:
        return len(game.hands)
    return (
        None
        if picture.get("phase") in ("idle", "finished")
        else int(picture.get("hands_played", len(game.hands)))
    )


def _ice(entry: LogEntry | None) -> Ice | None:
    if entry is None or not isinstance(entry.event, Frozen):
        return None
    return Ice(since_ms=entry.ts_ms, by=entry.by, clock=entry.event.clock)


def _hands(
    tournament: Tournament,
    round_: int,
    table: int,
    running: int | None,
    picture: Mapping[str, Any] | None,
    seen: Seen,
) -> Iterator[HandView]:
    if picture is None or running is None:
        return
    opened = {
        entry.event.seat
        for entry in tournament.opened
        if isinstance(entry.event, HandOpened)
        and (entry.event.round, entry.event.table, entry.event.hand) == (round_, table, running)
    }
    for seat, each in enumerate(picture["seats"]):
        tiles = seen.concealed.get(seat, ()) if seat in opened else ()
        yield HandView(seat=seat, count=each.get("concealed", 0), opened=seat in opened, tiles=tiles)


def _findings(
    tournament: Tournament, players: tuple[int, ...], picture: Mapping[str, Any] | None, seen: Seen
) -> tuple[tuple[FindingView, ...], int]:
    """The findings of the hand in play, and how many wait for its end."""
    if picture is None or seen.picture is None:
        return (), 0
    closed = picture.get("phase") not in _BETWEEN
    every = list(seen.picture.get("findings", ()))
    shown = [each for each in every if not (closed and each["kind"] in CONCEALED)]
    known = tuple(finding(tournament, each, players, None) for each in shown)
    return known, len(every) - len(shown)


def finding(
    tournament: Tournament, message: Mapping[str, Any], players: tuple[int, ...], entry: int | None
) -> FindingView:
    """A finding as a table reports it."""
    row = reasons(tournament.preset).get(message.get("penalty", ""))
    seat = message.get("seat")
    fair = message.get("sanction") in (None, "reminder")
    return FindingView(
        kind=message["kind"],
        clause=message.get("clause", ""),
        norm=row.norm if row else Norm.FAIR_PLAY if fair else Norm.MECHANICS,
        seat=seat,
        person=None if seat is None else players[seat],
        penalty=message.get("penalty", ""),
        sanction=message.get("sanction"),
        minimum=message.get("minimum"),
        waived=message.get("waived"),
        evidence=tuple(_lines(message.get("pictures", ()))),
        entry=entry,
    )


def _lines(pictures: Iterable[object]) -> Iterator[int]:
    """The lines of the journal that pictures are of, by their addresses."""
    for address in pictures:
        if (found := _PICTURE.fullmatch(str(address))) is not None:
            yield int(found[1])


def _played(tournament: Tournament, round_: Round, table: int) -> Iterator[HandLine]:
    players = round_.sits(table)
    for number, hand in sorted(round_.games[table].hands.items()):
        record = hand.current
        recorded = () if hand.recorded is None else hand.recorded.findings
        yield HandLine(
            hand=number,
            entry=hand.corrected_seq or hand.seq or 0,
            wind=record.wind,
            number=record.number,
            honba=record.honba,
            dealer=record.dealer,
            reason=record.reason.value,
            winners=record.winners,
            deltas=round_.games[table].net(record),
            scores=record.scores,
            riichi=record.riichi,
            corrected=hand.corrected is not None,
            findings=tuple(
                finding(tournament, each, players, hand.seq) for each in recorded if isinstance(each, dict)
            ),
        )
