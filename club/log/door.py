"""What is asked of an event that somebody enters now, and not of entries that the log has: those stand."""

from __future__ import annotations

from club.log.events import Event, GameRecorded, HandOpened, ResultCorrected, RoundClosed
from club.log.faults import LogRefusal
from club.log.steps.common import drawn, game_at
from club.log.tournament.needs import lacks
from club.log.tournament.tournament import Tournament


def demand(after: Tournament, event: Event) -> None:
    """LogRefusal when it should not be entered; `after` is the tournament with it.

    A result that a person enters says what the rules need, and no round is closed with one that lacks it.
    Tables are not asked: they know no chips, and their hands may come later. A hand that is opened is one of
    a table; later it stays said without it.
    """
    match event:
        case GameRecorded(source="sheet" | "online") | ResultCorrected():
            _whole(after, event.round, event.table)
        case RoundClosed():
            _whole(after, event.round)
        case HandOpened():
            game_at(drawn(after, event.round), event.round, event.table)


def _whole(after: Tournament, number: int, table: int | None = None) -> None:
    found = [each for each in lacks(after, number) if table in {None, each.table}]
    if found:
        asked = dict.fromkeys(name for each in found for name in each.needs)
        tables = ", ".join(str(each.table) for each in found)
        raise LogRefusal("lacks", round=number, tables=tables, needs=list(asked))
